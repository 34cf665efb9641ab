/** Recorded reduces under what a caller may bring: dirty scratch, offsets and counts made on the GPU, any overlap. */
import { afterEach, describe, expect, it } from 'vitest';
import { lean, lengthsInEveryClass, offsetsOf, Random, repeated, SEED, totalOf, VARIANTS } from '../support/cases.ts';
import { itemsOf } from '../support/elements.ts';
import { CHOSEN, folded, OPERATORS, type Operator, randomItems } from '../support/operators.ts';
import {
  boundSegments,
  classesOfPlan,
  createReduce,
  expectSame,
  expectTwin,
  type Manner,
  makeReduce,
  type Outcome,
  Outputs,
  padded,
  type Reduction,
  rangesCase,
  recordReduce,
  reduceCase,
  reduceOnHost,
  reduceRecorded,
} from '../support/reduce-run.ts';
import { expectStillWorking, expectThrow } from '../support/refusal.ts';
import { type Range, recordInto, Workspace } from '../support/run.ts';
import type { Form, SegmentsCase } from '../support/typed-cases.ts';
import { itOnDevice, useDevice } from '../support/use-device.ts';

const device = useDevice();

afterEach(() => expectStillWorking(device()));

const BY_INDEX = CHOSEN.byIndex;
/** One output of a word, one of two words whose bits hang on the order, one with indices. */
const OPS = ['sum', BY_INDEX.op, 'argmin'] as const;

const wordsIn = (outcome: Outcome) => new Uint32Array(outcome.bytes.slice().buffer);

function reductionOf(segments: SegmentsCase, op: Reduction['op'] = OPS): Reduction {
  return { type: 'u32', bytes: randomItems(BY_INDEX, segments.itemCount, new Random(SEED)), segments, op };
}

/** The segments that the kernels must make of GPU offsets: ends cut at the item count, empty where they fall. */
function clamped(bounds: SegmentsCase['bounds'], itemCount: number): SegmentsCase['bounds'] {
  return bounds.map(([begin, end]) => {
    const last = Math.min(end, itemCount);
    return last <= begin ? ([0, 0] as const) : ([begin, last] as const);
  });
}

/** OPS in TypeScript, segment by segment. */
function expectOps([sums, maps, least]: Outcome[], reduction: Reduction): void {
  const values = new Uint32Array(reduction.bytes.buffer);
  const { bounds } = reduction.segments;
  expectTwin(maps!, BY_INDEX, reduction);
  const [sum, low] = [wordsIn(sums!), wordsIn(least!)];
  for (const [s, [begin, end]] of bounds.entries()) {
    let total = 0;
    let at = begin;
    for (let i = begin; i < end; i++) {
      total = (total + values[i]!) >>> 0;
      if (values[i]! < values[at]!) at = i;
    }
    const where = `segment ${s}, ${begin} to ${end}`;
    const expected = begin === end ? [0, 0xffffffff, 0xffffffff] : [total, values[at], at - begin];
    expect([sum[s], low[s], least!.indices![s]], where).toEqual(expected);
  }
}

describe.each(lean(VARIANTS, 2))('$family kernels, subgroups: $subgroups', (variant) => {
  const { family, subgroups } = variant;
  const tuning = { family, subgroups };

  itOnDevice(
    device,
    variant,
    'need no clean scratch: of the exact size, full of garbage, used again at once',
    async () => {
      const shapes: [Form, number[]][] = [
        ['offsets', [5, 9000, 0, 1, 40_000, 700]],
        ['ranges', [30_000, 0, 20, 20_000]],
        ['fixed', [9000]],
        ['offsets', repeated(3, 900)],
        ['offsets', [0, 0]],
      ];
      const reductions = shapes.map(([form, lengths]) => reductionOf(reduceCase(form, lengths, new Random(SEED))));
      const most = reductions.reduce((a, b) => (a.segments.bounds.length > b.segments.bounds.length ? a : b));
      const plan = await makeReduce(device(), most, { tuning });
      for (const ownTemporary of [false, true]) {
        for (const openPass of [false, true]) {
          const space = new Workspace(device(), SEED);
          const scratch = ownTemporary ? {} : { temporary: space.scratch('temporary', plan.temporaryBytes) };
          const outputs = reductions.map((one, i) => new Outputs(space, one, undefined, `output ${i}`));
          const buffers = reductions.map((one, i) => ({
            input: space.input(`input ${i}`, padded(one.bytes)),
            ...outputs[i]!.arguments,
            segments: boundSegments(space, one.segments),
            itemCount: one.segments.itemCount,
            ...scratch,
          }));
          await space.submit((encoder) =>
            recordInto(encoder, openPass, (into) => {
              for (const one of buffers) plan.encode(into, one);
            }),
          );
          for (const [i, one] of reductions.entries()) expectOps(outputs[i]!.read(), one);
          space.destroy();
        }
      }
      plan.destroy();
    },
  );

  itOnDevice(device, variant, 'take bindings that are parts of one buffer', async () => {
    const offsets = offsetsOf([700, 0, 33, 9000], 6);
    const segments = reduceCase('offsets', [1], new Random(SEED));
    const bounds = [0, 1, 2, 3].map((i) => [offsets[i]!, offsets[i + 1]!] as const);
    const reduction = reductionOf({ ...segments, given: { offsets }, bounds, itemCount: totalOf(offsets) });
    const plan = await makeReduce(device(), reduction, { tuning });
    const space = new Workspace(device(), SEED);
    const output = (name: string, wordCount: number) => ({ name, role: 'output', wordCount }) as const;
    const [sums, input, maps, bound, least, index] = space.place(
      output('sums', 4),
      { name: 'input', role: 'input', words: reduction.bytes },
      output('maps', 8),
      { name: 'offsets', role: 'input', words: offsets },
      output('least', 4),
      output('index', 4),
    ) as [Range, Range, Range, Range, Range, Range];
    await space.submit((encoder) =>
      plan.encode(encoder, {
        input,
        output: [sums, maps, least],
        outputIndex: [undefined, undefined, index],
        segments: { offsets: bound, count: 4 },
      }),
    );
    const bytes = (range: Range) => new Uint8Array(range.found.slice().buffer);
    const outcomes = [{ bytes: bytes(sums) }, { bytes: bytes(maps) }, { bytes: bytes(least), indices: index.found }];
    expectOps(outcomes, reduction);
    space.destroy();
    plan.destroy();
  });

  itOnDevice(device, variant, 'take the count from a buffer: fewer than there are, more, and none', async () => {
    for (const form of ['offsets', 'ranges'] as const) {
      const segments = reduceCase(form, [4, 9000, 0, 17, 300, 20_000], new Random(SEED));
      const reduction = reductionOf(segments);
      const plan = await makeReduce(device(), reduction, { tuning });
      for (const gpuCount of [0, 1, 4, 6, 7, 0xffffffff]) {
        const found = await recordReduce(device(), plan, reduction, { gpuCount });
        const bounds = segments.bounds.slice(0, gpuCount);
        expectOps(found, { ...reduction, segments: { ...segments, bounds } });
      }
      plan.destroy();
    }
    // Of one size, those that do not lie in the items whole are left out.
    const segments = reduceCase('fixed', [3000], new Random(SEED));
    const plan = await makeReduce(device(), reductionOf(segments), { tuning });
    for (const gpuCount of [0, 2, 5]) {
      const bounds = segments.bounds.slice(0, gpuCount);
      const found = await recordReduce(device(), plan, reductionOf(segments), { gpuCount });
      expectOps(found, reductionOf({ ...segments, bounds }));
    }
    plan.destroy();
  });

  itOnDevice(device, variant, 'cut garbage offsets at the item count and take falling ones for empty', async () => {
    const itemCount = 20_000;
    const random = new Random(SEED);
    const raw = () => random.pick([random.below(itemCount), random.below(2 * itemCount), random.word(), 0xffffffff]);
    const offsets = Uint32Array.from({ length: 301 }, raw);
    const end = Uint32Array.from({ length: 300 }, raw);
    const begin = Uint32Array.from({ length: 300 }, raw);
    const pairs = (from: Uint32Array, to: Uint32Array) =>
      clamped(
        Array.from({ length: 300 }, (_, i) => [from[i]!, to[i]!] as const),
        itemCount,
      );
    const cases: SegmentsCase[] = [
      { form: 'offsets', given: { offsets }, bounds: pairs(offsets, offsets.subarray(1)), itemCount },
      { form: 'ranges', given: { begin, end }, bounds: pairs(begin, end), itemCount },
    ];
    for (const segments of cases) {
      for (const manner of [{ tuning }, { tuning, gpuCount: 300 }]) {
        expectOps(await reduceRecorded(device(), reductionOf(segments), manner), reductionOf(segments));
      }
    }
  });

  itOnDevice(device, variant, 'reduce every segment of offsets that fall by the thousand', async () => {
    const most = 16_000;
    // Pairs of items, last to first: every other segment holds two, those between fall. Then offsets that only fall.
    const turned = Array.from({ length: most }, (_, i) => 2 * (most - (i | 1)) + (i % 2) * 2);
    const falling = Array.from({ length: most }, (_, i) => most - i);
    for (const list of [turned, falling]) {
      const offsets = Uint32Array.from(list);
      const bounds = Array.from(offsets.subarray(1), (end, i) => [offsets[i]!, end] as const);
      const itemCount = 2 * most;
      const segments: SegmentsCase = {
        form: 'offsets',
        given: { offsets },
        bounds: clamped(bounds, itemCount),
        itemCount,
      };
      expectOps(await reduceRecorded(device(), reductionOf(segments), { tuning }), reductionOf(segments));
    }
  });

  itOnDevice(device, variant, 'reduce a giant among very many tiny segments, and many giants', async () => {
    const random = new Random(SEED);
    const lengths = Array.from({ length: 60_000 }, () => random.below(4));
    for (const at of [0, 31_234, 59_999]) lengths[at] = 130_000;
    const offsets = offsetsOf(lengths);
    const bounds = lengths.map((_, i) => [offsets[i]!, offsets[i + 1]!] as const);
    const given = { offsets } as const;
    const reduction = reductionOf({ form: 'offsets', given, bounds, itemCount: totalOf(offsets) }, BY_INDEX.op);
    const [found] = await reduceRecorded(device(), reduction, { tuning });
    expectTwin(found!, BY_INDEX, reduction);
  });

  itOnDevice(device, variant, 'reduce hundreds of segments that each span almost all items', async () => {
    await checkSpans({ tuning });
  });

  itOnDevice(
    device,
    variant,
    'give what they gave when maxSegmentSize is right, and do no harm when it is not',
    async () => {
      const reduction = reductionOf(reduceCase('ranges', [16, 3, 0, 500, 7, 9000, 20_000, 64, 1], new Random(SEED)));
      expectOps(await reduceRecorded(device(), reduction, { tuning, maxSegmentSize: 20_000 }), reduction);
      for (const maxSegmentSize of [0, 1, 17, 500, 8999]) {
        // Any result will do; guards, inputs and GPU errors are checked, and that it ends.
        await reduceRecorded(device(), reduction, { tuning, maxSegmentSize });
        const fitting = reduction.segments.bounds.filter(([begin, end]) => end - begin <= maxSegmentSize);
        const some = reductionOf(rangesCase(fitting, reduction.segments.itemCount));
        expectOps(await reduceRecorded(device(), some, { tuning, maxSegmentSize }), some);
      }
    },
  );

  itOnDevice(device, variant, 'reduce very many segments that are empty', async () => {
    const lengths = repeated(0, 400_000);
    lengths[399_999] = 20_000;
    lengths[77] = 5;
    const offsets = offsetsOf(lengths);
    const bounds = lengths.map((_, i) => [offsets[i]!, offsets[i + 1]!] as const);
    const segments: SegmentsCase = { form: 'offsets', given: { offsets }, bounds, itemCount: totalOf(offsets) };
    const reduction = reductionOf(segments, ['argmax', BY_INDEX.op, 'count']);
    const [largest, maps, counts] = await reduceRecorded(device(), reduction, { tuning });
    expectTwin(maps!, BY_INDEX, reduction);
    expect(wordsIn(counts!)).toEqual(Uint32Array.from(lengths));
    expect(largest!.indices!.filter((index) => index !== 0xffffffff).length).toBe(2);
  });
});

const SPAN_ITEMS = 200_000;

/** 150 segments to the end of the items and 150 from their start, so that two walks fold them all. */
async function checkSpans(manner: Manner): Promise<void> {
  const tails = Array.from({ length: 150 }, (_, i) => [i * 7, SPAN_ITEMS] as const);
  const heads = Array.from({ length: 150 }, (_, i) => [0, SPAN_ITEMS - i * 5] as const);
  const bounds = tails.flatMap((tail, i) => [tail, heads[i]!]);
  // The maps of this one do not know their place: the fold of a tail is one of the tail behind and one item.
  const maps = OPERATORS.find(({ name }) => name.startsWith('affine maps one after')) as Operator;
  const bytes = randomItems(maps, SPAN_ITEMS, new Random(SEED));
  const segments = rangesCase(bounds, SPAN_ITEMS);
  const reduction: Reduction = { type: maps.element, bytes, segments, op: [maps.op, 'count'] };
  const [found, counts] = await reduceRecorded(device(), reduction, manner);
  expect(wordsIn(counts!)).toEqual(Uint32Array.from(bounds, ([begin, end]) => end - begin));
  const step = (begin: number, end: number) => folded(maps, bytes, [[begin, end]])[0]!;
  const words = wordsIn(found!);
  const at = (segment: number) => [...words.subarray(2 * segment, 2 * segment + 2)];
  let tail = step(tails[149]![0], SPAN_ITEMS);
  let head = step(0, heads[149]![1]);
  for (let i = 149; i >= 0; i--) {
    if (i < 149) {
      tail = maps.combine(step(tails[i]![0], tails[i + 1]![0]), tail);
      head = maps.combine(head, step(heads[i + 1]![1], heads[i]![1]));
    }
    expect(at(2 * i), `from ${tails[i]![0]} to the end`).toEqual([...tail]);
    expect(at(2 * i + 1), `up to ${heads[i]![1]}`).toEqual([...head]);
  }
}

describe('segments that overlap', () => {
  it.each(lean(VARIANTS).filter(({ subgroups }) => !subgroups))(
    'of every class, all over the items ($family)',
    async (variant) => {
      const { family, subgroups } = variant;
      const tiny = reductionOf(reduceCase('offsets', [1], new Random(SEED)), 'sum');
      const plan = await makeReduce(device(), tiny, { tuning: { family, subgroups } });
      const lengths = lengthsInEveryClass(classesOfPlan(plan)).flatMap((length) => [length, length, length]);
      plan.destroy();
      const reduction = reductionOf(reduceCase('ranges', lengths, new Random(SEED)));
      expectOps(await reduceRecorded(device(), reduction, { tuning: { family, subgroups } }), reduction);
    },
  );

  it('are the same one many times', async () => {
    const bounds = repeated(0, 500).map((_, i) => (i % 2 === 0 ? ([7, 12_007] as const) : ([0, 9] as const)));
    const reduction = reductionOf(rangesCase(bounds, 12_100), 'sum');
    for (const call of [reduceOnHost, reduceRecorded]) {
      const words = wordsIn((await call(device(), reduction))[0]!);
      expect(new Set(words.filter((_, i) => i % 2 === 0)).size).toBe(1);
      expect(new Set(words.filter((_, i) => i % 2 === 1)).size).toBe(1);
    }
  });

  it('are batched by a host call', async () => {
    const random = new Random(SEED);
    const bounds = Array.from({ length: 60 }, () => {
      const begin = random.below(9000);
      return [begin, random.between(begin, 9000)] as const;
    });
    const reduction = reductionOf(rangesCase(bounds, 9000));
    const expected = await reduceOnHost(device(), reduction);
    expectOps(expected, reduction);
    const found = await reduceOnHost(device(), reduction, { tuning: { maxBindingBytes: 4096 } });
    expectSame(found, expected, reduction, 'batched');
  });
});

describe('a plan without scratch of its own', () => {
  it('needs the caller’s at every encode', async () => {
    const segments = reduceCase('offsets', [3, 700, 20_000], new Random(SEED));
    const reduction = reductionOf(segments);
    const room = { type: 'u32', op: OPS, maxItems: segments.itemCount, maxSegments: 3 };
    const plan = await createReduce(device(), { ...room, ownTemporary: false });
    expectOps(await recordReduce(device(), plan, reduction), reduction);
    const without = recordReduce(device(), plan, reduction, { ownTemporary: true });
    await expect(without).rejects.toMatchObject({
      code: 'invalid-option',
      message: expect.stringMatching(/temporary/),
    });
    const buffer = (size: number) => device().createBuffer({ size, usage: GPUBufferUsage.STORAGE });
    const [small, other, index] = [buffer(plan.temporaryBytes - 4), buffer(4), buffer(4)];
    const outputs = { output: [other, buffer(8), buffer(4)], outputIndex: [undefined, undefined, index] };
    const buffers = { input: buffer(4), ...outputs, segments: { size: 1, count: 1 }, itemCount: 1, temporary: small };
    const encoder = device().createCommandEncoder();
    const says = [/temporary/, new RegExp(`\\b${plan.temporaryBytes}\\b`)];
    await expectThrow(() => plan.encode(encoder, buffers), ['limit-exceeded', 'length-mismatch'], says);
    small.destroy();
    plan.destroy();
  });
});

describe('narrow results', () => {
  it.each(['u8', 'i16', 'f16'] as const)('of %s leave the bytes behind them as they were', async (type) => {
    const itemBytes = type === 'u8' ? 1 : 2;
    for (const count of [1, 2, 3, 5, 6, 7, 301]) {
      const lengths = Array.from({ length: count }, (_, i) => (i * 37) % 90);
      const segments = reduceCase('offsets', lengths, new Random(SEED));
      const bytes = itemsOf(type, segments.itemCount, (i) => [(i * 29) % 0x7000]);
      const reduction: Reduction = { type, bytes, segments, op: ['min', 'argmax'] };
      // `Outputs.read` looks at what is behind.
      const found = await reduceRecorded(device(), reduction);
      expect(found[0]!.bytes.length).toBe(count * itemBytes);
      expectSame(found, await reduceOnHost(device(), reduction), reduction, `${count} results`);
    }
  });
});
