import type { Bounds } from '../api/array_call.ts';
import type { DeviceFacts } from '../gpu/device.ts';
import { type Family, familyOf, type InternalTuning, tuningTable } from '../tuning/tuning.ts';
import { customKeysOf, keyTraits, type SortSpec } from './kernels.ts';
import type { SortStages } from './plan.ts';

/** Radix sort, or merge sort with a custom comparator. */
async function stagesFor(family: Family, compares: boolean): Promise<SortStages> {
  if (family === 'gpu') {
    return compares ? (await import('./merge/gpu.ts')).mergeSortGpu : (await import('./gpu.ts')).radixSortGpu;
  }
  return compares
    ? (await import('./merge/software.ts')).mergeSortSoftware
    : (await import('./software.ts')).radixSortSoftware;
}

/**
 * Loads the stages of a sort for a device. So a page loads only the kernels that it needs. Narrow items, wide values,
 * indices and all items under a custom order need conversions.
 */
export async function loadSortStages(
  facts: DeviceFacts,
  tuning: InternalTuning,
  spec: Omit<SortSpec, keyof Bounds>,
): Promise<SortStages> {
  const [stages, converting] = await Promise.all([
    stagesFor(familyOf(facts, tuning), spec.compare !== undefined),
    customKeysOf(spec) || keyTraits(spec).bytes < 4 || spec.indexFrom || ![0, 4].includes(spec.valueBytes)
      ? import('./convert.ts')
      : undefined,
  ]);
  const { maxLength = 0 } = tuningTable(stages.deviceTable(facts), tuning).sort.blocks ?? {};
  const blocks = maxLength > 0 && !customKeysOf(spec) ? (await import('./blocks.ts')).BLOCKS : undefined;
  return {
    ...stages,
    ...(converting ? { converting: converting.CONVERTING } : {}),
    ...(blocks ? { blocks } : {}),
  };
}
