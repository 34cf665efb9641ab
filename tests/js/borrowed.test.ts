/**
 * A call at once checks and reads the caller's own arrays of 32 bits. It has the results and the errors of calls by
 * plain arrays, whose numbers are checked one by one.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { segmentedReduce } from '../../src/js/index.ts';
import { Random } from '../support/cases.ts';

const values = Float32Array.from({ length: 40 }, (_, i) => i);
const table = { type: 'f32', width: 2, data: values } as const;

type Form = { readonly offsets: readonly number[]; readonly rows?: readonly number[] };

/** Results, or code and message, of both forms of a call. */
async function outcome(of: typeof values | typeof table, form: Form, arrays: (numbers: readonly number[]) => unknown) {
  const { offsets, rows } = form;
  const segments = rows ? { offsets: arrays(offsets), rows: arrays(rows) } : arrays(offsets);
  return segmentedReduce(null, of, segments as number[], 'sum').then(
    (found) => [...new Float32Array(('data' in found ? found.data : found).buffer)],
    ({ code, message }) => [code, message],
  );
}

const shared = (numbers: readonly number[]) => {
  const array = new Uint32Array(new SharedArrayBuffer(4 * numbers.length));
  array.set(numbers);
  return array;
};
const inside = (numbers: readonly number[]) => Uint32Array.from([7, ...numbers, 7]).subarray(1, -1);

async function checkForm(of: typeof values | typeof table, form: Form): Promise<void> {
  const wanted = await outcome(of, form, (numbers) => [...numbers]);
  for (const arrays of [Uint32Array.from, shared, inside]) {
    const words = arrays === Uint32Array.from ? (numbers: readonly number[]) => Uint32Array.from(numbers) : arrays;
    expect(await outcome(of, form, words as typeof shared), JSON.stringify(form)).toEqual(wanted);
  }
}

const FAR = [2 ** 31 - 1, 2 ** 31, 2 ** 31 + 1, 2 ** 32 - 2, 2 ** 32 - 1];

describe('segments of a call at once', () => {
  beforeAll(async () => {
    // Both operations are loaded.
    await segmentedReduce(null, values, [0, 40], 'sum');
    await segmentedReduce(null, table, [0, 20], 'sum');
  });

  it.each([
    [[0]],
    [[3]],
    [[]],
    [[0, 20]],
    [[0, 0, 3, 20]],
    [[5, 7, 7, 9, 10, 11, 12]],
    [[0, 21]],
    [[0, 3, 2, 20]],
    [[0, 1, 2, 3, 4, 3]],
    [[20, 0]],
    [[0, 2 ** 31]],
    [[2 ** 31, 2 ** 31, 20]],
    // Each is less than 2^31 past the one before.
    [[0, 2 ** 31 - 1, 2 ** 32 - 2, 5]],
    [[0, 1, 2, 3, 2 ** 31 - 1, 2 ** 32 - 2, 5]],
    [[0, 1, 2 ** 31 - 1, 2 ** 32 - 2, 5]],
  ])('by offsets %j', async (offsets) => {
    await checkForm(table, { offsets });
    await checkForm(values, { offsets });
  });

  it.each([...FAR, 19, 20, 21])('by rows of which one is %i', async (row) => {
    for (const length of [1, 4, 5, 9]) {
      for (let at = 0; at < length; at++) {
        const rows = Array.from({ length }, (_, i) => (i === at ? row : i));
        await checkForm(table, { offsets: [0, 1, length], rows });
      }
    }
  });

  it('by offsets and rows of any numbers', async () => {
    const random = new Random(3);
    for (let i = 0; i < 200; i++) {
      const length = random.below(12);
      const offsets = Array.from({ length: length + 1 }, () => random.below(21)).sort((a, b) => a - b);
      if (random.below(3) === 0) offsets[random.below(length + 1)] = [...FAR, 0, 20][random.below(7)]!;
      const rows = Array.from({ length: 20 }, () => random.below(random.below(4) === 0 ? 21 : 20));
      await checkForm(table, { offsets });
      await checkForm(values, { offsets });
      await checkForm(table, { offsets, rows });
    }
  });

  it.each([
    [[0, 40], true],
    [[0, 7, 40], true],
    [[1, 40], false],
    [[0, 39], false],
  ] as const)('%j cover all items: %s', async (offsets, covers) => {
    const found = segmentedReduce(null, values, Uint32Array.from(offsets), 'count', { cover: true });
    if (covers) expect((await found).length).toBe(offsets.length - 1);
    else await expect(found).rejects.toMatchObject({ code: 'length-mismatch' });
  });

  it('by rows that are detached', async () => {
    const rows = Uint32Array.of(1, 2);
    structuredClone(rows, { transfer: [rows.buffer] });
    const found = segmentedReduce(null, table, { offsets: Uint32Array.of(0, 0), rows }, 'sum');
    await expect(found).rejects.toMatchObject({ code: 'unsupported-type' });
  });

  it('of a table without rows', async () => {
    const empty = { type: 'f32', width: 2, data: new Float32Array(0) } as const;
    for (const rows of [[], [0], [0, 0]])
      await checkForm(empty as typeof table, { offsets: [0, 0, rows.length], rows });
  });
});
