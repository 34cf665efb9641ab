import { MAX_ITEMS } from '../checks.ts';
import { outOfMemory, SegmentedError } from '../errors.ts';
import { createSegmentedReduce, type SegmentedReduce } from '../reduce/operation.ts';
import type { SegmentedReduceDescriptor } from '../reduce/spec.ts';
import { createSegmentedSort, type SegmentedSort } from '../sort/operation.ts';
import type { SegmentedSortDescriptor } from '../sort/spec.ts';

type Plan = SegmentedSort | SegmentedReduce;

/** What a shim keeps of a device. Goes with the device. */
interface DevicePlans {
  readonly plans: Map<string, Promise<Plan>>;
  scratch: Promise<GPUBuffer> | undefined;
}

const devices = new WeakMap<GPUDevice, DevicePlans>();

function plansOf(device: GPUDevice): DevicePlans {
  const known = devices.get(device);
  if (known) return known;
  const made: DevicePlans = { plans: new Map(), scratch: undefined };
  // A value that is no object is the core's to refuse.
  if (typeof device === 'object' && device !== null) devices.set(device, made);
  return made;
}

/** Plans that are kept: each holds a few hundred bytes of the GPU's. */
const KEPT = 256;

/**
 * The bound that a plan is made for: calls of about the same size share one. Rounded up by at most a quarter, never
 * past a power of two, so that what fits a device's limits still does; small ones share one, since kernels differ by
 * which size classes there can be.
 */
export function roundedUp(count: number): number {
  if (count <= 16384) return count <= 1024 ? 1024 : count <= 4096 ? 4096 : 16384;
  const step = 2 ** (Math.floor(Math.log2(count)) - 2);
  return Math.min(step * Math.ceil(count / step), MAX_ITEMS);
}

/** JSON that tells bigints, -0, NaN and the infinities apart. */
function keyOf(kind: string, descriptor: object): string {
  const told = (_: string, value: unknown) => {
    if (typeof value === 'number') return Object.is(value, -0) ? '-0' : `${value}`;
    return typeof value === 'bigint' ? `${value}n` : typeof value === 'string' ? `'${value}` : value;
  };
  return kind + JSON.stringify(descriptor, told);
}

async function kept<P extends Plan>(device: GPUDevice, key: string, make: () => Promise<P>): Promise<P> {
  const { plans } = plansOf(device);
  const found = (plans.get(key) as Promise<P> | undefined) ?? make();
  // The one used last comes last; the first one goes. It isn't destroyed: an encoder not yet submitted may hold it.
  plans.delete(key);
  plans.set(key, found);
  const oldest = plans.size > KEPT ? plans.keys().next().value : undefined;
  if (oldest !== undefined) plans.delete(oldest);
  try {
    return await found;
  } catch (error) {
    if (plans.get(key) === found) plans.delete(key);
    throw error;
  }
}

/** A plan for rounded bounds; for the bounds as they are where the device has no room for more. */
async function roomyPlan<D extends { maxItems: number; maxSegments: number }, P extends Plan>(
  device: GPUDevice,
  kind: string,
  descriptor: D,
  create: (device: GPUDevice, descriptor: D) => Promise<P>,
): Promise<P> {
  const planFor = (exact: D) => kept(device, keyOf(kind, exact), () => create(device, exact));
  const { maxItems, maxSegments } = descriptor;
  try {
    return await planFor({ ...descriptor, maxItems: roundedUp(maxItems), maxSegments: roundedUp(maxSegments) });
  } catch (error) {
    if (error instanceof SegmentedError && error.code === 'limit-exceeded') return planFor(descriptor);
    throw error;
  }
}

/** A sort without scratch memory of its own, made once a device for calls of about that size. */
export function keptSort(
  device: GPUDevice,
  descriptor: Omit<SegmentedSortDescriptor, 'ownTemporary'>,
): Promise<SegmentedSort> {
  return roomyPlan(device, 'sort', { ...descriptor, ownTemporary: false }, createSegmentedSort);
}

/** The same for a reduce. */
export function keptReduce(
  device: GPUDevice,
  descriptor: Omit<SegmentedReduceDescriptor, 'ownTemporary'>,
): Promise<SegmentedReduce> {
  return roomyPlan(device, 'reduce', { ...descriptor, ownTemporary: false }, createSegmentedReduce);
}

async function newScratch(device: GPUDevice, bytes: number): Promise<GPUBuffer> {
  device.pushErrorScope('out-of-memory');
  const size = Math.min(2 ** Math.ceil(Math.log2(bytes)), device.limits.maxBufferSize);
  const buffer = device.createBuffer({ label: 'webgpu-segmented dpct scratch', size, usage: GPUBufferUsage.STORAGE });
  const error = await device.popErrorScope();
  if (!error) return buffer;
  throw outOfMemory(error);
}

/**
 * Scratch memory for what is recorded into callers' encoders: one buffer a device, which all such calls share, since a
 * device runs its commands one after another. It stays as long as the device and grows by doubling. The one it replaces
 * can't be destroyed, for nobody knows whether it was submitted; nothing here holds on to it any longer.
 */
export async function sharedScratch(device: GPUDevice, bytes: number): Promise<GPUBuffer> {
  const state = plansOf(device);
  const before = state.scratch;
  const grown = (async () => {
    const buffer = await before?.catch(() => undefined);
    return buffer && buffer.size >= bytes ? buffer : newScratch(device, bytes);
  })();
  state.scratch = grown;
  return grown;
}
