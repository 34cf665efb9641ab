/** Offsets in a Uint32Array are checked four at a time, and not copied by calls that run at once. */
import { describe, expect, it } from 'vitest';
import { checkSegments } from '../../src/api/segments.ts';
import { segmentedReduce, segmentedSort } from '../../src/js/index.ts';
import { Random } from '../support/cases.ts';

const ITEMS = 40;
const values = Float32Array.from({ length: ITEMS }, (_, i) => i + 1);

/** What becomes of an offset: before it, after the items, far after them, or one more. */
const FAULTS: Readonly<Record<string, (offset: number) => number>> = {
  falls: (offset) => Math.max(0, offset - 3),
  'is past the items': () => ITEMS + 1,
  'is past 2^31': () => 2 ** 31 + 5,
  'is the greatest': () => 2 ** 32 - 1,
};

async function outcome(call: () => Promise<unknown>): Promise<unknown> {
  try {
    return await call();
  } catch (error) {
    return (error as Error).message;
  }
}

/** Both forms have the same outcome: the loop for arrays of numbers takes one offset at a time. */
async function expectSame(offsets: readonly number[]): Promise<void> {
  const words = Uint32Array.from(offsets);
  const forms = [words, Uint32Array.from([9, ...offsets]).subarray(1)];
  for (const form of forms) {
    const sums = () => segmentedReduce(null, values, form, 'sum');
    expect(await outcome(sums)).toEqual(await outcome(() => segmentedReduce(null, values, [...offsets], 'sum')));
    const sorted = () => segmentedSort(null, values, form, { order: 'descending' });
    const wanted = () => segmentedSort(null, values, [...offsets], { order: 'descending' });
    expect(await outcome(sorted)).toEqual(await outcome(wanted));
  }
}

describe('offsets in a Uint32Array', () => {
  const random = new Random(3);

  it.each(Object.entries(FAULTS))('one that %s is named, wherever it is', async (_, fault) => {
    for (let length = 1; length <= 14; length++) {
      const offsets = [random.below(3)];
      while (offsets.length < length) offsets.push(offsets.at(-1)! + random.below(4));
      await expectSame(offsets);
      for (let at = 0; at < length; at++) {
        await expectSame(offsets.map((offset, i) => (i === at ? fault(offset) : offset)));
        // All later ones as well.
        await expectSame(offsets.map((offset, i) => (i >= at ? fault(offset) : offset)));
      }
    }
  });

  it('sizes whose sum is 2^32 are named', async () => {
    const half = 2 ** 30;
    await expectSame([0, half, 2 * half, 3 * half, 0, 1, 2, 3, 4]);
    await expectSame([0, 5, half, 2 * half, 3 * half, 3, 4, 5, 6]);
    await expectSame([30, 2 ** 31 + 20, 3, 4, 5, 6, 7, 8, 9]);
    // Sizes that no check of sizes refuses.
    const offsets = Uint32Array.from({ length: 17 }, (_, i) => (i * 2 ** 28) % 2 ** 32);
    const says = /^segments: offset 2 is 536870912; allowed: whole numbers from 0 to the item count 268435456/;
    expect(() => checkSegments(offsets, 2 ** 28, true)).toThrow(says);
  });

  it('the longest segment is found, the first offset is none', async () => {
    for (let at = 1; at < 10; at++) {
      const offsets = Uint32Array.from({ length: 10 }, (_, i) => 20 + i + (i >= at ? 5 : 0));
      const sorted = await segmentedSort(null, values, offsets, { order: 'descending' });
      const longest = values.slice(offsets[at - 1], offsets[at]).reverse();
      expect(sorted.subarray(offsets[at - 1], offsets[at])).toEqual(longest);
    }
  });

  it('may change once a call has been made', async () => {
    const wanted = Float32Array.of(6, 15);
    for (const options of [{}, { onProgress: () => undefined }, { cover: false, onProgress: () => undefined }]) {
      const offsets = Uint32Array.of(0, 3, 5, 7, 7, 8).fill(6, 2);
      offsets[2] = 6;
      const sums = segmentedReduce(null, values, offsets.subarray(0, 3), 'sum', options);
      const rows = segmentedReduce(null, { type: 'f32', width: 1, data: values }, offsets.subarray(0, 3), [
        'sum',
        'count',
      ]);
      offsets.fill(0);
      expect(await sums).toEqual(wanted);
      expect((await rows)[0].data).toEqual(wanted);
    }
    const shared = new Uint32Array(new SharedArrayBuffer(12));
    shared.set([0, 3, 6]);
    expect(await segmentedReduce(null, values, shared, 'sum')).toEqual(wanted);
  });
});
