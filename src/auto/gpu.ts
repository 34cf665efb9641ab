/** The hardware GPU of a place. */
import { SegmentedError } from '../checks.ts';
import { deviceFacts, deviceState, isSoftware } from '../gpu/device.ts';
import { HostCall } from '../gpu/host_call.ts';
import { type Rates, ratesOf } from './work.ts';

/** A device that has been found, or why there is none. */
export type Found =
  | { readonly device: GPUDevice; readonly name: string; readonly rates: Rates; readonly owned: boolean }
  | { readonly none: string };

interface Versions {
  readonly node?: string;
  readonly deno?: string;
  readonly bun?: string;
}

interface Runtime {
  readonly navigator?: { readonly gpu?: GPU };
  readonly process?: { readonly versions?: Versions };
}

const runtime = () => globalThis as Runtime;

/** Whether the GPU's driver runs in this process: in Node, Deno and Bun, which all name a version of Node. */
const isNative = () => runtime().process?.versions?.node !== undefined;

/** Whether the package `webgpu` may give devices. Deno has WebGPU of its own. Bun does not load the package's addon. */
function isNode(): boolean {
  const { deno, bun } = runtime().process?.versions ?? {};
  return isNative() && deno === undefined && bun === undefined;
}

const nameOf = ({ description, vendor, architecture, device }: Partial<GPUAdapterInfo>) =>
  description || [vendor, architecture || device].filter(Boolean).join(' ') || 'a GPU without a name';

const software = (info: Partial<GPUAdapterInfo>) =>
  `the only adapter, ${nameOf(info)}, is software, and JavaScript is faster than it`;

/** A device by `navigator.gpu`. */
async function ofNavigator(gpu: GPU): Promise<GPUDevice | string> {
  const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' });
  if (!adapter) return 'WebGPU has no adapter here';
  // Older implementations have the mark on the adapter, and no info.
  const info = adapter.info ?? {};
  if (isSoftware(info) || (adapter as { isFallbackAdapter?: boolean }).isFallbackAdapter) return software(info);
  const { deviceDescriptor } = await import('../index.ts');
  return adapter.requestDevice(deviceDescriptor(adapter));
}

/** A device by the package `webgpu` for Node. No software adapter is unpacked for it. */
async function ofNode(): Promise<GPUDevice | string> {
  // A bundler for pages must not find this entry.
  const name = ['webgpu-segmented', 'node'].join('/');
  const { requestDevice } = (await import(
    /* @vite-ignore */ /* webpackIgnore: true */ name
  )) as typeof import('../node/index.ts');
  return requestDevice({ hardware: true, quiet: true });
}

/** What the place has of a device: its name and costs, or why it does not use it. */
function foundOf(device: GPUDevice, owned: boolean, native: boolean): Found {
  if (deviceState(device).lost) return { none: 'the given device is lost' };
  const info = (device.adapterInfo ?? {}) as Partial<GPUAdapterInfo>;
  const facts = deviceFacts(device);
  if (!facts.software) return { device, name: nameOf(info), rates: ratesOf(facts.vendor, native), owned };
  if (owned) device.destroy();
  return { none: owned ? software(info) : `the given device is on ${nameOf(info)}, which is software` };
}

/** Takes the caller's device, or requests one. It throws only for what is no device. */
export async function findGpu(given: GPUDevice | undefined): Promise<Found> {
  const { gpu } = runtime().navigator ?? {};
  const native = isNative();
  if (given) return foundOf(given, false, native);
  if (!gpu && !isNode()) return { none: 'there is no WebGPU here' };
  try {
    const found = await (gpu ? ofNavigator(gpu) : ofNode());
    return typeof found === 'string' ? { none: found } : foundOf(found, true, native);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // The first sentence says what is missing. The rest says what to install for a software adapter.
    const said = error instanceof SegmentedError ? (message.split('. ')[0] as string) : message;
    return { none: `there is no hardware GPU: ${said.replace(/\.$/, '')}` };
  }
}

const MEGABYTES = 4;

/** Times a launch with a readback of one word, and one with a copy of megabytes there and back. */
async function launched(device: GPUDevice, content: Uint8Array<ArrayBuffer>): Promise<number> {
  const start = performance.now();
  const call = new HostCall(device);
  try {
    const read = call.readback(call.upload('measure', content), content.byteLength);
    await call.submit();
    read().slice();
    return performance.now() - start;
  } finally {
    call.end();
  }
}

/** Measures a device's uploads, launches and readbacks: each the least of five. Kernels' times are the table's. */
export async function measuredRates(device: GPUDevice, { item }: Rates): Promise<Rates> {
  const least = async (content: Uint8Array<ArrayBuffer>) => {
    let time = Number.POSITIVE_INFINITY;
    for (let i = 0; i < 5; i++) time = Math.min(time, await launched(device, content));
    return time;
  };
  const call = await least(new Uint8Array(4));
  const bytes = MEGABYTES * 2 ** 20;
  const moved = await least(new Uint8Array(bytes));
  return { call, byte: Math.max(((moved - call) * 1e6) / (2 * bytes), 0), item };
}
