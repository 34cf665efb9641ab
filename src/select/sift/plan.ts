/**
 * A sift before a search by digits: one read of the input copies the items before a pivot, a key of a sample, and
 * the levels read only these and as many items equal to the pivot as are sought. A search without a sift reads the
 * input about twice. The splitter of a sample is that of sample select (Ribizel and Anzt 2020).
 */
import values from '../../../wgsl/scan/values.wgsl';
import ofInput from '../../../wgsl/select/radix/of_input.wgsl';
import order from '../../../wgsl/select/sift/order.wgsl';
import pivotNone from '../../../wgsl/select/sift/pivot_none.wgsl';
import sample from '../../../wgsl/select/sift/sample.wgsl';
import starts from '../../../wgsl/select/sift/starts.wgsl';
import { type ConstantValue, type Kernel, section, type WgslModule } from '../../plan/module.ts';
import type { Pass, Resource, Resources } from '../../plan/plan.ts';
import { DIGIT_BITS, DIGITS, keyed, largeGrids, type SelectContext } from '../context.ts';
import { levelWords } from '../radix/plan.ts';

/** Selected items of a segment for which `siftFrom` items are enough. More need as many times more. */
const SELECTED = 170;

/** Most items of a segment's sample. */
const SAMPLE = 1024;

/** Whether a top-k sifts, by the average length for which its plan has room. */
export function sifts({ key, maxItems, maxSegments, table }: SelectContext, maxK: number): boolean {
  const length = maxItems / maxSegments;
  return key.bits > DIGIT_BITS && length >= table.sort.large.siftFrom * Math.max(1, maxK / SELECTED);
}

/** Adds to a kernel what finds the pivots of segments, or finds none. */
export function withPivots(context: SelectContext, kernel: Kernel, sifting: boolean): Kernel {
  const { key, prefixes, stages } = context;
  const modules = kernel.modules ?? [];
  if (!sifting) return { ...kernel, modules: [...modules, pivotNone] };
  const constants = {
    ...kernel.constants,
    ...{ DIGITS, KEY_DIGITS: Math.ceil(key.bits / DIGIT_BITS) },
    SAMPLE,
  };
  return keyed(context, { ...kernel, modules: [...modules, stages.pivot, sample, ofInput, prefixes], constants }, true);
}

const CANDIDATES: Resources = {
  candidateKeys: { kind: 'region', name: 'candidateKeys' } as Resource,
  candidateIndices: { kind: 'region', name: 'candidateIndices' } as Resource,
};

/** The passes of a sift. `constants` are those of the large class. */
export function siftPasses(context: SelectContext, constants: Readonly<Record<string, ConstantValue>>): Pass[] {
  const { stages, prefixes } = context;
  const grids = largeGrids(context);
  const block = [stages.block, section(values, 'combine', 'add')];
  const kernel = (name: string, entry: WgslModule, modules: readonly WgslModule[]): Kernel => ({
    name: `select/${name}`,
    entry,
    modules,
    constants,
    aliases: { Scanned: 'u32' },
  });
  const kept = kernel('sift', stages.sift, [ofInput, prefixes, ...(stages.keepScans ? block : [])]);
  return [
    {
      kernel: keyed(context, kept, true),
      grid: grids.tiles,
      resources: { ...CANDIDATES, level: levelWords(context, 0) },
      traffic: { item: 4 * context.key.words },
    },
    {
      kernel: { ...kernel('sift starts', starts, block), aliases: { Scanned: 'vec2u' } },
      grid: grids.segments,
      resources: {},
    },
    {
      kernel: keyed(context, kernel('sift order', order, [...block, ofInput, prefixes]), true),
      grid: grids.tiles,
      resources: { ...CANDIDATES, level: levelWords(context, 0) },
    },
  ];
}
