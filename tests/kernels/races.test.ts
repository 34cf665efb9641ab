/**
 * No two invocations access one word of memory without a barrier between them (support/races.ts says how a race is
 * found). This file runs every operation, in the quick mode a few in turn. With WEBGPU_SEGMENTED_TEST_RACES=on, all
 * tests look for races.
 */
import { describe, expect, it } from 'vitest';
import {
  createGather,
  groupBy,
  reduceByKey,
  segmentedHistogram,
  segmentedMode,
  segmentedQuantile,
  segmentedRank,
  segmentedReduce,
  segmentedScan,
  segmentedSort,
  segmentedStableSortByKey,
  segmentedTopK,
  segmentedTransform,
  segmentedUnique,
} from '../../src/index.ts';
import type { InternalTuning } from '../../src/tuning/tuning.ts';
import { fill, inTurn, mixed, offsetsOf, Random, ROWS, repeated, SEED, totalOf } from '../support/cases.ts';
import { takeRaces } from '../support/device.ts';
import { checkGroups, checkOmitted } from '../support/recorded-rest.ts';
import { reduceHost } from '../support/reduce-run.ts';
import { Workspace, withoutGpuErrors } from '../support/run.ts';
import {
  SMALL_GPU as GPU,
  SMALL_APPENDING,
  SMALL_SELECTIONS,
  SMALL_SOFTWARE as SOFTWARE,
} from '../support/small-tunings.ts';
import { itInTurn, useDevice } from '../support/use-device.ts';

const device = useDevice({ races: true });

const DIRECT: InternalTuning = {
  ...GPU,
  subgroups: false,
  sort: {
    ...GPU.sort,
    // Fewer networks, and one kernel for the medium class: each takes seconds to compile.
    small: { ...GPU.sort?.small, maxLength: 16 },
    medium: { ...GPU.sort?.medium, limits: [256] },
    large: { ...GPU.sort?.large, scatter: 'direct' },
  },
};

const LOOK_BACK: InternalTuning = { ...GPU, sort: { ...GPU.sort, large: { tile: 256, lookBackWorkgroup: 32 } } };

/** Lengths of every class, with empty segments between. */
const LENGTHS = new Random(SEED).shuffled([
  0, 0, 1, 2, 3, 5, 8, 13, 31, 33, 60, 64, 65, 127, 129, 200, 256, 257, 300, 401, 700, 1000, 3000,
]);
const offsets = offsetsOf(LENGTHS, 3);
const count = totalOf(offsets);
const starts = offsets.subarray(0, -1);

/** In the quick mode the sort, the scan, the top-k and the quantiles take turns: each compiles for seconds. */
const families = ROWS === 'quick' ? { gpu: GPU } : { gpu: GPU, software: SOFTWARE };

describe('nothing races', () => {
  const sorts =
    ROWS === 'quick'
      ? { 'gpu, scattered directly': DIRECT, 'gpu, one pass a digit': LOOK_BACK }
      : { ...families, 'gpu, scattered directly': DIRECT, 'gpu, one pass a digit': LOOK_BACK };
  it.each(inTurn(Object.entries(sorts), 4))('where pairs are sorted: %s', async (_, tuning) => {
    const keys = fill('u32', count, new Random(SEED), mixed) as Uint32Array<ArrayBuffer>;
    const indices = Uint32Array.from(keys, (_, i) => i);
    const sorted = await withoutGpuErrors(device(), () =>
      segmentedStableSortByKey(device(), keys, indices, offsets, { tuning }),
    );
    const expected = indices.slice();
    for (const [i, begin] of starts.entries()) {
      expected.subarray(begin, offsets[i + 1]).sort((a, b) => keys[a]! - keys[b]! || a - b);
    }
    expect(sorted.values).toEqual(expected);
  });

  itInTurn(2, 1)('where keys are sorted by networks of several subgroups', async () => {
    const lanes = Math.max(64, 4 * Math.min(32, device().adapterInfo.subgroupMinSize ?? 4));
    const small = { workgroup: 32, maxLength: 32, across: { lanes, lanesPairs: lanes, items: 4 } };
    const tuning = { family: 'gpu', sort: { small } } as InternalTuning;
    const keys = fill('u32', count, new Random(SEED), mixed) as Uint32Array<ArrayBuffer>;
    const sorted = await withoutGpuErrors(device(), () => segmentedSort(device(), keys, offsets, { tuning }));
    const expected = keys.slice();
    for (const [i, begin] of starts.entries()) expected.subarray(begin, offsets[i + 1]).sort();
    expect(sorted).toEqual(expected);
  });

  itInTurn(2)('where more segments are large than a workgroup has lanes', async () => {
    const lengths = [...repeated(513, 45), ...LENGTHS];
    const ends = offsetsOf(lengths, 3);
    const keys = fill('u32', totalOf(ends), new Random(SEED), mixed) as Uint32Array<ArrayBuffer>;
    const expected = keys.slice();
    for (let i = 0; i < lengths.length; i++) expected.subarray(ends[i], ends[i + 1]).sort();
    const sorted = await withoutGpuErrors(device(), () => segmentedSort(device(), keys, ends, { tuning: LOOK_BACK }));
    expect(sorted).toEqual(expected);
  });

  itInTurn(2)('where short segments are sorted by blocks', async () => {
    const blocks = {
      maxLength: 64,
      maxItems: 16,
      maxItemsPairs: 16,
      workgroup: 32,
      windowItems: 512,
      windowItemsPairs: 512,
    };
    const tuning = { ...LOOK_BACK, sort: { ...LOOK_BACK.sort, blocks } } as InternalTuning;
    // Blocks of several rounds.
    const lengths = [...LENGTHS, ...repeated(0, 300), ...repeated(1, 90), ...LENGTHS];
    const ends = offsetsOf(lengths, 3);
    const keys = fill('u32', totalOf(ends), new Random(SEED), mixed) as Uint32Array<ArrayBuffer>;
    const indices = Uint32Array.from(keys.keys());
    const expected = indices.slice();
    for (let i = 0; i < lengths.length; i++)
      expected.subarray(ends[i], ends[i + 1]).sort((a, b) => keys[a]! - keys[b]! || a - b);
    const sorted = await withoutGpuErrors(device(), () => segmentedSort(device(), keys, ends, { tuning }));
    expect(sorted).toEqual(expected.map((i) => keys[i]!));
    const pairs = await withoutGpuErrors(device(), () =>
      segmentedStableSortByKey(device(), keys, indices, ends, { tuning }),
    );
    expect(pairs.values).toEqual(expected);
  });

  it.each<[string, InternalTuning]>(inTurn(Object.entries(families), 4))(
    'where segments are summed: %s',
    async (_, tuning) => {
      const values = fill('u32', count, new Random(SEED), (random) => random.below(count)) as Uint32Array;
      const sum = (i: number) => values.subarray(starts[i], offsets[i + 1]).reduce((a, b) => a + b, 0);
      const expected = Uint32Array.from(starts, (_, i) => sum(i));
      for (const segments of inTurn([offsets, { begin: starts, end: offsets.slice(1) }])) {
        const found = await withoutGpuErrors(device(), () => reduceHost(device(), values, segments, 'sum', { tuning }));
        expect(found).toEqual(expected);
      }
    },
  );

  it.each<[string, InternalTuning]>(inTurn(Object.entries(families), 4, 1))(
    'where rows of features are reduced: %s',
    async (_, tuning) => {
      const width = 3;
      const data = fill('u32', width * count, new Random(SEED), (random) => random.below(count)) as Uint32Array;
      const rows = Uint32Array.from({ length: count }, (_, i) => (i * 7) % count);
      const features = { type: 'u32', width, data } as const;
      const call = () => segmentedReduce(device(), features, { offsets, rows }, ['sum', 'argmax'], { tuning });
      const [sum, most] = await withoutGpuErrors(device(), call);
      const [sums, greatest] = [sum.data as Uint32Array, most.values.data as Uint32Array];
      for (const [i, begin] of starts.entries()) {
        for (let k = 0; k < width; k++) {
          const column = Array.from(rows.subarray(begin, offsets[i + 1]), (row) => data[width * row + k] as number);
          expect(sums[width * i + k]).toBe(column.reduce((a, b) => (a + b) >>> 0, 0));
          expect(greatest[width * i + k]).toBe(column.reduce((a, b) => Math.max(a, b), 0));
        }
      }
      // Windows of four segments overlap, so there are too few tile slots for the longest of them.
      const end = starts.map((_, i) => offsets[Math.min(i + 4, LENGTHS.length)]!);
      const { data: found } = await withoutGpuErrors(device(), () =>
        segmentedReduce(device(), features, { begin: starts, end }, 'sum', { tuning }),
      );
      for (const [i, begin] of starts.entries()) {
        for (let k = 0; k < width; k++) {
          let all = 0;
          for (let row = begin; row < end[i]!; row++) all = (all + data[width * row + k]!) >>> 0;
          expect((found as Uint32Array)[width * i + k]).toBe(all);
        }
      }
      // Of two single rows the second one may be the next merge tile's.
      const singles = { ...features, data: data.subarray(0, width * 200) };
      const ends = Uint32Array.from({ length: 203 }, (_, i) => Math.max(i - 2, 0));
      const copied = await withoutGpuErrors(device(), () =>
        segmentedReduce(device(), singles, ends, 'sum', { tuning }),
      );
      expect(copied.data).toEqual(Uint32Array.of(...repeated(0, 2 * width), ...singles.data));
    },
  );

  it.each<[string, InternalTuning]>(inTurn(Object.entries(families), 4, 2))(
    'where items are transformed: %s',
    async (_, tuning) => {
      const values = fill('u32', count, new Random(SEED), (random) => random.below(count)) as Uint32Array;
      const expected = values.slice();
      for (const [i, begin] of starts.entries()) {
        const segment = expected.subarray(begin, offsets[i + 1]);
        const most = segment.reduce((a, b) => Math.max(a, b), 0);
        segment.forEach((value, k) => {
          segment[k] = most - value;
        });
      }
      const below = { of: 'max', wgsl: 'return a - x;', type: 'u32' } as const;
      for (const segments of inTurn([offsets, { begin: starts, end: offsets.slice(1) }])) {
        const call = () => segmentedTransform(device(), values, segments, below, { tuning });
        const found = await withoutGpuErrors(device(), call);
        for (const [i, begin] of starts.entries()) {
          expect(found.subarray(begin, offsets[i + 1])).toEqual(expected.subarray(begin, offsets[i + 1]));
        }
      }
    },
  );

  it.each<[string, InternalTuning]>(inTurn(Object.entries(families), 4, 3))(
    'where runs of equal keys are found: %s',
    async (_, tuning) => {
      const keys = fill('u32', count, new Random(SEED), (random) => random.below(50)) as Uint32Array;
      const expected = Array.from(starts, (begin, i) => {
        const segment = keys.subarray(begin, offsets[i + 1]);
        const distinct = [...new Set(segment)].sort((a, b) => a - b);
        const counts = distinct.map((key) => segment.filter((each) => each === key).length);
        const ranks = [...segment].map((key) => segment.filter((each) => each < key).length + 1);
        const most = Math.max(0, ...counts);
        return { distinct, counts, ranks, mode: distinct[counts.indexOf(most)] ?? 0, most };
      });
      for (const segments of inTurn([offsets, { begin: starts, end: offsets.slice(1) }])) {
        const ranks = await withoutGpuErrors(device(), () =>
          segmentedRank(device(), keys, segments, { ties: 'min', tuning }),
        );
        const unique = await withoutGpuErrors(device(), () => segmentedUnique(device(), keys, segments, { tuning }));
        const mode = await withoutGpuErrors(device(), () => segmentedMode(device(), keys, segments, { tuning }));
        for (const [i, begin] of starts.entries()) {
          expect([...ranks.subarray(begin, offsets[i + 1])]).toEqual(expected[i]!.ranks);
        }
        expect([...unique.keys]).toEqual(expected.flatMap(({ distinct }) => distinct));
        expect([...unique.counts]).toEqual(expected.flatMap(({ counts }) => counts));
        expect([...mode.values]).toEqual(expected.map((each) => each.mode));
        expect([...mode.counts]).toEqual(expected.map(({ most }) => most));
        const counted = await withoutGpuErrors(device(), () =>
          segmentedHistogram(device(), keys, segments, { bins: 5, range: [0, 50], tuning }),
        );
        for (const [i, begin] of starts.entries()) {
          const segment = keys.subarray(begin, offsets[i + 1]);
          for (let bin = 0; bin < 5; bin++) {
            expect(counted[5 * i + bin]).toBe(segment.filter((key) => Math.floor(key / 10) === bin).length);
          }
        }
      }
    },
  );

  it.each<[string, InternalTuning]>(inTurn([...Object.entries(families), ['appending gpu', SMALL_APPENDING]], 4))(
    'where recorded calls leave out NaNs or take windows: %s',
    (_, tuning) => checkOmitted(device(), tuning),
  );

  it.each<[string, InternalTuning]>(inTurn(Object.entries(families), 4, 1))(
    'where segments are scanned: %s',
    async (_, tuning) => {
      const words = fill('u32', count, new Random(SEED), (random) => random.below(count)) as Uint32Array;
      // Sums of floats depend on how terms are bracketed; these are exact.
      const floats = Float32Array.from(words, (word) => word % 16);
      for (const [values, segments] of inTurn([
        [words, offsets],
        [floats, offsets],
        [words, { begin: starts, end: offsets.slice(1) }],
      ] as const)) {
        const expected = values.slice();
        for (const [i, begin] of starts.entries()) {
          for (let at = begin + 1; at < offsets[i + 1]!; at++) expected[at] = expected[at]! + expected[at - 1]!;
        }
        const scan = () => segmentedScan(device(), values, segments, 'sum', { tuning });
        expect(await withoutGpuErrors(device(), scan)).toEqual(expected);
      }
    },
  );

  it.each<[string, InternalTuning]>(inTurn(Object.entries(families), 4, 2))(
    'where rows are grouped: %s',
    async (_, tuning) => {
      const random = new Random(SEED);
      const ids = Uint32Array.from({ length: 2000 }, () => random.below(150));
      const { offsets: begins, rows } = await withoutGpuErrors(device(), () => groupBy(device(), ids, { tuning }));
      expect(rows).toEqual(Uint32Array.from(ids.keys()).sort((a, b) => ids[a]! - ids[b]! || a - b));
      const how = { groups: 150, tuning };
      await checkGroups(device(), tuning);
      const counts = await withoutGpuErrors(device(), () => reduceByKey(device(), ids, ids, 'count', how));
      expect(begins.length).toBe(counts.result.filter((each) => each > 0).length + 1);
    },
  );

  it.each([1, 4] as const)('where items of %i bytes are gathered', async (bytes) => {
    const gather = await createGather(device(), { itemType: { bytes }, maxItems: 600, tuning: GPU });
    const space = new Workspace(device(), SEED);
    const rows = Uint32Array.from({ length: 600 }, (_, i) => (i * 7) % 620);
    const itemsIn = space.input('itemsIn', new Uint32Array((600 * bytes) / 4));
    const [rowsIn, itemsOut] = [space.input('rows', rows), space.output('itemsOut', (600 * bytes) / 4)];
    await space.submit((encoder) => gather.encode(encoder, { itemsIn, rows: rowsIn, itemsOut }));
    gather.destroy();
    space.destroy();
  });

  const selecting = Object.entries(SMALL_SELECTIONS()).filter(
    ([name]) => ROWS !== 'quick' || /^(prefiltering|appending) gpu$/.test(name),
  );
  const selected = fill('u32', count, new Random(SEED), (random) => random.below(500)) as Uint32Array<ArrayBuffer>;
  const sorted = [...starts].map((begin, i) =>
    Array.from({ length: offsets[i + 1]! - begin }, (_, j) => begin + j).sort(
      (a, b) => selected[a]! - selected[b]! || a - b,
    ),
  );
  it.each<[string, InternalTuning]>(inTurn(selecting, 4, 2))('in a top-k: %s', async (_, tuning) => {
    const options = { order: 'ascending', tuning } as const;
    const top = await withoutGpuErrors(device(), () => segmentedTopK(device(), selected, offsets, 20, options));
    expect(Array.from(top.indices)).toEqual(sorted.flatMap((indices) => indices.slice(0, 20)));
  });

  it.each<[string, InternalTuning]>(inTurn([...Object.entries(families), ['appending gpu', SMALL_APPENDING]], 4, 3))(
    'in quantiles: %s',
    async (_, tuning) => {
      const options = { interpolation: 'lower', tuning } as const;
      const found = await withoutGpuErrors(device(), () =>
        segmentedQuantile(device(), selected, offsets, [0.5, 0.9], options),
      );
      const at = (indices: number[], q: number) => selected[indices[Math.floor(q * (indices.length - 1))]!] ?? 0;
      expect(Array.from(found)).toEqual(sorted.flatMap((indices) => [at(indices, 0.5), at(indices, 0.9)]));
    },
  );
});

/** Runs two workgroups of 8 lanes, and returns the races that were found. */
async function racesIn(declarations: string, body: string): Promise<string | undefined> {
  const code = `@group(0) @binding(0) var<storage, read_write> words: array<u32>;
    ${declarations}
    @compute @workgroup_size(8)
    fn main(@builtin(local_invocation_id) invocation: vec3u, @builtin(workgroup_id) group: vec3u) {
      let lane = invocation.x;
      let id = group.x * 8u + lane;
      ${body}
    }`;
  const buffer = device().createBuffer({ size: 256, usage: GPUBufferUsage.STORAGE });
  await withoutGpuErrors(device(), async () => {
    const visibility = GPUShaderStage.COMPUTE;
    const layout = device().createBindGroupLayout({
      entries: [{ binding: 0, visibility, buffer: { type: 'storage' } }],
    });
    const pipeline = await device().createComputePipelineAsync({
      layout: device().createPipelineLayout({ bindGroupLayouts: [layout] }),
      compute: { module: device().createShaderModule({ code, label: 'kernel' }) },
    });
    const encoder = device().createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, device().createBindGroup({ layout, entries: [{ binding: 0, resource: { buffer } }] }));
    pass.dispatchWorkgroups(2);
    pass.end();
    device().queue.submit([encoder.finish()]);
  });
  buffer.destroy();
  return takeRaces(device());
}

describe('a race is found', () => {
  const TILE = 'var<workgroup> tile: array<u32, 8>;';
  const FLAG = 'var<workgroup> flag: atomic<u32>;';
  it.each([
    [
      'a neighbour is read',
      TILE,
      'tile[lane] = id; words[id] = tile[(lane + 1u) % 8u];',
      /read of a write, tile\[\d\]/,
    ],
    [
      'what is read is overwritten',
      TILE,
      'let next = tile[(lane + 1u) % 8u]; tile[lane] = next;',
      /write over a read, tile/,
    ],
    ['two write one word', TILE, 'tile[lane / 2u] = 1u;', /write over a write, tile/],
    ['two add to one word', TILE, 'tile[lane / 2u] += 1u;', /tile/],
    [
      'the barrier is of the other kind',
      TILE,
      'tile[lane] = id; storageBarrier(); words[id] = tile[7u - lane];',
      /tile/,
    ],
    ['an index is itself read', TILE, 'tile[lane] = lane; words[tile[tile[lane ^ 1u]]] = 1u;', /tile/],
    ['an atomic is loaded that others change', FLAG, 'atomicAdd(&flag, 1u); words[id] = atomicLoad(&flag);', /flag/],
    [
      'all lanes assign one variable',
      'var<workgroup> one: u32;',
      'one = lane; words[id] = workgroupUniformLoad(&one);',
      /one/,
    ],
    ['workgroups meet in storage', '', 'words[lane] = id;', /write over a write, words\[\d\], by invocation/],
    ['workgroups read of each other', '', 'words[id] = words[15u - id] + 1u;', /words/],
    [
      'a barrier lies between workgroups',
      '',
      'words[id] = id; storageBarrier(); words[16u] = words[15u - id];',
      /words/,
    ],
    [
      'a workgroup has read what another writes',
      '',
      'if (group.x == 0u) { words[24u + lane] = words[16u]; } else if (lane == 3u) { words[16u] = 1u; }',
      /words\[16\]/,
    ],
    // Which workgroup comes first depends on the adapter.
    [
      'readers are of two workgroups, and one of the first writes after a barrier',
      '',
      'words[24u + id] = words[16u]; storageBarrier(); if (id == 0u) { words[16u] = 1u; }',
      /words\[16\]/,
    ],
    [
      'readers are of two workgroups, and one of the second writes after a barrier',
      '',
      'words[24u + id] = words[16u]; storageBarrier(); if (id == 8u) { words[16u] = 1u; }',
      /words\[16\]/,
    ],
    [
      'a workgroup reads twice, and no barrier follows the second time',
      '',
      'var x = words[16u + 8u * group.x]; storageBarrier(); x += words[16u + 8u * group.x]; ' +
        'if (lane == 5u) { words[16u + 8u * group.x] = x; }',
      /words\[(16|24)\]/,
    ],
  ])('where %s', async (_, declarations, body, told) => {
    expect(await racesIn(declarations, body)).toMatch(told);
  });

  it.each([
    ['barriers part lanes', TILE, 'tile[lane] = id; workgroupBarrier(); words[id] = tile[(lane + 1u) % 8u];'],
    ['lanes keep to themselves', TILE, 'tile[lane] = id; tile[lane]++; words[id] = tile[lane];'],
    ['all read', TILE, 'words[id] = tile[0] + tile[1];'],
    ['atomics add up', FLAG, 'atomicAdd(&flag, 1u); workgroupBarrier(); words[id] = atomicLoad(&flag);'],
    [
      'one assigns what all load',
      'var<workgroup> one: vec2u;',
      'if (lane == 0u) { one = vec2u(id); } words[id] = workgroupUniformLoad(&one).x; if (lane == 1u) { one = vec2u(); }',
    ],
    ['a barrier for storage', '', 'words[id] = id; storageBarrier(); words[id + 16u] = words[id ^ 1u];'],
    ['workgroups only read', '', 'let all = words[16u] + words[17u]; storageBarrier(); words[id] = all + words[16u];'],
    [
      'a workgroup replaces what all its lanes have read, after a barrier',
      '',
      'let x = words[16u + group.x]; storageBarrier(); if (lane == 3u) { words[16u + group.x] = x + 1u; }',
    ],
    [
      'all lanes of a workgroup read again what it has replaced',
      '',
      'let x = words[16u + group.x]; storageBarrier(); if (lane == 3u) { words[16u + group.x] = x; } ' +
        'storageBarrier(); words[id] = words[16u + group.x];',
    ],
  ])('and none where %s', async (_, declarations, body) => {
    expect(await racesIn(declarations, body)).toBeUndefined();
  });
});
