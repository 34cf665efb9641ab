import type { Kernel, Pass } from '../record/plan.ts';
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
import { digitsOf, type GridOf, movedBytes, type SortContext, SPAN_BYTES } from './context.ts';
import { keyedKernel } from './keys.ts';
import { networkPiece, type SmallShape } from './network.ts';
import { DIGITS_WORTH_MERGING, sideResource } from './passes.ts';
import { mergePiece } from './run_merger.ts';
import { networkForm, smallShapes } from './small.ts';

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

/** A merge takes 2^mergeShift runs. */
const mergeShift = ({ table }: SortContext) => Math.log2(table.sort.medium.mergeWays);

/** Merges that a segment of up to 2^k runs takes: of as many runs as there may be, the last one of what is left. */
export const mergesOf = (context: SortContext, k: number) => Math.ceil(k / mergeShift(context));

/** All that a plan could have, though this one's segments may be shorter: other kernels would be compiled anew. */
function runConstants(context: SortContext, firstBin: number) {
  return {
    RUN: runLength(context),
    RUN_BIN: firstBin,
    RUN_BINS: runBins(context),
    MERGE_SHIFT: mergeShift(context),
  };
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
  const form = networkForm(context);
  const { medium } = context.table.sort;
  const diverges = context.family === 'cpu' && (shape.lanes === 1 || context.subgroups);
  if (!medium.shortRuns || !diverges) return [networkPiece(shape, form, 'sortRun')];
  const short = { lanes: shape.lanes, items: Math.ceil(shape.items / 4) };
  return [sortRunsShort, networkPiece(shape, form), networkPiece(short, form, 'sortShort')];
}

/** `toOutput`: in place, and to the output, which is bound to be read from. */
function runsKernel(context: SortContext, firstBin: number, toOutput: boolean): Kernel {
  const { lanes, items } = runShape(context) as SmallShape;
  const exchange = context.subgroups ? sortSmallExchangeSubgroup : sortSmallExchangeWorkgroup;
  const { workgroup } = context.table.sort.small;
  return keyedKernel(context, {
    name: 'sort/runs',
    subgroups: lanes > 1 && context.subgroups,
    constants: { WORKGROUP: workgroup, ...runConstants(context, firstBin), LANES: lanes, ITEMS: items },
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

/** `ways`: runs that are merged at a time. Four by four costs less than eight by eight where a segment has no more than four. */
function mergeKernel(context: SortContext, firstBin: number, ways: number): Kernel {
  const { workgroup } = context.table.sort.medium;
  return keyedKernel(context, {
    name: `sort/merge of ${ways} runs`,
    constants: { WORKGROUP: workgroup, ...runConstants(context, firstBin), WAYS: ways },
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
      mergePiece(ways, BLOCK, networkForm(context)),
    ],
  });
}

const side = (mergesLeft: number) => (mergesLeft % 2 === 0 ? 'output' : 'scratch');

/**
 * The passes that sort these bins, neighbours, segments of up to 1, 2, 4, … runs: runs of all bins that an even number of merges,
 * and an odd one, then takes to the output; then merges, from that on which only the longest segments need to the last one, which
 * serves all bins that have more than a run, by a kernel for those whose last merge takes eight and one for the others.
 */
export function runPasses(context: SortContext, bins: readonly number[], gridOf: GridOf): Pass[] {
  const { small, medium } = context.table.sort;
  const [first] = bins;
  if (first === undefined) return [];
  const { lanes } = runShape(context) as SmallShape;
  const ks = bins.map((_, k) => k);
  const most = mergesOf(context, bins.length - 1);
  const merges = (k: number) => mergesOf(context, k);
  const full = mergeShift(context);
  /** A pass over those of the bins that it takes, whose segments make 2^shift shares each. `after`: merges left after it. */
  const pass = (
    kernel: () => Kernel,
    [left, after]: readonly [number, number],
    takes: (k: number) => boolean,
    shift: (k: number) => number,
    sharesPerWorkgroup: number,
  ): Pass[] => {
    const taken = ks.filter(takes);
    if (taken.length === 0) return [];
    const shares = Object.fromEntries(taken.map((k) => [first + k, 2 ** shift(k)]));
    return [
      {
        kernel: kernel(),
        bins: taken.map((k) => first + k),
        grid: gridOf({ shares, sharesPerWorkgroup }),
        traffic: { segment: SPAN_BYTES, item: 2 * movedBytes(context).item },
        resources: {
          mergesLeft: { kind: 'constant', value: left },
          keysFrom: sideResource('keys', side(left)),
          keysTo: sideResource('keys', side(after)),
          valuesFrom: sideResource('values', side(left)),
          valuesTo: sideResource('values', side(after)),
        },
      },
    ];
  };
  const sorted = [0, 1].flatMap((odd) => {
    const kernel = () => runsKernel(context, first, context.keysInPlace && odd === 0);
    return pass(
      kernel,
      [odd, odd],
      (k) => merges(k) % 2 === odd,
      (k) => k,
      small.workgroup / lanes,
    );
  });
  const merged = Array.from({ length: most }, (_, i) => most - i).flatMap((left) =>
    [4, 8].flatMap((ways) =>
      pass(
        () => mergeKernel(context, first, ways),
        [left, left - 1],
        (k) => merges(k) >= left && ways === (left > 1 || k % full === 0 ? medium.mergeWays : 4),
        (k) => Math.max(0, k - full * (merges(k) - left + 1)),
        medium.workgroup,
      ),
    ),
  );
  return [...sorted, ...merged];
}
