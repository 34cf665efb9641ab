/** Histograms on a GPU: type × bins × form of segments × way of calling × kernels, against the rule of bins. */
import { describe, expect, it } from 'vitest';
import { createSegmentedHistogram, segmentedHistogram } from '../../src/index.ts';
import * as js from '../../src/js/index.ts';
import type { InternalTuning } from '../../src/tuning/tuning.ts';
import { inTurn, quickRows, Random, ROWS, rowsOf, SEED, tuningOf } from '../support/cases.ts';
import { histogramOf, numbersOf } from '../support/keys-oracle.ts';
import { reduceSegments } from '../support/reduce-cases.ts';
import { boundSegments, givenSegments, padded, rangesCase } from '../support/reduce-run.ts';
import { expectRefusal, expectThrow } from '../support/refusal.ts';
import { recordInto, Workspace, withoutGpuErrors } from '../support/run.ts';
import { keyBytes, keysOf, type SegmentsCase } from '../support/typed-cases.ts';
import { KEY_TYPES, type KeyType } from '../support/typed-oracle.ts';
import { itInTurn, itOnDevice, useDevice } from '../support/use-device.ts';

const device = useDevice();

// biome-ignore lint/suspicious/noExplicitAny: the calls as callers without types see them
type Loose = (...given: any[]) => Promise<any>;
const onHost = segmentedHistogram as Loose;
const create = createSegmentedHistogram as Loose;

interface Histogram {
  readonly type: KeyType;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly segments: SegmentsCase;
  readonly bins: js.HistogramOptions;
  readonly count: number;
}

interface Manner {
  readonly tuning?: InternalTuning;
  readonly openPass?: boolean;
  readonly gpuCount?: number;
}

/** The counts of a recorded call. Counts of segments past a count on the GPU must keep their content. */
async function recordedHistogram(what: Histogram, { tuning, openPass = false, gpuCount }: Manner = {}) {
  const { type, bytes, segments, bins, count } = what;
  const { itemCount, bounds } = segments;
  const room = { maxItems: itemCount + 77, maxSegments: Math.max(1, bounds.length) };
  const plan = await withoutGpuErrors(device(), () =>
    create(device(), { type, ...bins, ...room, ...(tuning ? { tuning } : {}) }),
  );
  const space = new Workspace(device());
  try {
    const output = space.output('output', Math.max(1, bounds.length * count));
    const args = {
      ...{ input: space.input('input', padded(bytes)), output, itemCount },
      segments: boundSegments(space, segments, gpuCount),
      temporary: space.scratch('temporary', plan.temporaryBytes),
    };
    await space.submit((encoder) => recordInto(encoder, openPass, (into) => plan.encode(into, args)));
    const end = (gpuCount ?? bounds.length) * count;
    expect(output.found.subarray(end)).toEqual(output.before.subarray(end));
    return output.found.slice(0, end);
  } finally {
    space.destroy();
    plan.destroy();
  }
}

/** Compares up to the first count that differs: vitest's diff of 100,000 counts takes minutes. */
function expectCounts(found: Uint32Array, want: Uint32Array) {
  const at = want.findIndex((count, i) => found[i] !== count);
  expect({ length: found.length, differsAt: at, by: found[at] }).toEqual({ length: want.length, differsAt: -1 });
}

/** Lengths about the steps of lanes, of words of bits, and of tiles. */
const LENGTHS = [0, 0, 1, 1, 2, 3, 4, 15, 17, 31, 32, 33, 63, 65, 0, 257, 1023, 2049, 4097, 0];

/** Bins, and the edges that they have. The greatest number of items of a tile's segments is counted either way. */
const BINS: Readonly<Record<string, (type: KeyType) => readonly [js.HistogramOptions, readonly number[]]>> = {
  'equal width': (type) => {
    const [least, greatest] = type[0] === 'f' ? [-3, 5] : type[0] === 'u' ? [0, 250] : [-100, 120];
    const step = (greatest - least) / 7;
    return [
      { bins: 7, range: [least, greatest] },
      Array.from({ length: 8 }, (_, k) => (k === 7 ? greatest : least + k * step)),
    ];
  },
  edges: () => [{ edges: [-5, 0, 0, 1.5, 200] }, [-5, 0, 0, 1.5, 200]],
  'all numbers': () => [{ edges: Float64Array.of(-1 / 0, 0, 1 / 0) }, [-1 / 0, 0, 1 / 0]],
  'more than workgroup memory holds': (type) => {
    const least = type[0] === 'u' ? 0 : -1024;
    const edges = Array.from({ length: 9001 }, (_, k) => least + k / 4);
    return [{ bins: 9000, range: [least, least + 2250] }, edges];
  },
};

const FACTORS = {
  type: KEY_TYPES,
  bins: Object.keys(BINS),
  form: ['offsets', 'ranges', 'fixed', 'overlapping'],
  call: ['encode', 'host', 'host in batches'],
  family: ['software', 'gpu'],
  subgroups: [true, false],
} as const;

describe(`a histogram (${ROWS} rows)`, () => {
  const all = rowsOf(FACTORS, 10, () => true);
  for (const [i, row] of inTurn([...quickRows(all, 8).entries()])) {
    const { type, form, call } = row;
    const seed = (SEED + i) >>> 0;
    const title = `${type}, ${row.bins}, ${form}, ${call}, ${row.family}, subgroups ${row.subgroups}, seed ${seed}`;
    itOnDevice(device, row, title, async () => {
      const random = new Random(seed);
      const segments = reduceSegments(form as never, random.shuffled(LENGTHS), random);
      const bytes = keyBytes(type, segments.itemCount, random);
      const [bins, edges] = BINS[row.bins]!(type);
      const what = { type, bytes, segments, bins, count: edges.length - 1 };
      const tuning = tuningOf(row);
      const batches = call === 'host in batches' ? { maxBindingBytes: 40_960 } : {};
      const found =
        call === 'encode'
          ? await recordedHistogram(what, { tuning, openPass: i % 3 === 0 })
          : await withoutGpuErrors(device(), () =>
              onHost(device(), keysOf(type, bytes), givenSegments(segments), {
                ...bins,
                tuning: { ...tuning, ...batches },
              }),
            );
      expectCounts(found, histogramOf(numbersOf(type, bytes), segments, edges));
    });
  }
});

describe('bins on a GPU', () => {
  /** numpy's edges of equal width. */
  const edgesOf = (bins: number, [first, last]: readonly [number, number]) =>
    Array.from({ length: bins + 1 }, (_, k) => (k === bins ? last : first + k * ((last - first) / bins)));

  it.each(inTurn(['f16', 'f32', 'f64'] as const))('take %s beside the edges where numpy puts them', async (type) => {
    for (const [bins, range] of [
      [7, [0, 0.7]],
      [10, [0, 1]],
      [3, [-1e-40, 1e-40]],
      [5, [1, 1]],
      [4, [1, 1 + 2 ** -52]],
      [9, [-1e300, 1e300]],
      [1000, [-70_000, 70_000]],
    ] as [number, [number, number]][]) {
      const near = edgesOf(bins, range).flatMap((x) => [x, x * (1 + 2 ** -52), x * (1 - 2 ** -53), -x]);
      const values = type === 'f64' ? Float64Array.from(near) : Float32Array.from(near);
      const halves = { type, data: Uint16Array.from({ length: 65_536 }, (_, i) => i) };
      const given = type === 'f16' ? halves : values;
      const count = type === 'f16' ? 65_536 : values.length;
      const want = await js.segmentedHistogram(null, given as never, [0, count], { bins, range });
      expect(await onHost(device(), given, [0, count], { bins, range }), `${bins} in ${range}`).toEqual(want);
    }
  });

  itInTurn(2)('take integers of 64 bits as doubles', async () => {
    const edges = [2 ** 53, 2 ** 53 + 2, 2 ** 62, 2 ** 64];
    const values = BigUint64Array.from(
      edges.slice(0, 3).flatMap((x) => [-2n, -1n, 0n, 1n, 2n, 3n].map((more) => BigInt(x) + more)),
    );
    const given = BigUint64Array.of(...values, 2n ** 64n - 1n, 2n ** 64n - 1025n);
    const want = await js.segmentedHistogram(null, given, [0, given.length], { edges });
    expect(await onHost(device(), given, [0, given.length], { edges })).toEqual(want);
    const none = { bins: 4, range: [-9, -5] };
    expect(await onHost(device(), given, [0, given.length], none)).toEqual(new Uint32Array(4));
  });

  itInTurn(2, 1)('are up to 65,536, of a segment longer than a batch too', async () => {
    const random = new Random(SEED);
    const values = Float32Array.from({ length: 30_000 }, () => random.below(65_536));
    const options = { bins: 65_536, range: [0, 65_536] };
    const want = await js.segmentedHistogram(null, values, [3, 20_000, 29_990], options as never);
    expectCounts(await onHost(device(), values, [3, 20_000, 29_990], options), want);
    const few = { bins: 16, range: [0, 65_536], tuning: { maxBindingBytes: 16_384 } };
    const parts = await js.segmentedHistogram(null, values, [3, 20_000, 29_990], { bins: 16, range: [0, 65_536] });
    expect(await onHost(device(), values, [3, 20_000, 29_990], few)).toEqual(parts);
  });
});

describe('a histogram on a GPU', () => {
  const bins = { bins: 8, range: [0, 256] as const };

  itInTurn(2)('stays inside the output, whatever the offsets are', async () => {
    const random = new Random(SEED);
    const count = 40;
    const garbage = () =>
      Uint32Array.from({ length: count + 1 }, () =>
        random.below(3) === 0 ? random.below(2 ** 32) : random.below(5000),
      );
    for (const ranged of [false, true]) {
      const plan = await create(device(), { type: 'u8', ...bins, maxItems: 4800, maxSegments: count });
      const space = new Workspace(device());
      try {
        const list = (name: string) => space.input(name, garbage());
        const segments = ranged
          ? { begin: list('begin'), end: list('end'), count: space.input('count', Uint32Array.of(0xffffffff)) }
          : { offsets: list('offsets'), count };
        const input = space.input(
          'input',
          Uint32Array.from({ length: 1200 }, () => random.word()),
        );
        const output = space.output('output', 8 * count);
        const temporary = space.scratch('temporary', plan.temporaryBytes);
        // `submit` checks the words around each range, and that inputs stay.
        await space.submit((encoder) => plan.encode(encoder, { input, output, segments, itemCount: 4800, temporary }));
      } finally {
        space.destroy();
        plan.destroy();
      }
    }
  });

  itInTurn(2, 1)('takes a count on the GPU, and calls without items or segments', async () => {
    const random = new Random(SEED);
    const edges = Array.from({ length: 9 }, (_, k) => 32 * k);
    for (const form of ['offsets', 'ranges'] as const) {
      const segments = reduceSegments(form, [3, 5, 700, 4, 9], random);
      const bytes = keyBytes('u8', segments.itemCount, random);
      const what = { type: 'u8', bytes, segments, bins, count: 8 } as const;
      const cut = { ...segments, bounds: segments.bounds.slice(0, 3) };
      const found = await recordedHistogram(what, { gpuCount: 3 });
      expect(found).toEqual(histogramOf(numbersOf('u8', bytes), cut, edges));
    }
    for (const count of [0, 2]) {
      const segments = rangesCase(
        Array.from({ length: count }, () => [0, 0] as const),
        0,
      );
      const what = { type: 'f64', bytes: new Uint8Array(0), segments, bins, count: 8 } as const;
      expect(await recordedHistogram(what)).toEqual(new Uint32Array(8 * count));
      const onHostToo = await onHost(device(), new Float64Array(0), givenSegments(segments), bins);
      expect(onHostToo).toEqual(new Uint32Array(8 * count));
    }
  });

  it('refuses wrong input by name', async () => {
    const call = (options: unknown, values: unknown = new Float32Array(4)) => {
      return () => onHost(device(), values, [0, 4], options);
    };
    await expectRefusal(call({}), 'invalid-option', [/^range/]);
    await expectRefusal(call({ bins: 0, range: [0, 1] }), 'invalid-option', [/^bins: 0/]);
    await expectRefusal(call({ bins: 65_537, range: [0, 1] }), 'invalid-option', [/^bins: 65537/]);
    await expectRefusal(call({ edges: [1, 0] }), 'invalid-option', [/^edges\[1\]: 0/]);
    await expectRefusal(call({ edges: [0, 1], bins: 1 }), 'invalid-option', [/^bins/]);
    await expectRefusal(call({ bin: 3 }), 'invalid-option', [/bin/]);
    const opaque = { type: { bytes: 4 }, data: new Uint32Array(4) };
    await expectRefusal(call(bins, opaque), 'unsupported-type', [/^values/]);
    const overlapping = { begin: new Uint32Array(2 ** 16), end: new Uint32Array(2 ** 16).fill(2 ** 16) };
    const many = () => onHost(device(), new Uint8Array(2 ** 16), overlapping, bins);
    await expectRefusal(many, 'limit-exceeded', [/^segments/, /less than 2\^32/]);
    const room = { maxItems: 4, maxSegments: 1 };
    await expectRefusal(() => create(device(), { type: 'f8', ...bins, ...room }), 'unsupported-type', [/^type/]);
    const plan = await create(device(), { type: 'u32', ...bins, ...room });
    const space = new Workspace(device());
    try {
      const args = { input: space.input('input', new Uint32Array(4)), segments: { size: 4, count: 1 } };
      const encode = (output: unknown) => () => {
        plan.encode(device().createCommandEncoder(), { ...args, output });
      };
      await expectThrow(encode(undefined), 'invalid-option', [/^output/]);
      await expectThrow(encode(space.output('output', 7)), 'limit-exceeded', [/^output/, /28 bytes/, /32/]);
    } finally {
      space.destroy();
      plan.destroy();
    }
  });
});
