/** The random arguments of soak tests: segments, tunings, types. */
import fc from 'fast-check';
import type { InternalTuning } from '../../src/tuning/types.ts';
import { lengths } from '../support/arbitraries.ts';
import { Random } from '../support/cases.ts';
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

export const segments: fc.Arbitrary<SegmentsCase> = fc
  .record({ form: fc.constantFrom<Form>('offsets', 'ranges', 'fixed'), lengths: manyLengths, seed: seeds })
  .map(({ form, lengths, seed }) => segmentsCase(form, lengths, new Random(seed)));

export const overlappingSegments: fc.Arbitrary<SegmentsCase> = fc
  .record({ form: fc.constantFrom(...REDUCE_FORMS), lengths: manyLengths, seed: seeds })
  .map(({ form, lengths, seed }) => reduceSegments(form, lengths, new Random(seed)));

/** Segments as a call takes them, with offsets in any of the allowed classes. */
export function given(segments: SegmentsCase, seed: number): unknown {
  if (!('offsets' in segments.given)) return segments.given;
  const { offsets } = segments.given;
  const forms = [offsets, Array.from(offsets), Int32Array.from(offsets), BigInt64Array.from(offsets, BigInt)];
  return forms[seed % forms.length];
}

export const types: fc.Arbitrary<KeyType> = fc.constantFrom(...KEY_TYPES);

/** Tunings: both families, with and without subgroups, tiles of the usual size and of few items, and batches. */
export const tunings: fc.Arbitrary<InternalTuning> = fc
  .record({
    tiles: fc.constantFrom<InternalTuning>({}, SMALL_GPU, SMALL_SOFTWARE),
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
