/** `encode` of sort plans: its arguments, the order and number of calls, and buffers that must not change. */
import { describe, expect } from 'vitest';
import { createSegmentedSort } from '../../src/index.ts';
import {
  distinctValues,
  fill,
  mixed,
  offsetsOf,
  quickRows,
  Random,
  SEED,
  type SortRow,
  totalOf,
  VARIANTS,
  type Variant,
  variantName,
} from '../support/cases.ts';
import { planOptions, type SortPlan } from '../support/classes.ts';
import { type Range, Workspace, withoutGpuErrors } from '../support/run.ts';
import type { SortJob } from '../support/sort-cases.ts';
import { checkSort, compareSort } from '../support/typed-check.ts';
import { itOnDevice, useDevice } from '../support/use-device.ts';

const device = useDevice();

const MAX_ITEMS = 20_000;
const MAX_SEGMENTS = 200;
/** Lengths of every class. */
const LENGTHS = [5, 0, 1, 9000, 33, 700, 2, 64, 1, 0, 5000];

function rowOf(variant: Variant, pairs = true): SortRow {
  return { ...variant, keyType: 'u32', pairs, order: 'ascending' };
}

type PairsJob = SortJob & { readonly values: Uint32Array };

/** A stable ascending sort of pairs. `start` elements lie before the segments, `behind` elements after them. */
function jobOf(what: string, lengths: readonly number[], { start = 0, behind = 0 } = {}): PairsJob {
  const offsets = offsetsOf(lengths, start);
  const count = totalOf(offsets) + behind;
  const keys = fill('u32', count, new Random(SEED), mixed);
  return { what, seed: SEED, offsets, keys, values: distinctValues(count), order: 'ascending' };
}

function keysOnly(job: PairsJob): SortJob {
  return { ...job, values: undefined };
}

async function withPlan(variant: Variant, pairs: boolean, use: (plan: SortPlan) => Promise<void>): Promise<void> {
  const options = planOptions(rowOf(variant, pairs), MAX_ITEMS, MAX_SEGMENTS);
  const plan = await withoutGpuErrors(device(), () => createSegmentedSort(device(), options));
  try {
    await use(plan);
  } finally {
    plan.destroy();
  }
}

for (const variant of quickRows(VARIANTS, 2)) {
  describe(`encode, ${variantName(variant)}`, () => {
    // Only keys, in one variant: encode treats buffers the same way for all kernels.
    for (const pairs of variant === VARIANTS[0] ? [false, true] : [true]) {
      const what = pairs ? 'pairs' : 'keys';
      const jobs = (...args: Parameters<typeof jobOf>) => (pairs ? jobOf(...args) : keysOnly(jobOf(...args)));

      itOnDevice(
        device,
        variant,
        `sorts ${what} into an encoder, into an open compute pass, with its own and with the caller's scratch`,
        async () => {
          await withPlan(variant, pairs, async (plan) => {
            const job = jobs(what, LENGTHS);
            await checkSort(device(), plan, job);
            await checkSort(device(), plan, job, { openPass: true });
            await checkSort(device(), plan, job, { ownTemporary: true });
            await checkSort(device(), plan, job, { openPass: true, ownTemporary: true });
          });
        },
      );

      itOnDevice(device, variant, `sorts ${what} in place`, async () => {
        await withPlan(variant, pairs, async (plan) => {
          await checkSort(device(), plan, jobs(what, LENGTHS, { start: 3, behind: 9 }), { inPlace: true });
          for (const length of [1, 2, 100, 3000, 15_000]) {
            await checkSort(device(), plan, jobs(`one of ${length}`, [length]), { inPlace: true });
          }
        });
      });

      itOnDevice(device, variant, `writes no ${what} outside the segments`, async () => {
        await withPlan(variant, pairs, async (plan) => {
          await checkSort(device(), plan, jobs(what, LENGTHS, { start: 77, behind: 130 }));
        });
      });
    }

    itOnDevice(
      device,
      variant,
      'works many times in one encoder, each time with other segments, seeing what came before',
      async () => {
        for (const shared of [true, false]) await withPlan(variant, true, (plan) => encodeChain(plan, shared));
      },
    );

    itOnDevice(device, variant, 'takes disjoint ranges of one buffer', async () => {
      await withPlan(variant, true, encodeWithinOneBuffer);
    });

    itOnDevice(device, variant, 'sorts itemCount elements where the binding holds more', async () => {
      await withPlan(variant, true, async (plan) => {
        // The second segment is clamped to the item count. The third begins after it.
        await encodeClamped(plan, [0, 100, 3000, 3500], 2500, [0, 100, 2500, 2500]);
      });
    });

    itOnDevice(
      device,
      variant,
      'treats falling offsets on the GPU as empty segments and cuts offsets past the item count',
      async () => {
        await withPlan(variant, true, async (plan) => {
          await encodeClamped(plan, [0, 50, 20, 20], 4000, [0, 50, 50, 50]);
          await encodeClamped(plan, [7, 2000, 0xffffffff], 4000, [7, 2000, 4000]);
          await encodeClamped(plan, [0xffffffff, 0xfffffff0, 5], 4000, [0, 0, 0]);
        });
      },
    );

    itOnDevice(
      device,
      variant,
      'touches nothing outside the outputs when offsets on the GPU go back and forth',
      async () => {
        await withPlan(variant, true, encodeZigzag);
      },
    );

    itOnDevice(
      device,
      variant,
      'touches nothing outside the outputs when a segment is longer than maxSegmentSize said',
      async () => {
        for (const maxSegmentSize of [1, 8, 500]) {
          const options = { ...planOptions(rowOf(variant), MAX_ITEMS, MAX_SEGMENTS), maxSegmentSize };
          const plan = await createSegmentedSort(device(), options);
          const job = jobOf(`maxSegmentSize ${maxSegmentSize}`, LENGTHS);
          // The order is unspecified. Guards, inputs and GPU errors are still checked.
          const disorder = await checkSort(device(), plan, job).catch((error: Error) => error.message);
          if (disorder !== undefined) expect(disorder).toMatch(/, (keys|values): segment/);
          plan.destroy();
        }
      },
    );

    itOnDevice(
      device,
      variant,
      'sorts segments of at most maxSegmentSize items, and does not change one that is in no bin',
      async () => {
        for (const [maxSegmentSize, lengths] of [
          [1, [1, 0, 1]],
          [8, [8, 1, 0, 5, 2, 8]],
        ] as const) {
          const options = { ...planOptions(rowOf(variant), MAX_ITEMS, MAX_SEGMENTS), maxSegmentSize };
          const plan = await createSegmentedSort(device(), options);
          const meant = [...offsetsOf(lengths)];
          await encodeClamped(plan, [...meant, 3900], 4000, meant);
          plan.destroy();
        }
      },
    );
  });
}

/** Each step sorts the result of the step before it, in other segments and with another item count. */
async function encodeChain(plan: SortPlan, sharedTemporary: boolean): Promise<void> {
  const count = 12_000;
  const steps = [repeatedOffsets(count, 61), repeatedOffsets(11_500, 100), [5, 9000, 9001], [0, count], [0, 0, 2, 40]];
  const space = new Workspace(device(), SEED);
  try {
    const first = jobOf('chain', [count]);
    const keys = [space.input('keys 0', first.keys), ...steps.map((_, i) => space.output(`keys ${i + 1}`, count))];
    const values = [
      space.input('values 0', first.values),
      ...steps.map((_, i) => space.output(`values ${i + 1}`, count)),
    ];
    const bound = steps.map((offsets, i) => space.input(`offsets ${i}`, Uint32Array.from(offsets)));
    const temporary = sharedTemporary ? { temporary: space.scratch('temporary', plan.temporaryBytes) } : {};
    await space.submit((encoder) => {
      for (const [i, offsets] of steps.entries()) {
        const segments = { offsets: bound[i]!, count: offsets.length - 1 };
        const io = { keysIn: keys[i]!, keysOut: keys[i + 1]!, valuesIn: values[i]!, valuesOut: values[i + 1]! };
        plan.encode(encoder, { ...io, segments, itemCount: totalOf(offsets), ...temporary });
      }
    });
    for (const [i, offsets] of steps.entries()) {
      const job = { ...first, what: `step ${i}`, offsets, keys: keys[i]!.found, values: values[i]!.found };
      compareSort(job, keys[i + 1]!, values[i + 1]!);
    }
  } finally {
    space.destroy();
  }
}

function repeatedOffsets(count: number, length: number): number[] {
  const offsets: number[] = [];
  for (let at = 0; at < count; at += length) offsets.push(at);
  return [...offsets, count];
}

async function encodeWithinOneBuffer(plan: SortPlan): Promise<void> {
  const job = jobOf('one buffer', LENGTHS);
  const count = job.keys.length;
  const space = new Workspace(device(), SEED);
  try {
    const [keysOut, keysIn, valuesIn, valuesOut] = space.allocate(
      { name: 'keysOut', role: 'output', wordCount: count },
      { name: 'keysIn', role: 'input', words: job.keys },
      { name: 'valuesIn', role: 'input', words: job.values },
      { name: 'valuesOut', role: 'output', wordCount: count },
    ) as [Range, Range, Range, Range];
    const segments = { offsets: space.input('offsets', Uint32Array.from(job.offsets)), count: job.offsets.length - 1 };
    const temporary = space.scratch('temporary', plan.temporaryBytes);
    const io = { keysIn, keysOut, valuesIn, valuesOut, segments, temporary };
    await space.submit((encoder) => plan.encode(encoder, io));
    compareSort(job, keysOut, valuesOut);
  } finally {
    space.destroy();
  }
}

/** Binds 4000 elements and these offsets. The result must be that of `meant`. */
async function encodeClamped(plan: SortPlan, offsets: number[], itemCount: number, meant: number[]): Promise<void> {
  const space = new Workspace(device(), SEED);
  try {
    const job = { ...jobOf(`offsets ${offsets}`, [4000]), offsets: meant };
    const keysOut = space.output('keysOut', 4000);
    const valuesOut = space.output('valuesOut', 4000);
    const io = {
      keysIn: space.input('keysIn', job.keys),
      keysOut,
      valuesIn: space.input('valuesIn', job.values),
      valuesOut,
      segments: { offsets: space.input('offsets', Uint32Array.from(offsets)), count: offsets.length - 1 },
      temporary: space.scratch('temporary', plan.temporaryBytes),
    };
    await space.submit((encoder) => plan.encode(encoder, { ...io, itemCount }));
    compareSort(job, keysOut, valuesOut);
  } finally {
    space.destroy();
  }
}

/** Segments that overlap a hundredfold: far more segments and tiles than disjoint segments could have. */
async function encodeZigzag(plan: SortPlan): Promise<void> {
  for (const length of [40, 700, MAX_ITEMS]) {
    const offsets = Array.from({ length: MAX_SEGMENTS + 1 }, (_, i) => (i % 2 === 0 ? 0 : length));
    const job = { ...jobOf(`zigzag over ${length}`, [MAX_ITEMS]), offsets };
    // The order is unspecified. Guards, inputs and GPU errors are still checked.
    const disorder = await checkSort(device(), plan, job).catch((error: Error) => error.message);
    if (disorder !== undefined) expect(disorder).toMatch(/, (keys|values): /);
  }
}
