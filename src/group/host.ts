/** Groupings of host arrays. Calls on arrays load this file. */

import type { HostItems } from '../api/arrays.ts';
import { bindingBytes, roomyLimits } from '../api/batches.ts';
import { type CallOptions, requireWork } from '../api/options.ts';
import { requireHostRoom, requireMembers } from '../checks.ts';
import { refused } from '../errors.ts';
import { requireDevice } from '../gpu/device.ts';
import { type HostCall, hostCall } from '../gpu/host_call.ts';
import { lackOfRoom } from '../gpu/operation.ts';
import { wholeRange } from '../gpu/ranges.ts';
import { typeBytes } from '../item_types.ts';
import type { SortStages } from '../sort/stages.ts';
import type { InternalTuning } from '../tuning/tuning.ts';

import { type GroupedRows, groupsInOrder, idOfGroups, mergedGroups, numberedGroups } from './merge.ts';
import { type GroupDevice, groupOperation, groupStages, plannedGroups, recordGroups } from './operation.ts';
import { rowOrder } from './order.ts';
import { type Grouping, type GroupOptions, grouping } from './spec.ts';

/** The options of a call on arrays, with a copy of the tuning. */
export type HostOptions = GroupOptions &
  Pick<CallOptions, 'onProgress' | 'signal'> & { readonly tuning: InternalTuning };

const NO_KEYS = { keys: false, valueBytes: 0 };

/**
 * Up to this number of rows, a call reads all possible offsets with the rows. Else it waits for the number of groups.
 */
const FEW_ROWS = 2 ** 16;

/** A checked call: the device, how ids form groups, the ids and the options. */
export interface GroupCall {
  readonly on: GroupDevice;
  readonly how: Grouping;
  readonly ids: HostItems;
  readonly options: HostOptions;
}

const OPTIONS = ['groups', 'sorted', 'signedZero', 'tuning', 'onProgress', 'signal'];

/**
 * Checks a call. `further`: the names of options that `groupBy` does not have. `resultBytes`: bytes of a group's
 * results.
 */
export function groupCall(
  device: GPUDevice,
  ids: HostItems,
  options: HostOptions,
  further: readonly string[] = [],
  resultBytes = 0,
): GroupCall {
  requireMembers('options', options, [...OPTIONS, ...further]);
  const how = grouping('ids', ids.type, options);
  requireHostRoom('groups', how.groups ?? 0, ids.itemBytes + 4 + resultBytes, 'ids, offsets and results');
  requireDevice(device);
  requireWork(options);
  return { on: { device, tuning: options.tuning }, how, ids, options };
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
  let kept: GPUBuffer | undefined;
  try {
    const first = await hostCall(
      on.device,
      (call) => {
        const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC;
        kept = on.device.createBuffer({ label: 'offsets', size: 4 * (maxGroups + 1), usage });
        const [rows, count] = [call.storage('rows', 4 * items), call.storage('count', 4)];
        const ranges = {
          idsIn: wholeRange(call.upload('ids', bytes)),
          rowsOut: wholeRange(rows),
          countOut: wholeRange(count),
          offsetsOut: wholeRange(kept),
        };
        recordGroups(group, call.encoder, NO_KEYS, ranges, items);
        const read = [call.readback(count, 4), call.readback(rows, 4 * items)] as const;
        const offsets = known === undefined ? undefined : call.readback(kept, 4 * (known + 1));
        return () => ({ count: words(read[0])[0] as number, rows: words(read[1]), offsets: offsets && words(offsets) });
      },
      signal,
    );
    const { count, rows } = first;
    const offsets = first.offsets?.slice(0, count + 1) ?? (await readWords(on.device, kept, count + 1, signal));
    return { offsets, rows: rows.slice(0, offsets[count]) };
  } finally {
    kept?.destroy();
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
  const parts: GroupedRows[] = [];
  for (let first = 0; first < length; first += limit) {
    const end = Math.min(first + limit, length);
    const part = await groupBatch(call, stages, how, bytes.slice(first * itemBytes, end * itemBytes));
    parts.push(first === 0 ? part : { ...part, rows: part.rows.map((row) => row + first) });
    options.onProgress?.({ done: end, total: length });
  }
  const merged = mergedGroups(parts, how, rowOrder(how, bytes));
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

/** Groups the rows of a call. */
export async function groupRows(call: GroupCall): Promise<GroupedRows> {
  const { how, ids, options } = call;
  if (how.sorted || ids.length === 0) {
    const found = groupSorted(call);
    options.onProgress?.({ done: ids.length, total: ids.length });
    return found;
  }
  return groupOnGpu(call);
}

/** `groupBy` of host arrays. */
export async function groupHost(device: GPUDevice, ids: HostItems, options: HostOptions) {
  const call = groupCall(device, ids, options);
  const { offsets, rows } = await groupRows(call);
  return { keys: ids.like(idOfGroups(call.how, ids, { offsets, rows })), offsets, rows };
}
