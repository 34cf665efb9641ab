import accessKeysApart from '../../../wgsl/sort/access/keys_apart.wgsl';
import finishTiles from '../../../wgsl/sort/large/finish_tiles.wgsl';
import mergeCuts from '../../../wgsl/sort/merge/cuts.wgsl';
import largeRuns from '../../../wgsl/sort/merge/large_runs.wgsl';
import mediumLanes from '../../../wgsl/sort/merge/medium_lanes.wgsl';
import mergeRuns from '../../../wgsl/sort/merge/runs.wgsl';
import itemKey from '../../../wgsl/sort/small/item/key.wgsl';
import itemKeyLoaded from '../../../wgsl/sort/small/item/key_loaded.wgsl';
import itemKeyStored from '../../../wgsl/sort/small/item/key_stored.wgsl';
import { ARGS } from '../../partition/plan.ts';
import type { Kernel, WgslModule } from '../../plan/module.ts';
import type { Grid, Pass, Resource } from '../../plan/plan.ts';
import { limitedBins, type SortBin, type SortContext } from '../context.ts';
import { keyedKernel } from '../keys/keys.ts';
import { sideResource } from '../radix/passes.ts';
import { networkModule } from '../small/network.ts';
import type { SortStages } from '../stages.ts';

/** Items that one lane sorts in registers before the merges. A tile, and a lane's part of it, is a multiple of this. */
const RUN = 8;

/** What all kernels of one class have. */
interface MergeClass {
  readonly context: SortContext;
  readonly name: string;
  readonly constants: NonNullable<Kernel['constants']>;
}

/** A kernel of a class, with its entry and modules. */
function mergeKernel(
  { context, ...shared }: MergeClass,
  name: string,
  entry: WgslModule,
  ...modules: WgslModule[]
): Kernel {
  return keyedKernel(context, { ...shared, name: `${shared.name} ${name}`, entry, modules });
}

function runsKernel(shared: MergeClass, entry: WgslModule): Kernel {
  const network = networkModule({ lanes: 1, items: RUN });
  return mergeKernel(shared, 'runs', entry, mergeRuns, network, itemKey, itemKeyLoaded, itemKeyStored, accessKeysApart);
}

/** The pass that sorts runs, then as many merges as `longest` items need. The last merge writes the output. */
function mergePasses(
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
function longestOf({ maxSegmentSize, maxItems }: SortContext): number {
  return Math.min(maxSegmentSize, maxItems);
}

/** The parts that differ between kinds of adapters: an invocation or a workgroup merges a segment or a tile. */
export interface MergeVariant extends Pick<SortStages, 'partition' | 'deviceTable' | 'tableFor'> {
  readonly methodText: string;
  /** The entries of the kernels that merge, and their other modules. */
  readonly medium: readonly [entry: WgslModule, ...modules: WgslModule[]];
  readonly large: readonly [entry: WgslModule, ...modules: WgslModule[]];
  /** Lanes of a workgroup that share a segment, or a tile. */
  lanes(workgroup: number): number;
}

/** The passes of one medium bin. */
function mediumPasses(context: SortContext, bin: SortBin, index: number, grid: Grid, variant: MergeVariant): Pass[] {
  const { workgroup } = context.table.sort.medium;
  const shared: MergeClass = {
    context,
    name: `sort/medium ${bin.maxLength}`,
    constants: { WORKGROUP: workgroup, LANES: variant.lanes(workgroup), BIN: index, RUN },
  };
  const merge = mergeKernel(shared, 'merge', ...variant.medium);
  const longest = Math.min(bin.maxLength, longestOf(context));
  return mergePasses(runsKernel(shared, mediumLanes), () => [merge], longest, grid, index);
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
  const cuts = mergeKernel(oneEach, 'cuts', mergeCuts);
  const merge = mergeKernel(shared, 'merge', ...variant.large);
  const merges = (run: number) => (tile % (2 * run) === 0 ? [merge] : [cuts, merge]);
  const grid = { kind: 'indirect', slot: ARGS.tiles } as const;
  return mergePasses(runsKernel(shared, largeRuns), merges, longestOf(context), grid, index);
}

/** The stages of a sort by a custom comparator: medium and large segments are merged from runs. */
export function mergeStages(variant: MergeVariant): SortStages {
  const perWorkgroup = (workgroup: number) => workgroup / variant.lanes(workgroup);
  return {
    partition: variant.partition,
    deviceTable: variant.deviceTable,
    tableFor: variant.tableFor,
    medium: {
      bins(context, networks) {
        const lanes = variant.lanes(context.table.sort.medium.workgroup);
        const methodText = `${variant.methodText}, merge sort`;
        return [...networks, ...limitedBins(context, networks.at(-1)?.maxLength ?? 0, { lanes, methodText })];
      },
      passes: (context, bins, gridOf) =>
        bins.flatMap((bin, index) => {
          if (bin.method !== 'oneBlock') return [];
          const tasksPerWorkgroup = perWorkgroup(context.table.sort.medium.workgroup);
          return mediumPasses(
            context,
            bin,
            index,
            gridOf({ tasksPerSegment: { [index]: 1 }, tasksPerWorkgroup }),
            variant,
          );
        }),
      usesScratch: () => true,
    },
    large: {
      methodText: 'tiles, multi-pass merge sort',
      passes: (context, _, index) => largePasses(context, index, variant),
      // One cut per tile.
      tileCounters: () => 1,
      counterRows: ({ tiles }) => tiles,
      finish: finishTiles,
      finishConstants: () => ({}),
      tasksPerSegment: 1,
      perWorkgroup: ({ table }) => perWorkgroup(table.sort.large.workgroup),
    },
  };
}
