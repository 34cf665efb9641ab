/** Quantiles of arrays. The keys at both sides of a position are read back, and interpolated on the host. */
import {
  type ArrayCall,
  type Bounds,
  type CheckedCall,
  itemsOf,
  requireBounds,
  runArrayCall,
} from '../../api/array_call.ts';
import type { HostItems } from '../../api/arrays.ts';
import type { LongSegment } from '../../api/batches.ts';
import { presentLengths, segmentBounds } from '../../api/segments.ts';
import { requireHostRoom } from '../../checks.ts';
import { deviceFacts } from '../../gpu/device.ts';
import { sortHost } from '../../sort/array_call.ts';
import { keyOrder } from '../../sort/descriptor.ts';
import { windowed } from '../windows.ts';
import {
  between,
  betweenTwo,
  checkedOptions,
  checkedQuantiles,
  fillAbsent,
  type Interpolation,
  NO_INDEX,
  numbersOf,
  partOf,
  positionsOf,
  type QuantileOptions,
  takesHigh,
} from './descriptor.ts';
import { type QuantileAccess, type QuantileSpec, type QuantileStages, quantilePlan } from './plan.ts';
import { quantileOperation, quantileStages, recordQuantile } from './record.ts';

type HostSpec = Omit<QuantileSpec, keyof Bounds>;

const ACCESS = { low: true, high: true, counts: true } as const;

/** The keys at both positions of each quantile, and the numbers of items that are not NaN, as bytes. */
interface Found {
  readonly low: Uint8Array<ArrayBuffer>;
  readonly high: Uint8Array<ArrayBuffer>;
  readonly counts: Uint8Array<ArrayBuffer>;
}

function quantileCall(
  call: CheckedCall,
  stages: QuantileStages,
  spec: HostSpec,
  keys: HostItems,
  found: Found,
): ArrayCall {
  const { device, tuning, segments } = call;
  const access: QuantileAccess = { ...ACCESS, form: segments.ranges ? 'ranges' : 'offsets', countOnGpu: false };
  const perSegment = (argument: string, entryBytes: number, bytes: Uint8Array<ArrayBuffer>) => {
    return { argument, per: 'segment', entryBytes, bytes } as const;
  };
  const rowBytes = keys.itemBytes * spec.quantiles.length;
  return {
    ...call,
    inputs: [{ argument: 'keysIn', per: 'item', entryBytes: keys.itemBytes, bytes: keys.bytes }],
    outputs: [
      perSegment('keysLow', rowBytes, found.low),
      perSegment('keysHigh', rowBytes, found.high),
      perSegment('countsOut', 4, found.counts),
    ],
    minLength: 1,
    // A sort has the keys and their words.
    scratch: { itemBytes: Math.max(4, keys.itemBytes), segmentBytes: 16 * spec.quantiles.length },
    plan: (maxItems, maxSegments) =>
      quantilePlan(
        stages,
        { ...spec, ...requireBounds({ maxItems, maxSegments }) },
        access,
        deviceFacts(device),
        tuning,
      ),
    async make(bounds, checked) {
      const of = { ...access, form: checked.ranges ? 'ranges' : 'offsets' } as const;
      const holds = presentLengths(checked);
      const made = await quantileOperation(device, stages, { ...spec, ...bounds }, tuning, of, holds);
      return {
        record: (encoder, { ranges, items, segments: within }) => {
          recordQuantile(made, encoder, { access: ACCESS, ranges, items, call: within });
        },
        destroy: () => made.operation.destroy(),
      };
    },
    async long(segment, { report }) {
      await longQuantiles(call, spec, keys, found, segment);
      report(segment.length);
    },
  };
}

/** The quantiles of a segment longer than a batch: it is sorted. */
async function longQuantiles(
  { device, signal, tuning }: CheckedCall,
  { quantiles, omitsNans, keyType, inverted = false }: HostSpec,
  keys: HostItems,
  found: Found,
  { id, begin, length }: LongSegment,
): Promise<void> {
  const { itemBytes } = keys;
  const bytes = keys.bytes.slice(begin * itemBytes, (begin + length) * itemBytes);
  const options = { tuning, ...(signal ? { signal } : {}) } as const;
  const sorted = (await sortHost(device, keys.like(bytes), { size: length }, options, () => undefined)).keys.bytes;
  const numbers = numbersOf(keyType, sorted);
  let count = length;
  while (count > 0 && Number.isNaN(numbers[count - 1])) count--;
  const items = omitsNans ? count : length;
  new Uint32Array(found.counts.buffer)[id] = count;
  quantiles.forEach((q, i) => {
    const isAbsent = omitsNans ? count === 0 : count < length;
    const sides = positionsOf(q, items, inverted);
    for (const side of ['low', 'high'] as const) {
      // The last key is a NaN wherever one is.
      const at = isAbsent ? length - 1 : sides[side];
      const to = (id * quantiles.length + i) * itemBytes;
      found[side].set(sorted.subarray(at * itemBytes, (at + 1) * itemBytes), to);
    }
  });
}

/** Numbers between the found keys. */
function interpolated(
  { quantiles, keyType, omitsNans }: HostSpec,
  interpolation: Interpolation,
  found: Found,
  lengthOf: (id: number) => number,
): Float64Array<ArrayBuffer> {
  const [low, high] = [numbersOf(keyType, found.low), numbersOf(keyType, found.high)];
  const counts = new Uint32Array(found.counts.buffer);
  return Float64Array.from({ length: low.length }, (_, at) => {
    const id = Math.floor(at / quantiles.length);
    const q = quantiles[at % quantiles.length] as number;
    const count = counts[id] as number;
    const items = omitsNans ? count : lengthOf(id);
    if (items === 0 || (!omitsNans && count < items)) return Number.NaN;
    return between(Number(low[at]), Number(high[at]), partOf(interpolation, q, items));
  });
}

/** The keys at the lower or at the higher position. */
function chosen(
  { quantiles, omitsNans }: HostSpec,
  interpolation: Interpolation,
  { low, high, counts }: Found,
  itemBytes: number,
  lengthOf: (id: number) => number,
): Uint8Array<ArrayBuffer> {
  const numbers = new Uint32Array(counts.buffer);
  const keys = low.slice();
  for (let at = 0; at * itemBytes < keys.length; at++) {
    const id = Math.floor(at / quantiles.length);
    const items = omitsNans ? (numbers[id] as number) : lengthOf(id);
    if (!takesHigh(interpolation, quantiles[at % quantiles.length] as number, items)) continue;
    keys.set(high.subarray(at * itemBytes, (at + 1) * itemBytes), at * itemBytes);
  }
  return keys;
}

export async function quantileHost(
  checkedCall: CheckedCall,
  given: HostItems,
  options: QuantileOptions & { readonly quantiles: unknown },
): Promise<unknown> {
  const { interpolation, nan, indices } = checkedOptions(options);
  const quantiles = checkedQuantiles(options.quantiles);
  const call = windowed(checkedCall);
  const order = keyOrder({ keyType: given.type as never }, 'keys');
  const spec: HostSpec = { ...order, quantiles, omitsNans: nan === 'omit', inverted: interpolation === 'inverted_cdf' };
  const keys = await itemsOf(call, given);
  const { segments, device, tuning } = call;
  if (indices) {
    const { indexedQuantiles } = await import('./indexed.ts');
    const all = await indexedQuantiles(call, keys, spec, interpolation);
    const { rows } = segments;
    // Items of windows are gathered here, not by the caller.
    const mapped = call === checkedCall || !rows ? all.indices : all.indices.map((i) => rows[i] ?? NO_INDEX);
    return { values: keys.like(all.bytes), indices: mapped };
  }
  const room = { maxItems: call.itemCount, maxSegments: Math.max(1, segments.count), maxSegmentSize: segments.longest };
  const stages = await quantileStages(device, { ...spec, ...room }, tuning);
  requireHostRoom('segments', segments.count, 4 + quantiles.length * (2 * keys.itemBytes + 8), 'quantiles');
  const size = segments.count * quantiles.length * keys.itemBytes;
  const found = { low: new Uint8Array(size), high: new Uint8Array(size), counts: new Uint8Array(4 * segments.count) };
  fillAbsent(spec.keyType, found.low);
  fillAbsent(spec.keyType, found.high);
  const array = quantileCall(call, stages, spec, keys, found);
  await runArrayCall(quantiles.length > 0 ? array : { ...array, minLength: Number.POSITIVE_INFINITY });
  const lengthOf = (id: number) => {
    const [begin, end] = segmentBounds(segments, id);
    return end - begin;
  };
  if (betweenTwo(interpolation)) {
    return interpolated(spec, interpolation, found, lengthOf);
  }
  return keys.like(chosen(spec, interpolation, found, keys.itemBytes, lengthOf));
}
