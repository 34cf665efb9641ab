/**
 * Kernels whose lanes synchronize give the same results in every order of lanes and workgroups between barriers
 * (support/schedule.ts says how). An error from a missing barrier may show in only one order.
 */
import { describe, expect, it } from 'vitest';
import {
  createSegmentedReduce,
  createSegmentedSort,
  groupBy,
  reduceByKey,
  segmentedHistogram,
  segmentedMode,
  segmentedQuantile,
  segmentedRank,
  segmentedReduce,
  segmentedScan,
  segmentedStableSortByKey,
  segmentedTopK,
  segmentedTransform,
} from '../../src/index.ts';
import type { InternalTuning } from '../../src/tuning/tuning.ts';
import {
  distinctValues,
  fill,
  fromPalette,
  inTurn,
  mixed,
  offsetsOf,
  Random,
  ROWS,
  SEED,
  summable,
  totalOf,
} from '../support/cases.ts';
import { checkGroups, checkOmitted } from '../support/recorded-rest.ts';
import { checkReduce } from '../support/reduce-check.ts';
import { reduceHost } from '../support/reduce-run.ts';
import { rescheduled, SCHEDULES } from '../support/schedule.ts';
import { SMALL_GPU as GPU, SMALL_SELECTIONS, SMALL_SOFTWARE as SOFTWARE } from '../support/small-tunings.ts';
import { checkSort } from '../support/typed-check.ts';
import { useDevice } from '../support/use-device.ts';

/** Lengths of every class, several of each, with empty segments between. */
const LENGTHS = new Random(SEED).shuffled(
  [0, 0, 1, 2, 3, 5, 8, 13, 31, 33, 60, 64, 65, 127, 129, 200, 256, 257, 300, 401, 700, 1000, 1025, 3000, 5000].flatMap(
    (length) => (length < 100 ? Array.from({ length: 9 }, () => length) : [length]),
  ),
);
const offsets = offsetsOf(LENGTHS, 3);
const count = totalOf(offsets);
const room = { maxItems: count, maxSegments: LENGTHS.length };
const BLOCKS = {
  ...GPU,
  sort: {
    ...GPU.sort,
    large: { tile: 256, lookBackWorkgroup: 32 },
    blocks: { maxLength: 64, maxItems: 16, maxItemsPairs: 16, workgroup: 32, windowItems: 512, windowItemsPairs: 512 },
  },
} as InternalTuning;
const families: readonly [string, InternalTuning][] = [
  ['gpu', GPU],
  ['software', SOFTWARE],
];

// In three schedules, any two lanes run in both orders. The quick mode and samples take the one that differs most from
// the usual order.
for (const schedule of ROWS === 'quick' || ROWS === 'sample' ? SCHEDULES.slice(0, 1) : SCHEDULES) {
  describe(`lanes and workgroups ${schedule}`, () => {
    const device = useDevice({ schedule });

    const sorts: readonly [string, InternalTuning, { pairs: boolean }][] = [
      ['the gpu family sorts keys', GPU, { pairs: false }],
      [
        'the gpu family sorts pairs without subgroups and writes tiles directly',
        { ...GPU, subgroups: false, sort: { ...GPU.sort, large: { ...GPU.sort?.large, scatter: 'direct' } } },
        { pairs: true },
      ],
      [
        'the gpu family sorts pairs by one pass a digit',
        { ...GPU, sort: { ...GPU.sort, large: { tile: 256, lookBackWorkgroup: 32 } } },
        { pairs: true },
      ],
      ['the software family sorts keys', SOFTWARE, { pairs: false }],
      // The order of workgroups decides the order of the lists.
      ['blocks sort keys and list longer segments', BLOCKS, { pairs: false }],
      ['blocks sort pairs', BLOCKS, { pairs: true }],
    ];
    it.each(inTurn(sorts, 4))('%s', async (what, tuning, { pairs }) => {
      const types = { keyType: 'u32', ...(pairs && { valueType: 'u32' as const }) } as const;
      const plan = await createSegmentedSort(device(), { ...types, ...room, tuning });
      // The second keys have one digit value in some passes, which ends these passes early.
      for (const word of [mixed, fromPalette([1, 2, 3, 0x70000002])]) {
        const keys = fill('u32', count, new Random(SEED), word);
        const values = pairs ? distinctValues(count) : undefined;
        await checkSort(device(), plan, { what, seed: SEED, offsets, keys, values, order: 'ascending' });
      }
      plan.destroy();
    });

    it('the gpu family merges by a comparator', async () => {
      const keys = fill('u32', count, new Random(SEED), (random) => random.below(4000)) as Uint32Array<ArrayBuffer>;
      const indices = Uint32Array.from(keys, (_, i) => i);
      const compare = { wgsl: 'return (a >> 3u) < (b >> 3u);' };
      const sorted = await segmentedStableSortByKey(device(), keys, indices, offsets, { compare, tuning: GPU });
      const expected = indices.slice();
      for (const [i, end] of offsets.subarray(1).entries()) {
        expected.subarray(offsets[i], end).sort((a, b) => (keys[a]! >> 3) - (keys[b]! >> 3) || a - b);
      }
      expect(sorted.values).toEqual(expected);
      expect(sorted.keys).toEqual(Uint32Array.from(expected, (index) => keys[index]!));
    });

    // The quick mode runs kernels of GPUs only. Most other tests run the others in the usual order.
    const selecting = Object.entries(SMALL_SELECTIONS()).filter(([name]) => ROWS !== 'quick' || name.endsWith('gpu'));
    it.each(inTurn(selecting))('the %s family finds the top 50 and quantiles', async (_, tuning) => {
      const keys = fill('u32', count, new Random(SEED), (random) => random.below(900)) as Uint32Array<ArrayBuffer>;
      const sorted = LENGTHS.map((length, i) => {
        const indices = Array.from({ length }, (_, j) => offsets[i]! + j);
        return indices.sort((a, b) => keys[b]! - keys[a]! || a - b);
      });
      const top = await segmentedTopK(device(), keys, offsets, 50, { tuning });
      expect(Array.from(top.indices)).toEqual(sorted.flatMap((indices) => indices.slice(0, 50)));
      const found = await segmentedQuantile(device(), keys, offsets, [0.25, 1], { interpolation: 'lower', tuning });
      const at = (indices: number[], q: number) => {
        const { length } = indices;
        return keys[indices[length - 1 - Math.floor(q * (length - 1))]!] ?? 0;
      };
      expect(Array.from(found)).toEqual(sorted.flatMap((indices) => [at(indices, 0.25), at(indices, 1)]));
    });

    it.each(inTurn(families))('the %s family sums by offsets', async (_, tuning) => {
      for (const type of ['f32', 'u32'] as const) {
        const plan = await createSegmentedReduce(device(), { type, op: 'sum', ...room, tuning });
        const input = fill(type, count, new Random(SEED), summable);
        await checkReduce(device(), plan, { what: 'sum', seed: SEED, offsets, input, op: 'sum' });
        plan.destroy();
      }
    });

    it.each(inTurn(families))('the %s family scans', async (_, tuning) => {
      const words = fill('u32', count, new Random(SEED), (random) => random.below(count)) as Uint32Array;
      // Sums of floats depend on how terms are bracketed; these are exact.
      for (const values of [words, Float32Array.from(words, (word) => word % 16)]) {
        const expected = values.slice();
        LENGTHS.forEach((length, i) => {
          const begin = offsets[i] as number;
          for (let k = 1; k < length; k++) expected[begin + k] = expected[begin + k]! + expected[begin + k - 1]!;
        });
        expect(await segmentedScan(device(), values, offsets, 'sum', { tuning })).toEqual(expected);
      }
    });

    it.each(inTurn(families))('the %s family reduces rows of features', async (_, tuning) => {
      const width = 3;
      const data = fill('u32', width * count, new Random(SEED), (random) => random.below(count)) as Uint32Array;
      const features = { type: 'u32', width, data } as const;
      const [begin, end] = [offsets.slice(0, -1), offsets.slice(1)];
      // Windows of four segments overlap, so on GPUs there are too few tile slots for the longest of them.
      const windows = { begin, end: begin.map((_, i) => offsets[Math.min(i + 4, LENGTHS.length)]!) };
      for (const [segments, ends] of [
        [offsets, end],
        [windows, windows.end],
      ] as const) {
        const { data: sums } = await segmentedReduce(device(), features, segments, 'sum', { tuning });
        for (const [i, first] of begin.entries()) {
          for (let k = 0; k < width; k++) {
            let sum = 0;
            for (let row = first; row < ends[i]!; row++) sum += data[width * row + k] as number;
            expect((sums as Uint32Array)[width * i + k]).toBe(sum >>> 0);
          }
        }
      }
    });

    it.each(inTurn(families))('the %s family transforms', async (_, tuning) => {
      const values = fill('u32', count, new Random(SEED), (random) => random.below(count)) as Uint32Array;
      const below = { of: 'max', wgsl: 'return a - x;', type: 'u32' } as const;
      const found = await segmentedTransform(device(), values, offsets, below, { tuning });
      LENGTHS.forEach((_, i) => {
        const segment = values.subarray(offsets[i], offsets[i + 1]);
        const most = segment.reduce((a, b) => Math.max(a, b), 0);
        expect(found.subarray(offsets[i], offsets[i + 1])).toEqual(segment.map((value) => most - value));
      });
    });

    it.each(inTurn(families))('the %s family ranks, finds modes, and counts in bins', async (_, tuning) => {
      const keys = fill('u32', count, new Random(SEED), (random) => random.below(50)) as Uint32Array;
      const ranks = await segmentedRank(device(), keys, offsets, { ties: 'max', tuning });
      const { values, counts } = await segmentedMode(device(), keys, offsets, { tuning });
      const bins = await segmentedHistogram(device(), keys, offsets, { bins: 2, range: [0, 50], tuning });
      LENGTHS.forEach((length, i) => {
        const segment = keys.subarray(offsets[i], offsets[i + 1]);
        const greatest = segment.map((key) => segment.filter((each) => each <= key).length);
        expect(ranks.subarray(offsets[i], offsets[i + 1])).toEqual(greatest);
        const often = (key: number) => segment.filter((each) => each === key).length;
        const most = segment.reduce((max, key) => Math.max(max, often(key)), 0);
        expect(counts[i]).toBe(most);
        expect(bins[2 * i]).toBe(segment.filter((key) => key < 25).length);
        if (length > 0) expect(values[i]).toBe(Math.min(...segment.filter((key) => often(key) === most)));
      });
    });

    it.each(inTurn(families))('the %s family records calls without NaNs and of windows', (_, tuning) =>
      checkOmitted(device(), tuning),
    );

    it.each(inTurn(families))('the %s family groups, and reduces by key', async (_, tuning) => {
      const random = new Random(SEED);
      const ids = Uint32Array.from({ length: 3000 }, () => random.below(200));
      const { rows } = await groupBy(device(), ids, { tuning });
      expect(rows).toEqual(Uint32Array.from(ids.keys()).sort((a, b) => ids[a]! - ids[b]! || a - b));
      await checkGroups(device(), tuning);
      // This count uses atomic operations in workgroup memory.
      const counts = await reduceByKey(device(), ids, ids, 'count', { groups: 200, tuning });
      expect(counts.result).toEqual(
        Uint32Array.from({ length: 200 }, (_, id) => ids.filter((each) => each === id).length),
      );
    });

    it.each([true, false])('the gpu family reduces by begin and end, subgroups %s', async (subgroups) => {
      const values = fill('u32', count, new Random(SEED), (random) => random.below(count)) as Uint32Array;
      const segments = { begin: offsets.slice(0, -1), end: offsets.slice(1) };
      const tuning: InternalTuning = { ...GPU, subgroups: subgroups && device().features.has('subgroups') };
      const [least, sum] = await reduceHost(device(), values, segments, ['argmin', 'sum'], { tuning });
      const parts = LENGTHS.map((_, i) => Array.from(values.subarray(offsets[i], offsets[i + 1])));
      expect(least.indices).toEqual(Uint32Array.from(parts, (part) => part.indexOf(Math.min(...part)) >>> 0));
      expect(sum).toEqual(Uint32Array.from(parts, (part) => part.reduce((a, b) => a + b, 0)));
    });
  });
}

it('a schedule renumbers all lanes and workgroups of a kernel, and keeps its lines', () => {
  const code = [
    'enable subgroups;',
    '@compute @workgroup_size(WORKGROUP)',
    'fn main(@builtin(workgroup_id) at: vec3u, @builtin(num_workgroups) grid: vec3u,',
    '@builtin(local_invocation_id)invocation:vec3u){',
    '}',
  ];
  const found = rescheduled(code.join('\n'), 'reversed', 8).split('\n');
  expect(found.slice(0, 2)).toEqual(code.slice(0, 2));
  expect(found[2]).toBe('fn main(@builtin(workgroup_id) given_at: vec3u, @builtin(num_workgroups) grid: vec3u,');
  expect(found[3]).toMatch(
    /^@builtin\(local_invocation_id\)given_invocation:vec3u\)\{ let invocation = vec3u\(.*; let at = grid - 1u - given_at; $/,
  );
  expect(found.slice(4)).toEqual(['}']);
});
