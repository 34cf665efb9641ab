import type { Kernel } from '../../plan/module.ts';
import type { Pass, Resource, Resources } from '../../plan/plan.ts';
import { digitConstants, movedBytes, type SortContext } from '../context.ts';
import { digitPasses } from '../radix/passes.ts';

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
