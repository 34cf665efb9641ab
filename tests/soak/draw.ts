/** The random arguments of soak tests: segments, tunings, types. */
import fc from 'fast-check';
import type { InternalTuning } from '../../src/tuning/tuning.ts';
import { lengths } from '../support/arbitraries.ts';
import { offsetsOf, Random } from '../support/cases.ts';
import { REDUCE_FORMS, reduceSegments } from '../support/reduce-cases.ts';
import { SMALL_GPU, SMALL_SOFTWARE } from '../support/small-tunings.ts';
import { type Form, type SegmentsCase, segmentsCase } from '../support/typed-cases.ts';
import { KEY_TYPES, type KeyType } from '../support/typed-oracle.ts';

/** Many short segments, and sometimes a long one. */
const manyLengths = fc.oneof(
  { arbitrary: fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 80 }), weight: 3 },
  { arbitrary: fc.array(lengths, { minLength: 1, maxLength: 12 }), weight: 1 },
);

export const seeds = fc.integer({ min: 0, max: 0xffffffff });

/** Segments that cover the whole array, once. */
function coveringCase(lengths: readonly number[]): SegmentsCase {
  const offsets = offsetsOf(lengths);
  const bounds = lengths.map((length, i) => [offsets[i] as number, (offsets[i] as number) + length] as const);
  return { form: 'offsets', given: { offsets }, bounds, itemCount: offsets.at(-1) as number };
}

export const segments: fc.Arbitrary<SegmentsCase> = fc
  .record({
    form: fc.constantFrom<Form | 'covering'>('offsets', 'covering', 'ranges', 'fixed'),
    lengths: manyLengths,
    seed: seeds,
  })
  .map(({ form, lengths, seed }) =>
    form === 'covering' ? coveringCase(lengths) : segmentsCase(form, lengths, new Random(seed)),
  );

export const overlappingSegments: fc.Arbitrary<SegmentsCase> = fc
  .record({ form: fc.constantFrom(...REDUCE_FORMS), lengths: manyLengths, seed: seeds })
  .map(({ form, lengths, seed }) => reduceSegments(form, lengths, new Random(seed)));

/** The same of few items, for rows of many numbers. */
export const overlappingShortSegments: fc.Arbitrary<SegmentsCase> = fc
  .record({
    form: fc.constantFrom(...REDUCE_FORMS),
    lengths: fc.oneof(
      { arbitrary: fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 30 }), weight: 3 },
      { arbitrary: fc.array(fc.integer({ min: 0, max: 700 }), { minLength: 1, maxLength: 3 }), weight: 1 },
    ),
    seed: seeds,
  })
  .map(({ form, lengths, seed }) => {
    const found = reduceSegments(form, lengths, new Random(seed));
    if (!('size' in found.given)) return found;
    const { size } = found.given;
    const count = Math.min(found.given.count, Math.ceil(1000 / size));
    return { ...found, given: { size, count }, bounds: found.bounds.slice(0, count), itemCount: count * size + 3 };
  });

/** Segments as a call takes them, and the bytes of the items in the matching order. */
export interface Given {
  readonly segments: unknown;
  /** The bytes of an array of items of `itemBytes` bytes each. */
  bytes(items: Uint8Array<ArrayBuffer>, itemBytes: number): Uint8Array<ArrayBuffer>;
}

/** Offsets in any of the allowed classes. Sometimes they are lengths, or rows of a shuffled array. */
export function given({ given: segments, itemCount, bounds }: SegmentsCase, seed: number): Given {
  const bytes = (items: Uint8Array<ArrayBuffer>) => items;
  if (!('offsets' in segments)) return { segments, bytes };
  const { offsets } = segments;
  const random = new Random(seed);
  if (random.below(6) === 0) return throughRows(offsets, itemCount, random);
  if (offsets[0] === 0 && offsets.at(-1) === itemCount && random.below(2) === 0) {
    return { segments: { lengths: bounds.map(([begin, end]) => end - begin) }, bytes };
  }
  const forms = [offsets, Array.from(offsets), Int32Array.from(offsets), BigInt64Array.from(offsets, BigInt)];
  return { segments: forms[random.below(forms.length)], bytes };
}

/** Items in random order, and the rows that gather them. */
function throughRows(offsets: Uint32Array, itemCount: number, random: Random): Given {
  const rows = Uint32Array.from(random.shuffled(Array.from({ length: itemCount }, (_, i) => i)));
  return {
    segments: { offsets, rows },
    bytes(items, itemBytes) {
      const found = new Uint8Array(items.length);
      for (const [item, row] of rows.entries()) {
        found.set(items.subarray(item * itemBytes, (item + 1) * itemBytes), row * itemBytes);
      }
      return found;
    },
  };
}

export const types: fc.Arbitrary<KeyType> = fc.constantFrom(...KEY_TYPES);

/** Tunings: both families, with and without subgroups, tiles of the usual size and of few items, and batches. */
export const tunings: fc.Arbitrary<InternalTuning> = fc
  .record({
    // `npm test` leaves networks out of the small tuning in most turns.
    tiles: fc.constantFrom<InternalTuning>({}, SMALL_GPU, {
      ...SMALL_SOFTWARE,
      sort: { ...SMALL_SOFTWARE.sort, small: {} },
    }),
    family: fc.constantFrom('software' as const, 'software' as const, 'gpu' as const),
    subgroups: fc.boolean(),
    maxBindingBytes: fc.constantFrom(0, 0, 0, 16_384, 65_536),
  })
  .map(({ tiles, family, subgroups, maxBindingBytes }) => ({
    family,
    ...tiles,
    ...(subgroups ? {} : { subgroups }),
    ...(maxBindingBytes > 0 ? { maxBindingBytes } : {}),
  }));

/** The items at these indices. */
export function itemsAt(bytes: Uint8Array, itemBytes: number, indices: readonly number[]): Uint8Array<ArrayBuffer> {
  const found = new Uint8Array(indices.length * itemBytes);
  for (const [to, from] of indices.entries()) {
    found.set(bytes.subarray(from * itemBytes, (from + 1) * itemBytes), to * itemBytes);
  }
  return found;
}

/** The tuning of a recorded call. Batches are for calls on arrays. */
export function recordedTuning({ maxBindingBytes: _, ...tuning }: InternalTuning): InternalTuning {
  return tuning;
}
