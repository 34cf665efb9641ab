import { SegmentedError } from '../errors.ts';
import { requireDevice } from '../gpu/device_state.ts';
import { knownDevices } from '../gpu/known_devices.ts';
import type { Tuning } from '../tuning/tuning.ts';

let current: GPUDevice | undefined;

/**
 * Names the device of the calls that follow, as CUDA's function of that name does: CUB's calls take none, and neither a
 * buffer nor an encoder of WebGPU tells its device. Not needed where there is one device that `webgpu-segmented/node`
 * made or that a call of the core has met. With more devices than one, call it before each change of device, or give
 * `{ device, encoder }` in place of the encoder.
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

/** What takes the stream's place: an encoder, or one with its device. */
export type Stream =
  | GPUCommandEncoder
  | GPUComputePassEncoder
  | {
      /** Left out: the device of `cudaSetDevice`. */
      readonly device?: GPUDevice;
      /** Left out: for calls with null as temporary storage, which record nothing. */
      readonly encoder?: GPUCommandEncoder | GPUComputePassEncoder;
      readonly tuning?: Tuning;
    };

export interface OpenStream {
  readonly device: GPUDevice;
  readonly encoder: GPUCommandEncoder | GPUComputePassEncoder | undefined;
  readonly tuning: { readonly tuning?: Tuning };
}

/** The one device there is, as far as this library knows: where there are several, the caller must say which. */
function onlyDevice(): GPUDevice {
  const [device, ...others] = knownDevices();
  if (device && others.length === 0) return device;
  throw new SegmentedError(
    'invalid-option',
    `stream: its device is one of ${others.length + (device ? 1 : 0)}; ` +
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
  const given = (isEncoder ? { encoder: stream } : (stream ?? {})) as Exclude<
    Stream,
    GPUCommandEncoder | GPUComputePassEncoder
  >;
  const device = given.device ?? current ?? onlyDevice();
  return { device, encoder: given.encoder, tuning: given.tuning === undefined ? {} : { tuning: given.tuning } };
}
