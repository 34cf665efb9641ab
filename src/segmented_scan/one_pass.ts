/**
 * A segmented scan in one pass on GPUs (docs/stages/segmented-scan.md): a piece of a segment looks back at the subtrees
 * that earlier merge tiles have published.
 */

import stack from '../../wgsl/reduce/fold/stack.wgsl';
import ownedFile from '../../wgsl/reduce/sweep/owned.gpu.wgsl';
import beforeFile from '../../wgsl/segmented_scan/before.gpu.wgsl';
import clearFile from '../../wgsl/segmented_scan/clear.gpu.wgsl';
import itemsFile from '../../wgsl/segmented_scan/items.gpu.wgsl';
import scanOnePass from '../../wgsl/segmented_scan/one_pass.gpu.wgsl';
import orderFile from '../../wgsl/segmented_scan/order.gpu.wgsl';
import scanSegments from '../../wgsl/segmented_scan/segments.wgsl';
import scanWindows from '../../wgsl/segmented_scan/windows.gpu.wgsl';
import { type Accumulator, eachWord, elementModules, fromWords } from '../operators/accumulator.ts';
import { callFragment } from '../partition/plan.ts';
import { section, type WgslModule, written } from '../plan/link.ts';
import { composed, counted, type KernelFragment, NUMBERS_OF_STATE, type Pass } from '../plan/plan.ts';
import { LEAF } from '../reduce/descriptor.ts';
import {
  basesFragment,
  inputFragment,
  isPacked,
  LEVELS,
  resultsFragment,
  type ScanAccess,
  type ScanContext,
  windowFragmentOf,
} from './kernels.ts';

/** Reads of a subtree that is not there, before a workgroup computes it. */
const TRIES = 16;
/** Slots of a merge tile (wgsl/segmented_scan/before.gpu.wgsl). The first merge tile has one before them. */
const SLOTS = 3;
/** Merge tiles whose slots a workgroup clears; fewer where it also looks whether offsets fall. */
const TILES_CLEARED = 32;
const TILES_CHECKED = 8;

/** A workgroup has a lane for each bit of a piece's index (wgsl/segmented_scan/before.gpu.wgsl). */
const INDEX_BITS = 32;

/** Whether any access of a scan takes one pass. A window of a longer segment does not. */
const mayTakeOne = ({ table, phase }: ScanContext) =>
  !!table.reduce.sweep.looksBack && table.reduce.workgroup >= INDEX_BITS && phase === 'whole';

/** Whether any access of a scan may look back. A custom operator could give other bits where it is compiled again. */
const mayLookBack = (context: ScanContext) => mayTakeOne(context) && typeof context.reduce.ops[0] === 'string';

/**
 * Whether a scan takes one pass. If segments are cut, merge tiles look back. In place they cannot: the workgroup that
 * computes a missing subtree reads items of another merge tile, which may have replaced them.
 */
export function takesOnePass(context: ScanContext, { inPlace }: ScanAccess, cuts: boolean): boolean {
  if (!cuts) return mayTakeOne(context);
  return mayLookBack(context) && (!inPlace || isPacked(context));
}

// Lanes and merge tiles.

/** Bytes of workgroup memory besides a lane's: subtrees, and what lanes share. */
const sharedBytes = ({ accumulator }: ScanContext) => 2 * LEVELS * accumulator.sharedBytes + 256;

/** Bytes of a lane: its items with a free word in 33, its accumulator, and what only windows need. */
const laneBytes = ({ accumulator }: ScanContext) => 4 * LEAF * (33 / 32) + accumulator.sharedBytes + 8;

/** Whether items and results are words, so that a workgroup can load and store them together. */
function ofWords(context: ScanContext): boolean {
  const { table, element, resultBytes } = context;
  return mayTakeOne(context) && !!table.reduce.sweep.staged && element.bytes === 4 && resultBytes === 4;
}

/** The lanes of a workgroup: as many as have room for their items. */
export function lanesOf(context: ScanContext): number {
  let { workgroup } = context.table.reduce;
  if (!ofWords(context)) return workgroup;
  const bytes = context.workgroupBytes - sharedBytes(context);
  while (workgroup > INDEX_BITS && workgroup * laneBytes(context) > bytes) workgroup /= 2;
  return workgroup;
}

/** Whether a workgroup loads and stores the items of a part together. By begin and end they lie apart. */
const isStaged = (context: ScanContext, { form }: ScanAccess) => ofWords(context) && form === 'offsets';

// What merge tiles publish.

/** Words of a slot: a half of an accumulator's word each. */
const slotWords = ({ accumulator }: ScanContext) => 2 * accumulator.words;

/** Bytes of the scratch range `descriptors`. */
export function descriptorBytes(context: ScanContext, mergeTiles: number): number {
  return mayLookBack(context) ? 4 * slotWords(context) * (1 + SLOTS * mergeTiles) : 0;
}

/** The functions that publish an accumulator in a slot, and read a slot. */
function slotModules(accumulator: Accumulator): WgslModule[] {
  const at = (index: number) => `slot * ${accumulator.words}u + ${index}u`;
  const publish = eachWord(accumulator, (word, index) => `  publishWord(${at(index)}, ${word});`);
  const isPublished = eachWord(accumulator, (_, index) => `isWordPublished(${at(index)})`);
  const text = `fn publishAcc(slot: u32, value: Acc) {
${publish.join('\n')}
}

fn isAccPublished(slot: u32) -> bool {
  return ${isPublished.join(' & ')};
}

fn publishedAcc(slot: u32) -> Acc {
  return ${fromWords(accumulator, (index) => `publishedWord(${at(index)})`)};
}`;
  return [section(beforeFile, 'words', 'halves'), written('published accumulators', text)];
}

/**
 * The pass that clears what merge tiles publish, and their counter. It names no bins: the scan of segments of one size
 * takes merge tiles by the counter too, also if none is cut. `numbers`: it also looks whether offsets fall.
 */
function clearPass(context: ScanContext, numbers?: KernelFragment): Pass {
  const { workgroup } = context.table.reduce;
  const tiles = numbers ? TILES_CHECKED : TILES_CLEARED;
  const tile = LEAF * lanesOf(context);
  const kernel = composed('segmented_scan/clear', clearFile, [
    { constants: { WORKGROUP: workgroup, SLOT_WORDS: slotWords(context), TILES_CLEARED: tiles } },
    { modules: [section(clearFile, 'check', numbers ? 'falls' : 'none')] },
    ...(numbers ? [numbers, { constants: { MERGE_TILE: tile } }] : []),
  ]);
  const grid = counted('both', tiles * tile, 1, { additional: 1 });
  return { ...kernel, grid, ...(numbers ? { traffic: { segment: 4 } } : {}) };
}

// The kernel.

/** The part that finds segments. By offsets the call itself has their numbers. */
function segmentsOf(access: ScanAccess): KernelFragment {
  if (access.form === 'ranges') return { modules: [NUMBERS_OF_STATE, ...(basesFragment(access).modules ?? [])] };
  return { modules: [...(callFragment(access).modules ?? []), section(scanSegments, 'base', 'contiguous')] };
}

/** The part that finds the subtrees before a piece. */
function beforeFragment({ accumulator }: ScanContext, cuts: boolean): KernelFragment {
  if (!cuts) return { modules: [section(beforeFile, 'before', 'none')] };
  const modules = [section(beforeFile, 'before', 'lookBack'), ...slotModules(accumulator)];
  return { constants: { TRIES }, modules };
}

/**
 * Whether a scan goes by windows (wgsl/segmented_scan/windows.gpu.wgsl), where results do not depend on how terms are
 * bracketed. Windows cut segments of any length.
 */
const goesByWindows = (context: ScanContext, access: ScanAccess, cuts: boolean) =>
  cuts && !context.component.bracketed && isStaged(context, access);

function windowPasses(context: ScanContext, access: ScanAccess, common: KernelFragment): Pass[] {
  const { accumulator, element, subgroups, lanes } = context;
  const numbers = callFragment(access);
  const kernel = composed('segmented_scan/windows', scanWindows, [
    common,
    numbers,
    {
      aliases: { InputWord: element.inputWord, Bits: element.bits },
      constants: {
        ...element.constants,
        REVERSE: context.reverse,
        TRIES,
        TILES_CLEARED: TILES_CHECKED,
        SLOT_WORDS: slotWords(context),
        ...(subgroups ? { SEEKERS: Math.min(lanes, lanesOf(context) / 2) } : {}),
      },
      modules: [
        ...elementModules(accumulator, element),
        section(ownedFile, 'search', subgroups ? 'group' : 'alone'),
        ...slotModules(accumulator),
      ],
    },
    resultsFragment(context, access.inPlace, true),
  ]);
  const grid = counted('both', LEAF * lanesOf(context), 1, { additional: 1 });
  const traffic = { item: element.bytes + 4, segment: 4 };
  return [clearPass(context, numbers), { ...kernel, grid, traffic }];
}

/** The passes of a scan in one pass. `common`: what all kernels of a scan are given. */
export function onePass(context: ScanContext, access: ScanAccess, cuts: boolean, common: KernelFragment): Pass[] {
  if (goesByWindows(context, access, cuts)) return windowPasses(context, access, common);
  const { element, resultBytes, component } = context;
  const staged = isStaged(context, access);
  const kernel = composed('segmented_scan/one_pass', scanOnePass, [
    common,
    segmentsOf(access),
    inputFragment(context),
    windowFragmentOf(context),
    {
      modules: [
        section(stack, 'subtrees', 'workgroup'),
        section(orderFile, 'order', component.bracketed ? 'tree' : 'any'),
        section(itemsFile, 'items', staged ? 'staged' : 'direct'),
      ],
    },
    beforeFragment(context, cuts),
    resultsFragment(context, access.inPlace, staged),
  ]);
  const grid = counted('both', LEAF * lanesOf(context), 1, { additional: 1 });
  const traffic = { item: element.bytes + Math.max(resultBytes, 4), segment: 4 };
  return [...(cuts ? [clearPass(context)] : []), { ...kernel, grid, traffic }];
}
