import type { Bounds } from '../api/options.ts';
import type { DeviceFacts } from '../gpu/facts.ts';
import { type Family, familyOf, type InternalTuning } from '../tuning/tuning.ts';
import { customKeysOf, type SortSpec } from './context.ts';
import { keyTraits } from './keys/keys.ts';
import type { SortStages } from './stages.ts';

/** Whether items need a conversion: narrow items, wide values, and all items under a custom order. */
function converts(spec: Omit<SortSpec, keyof Bounds>): boolean {
  return (
    customKeysOf(spec) !== undefined || keyTraits(spec).bytes < 4 || (spec.valueBytes !== 0 && spec.valueBytes !== 4)
  );
}

/** Radix sort, or merge sort with a custom comparator. */
async function stagesFor(family: Family, compares: boolean): Promise<SortStages> {
  if (family === 'gpu') {
    return compares ? (await import('./merge/gpu.ts')).mergeSortGpu : (await import('./gpu.ts')).radixSortGpu;
  }
  return compares
    ? (await import('./merge/software.ts')).mergeSortSoftware
    : (await import('./software.ts')).radixSortSoftware;
}

/** Loads the stages of a sort for a device. So a page loads only the kernels that it needs. */
export async function loadSortStages(
  facts: DeviceFacts,
  tuning: InternalTuning,
  spec: Omit<SortSpec, keyof Bounds>,
): Promise<SortStages> {
  const custom = customKeysOf(spec) !== undefined;
  const [stages, converting, computing, delivering] = await Promise.all([
    stagesFor(familyOf(facts, tuning), spec.compare !== undefined),
    converts(spec) ? import('./convert/plan.ts') : undefined,
    custom || spec.indexFrom || spec.valueBytes > 4 ? import('./computed.ts') : undefined,
    custom && spec.indexFrom === 'segment' ? import('./convert/deliver.ts') : undefined,
  ]);
  return {
    ...stages,
    ...(converting ? { conversions: converting.conversions } : {}),
    ...(computing ? { computed: computing.COMPUTED } : {}),
    ...(delivering ? { deliver: delivering.deliveryPasses } : {}),
  };
}
