/** Groupings of host arrays. Calls on arrays load this file. */

import { bindingBytes, type CallOptions, requireWork, roomyLimits } from '../api/array_call.ts';
import { gathered, type HostArray, type HostItems } from '../api/arrays.ts';
import { GROUP_OPTIONS, type OptionNames } from '../api/options.ts';
import { refused, requireHostRoom, requireMembers } from '../checks.ts';
import { requireDevice } from '../gpu/device.ts';
import { type HostCall, hostCall } from '../gpu/host_call.ts';
import { lackOfRoom } from '../gpu/operation.ts';
import { wholeRange } from '../gpu/ranges.ts';
import { type NumberType, typeBytes } from '../item_types.ts';
import { nanKey } from '../sort/kernels.ts';
import type { SortStages } from '../sort/plan.ts';
import type { InternalTuning } from '../tuning/tuning.ts';
import { type Grouping, type GroupOptions, grouping, type Inverse, isList, rowsOf } from './descriptor.ts';
import type { Columns } from './ids.ts';
import { type GroupDevice, groupOperation, groupStages, plannedGroups, recordGroups } from './record.ts';

/** The options of a call on arrays, with a copy of the tuning. */
export type HostOptions = GroupOptions &
  Pick<CallOptions, 'onProgress' | 'signal'> & { readonly tuning: InternalTuning };

const NO_KEYS = { keys: false, valueBytes: 0 };

/**
 * Up to this number of rows, a call reads all possible offsets with the rows. Else it waits for the number of groups.
 */
const FEW_ROWS = 2 ** 16;

/** A checked call: the device, how ids form groups, the ids and the options. Of several columns, those of the first. */
export interface GroupCall {
  readonly on: GroupDevice;
  readonly how: Grouping;
  readonly ids: HostItems;
  readonly options: HostOptions;
  /** The columns of a list, each as a call. */
  readonly columns?: readonly GroupCall[];
}

/** Checks a call by one column. `name`: its name in messages. */
function columnCall(
  device: GPUDevice,
  ids: HostItems,
  options: HostOptions,
  further: readonly string[],
  resultBytes: number,
  name: string,
): GroupCall {
  const own = GROUP_OPTIONS satisfies OptionNames<HostOptions>;
  requireMembers('options', options, [...own, ...further, 'tuning', 'onProgress', 'signal']);
  const how = grouping(name, ids.type, options);
  requireHostRoom('groups', how.groups ?? 0, ids.itemBytes + 4 + resultBytes, 'ids, offsets and results');
  requireDevice(device);
  requireWork(options);
  return { on: { device, tuning: options.tuning }, how, ids, options };
}

/**
 * Checks a call. `further`: the names of options that a grouping does not have. `resultBytes`: bytes of a group's
 * results.
 */
export async function groupCall(
  device: GPUDevice,
  ids: Columns<HostItems>,
  options: HostOptions,
  further: readonly string[] = [],
  resultBytes = 0,
): Promise<GroupCall> {
  if (!isList(ids)) return columnCall(device, ids, options, further, resultBytes, 'ids');
  const { requireColumns } = await import('./columns.ts');
  requireColumns(ids, options);
  const columns = ids.map((each, i) => columnCall(device, each, options, further, resultBytes, `ids[${i}]`));
  return { ...(columns[0] as GroupCall), columns };
}

type OnProgress = NonNullable<HostOptions['onProgress']>;

/** Reports the progress of one of two halves of the work. */
export function halfOf(onProgress: OnProgress, half: number): OnProgress {
  return ({ done, total }) => onProgress({ done: half * total + done, total: 2 * total });
}

/** Groups the rows of a batch on the GPU. */
async function groupBatch(
  { on, options: { signal } }: GroupCall,
  stages: SortStages,
  how: Grouping,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<GroupedRows> {
  const items = bytes.length / typeBytes(how.type);
  const maxGroups = how.groups ?? items;
  const group = await groupOperation(on, stages, { ...how, maxItems: items, maxGroups }, [NO_KEYS]);
  const known = how.groups ?? (items <= FEW_ROWS ? items : undefined);
  let offsetsBuffer: GPUBuffer | undefined;
  try {
    const first = await hostCall(
      on.device,
      (call) => {
        const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC;
        offsetsBuffer = on.device.createBuffer({ label: 'offsets', size: 4 * (maxGroups + 1), usage });
        const [rows, count] = [call.storage('rows', 4 * items), call.storage('count', 4)];
        const ranges = {
          idsIn: wholeRange(call.upload('ids', bytes)),
          rowsOut: wholeRange(rows),
          countOut: wholeRange(count),
          offsetsOut: wholeRange(offsetsBuffer),
        };
        recordGroups(group, call.encoder, NO_KEYS, ranges, items);
        const read = [call.readback(count, 4), call.readback(rows, 4 * items)] as const;
        const offsets = known === undefined ? undefined : call.readback(offsetsBuffer, 4 * (known + 1));
        return () => ({ count: words(read[0])[0] as number, rows: words(read[1]), offsets: offsets && words(offsets) });
      },
      signal,
    );
    const { count, rows } = first;
    const offsets =
      first.offsets?.slice(0, count + 1) ?? (await readWords(on.device, offsetsBuffer, count + 1, signal));
    return { offsets, rows: rows.slice(0, offsets[count]) };
  } finally {
    offsetsBuffer?.destroy();
    group.operation.destroy();
  }
}

/** A copy of the words that were read back. */
function words(read: ReturnType<HostCall['readback']>): Uint32Array<ArrayBuffer> {
  return new Uint32Array(read().slice().buffer);
}

/** Reads the first words of a buffer that an earlier call wrote. */
function readWords(
  device: GPUDevice,
  buffer: GPUBuffer | undefined,
  count: number,
  signal: AbortSignal | undefined,
): Promise<Uint32Array<ArrayBuffer>> {
  const record = (call: HostCall) => {
    const read = call.readback(buffer as GPUBuffer, 4 * count);
    return () => words(read);
  };
  return hostCall(device, record, signal);
}

/** The largest number of rows of a batch: its arrays fit bindings, and its scratch memory fits the device. */
export function rowLimit({ on, ids }: GroupCall, stages: SortStages, how: Grouping, itemBytes = 0): number {
  const { device, tuning } = on;
  const max = bindingBytes(device, tuning);
  const items = Math.max(1, Math.floor(max / Math.max(4, typeBytes(how.type), itemBytes)) - 1);
  const hasRoom = (maxItems: number) => {
    const spec = { ...how, maxItems, maxGroups: how.groups ?? maxItems };
    return !lackOfRoom(device, plannedGroups(on, stages, spec, { keys: true, valueBytes: itemBytes }));
  };
  return roomyLimits({ items, segments: 0 }, { items: ids.length, segments: 0 }, tuning, hasRoom).items;
}

/** Groups rows on the GPU, in batches where a binding holds too few. */
async function groupOnGpu(call: GroupCall): Promise<GroupedRows> {
  const { on, ids, options, how: wanted } = call;
  const { length, itemBytes, bytes } = ids;
  const max = bindingBytes(on.device, on.tuning);
  const planned = async (how: Grouping) => {
    const stages = await groupStages(on, how);
    return { how, stages, limit: rowLimit(call, stages, how) };
  };
  // If a binding holds fewer groups than `groups`, they are made from the distinct ids. So they are where a batch has
  // fewer rows, because each batch has the offsets of all groups.
  const numbered = 4 * ((wanted.groups ?? 0) + 1) <= max ? await planned(wanted) : undefined;
  const fits = numbered && (length <= numbered.limit || (wanted.groups ?? 0) <= numbered.limit);
  const { how, stages, limit } = numbered && fits ? numbered : await planned({ ...wanted, groups: undefined });
  const batches: GroupedRows[] = [];
  for (let first = 0; first < length; first += limit) {
    const end = Math.min(first + limit, length);
    const part = await groupBatch(call, stages, how, bytes.slice(first * itemBytes, end * itemBytes));
    batches.push(first === 0 ? part : { ...part, rows: part.rows.map((row) => row + first) });
    options.onProgress?.({ done: end, total: length });
  }
  const merged = mergedGroups(batches, how, rowOrder(how, bytes));
  return how.groups === wanted.groups ? merged : numberedGroups(merged, ids, wanted);
}

/** Groups of ids that ascend already. Refuses an id that falls. */
function groupSorted({ how, ids }: GroupCall): GroupedRows {
  const compare = rowOrder(how, ids.bytes);
  for (let row = 1; row < ids.length; row++) {
    if (compare(row - 1, row) <= 0) continue;
    throw refused(
      'offsets-not-monotonic',
      'ids',
      `id ${row} falls below id ${row - 1}`,
      'ids that never fall, or sorted: false',
    );
  }
  const found = groupsInOrder(ids.length, compare);
  return how.groups === undefined ? found : numberedGroups(found, ids, how);
}

/** Groups rows by the columns of a list. The last grouping reports its progress. */
async function groupByColumns({ columns, ...first }: GroupCall & Pick<Required<GroupCall>, 'columns'>) {
  const { groupedByColumns } = await import('./columns.ts');
  const { onProgress: _, ...silent } = first.options;
  return groupedByColumns(
    columns.map(({ ids }) => ids),
    {
      numbersOf: ({ bytes, length }, i) => {
        const key = wordKeys((columns[i] as GroupCall).how, bytes);
        return Uint32Array.from({ length }, (_, row) => key(row));
      },
      // A column after the first need not ascend, even if the rows do.
      groupedBy: (ids, i) => {
        const { how } = columns[i] as GroupCall;
        return groupRows({ ...first, ids, how: { ...how, sorted: false }, options: silent });
      },
      groupedByPacked: (ids, groups) => {
        const how = { type: ids.type as NumberType, zerosTie: false, sorted: first.how.sorted, groups };
        return groupRows({ ...first, ids, how });
      },
    },
  );
}

/** Groups the rows of a call. */
export async function groupRows(call: GroupCall): Promise<GroupedRows> {
  const { how, ids, options, columns } = call;
  if (columns) return groupByColumns({ ...call, columns });
  if (how.sorted || ids.length === 0) {
    const found = groupSorted(call);
    options.onProgress?.({ done: ids.length, total: ids.length });
    return found;
  }
  return groupOnGpu(call);
}

/** The ids of the groups, in the form of those given. */
export function keysOfGroups({ columns, how, ids }: GroupCall, found: GroupedRows): Columns<HostArray> {
  if (columns) return columns.map((each) => keysOfGroups(each, found)) as unknown as readonly [HostArray];
  return ids.like(idOfGroups(how, ids, found));
}

/** `groupBy` of host arrays. */
export async function groupHost(device: GPUDevice, ids: Columns<HostItems>, options: HostOptions & Inverse) {
  const call = await groupCall(device, ids, options, ['inverse']);
  const { offsets, rows } = await groupRows(call);
  const found = { keys: keysOfGroups(call, { offsets, rows }), offsets, rows };
  if (!options.inverse) return found;
  const { groupsOfRows } = await import('./columns.ts');
  return { ...found, groups: groupsOfRows(rowsOf(ids), found) };
}

// The order of ids on the host: that of sorts (wgsl/sort/keys), where all NaNs tie.

/** Compares the ids of two rows: negative if the first comes before the second, 0 if they are one group. */
export type CompareRows = (a: number, b: number) => number;

/** The images of -inf under the usual radix map of floats. */
const ORIGINS: Readonly<Record<number, number>> = { 16: 0x3ff, 32: 0x7fffff };

function wordKeys({ type, zerosTie }: Grouping, bytes: Uint8Array<ArrayBuffer>): (row: number) => number {
  const width = 8 * typeBytes(type);
  const Words = { 8: Uint8Array, 16: Uint16Array, 32: Uint32Array }[width] as typeof Uint32Array;
  const ids = new Words(bytes.buffer, bytes.byteOffset, (8 * bytes.length) / width);
  const sign = 2 ** (width - 1);
  const mask = 2 ** width - 1;
  if (type.startsWith('u')) return (row) => ids[row] as number;
  if (type.startsWith('i')) return (row) => ((ids[row] as number) ^ sign) >>> 0;
  const origin = ORIGINS[width] as number;
  const [nan] = nanKey(type);
  return (row) => {
    const given = ids[row] as number;
    const bits = zerosTie && given === sign ? 0 : given;
    return Math.min((((bits ^ (bits >= sign ? mask : sign)) - origin) & mask) >>> 0, nan);
  };
}

/** Writes the sort key of an id of two words: low word, high word. */
function twoWordKeys({ type, zerosTie }: Grouping, bytes: Uint8Array<ArrayBuffer>): Uint32Array {
  const keys = new Uint32Array(bytes.slice().buffer);
  if (type.startsWith('u')) return keys;
  const [nan, nanHigh] = nanKey(type);
  for (let at = 0; at < keys.length; at += 2) {
    const low = keys[at] as number;
    let high = keys[at + 1] as number;
    if (type.startsWith('i')) {
      keys[at + 1] = high ^ 0x80000000;
      continue;
    }
    if (zerosTie && high === 0x80000000 && low === 0) high = 0;
    const flips = high >= 0x80000000 ? 0xffffffff : 0;
    const mapped = (low ^ flips) >>> 0;
    // Subtracts the image of -inf, 0xFFFFF FFFFFFFF.
    keys[at] = mapped + 1;
    keys[at + 1] = (high ^ (flips || 0x80000000)) - 0xfffff - (mapped < 0xffffffff ? 1 : 0);
    const [first, second] = [keys[at + 1] as number, keys[at] as number];
    if (first > nanHigh || (first === nanHigh && second > nan)) [keys[at], keys[at + 1]] = [nan, nanHigh];
  }
  return keys;
}

/** Compares rows by their ids. */
export function rowOrder(how: Grouping, bytes: Uint8Array<ArrayBuffer>): CompareRows {
  if (typeBytes(how.type) < 8) {
    const key = wordKeys(how, bytes);
    return (a, b) => key(a) - key(b);
  }
  const keys = twoWordKeys(how, bytes);
  const word = (row: number, k: number) => keys[2 * row + k] as number;
  return (a, b) => word(a, 1) - word(b, 1) || word(a, 0) - word(b, 0);
}

// Groups on the host: of ordered rows, of several batches, and by the ids' numbers.

/** Group i has the rows rows[offsets[i]] to rows[offsets[i + 1] - 1], ascending. */
export interface GroupedRows {
  readonly offsets: Uint32Array<ArrayBuffer>;
  readonly rows: Uint32Array<ArrayBuffer>;
}

/** The groups of rows whose ids ascend. */
export function groupsInOrder(count: number, compare: CompareRows): GroupedRows {
  const offsets = new Uint32Array(count + 1);
  const rows = new Uint32Array(count);
  let groups = 0;
  for (let row = 0; row < count; row++) {
    rows[row] = row;
    if (row === 0 || compare(row - 1, row) !== 0) offsets[groups++] = row;
  }
  offsets[groups] = count;
  return { offsets: offsets.slice(0, groups + 1), rows };
}

/** Appends a group's rows to `rows`, from slot `at` on. */
function copyGroup({ offsets, rows }: GroupedRows, group: number, to: Uint32Array, at: number): number {
  const [begin, end] = [offsets[group] as number, offsets[group + 1] as number];
  // Most groups are short, and a view of each would cost more than its rows.
  if (end - begin > 32) to.set(rows.subarray(begin, end), at);
  else for (let i = begin; i < end; i++) to[at + i - begin] = rows[i] as number;
  return at + end - begin;
}

/** Joins the groups of two batches by their ids. All rows of the first batch come before those of the second. */
function joined(first: GroupedRows, second: GroupedRows, compare: CompareRows): GroupedRows {
  const rows = new Uint32Array(first.rows.length + second.rows.length);
  const offsets = new Uint32Array(first.offsets.length + second.offsets.length);
  const head = ({ offsets, rows }: GroupedRows, group: number) => rows[offsets[group] as number] as number;
  const count = ({ offsets }: GroupedRows) => offsets.length - 1;
  let [a, b, at, groups] = [0, 0, 0, 0];
  while (a < count(first) || b < count(second)) {
    const order = a === count(first) ? 1 : b === count(second) ? -1 : compare(head(first, a), head(second, b));
    if (order <= 0) at = copyGroup(first, a++, rows, at);
    if (order >= 0) at = copyGroup(second, b++, rows, at);
    offsets[++groups] = at;
  }
  return { offsets: offsets.slice(0, groups + 1), rows };
}

/** Joins the groups of all batches where group i is the same id in each. */
function joinedByNumber(batches: readonly GroupedRows[], groups: number): GroupedRows {
  const rows = new Uint32Array(batches.reduce((sum, part) => sum + part.rows.length, 0));
  const offsets = new Uint32Array(groups + 1);
  let at = 0;
  for (let group = 0; group < groups; group++) {
    for (const part of batches) at = copyGroup(part, group, rows, at);
    offsets[group + 1] = at;
  }
  return { offsets, rows };
}

/** The groups of the whole call, from those of its batches in order. */
export function mergedGroups(batches: readonly GroupedRows[], how: Grouping, compare: CompareRows): GroupedRows {
  if (batches.length === 1) return batches[0] as GroupedRows;
  if (how.groups !== undefined) return joinedByNumber(batches, how.groups);
  const pairs: GroupedRows[] = [];
  for (let i = 0; i < batches.length; i += 2) {
    const [first, second] = [batches[i] as GroupedRows, batches[i + 1]];
    pairs.push(second ? joined(first, second, compare) : first);
  }
  return mergedGroups(pairs, how, compare);
}

/** The id of a row as a number; ids of two words as far as 32 bits hold them, else -1. */
function idNumbers({ type }: Grouping, { bytes }: HostItems): (row: number) => number {
  const Words = {
    u8: Uint8Array,
    i8: Int8Array,
    u16: Uint16Array,
    i16: Int16Array,
    u32: Uint32Array,
    i32: Int32Array,
  }[type as 'u8'];
  if (Words) {
    const ids = new Words(bytes.buffer as ArrayBuffer);
    return (row) => ids[row] as number;
  }
  const ids = new Uint32Array(bytes.buffer);
  return (row) => (ids[2 * row + 1] === 0 ? (ids[2 * row] as number) : -1);
}

/** Groups by number, from the groups of distinct ids. Groups of other ids are dropped. */
export function numberedGroups(distinct: GroupedRows, ids: HostItems, how: Grouping): GroupedRows {
  const groups = how.groups as number;
  const idAt = idNumbers(how, ids);
  const rows = new Uint32Array(distinct.rows.length);
  const offsets = new Uint32Array(groups + 1);
  let [at, next] = [0, 0];
  for (let k = 0; k + 1 < distinct.offsets.length; k++) {
    const id = idAt(distinct.rows[distinct.offsets[k] as number] as number);
    if (id < 0 || id >= groups) continue;
    offsets.fill(at, next, id + 1);
    at = copyGroup(distinct, k, rows, at);
    next = id + 1;
  }
  offsets.fill(at, next);
  return { offsets, rows: rows.slice(0, at) };
}

/** The bytes of the groups' ids: that of each group's first row, or the groups' numbers. */
export function idOfGroups(
  { groups }: Grouping,
  ids: HostItems,
  { offsets, rows }: GroupedRows,
): Uint8Array<ArrayBuffer> {
  const { itemBytes } = ids;
  const count = offsets.length - 1;
  const keys = new Uint8Array(count * itemBytes);
  if (groups === undefined) {
    return gathered(
      ids,
      offsets.subarray(0, count).map((slot) => rows[slot] as number),
    ).bytes;
  }
  const view = new DataView(keys.buffer);
  for (let id = 0; id < count; id++) {
    const at = id * itemBytes;
    if (itemBytes === 1) view.setUint8(at, id);
    else if (itemBytes === 2) view.setUint16(at, id, true);
    else view.setUint32(at, id, true);
  }
  return keys;
}
