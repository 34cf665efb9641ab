import { refused, SegmentedError, shown } from '../errors.ts';
import { BINDING_ALIGNMENT } from '../plan/plan.ts';
import { insteadOf } from '../wrappers.ts';
import { noteDevice } from './known_devices.ts';

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
  /** The test of lanes (lanes.ts); undefined before it begins. */
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
 * range 0 has the offsets of any number of empty segments. The others stand for arguments whose buffers have no byte.
 */
export function zerosOf(device: GPUDevice, range: number): { buffer: GPUBuffer; offset: number; size: number } {
  const state = deviceState(device);
  const size = ZEROS * BINDING_ALIGNMENT;
  state.zeros ??= device.createBuffer({ label: 'webgpu-segmented zeros', size, usage: GPUBufferUsage.STORAGE });
  return { buffer: state.zeros, offset: range * BINDING_ALIGNMENT, size: 4 };
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
