import { SegmentedError } from '../errors.ts';
import { requireDevice } from '../record/device_state.ts';
import type { Tuning } from '../tuning.ts';

let current: GPUDevice | undefined;

/**
 * Names the device of the calls that follow, as CUDA's function of that name does: CUB's calls take none, and neither a
 * buffer nor an encoder of WebGPU tells its device. With more devices than one, call it before each change of device, or give
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

/** Reads the last argument of a call. */
export function openStream(stream: unknown): OpenStream {
  const isObject = typeof stream === 'object' && stream !== null;
  if (!isObject && stream !== undefined && stream !== null) {
    throw new SegmentedError(
      'invalid-option',
      `stream: ${String(stream)}; allowed: a GPUCommandEncoder, a GPUComputePassEncoder, { device?, encoder?, tuning? }`,
    );
  }
  const isEncoder = isObject && ('beginComputePass' in stream || 'setPipeline' in stream);
  const given = (isEncoder ? { encoder: stream } : (stream ?? {})) as Exclude<
    Stream,
    GPUCommandEncoder | GPUComputePassEncoder
  >;
  const device = given.device ?? current;
  if (device === undefined) {
    throw new SegmentedError(
      'invalid-option',
      'stream: its device is unknown; allowed: any encoder after cudaSetDevice(device), or { device, encoder }',
    );
  }
  return { device, encoder: given.encoder, tuning: given.tuning === undefined ? {} : { tuning: given.tuning } };
}
