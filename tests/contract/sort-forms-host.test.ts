/** Sorts by host calls: batches, permutations, signals, refusals, and a device of WebGPU’s default limits. */
import { describe, expect, it } from 'vitest';
import { segmentedArgsort, segmentedSort, segmentedStableSortByKey } from '../../src/index.ts';
import { inTurn, Random, ROWS } from '../support/cases.ts';
import { openDevice } from '../support/device.ts';
import { bytesOf, keyBytes, keysOf, segmentsCase } from '../support/typed-cases.ts';
import { permuted, sortedIndices } from '../support/typed-oracle.ts';
import { itInTurn, useDevice } from '../support/use-device.ts';

const device = useDevice();
const random = new Random(77);
const words = (count: number) => Uint32Array.from({ length: count }, () => random.word());

describe('a host call', () => {
  it('runs in batches of whole segments where bindings are short, and merges what is longer than a batch', async () => {
    for (const type of inTurn(['u8', 'f32', 'i64'] as const, 3)) {
      const { bounds, itemCount, given } = segmentsCase('ranges', [9000, 3, 40, 700, 0, 2500, 1, 1100, 90], random);
      const bytes = keyBytes(type, itemCount, random);
      const values = Uint32Array.from({ length: itemCount }, (_, i) => i);
      const indices = sortedIndices(type, bytes, bounds, {});
      const done: number[] = [];
      const found = await segmentedStableSortByKey(
        device(),
        keysOf(type, bytes),
        values,
        given as { begin: Uint32Array; end: Uint32Array },
        {
          tuning: { maxBindingBytes: 8192 },
          onProgress: (progress) => done.push(progress.done),
        },
      );
      expect(bytesOf(found.keys), type).toEqual(permuted(bytes, Number(type.slice(1)) / 8, indices));
      expect(found.values, type).toEqual(indices);
      expect(done.length).toBeGreaterThan(4);
    }
  });

  itInTurn(2, 1)('gives the permutation', async () => {
    const { bounds, itemCount, given } = segmentsCase('offsets', [40, 0, 300, 2, 1500], random);
    const bytes = keyBytes('f64', itemCount, random);
    const indices = sortedIndices('f64', bytes, bounds, { order: 'descending' });
    const { offsets } = given as { offsets: Uint32Array };
    const keys = keysOf('f64', bytes);
    expect(await segmentedArgsort(device(), keys, offsets, { order: 'descending' })).toEqual(indices);
    const relative = await segmentedArgsort(device(), keys, offsets, { order: 'descending', indexFrom: 'segment' });
    for (const [begin, end] of bounds) {
      expect(relative.slice(begin, end)).toEqual(indices.slice(begin, end).map((index) => index - begin));
    }
  });

  itInTurn(2)('is ended by its signal, before and in the middle, and the device stays usable', async () => {
    const keys = words(100_000);
    await expect(
      segmentedSort(device(), keys, [0, 100_000], { signal: AbortSignal.abort('early') }),
    ).rejects.toMatchObject({
      code: 'aborted',
      message: expect.stringContaining('early'),
    });
    const controller = new AbortController();
    const aborted = segmentedSort(device(), keys, [0, 50_000, 100_000], {
      tuning: { maxBindingBytes: 32_768 },
      signal: controller.signal,
      onProgress: () => controller.abort(),
    });
    await expect(aborted).rejects.toMatchObject({ name: 'SegmentedError', code: 'aborted' });
    expect(await segmentedSort(device(), keys, [0, 100_000])).toEqual(keys.slice().sort());
  });

  it('refuses segments that overlap, and bit ranges past the key', async () => {
    const keys = words(10);
    const overlap = segmentedSort(device(), keys, { begin: [4, 0], end: [8, 5] });
    await expect(overlap).rejects.toMatchObject({
      code: 'segments-overlap',
      message: expect.stringMatching(/segment 1 \(0 to 5\)/),
    });
    for (const bits of [{ beginBit: 5, endBit: 4 }, { endBit: 33 }, { beginBit: -1 }, { beginBit: 0.5 }]) {
      await expect(segmentedSort(device(), keys, [0, 10], bits)).rejects.toMatchObject({ code: 'invalid-option' });
    }
    for (const [segments, code] of [
      [{ size: 3 }, 'length-mismatch'],
      [{ size: 3, count: 4 }, 'length-mismatch'],
      [{ size: -1 }, 'invalid-option'],
      [{ begin: [0], end: [1, 2] }, 'length-mismatch'],
      [{ begin: [3], end: [2] }, 'offsets-not-monotonic'],
      [{ begin: [0], end: [11] }, 'offsets-out-of-range'],
    ] as const) {
      await expect(segmentedSort(device(), keys, segments)).rejects.toMatchObject({ code });
    }
  });
});

describe('a device at WebGPU’s default limits', () => {
  it('sorts every width in every class', async () => {
    const limited = await openDevice({ limits: 'default' });
    // The widest keys of each family need the most workgroup memory and the longest bindings.
    const widest = [
      ['f64', 'gpu'],
      ['f64', 'software'],
    ] as const;
    for (const [type, family] of ROWS === 'quick' ? inTurn(widest) : ([['u32', 'gpu'], ...widest] as const)) {
      const { bounds, itemCount, given } = segmentsCase('offsets', [30, 600, 1500, 9000], random);
      const bytes = keyBytes(type, itemCount, random);
      const values = Uint32Array.from({ length: itemCount }, (_, i) => i);
      const { offsets } = given as { offsets: Uint32Array };
      const found = await segmentedStableSortByKey(limited, keysOf(type, bytes), values, offsets, {
        tuning: { family },
      });
      expect(found.values).toEqual(sortedIndices(type, bytes, bounds, {}));
    }
    limited.destroy();
  });
});
