/** Sums of integers on GPUs, which are differences of sums before items (wgsl/reduce/sweep/sums.gpu.wgsl). */
import { describe, expect } from 'vitest';
import type { InternalTuning } from '../../src/tuning/tuning.ts';
import { offsetsOf, Random, repeated, SEED, totalOf } from '../support/cases.ts';
import { reductionOf, wordsIn } from '../support/output-kinds.ts';
import { reduceCase, reduceRecorded } from '../support/reduce-run.ts';
import { SMALL_GPU } from '../support/small-tunings.ts';
import type { SegmentsCase } from '../support/typed-cases.ts';
import { itOnDevice, useDevice } from '../support/use-device.ts';

const device = useDevice();

/** A merge tile of 32 lanes, and the items that they load. */
const TILE = 992;
const WINDOW = 1024;

function offsetsCase(offsets: Uint32Array, itemCount = totalOf(offsets)): SegmentsCase {
  const bounds = Array.from(offsets.subarray(1), (given, i) => {
    const end = Math.min(given, itemCount);
    return [Math.min(offsets[i]!, end), end] as const;
  });
  return { form: 'offsets', given: { offsets: offsets as Uint32Array<ArrayBuffer> }, bounds, itemCount };
}

describe.each([true, false])('sums of integers, subgroups: %s', (subgroups) => {
  const variant = { family: 'gpu', subgroups } as const;
  const tuning: InternalTuning = { ...SMALL_GPU, subgroups };

  async function check(segments: SegmentsCase, manner: { maxSegmentSize?: number; gpuCount?: number } = {}) {
    const reduction = reductionOf(segments, 'sum');
    const values = new Uint32Array(reduction.bytes.buffer);
    const expected = segments.bounds.map(([begin, end]) => {
      let sum = 0;
      for (let i = begin; i < end; i++) sum = (sum + values[i]!) >>> 0;
      return sum;
    });
    const [found] = await reduceRecorded(device(), reduction, { tuning, ...manner });
    expect(wordsIn(found!)).toEqual(Uint32Array.from(expected));
  }

  itOnDevice(device, variant, 'of segments that end about where windows do', async () => {
    const random = new Random(SEED);
    const around = [TILE, WINDOW, 2 * TILE, 3 * WINDOW].flatMap((length) => [-2, -1, 0, 1, 2].map((by) => length + by));
    await check(offsetsCase(offsetsOf(random.shuffled([0, 0, 1, 2, 31, 32, 33, ...around]))));
    for (const first of [TILE - 1, TILE, WINDOW - 1, WINDOW, WINDOW + 1]) {
      await check(offsetsCase(offsetsOf([first, 1, 0, first, ...repeated(1, 40), first])));
    }
    await check(reduceCase('fixed', repeated(TILE - 1, 9), random));
  });

  itOnDevice(device, variant, 'of long segments side by side, and of a million items', async () => {
    await check(offsetsCase(offsetsOf([12_000, 3, 11_000, 0, 9 * TILE, 8 * TILE, 7 * TILE - 1, 2500])));
    await check(offsetsCase(offsetsOf([2 ** 20 + 5])), { gpuCount: 1 });
  });

  itOnDevice(device, variant, 'of segments that fit a window, in one dispatch', async () => {
    const random = new Random(SEED);
    const lengths = Array.from({ length: 90 }, () => random.below(901));
    await check(offsetsCase(offsetsOf(lengths)), { maxSegmentSize: 900 });
    await check(offsetsCase(offsetsOf(repeated(900, 40))), { maxSegmentSize: 900 });
  });

  itOnDevice(device, variant, 'of segments by garbage, and by offsets that fall', async () => {
    const random = new Random(SEED);
    const itemCount = 20_000;
    const word = () => random.pick([random.below(itemCount), random.below(2 * itemCount), random.word()]);
    const garbage = Uint32Array.from({ length: 301 }, word);
    const falling = Uint32Array.from({ length: 2001 }, (_, i) => 2 * (2000 - (i | 1)) + (i % 2) * 2);
    for (const offsets of [garbage, falling, garbage.slice().sort().reverse()]) {
      for (const maxSegmentSize of [undefined, itemCount]) {
        await check(offsetsCase(offsets, itemCount), maxSegmentSize ? { maxSegmentSize } : {});
      }
    }
  });
});
