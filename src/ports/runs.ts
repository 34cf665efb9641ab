/**
 * Runs of equal keys. A grouping of keys in their given order writes where each run begins, and how many runs there
 * are. Another plan takes these as its segments. Both are recorded one after the other.
 */
import type { SegmentsArgument } from '../api/recorded.ts';
import { requireOneOf } from '../checks.ts';
import { type BufferArgument, bufferRange } from '../gpu/arguments.ts';
import type { BufferRange } from '../gpu/ranges.ts';
import { NUMBER_TYPES, type NumberType } from '../item_types.ts';
import { BINDING_ALIGNMENT } from '../plan/plan.ts';
import type { Tuning } from '../tuning/tuning.ts';
import type { Operand } from './operand.ts';
import { cachedGroup } from './plans.ts';

/** Buffers of the keys, and of what a caller wants of their runs. */
export interface RunsArguments {
  readonly keysIn: BufferArgument;
  /** Receives the first key of each run. */
  readonly keysOut?: BufferArgument;
  /** Receives the number of runs. */
  readonly countOut?: BufferArgument;
}

/** What the plan after the grouping is recorded with. */
export interface RunsFound {
  readonly segments: SegmentsArgument;
  readonly temporary: BufferRange;
}

/** A grouping by runs, and the plan that takes the runs as its segments. */
export interface RunsPlan<P> {
  readonly next: P;
  /** Bytes of scratch memory of both plans, and of the runs. */
  readonly temporaryBytes: number;
  /** Records the grouping and returns its runs. */
  encode(
    encoder: GPUCommandEncoder | GPUComputePassEncoder,
    buffers: RunsArguments,
    temporary: BufferArgument,
  ): RunsFound;
}

/** Where each part of a call's scratch memory begins, and the bytes of all. */
function partsOf(sizes: readonly number[]): { readonly starts: readonly number[]; readonly bytes: number } {
  const starts: number[] = [];
  let bytes = 0;
  for (const size of sizes) {
    starts.push(bytes);
    bytes += BINDING_ALIGNMENT * Math.ceil(size / BINDING_ALIGNMENT);
  }
  return { starts, bytes };
}

/** Checks the keys of runs, and returns their type. */
export function requireKeys({ name, type }: Operand): NumberType {
  requireOneOf(name, type, NUMBER_TYPES, 'unsupported-type');
  return type as NumberType;
}

/** Makes the grouping of `itemCount` keys for a plan. -0 and +0 are equal keys, and so are all NaNs. */
export async function runsPlan<P extends { readonly temporaryBytes: number }>(
  device: GPUDevice,
  keyType: NumberType,
  itemCount: number,
  next: P,
  tuning: { readonly tuning?: Tuning },
): Promise<RunsPlan<P>> {
  const group = await cachedGroup(device, {
    ...{ keyType, sorted: true, signedZero: 'equal', maxItems: itemCount },
    ...tuning,
  });
  const offsetsBytes = 4 * (itemCount + 1);
  const rowsBytes = 4 * Math.max(itemCount, 1);
  // The two plans run one after the other, so they share their scratch memory.
  const planBytes = Math.max(group.temporaryBytes, next.temporaryBytes);
  const { starts, bytes } = partsOf([offsetsBytes, rowsBytes, 4, planBytes]);
  return {
    next,
    temporaryBytes: bytes,
    encode(encoder, { keysIn, keysOut, countOut }, temporary) {
      const { buffer, offset } = bufferRange('temporary', temporary);
      const part = (i: number, size: number) => ({ buffer, offset: offset + (starts[i] as number), size });
      const offsetsOut = part(0, offsetsBytes);
      const count = countOut ?? part(2, 4);
      const scratch = (size: number) => part(3, BINDING_ALIGNMENT * Math.ceil(size / BINDING_ALIGNMENT));
      group.encode(encoder, {
        ...{ idsIn: keysIn, offsetsOut, rowsOut: part(1, rowsBytes), countOut: count, itemCount },
        ...(keysOut === undefined ? {} : { keysOut }),
        temporary: scratch(group.temporaryBytes),
      });
      return { segments: { offsets: offsetsOut, count }, temporary: scratch(next.temporaryBytes) };
    },
  };
}
