import blockCooperative from '../../../wgsl/scan/block.gpu.wgsl';
import largeColumns from '../../../wgsl/sort/large/columns.software.wgsl';
import downsweepWorkgroup from '../../../wgsl/sort/large/downsweep.gpu.wgsl';
import downsweepLone from '../../../wgsl/sort/large/downsweep.software.wgsl';
import scatterCoalesced from '../../../wgsl/sort/large/scatter_coalesced.gpu.wgsl';
import scatterDirect from '../../../wgsl/sort/large/scatter_direct.gpu.wgsl';
import workgroupKey from '../../../wgsl/sort/large/store_key.gpu.wgsl';
import workgroupPair from '../../../wgsl/sort/large/store_pair.gpu.wgsl';
import upsweepWorkgroup from '../../../wgsl/sort/large/upsweep.gpu.wgsl';
import upsweepLone from '../../../wgsl/sort/large/upsweep.software.wgsl';
import payloadNone from '../../../wgsl/sort/radix/payload_none.gpu.wgsl';
import payloadValue from '../../../wgsl/sort/radix/payload_value.gpu.wgsl';
import { ARGS, largeBounds } from '../../partition/plan.ts';
import type { Kernel, WgslModule } from '../../plan/module.ts';
import { counted, type Grid, type Pass, type Resource, type Resources } from '../../plan/plan.ts';
import { STATE } from '../../plan/state.ts';
import { scanPasses } from '../../scan/plan.ts';
import { digitConstants, digitsOf, movedBytes, type SortBin, type SortContext } from '../context.ts';
import { keyedKernel } from '../keys/keys.ts';
import { localDigits } from '../medium/radix.ts';
import { digitPasses, moveModule } from '../radix/passes.ts';

/** Words of the counters that a tile has, and in family `cpu` a segment too. */
export function counterRow(context: Pick<SortContext, 'table' | 'family'>): number {
  return digitsOf(context).count + (context.family === 'cpu' ? 1 : 0);
}

/** Invocations a segment that scan its columns: lavapipe takes as long for one that finds no segment as for ten loads. */
export const COLUMN_GROUPS = 32;

function shared(context: SortContext, step: string) {
  const { workgroup, tile } = context.table.sort.large;
  return {
    name: `sort/large ${step}`,
    aliases: { Scanned: 'u32' },
    constants: { ...STATE, WORKGROUP: workgroup, TILE: tile, COLUMN_GROUPS, ...digitConstants(context) },
  };
}

function upsweep(context: SortContext): Kernel {
  const lone = context.family === 'cpu';
  const common = shared(context, 'upsweep');
  return keyedKernel(context, {
    ...common,
    entry: lone ? upsweepLone : upsweepWorkgroup,
    constants: { ...common.constants, CHECK_ORDER: context.table.sort.earlyOut },
  });
}

/** Scans the counters of each segment, by itself. */
function columns(context: SortContext): Kernel {
  return { ...shared(context, 'columns'), entry: largeColumns };
}

/** What moves a tile's items: an invocation in order, or a workgroup that ranks the tile first. */
function downsweepModules(context: SortContext): WgslModule[] {
  if (context.family === 'cpu') return [moveModule(context)];
  return [
    context.table.sort.large.scatter === 'direct' ? scatterDirect : scatterCoalesced,
    ...(context.pairs ? [payloadValue, workgroupPair] : [payloadNone, workgroupKey]),
    blockCooperative,
  ];
}

function downsweep(context: SortContext): Kernel {
  const lone = context.family === 'cpu';
  const { workgroup, tile } = context.table.sort.large;
  const common = shared(context, 'downsweep');
  const own = lone ? { CHECK_ORDER: false } : { ITEMS: Math.ceil(tile / workgroup), ...localDigits(context) };
  return keyedKernel(context, {
    ...common,
    entry: lone ? downsweepLone : downsweepWorkgroup,
    modules: downsweepModules(context),
    constants: { ...common.constants, ...own },
  });
}

/**
 * Grids of the passes over tiles, and of that over columns. Direct ones are for as many as disjoint segments over the call's
 * items can have: on lavapipe an indirect dispatch costs as much as hundreds of workgroups that find nothing to do.
 */
function largeGrids(context: SortContext, bin: SortBin) {
  const { workgroup, tile, directGrid } = context.table.sort.large;
  if (context.family === 'gpu' || !directGrid) {
    return { tiles: { kind: 'indirect', slot: ARGS.tiles }, columns: { kind: 'indirect', slot: ARGS.large } } as const;
  }
  const { minLength } = bin;
  return {
    // Every segment may have a tile more than its items fill.
    tiles: counted('items', tile, workgroup, { extra: largeBounds(context, bin, tile).segments }),
    columns: counted(minLength > 1 ? 'items' : 'segments', minLength, workgroup, { rows: COLUMN_GROUPS }),
  };
}

/** What turns counts into places, between upsweep and downsweep. */
function countersPasses(context: SortContext, read: Resources, grid: Grid): Pass[] {
  return context.family === 'gpu'
    ? scanPasses(context.table, 'radix', { kind: 'indirect', slot: ARGS.radixScan })
    : [{ kernel: columns(context), grid, resources: read, traffic: { radixCounter: 8 } }];
}

/**
 * All large segments together, a least-significant-digit radix sort over the tile table: upsweep, scan, downsweep for
 * each digit.
 */
export function largePasses(context: SortContext, bin: SortBin, index: number): Pass[] {
  const grids = largeGrids(context, bin);
  const { key, item } = movedBytes(context);
  const up = upsweep(context);
  const down = downsweep(context);
  const passes: Pass[] = digitPasses(context).flatMap(({ read, move, copySorted }) => {
    const copies: Resource = { kind: 'words', words: [copySorted ? 1 : 0] };
    return [
      { kernel: up, grid: grids.tiles, resources: read, traffic: { item: key, radixCounter: 4 } },
      ...countersPasses(context, read, grids.columns),
      {
        kernel: down,
        grid: grids.tiles,
        resources: { ...move, copySorted: copies },
        traffic: { item: 2 * item, radixCounter: context.family === 'cpu' ? 8 : 4 },
      },
    ];
  });
  return passes.map((pass) => ({ ...pass, bins: [index] }));
}
