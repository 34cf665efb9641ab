/** Ranks, distinct keys and modes of arrays. */
import { type ArrayCall, type CallOutput, type CheckedCall, runArrayCall } from '../../api/array_call.ts';
import { gathered, type HostArray, type HostItems } from '../../api/arrays.ts';
import type { Batch } from '../../api/batches.ts';
import { presentLengths } from '../../api/segments.ts';
import { requireHostRoom } from '../../checks.ts';
import { deviceFacts } from '../../gpu/device.ts';
import { keyTraits } from '../../sort/kernels.ts';
import type { Modes, RankOptions, UniqueKeys } from '../descriptor.ts';
import { distinctItems, eachMode, nanTest, rankItems, type SortedItems } from '../sorted.ts';
import { type RunsRequest, rankBytes, runsPlan } from './plan.ts';
import { recordRuns, runsOperation } from './record.ts';
import { type ReadyRuns, type RunsOptions, readyRuns } from './request.ts';

type Words = Uint32Array<ArrayBuffer>;

/** Takes the sorted items of a segment longer than a batch: indices of the call's keys. */
type TakeLong = (of: SortedItems, id: number) => void;

/** Runs a call. Its outputs hold the results when the promise resolves. `take` adds those of long segments. */
async function run(
  call: CheckedCall,
  ready: ReadyRuns,
  keys: HostItems,
  outputs: readonly CallOutput[],
  take: TakeLong,
): Promise<void> {
  const { bytes, itemBytes } = keys;
  const { request, stages } = ready;
  const { device, tuning } = call;
  const array: ArrayCall = {
    ...call,
    inputs: [{ argument: 'keysIn', per: 'item', entryBytes: itemBytes, bytes }],
    outputs,
    minLength: 1,
    scratch: { itemBytes: 4 * keyTraits(request.order).words, segmentBytes: request.makes === 'modes' ? 8 : 4 },
    plan: (maxItems, maxSegments) => {
      const spec = { ...request, maxItems, maxSegments, maxSegmentSize: call.segments.longest };
      return runsPlan(stages, spec, { form: 'offsets', countOnGpu: false }, deviceFacts(device), tuning);
    },
    async make(bounds, segments) {
      const access = { form: segments.ranges ? 'ranges' : 'offsets', countOnGpu: false } as const;
      const of = { access, holds: presentLengths(segments) };
      const runs = await runsOperation(device, ready, { ...request, ...bounds }, tuning, of);
      return {
        record: (encoder, { ranges, items, segments }) => recordRuns(runs, encoder, ranges, items, segments),
        destroy: () => runs.operation.destroy(),
      };
    },
    async long(segment, { report }) {
      const { sortedSegment } = await import('./long.ts');
      take(await sortedSegment(call, request, keys, segment, report), segment.id);
    },
  };
  await runArrayCall(array);
}

const readyOf = (call: CheckedCall, makes: RunsRequest['makes'], items: HostItems, options: RunsOptions) =>
  readyRuns(call.device, makes, { ...options, keyType: items.type }, call.tuning, 'keys');

/** Ranks the items of each segment. `keys`: in the order of the call's segments. */
export async function rankArrays(
  call: CheckedCall,
  keys: HostItems,
  options: RunsOptions,
): Promise<Words | Float64Array<ArrayBuffer>> {
  const ready = await readyOf(call, 'ranks', keys, options);
  const entryBytes = rankBytes(ready.request);
  const bytes = new Uint8Array(entryBytes * keys.length);
  const ranks = entryBytes === 8 ? new Float64Array(bytes.buffer) : new Uint32Array(bytes.buffer);
  const { ties, order } = ready.request;
  const how = { ties, nan: options.nan as RankOptions['nan'] };
  await run(call, ready, keys, [{ argument: 'ranksOut', per: 'item', entryBytes, bytes }], (of) =>
    rankItems(of, how, nanTest(order.keyType, keys.bytes), ranks),
  );
  return ranks;
}

/** The distinct keys of a batch, or of a segment longer than a batch. */
interface Part {
  readonly batch: Pick<Batch, 'ids' | 'firstId'>;
  readonly offsets: Words;
  keys: Uint8Array<ArrayBuffer>;
  counts: Words;
}

/** Joins the distinct keys of all batches in the order of segments. */
function joined(parts: readonly Part[], segments: number, itemBytes: number) {
  const offsets = new Uint32Array(segments + 1);
  const idAt = ({ batch: { ids, firstId } }: Part, i: number) => (ids ? (ids[i] as number) : firstId + i);
  for (const part of parts) {
    for (let i = 0; i + 1 < part.offsets.length; i++) {
      offsets[idAt(part, i) + 1] = (part.offsets[i + 1] as number) - (part.offsets[i] as number);
    }
  }
  for (let id = 0; id < segments; id++) offsets[id + 1] = (offsets[id + 1] as number) + (offsets[id] as number);
  const [only] = parts;
  if (only && parts.length === 1 && !only.batch.ids) return { offsets, keys: only.keys, counts: only.counts };
  const total = offsets[segments] as number;
  const [keys, counts] = [new Uint8Array(total * itemBytes), new Uint32Array(total)];
  for (const part of parts) {
    for (let i = 0; i + 1 < part.offsets.length; i++) {
      const [from, end] = [part.offsets[i] as number, part.offsets[i + 1] as number];
      const to = offsets[idAt(part, i)] as number;
      keys.set(part.keys.subarray(from * itemBytes, end * itemBytes), to * itemBytes);
      counts.set(part.counts.subarray(from, end), to);
    }
  }
  return { offsets, keys, counts };
}

/** Finds the distinct keys of each segment. `keys`: in the order of the call's segments. */
export async function uniqueArrays(
  call: CheckedCall,
  keys: HostItems,
  options: RunsOptions,
): Promise<UniqueKeys<HostArray>> {
  const ready = await readyOf(call, 'distinct', keys, options);
  const { itemBytes } = keys;
  const parts: Part[] = [];
  const output = (
    argument: string,
    bytesOf: (batch: Batch) => number,
    take: (found: Uint8Array, batch: Batch) => void,
  ): CallOutput => {
    return { argument, per: 'item', entryBytes: itemBytes, bytes: new Uint8Array(0), rows: { bytesOf, take } };
  };
  const last = () => parts.at(-1) as Part;
  const found = () => last().offsets.at(-1) as number;
  const outputs = [
    output(
      'offsetsOut',
      ({ segments }) => 4 * (segments.count + 1),
      (bytes, batch) => {
        const offsets = new Uint32Array(bytes.slice().buffer);
        parts.push({ batch, offsets, keys: new Uint8Array(0), counts: new Uint32Array(0) });
      },
    ),
    output(
      'keysOut',
      ({ itemCount }) => itemBytes * itemCount,
      (bytes) => {
        last().keys = bytes.slice(0, itemBytes * found());
      },
    ),
    output(
      'countsOut',
      ({ itemCount }) => 4 * itemCount,
      (bytes) => {
        last().counts = new Uint32Array(bytes.slice(0, 4 * found()).buffer);
      },
    ),
  ];
  await run(call, ready, keys, outputs, (of, id) => {
    const { items, counts, offsets } = distinctItems(of);
    parts.push({ batch: { firstId: id }, offsets, keys: gathered(keys, items).bytes, counts });
  });
  const all = joined(parts, call.segments.count, itemBytes);
  return { keys: keys.like(all.keys), counts: all.counts, offsets: all.offsets };
}

/** Finds the most frequent key of each segment. `keys`: in the order of the call's segments. */
export async function modeArrays(call: CheckedCall, keys: HostItems, options: RunsOptions): Promise<Modes<HostArray>> {
  const ready = await readyOf(call, 'modes', keys, options);
  const { count } = call.segments;
  requireHostRoom('segments', count, 4 + keys.itemBytes, 'values and counts');
  const values = new Uint8Array(keys.itemBytes * count);
  const counts = new Uint32Array(count);
  const { itemBytes, bytes } = keys;
  const outputs = [
    { argument: 'valuesOut', per: 'segment', entryBytes: itemBytes, bytes: values },
    { argument: 'countsOut', per: 'segment', entryBytes: 4, bytes: new Uint8Array(counts.buffer) },
  ] as const;
  const { omits, order } = ready.request;
  await run(call, ready, keys, outputs, (of, id) =>
    eachMode(of, omits ? nanTest(order.keyType, bytes) : undefined, (_, item, times) => {
      values.set(bytes.subarray(item * itemBytes, (item + 1) * itemBytes), id * itemBytes);
      counts[id] = times;
    }),
  );
  return { values: keys.like(values), counts };
}
