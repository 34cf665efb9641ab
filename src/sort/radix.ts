import type { Kernel } from '../plan/module.ts';
import type { Pass, Resource, Resources } from '../plan/plan.ts';
import { digitConstants, digitsOf, movedBytes, type SortContext } from './kernels.ts';

/**
 * Keys of at most this many digits are radix sorted, also where runs could be merged: a digit costs less than two
 * merges.
 */
export const DIGITS_WORTH_MERGING = 2;

/** One digit of a multi-pass radix sort, with the buffers that it moves items between. */
export interface DigitPass {
  /** The bindings of an upsweep. */
  readonly read: Resources;
  /** The bindings of a downsweep. */
  readonly move: Resources;
  /**
   * Whether the pass copies segments that were sorted from the start. Together these passes copy them from the input to
   * the output.
   */
  readonly copySorted: boolean;
  /** Whether it is the first pass, which takes items from the input. */
  readonly isFirst: boolean;
}

type Side = 'input' | 'output' | 'scratch';

/** The resource that a pass reads items from or writes them to. */
export function sideResource(what: 'keys' | 'values', side: Side): Resource {
  if (side === 'scratch') return { kind: 'region', name: what === 'keys' ? 'scratchKeys' : 'scratchValues' };
  return { kind: 'argument', name: `${what}${side === 'input' ? 'In' : 'Out'}` };
}

/**
 * The digits of a sort, lowest first: as many as the sort key's bits need, and at least one. Items alternate between
 * scratch and output so that the last pass writes the output. In place the first pass must not write the output. So an
 * odd number of passes gets one more, whose digit is 0 for every key.
 */
export function digitPasses(
  context: Pick<SortContext, 'key' | 'keysInPlace' | 'valuesInPlace' | 'table'>,
): DigitPass[] {
  const { bits } = digitsOf(context);
  const needed = Math.max(1, Math.ceil(context.key.bits / bits));
  const inPlace = context.keysInPlace || context.valuesInPlace;
  const count = needed + (inPlace ? needed % 2 : 0);
  let from: Side = 'input';
  return Array.from({ length: count }, (_, i) => {
    const to: Side = (count - 1 - i) % 2 === 0 ? 'output' : 'scratch';
    const digitShift: Resource = { kind: 'words', words: [i * bits] };
    const read = { digitShift, keysFrom: sideResource('keys', from) };
    const move = {
      ...read,
      keysTo: sideResource('keys', to),
      valuesFrom: sideResource('values', from),
      valuesTo: sideResource('values', to),
    };
    from = to;
    return { read, move, isFirst: i === 0, copySorted: i === 0 || (i === count - 1 && count % 2 === 0) };
  });
}

/** Name and constants that all kernels of a large radix sort have. */
export function largeKernel(context: SortContext, step: string) {
  const { workgroup, tile } = context.table.sort.large;
  return {
    name: `sort/large ${step}`,
    constants: { WORKGROUP: workgroup, TILE: tile, ...digitConstants(context) },
  };
}

/** The parts that differ between kinds of adapters. */
export interface LargeRadix {
  readonly upsweep: Kernel;
  /** The kernel of the first digit, and of all others. */
  readonly downsweeps: readonly [Kernel, Kernel];
  /** The grid of passes over tiles. */
  readonly grid: Pass['grid'];
  /** The passes between upsweep and downsweep, which make indices from counts. */
  countersPasses(read: Resources): Pass[];
  /** Bytes that a downsweep reads and writes per counter. */
  readonly counterBytes: number;
}

/**
 * The passes that sort all large segments together: a least-significant-digit radix sort over the tile table. Each
 * digit takes an upsweep, a scan and a downsweep.
 */
export function largeRadixPasses(context: SortContext, index: number, radix: LargeRadix): Pass[] {
  const { upsweep, downsweeps, grid, counterBytes } = radix;
  const { key, item, first } = movedBytes(context);
  const passes: Pass[] = digitPasses(context).flatMap(({ read, move, copySorted, isFirst }) => {
    const copies: Resource = { kind: 'words', words: [copySorted ? 1 : 0] };
    return [
      { kernel: upsweep, grid, resources: read, traffic: { item: key, radixCounter: 4 } },
      ...radix.countersPasses(read),
      {
        kernel: downsweeps[isFirst ? 0 : 1],
        grid,
        resources: { ...move, copySorted: copies },
        traffic: { item: (isFirst ? first : item) + item, radixCounter: counterBytes },
      },
    ];
  });
  return passes.map((pass) => ({ ...pass, bins: [index] }));
}
