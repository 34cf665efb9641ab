/**
 * A segmented scan in one pass on GPUs (docs/stages/segmented-scan.md): a piece of a segment looks back at the subtrees
 * that earlier merge tiles have published.
 */

import beforeFile from '../../wgsl/segmented_scan/before.gpu.wgsl';
import clearFile from '../../wgsl/segmented_scan/clear.gpu.wgsl';
import { type Accumulator, eachWord, fromWords } from '../operators/accumulator.ts';
import { section, type WgslModule, written } from '../plan/link.ts';
import { counted, type KernelFragment, type Pass } from '../plan/plan.ts';
import { isPacked, type ScanAccess, type ScanContext } from './kernels.ts';

/** Reads of a subtree that is not there, before a workgroup computes it. */
const TRIES = 16;
/** Slots of a merge tile (wgsl/segmented_scan/before.gpu.wgsl). The first merge tile has one before them. */
const SLOTS = 3;
/** Merge tiles whose slots a workgroup clears. */
const TILES_CLEARED = 32;

/** Words of a slot: a half of an accumulator's word each. */
const slotWords = ({ accumulator }: ScanContext) => 2 * accumulator.words;

/** Whether any access of a scan may look back. A custom operator could give other bits where it is compiled again. */
function mayLookBack({ table, phase, reduce }: ScanContext): boolean {
  return !!table.reduce.sweep.looksBack && phase === 'whole' && typeof reduce.ops[0] === 'string';
}

/**
 * Whether segments that are cut are scanned in one pass. In place they are not: the workgroup that computes a missing
 * subtree reads items of another merge tile, which may have replaced them.
 */
export function looksBack(context: ScanContext, { inPlace }: ScanAccess): boolean {
  return mayLookBack(context) && (!inPlace || isPacked(context));
}

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

/** The pass that clears what merge tiles publish. */
export function clearPass(context: ScanContext, tile: number): Pass {
  const { workgroup } = context.table.reduce;
  return {
    kernel: {
      name: 'segmented_scan/clear',
      entry: clearFile,
      constants: { WORKGROUP: workgroup, SLOT_WORDS: slotWords(context), TILES_CLEARED },
    },
    grid: counted('both', TILES_CLEARED * tile, 1, { additional: 1 }),
    bins: [1],
  };
}

/** The part of a kernel that finds the subtrees before a piece. */
export function lookBackFragment({ accumulator }: ScanContext): KernelFragment {
  return {
    constants: { TRIES },
    modules: [section(beforeFile, 'before', 'lookBack'), ...slotModules(accumulator)],
  };
}
