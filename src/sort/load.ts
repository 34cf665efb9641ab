import type { Bounds } from '../api/options.ts';
import type { Family } from '../tuning/tuning.ts';
import { customKeysOf, type SortSpec } from './context.ts';
import { keyTraits } from './keys/keys.ts';
import type { SortStages } from './stages.ts';

/** Whether items have to be converted: narrow ones, wide values, and all under an order of the caller's own. */
function converts(spec: Omit<SortSpec, keyof Bounds>): boolean {
  return (
    customKeysOf(spec) !== undefined || keyTraits(spec).bytes < 4 || (spec.valueBytes !== 0 && spec.valueBytes !== 4)
  );
}

/** By radix or, with an order of the caller's own, by merging. */
async function stagesFor(family: Family, compares: boolean): Promise<SortStages> {
  if (family === 'gpu') {
    return compares ? (await import('./merge/gpu.ts')).mergeSortGpu : (await import('./gpu.ts')).radixSortGpu;
  }
  return compares
    ? (await import('./merge/software.ts')).mergeSortSoftware
    : (await import('./software.ts')).radixSortSoftware;
}

/** Loads a sort's stages for a kind of adapter: a page has the kernels of its own, and what its sorts need. */
export async function loadSortStages(family: Family, spec: Omit<SortSpec, keyof Bounds>): Promise<SortStages> {
  const stages = await stagesFor(family, spec.compare !== undefined);
  if (!converts(spec)) return stages;
  const { conversions } = await import('./convert/plan.ts');
  return { ...stages, conversions };
}
