/**
 * Reduces of rows on arrays, loaded by the first of them. Common operators take row by row (row_folds.ts). For others
 * columns are copied to arrays of their own.
 */
import type { CheckedCall } from '../../api/array_call.ts';
import { type HostItems, hostItems } from '../../api/arrays.ts';
import type { OnProgress } from '../../api/batches.ts';
import type { KeptColumns } from '../../api/omit.ts';
import { REDUCE_OPTIONS } from '../../api/options.ts';
import type { HostSegments } from '../../api/segments.ts';
import { requireHostRoom } from '../../checks.ts';
import { type ItemType, type NumberType, typeBytes } from '../../item_types.ts';
import type { Rare } from '../../operators/initial.ts';
import type { CheckedOp } from '../../operators/operators.ts';
import type { ReduceOptions } from '../../reduce/calls.ts';
import type { ReduceRequest } from '../../reduce/descriptor.ts';
import { checkedWeights, requireRows } from '../../reduce/rows/descriptor.ts';
import { checked, inChunks, requireRare, type Spans, spansOf, type Work } from '../call.ts';
import type { GivenReduce, OPERATORS } from './array_call.ts';
import { borrowedRows } from './borrowed.ts';
import type { ReduceModules } from './modules.ts';
import type { Reduction } from './operators.ts';
import { rowReduction } from './row_folds.ts';
import type { RowSpans } from './row_units.ts';

/** Columns that are copied in one read of the rows: a line of memory has that many words. */
const COLUMNS = 16;

/** Results of a loop. They stay in a cache, and code that is called often is compiled whole. */
const RANGE = 2 ** 13;

type Words = Uint16Array | Uint32Array | Int32Array | Float32Array;

/** What columns are made from. */
interface Source {
  readonly words: Words;
  readonly width: number;
  readonly items: number;
  readonly rows: Uint32Array | undefined;
  readonly weights: Float32Array | undefined;
}

/**
 * Columns first … first + count − 1 of items begin … end − 1, each as an array of its own. Products with weights are
 * rounded to f32. Without weights bits are copied: as a number, a signaling NaN would become a quiet one.
 */
function columnsOf(of: Source, first: number, count: number, begin = 0, end = of.items): Words[] {
  const { words, width, rows, weights } = of;
  const isBits = !weights && words instanceof Float32Array;
  const from = isBits ? new Uint32Array(words.buffer, words.byteOffset, words.length) : words;
  const Class = from.constructor as new (length: number) => Words;
  const columns = Array.from({ length: count }, () => new Class(end - begin));
  for (let i = begin; i < end; i++) {
    const at = (rows ? rows[i]! : i) * width + first;
    const weight = weights ? weights[i]! : 1;
    for (let k = 0; k < count; k++) columns[k]![i - begin] = weights ? from[at + k]! * weight : from[at + k]!;
  }
  return columns;
}

/** Copies the results of a column, of some bytes each, to every `width`th place. */
function scatter(from: Uint8Array<ArrayBuffer>, to: Uint8Array<ArrayBuffer>, bytes: number, width: number, at: number) {
  const Class = bytes === 2 ? Uint16Array : Uint32Array;
  const [results, all] = [new Class(from.buffer), new Class(to.buffer)];
  for (let s = 0; s < results.length; s++) all[s * width + at] = results[s]!;
}

/** Nanoseconds that a number takes at most, by operators that read the rows as they are; those of a call at once. */
const STEPS: Readonly<Record<string, number>> = { sum: 1.2, mean: 1.4, min: 1.4, max: 1.4 };
const SHORT = 25e6;

/** Whether a call is short, and asks for nothing that has to load. Then it needs no copy of its items. */
function isShort(
  { segments, itemCount, onProgress }: CheckedCall,
  { type }: HostItems,
  width: number,
  op: unknown,
  { initial, whenEmpty, accuracy, ddof, widen, nan, tuning }: ReduceOptions,
): boolean {
  const rare = [initial, whenEmpty, accuracy, ddof, widen, nan, onProgress, tuning].some((each) => each !== undefined);
  if (rare || (type !== 'f32' && type !== 'u32' && type !== 'i32')) return false;
  const steps = (Array.isArray(op) ? op : [op]).map((each) => STEPS[each as string] ?? Number.POSITIVE_INFINITY);
  return steps.reduce((sum, each) => sum + each * (itemCount + segments.count) * width, 0) < SHORT;
}

const RULES = { mayOverlap: true, options: REDUCE_OPTIONS, borrows: true };

/** Checks a call, and runs it if it is short. The call may have the caller's own offsets. */
export function atOnce(
  of: typeof OPERATORS,
  given: HostItems,
  width: number,
  segments: HostSegments,
  asked: GivenReduce,
  options: ReduceOptions,
): { readonly call: CheckedCall; readonly found?: Promise<unknown> } {
  const { weights } = options;
  const length = given.length / width;
  const listed = borrowedRows(segments, length);
  const itemCount = listed?.rows.length ?? length;
  const found = checked(itemCount, listed?.offsets ?? segments, options, RULES);
  const withRows = (rows: Uint32Array) => ({ ...found, segments: { ...found.segments, rows } });
  const call = listed ? withRows(listed.rows) : found;
  if (!isShort(call, given, width, asked.op, options)) return { call: listed ? withRows(listed.rows.slice()) : call };
  const factors = weights === undefined ? undefined : hostItems('weights', weights, true);
  return { call, found: rowsHost(of, { ...call, atOnce: true }, given, width, factors, asked) };
}

/** What a call reduces, and how. */
interface Rows {
  readonly of: typeof OPERATORS;
  readonly source: Source;
  /** The type of a column: products with weights are f32. */
  readonly type: ItemType;
  readonly request: ReduceRequest;
  readonly rare: Rare;
  readonly spans: RowSpans;
}

const bytesOf = ({ buffer }: Words) => new Uint8Array(buffer as ArrayBuffer);

/** Numbers of each segment, of which there may be 2^48. */
function lengthsOf({ begin, end, count }: Spans, width: number): Spans['end'] {
  const lengths = new Float64Array(count);
  for (let s = 0; s < count; s++) lengths[s] = (end[s]! - begin[s]!) * width;
  return lengths as unknown as Spans['end'];
}

/** The reduction of each operator that reads the rows as they are. */
function wholeRows({ of, source, type, request, rare, spans }: Rows): (Reduction | undefined)[] {
  const { words, width, rows, weights } = source;
  const { ops, accuracy } = request;
  if (accuracy === 'compensated' || words instanceof Uint16Array) return ops.map(() => undefined);
  const bits = new Int32Array(words.buffer, words.byteOffset, words.length);
  const numbers = { numbers: words as Uint32Array<ArrayBuffer>, bits, width, rows, weights };
  const column = (op: string, s: number, k: number) => {
    const [words] = columnsOf(source, k, 1, spans.begin[s], spans.end[s]) as [Words];
    const one = { count: 1, longest: words.length, begin: Uint32Array.of(0), end: Uint32Array.of(words.length) };
    const reduction = of.reductionOf(
      { type, bytes: bytesOf(words), spans: one, accuracy },
      op as CheckedOp,
      undefined,
      undefined,
    );
    reduction.run(0, 1);
    return reduction.values;
  };
  return ops.map((op, i) =>
    rare.initial[i] ? undefined : rowReduction(of, op, type as NumberType, numbers, spans, column),
  );
}

/** Reduces by the operators that need columns of their own, and adds their results to `results`. */
async function byColumns(
  { of, source, type, request, rare, spans }: Rows,
  call: CheckedCall & Work,
  { moreReduction }: ReduceModules,
  results: (Reduction | undefined)[],
): Promise<void> {
  const { width } = source;
  const { ops, accuracy } = request;
  const wanted = ops.flatMap((op, i) => (results[i] ? [] : [{ op, i }]));
  if (wanted.length === 0) return;
  for (let first = 0; first < width; first += COLUMNS) {
    const columns = columnsOf(source, first, Math.min(COLUMNS, width - first));
    for (const [k, words] of columns.entries()) {
      const input = { type, bytes: bytesOf(words), spans, accuracy };
      const reductions = wanted.map(({ op, i }) => {
        const own = (name: CheckedOp) => of.reductionOf(input, name, rare.initial[i], undefined);
        return moreReduction?.(of, input, op, own, rare, i) ?? own(op);
      });
      await inChunks(spans, call.itemCount, { ...call, onProgress: undefined }, 0, (from, to) => {
        for (const reduction of reductions) reduction.run(from, to);
      });
      reductions.forEach((found, n) => {
        const size = typeBytes(found.type);
        const { i } = wanted[n]!;
        results[i] ??= {
          ...found,
          values: new Uint8Array(width * found.values.length),
          ...(found.indices ? { indices: new Uint32Array(width * spans.count) } : {}),
        };
        const { values: all, indices } = results[i] as Reduction;
        scatter(found.values, all, size, width, first + k);
        if (indices && found.indices) {
          for (let s = 0; s < spans.count; s++) indices[s * width + first + k] = found.indices[s]!;
        }
      });
      call.onProgress?.({ done: Math.floor((call.itemCount * (first + k + 1)) / width), total: call.itemCount });
    }
  }
}

/** Results of columns, as rows. */
function inRows(reduction: Reduction, kept: KeptColumns): Reduction {
  const { type, values, indices } = reduction;
  const rows = { ...reduction, values: kept.inRows(values, typeBytes(type)) };
  if (!indices) return rows;
  kept.putBack(indices);
  return { ...rows, indices: new Uint32Array(kept.inRows(new Uint8Array(indices.buffer), 4).buffer) };
}

/** Reduces by all operators: `width` results a segment. `operators` are those of other reduces, loaded beside this. */
export async function rowsHost(
  of: typeof OPERATORS,
  givenCall: CheckedCall & Work,
  given: HostItems,
  givenWidth: number,
  givenWeights: HostItems | undefined,
  options: GivenReduce,
): Promise<unknown> {
  const request = of.requestOf(given.type, options);
  requireRows('values', request, givenWeights !== undefined);
  const checkedBytes = checkedWeights(givenWeights, givenCall.itemCount);
  const { type, ops, listed } = request;
  const { modules } = options;
  const rare = of.rareOf(request, options);
  requireRare(givenCall);
  requireHostRoom('segments', givenCall.segments.count, of.resultBytes(request) * givenWidth, 'results');
  const kept = rare.omitsNans ? modules.columnsWithoutNans?.(givenCall, given, givenWidth, givenWeights) : undefined;
  const [call, values, width] = kept ? [{ ...givenCall, ...kept.call }, kept.items, 1] : [givenCall, given, givenWidth];
  const weightBytes = kept?.weights ? kept.weights.bytes : checkedBytes;
  const { itemCount, segments } = call;
  const spans = { ...spansOf(segments), ascends: !segments.ranges };
  const sums = ops.every((op) => op === 'sum' || op === 'mean' || op === 'count');
  const isSingle = type === 'f32' || (type === 'f16' && (weightBytes !== undefined || sums));
  const words = isSingle ? of.singles(values) : (of.viewOf(type as 'u32', values.bytes) as Words);
  const weights = weightBytes && of.viewOf('f32', weightBytes);
  const source = { words, width, items: itemCount, rows: segments.rows, weights };
  const rows: Rows = { of, source, type: isSingle ? 'f32' : type, request, rare, spans };
  const results = wholeRows(rows);
  const whole = results.filter((each) => each !== undefined);
  if (whole.length > 0) {
    const { onProgress } = call;
    const inRows: OnProgress = ({ done }) => onProgress?.({ done: Math.floor(done / width), total: itemCount });
    const work = { ...call, onProgress: onProgress && whole.length === ops.length ? inRows : undefined };
    const range = Math.ceil(RANGE / width);
    // A row counts as its numbers, so that the event loop runs as often as in other calls.
    const numbers = call.atOnce
      ? spans
      : { ...spans, begin: new Uint32Array(spans.count), end: lengthsOf(spans, width) };
    await inChunks(numbers, itemCount * width, work, 0, (from, to) => {
      for (let first = from; first < to; first += range) {
        for (const reduction of whole) reduction.run(first, Math.min(first + range, to));
      }
    });
  }
  await byColumns(rows, call, modules, results);
  const inForms = results.map((each, i) => {
    const reduction = each as Reduction;
    const words = rare.empties[i];
    if (words) modules.fillEmpty?.(reduction, words, spans, width);
    return of.inForm(ops[i] as CheckedOp, given, kept ? inRows(reduction, kept) : reduction);
  });
  return listed ? inForms : inForms[0];
}
