import largeFile from '../../../wgsl/partition/large.wgsl';
import mergeCuts from '../../../wgsl/sort/merge/cuts.wgsl';
import pairs from '../../../wgsl/sort/merge/pairs.wgsl';
import workFile from '../../../wgsl/sort/merge/work.wgsl';
import item from '../../../wgsl/sort/small/item.wgsl';
import { ARGS } from '../../partition/plan.ts';
import { type Kernel, section, type WgslModule } from '../../plan/link.ts';
import type { Grid, Pass, Resource } from '../../plan/plan.ts';
import { accessModules, type BinKind, type GridOf, keyedKernel, type SortBin, type SortContext } from '../kernels.ts';
import { networkModule } from '../networks.ts';
import { type SortStages, sideResource } from '../plan.ts';

/** Items that one lane sorts in registers before the merges. A tile, and a lane's part of it, is a multiple of this. */
export const RUN = 8;

/** What all kernels of one class have. */
export interface MergeClass {
  readonly context: SortContext;
  readonly name: string;
  readonly constants: NonNullable<Kernel['constants']>;
}

/** A kernel of a class, with its entry and modules. */
export function mergeKernel(
  { context, ...shared }: MergeClass,
  name: string,
  entry: WgslModule,
  ...modules: WgslModule[]
): Kernel {
  return keyedKernel(context, { ...shared, name: `${shared.name} ${name}`, entry, modules });
}

export function runsKernel(shared: MergeClass, entry: WgslModule): Kernel {
  const network = networkModule({ lanes: 1, items: RUN });
  const access = accessModules(shared.context);
  return mergeKernel(
    shared,
    'runs',
    entry,
    section(workFile, 'work', 'sort'),
    network,
    section(item, 'item', 'key'),
    section(item, 'load', 'key'),
    section(item, 'store', 'key'),
    ...access,
  );
}

/** The pass that sorts runs, then as many merges as `longest` items need. The last merge writes the output. */
export function mergePasses(
  runs: Kernel,
  mergesOf: (run: number) => readonly Kernel[],
  longest: number,
  grid: Grid,
  bin: number,
): Pass[] {
  const merges = Math.max(0, Math.ceil(Math.log2(longest / RUN)));
  const side = (after: number): Resource => sideResource('keys', (merges - after) % 2 === 0 ? 'output' : 'scratch');
  const passes: Pass[] = [{ kernel: runs, grid, resources: { keysOut: side(0) }, bins: [bin] }];
  for (let i = 0; i < merges; i++) {
    const runShift: Resource = { kind: 'words', words: [Math.log2(RUN) + i] };
    const resources = { runShift, keysFrom: side(i), keysTo: side(i + 1) };
    for (const kernel of mergesOf(RUN * 2 ** i)) passes.push({ kernel, grid, resources, bins: [bin] });
  }
  return passes;
}

/** The length that no segment of the plan exceeds. */
export function longestOf({ maxSegmentSize, maxItems }: SortContext): number {
  return Math.min(maxSegmentSize, maxItems);
}

/** The parts that differ between kinds of adapters: an invocation or a workgroup merges a segment or a tile. */
export interface MergeVariant extends Pick<SortStages, 'partition' | 'networkCode' | 'deviceTable' | 'tableFor'> {
  readonly methodText: string;
  /** The medium bins, after the networks' bins. */
  mediumBins(context: SortContext, longest: number, methodText: string): BinKind[];
  /** The passes of a medium bin. */
  mediumPasses(context: SortContext, bin: SortBin, index: number, gridOf: GridOf): Pass[];
  /** Whether these passes use scratch memory. */
  readonly mediumScratch: boolean;
  /** The entry of the kernel that merges tiles. */
  readonly large: WgslModule;
  /** Lanes of a workgroup that share a tile. */
  lanes(workgroup: number): number;
}

/**
 * The passes of the large class. Where a tile may begin inside a pair of runs, a pass before the merge searches the
 * cuts of all tiles.
 */
function largePasses(context: SortContext, index: number, variant: MergeVariant): Pass[] {
  const { workgroup, tile } = context.table.sort.large;
  const lanes = variant.lanes(workgroup);
  const shared: MergeClass = {
    context,
    name: 'sort/large',
    constants: { WORKGROUP: workgroup, LANES: lanes, TILE: tile, RUN },
  };
  // One invocation per tile. The merges determine the grid, and have workgroup / lanes tiles per workgroup.
  const oneEach = { ...shared, constants: { ...shared.constants, WORKGROUP: workgroup / lanes } };
  const cuts = mergeKernel(oneEach, 'cuts', mergeCuts, section(pairs, 'runs', 'storage'));
  const merge = mergeKernel(shared, 'merge', variant.large, section(pairs, 'runs', 'storage'));
  const merges = (run: number) => (tile % (2 * run) === 0 ? [merge] : [cuts, merge]);
  const grid = { kind: 'indirect', slot: ARGS.tiles } as const;
  return mergePasses(runsKernel(shared, section(workFile, 'takes', 'tiles')), merges, longestOf(context), grid, index);
}

/** The stages of a sort by a custom comparator: medium and large segments are merged from runs. */
export function mergeStages(variant: MergeVariant): SortStages {
  const perWorkgroup = (workgroup: number) => workgroup / variant.lanes(workgroup);
  return {
    partition: variant.partition,
    networkCode: variant.networkCode,
    deviceTable: variant.deviceTable,
    tableFor: variant.tableFor,
    medium: {
      bins: (context, networks) => [
        ...networks,
        ...variant.mediumBins(context, networks.at(-1)?.maxLength ?? 0, `${variant.methodText}, merge sort`),
      ],
      passes: (context, bins, gridOf) =>
        bins.flatMap((bin, index) =>
          bin.method === 'oneBlock' ? variant.mediumPasses(context, bin, index, gridOf) : [],
        ),
      usesScratch: () => variant.mediumScratch,
    },
    large: {
      methodText: 'tiles, multi-pass merge sort',
      passes: (context, _, index) => largePasses(context, index, variant),
      // One cut per tile.
      tileCounters: () => 1,
      counterRows: (_, { tiles }) => tiles,
      finish: section(largeFile, 'finishTiles', 'counters'),
      finishConstants: () => ({}),
      tasksPerSegment: 1,
      perWorkgroup: ({ table }) => perWorkgroup(table.sort.large.workgroup),
    },
  };
}
