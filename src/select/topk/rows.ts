/** Sorts the selected items of large segments: a segmented sort nested in a top-k. */

import type { HoldsLength } from '../../api/segments.ts';
import type { DeviceFacts } from '../../gpu/facts.ts';
import { nested, type Pass, type Plan, type Resource, type Resources } from '../../plan/plan.ts';

import { sortPlan } from '../../sort/plan.ts';
import type { SortStages } from '../../sort/stages.ts';
import type { InternalTuning } from '../../tuning/tuning.ts';
import type { SelectContext } from '../context.ts';

const region = (name: string): Resource => ({ kind: 'region', name });

/** The numbers of the nested sort's calls: its slots and rows, and no size. */
const ROW_NUMBERS: Resource = { kind: 'call', members: ['slots', 'rows', 'none'] };

/** The prefix of the nested sort's scratch ranges. */
const outerName = (name: string) => `rows ${name}`;

/**
 * Slots of all rows of selected items, and slots of each row. 0 means that a row begins at its segment's first item.
 */
export function rowRoom({ room, maxItems }: SelectContext, maxK: number): { slots: number; stride: number } {
  const slots = room.segments * maxK;
  return slots <= maxItems ? { slots, stride: maxK } : { slots: maxItems, stride: 0 };
}

/** The passes and scratch ranges of the nested sort. `holds` tells which lengths rows may have. */
export function rowSort(
  context: SelectContext,
  maxK: number,
  stages: SortStages,
  facts: DeviceFacts,
  tuning: InternalTuning,
  holds: HoldsLength,
): { passes: Pass[]; regions: Record<string, number>; plan: Plan } {
  const { key, room } = context;
  const { slots } = rowRoom(context, maxK);
  const plan = sortPlan(
    stages,
    {
      keyType: key.words === 1 ? 'u32' : 'u64',
      order: 'ascending',
      beginBit: 0,
      endBit: key.bits,
      zerosTie: false,
      valueBytes: 4,
      maxItems: slots,
      maxSegments: room.segments,
      maxSegmentSize: maxK,
    },
    { form: 'ranges', countOnGpu: true, keysInPlace: false, valuesInPlace: false },
    facts,
    tuning,
  );
  const isHeld = plan.classes.map(({ minLength, maxLength }) => holds(minLength, maxLength));
  const own: Resources = Object.fromEntries(Object.keys(plan.regions).map((name) => [name, region(name)]));
  const passes = plan.passes
    .filter(({ bins }) => bins?.some((bin) => isHeld[bin]) ?? true)
    .map(({ form: _, bins: __, traffic: ___, ...pass }) => ({
      ...pass,
      resources: { ...own, ...pass.resources, ...plan.resources, call: ROW_NUMBERS },
    }));
  const instead = {
    keysIn: region('selectedKeys'),
    valuesIn: region('selectedIndices'),
    keysOut: region('sortedKeys'),
    valuesOut: region('sortedIndices'),
    begins: region('rowBegins'),
    ends: region('rowEnds'),
    countIn: region('rowCount'),
  };
  const names = Object.fromEntries(Object.keys(plan.regions).map((name) => [name, outerName(name)]));
  return {
    passes: nested(passes, instead, names),
    regions: Object.fromEntries(Object.entries(plan.regions).map(([name, { size }]) => [outerName(name), size])),
    plan,
  };
}
