/** Reduce plans: many encodes, item counts, offsets that only the GPU knows, a reduce of a sort's result. */
import { describe, expect, it } from 'vitest';
import { createSegmentedReduce, createSegmentedSort } from '../../src/index.ts';
import {
  fill,
  offsetsOf,
  Random,
  SEED,
  someVariants,
  summable,
  totalOf,
  type Variant,
  variantName,
} from '../support/cases.ts';
import type { ReducePlan } from '../support/classes.ts';
import { bytesIn, expectPerSegment, type Where } from '../support/compare.ts';
import { checkReduce } from '../support/reduce-check.ts';
import { type ReduceJob, reducedWords } from '../support/reduce-expectation.ts';
import { Workspace, withoutGpuErrors } from '../support/run.ts';
import { permutationOf } from '../support/sort-cases.ts';
import { boundsOf } from '../support/typed-oracle.ts';
import { itOnDevice, useDevice } from '../support/use-device.ts';
import { gather, type Offsets, viewAs } from '../support/words.ts';

const device = useDevice();

const MAX_ITEMS = 60_000;
const MAX_SEGMENTS = 200;
/** Some of every class. */
const LENGTHS = [5, 0, 1, 9000, 33, 700, 2, 64, 1, 0, 40_000];

function create({ family, subgroups }: Variant, op: ReduceJob['op'], maxSegmentSize?: number): Promise<ReducePlan> {
  const room = { maxItems: MAX_ITEMS, maxSegments: MAX_SEGMENTS, ...(maxSegmentSize && { maxSegmentSize }) };
  return createSegmentedReduce(device(), { type: 'f32', op, ...room, tuning: { family, subgroups } });
}

function jobOf(op: ReduceJob['op']): ReduceJob {
  const offsets = offsetsOf(LENGTHS, 5);
  const input = fill('f32', totalOf(offsets) + 99, new Random(SEED), summable);
  return { what: op, seed: SEED, offsets, input, op };
}

function expectWords(found: Uint32Array, expected: Uint32Array, where: Where): void {
  expectPerSegment(bytesIn(found), bytesIn(expected), 4, where);
}

/** Binds these offsets. The result must be that of `meant`, a list of begins and ends. */
async function encodeClamped(plan: ReducePlan, offsets: number[], itemCount: number, meant: [number, number][]) {
  const { input } = jobOf('max');
  const space = new Workspace(device(), SEED);
  try {
    const output = space.output('output', meant.length);
    const bound = space.input('offsets', Uint32Array.from(offsets));
    const io = { input: space.input('input', input), output, segments: { offsets: bound, count: meant.length } };
    const temporary = space.scratch('temporary', plan.temporaryBytes);
    await space.submit((encoder) => plan.encode(encoder, { ...io, itemCount, temporary }));
    const expected = Uint32Array.from(meant, (ends) => reducedWords(input, ends, 'max')[0]!);
    expectWords(output.found, expected, { what: `offsets ${offsets}`, bounds: meant, seed: SEED });
  } finally {
    space.destroy();
  }
}

/** Each step reduces another part of one input by other segments, all in one encoder. */
async function encodeMany(plan: ReducePlan, op: ReduceJob['op'], sharedTemporary: boolean): Promise<void> {
  const { input } = jobOf(op);
  const steps: Offsets[] = [[0, 49_000], offsetsOf(new Uint32Array(150).fill(77)), [3, 3, 40], [7], offsetsOf(LENGTHS)];
  const space = new Workspace(device(), SEED);
  try {
    const bound = space.input('input', input);
    const outputs = steps.map((offsets, i) => space.output(`output ${i}`, offsets.length - 1));
    const ranges = steps.map((offsets, i) => space.input(`offsets ${i}`, Uint32Array.from(offsets)));
    const temporary = sharedTemporary ? { temporary: space.scratch('temporary', plan.temporaryBytes) } : {};
    await space.submit((encoder) => {
      for (const [i, offsets] of steps.entries()) {
        const segments = { offsets: ranges[i]!, count: offsets.length - 1 };
        plan.encode(encoder, {
          input: bound,
          output: outputs[i]!,
          segments,
          itemCount: totalOf(offsets),
          ...temporary,
        });
      }
    });
    for (const [i, offsets] of steps.entries()) {
      const found = outputs[i]!.found.subarray(0, offsets.length - 1);
      expectWords(found, reducedWords(input, offsets, op), {
        what: `step ${i}`,
        bounds: boundsOf(offsets),
        seed: SEED,
      });
    }
  } finally {
    space.destroy();
  }
}

for (const variant of someVariants()) {
  describe(`encode, ${variantName(variant)}`, () => {
    itOnDevice(
      device,
      variant,
      'records into an encoder, into an open compute pass, with its own and with the caller’s scratch',
      async () => {
        const plan = await create(variant, 'sum');
        for (const openPass of [false, true]) {
          for (const ownTemporary of [false, true]) {
            await checkReduce(device(), plan, jobOf('sum'), { openPass, ownTemporary });
          }
        }
        plan.destroy();
      },
    );

    itOnDevice(device, variant, 'works many times in one encoder, each time with other segments', async () => {
      const plan = await create(variant, 'sum');
      for (const shared of [true, false]) await encodeMany(plan, 'sum', shared);
      plan.destroy();
    });

    itOnDevice(
      device,
      variant,
      'treats falling offsets on the GPU as empty segments and cuts offsets past the item count',
      async () => {
        const plan = await create(variant, 'max');
        const [none, count] = [[0, 0] as [number, number], 4000];
        await encodeClamped(plan, [0, 100, 3000, 3500], 2500, [[0, 100], [100, 2500], none]);
        await encodeClamped(plan, [0, 50, 20, 20], count, [[0, 50], none, none]);
        await encodeClamped(plan, [7, 2000, 0xffffffff], count, [
          [7, 2000],
          [2000, count],
        ]);
        await encodeClamped(plan, [0xffffffff, 0xfffffff0, 5], count, [none, none]);
        // Falling offsets make segments overlap, which a reduce allows.
        await encodeClamped(plan, [0, 3000, 10, 2000], count, [[0, 3000], none, [10, 2000]]);
        plan.destroy();
      },
    );

    itOnDevice(
      device,
      variant,
      'touches nothing outside the output when a segment is longer than maxSegmentSize said',
      async () => {
        for (const maxSegmentSize of [1, 8, 500]) {
          const plan = await create(variant, 'max', maxSegmentSize);
          // The values are unspecified. Guards, inputs and GPU errors are still checked.
          const other = await checkReduce(device(), plan, jobOf('max')).then(
            () => '',
            (error: Error) => error.message,
          );
          if (other !== '') expect(other).toMatch(/^max: segment/);
          plan.destroy();
        }
      },
    );

    itOnDevice(device, variant, 'sees what a sort recorded before it wrote', async () => {
      await reduceSorted(variant);
    });
  });
}

/** Sorts, then sums what is sorted: the bits of a sum depend on the order of its elements. */
async function reduceSorted({ family, subgroups }: Variant): Promise<void> {
  const offsets = offsetsOf(new Uint32Array(50).fill(60));
  const keys = fill('f32', totalOf(offsets), new Random(SEED), summable);
  const room = { maxItems: 3000, maxSegments: 50, maxSegmentSize: 60, tuning: { family, subgroups } };
  const sort = await createSegmentedSort(device(), { keyType: 'f32', ...room });
  const reduce = await createSegmentedReduce(device(), { type: 'f32', op: 'sum', ...room });
  const space = new Workspace(device(), SEED);
  try {
    const keysIn = space.input('keys', keys);
    const sorted = space.output('sorted', 3000);
    const output = space.output('output', 50);
    const segments = { offsets: space.input('offsets', offsets), count: 50 };
    await space.submit((encoder) => {
      sort.encode(encoder, { keysIn, keysOut: sorted, segments });
      reduce.encode(encoder, { input: sorted, output, segments });
    });
    const expected = viewAs('f32', gather(keys, permutationOf(keys, offsets, 'ascending')));
    expectWords(output.found, reducedWords(expected, offsets, 'sum'), {
      what: 'sums of sorted',
      bounds: boundsOf(offsets),
    });
  } finally {
    space.destroy();
    sort.destroy();
    reduce.destroy();
  }
}

describe('an input whose buffer ends with its last item', () => {
  // Kernels of the GPU family read four words at a time, as far as the buffer allows it.
  it.each(['software', 'gpu'] as const)('is reduced to its end by %s kernels', async (family) => {
    for (const itemCount of [1, 16, 17, 18, 19, 5003]) {
      const offsets = Uint32Array.of(0, itemCount >> 1, itemCount);
      const words = Uint32Array.from({ length: itemCount }, (_, i) => i + 1);
      const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST | GPUBufferUsage.COPY_SRC;
      const buffers = [words, offsets].map((array) => {
        const buffer = device().createBuffer({ size: array.byteLength, usage });
        device().queue.writeBuffer(buffer, 0, array);
        return buffer;
      });
      const found = await withoutGpuErrors(device(), async () => {
        const plan = await createSegmentedReduce(device(), {
          type: 'u32',
          op: 'sum',
          maxItems: 2 ** 14,
          maxSegments: 2,
          tuning: { family },
        });
        const output = device().createBuffer({ size: 8, usage });
        const staging = device().createBuffer({ size: 8, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
        const encoder = device().createCommandEncoder();
        const [input, list] = buffers as [GPUBuffer, GPUBuffer];
        plan.encode(encoder, { input, output, segments: { offsets: list, count: 2 } });
        encoder.copyBufferToBuffer(output, 0, staging, 0, 8);
        device().queue.submit([encoder.finish()]);
        await staging.mapAsync(GPUMapMode.READ);
        const sums = new Uint32Array(staging.getMappedRange().slice(0));
        for (const buffer of [...buffers, output, staging]) buffer.destroy();
        plan.destroy();
        return sums;
      });
      const sum = (begin: number, end: number) => words.subarray(begin, end).reduce((a, b) => a + b, 0);
      expect(found, `${itemCount} items`).toEqual(Uint32Array.of(sum(0, offsets[1]!), sum(offsets[1]!, itemCount)));
    }
  });
});
