import {
  type ArrayCall,
  type BoundedOperation,
  type Bounds,
  type CallArray,
  type CheckedCall,
  type LongCall,
  runArrayCall,
  submitOnce,
  withOperation,
} from '../api/array_call.ts';
import type { HostArray, HostItems } from '../api/arrays.ts';
import type { LongSegment } from '../api/batches.ts';
import { type CheckedSegments, idsByBegin } from '../api/segments.ts';
import { type ItemType, scalarOf } from '../item_types.ts';
import { LEAF } from '../reduce/descriptor.ts';
import { type LoadedScan, type ScanForm, type ScanPhase, type ScanSpec, scanRequest } from './descriptor.ts';
import { isPacked, scanFacts } from './kernels.ts';
import type { ScanStages } from './plan.ts';
import { plannedScan, type ReadyScan, readyScan, recordScan, scanOperation } from './record.ts';

/** Compiles a scan for calls within some bounds. */
async function boundedScan(
  { device, tuning }: CheckedCall,
  ready: ReadyScan,
  phase: ScanPhase,
  bounds: Bounds,
): Promise<BoundedOperation> {
  const scan = await scanOperation(device, ready, { ...ready.request, ...bounds, phase }, tuning);
  return {
    record: (encoder, { ranges, items, segments }) => recordScan(scan, encoder, { ranges, items, call: segments }),
    destroy: () => scan.operation.destroy(),
  };
}

/** Scans all segments and returns the bytes of the results. Those of items outside all segments are 0. */
export async function scannedBytes(
  call: CheckedCall,
  ready: ReadyScan,
  { bytes, itemBytes, length }: Pick<HostItems, 'bytes' | 'itemBytes' | 'length'>,
): Promise<Uint8Array<ArrayBuffer>> {
  const { request } = ready;
  const scan = scanFacts(request);
  const found = new Uint8Array(length * scan.resultBytes);
  const input = { argument: 'input', per: 'item', entryBytes: itemBytes, bytes } as const;
  const output = { argument: 'output', per: 'item', entryBytes: scan.resultBytes, bytes: found } as const;
  const arrayCall: ArrayCall = {
    ...call,
    inputs: [input],
    outputs: [output],
    minLength: 1,
    scratch: { itemBytes: isPacked(scan) ? 4 : 0, segmentBytes: 0 },
    plan: (maxItems, maxSegments) => {
      const bounds = { maxItems, maxSegments, maxSegmentSize: call.segments.longest };
      return plannedScan(call.device, ready, { ...request, ...bounds, phase: 'whole' } satisfies ScanSpec, call.tuning);
    },
    make: (bounds) => boundedScan(call, ready, 'whole', bounds),
    long: (segment, long) =>
      scanLong(
        { call, ready, input, output, make: (bounds) => boundedScan(call, ready, 'part', bounds) },
        segment,
        long,
      ),
  };
  await runArrayCall(arrayCall);
  return found;
}

/** The results of all items in segments, where NaNs are left out. */
async function withoutNans(call: CheckedCall, ready: ReadyScan, values: HostItems): Promise<Uint8Array<ArrayBuffer>> {
  const { scanWithoutNans } = await import('../api/omit.ts');
  const found = new Uint8Array(values.length * scanFacts(ready.request).resultBytes);
  const exclusive = { ...ready, request: { ...ready.request, exclusive: true } };
  const scan = (kept: CheckedCall, items: HostItems) => scannedBytes(kept, exclusive, items);
  await scanWithoutNans(call, values, ready.request, scan, found);
  return found;
}

/** Scans arrays: `segmentedScan` calls it. */
export async function scanArrays(
  call: CheckedCall,
  values: HostItems,
  given: { readonly op: unknown; readonly nan?: unknown } & { readonly [K in keyof ScanForm]?: unknown },
  stages: ScanStages,
): Promise<HostArray> {
  const request = scanRequest('values', { type: values.type, ...given });
  const ready = await readyScan(call.device, request, stages, call.tuning);
  const { reduce } = ready.request;
  const plain = { ...ready, request: { ...ready.request, reduce: { ...reduce, omitsNans: false } } };
  const found = reduce.omitsNans ? await withoutNans(call, plain, values) : await scannedBytes(call, ready, values);
  if (!call.segments.coversAll) await fillOutside(call, plain, values, found, scannedBytes);
  return resultsInForm(ready.request, values, found);
}

// Results of items outside every segment: the items, in the results' type.

/** Scans items. */
type ScanItems = (
  call: CheckedCall,
  ready: ReadyScan,
  items: Pick<HostItems, 'bytes' | 'itemBytes' | 'length'>,
) => Promise<Uint8Array<ArrayBuffer>>;

/** The ranges of items in no segment, in ascending order: begin and end of each. There may be one for each segment. */
function gapsOf({ count, offsets, ranges, size = 0 }: CheckedSegments, itemCount: number): Uint32Array {
  const gaps = new Uint32Array(2 * ((ranges ? count : 1) + 1));
  let found = 0;
  let done = 0;
  const pass = (begin: number, end: number) => {
    if (begin > done) {
      gaps[found++] = done;
      gaps[found++] = begin;
    }
    done = Math.max(done, end);
  };
  if (offsets) pass(offsets[0] as number, offsets[count] as number);
  else if (ranges) {
    for (const id of idsByBegin(ranges.begin)) {
      const [begin, end] = [ranges.begin[id] as number, ranges.end[id] as number];
      if (begin < end) pass(begin, end);
    }
  } else pass(0, count * size);
  pass(itemCount, itemCount);
  return gaps.subarray(0, found);
}

/** Copies bytes. Most gaps are short, and a view of each would cost more than its bytes. */
function copyBytes(from: Uint8Array, first: number, end: number, to: Uint8Array, at: number): void {
  if (end - first > 64) to.set(from.subarray(first, end), at);
  else for (let i = first; i < end; i++) to[at + i - first] = from[i] as number;
}

/** One array of the entries in the gaps of an array. */
function gathered(bytes: Uint8Array, entryBytes: number, gaps: Uint32Array): Uint8Array<ArrayBuffer> {
  let length = 0;
  for (let i = 0; i < gaps.length; i += 2) length += (gaps[i + 1] as number) - (gaps[i] as number);
  const all = new Uint8Array(length * entryBytes);
  let at = 0;
  for (let i = 0; i < gaps.length; i += 2) {
    const [first, end] = [(gaps[i] as number) * entryBytes, (gaps[i + 1] as number) * entryBytes];
    copyBytes(bytes, first, end, all, at);
    at += end - first;
  }
  return all;
}

/** Items in the results' type. The operator's `load` makes each of them, by a scan of segments of one item. */
function inResultType(
  call: CheckedCall,
  ready: ReadyScan,
  { bytes, itemBytes }: Pick<HostItems, 'bytes' | 'itemBytes'>,
  scan: ScanItems,
) {
  const length = bytes.length / itemBytes;
  const { reduce } = ready.request;
  const plain = { reduce: { ...reduce, initial: [] }, exclusive: false, reverse: false };
  const segments = { count: length, size: 1, longest: 1, coversAll: true };
  const single = { ...call, itemCount: length, segments, onProgress: undefined };
  return scan(single, { ...ready, request: plain }, { bytes, itemBytes, length });
}

/** Writes the results of all items outside every segment. */
export async function fillOutside(
  call: CheckedCall,
  ready: ReadyScan,
  { bytes, itemBytes, length, type }: HostItems,
  found: Uint8Array<ArrayBuffer>,
  scan: ScanItems,
): Promise<void> {
  const gaps = gapsOf(call.segments, length);
  if (gaps.length === 0) return;
  const { resultBytes } = scanFacts(ready.request);
  const items = gathered(bytes, itemBytes, gaps);
  const results = keepsItems(ready.request, type)
    ? items
    : await inResultType(call, ready, { bytes: items, itemBytes }, scan);
  let at = 0;
  for (let i = 0; i < gaps.length; i += 2) {
    const [begin, end] = [gaps[i] as number, gaps[i + 1] as number];
    const size = (end - begin) * resultBytes;
    copyBytes(results, at, at + size, found, begin * resultBytes);
    at += size;
  }
}

// Segments that are longer than a batch. A window of such a segment is a whole subtree of the segment's tree. A call
// scans one window. It gets the subtrees before the window, and returns the subtree that ends with the window.

/** A scan of arrays. */
interface ArrayScan {
  readonly call: CheckedCall;
  readonly ready: ReadyScan;
  readonly input: CallArray;
  readonly output: CallArray;
  readonly make: (bounds: Bounds) => Promise<BoundedOperation>;
}

/** Copies entries in reverse order. */
function reversed(bytes: Uint8Array, entryBytes: number): Uint8Array<ArrayBuffer> {
  const result = new Uint8Array(bytes.length);
  for (let at = 0; at < bytes.length; at += entryBytes) {
    result.set(bytes.subarray(at, at + entryBytes), bytes.length - at - entryBytes);
  }
  return result;
}

/** The subtrees before a window, the last and shortest first. At least one, because a buffer cannot be empty. */
function carriesOf(subtrees: readonly (Uint8Array | undefined)[], window: number, entryBytes: number) {
  const before = subtrees.filter((_, level) => ((window >> level) & 1) === 1) as Uint8Array[];
  const carries = new Uint8Array(Math.max(before.length, 1) * entryBytes);
  before.forEach((subtree, k) => {
    carries.set(subtree, k * entryBytes);
  });
  return carries;
}

/** Scans a segment that is longer than a batch. */
export async function scanLong(
  { call, ready, input, output, make }: ArrayScan,
  { begin, length }: LongSegment,
  { limits, report }: LongCall,
): Promise<void> {
  const { request } = ready;
  const accumulatorBytes = 4 * scanFacts(request).accumulator.words;
  const { reverse } = request;
  const inOrder = (bytes: Uint8Array, entryBytes: number) => (reverse ? reversed(bytes, entryBytes) : bytes);
  const whole = (array: CallArray) =>
    array.bytes.subarray(begin * array.entryBytes, (begin + length) * array.entryBytes);
  let window = LEAF;
  while (2 * window <= limits.items) window *= 2;
  /** Subtrees by level: that of level k has 2^k windows. */
  const subtrees: (Uint8Array | undefined)[] = [];
  const bounds = { maxItems: window, maxSegments: 1, maxSegmentSize: window };
  await withOperation(make(bounds), async (operation) => {
    for (let first = 0; first < length; first += window) {
      const index = first / window;
      const itemCount = Math.min(window, length - first);
      // The window's first item in the segment. A reverse scan begins with the segment's last window.
      const from = reverse ? length - first - itemCount : first;
      const part = (array: CallArray) =>
        whole(array).subarray(from * array.entryBytes, (from + itemCount) * array.entryBytes);
      const windowed = Uint32Array.of(first / LEAF, reverse ? length - 1 - first : first, reverse ? -1 : 1);
      const take = (found: Uint8Array) => part(output).set(inOrder(found, output.entryBytes));
      let level = 0;
      while (((index >> level) & 1) === 1) level++;
      await submitOnce(call, operation, {
        itemCount,
        segments: { count: 1, size: itemCount, longest: itemCount, coversAll: true },
        inputs: [
          { argument: 'input', bytes: inOrder(part(input), input.entryBytes) },
          { argument: 'windowed', bytes: windowed },
          { argument: 'carries', bytes: carriesOf(subtrees, index, accumulatorBytes) },
        ],
        outputs: [
          { argument: 'output', byteLength: itemCount * output.entryBytes, take },
          {
            argument: 'accumulators',
            byteLength: accumulatorBytes,
            take: (found) => {
              subtrees[level] = found.slice();
            },
          },
        ],
      });
      report(itemCount);
    }
  });
}

// The form of the results of a call on arrays.

const CLASSES = { u32: Uint32Array, i32: Int32Array, f32: Float32Array } as const;

/** Whether results are items of the input's type. A custom operator may make other values of the same type. */
export function keepsItems({ reduce }: LoadedScan, type: ItemType): boolean {
  return typeof reduce.ops[0] === 'string' && reduce.operators[0]?.results[0]?.type === type;
}

/** Returns the results in the form that `segmentedScan` documents. */
export function resultsInForm(request: LoadedScan, values: HostItems, found: Uint8Array<ArrayBuffer>): HostArray {
  if (keepsItems(request, values.type)) return values.like(found);
  const type = String(scanFacts(request).result.type);
  const data = new CLASSES[scalarOf(type) as keyof typeof CLASSES](found.buffer);
  return type.startsWith('vec') ? ({ type, data } as HostArray) : data;
}
