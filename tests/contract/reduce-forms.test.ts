/** Recorded reduces with garbage in scratch memory, offsets and counts made on the GPU, and no scratch of the plan. */
import { afterEach, describe, expect, it } from 'vitest';
import { offsetsOf, quickRows, Random, repeated, SEED, totalOf, VARIANTS } from '../support/cases.ts';
import { itemsOf } from '../support/elements.ts';
import { BY_INDEX, expectOps, OPS, reductionOf, wordsIn } from '../support/output-kinds.ts';
import {
  boundSegments,
  createReduce,
  makeReduce,
  Outputs,
  padded,
  type Reduction,
  rangesCase,
  recordReduce,
  reduceCase,
  reduceOnHost,
  reduceRecorded,
} from '../support/reduce-run.ts';
import { expectSame, expectTwin } from '../support/reduce-same.ts';
import { expectStillWorking, expectThrow } from '../support/refusal.ts';
import { type Range, recordInto, Workspace } from '../support/run.ts';
import type { Form, SegmentsCase } from '../support/typed-cases.ts';
import { itOnDevice, useDevice } from '../support/use-device.ts';

const device = useDevice();

afterEach(() => expectStillWorking(device()));

/** The segments that kernels must make of GPU offsets: ends are clamped to the item count, falling ones are empty. */
function clamped(bounds: SegmentsCase['bounds'], itemCount: number): SegmentsCase['bounds'] {
  return bounds.map(([begin, end]) => {
    const last = Math.min(end, itemCount);
    return last <= begin ? ([0, 0] as const) : ([begin, last] as const);
  });
}

describe.each(quickRows(VARIANTS, 2))('$family kernels, subgroups: $subgroups', (variant) => {
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
    const [sums, input, maps, bound, least, index] = space.allocate(
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
    // Segments of one size that do not lie within the items are left out.
    const segments = reduceCase('fixed', [3000], new Random(SEED));
    const plan = await makeReduce(device(), reductionOf(segments), { tuning, spare: 4 });
    for (const gpuCount of [0, 2, 5, 6, 0xffffffff]) {
      const bounds = segments.bounds.slice(0, gpuCount);
      const found = await recordReduce(device(), plan, reductionOf(segments), { gpuCount, spare: 4 });
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
    // First pairs of items, from the last to the first: every other segment holds two, those between fall.
    // Then offsets that only fall.
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

  itOnDevice(
    device,
    variant,
    'give what they gave when maxSegmentSize is right, and do no harm when it is not',
    async () => {
      const reduction = reductionOf(reduceCase('ranges', [16, 3, 0, 500, 7, 9000, 20_000, 64, 1], new Random(SEED)));
      expectOps(await reduceRecorded(device(), reduction, { tuning, maxSegmentSize: 20_000 }), reduction);
      for (const maxSegmentSize of [0, 1, 17, 500, 8999]) {
        // The values are unspecified. Guards, inputs and GPU errors are still checked, and the call must end.
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

describe('a plan without its own scratch memory', () => {
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
      // `Outputs.read` checks the bytes after the results.
      const found = await reduceRecorded(device(), reduction);
      expect(found[0]!.bytes.length).toBe(count * itemBytes);
      expectSame(found, await reduceOnHost(device(), reduction), reduction, `${count} results`);
    }
  });
});
