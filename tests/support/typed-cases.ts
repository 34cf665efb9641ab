import type { Random } from './cases.ts';
import { type KeyType, widthOf } from './typed-oracle.ts';

export type Form = 'offsets' | 'ranges' | 'fixed';

/** Segments in one of the forms of a call, and their bounds. */
export interface SegmentsCase {
  readonly form: Form;
  readonly given:
    | { readonly offsets: Uint32Array }
    | { readonly begin: Uint32Array; readonly end: Uint32Array }
    | { readonly size: number; readonly count: number };
  readonly bounds: readonly (readonly [number, number])[];
  readonly itemCount: number;
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  const result = [...items];
  for (let i = result.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [result[i], result[j]] = [result[j] as T, result[i] as T];
  }
  return result;
}

/** Segments of these lengths. Items before, after and, for ranges, between them belong to no segment. */
export function segmentsCase(form: Form, lengths: readonly number[], random: Random): SegmentsCase {
  if (form === 'fixed') {
    const size = lengths[random.below(lengths.length)] || 1;
    const bounds = Array.from({ length: 5 }, (_, i) => [i * size, (i + 1) * size] as const);
    return { form, given: { size, count: 5 }, bounds, itemCount: 5 * size + 3 };
  }
  // A single offset that is not 0 is refused: lengths were meant.
  const start = form === 'offsets' && lengths.length === 0 ? 0 : 3;
  let next = start;
  const bounds = shuffled(lengths, random).map((length) => {
    const begin = next;
    next += length + (form === 'ranges' ? random.below(3) : 0);
    return [begin, begin + length] as const;
  });
  const itemCount = next + 2;
  if (form === 'offsets') {
    const end = bounds.at(-1)?.[1] ?? start;
    return { form, given: { offsets: Uint32Array.from([...bounds.map(([begin]) => begin), end]) }, bounds, itemCount };
  }
  const anyOrder = shuffled(bounds, random);
  const begin = Uint32Array.from(anyOrder, ([first]) => first);
  return { form, given: { begin, end: Uint32Array.from(anyOrder, ([, last]) => last) }, bounds: anyOrder, itemCount };
}

/**
 * Keys with few and with many distinct values, and pairs that differ in their lower half only. Floats have ±0 and every
 * kind of NaN.
 */
export function keyBytes(type: KeyType, count: number, random: Random): Uint8Array<ArrayBuffer> {
  const itemBytes = widthOf(type) / 8;
  const bytes = new Uint8Array(count * itemBytes);
  for (let i = 0; i < bytes.length; i++) {
    const kind = random.below(4);
    bytes[i] = kind === 0 ? 0 : kind === 1 ? 255 : random.below(256);
  }
  for (let i = 0; i < count; i += 5) {
    bytes.fill(0, i * itemBytes, (i + 1) * itemBytes);
    if (random.below(2) === 1) bytes[(i + 1) * itemBytes - 1] = 128;
  }
  for (let i = 2; i + 1 < count; i += 5) {
    bytes.copyWithin((i + 1.5) * itemBytes, (i + 0.5) * itemBytes, (i + 1) * itemBytes);
  }
  return bytes;
}

/** The class of each type's array; of f16 that of its bits. */
export const CLASSES = {
  u8: Uint8Array,
  i8: Int8Array,
  u16: Uint16Array,
  i16: Int16Array,
  f16: Uint16Array,
  u32: Uint32Array,
  i32: Int32Array,
  f32: Float32Array,
  u64: BigUint64Array,
  i64: BigInt64Array,
  f64: Float64Array,
} as const;

/** Keys as a caller gives them: in the type's class, or f16 as `{ type, data }`. */
export function keysOf(type: KeyType, bytes: Uint8Array<ArrayBuffer>) {
  if (type === 'f16') return { type, data: new Uint16Array(bytes.buffer) } as const;
  return new CLASSES[type](bytes.buffer);
}

/** The bytes of an array that a call returned. */
export function bytesOf(result: ArrayBufferView | { readonly data: ArrayBufferView }): Uint8Array {
  const view = 'data' in result ? result.data : result;
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}
