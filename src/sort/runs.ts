import type { Kernel, Pass, Resource } from '../record/plan.ts';
import type { Piece } from '../template/assemble.ts';
import {
  sortAccessKeysApart,
  sortAccessKeysInPlace,
  sortAccessValuesApart,
  sortRunsKeys,
  sortRunsLeft,
  sortRunsMerge,
  sortRunsMergedKeys,
  sortRunsMergedPairs,
  sortRunsPairs,
  sortRunsShares,
  sortRunsShort,
  sortRunsSort,
  sortRunsToOutput,
  sortRunsToRange,
  sortSmallExchangeSubgroup,
  sortSmallExchangeWorkgroup,
  sortSmallItemKey,
  sortSmallItemStoredSortKey,
  sortSmallItemTagged,
  sortSmallItemTaggedLoaded,
  sortSmallItemValueNone,
  sortSmallItemWordsTwoWords,
  sortSmallItemWordsWord,
  stateLayout,
  stateLists,
  stateWorkgroupIndex,
} from '../template/pieces.ts';
import { type BinRange, digitsOf, type GridOf, movedBytes, type SortContext, SPAN_BYTES } from './context.ts';
import { keyedKernel } from './keys.ts';
import { mergePiece, networkPiece, type SmallShape } from './network.ts';
import { DIGITS_WORTH_MERGING, sideResource } from './passes.ts';
import { smallShapes } from './small.ts';

/** Items that a merge moves at a time. */
const BLOCK = 4;

/** The shape that sorts a run: the longest small one. */
export function runShape(context: SortContext): SmallShape | undefined {
  return smallShapes(context).at(-1);
}

/** Items of a run. */
export function runLength(context: SortContext): number {
  const { lanes, items } = runShape(context) ?? { lanes: 0, items: 0 };
  return lanes * items;
}

/**
 * Bins whose segments are sorted as runs that are merged, of up to 1, 2, 4, … runs: of keys that their sort key tells apart,
 * since a merge of blocks is not stable, or that come with values, whose places make it so; of so many digits that a radix
 * sort would read them more often. None of values in place, which would be overwritten before they are fetched.
 */
export function runBins(context: SortContext): number {
  const { key, pairs, compare, table } = context;
  const { mergedMost, mergedMostPairs } = table.sort.medium;
  const fit = !compare && key.lossless && !(pairs && context.valuesInPlace);
  const run = runLength(context);
  const most = pairs ? mergedMostPairs : mergedMost;
  if (!fit || key.bits <= DIGITS_WORTH_MERGING * digitsOf(context).bits || run === 0 || most < run) return 0;
  return 1 + Math.log2(most / run);
}

/** Merges, of four runs each, that a segment of up to 2^k runs takes. */
export const mergesOf = (k: number) => Math.ceil(k / 2);

function shared(context: SortContext, name: string, workgroup: number, firstBin: number) {
  return {
    name,
    // All that a plan could have, though this one's segments may be shorter: other kernels would be compiled anew.
    constants: {
      WORKGROUP: workgroup,
      RUN: runLength(context),
      RUN_BIN: firstBin,
      RUN_BINS: runBins(context),
    },
  } as const;
}

const NUMBERS = ['state', 'spans', 'mergesLeft'] as const;

/** What items are, and what a pass leaves of them. */
function itemPieces({ key, pairs }: SortContext) {
  if (!pairs) return [sortRunsLeft, sortRunsKeys];
  const words = [key.words === 1 ? sortSmallItemWordsWord : sortSmallItemWordsTwoWords];
  const tagged = [sortSmallItemTagged, sortSmallItemStoredSortKey, sortAccessValuesApart];
  return [...words, ...tagged, sortRunsLeft, sortRunsPairs];
}

/** `sortRun`: one network, or a shorter one as well, unless lanes meet at barriers in it. */
function networkPieces(context: SortContext): Piece[] {
  const shape = runShape(context) as SmallShape;
  const { small, medium } = context.table.sort;
  const diverges = context.family === 'cpu' && (shape.lanes === 1 || context.subgroups);
  if (!medium.shortRuns || !diverges) return [networkPiece(shape, small, 'sortRun')];
  const short = { lanes: shape.lanes, items: Math.ceil(shape.items / 4) };
  return [sortRunsShort, networkPiece(shape, small), networkPiece(short, small, 'sortShort')];
}

/** `toOutput`: in place, and to the output, which is bound to be read from. */
function runsKernel(context: SortContext, firstBin: number, toOutput: boolean): Kernel {
  const { lanes, items } = runShape(context) as SmallShape;
  const exchange = context.subgroups ? sortSmallExchangeSubgroup : sortSmallExchangeWorkgroup;
  const common = shared(context, 'sort/runs', context.table.sort.small.workgroup, firstBin);
  return keyedKernel(context, {
    ...common,
    subgroups: lanes > 1 && context.subgroups,
    constants: { ...common.constants, LANES: lanes, ITEMS: items },
    bindings: [
      ...NUMBERS,
      context.keysInPlace ? 'keysOut' : 'keysIn',
      ...(toOutput ? [] : (['keysTo'] as const)),
      ...(context.pairs ? (['valuesIn', 'valuesTo'] as const) : []),
    ],
    pieces: [
      sortRunsSort,
      sortRunsShares,
      stateLayout,
      stateLists,
      stateWorkgroupIndex,
      context.keysInPlace ? sortAccessKeysInPlace : sortAccessKeysApart,
      ...itemPieces(context),
      ...(context.pairs ? [sortSmallItemTaggedLoaded, sortSmallItemValueNone] : [sortSmallItemKey]),
      toOutput ? sortRunsToOutput : sortRunsToRange,
      ...(lanes > 1 ? [exchange] : []),
      ...networkPieces(context),
    ],
  });
}

function mergeKernel(context: SortContext, firstBin: number): Kernel {
  return keyedKernel(context, {
    ...shared(context, 'sort/merge of runs', context.table.sort.medium.workgroup, firstBin),
    bindings: [
      ...NUMBERS,
      'keysFrom',
      'keysTo',
      ...(context.pairs ? (['valuesFrom', 'valuesTo', 'valuesIn'] as const) : []),
    ],
    pieces: [
      sortRunsMerge,
      sortRunsShares,
      stateLayout,
      stateLists,
      stateWorkgroupIndex,
      ...itemPieces(context),
      context.pairs ? sortRunsMergedPairs : sortRunsMergedKeys,
      mergePiece(BLOCK),
    ],
  });
}

const constant = (value: number): Resource => ({ kind: 'constant', value });
const side = (mergesLeft: number) => (mergesLeft % 2 === 0 ? 'output' : 'scratch');

/**
 * The passes that sort the bins from `first` on, segments of up to 1, 2, 4, … runs: runs of all bins that an even number of
 * merges, and an odd one, then takes to the output; then merges of four runs each, from that on which only the longest
 * segments need to the last one, which serves all bins that have more than a run.
 */
export function runPasses(context: SortContext, { first, count }: BinRange, gridOf: GridOf): Pass[] {
  const { small, medium } = context.table.sort;
  const { lanes } = runShape(context) as SmallShape;
  if (count === 0) return [];
  const ks = Array.from({ length: count }, (_, k) => k);
  const traffic = { segment: SPAN_BYTES, item: 2 * movedBytes(context).item };
  /** A pass over the bins of some k, whose segments make 2^shift shares each. */
  const pass = (kernel: Kernel, taken: readonly number[], shift: (k: number) => number, perWorkgroup: number) => ({
    kernel,
    bins: taken.map((k) => first + k),
    grid: gridOf({
      shares: Object.fromEntries(taken.map((k) => [first + k, 2 ** shift(k)])),
      sharesPerWorkgroup: perWorkgroup,
    }),
    traffic,
  });
  const odds = [0, 1].filter((odd) => ks.some((k) => mergesOf(k) % 2 === odd));
  const sorted = odds.map((odd) => {
    const kernel = runsKernel(context, first, context.keysInPlace && odd === 0);
    const taken = ks.filter((k) => mergesOf(k) % 2 === odd);
    const resources = {
      mergesLeft: constant(odd),
      keysTo: sideResource('keys', side(odd)),
      valuesTo: sideResource('values', side(odd)),
    };
    return { ...pass(kernel, taken, (k) => k, small.workgroup / lanes), resources };
  });
  const kernel = mergeKernel(context, first);
  const most = mergesOf(ks.length - 1);
  const merged = Array.from({ length: most }, (_, i) => {
    const left = most - i;
    const taken = ks.filter((k) => mergesOf(k) >= left);
    const shift = (k: number) => Math.max(2 * (left - 1) - (k % 2), 0);
    const resources = {
      mergesLeft: constant(left),
      keysFrom: sideResource('keys', side(left)),
      keysTo: sideResource('keys', side(left - 1)),
      valuesFrom: sideResource('values', side(left)),
      valuesTo: sideResource('values', side(left - 1)),
    };
    return { ...pass(kernel, taken, shift, medium.workgroup), resources };
  });
  return [...sorted, ...merged];
}
