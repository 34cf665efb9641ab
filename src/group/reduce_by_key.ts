/** Reduces by key of host arrays. `reduceByKey` loads this file. */

import addFile from '../../wgsl/group/atomic/add.wgsl';
import clear from '../../wgsl/group/atomic/clear.wgsl';
import deliver from '../../wgsl/group/atomic/deliver.wgsl';
import { bindingBytes, checkedCall } from '../api/array_call.ts';
import { gathered, type HostArray, type HostItems } from '../api/arrays.ts';
import { BY_KEY_OPTIONS } from '../api/options.ts';
import { refused } from '../checks.ts';
import { type DeviceFacts, deviceFacts } from '../gpu/device.ts';
import { type HostCall, hostCall } from '../gpu/host_call.ts';
import { lackOfRoom, PlannedOperation } from '../gpu/operation.ts';
import { type BufferRange, wholeRange } from '../gpu/ranges.ts';
import { type ItemType, typeBytes } from '../item_types.ts';
import type { Operator } from '../operators/components.ts';
import { resultBytes } from '../operators/operators.ts';
import { PARTITION_RESOURCES } from '../partition/plan.ts';
import { section, storage, type WgslModule, written } from '../plan/link.ts';
import { CALL_MEMBERS, callModule, composed, counted, type KernelFragment, layOut, type Plan } from '../plan/plan.ts';
import { reduceHost } from '../reduce/array_call.ts';
import { resultsInForm } from '../reduce/calls.ts';
import type { LoadedRequest, ReduceRequest, ReduceSpec } from '../reduce/descriptor.ts';
import { reduceFacts } from '../reduce/kernels.ts';
import { loadReduce } from '../reduce/load.ts';
import { type LoadedReduce, plannedReduce, recordReduce, reduceOperation } from '../reduce/operation.ts';
import type { SortStages } from '../sort/plan.ts';
import { type InternalTuning, tuningTable } from '../tuning/tuning.ts';
import {
  type GroupCall,
  groupCall,
  groupRows,
  type HostOptions,
  halfOf,
  keysOfGroups,
  rowLimit,
} from './array_call.ts';
import { type GroupSpec, rowsOf } from './descriptor.ts';
import type { Columns } from './ids.ts';
import { argument, type GroupContext, groupKeyFragment } from './kernels.ts';
import { groupOperation, groupStages, recordGroups } from './record.ts';

/** The ids of all groups, and the bytes of each result. */
interface Found {
  readonly keys: Columns<HostArray>;
  readonly results: readonly Uint8Array<ArrayBuffer>[];
}

/** A checked call, with the code that it needs. */
interface KeyedCall {
  readonly call: GroupCall;
  readonly values: HostItems;
  readonly loaded: LoadedReduce;
  readonly stages: SortStages;
  /** Largest number of groups. */
  readonly maxGroups: number;
}

function reduceSpec({ loaded, values, maxGroups }: KeyedCall): ReduceSpec {
  const bounds = { maxItems: values.length, maxSegments: maxGroups, maxSegmentSize: Number.POSITIVE_INFINITY };
  return { ...loaded.request, ...bounds, phase: 'whole' };
}

/** Whether the arrays of the whole call fit bindings, and its scratch memory fits the device. */
function fits(keyed: KeyedCall): boolean {
  const { call, values, loaded, stages, maxGroups } = keyed;
  const { device, tuning } = call.on;
  if (call.ids.length > rowLimit(call, stages, call.how, values.itemBytes)) return false;
  const widest = Math.max(8, ...reduceFacts(loaded.request).results.outputs.map(({ bytes }) => bytes));
  if ((maxGroups + 1) * widest > bindingBytes(device, tuning)) return false;
  return !lackOfRoom(device, plannedReduce(device, loaded.stages, reduceSpec(keyed), tuning));
}

/** A buffer whose first entries are read when the number of groups is known. */
interface EntryBuffer {
  readonly buffer: GPUBuffer;
  readonly entryBytes: number;
}

/** Records the grouping, the move of the values and the reduce. */
async function recorder(keyed: KeyedCall) {
  const { call, values, loaded, stages, maxGroups } = keyed;
  const { on, how, ids } = call;
  const access = { keys: true, valueBytes: values.itemBytes };
  const group = await groupOperation(on, stages, { ...how, maxItems: ids.length, maxGroups }, [access]);
  const reduce = await reduceOperation(on.device, loaded.stages, reduceSpec(keyed), on.tuning).catch((error) => {
    group.operation.destroy();
    throw error;
  });
  return {
    destroy() {
      group.operation.destroy();
      reduce.operation.destroy();
    },
    record(host: HostCall, keys: EntryBuffer, outputs: Readonly<Record<string, EntryBuffer>>) {
      const storage = (name: string, bytes: number) => wholeRange(host.storage(name, bytes));
      const moved = storage('values in order', values.bytes.length);
      const offsets = storage('offsets', 4 * (maxGroups + 1));
      const count = storage('count', 4);
      const grouped = {
        idsIn: wholeRange(host.upload('ids', ids.bytes)),
        keysOut: wholeRange(keys.buffer),
        offsetsOut: offsets,
        rowsOut: storage('rows', 4 * ids.length),
        countOut: count,
        valuesIn: wholeRange(host.upload('values', values.bytes)),
        valuesOut: moved,
      };
      recordGroups(group, host.encoder, access, grouped, ids.length);
      const written = Object.entries(outputs).map(([name, { buffer }]): [string, BufferRange] => [
        name,
        wholeRange(buffer),
      ]);
      recordReduce(reduce, host.encoder, {
        ranges: { input: moved, ...Object.fromEntries(written) },
        items: ids.length,
        call: {
          form: 'offsets',
          countOnGpu: how.groups === undefined,
          segments: maxGroups,
          size: 0,
          ranges: { offsets, ...(how.groups === undefined ? { countIn: { ...count, size: 4 } } : {}) },
        },
      });
      return count.buffer;
    },
  };
}

/** Reduces by atomic operations, without a sort. */
async function reduceByAtomics({ call, values, stages }: KeyedCall, reduce: AtomicReduce): Promise<Found> {
  const { on, how, ids, options } = call;
  const { device, tuning } = on;
  const groups = how.groups as number;
  const spec = { ...how, maxItems: ids.length, maxGroups: groups };
  const plan = atomicPlan(stages, spec, reduce, deviceFacts(device), tuning);
  const outputBytes = reduce.op === 'count' ? 4 : values.itemBytes;
  const operation = await PlannedOperation.create(device, 'reduce by key', plan, { scratch: true });
  try {
    const result = await hostCall(
      device,
      (host) => {
        const output = host.storage('output', groups * outputBytes);
        const ranges = {
          idsIn: wholeRange(host.upload('ids', ids.bytes)),
          ...(reduce.op === 'count' ? {} : { valuesIn: wholeRange(host.upload('values', values.bytes)) }),
          output: wholeRange(output),
        };
        const numbers = { items: ids.length, segments: 1, size: 0 };
        operation.record(host.encoder, plan, ranges, operation.scratch as BufferRange, numbers);
        const read = host.readback(output, groups * outputBytes);
        return () => read().slice();
      },
      options.signal,
    );
    return {
      keys: keysOfGroups(call, { offsets: new Uint32Array(groups + 1), rows: new Uint32Array() }),
      results: [result],
    };
  } finally {
    operation.destroy();
  }
}

/** Groups and reduces in one submission, then reads the results of the groups that exist. */
async function reduceOnGpu(keyed: KeyedCall): Promise<Found> {
  const { call, loaded, maxGroups } = keyed;
  const { device } = call.on;
  const { signal } = call.options;
  const entryBuffers: EntryBuffer[] = [];
  const keep = (label: string, entryBytes: number): EntryBuffer => {
    const size = 16 * Math.max(1, Math.ceil((maxGroups * entryBytes) / 16));
    const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC;
    const made = { buffer: device.createBuffer({ label, size, usage }), entryBytes };
    entryBuffers.push(made);
    return made;
  };
  const work = await recorder(keyed);
  const readAll = (host: HostCall, groups: number) => {
    const reads = entryBuffers.map(({ buffer, entryBytes }) => host.readback(buffer, entryBytes * groups));
    return () => reads.map((read) => read().slice());
  };
  try {
    const first = await hostCall(
      device,
      (host) => {
        const keys = keep('keys', call.ids.itemBytes);
        const outputs = reduceFacts(loaded.request).results.outputs.map(
          ({ argument, bytes }) => [argument, keep(argument, bytes)] as const,
        );
        const count = host.readback(work.record(host, keys, Object.fromEntries(outputs)), 4);
        const all = call.how.groups === undefined ? undefined : readAll(host, maxGroups);
        return () => ({ count: new Uint32Array(count().slice().buffer)[0] as number, all: all?.() });
      },
      signal,
    );
    const all = first.all ?? (await hostCall(device, (host) => readAll(host, first.count), signal));
    const [keys, ...results] = all as [Uint8Array<ArrayBuffer>, ...Uint8Array<ArrayBuffer>[]];
    return { keys: call.ids.like(keys), results };
  } finally {
    for (const { buffer } of entryBuffers) buffer.destroy();
    work.destroy();
  }
}

/** Groups, moves the values on the host, and reduces: each in as many batches as it needs. */
async function reduceInSteps({ call, values, loaded }: Omit<KeyedCall, 'stages' | 'maxGroups'>): Promise<Found> {
  const { on, options } = call;
  const { onProgress, signal } = options;
  // The grouping reports the first half of the work, the reduce the second.
  const report = (first: number) => (onProgress ? { onProgress: halfOf(onProgress, first) } : {});
  const grouped = await groupRows({ ...call, options: { ...options, ...report(0) } });
  const items = gathered(values, grouped.rows);
  const reducing = {
    ...checkedCall(on.device, items.length, grouped.offsets, {}, { mayOverlap: true, options: [] }),
    tuning: on.tuning,
    signal,
    onProgress: report(1).onProgress,
  };
  return { keys: keysOfGroups(call, grouped), results: await reduceHost(reducing, loaded, items) };
}

/** `reduceByKey` of host arrays. */
export async function reduceByKeyHost(
  device: GPUDevice,
  { ids, values, request }: { ids: Columns<HostItems>; values: HostItems; request: ReduceRequest },
  options: HostOptions,
): Promise<{ keys: Columns<HostArray>; result: unknown }> {
  const rows = rowsOf(ids);
  if (values.length !== rows) {
    throw refused('length-mismatch', 'values', `${values.length} values`, `${rows}, one per id`);
  }
  const call = await groupCall(device, ids, options, BY_KEY_OPTIONS, resultBytes(request));
  const loaded = await loadReduce(device, request, options.tuning);
  const found = await foundResults({ call, values, loaded });
  return { keys: found.keys, result: resultsInForm(loaded.request, values, found.results) };
}

async function foundResults(keyed: Omit<KeyedCall, 'stages' | 'maxGroups'>): Promise<Found> {
  const { call } = keyed;
  const { on, how, ids, options } = call;
  const { omitsNans } = keyed.loaded.request;
  if (call.columns || how.sorted || ids.length === 0 || omitsNans) return reduceInSteps(keyed);
  const whole = { ...keyed, stages: await groupStages(on, how), maxGroups: how.groups ?? ids.length };
  if (!fits(whole)) return reduceInSteps(keyed);
  const atomic = atomicReduce(keyed.loaded.request, how.groups);
  const found = atomic ? await reduceByAtomics(whole, atomic) : await reduceOnGpu(whole);
  options.onProgress?.({ done: ids.length, total: ids.length });
  return found;
}

// Reduces by key without a sort, for numbered groups and a result of one word that does not depend on the order of
// rows.
// Atomic operations then give the same bits in every run.

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
  const { type, ops, operators, rare } = request;
  const [op] = ops;
  if (groups === undefined || ops.length !== 1 || rare || typeof op !== 'string' || !(op in ATOMICS)) return undefined;
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
  const common: KernelFragment = {
    constants: { WORKGROUP: workgroup, FLIPS: flips },
    resources: { groupBounds: { kind: 'parameters' } },
  };
  const keys = groupKeyFragment({ ...spec, stages, table, keys: false, valueBytes: 0, ordered: '' } as GroupContext);
  const fits = groups <= SHARED_GROUPS;
  const adding: KernelFragment = {
    modules: [
      ...[callModule(CALL_MEMBERS), totals, section(addFile, 'value', op === 'count' ? 'one' : 'given')],
      ...(fits ? [start, inWorkgroup] : []),
    ],
    constants: { VALUE_BITS: bits, SIGNED: isSigned, PER_LANE: WORKGROUP_ROWS / workgroup },
  };
  const delivering: KernelFragment = {
    constants: { PER_WORD: 32 / bits, ITEM_BITS: bits },
    resources: { packed: argument('output') },
  };
  const kernel = (entry: WgslModule, ...fragments: KernelFragment[]) => composed(entry.name, entry, fragments);
  const grid = (tasks: number) => ({ kind: 'direct', workgroups: Math.max(1, Math.ceil(tasks / workgroup)) }) as const;
  const { regions, bytes } = layOut({ totals: 4 * groups });
  return {
    passes: [
      { ...kernel(clear, common, { modules: [start] }), grid: grid(groups) },
      {
        ...kernel(section(addFile, 'adds', fits ? 'shared' : 'direct'), keys, common, adding),
        grid: counted('items', WORKGROUP_ROWS, 1),
        traffic: { item: typeBytes(spec.type) + (op === 'count' ? 0 : typeBytes(type)) },
      },
      { ...kernel(deliver, common, delivering), grid: grid((groups * bits) / 32) },
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
