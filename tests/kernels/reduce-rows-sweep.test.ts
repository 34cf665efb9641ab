/** Rows of features in one sweep (wgsl/reduce/rows/sweep.wgsl): about merge tiles, columns and groups. */
import { describe, expect } from 'vitest';
import { createSegmentedReduce, segmentedReduce } from '../../src/index.ts';
import * as js from '../../src/js/index.ts';
import type { InternalTuning } from '../../src/tuning/tuning.ts';
import { inTurn, offsetsOf, Random, repeated, SEED, totalOf } from '../support/cases.ts';
import { Workspace, withoutGpuErrors } from '../support/run.ts';
import { SMALL_GPU } from '../support/small-tunings.ts';
import { itOnDevice, useDevice } from '../support/use-device.ts';

const device = useDevice();

/** Rows and segments of a merge tile: a lane has 128 numbers, of up to four columns. An index takes a word more. */
const tileOf = (width: number, words = 1) =>
  128 / Math.min(4 / words, 2 ** Math.max(0, Math.floor(Math.log2(width / 8))));
const WIDTHS = [1, 3, 16, 31, 32, 40, 70];

describe('rows of features in a sweep', () => {
  // The kernels use no subgroups.
  const variant = { family: 'gpu', subgroups: false } as const;
  const tuning: InternalTuning = { ...SMALL_GPU, subgroups: false };

  async function check(lengths: readonly number[], width: number) {
    const offsets = offsetsOf(lengths);
    const random = new Random(SEED);
    const data = Float32Array.from({ length: totalOf(offsets) * width }, () => random.below(2 ** 24) / 2 ** 20 - 8);
    const rows = { type: 'f32', width, data } as const;
    // One by one, since a lane has fewer columns of several operators.
    const [sums, greatest] = await withoutGpuErrors(
      device(),
      async () =>
        [
          await segmentedReduce(device(), rows, offsets, 'sum', { tuning }),
          await segmentedReduce(device(), rows, offsets, 'argmax', { tuning }),
        ] as const,
    );
    // Sums have the bits of calls without a GPU.
    const expected = await js.segmentedReduce(null, rows, offsets, 'sum');
    const what = `${lengths.length} segments, width ${width}`;
    expect(sums, what).toEqual(expected);
    lengths.forEach((length, i) => {
      for (let k = 0; k < width; k++) {
        let found = length > 0 ? 0 : 0xffffffff;
        const at = (row: number) => data[(offsets[i]! + row) * width + k]!;
        for (let row = 1; row < length; row++) if (at(row) > at(found)) found = row;
        expect(greatest.indices[i * width + k], `${what}, segment ${i}, column ${k}`).toBe(found);
      }
    });
  }

  itOnDevice(device, variant, 'of lengths about leaves and merge tiles, in every width', async () => {
    const around = [16, 32, 64, 128, 256, 640].flatMap((length) => [-1, 0, 1].map((by) => length + by));
    const lengths = new Random(SEED).shuffled([0, 0, 1, 2, 3, 4, 5, 7, ...around]);
    for (const width of inTurn(WIDTHS, 2)) await check(lengths, width);
  });

  itOnDevice(device, variant, 'of many short segments, and of many that are cut once', async () => {
    for (const width of [3, 40]) {
      await check(repeated(1, 700), width);
      await check([...repeated(0, 300), ...repeated(2, 70), ...repeated(0, 300)], width);
      // Two single rows are taken together, beside others and where merge tiles end.
      await check(new Random(SEED).shuffled([...repeated(1, 400), ...repeated(0, 40), ...repeated(2, 60)]), width);
      await check(repeated(tileOf(width) + 20, 40), width);
    }
  });

  itOnDevice(device, variant, 'after a call with more merge tiles, in the same scratch memory', async () => {
    const width = 3;
    const data = Float32Array.from({ length: 3600 * width }, (_, i) => i % 17);
    const room = { maxItems: 3600, maxSegments: 4, tuning: tuning as object };
    const plan = await createSegmentedReduce(device(), { type: 'f32', op: 'sum', width, ...room });
    const space = new Workspace(device());
    const input = space.input('input', data);
    // The first call cuts all four segments. The last one begins in merge tile 21. In the second call the sweep writes
    // 20 merge tiles, ten a workgroup, and the join reads 128.
    const calls = [900, 5].map((length) => {
      const offsets = Uint32Array.from({ length: 5 }, (_, i) => length * i);
      const list = space.input('offsets', offsets);
      return { offsets, output: space.output('output', 4 * width), segments: { offsets: list, count: 4 }, length };
    });
    await space.submit((encoder) => {
      for (const { output, segments, length } of calls) {
        plan.encode(encoder, { input, output, segments, itemCount: 4 * length });
      }
    });
    for (const { offsets, output } of calls) {
      const rows = { type: 'f32', width, data } as const;
      const { data: expected } = await js.segmentedReduce(null, rows, offsets, 'sum');
      expect(new Float32Array(Uint32Array.from(output.found).buffer)).toEqual(expected);
    }
    space.destroy();
    plan.destroy();
  });

  async function checkListed(width: number) {
    const [tableRows, entries] = [50, 600];
    const random = new Random(SEED);
    const numbers = (length: number) => Float32Array.from({ length }, () => random.below(64) - 32);
    const [data, weights] = [numbers(tableRows * width), numbers(entries)];
    const rows = Uint32Array.from({ length: entries }, () => random.below(64));
    const room = { maxItems: entries, maxSegments: 60, tuning: tuning as object };
    const descriptor = { type: 'f32', op: 'sum', width, rows: true, weights: true, ...room } as const;
    const plan = await createSegmentedReduce(device(), descriptor);
    const offsets = offsetsOf([...repeated(1, 40), 0, 3, 16, 17, 4, ...repeated(2, 10), 500]);
    const count = offsets.length - 1;
    const space = new Workspace(device());
    const given = { input: data, rowsIn: rows, weightsIn: weights, offsets: Uint32Array.from(offsets) };
    const { offsets: list, ...inputs } = Object.fromEntries(
      Object.entries(given).map(([name, words]) => [name, space.input(name, words)]),
    ) as Record<keyof typeof given, ReturnType<Workspace['input']>>;
    const output = space.output('output', count * width);
    await space.submit((encoder) => plan.encode(encoder, { ...inputs, output, segments: { offsets: list, count } }));
    const sums = new Float32Array(count * width);
    for (let s = 0; s < count; s++) {
      for (let i = offsets[s]!; i < offsets[s + 1]!; i++) {
        if (rows[i]! >= tableRows) continue;
        for (let k = 0; k < width; k++) sums[s * width + k]! += data[rows[i]! * width + k]! * weights[i]!;
      }
    }
    // Zeros of both signs are equal here.
    expect([...new Float32Array(Uint32Array.from(output.found).buffer)].map((sum) => sum + 0)).toEqual(
      [...sums].map((sum) => sum + 0),
    );
    space.destroy();
    plan.destroy();
  }

  itOnDevice(device, variant, 'of listed, weighted rows, of which some are outside the table', async () => {
    // Two columns a lane, and four.
    for (const width of [20, 35]) await checkListed(width);
  });

  itOnDevice(device, variant, 'by offsets that fall, as if each segment were alone', async () => {
    const [width, rows] = [19, 1500];
    const data = Uint32Array.from({ length: rows * width }, (_, i) => Math.imul(i, 0x9e3779b1) >>> 0);
    const room = { maxItems: rows, maxSegments: 8, tuning: tuning as object };
    const plan = await createSegmentedReduce(device(), { type: 'u32', op: 'sum', width, ...room });
    const space = new Workspace(device());
    const input = space.input('input', data);
    const lists = [
      [0, 1000, 10, 400],
      [900, 1500, 0, 700, 3, 1400],
      [0, 1500, 0, 1500, 0, 1500],
      [0, 1200, 1100, 1300, 100, 0xffffffff],
    ];
    const calls = lists.map((offsets) => {
      const count = offsets.length - 1;
      const list = space.input('offsets', Uint32Array.from(offsets));
      return { offsets, output: space.output('output', count * width), segments: { offsets: list, count } };
    });
    await space.submit((encoder) => {
      for (const { output, segments } of calls) plan.encode(encoder, { input, output, segments });
    });
    for (const { offsets, output } of calls) {
      const ends = offsets.slice(1).map((end) => Math.min(end, rows));
      const begins = ends.map((end, i) => Math.min(offsets[i]!, end));
      const segments = { begin: begins, end: ends };
      const { data: sums } = await js.segmentedReduce(null, { type: 'u32', width, data }, segments, 'sum');
      expect(Uint32Array.from(output.found), `${offsets}`).toEqual(sums);
    }
    space.destroy();
    plan.destroy();
  });

  itOnDevice(device, variant, 'of segments whose tiles all lanes join', async () => {
    for (const width of [3, 11, 40]) {
      const tile = tileOf(width);
      await check([5, 64 * tile, 64 * tile + 1, 1, 90 * tile - 7], width);
      await check([64 * tileOf(width, 2) + 1], width);
    }
  });
});
