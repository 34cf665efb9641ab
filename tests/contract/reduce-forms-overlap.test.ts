/** Reduces of segments that overlap: hundreds of them, of every class, one segment many times, in batches. */
import { afterEach, describe, expect, it } from 'vitest';
import { lengthsInEveryClass, quickRows, Random, repeated, SEED, VARIANTS } from '../support/cases.ts';
import { folded, type Operator, randomItems } from '../support/operator.ts';
import { OPERATORS } from '../support/operators.ts';
import { expectOps, reductionOf, wordsIn } from '../support/output-kinds.ts';
import {
  classesOfPlan,
  type Manner,
  makeReduce,
  type Reduction,
  rangesCase,
  reduceCase,
  reduceOnHost,
  reduceRecorded,
} from '../support/reduce-run.ts';
import { expectSame } from '../support/reduce-same.ts';
import { expectStillWorking } from '../support/refusal.ts';
import { itOnDevice, useDevice } from '../support/use-device.ts';

const device = useDevice();

afterEach(() => expectStillWorking(device()));

const SPAN_ITEMS = 200_000;

/** 150 segments that end at the last item and 150 that begin at the first one. Two sweeps fold them all. */
async function checkSpans(manner: Manner): Promise<void> {
  const tails = Array.from({ length: 150 }, (_, i) => [i * 7, SPAN_ITEMS] as const);
  const heads = Array.from({ length: 150 }, (_, i) => [0, SPAN_ITEMS - i * 5] as const);
  const bounds = tails.flatMap((tail, i) => [tail, heads[i]!]);
  // This operator's maps do not depend on the index. So a tail's fold is one item combined with the next tail's fold.
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

describe.each(quickRows(VARIANTS, 2))('$family kernels, subgroups: $subgroups', (variant) => {
  const { family, subgroups } = variant;
  const tuning = { family, subgroups };

  itOnDevice(device, variant, 'reduce hundreds of segments that each span almost all items', async () => {
    await checkSpans({ tuning });
  });
});

describe('segments that overlap', () => {
  it.each(quickRows(VARIANTS).filter(({ subgroups }) => !subgroups))(
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
