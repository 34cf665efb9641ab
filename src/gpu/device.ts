import { insteadOf, refused, SegmentedError, shown } from '../checks.ts';
import { BINDING_ALIGNMENT } from '../plan/plan.ts';

/** What the library keeps for each device. Garbage collection frees it together with the device. */
export interface DeviceState {
  /** Set once the device is lost. */
  lost: GPUDeviceLostInfo | undefined;
  /** Pipelines by assembled text. */
  readonly pipelines: Map<string, PipelineEntry>;
  /** Bytes of immediate data that the device's compute passes accept; undefined before the first query. */
  immediateBytes: number | undefined;
  /** Uniforms by content. */
  readonly words: Map<string, GPUBuffer>;
  /** See `zerosOf`. */
  zeros?: GPUBuffer;
  /** The test of lanes (`requireLanes`); undefined before it begins. */
  lanesTested?: Promise<void> | undefined;
  /** Set if lanes are not as kernels with subgroups assume. */
  otherLanes?: boolean;
}

export interface PipelineEntry {
  readonly layout: GPUBindGroupLayout;
  /** Set when compilation is over. */
  pipeline: GPUComputePipeline | undefined;
  readonly ready: Promise<GPUComputePipeline>;
}

export interface CompiledEntry extends PipelineEntry {
  pipeline: GPUComputePipeline;
}

const states = new WeakMap<GPUDevice, DeviceState>();

/** Devices of frameworks also have `createBuffer` and `lost`. */
const isDevice = (value: object) => 'createBindGroupLayout' in value && 'lost' in value;

export function deviceState(device: GPUDevice): DeviceState {
  if (!isDevice(Object(device))) {
    throw refused('invalid-option', 'device', shown(device), `a GPUDevice${insteadOf(device, isDevice)}`);
  }
  let state = states.get(device);
  if (!state) {
    const made: DeviceState = { lost: undefined, pipelines: new Map(), immediateBytes: undefined, words: new Map() };
    device.lost.then((info) => {
      made.lost = info;
    });
    states.set(device, made);
    noteDevice(device);
    state = made;
  }
  return state;
}

/** Throws 'device-lost' for a device already known to be lost. */
export function requireDevice(device: GPUDevice): DeviceState {
  const state = deviceState(device);
  if (!state.lost) return state;
  const { reason, message } = state.lost;
  throw new SegmentedError(
    'device-lost',
    `device: lost (${reason || 'unknown reason'}${message ? `: ${message}` : ''}); a working GPUDevice is required`,
  );
}

/** Largest number of constant uniforms that are kept. */
const MAX_CONSTANTS = 256;

/**
 * A uniform of up to 16 words, one for each content. A content depends on the key type, the order, small numbers of
 * passes, and fractions of quantiles, which may be any numbers. The content that was used last is last in the map.
 */
export function constantWords(device: GPUDevice, content: readonly number[]): GPUBuffer {
  const { words } = deviceState(device);
  const key = content.join();
  const buffer = words.get(key) ?? constantBuffer(device, 'webgpu-segmented constants', content);
  words.delete(key);
  words.set(key, buffer);
  // An encoder that uses the oldest uniform may not be submitted yet. So garbage collection frees it, not `destroy`.
  const [oldest] = words.keys();
  if (oldest !== undefined && words.size > MAX_CONSTANTS) words.delete(oldest);
  return buffer;
}

/** Number of ranges of `zerosOf`. */
const ZEROS = 16;

/**
 * One of a few ranges of zeros that no kernel writes. A read past a buffer's end gives any word of the buffer, or 0. So
 * range 0 has the offsets of any number of empty segments. The others stand for arguments whose buffers have no item.
 * Each has the bytes of the widest item.
 */
export function zerosOf(device: GPUDevice, range: number): { buffer: GPUBuffer; offset: number; size: number } {
  const state = deviceState(device);
  const size = ZEROS * BINDING_ALIGNMENT;
  state.zeros ??= device.createBuffer({ label: 'webgpu-segmented zeros', size, usage: GPUBufferUsage.STORAGE });
  return { buffer: state.zeros, offset: range * BINDING_ALIGNMENT, size: 16 };
}

/**
 * Creates a buffer of these words, which is never rewritten: a uniform, or storage if they are many. It is not mapped
 * at creation, since `createBuffer` would then throw a RangeError if memory runs out.
 */
export function constantBuffer(device: GPUDevice, label: string, words: ArrayLike<number>): GPUBuffer {
  const buffer = device.createBuffer({
    label,
    size: 16 * Math.ceil(words.length / 4),
    usage: GPUBufferUsage.UNIFORM | GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST,
  });
  device.queue.writeBuffer(buffer, 0, Uint32Array.from(words));
  return buffer;
}

/**
 * The devices that this library has made or received and that still exist. Calls that name no device use them, as CUB's
 * calls do. They are kept on globalThis, so that all entries and both builds share them in one program.
 */
const KNOWN = Symbol.for('webgpu-segmented.known-devices');

function known(): Set<WeakRef<GPUDevice>> {
  const holder = globalThis as { [KNOWN]?: Set<WeakRef<GPUDevice>> };
  holder[KNOWN] ??= new Set();
  return holder[KNOWN];
}

/** Remembers a device until it is lost or destroyed. */
export function noteDevice(device: GPUDevice): void {
  if (knownDevices().includes(device)) return;
  const reference = new WeakRef(device);
  known().add(reference);
  device.lost.then(() => known().delete(reference));
}

export function knownDevices(): GPUDevice[] {
  return [...known()].flatMap((reference) => reference.deref() ?? []);
}

/**
 * Writes an array to the start of a buffer. The queue writes only whole words, so zeros pad the last 1 to 3 bytes.
 */
export function writeContent(
  { queue }: GPUDevice,
  target: GPUBuffer,
  { buffer, byteOffset, byteLength }: ArrayBufferView,
): void {
  const rest = byteLength % 4;
  const words = byteLength - rest;
  // WebGPU accepts shared memory here, but @webgpu/types does not.
  queue.writeBuffer(target, 0, buffer as ArrayBuffer, byteOffset, words);
  if (rest === 0) return;
  const last = Uint8Array.of(...new Uint8Array(buffer, byteOffset + words, rest), 0, 0, 0);
  queue.writeBuffer(target, words, last, 0, 4);
}

/** Asks the device: its limit, and whether its compute passes have `setImmediates`. */
function supportedBytes(device: GPUDevice): number {
  const max = (device.limits as Partial<GPUSupportedLimits>).maxImmediateSize ?? 0;
  if (max === 0) return 0;
  // `navigator.gpu` exists in browsers, and where all of a program has one WebGPU. Dawn in Node has none.
  const { gpu } = (globalThis as { navigator?: { gpu?: Partial<GPU> } }).navigator ?? {};
  if (gpu?.wgslLanguageFeatures?.has('immediate_address_space') === false) return 0;
  // This pass is only inspected. It is never submitted.
  const pass = device.createCommandEncoder().beginComputePass() as Partial<GPUComputePassEncoder>;
  return typeof pass.setImmediates === 'function' ? max : 0;
}

/** Bytes of immediate data that a compute pass of the device accepts; 0 where it accepts none. */
export function immediateBytes(device: GPUDevice): number {
  const state = deviceState(device);
  state.immediateBytes ??= supportedBytes(device);
  return state.immediateBytes;
}

/** The facts of a device that decide which kernels the library uses. */
export interface DeviceFacts {
  /**
   * Whether it is a software adapter (SwiftShader, lavapipe, WARP). There, barriers are expensive and the lanes of one
   * invocation are cheap.
   */
  readonly software: boolean;
  /** Whether it is lavapipe, which has a separate table. */
  readonly lavapipe: boolean;
  /** The vendor's name, for example 'amd'. Empty if it is unknown. */
  readonly vendor: string;
  /** Whether kernels may use `enable subgroups`. */
  readonly subgroups: boolean;
  /** Smallest and largest subgroup size that a kernel may run with; 1 without subgroups. */
  readonly subgroupMinSize: number;
  readonly subgroupMaxSize: number;
  /** Whether a kernel may ask for a subgroup size between these. */
  readonly subgroupSizeControl: boolean;
  readonly workgroupStorageBytes: number;
  readonly workgroupInvocations: number;
}

const LAVAPIPE = /(llvm|lava)pipe/i;
const SOFTWARE = /swiftshader|(llvm|lava|soft)pipe|basic render|\bwarp\b/i;

const nameOf = ({ vendor, architecture, device, description }: GPUAdapterInfo) =>
  [vendor, architecture, device, description].join(' ');

/**
 * Whether an adapter is a software adapter: by its mark, or by a software driver's name. The architecture 'software'
 * proves nothing. Dawn gives it to each driver of Mesa that it does not know, such as Honeykrisp on an Apple M1. So it
 * counts only in implementations that have no mark.
 */
export function isSoftware(info: GPUAdapterInfo): boolean {
  const { isFallbackAdapter, architecture } = info as Partial<GPUAdapterInfo>;
  if (isFallbackAdapter || SOFTWARE.test(nameOf(info))) return true;
  return isFallbackAdapter === undefined && architecture === 'software';
}

/** Reads the facts of a device. An unknown fact gets the bound that WebGPU guarantees. */
export function deviceFacts(device: GPUDevice): DeviceFacts {
  const { otherLanes } = requireDevice(device);
  // Some older WebGPU implementations do not have `adapterInfo`.
  const info = (device.adapterInfo ?? {}) as GPUAdapterInfo;
  const features: ReadonlySet<string> = device.features;
  const subgroups = features.has('subgroups') && !otherLanes;
  return {
    software: isSoftware(info),
    lavapipe: LAVAPIPE.test(nameOf(info)),
    vendor: info.vendor ?? '',
    subgroups,
    subgroupMinSize: subgroups ? info.subgroupMinSize || 4 : 1,
    subgroupMaxSize: subgroups ? info.subgroupMaxSize || 128 : 1,
    subgroupSizeControl: subgroups && features.has('subgroup-size-control'),
    workgroupStorageBytes: device.limits.maxComputeWorkgroupStorageSize,
    workgroupInvocations: device.limits.maxComputeInvocationsPerWorkgroup,
  };
}

/** The lanes of a kernel's subgroups: at least and at most. `size`: what kernels ask for; 0 if the driver chooses. */
export function lanesOf(facts: DeviceFacts, subgroups: boolean, size = 0): { lanes: number; maxLanes: number } {
  if (!subgroups) return { lanes: 1, maxLanes: 1 };
  return { lanes: size || facts.subgroupMinSize, maxLanes: size || facts.subgroupMaxSize };
}

const WANTED_FEATURES = ['subgroups', 'subgroup-size-control', 'shader-f16', 'timestamp-query'] as const;
const WANTED_LIMITS = [
  'maxBufferSize',
  'maxStorageBufferBindingSize',
  'maxStorageBuffersPerShaderStage',
  'maxComputeWorkgroupStorageSize',
  'maxComputeInvocationsPerWorkgroup',
  'maxComputeWorkgroupSizeX',
] as const;

/**
 * The features and limits of an adapter that the library can use, for `adapter.requestDevice`. The library also
 * works without these features and with WebGPU's default limits.
 *
 * @throws SegmentedError 'invalid-option' for null, which `requestAdapter` gives where there is no adapter
 * @example
 * const adapter = await navigator.gpu?.requestAdapter();
 * if (!adapter) throw new Error('no WebGPU here');
 * const device = await adapter.requestDevice(deviceDescriptor(adapter));
 */
export function deviceDescriptor(adapter: GPUAdapter): GPUDeviceDescriptor {
  if (!('limits' in Object(adapter))) {
    const allowed = 'a GPUAdapter; requestAdapter() gives null where there is none';
    throw refused('invalid-option', 'adapter', shown(adapter), allowed);
  }
  const requiredLimits: Record<string, number> = {};
  for (const name of WANTED_LIMITS) {
    const value = adapter.limits[name];
    if (value !== undefined) requiredLimits[name] = value;
  }
  const features = adapter.features as ReadonlySet<string>;
  return {
    requiredFeatures: WANTED_FEATURES.filter((name) => features.has(name)) as GPUFeatureName[],
    requiredLimits,
  };
}
