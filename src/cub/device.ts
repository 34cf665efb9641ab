import { requireMembers, SegmentedError } from '../checks.ts';
import { knownDevices, requireDevice } from '../gpu/device.ts';
import type { Tuning } from '../tuning/tuning.ts';

let current: GPUDevice | undefined;

/**
 * Sets the device of the calls that follow, as CUDA's function of this name does.
 *
 * CUB's calls have no argument for a device, and WebGPU's buffers and encoders do not name their device. You need not
 * call this function if the library knows only one device. It knows devices that `webgpu-segmented/node` made and
 * devices that calls of the core used. With several devices, call it before each change of device, or pass `{ device,
 * encoder }` instead of the encoder.
 *
 * @throws SegmentedError 'invalid-option', 'device-lost'
 * @example
 * const device = await requestDevice();
 * cudaSetDevice(device);
 */
export function cudaSetDevice(device: GPUDevice): void {
  requireDevice(device);
  current = device;
}

/** The argument that replaces CUDA's stream: an encoder, or an encoder with its device. */
export type Stream =
  | GPUCommandEncoder
  | GPUComputePassEncoder
  | {
      /** Default: the device of `cudaSetDevice`. */
      readonly device?: GPUDevice;
      /** Required, except with null as temporary storage: such a call records nothing. */
      readonly encoder?: GPUCommandEncoder | GPUComputePassEncoder;
      readonly tuning?: Tuning;
    };

export interface OpenStream {
  readonly device: GPUDevice;
  readonly encoder: GPUCommandEncoder | GPUComputePassEncoder | undefined;
  readonly tuning: { readonly tuning?: Tuning };
}

/** The only device that the library knows. If there are several, the caller must name one. */
function onlyDevice(): GPUDevice {
  const [device, ...others] = knownDevices();
  if (device && others.length === 0) return device;
  throw new SegmentedError(
    'invalid-option',
    `stream: no device given, and ${others.length + (device ? 1 : 0)} known; ` +
      'allowed: any encoder after cudaSetDevice(device), or { device, encoder }',
  );
}

/** Reads the last argument of a call. */
export function openStream(stream: unknown): OpenStream {
  const isObject = typeof stream === 'object' && stream !== null;
  if (!isObject && stream !== undefined && stream !== null) {
    throw new SegmentedError(
      'invalid-option',
      `stream: ${String(stream)}; ` +
        'allowed: a GPUCommandEncoder, a GPUComputePassEncoder, { device?, encoder?, tuning? }',
    );
  }
  const isEncoder = isObject && ('beginComputePass' in stream || 'setPipeline' in stream);
  if (!isEncoder) requireMembers('stream', stream, ['device', 'encoder', 'tuning']);
  const given = (isEncoder ? { encoder: stream } : (stream ?? {})) as Exclude<
    Stream,
    GPUCommandEncoder | GPUComputePassEncoder
  >;
  const device = given.device ?? current ?? onlyDevice();
  return { device, encoder: given.encoder, tuning: given.tuning === undefined ? {} : { tuning: given.tuning } };
}
