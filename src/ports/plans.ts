import { MAX_ITEMS, outOfMemory, SegmentedError } from '../checks.ts';
import { writeContent } from '../gpu/device.ts';
import { createGather, createGroupBy } from '../group/calls.ts';
import type { GroupByDescriptor } from '../group/descriptor.ts';
import type { Gather, GatherDescriptor } from '../group/gather.ts';
import type { GroupBy } from '../group/record.ts';
import { createSegmentedReduce } from '../reduce/calls.ts';
import type { SegmentedReduceDescriptor } from '../reduce/descriptor.ts';
import type { SegmentedReduce } from '../reduce/record.ts';
import { createSegmentedScan } from '../segmented_scan/calls.ts';
import type { SegmentedScanDescriptor } from '../segmented_scan/descriptor.ts';
import type { SegmentedScan } from '../segmented_scan/record.ts';
import { createSegmentedTopK } from '../select/calls.ts';
import type { SegmentedTopK, SegmentedTopKDescriptor } from '../select/topk/descriptor.ts';
import { createSegmentedSort } from '../sort/calls.ts';
import type { SegmentedSortDescriptor } from '../sort/descriptor.ts';
import type { SegmentedSort } from '../sort/record.ts';

type Plan = SegmentedSort | SegmentedReduce | SegmentedScan | SegmentedTopK | GroupBy | Gather;

/** Plans and scratch memory that the ports keep for a device. They are collected together with the device. */
interface DevicePlans {
  readonly plans: Map<string, Promise<Plan>>;
  scratch: Promise<GPUBuffer> | undefined;
}

const devices = new WeakMap<GPUDevice, DevicePlans>();

function plansOf(device: GPUDevice): DevicePlans {
  const known = devices.get(device);
  if (known) return known;
  const made: DevicePlans = { plans: new Map(), scratch: undefined };
  // The core refuses a device that is no object.
  if (typeof device === 'object' && device !== null) devices.set(device, made);
  return made;
}

/** Maximum number of plans kept for a device. Each holds a few hundred bytes of GPU memory. */
const MAX_PLANS = 256;

/**
 * Rounds a plan's bound up, so that calls of about the same size share a plan. The bound grows by at most a quarter,
 * and never beyond a power of two. So what fits a device's limits still fits. Small bounds are rounded further, because
 * kernels only depend on which size classes are possible.
 */
export function roundedUp(count: number): number {
  if (count <= 16384) return count <= 1024 ? 1024 : count <= 4096 ? 4096 : 16384;
  const step = 2 ** (Math.floor(Math.log2(count)) - 2);
  return Math.min(step * Math.ceil(count / step), MAX_ITEMS);
}

/** A key as JSON, which also differs for bigints, -0, NaN and infinities. */
function keyOf(kind: string, descriptor: object): string {
  const asText = (_: string, value: unknown) => {
    if (typeof value === 'number') return Object.is(value, -0) ? '-0' : `${value}`;
    return typeof value === 'bigint' ? `${value}n` : typeof value === 'string' ? `'${value}` : value;
  };
  return kind + JSON.stringify(descriptor, asText);
}

async function cached<P extends Plan>(device: GPUDevice, key: string, make: () => Promise<P>): Promise<P> {
  const { plans } = plansOf(device);
  const found = (plans.get(key) as Promise<P> | undefined) ?? make();
  // The map is in the order of last use, and the oldest plan is dropped. It is not destroyed, since an encoder that is
  // not yet submitted may use it.
  plans.delete(key);
  plans.set(key, found);
  const oldest = plans.size > MAX_PLANS ? plans.keys().next().value : undefined;
  if (oldest !== undefined) plans.delete(oldest);
  try {
    return await found;
  } catch (error) {
    if (plans.get(key) === found) plans.delete(key);
    throw error;
  }
}

/** Makes a plan for rounded bounds, or for the exact bounds if the rounded ones exceed the device's limits. */
export async function roomyPlan<D extends { maxItems: number; maxSegments?: number }, P extends Plan>(
  device: GPUDevice,
  kind: string,
  descriptor: D,
  create: (device: GPUDevice, descriptor: D) => Promise<P>,
  roundedSegments = descriptor.maxSegments === undefined ? undefined : roundedUp(descriptor.maxSegments),
): Promise<P> {
  const planFor = (exact: D) => cached(device, keyOf(kind, exact), () => create(device, exact));
  try {
    const segments = roundedSegments === undefined ? {} : { maxSegments: roundedSegments };
    return await planFor({ ...descriptor, maxItems: roundedUp(descriptor.maxItems), ...segments });
  } catch (error) {
    if (error instanceof SegmentedError && error.code === 'limit-exceeded') return planFor(descriptor);
    throw error;
  }
}

/** Returns a sort that holds no scratch memory. Calls of about the same size on a device share it. */
export function cachedSort(
  device: GPUDevice,
  descriptor: Omit<SegmentedSortDescriptor, 'ownTemporary'>,
): Promise<SegmentedSort> {
  return roomyPlan(device, 'sort', { ...descriptor, ownTemporary: false }, createSegmentedSort);
}

/** Returns a reduce that holds no scratch memory. Calls of about the same size on a device share it. */
export function cachedReduce(
  device: GPUDevice,
  descriptor: Omit<SegmentedReduceDescriptor, 'ownTemporary'>,
): Promise<SegmentedReduce> {
  return roomyPlan(device, 'reduce', { ...descriptor, ownTemporary: false }, createSegmentedReduce);
}

/** Returns a scan that holds no scratch memory. Calls of about the same size on a device share it. */
export function cachedScan(
  device: GPUDevice,
  descriptor: Omit<SegmentedScanDescriptor, 'ownTemporary'>,
): Promise<SegmentedScan> {
  return roomyPlan(device, 'scan', { ...descriptor, ownTemporary: false }, createSegmentedScan);
}

/** Returns a grouping that holds no scratch memory. Calls of about the same size on a device share it. */
export function cachedGroup(device: GPUDevice, descriptor: Omit<GroupByDescriptor, 'ownTemporary'>): Promise<GroupBy> {
  return roomyPlan(device, 'group', { ...descriptor, ownTemporary: false }, createGroupBy);
}

/** Returns a gather that holds no scratch memory. Calls of about the same size on a device share it. */
export function cachedGather(device: GPUDevice, descriptor: Omit<GatherDescriptor, 'ownTemporary'>): Promise<Gather> {
  return roomyPlan(device, 'gather', { ...descriptor, ownTemporary: false }, createGather);
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
 * Returns scratch memory for calls that are recorded into the user's encoders. All such calls of a device share one
 * buffer, since a device runs its commands one after another. The buffer lives as long as the device, and its size is a
 * power of two. A larger buffer replaces one that is too small. The old one is not destroyed, since its commands may
 * not yet be submitted. It is only no longer referenced here.
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

/**
 * Returns a top-k that holds no scratch memory. Calls of about the same size on a device share it. A plan has `maxK`
 * slots per segment, so more segments than the call has are allowed for only while their slots are no more than items.
 */
export function cachedTopK(
  device: GPUDevice,
  descriptor: Omit<SegmentedTopKDescriptor, 'ownTemporary'>,
): Promise<SegmentedTopK> {
  const { maxItems, maxSegments, maxK } = descriptor;
  const affordable = Math.floor(roundedUp(maxItems) / Math.max(maxK, 1));
  const rounded = Math.max(maxSegments, Math.min(roundedUp(maxSegments), affordable));
  return roomyPlan(device, 'top-k', { ...descriptor, ownTemporary: false }, createSegmentedTopK, rounded);
}

/**
 * Makes a storage buffer with the content of an array, for a call that is recorded into the user's encoder. It is
 * neither kept nor destroyed here. It lives as long as the commands that use it.
 */
export function uploaded(device: GPUDevice, label: string, content: ArrayBufferView): GPUBuffer {
  const size = Math.max(4 * Math.ceil(content.byteLength / 4), 4);
  const buffer = device.createBuffer({ label, size, usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST });
  writeContent(device, buffer, content);
  return buffer;
}
