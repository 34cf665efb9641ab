/**
 * Transforms whose sweep makes the results of all segments that it does not cut: several batches of a merge tile,
 * pieces of long segments beside short ones, leaves that are not whole. They have the bits of the kernels that make
 * results item by item, and no invocations race.
 */
import { describe, expect, it } from 'vitest';
import { createSegmentedTransform, segmentedTransform } from '../../src/index.ts';
import type { InternalTuning } from '../../src/tuning/tuning.ts';
import { inTurn, offsetsOf, Random, SEED, totalOf } from '../support/cases.ts';
import { recordInto, Workspace } from '../support/run.ts';
import { SMALL_GPU as SWEPT } from '../support/small-tunings.ts';
import { type DefinedName, transformItems } from '../support/transform-oracle.ts';
import { useDevice } from '../support/use-device.ts';

const watched = useDevice({ races: true });
const unwatched = useDevice();
/**
 * For vectors of eight lanes and more LLVM compiles a sweep with notes of races for minutes, without them for seconds.
 * So there one transform is watched. All are on SwiftShader, and on lavapipe with four lanes.
 */
function deviceOf(transform: unknown): GPUDevice {
  const { subgroupMinSize: lanes = 4 } = watched().adapterInfo;
  return lanes <= 4 || transform === 'center' ? watched() : unwatched();
}

/** Lengths around leaves, slots and merge tiles, of 1024 items with 32 lanes, or 2048 of softmax. */
function lengthsOf(random: Random): number[] {
  const edges = [1, 2, 15, 16, 17, 31, 32, 33, 63, 64, 65, 1023, 1024, 1025, 2047, 2048, 2049, 4100];
  const short = Array.from({ length: 900 }, (_, i) => (i % 90 < 45 ? random.below(3) : random.below(24)));
  return random.shuffled([...edges, ...short, 0, 0, 5003, 300, 340, 700]);
}

type Transform = DefinedName | { readonly of: readonly string[]; readonly wgsl: string; readonly type: 'f32' };
const CUSTOM: Transform = {
  of: ['mean', 'max'],
  wgsl: 'return f32(x) - a + f32(b) * f32(index % 3u) + f32(length);',
  type: 'f32',
};
/** Two numbers from an accumulator of one word: no sweep makes these results. */
const TWICE: Transform = { of: ['max', 'max'], wgsl: 'return f32(a) + 3.0 * f32(b) - f32(x);', type: 'f32' };
const NAMES = ['softmax', 'logSoftmax', 'normalize', 'center', 'standardize'] as const;
const TRANSFORMS: readonly Transform[] = [...NAMES, CUSTOM, TWICE];
const FACTORS = TRANSFORMS.flatMap((transform) =>
  (['f32', 'u32', 'i32'] as const).map((type) => ({
    transform,
    type,
    title: `${typeof transform === 'string' ? transform : `a function of ${transform.of}`}, ${type}`,
  })),
);

/** The items of a call and their results by the kernels that make them item by item, as words. */
async function madeOneByOne({ transform, type }: (typeof FACTORS)[number], offsets: Uint32Array, random: Random) {
  const kind = typeof transform === 'string' ? transform : 'center';
  const { given, bytes } = transformItems(type, kind, totalOf(offsets), random);
  // One far score makes the reciprocal of its segment's sum negative.
  if (type === 'f32' && kind === 'softmax') new Float32Array(bytes.buffer)[bytes.length >> 3] = 500;
  const call = (tuning: InternalTuning) =>
    segmentedTransform(deviceOf(transform), given as Float32Array, offsets, transform as 'softmax', { tuning });
  const words = async (tuning: InternalTuning) => new Uint32Array((await call(tuning)).buffer);
  return { items: new Uint32Array(bytes.buffer), results: await words({ family: 'software' }), call: words };
}

describe('a sweep that makes results', () => {
  for (const [i, factors] of inTurn([...FACTORS.entries()], 6)) {
    it(`has the bits of other kernels, on arrays: ${factors.title}`, async () => {
      const random = new Random(SEED + i);
      const { results, call } = await madeOneByOne(factors, offsetsOf(lengthsOf(random), 3), random);
      expect(await call(SWEPT)).toEqual(results);
    });
  }

  for (const [i, factors] of inTurn([...FACTORS.entries()], 6, 1)) {
    const [inPlace, isBounded] = [i % 2 === 0, i % 3 === 0];
    const manner = `${inPlace ? 'in place' : 'recorded'}, ${isBounded ? 'of up to 700 items' : 'of any length'}`;
    it(`has the bits of other kernels, ${manner}: ${factors.title}`, async () => {
      const random = new Random(SEED + i);
      const lengths = lengthsOf(random).filter((length) => !isBounded || length <= 700);
      const offsets = offsetsOf(lengths, 3);
      const { items, results } = await madeOneByOne(factors, offsets, random);
      const { type, transform } = factors;
      const plan = await createSegmentedTransform(deviceOf(transform), {
        ...{ type, transform: transform as 'softmax', tuning: SWEPT as never },
        ...{ maxItems: items.length + 5, maxSegments: lengths.length + 1 },
        ...(isBounded ? { maxSegmentSize: 700 } : {}),
      });
      const space = new Workspace(deviceOf(transform));
      const input = inPlace ? space.inOut('input', items) : space.input('input', items);
      const args = {
        ...{ input, output: inPlace ? input : space.output('output', items.length), itemCount: items.length },
        segments: { offsets: space.input('offsets', offsets), count: lengths.length },
        temporary: space.scratch('temporary', plan.temporaryBytes),
      };
      await space.submit((encoder) => recordInto(encoder, false, (into) => plan.encode(into, args)));
      expect(args.output.found.subarray(3, items.length)).toEqual(results.subarray(3));
      // Items before the first segment stay.
      expect(args.output.found.subarray(0, 3)).toEqual(args.output.before.subarray(0, 3));
      space.destroy();
      plan.destroy();
    });
  }
});
