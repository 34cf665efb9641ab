import accessKeysApart from '../../../wgsl/sort/access/keys_apart.wgsl';
import mergeCuts from '../../../wgsl/sort/merge/cuts.wgsl';
import mergeLargeWorkgroup from '../../../wgsl/sort/merge/large_merge.gpu.wgsl';
import mergeLargeLone from '../../../wgsl/sort/merge/large_merge.software.wgsl';
import mergeLarge from '../../../wgsl/sort/merge/large_runs.wgsl';
import mergeMedium from '../../../wgsl/sort/merge/medium_lanes.wgsl';
import mergeMediumWorkgroup from '../../../wgsl/sort/merge/medium_merge.gpu.wgsl';
import mergeRuns from '../../../wgsl/sort/merge/runs.wgsl';
import mergeWhole from '../../../wgsl/sort/merge/whole.software.wgsl';
import itemKey from '../../../wgsl/sort/small/item/key.wgsl';
import itemKeyLoaded from '../../../wgsl/sort/small/item/key_loaded.wgsl';
import itemKeyStored from '../../../wgsl/sort/small/item/key_stored.wgsl';
import { ARGS } from '../../partition/plan.ts';
import type { Kernel, WgslModule } from '../../plan/module.ts';
import type { Grid, Pass, Resource } from '../../plan/plan.ts';
import type { SortBin, SortContext } from '../context.ts';
import { keyedKernel } from '../keys/keys.ts';
import { sideResource } from '../radix/passes.ts';
import { networkModule } from '../small/network.ts';

/** Items that one lane sorts in registers before merging begins; tiles and shares of lanes are multiples of it. */
const RUN = 8;

/** What the kernels of one class share. */
interface MergeClass {
  readonly context: SortContext;
  readonly name: string;
  readonly constants: NonNullable<Kernel['constants']>;
}

/** A kernel of that class, with what only it has. */
function kernelOf(
  { context, ...shared }: MergeClass,
  name: string,
  entry: WgslModule,
  ...modules: WgslModule[]
): Kernel {
  return keyedKernel(context, { ...shared, name: `${shared.name} ${name}`, entry, modules });
}

function runsKernel(shared: MergeClass, entry: WgslModule): Kernel {
  const network = networkModule({ lanes: 1, items: RUN });
  return kernelOf(shared, 'runs', entry, mergeRuns, network, itemKey, itemKeyLoaded, itemKeyStored, accessKeysApart);
}

/** Runs, then as many merges as segments of `longest` items need; the last one writes the output. */
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

/** No segment of the plan is longer. */
function longestOf({ maxSegmentSize, maxItems }: SortContext): number {
  return Math.min(maxSegmentSize, maxItems);
}

/** One medium bin of a sort by a caller's order: an invocation or a workgroup merges a segment, pass by pass. */
export function mediumMerges(context: SortContext, bin: SortBin, index: number, grid: Grid): Pass[] {
  const { workgroup } = context.table.sort.medium;
  const alone = context.family === 'cpu';
  const shared: MergeClass = {
    context,
    name: `sort/medium ${bin.maxLength}`,
    constants: { WORKGROUP: workgroup, LANES: alone ? 1 : workgroup, BIN: index, RUN },
  };
  const merge = alone
    ? kernelOf(shared, 'merge', mergeMedium, mergeWhole)
    : kernelOf(shared, 'merge', mergeMediumWorkgroup);
  const longest = Math.min(bin.maxLength, longestOf(context));
  return mergePasses(runsKernel(shared, mergeMedium), () => [merge], longest, grid, index);
}

/**
 * The large class of a sort by a caller's order: an invocation or a workgroup merges a tile, pass by pass. Where a tile may
 * begin inside a pair of runs, the cuts of all tiles are searched first.
 */
export function largeMerges(context: SortContext, _: SortBin, index: number): Pass[] {
  const { workgroup, tile } = context.table.sort.large;
  const alone = context.family === 'cpu';
  const shared: MergeClass = {
    context,
    name: 'sort/large',
    constants: { WORKGROUP: workgroup, LANES: alone ? 1 : workgroup, TILE: tile, RUN },
  };
  // A tile an invocation: the grid, made for the merges, has a workgroup a tile where they are not alone.
  const oneEach = { ...shared, constants: { ...shared.constants, WORKGROUP: alone ? workgroup : 1 } };
  const cuts = kernelOf(oneEach, 'cuts', mergeCuts);
  const merge = kernelOf(shared, 'merge', alone ? mergeLargeLone : mergeLargeWorkgroup);
  const merges = (run: number) => (tile % (2 * run) === 0 ? [merge] : [cuts, merge]);
  const grid = { kind: 'indirect', slot: ARGS.tiles } as const;
  return mergePasses(runsKernel(shared, mergeLarge), merges, longestOf(context), grid, index);
}
