import type { DeviceFacts } from '../gpu/device.ts';
import { typeBytes } from '../item_types.ts';
import { PARTITION_RESOURCES } from '../partition/plan.ts';
import { layOut, nested, type Pass, type Plan } from '../plan/plan.ts';
import { keyTraits } from '../sort/kernels.ts';
import { type SortStages, sortPlan } from '../sort/plan.ts';
import { type InternalTuning, tuningTable } from '../tuning/tuning.ts';
import type { GroupSpec } from './descriptor.ts';
import {
  argument,
  boundaryPasses,
  type GroupAccess,
  type GroupContext,
  gatherPass,
  groupBlock,
  numberedPasses,
  preparePass,
  region,
  rowSort,
  rowsPass,
} from './kernels.ts';

/** The scratch ranges that every plan has: setup or profiles bind them. */
const COMMON = ['state', 'spans', 'large'];

/** Room for ids of two words. A call without rows binds it for the ids and, 256 bytes later, for the groups' ids. */
const UNREAD_BYTES = 256 + 8;

/** The sort of all rows as one segment. Its class is always large, so that few kernels are compiled. */
function rowSortPlan(stages: SortStages, spec: GroupSpec, facts: DeviceFacts, tuning: InternalTuning) {
  const sorted = { ...rowSort(spec), maxItems: spec.maxItems };
  const { digitBits } = stages.tableFor(
    tuningTable(stages.deviceTable(facts), tuning),
    keyTraits(sorted).words,
    sorted.maxItems,
  ).sort;
  // In place the sort needs no further range, but an even number of digits.
  const inPlace = Math.max(1, Math.ceil(sorted.endBit / digitBits)) % 2 === 0;
  const access = { keysInPlace: inPlace, valuesInPlace: false, form: 'offsets', countOnGpu: false } as const;
  const { sort } = tuning;
  const large = { ...sort?.large, largeOnlyFrom: 0 };
  const plan = sortPlan(stages, sorted, access, facts, { ...tuning, sort: { ...sort, large } });
  return { plan, inPlace, keyBytes: 4 * keyTraits(sorted).words };
}

/** The passes of the sort inside the plan of a grouping. */
function nestedSort({ passes, resources }: Plan, inPlace: boolean): Pass[] {
  const keys = region('groupKeys');
  const instead = {
    keysIn: keys,
    keysOut: inPlace ? keys : region('sortedKeys'),
    valuesOut: argument('rowsOut'),
  };
  const own = passes.map((pass) => ({ ...pass, resources: { ...resources, ...pass.resources } }));
  return nested(own, instead);
}

/** The plan of a grouping: all that a call records, as plain data. Needs no GPU. */
export function groupPlan(
  stages: SortStages,
  spec: GroupSpec,
  access: GroupAccess,
  facts: DeviceFacts,
  tuning: InternalTuning,
): Plan {
  const { maxItems, maxGroups, groups, sorted, type } = spec;
  const sort = rowSortPlan(stages, spec, facts, tuning);
  const context: GroupContext = {
    ...spec,
    ...access,
    stages,
    table: tuningTable(stages.deviceTable(facts), tuning),
    ordered: sort.inPlace ? 'groupKeys' : 'sortedKeys',
  };
  // Segments of one size have no partition: all rows are one such segment.
  const [setup, ...sorting] = sort.plan.passes.filter(({ form }) => form !== 'listed');
  const sizes = Object.entries(sort.plan.regions).filter(([name]) => !sorted || COMMON.includes(name));
  const keys = sort.keyBytes * maxItems;
  const { regions, bytes } = layOut({
    ...Object.fromEntries(sizes.map(([name, { size }]) => [name, size])),
    ...(sorted ? {} : { groupKeys: keys }),
    ...(sorted || sort.inPlace ? {} : { sortedKeys: keys }),
    ...(groups === undefined ? { groupSums: 4 * Math.ceil(maxItems / groupBlock(context).rows) } : {}),
    ...(typeBytes(type) > 4 ? { unread: UNREAD_BYTES } : {}),
  });
  return {
    passes: [
      setup as Pass,
      ...(sorted
        ? [rowsPass(context)]
        : [preparePass(context), ...nestedSort({ ...sort.plan, passes: sorting }, sort.inPlace)]),
      ...(groups === undefined ? boundaryPasses(context) : numberedPasses(context)),
      ...(access.valueBytes > 0 ? [gatherPass(context)] : []),
    ],
    regions,
    resources: PARTITION_RESOURCES,
    temporaryBytes: bytes,
    itemBytes: maxItems * Math.max(typeBytes(type), 4, access.valueBytes),
    argsSlots: sort.plan.argsSlots,
    parameters: [maxGroups, groups ?? 0, 0, 0],
    classes: sort.plan.classes,
  };
}
