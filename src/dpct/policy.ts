import { inWords, requireMembers, SegmentedError } from '../checks.ts';
import type { BufferArgument } from '../gpu/arguments.ts';
import { requireDevice } from '../gpu/device.ts';
import { type HostCall, hostCall } from '../gpu/host_call.ts';
import { typeBytes } from '../item_types.ts';
import type { Operand } from '../ports/operand.ts';
import { sharedScratch, uploaded } from '../ports/plans.ts';
import type { Upload } from '../ports/segments.ts';
import type { Tuning } from '../tuning/tuning.ts';

/**
 * The argument that replaces oneDPL's policies and SYCL's queues. Without an encoder a call submits its work, and its
 * promise resolves when the results are written. With an encoder it only records, and its promise resolves after that.
 */
export interface Policy {
  readonly device: GPUDevice;
  readonly encoder?: GPUCommandEncoder | GPUComputePassEncoder | undefined;
  readonly tuning?: Tuning | undefined;
}

/** The encoder and the buffers of one call. */
export interface CallBuffers {
  readonly encoder: GPUCommandEncoder | GPUComputePassEncoder;
  readonly temporary: BufferArgument;
  readonly upload: Upload;
  /** A buffer with the first `count` items of an operand. */
  input(from: Operand, count: number): BufferArgument;
  /**
   * A buffer for the first `count` items of an operand that kernels write. An array of the host is written once the
   * work is done. Items that no kernel writes keep their bits.
   */
  output(to: Operand, count: number): BufferArgument;
  /** A buffer of `bytes` bytes. `take` gets these once the work is done. */
  result(label: string, bytes: number, take: (bytes: Uint8Array<ArrayBuffer>) => void): BufferArgument;
}

/** Checks the first argument of a call, whose name is policy or queue. */
export function requirePolicy(name: string, policy: Policy): Policy {
  if (typeof policy !== 'object' || policy === null || !('device' in policy)) {
    throw new SegmentedError('invalid-option', `${name}: ${inWords(policy)}; allowed: { device, encoder?, tuning? }`);
  }
  requireMembers(name, policy, ['device', 'encoder', 'tuning']);
  requireDevice(policy.device);
  return policy;
}

/** Refuses results on the host if the call only records. */
export function requireReturn({ encoder }: Policy, name: string, isHost: boolean): void {
  if (!encoder || !isHost) return;
  throw new SegmentedError(
    'invalid-option',
    `${name}: an array of the host; allowed with an encoder: device_ptr(buffer, type), ` +
      'since a recorded call returns nothing to the host',
  );
}

type Results = { buffer: GPUBuffer; bytes: number; take: (bytes: Uint8Array<ArrayBuffer>) => void }[];

function itemBytes({ type }: Operand, count: number): number {
  return count * typeBytes(type);
}

function hostBytes(from: Operand, count: number): Uint8Array {
  return (from.host as NonNullable<Operand['host']>).items.bytes.subarray(0, itemBytes(from, count));
}

/** The buffers of a call that submits its work. They are freed when the call ends. */
function submittingBuffers(call: HostCall, temporaryBytes: number, results: Results): CallBuffers {
  return {
    encoder: call.encoder,
    temporary: call.storage('temporary', temporaryBytes),
    upload: (label, words) => call.upload(label, words),
    input: (from, count) => from.range ?? call.upload(from.name, hostBytes(from, count)),
    output: (to, count) => {
      if (to.range) return to.range;
      const { buffer, byteOffset } = (to.host as NonNullable<Operand['host']>).array;
      const before = hostBytes(to, count).slice();
      const made = call.upload(to.name, before);
      const take = (found: Uint8Array) => {
        const bytes = new Uint8Array(buffer, byteOffset, before.length);
        // Other code may meanwhile have written bytes of the array that no kernel wrote.
        for (const [i, byte] of found.entries()) if (byte !== before[i]) bytes[i] = byte;
      };
      results.push({ buffer: made, bytes: before.length, take });
      return made;
    },
    result: (label, bytes, take) => {
      const buffer = call.storage(label, bytes);
      results.push({ buffer, bytes, take });
      return buffer;
    },
  };
}

async function record(
  { device }: Policy,
  encoder: GPUCommandEncoder | GPUComputePassEncoder,
  temporaryBytes: number,
  work: (buffers: CallBuffers) => void,
) {
  const buffer = await sharedScratch(device, temporaryBytes);
  const refused = () => {
    throw new Error('results of a recorded call stay on the device');
  };
  work({
    encoder,
    temporary: { buffer, size: temporaryBytes },
    upload: (label, words) => uploaded(device, label, words),
    input: (from, count) => from.range ?? uploaded(device, from.name, hostBytes(from, count)),
    output: (to) => to.range ?? refused(),
    result: refused,
  });
}

/** Records into the policy's encoder. Without one it submits, and waits until all results are written. */
export async function perform(
  policy: Policy,
  temporaryBytes: number,
  work: (buffers: CallBuffers) => void,
): Promise<void> {
  const { device, encoder } = policy;
  if (encoder) return record(policy, encoder, temporaryBytes, work);
  await hostCall(device, (call) => {
    const results: Results = [];
    work(submittingBuffers(call, temporaryBytes, results));
    const reads = results.map(({ buffer, bytes }) => call.readback(buffer, bytes));
    return () => {
      reads.forEach((read, i) => {
        results[i]?.take(read());
      });
    };
  });
  await device.queue.onSubmittedWorkDone();
}
