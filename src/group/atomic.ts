/**
 * Reduces by key without a sort, for numbered groups and a result of one word that does not depend on the order of
 * rows.
 * Atomic operations then give the same bits in every run.
 */

import addFile from '../../wgsl/group/atomic/add.wgsl';
import clear from '../../wgsl/group/atomic/clear.wgsl';
import deliver from '../../wgsl/group/atomic/deliver.wgsl';
import type { DeviceFacts } from '../gpu/facts.ts';
import { type ItemType, typeBytes } from '../item_types.ts';
import type { Operator } from '../operators/components.ts';
import { PARTITION_RESOURCES } from '../partition/plan.ts';
import { type Kernel, section, storage, type WgslModule, written } from '../plan/module.ts';
import { counted, layOut, type Plan } from '../plan/plan.ts';
import { CALL_MEMBERS, callModule } from '../plan/state.ts';
import type { LoadedRequest } from '../reduce/spec.ts';
import type { SortStages } from '../sort/stages.ts';
import { type InternalTuning, tuningTable } from '../tuning/tuning.ts';

import { argument, type GroupContext, groupKeyPart, joined, type KernelPart } from './context.ts';
import type { GroupSpec } from './spec.ts';

/** WGSL's atomic operation for each operator. */
const ATOMICS: Readonly<Record<string, string>> = {
  sum: 'Add',
  count: 'Add',
  min: 'Min',
  max: 'Max',
  and: 'And',
  or: 'Or',
  xor: 'Xor',
};

/** Groups whose totals lie in workgroup memory: 8 of the 16 KiB that WebGPU guarantees. */
const SHARED_GROUPS = 2048;

/** Rows of a workgroup. */
const WORKGROUP_ROWS = 16384;

/** A reduce by one operator of integers. */
export interface AtomicReduce {
  readonly op: string;
  readonly type: ItemType;
  readonly operator: Operator;
}

/** The reduce, if atomic operations can do it; else undefined. */
export function atomicReduce(request: LoadedRequest, groups: number | undefined): AtomicReduce | undefined {
  const { type, ops, operators, empty } = request;
  const [op] = ops;
  if (groups === undefined || ops.length !== 1 || empty || typeof op !== 'string' || !(op in ATOMICS)) return undefined;
  const isWord = /^[ui](?:8|16|32)$/.test(type);
  return isWord || op === 'count' ? { op, type, operator: operators[0] as Operator } : undefined;
}

/** Declares the totals, and the operation that adds a value to one. */
function totalsModules({ op, operator }: AtomicReduce): WgslModule[] {
  const atomic = `atomic${ATOMICS[op]}`;
  const start = `fn startValue() -> u32 {
  return ${operator.component?.identity ?? '0u'} ^ FLIPS;
}`;
  const totals = `${storage('totals', 'array<atomic<u32>>')}
fn addTotal(group: u32, value: u32) {
  ${atomic}(&totals[group], value);
}`;
  const inWorkgroup = `var<workgroup> sharedTotals: array<atomic<u32>, ${SHARED_GROUPS}>;
fn addShared(group: u32, value: u32) {
  ${atomic}(&sharedTotals[group], value);
}`;
  return [written('start', start), written('totals', totals), written('shared totals', inWorkgroup)];
}

/** The plan of such a reduce. */
export function atomicPlan(
  stages: SortStages,
  spec: GroupSpec,
  reduce: AtomicReduce,
  facts: DeviceFacts,
  tuning: InternalTuning,
): Plan {
  const table = tuningTable(stages.deviceTable(facts), tuning);
  const { op, type } = reduce;
  const groups = spec.groups as number;
  const { workgroup } = table.convert;
  const [start, totals, inWorkgroup] = totalsModules(reduce) as [WgslModule, WgslModule, WgslModule];
  const isSigned = String(type).startsWith('i');
  const bits = op === 'count' ? 32 : 8 * typeBytes(type);
  const flips = isSigned && (op === 'min' || op === 'max') ? 2 ** 31 : 0;
  const common: KernelPart = {
    constants: { WORKGROUP: workgroup, FLIPS: flips },
    resources: { groupBounds: { kind: 'parameters' } },
  };
  const keys = groupKeyPart({ ...spec, stages, table, keys: false, valueBytes: 0, ordered: '' } as GroupContext);
  const fits = groups <= SHARED_GROUPS;
  const adding = joined(keys, common, {
    modules: [
      ...[callModule(CALL_MEMBERS), totals, section(addFile, 'value', op === 'count' ? 'one' : 'given')],
      ...(fits ? [start, inWorkgroup] : []),
    ],
    constants: { VALUE_BITS: bits, SIGNED: isSigned, PER_LANE: WORKGROUP_ROWS / workgroup },
    resources: {},
  });
  const kernel = (entry: WgslModule, part: Omit<Kernel, 'name' | 'entry'>): Kernel => {
    const { modules = [], aliases = {}, constants = {} } = part;
    return { name: entry.name, entry, modules, aliases, constants };
  };
  const clearing = joined(common, { modules: [start], resources: {} });
  const delivering = joined(common, {
    constants: { PER_WORD: 32 / bits, ITEM_BITS: bits },
    resources: { packed: argument('output') },
  });
  const grid = (tasks: number) => ({ kind: 'direct', workgroups: Math.max(1, Math.ceil(tasks / workgroup)) }) as const;
  const { regions, bytes } = layOut({ totals: 4 * groups });
  return {
    passes: [
      { kernel: kernel(clear, clearing), grid: grid(groups), resources: clearing.resources },
      {
        kernel: kernel(section(addFile, 'adds', fits ? 'shared' : 'direct'), adding),
        grid: counted('items', WORKGROUP_ROWS, 1),
        resources: adding.resources,
        traffic: { item: typeBytes(spec.type) + (op === 'count' ? 0 : typeBytes(type)) },
      },
      { kernel: kernel(deliver, delivering), grid: grid((groups * bits) / 32), resources: delivering.resources },
    ],
    regions,
    resources: PARTITION_RESOURCES,
    temporaryBytes: bytes,
    itemBytes: spec.maxItems * Math.max(typeBytes(spec.type), op === 'count' ? 0 : typeBytes(type)),
    argsSlots: 1,
    parameters: [groups, groups, 0, 0],
    classes: [],
  };
}
