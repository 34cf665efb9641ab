import { inWords, SegmentedError } from '../errors.ts';
import { requireDevice } from '../gpu/device_state.ts';
import { type HostCall, hostCall } from '../gpu/host_call.ts';
import type { BufferArgument } from '../gpu/ranges.ts';
import { typeBytes } from '../item_types.ts';
import type { Operand } from '../ports/operand.ts';
import { sharedScratch } from '../ports/plans.ts';
import type { Upload } from '../ports/segments.ts';
import { uploaded, uploadedWords } from '../ports/upload.ts';
import type { Tuning } from '../tuning/tuning.ts';

/**
 * What takes the place of oneDPL's policies and SYCL's queues. Without an encoder a call submits its work, and its
 * promise resolves when the results are there; with one it records, and its promise resolves when that is done.
 */
export interface Policy {
  readonly device: GPUDevice;
  readonly encoder?: GPUCommandEncoder | GPUComputePassEncoder | undefined;
  readonly tuning?: Tuning | undefined;
}

/** What a call records with. */
export interface CallBuffers {
  readonly encoder: GPUCommandEncoder | GPUComputePassEncoder;
  readonly temporary: BufferArgument;
  readonly upload: Upload;
  /** The first items of an operand, on the device. */
  input(from: Operand, count: number): BufferArgument;
  /**
   * The same to be written. An array of the host is too once the work is done; items that no kernel writes keep their
   * bits.
   */
  output(to: Operand, count: number): BufferArgument;
  /** A buffer of so many bytes, which are handed over once the work is done. */
  result(label: string, bytes: number, take: (bytes: Uint8Array<ArrayBuffer>) => void): BufferArgument;
}

/** Checks the first argument of a call. `name`: policy or queue. */
export function requirePolicy(name: string, policy: Policy): Policy {
  if (typeof policy !== 'object' || policy === null || !('device' in policy)) {
    throw new SegmentedError('invalid-option', `${name}: ${inWords(policy)}; allowed: { device, encoder?, tuning? }`);
  }
  requireDevice(policy.device);
  return policy;
}

/** Refuses results on the host where the call only records. */
export function requireReturn({ encoder }: Policy, name: string, isHost: boolean): void {
  if (!encoder || !isHost) return;
  throw new SegmentedError(
    'invalid-option',
    `${name}: an array of the host; allowed with an encoder: device_ptr(buffer, type), ` +
      'for a recorded call brings nothing back',
  );
}

type Results = { buffer: GPUBuffer; bytes: number; take: (bytes: Uint8Array<ArrayBuffer>) => void }[];

function itemBytes({ type }: Operand, count: number): number {
  return count * typeBytes(type);
}

function hostBytes(from: Operand, count: number): Uint8Array {
  return (from.host as NonNullable<Operand['host']>).items.bytes.subarray(0, itemBytes(from, count));
}

/** A place whose buffers are freed when the call ends. */
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
        // What no kernel wrote may have been written by others meanwhile.
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
    upload: (label, words) => uploadedWords(device, label, words),
    input: (from, count) => from.range ?? uploaded(device, from.name, hostBytes(from, count)),
    output: (to) => to.range ?? refused(),
    result: refused,
  });
}

/** Records into the policy's encoder, or submits and waits until the results are in their buffers and arrays. */
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
