/** Reduces of rows on arrays, loaded by the first of them: one column after another, as arrays of their own. */
import type { CheckedCall } from '../../api/array_call.ts';
import type { HostItems } from '../../api/arrays.ts';
import { requireHostRoom } from '../../checks.ts';
import { type ItemType, typeBytes } from '../../item_types.ts';
import { type CheckedOp, resultBytes } from '../../operators/operators.ts';
import { checkedWeights, requireRows } from '../../reduce/rows/descriptor.ts';
import { inChunks, requireRare, spansOf, type Work } from '../call.ts';
import type { GivenReduce, OPERATORS } from './array_call.ts';
import type { Reduction } from './operators.ts';

/** Columns that are copied in one read of the rows: a line of memory has that many words. */
const COLUMNS = 16;

type Words = Uint16Array | Uint32Array | Float32Array;

/** What columns are made from. */
interface Source {
  readonly words: Words;
  readonly width: number;
  readonly items: number;
  readonly rows: Uint32Array | undefined;
  readonly weights: Float32Array | undefined;
}

/** Columns first … first + count − 1, each as an array of its own. Products with weights are rounded to f32. */
function columnsOf({ words, width, items, rows, weights }: Source, first: number, count: number): Words[] {
  const Class = words.constructor as new (length: number) => Words;
  const columns = Array.from({ length: count }, () => new Class(items));
  for (let i = 0; i < items; i++) {
    const at = (rows ? rows[i]! : i) * width + first;
    const weight = weights ? weights[i]! : 1;
    for (let k = 0; k < count; k++) columns[k]![i] = weights ? words[at + k]! * weight : words[at + k]!;
  }
  return columns;
}

/** Copies the results of a column, of some bytes each, to every `width`th place. */
function scatter(from: Uint8Array<ArrayBuffer>, to: Uint8Array<ArrayBuffer>, bytes: number, width: number, at: number) {
  const Class = bytes === 2 ? Uint16Array : Uint32Array;
  const [results, all] = [new Class(from.buffer), new Class(to.buffer)];
  for (let s = 0; s < results.length; s++) all[s * width + at] = results[s]!;
}

/** Reduces by all operators: `width` results a segment. `operators` are those of other reduces, loaded beside this. */
export async function rowsHost(
  { requestOf, initialsOf, reductionOf, runsOf, singles, inForm }: typeof OPERATORS,
  call: CheckedCall & Work,
  values: HostItems,
  width: number,
  weightItems: HostItems | undefined,
  given: GivenReduce,
): Promise<unknown> {
  const request = requestOf(values.type, given);
  requireRows('values', request, weightItems !== undefined);
  const weightBytes = checkedWeights(weightItems, call.itemCount);
  const { type, ops, listed, accuracy } = request;
  const initial = initialsOf(request, given);
  requireRare(call);
  requireHostRoom('segments', call.segments.count, resultBytes(request) * width, 'results');
  const { onProgress, itemCount, segments } = call;
  const spans = spansOf(segments);
  const isHalf = type === 'f16';
  const words = weightBytes ? singles(values) : new (isHalf ? Uint16Array : Uint32Array)(values.bytes.buffer);
  const weights = weightBytes && new Float32Array(weightBytes.buffer);
  const source = { words, width, items: itemCount, rows: segments.rows, weights };
  const columnType: ItemType = weights ? 'f32' : type;
  const results: Reduction[] = [];
  for (let first = 0; first < width; first += COLUMNS) {
    const columns = columnsOf(source, first, Math.min(COLUMNS, width - first));
    for (const [k, { buffer }] of columns.entries()) {
      const bytes = new Uint8Array(buffer as ArrayBuffer);
      const column = { type: columnType, bytes, spans, accuracy };
      const reductions = ops.map((op, i) => reductionOf(column, op, initial[i], undefined));
      const runs = runsOf(column, ops, initial, reductions);
      await inChunks(spans, itemCount, { ...call, onProgress: undefined }, 0, (from, to) => {
        for (const run of runs) run(from, to);
      });
      reductions.forEach((found, i) => {
        const size = typeBytes(found.type);
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
      onProgress?.({ done: Math.floor((itemCount * (first + k + 1)) / width), total: itemCount });
    }
  }
  const inForms = results.map((reduction, i) => inForm(ops[i] as CheckedOp, values, reduction));
  return listed ? inForms : inForms[0];
}
