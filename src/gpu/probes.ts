/**
 * Finds encoders and buffers that WebGPU would reject later, without the argument's name: of another device, destroyed,
 * mapped or finished. WebGPU reports such errors asynchronously, so `encode` cannot throw them. The error comes as an
 * event `uncapturederror` of the device, and the next `encode` with that buffer throws it.
 */
import { refused, SegmentedError, type SegmentedErrorCode } from '../checks.ts';
import type { BufferRange } from './ranges.ts';

/** What is known of the buffers that a device's calls have bound. */
interface Known {
  /** Buffers that have been probed, each with its error, once WebGPU has reported one. */
  readonly buffers: WeakMap<GPUBuffer, SegmentedError | undefined>;
  readonly layout: GPUBindGroupLayout;
}

const known = new WeakMap<GPUDevice, Known>();

function knownOf(device: GPUDevice): Known {
  let found = known.get(device);
  if (!found) {
    const entries = [{ binding: 0, visibility: GPUShaderStage.COMPUTE, buffer: { type: 'storage' } as const }];
    found = { buffers: new WeakMap(), layout: device.createBindGroupLayout({ label: 'probe', entries }) };
    known.set(device, found);
  }
  return found;
}

const OTHER_DEVICE =
  'one of the device that the plan was made with. Did a framework make its own device? ' +
  'Give it yours, or make the plan with its device';

/** Words of the messages of Dawn, wgpu and WebKit. */
const REASONS: readonly (readonly [RegExp, SegmentedErrorCode, string, string])[] = [
  [/cannot be used with|mismatch|same device|different device/i, 'wrong-device', 'of another device', OTHER_DEVICE],
  [/destroyed/i, 'destroyed', 'a destroyed buffer', 'a buffer not yet destroyed'],
  [/mapped/i, 'invalid-option', 'a mapped buffer', 'a buffer that is not mapped'],
  [/finished|ended|locked/i, 'invalid-option', 'a finished encoder', 'an encoder before finish()'],
];

function errorOf(name: string, cause: GPUError): SegmentedError | undefined {
  const reason = REASONS.find(([pattern]) => pattern.test(cause.message));
  if (!reason) return undefined;
  const [, code, found, allowed] = reason;
  return new SegmentedError(code, `${name}: ${found}; allowed: ${allowed} (${cause.message.split('\n')[0]})`, {
    cause,
  });
}

/** Reports an error as WebGPU reports uncaptured errors. */
function report(device: GPUDevice, error: SegmentedError): void {
  const event = Object.assign(new Event('uncapturederror', { cancelable: true }), { error });
  if (device.dispatchEvent(event)) console.error(error);
}

/** Runs a probe in an error scope. `failed` receives the error that WebGPU reports for it, with the argument's name. */
function probe(device: GPUDevice, name: string, run: () => void, failed: (error: SegmentedError) => void): void {
  device.pushErrorScope('validation');
  try {
    run();
  } finally {
    device.popErrorScope().then(
      (cause) => {
        const error = cause && errorOf(name, cause);
        if (!error) return;
        failed(error);
        report(device, error);
      },
      // The scope of a lost device has no outcome.
      () => undefined,
    );
  }
}

const NOTHING = new Uint8Array(0);

/** Uses a buffer in ways that have no effect. */
function useBuffer(device: GPUDevice, { buffer, offset }: BufferRange, layout: GPUBindGroupLayout): void {
  device.createBindGroup({ label: 'probe', layout, entries: [{ binding: 0, resource: { buffer, offset, size: 4 } }] });
  if (buffer.usage & GPUBufferUsage.COPY_DST) device.queue.writeBuffer(buffer, 0, NOTHING);
}

/** Probes the buffers of a call that no earlier call of the device has bound. Throws the error of a known one. */
export function probeBuffers(device: GPUDevice, ranges: Readonly<Record<string, BufferRange>>): void {
  const { buffers, layout } = knownOf(device);
  for (const [argument, range] of Object.entries(ranges)) {
    const { buffer, offset, name = argument } = range;
    const error = buffers.get(buffer);
    if (error) throw error;
    if (buffers.has(buffer) || buffer.size - offset < 4) continue;
    try {
      probe(
        device,
        name,
        () => useBuffer(device, range, layout),
        (found) => buffers.set(buffer, found),
      );
    } catch (cause) {
      throw otherImplementation(name, 'a GPUBuffer', cause);
    }
    buffers.set(buffer, undefined);
  }
}

/** Probes whether an encoder is finished. WebGPU reports everything else about it when it is finished. */
export function probeEncoder(device: GPUDevice, encoder: GPUCommandEncoder | GPUComputePassEncoder): void {
  if (!('beginComputePass' in encoder)) return;
  probe(
    device,
    'encoder',
    () => encoder.insertDebugMarker('webgpu-segmented'),
    () => undefined,
  );
}

/** The error for an object that WebGPU's implementation does not recognize, such as one of a second copy of Dawn. */
export function otherImplementation(name: string, what: string, cause: unknown): SegmentedError {
  const found = `${what} of another implementation of WebGPU`;
  const error = refused('wrong-device', name, found, `${OTHER_DEVICE}. Is the package webgpu loaded twice?`);
  error.cause = cause;
  return error;
}
