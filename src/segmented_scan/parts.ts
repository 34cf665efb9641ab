/** Parts of kernels that several stages share. */

import segmentsFile from '../../wgsl/partition/segments.wgsl';
import scanSegments from '../../wgsl/segmented_scan/segments.wgsl';
import termsFile from '../../wgsl/segmented_scan/terms.wgsl';
import scanTotal from '../../wgsl/segmented_scan/total.wgsl';
import { elementModules, loadModule, storeModule } from '../operators/accumulator.ts';
import { section } from '../plan/module.ts';
import { counted, type Pass } from '../plan/plan.ts';
import { STATE } from '../plan/state.ts';
import { type KernelPart, partedKernel } from '../reduce/kernel.ts';
import { LEAF } from '../reduce/spec.ts';
import { scanPasses } from '../scan/plan.ts';
import type { FamilyTuning } from '../tuning/tuning.ts';
import type { ScanAccess, ScanContext } from './context.ts';

/** The part that finds segments, in the order in which merge tiles count them. */
export function segmentsPart({ form }: ScanAccess): KernelPart {
  return {
    modules:
      form === 'ranges'
        ? [section(scanSegments, 'base', 'listed')]
        : [section(segmentsFile, 'segments', 'offsetsOrSize')],
  };
}

/** The part that finds segments and also their first items. */
export function basesPart(access: ScanAccess): KernelPart {
  const { modules = [] } = segmentsPart(access);
  return { modules: access.form === 'ranges' ? modules : [...modules, section(scanSegments, 'base', 'contiguous')] };
}

/** The part that reads items in the order of the scan. */
export function inputPart({ element, accumulator, phase, reverse }: ScanContext): KernelPart {
  return {
    aliases: { InputWord: element.inputWord, Bits: element.bits },
    // The host reverses the items of a segment longer than a batch.
    constants: { ...element.constants, REVERSE: reverse && phase === 'whole' },
    modules: [element.load, ...elementModules(accumulator, element)],
  };
}

/** The part that gives the subtrees before the call's items in their segment. */
export function windowPartOf({ phase, accumulator }: ScanContext): KernelPart {
  if (phase === 'whole') return { modules: [section(termsFile, 'window', 'whole')] };
  return { modules: [section(termsFile, 'window', 'part'), loadModule(accumulator, 'carries', 'loadCarry')] };
}

/** Levels of a tree over the leaves of the longest segment. */
export const LEVELS = 32 - Math.log2(LEAF);

/** The pass that gives the subtree which ends with a window of a segment longer than a batch. */
export function totalPass(context: ScanContext, common: KernelPart): Pass {
  const { accumulator, element, maxItems } = context;
  const kernel = partedKernel('segmented_scan/total', scanTotal, [
    common,
    { constants: { WINDOW_LEVEL: Math.max(0, Math.ceil(Math.log2(maxItems / LEAF))) } },
    { aliases: { Bits: element.bits }, modules: [loadModule(accumulator, 'partials')] },
    windowPartOf(context),
    { modules: [storeModule(accumulator, 'storeTotal', 'accumulators')] },
  ]);
  return { ...kernel, grid: { kind: 'direct', workgroups: 1 } };
}

/** The internal scan of a family without a table for it. */
const STARTS_SCAN = { workgroup: 32, perLane: 64 };

const startsTable = (table: FamilyTuning) => ({ ...table, scan: table.scan ?? STARTS_SCAN });

const startsBlock = ({ workgroup, perLane }: { workgroup: number; perLane: number }) => workgroup * perLane;

/** The passes that give segments by begin and end their starts in the order of their list. */
export function startsPasses(context: ScanContext): Pass[] {
  const table = startsTable(context.table);
  const block = startsBlock(table.scan);
  return scanPasses(table, {
    values: section(scanSegments, 'values', 'starts'),
    combine: section(scanSegments, 'combine', 'addSaturated'),
    type: 'u32',
    length: STATE.SEGMENT_COUNT,
    grid: counted('segments', 1, block),
    counted: 'segment',
  }).map((pass) => ({ ...pass, form: 'listed' }));
}

/** Words of the scratch range `sums` of these passes. */
export function startsSums({ table, maxSegments }: ScanContext): number {
  return Math.ceil(maxSegments / startsBlock(startsTable(table).scan));
}
