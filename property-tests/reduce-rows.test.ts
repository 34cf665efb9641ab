/**
 * Rows of any width, by segments of any form, gathered and weighted or not, in batches or not: each column has the bits
 * of a call on it alone, on the GPU and without one.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { segmentedReduce } from '../src/index.ts';
import { segmentedReduce as withoutGpu } from '../src/js/index.ts';
import { runParameters, seeds } from '../tests/support/arbitraries.ts';
import { Random } from '../tests/support/cases.ts';
import { useDevice } from '../tests/support/use-device.ts';

const device = useDevice();

type Words = Uint32Array | Int32Array | Float32Array;
type Call = (...all: unknown[]) => Promise<unknown[]>;
const CLASSES = { f32: Float32Array, u32: Uint32Array, i32: Int32Array } as const;

/** Numbers of any size, and for calls without a GPU those that take part in few sums. */
const SPECIALS = [0, -0, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 3e38, -3e38, 1e-40];

function elements(type: keyof typeof CLASSES, count: number, random: Random, special: boolean): Words {
  if (type !== 'f32') return new CLASSES[type](count).map(() => random.word());
  return Float32Array.from({ length: count }, () =>
    special && random.below(20) === 0 ? SPECIALS[random.below(8)]! : random.between(-1000, 1000) / 7,
  );
}

const flat = (result: unknown): Words => {
  if (ArrayBuffer.isView(result)) return result as unknown as Words;
  const { values, data } = result as { values?: unknown; data?: Words };
  return values === undefined ? (data as Words) : flat(values);
};
const bits = (words: Words) => new Uint32Array(words.buffer, words.byteOffset, words.length);

const shapes = fc.record({
  type: fc.constantFrom('f32', 'u32', 'i32'),
  width: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constantFrom(16, 31, 33, 64, 70)),
  lengths: fc.array(fc.oneof(fc.integer({ min: 0, max: 40 }), fc.constantFrom(64, 500, 520)), {
    minLength: 1,
    maxLength: 12,
  }),
  form: fc.constantFrom('offsets', 'lengths', 'ranges', 'size'),
  gathers: fc.boolean(),
  weighted: fc.boolean(),
  batches: fc.boolean(),
  seed: seeds,
});

interface Case {
  readonly type: keyof typeof CLASSES;
  readonly width: number;
  readonly lengths: readonly number[];
  readonly form: string;
  readonly gathers: boolean;
  readonly weighted: boolean;
  readonly batches: boolean;
  readonly seed: number;
}

/** The segments of a case in its form, and the number of their items. */
function segmentsOf({ lengths, form }: Case, random: Random): { segments: object; items: number } {
  const total = lengths.reduce((sum, length) => sum + length, 0);
  if (form === 'lengths') return { segments: { lengths }, items: total + 3 };
  if (form === 'size') return { segments: { size: 7, count: lengths.length }, items: 7 * lengths.length + 2 };
  if (form === 'ranges') {
    const begin = lengths.map(() => random.below(total + 1));
    return { segments: { begin, end: begin.map((from) => random.between(from, total)) }, items: total };
  }
  const offsets = [2];
  for (const length of lengths) offsets.push(offsets.at(-1)! + length);
  return { segments: offsets, items: total + 2 };
}

async function check(call: Call, one: Case, special: boolean, ops: readonly string[]): Promise<void> {
  const { type, width, weighted, batches, seed } = one;
  const gathers = one.gathers && one.form === 'offsets';
  const random = new Random(seed);
  const { segments, items } = segmentsOf(one, random);
  const tableRows = gathers ? 30 : items;
  const data = elements(type, tableRows * width, random, special);
  const rows = gathers ? Uint32Array.from({ length: items }, () => random.below(tableRows)) : undefined;
  const weights = weighted ? Float32Array.from({ length: items }, () => random.between(-50, 50) / 3) : undefined;
  const options = batches ? { tuning: { maxBindingBytes: 16_384 } } : {};
  const given = rows ? { offsets: segments, rows } : segments;
  const more = weights ? { ...options, weights } : options;
  const found = await call(device(), { type, width, data }, given, ops, more);
  for (const c of new Set([0, width >> 1, width - 1])) {
    const column = new CLASSES[type](items).map((_, i) => {
      const element = data[(rows ? rows[i]! : i) * width + c]!;
      return weights ? element * weights[i]! : element;
    });
    const wanted = await call(device(), { type, data: column }, segments, ops, options);
    ops.forEach((op, i) => {
      const ofColumn = bits(flat(found[i])).filter((_, at) => at % width === c);
      expect(ofColumn, `${op} of column ${c}`).toEqual(bits(flat(wanted[i])));
    });
  }
}

const opsOf = ({ weighted, type, seed }: Case): string[] => {
  if (weighted && type === 'f32') return ['sum'];
  const all = ['sum', 'mean', 'min', 'max', 'count', 'product', 'variance', 'argmax'];
  return [['sum', 'mean', 'min', 'max', 'count'], all, ['argmin', 'max']][seed % 3] as string[];
};
const allowed = (one: Case): Case => (one.type === 'f32' ? one : { ...one, weighted: false });

describe('any reduce of rows', () => {
  it('has the columns of calls without a GPU', async () => {
    const property = fc.asyncProperty(shapes, (given) => {
      const one = allowed(given as Case);
      return check(withoutGpu as unknown as Call, one, true, opsOf(one));
    });
    await fc.assert(property, runParameters(150));
  });

  it('has the columns of calls on the GPU', async () => {
    const widths = fc.constantFrom(1, 3, 17);
    const property = fc.asyncProperty(shapes, widths, (given, width) => {
      // Each list of operators and each width is compiled.
      const one = allowed({ ...(given as Case), width, type: 'f32' });
      return check(segmentedReduce as unknown as Call, one, false, one.weighted ? ['sum'] : ['sum', 'max']);
    });
    await fc.assert(property, runParameters(30));
  });
});
