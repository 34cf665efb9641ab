import type { Bounds } from '../api/array_call.ts';
import { requireOneOf, taken } from '../checks.ts';
import { type DeviceFacts, deviceFacts } from '../gpu/device.ts';
import { type Family, familyOf, type InternalTuning, requireRunnable, tuningTable } from '../tuning/tuning.ts';
import { keyOrder, type SegmentedSortDescriptor } from './descriptor.ts';
import { customKeysOf, type KeyOrder, keyTraits, type SortSpec } from './kernels.ts';
import type { SortStages } from './plan.ts';

/** Radix sort, or merge sort with a custom comparator. */
async function stagesFor(
  family: Family,
  compares: boolean,
  facts: DeviceFacts,
  tuning: InternalTuning,
): Promise<SortStages> {
  if (family === 'gpu') {
    if (compares) return (await import('./merge/gpu.ts')).mergeSortGpu;
    const { radixSortGpu } = await import('./gpu.ts');
    const { small, large } = tuningTable(radixSortGpu.deviceTable(facts), tuning).sort;
    const stages = small.across ? (await import('./across.ts')).acrossSubgroups(radixSortGpu) : radixSortGpu;
    return large.lookBackWorkgroup ? (await import('./look_back.ts')).lookingBack(stages) : stages;
  }
  return compares
    ? (await import('./merge/software.ts')).mergeSortSoftware
    : (await import('./software.ts')).radixSortSoftware;
}

/**
 * Loads the stages of a sort for a kind of device. So a page loads only the kernels that it needs. Narrow items, wide
 * values, indices and all items under a custom order need conversions.
 */
export async function loadSortStages(
  facts: DeviceFacts,
  tuning: InternalTuning,
  spec: Omit<SortSpec, keyof Bounds>,
): Promise<SortStages> {
  const [stages, converting] = await Promise.all([
    stagesFor(familyOf(facts, tuning), spec.compare !== undefined, facts, tuning),
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

/** Checks the tuning, and loads the stages that a sort needs on the device. */
export async function loadSort(
  device: GPUDevice,
  tuning: InternalTuning,
  spec: Omit<SortSpec, keyof Bounds>,
): Promise<SortStages> {
  await requireRunnable(device, tuning);
  return loadSortStages(deviceFacts(device), tuning, spec);
}

/** Checks the order of a sort: by bits, or custom. `name`: the messages' name for the key type. */
export async function sortOrder(
  descriptor: Pick<
    SegmentedSortDescriptor,
    'keyType' | 'order' | 'beginBit' | 'endBit' | 'signedZero' | 'nan' | 'compare' | 'orderBy'
  >,
  name = 'keyType',
): Promise<KeyOrder & Pick<SortSpec, 'compare' | 'orderBy'>> {
  const { keyType, order = 'ascending', beginBit, endBit, signedZero, nan } = descriptor;
  requireOneOf('order', order, ['ascending', 'descending'], 'invalid-option');
  if (descriptor.compare === undefined && descriptor.orderBy === undefined) return keyOrder(descriptor, name);
  const [compare, orderBy] = [taken(descriptor.compare), taken(descriptor.orderBy)];
  const { customOrder } = await import('./custom.ts');
  return customOrder({ keyType, order, compare, orderBy, bits: { beginBit, endBit, signedZero, nan } });
}

/** Loads what `createSegmentedSort` needs. Sorts of arrays do without it. */
export const loadRecord = () => import('./record.ts');

/** Loads what a segment needs that is longer than a batch. */
export const loadLong = () => import('./long.ts');
