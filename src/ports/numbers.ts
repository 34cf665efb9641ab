import { inWords, SegmentedError } from '../checks.ts';
import { halfNumber, type ItemType, typeBytes } from '../item_types.ts';

/** Largest and lowest value of a type, as in C++'s numeric_limits. They are finite also for floats. */
export function typeLimits(type: ItemType): { max: number | bigint; lowest: number | bigint } {
  const float = ({ f16: 65504, f32: (2 - 2 ** -23) * 2 ** 127, f64: Number.MAX_VALUE } as Record<string, number>)[
    String(type)
  ];
  if (float !== undefined) return { max: float, lowest: -float };
  const bits = 8 * typeBytes(type);
  const signed = String(type).startsWith('i');
  const [lowest, max] = signed
    ? [-(2n ** BigInt(bits - 1)), 2n ** BigInt(bits - 1) - 1n]
    : [0n, 2n ** BigInt(bits) - 1n];
  return bits === 64 ? { max, lowest } : { max: Number(max), lowest: Number(lowest) };
}

const CLASSES = {
  u8: Uint8Array,
  i8: Int8Array,
  u16: Uint16Array,
  i16: Int16Array,
  u32: Uint32Array,
  i32: Int32Array,
  f32: Float32Array,
  u64: BigUint64Array,
  i64: BigInt64Array,
  f64: Float64Array,
} as const;

/** Converts bytes to numbers or bigints. The offset of `bytes` in its buffer must be aligned to the type. */
export function numbersOf(type: ItemType, bytes: Uint8Array<ArrayBuffer>): (number | bigint)[] {
  if (type === 'f16') return Array.from(new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2), halfNumber);
  const Class = CLASSES[type as keyof typeof CLASSES];
  return Array.from<number | bigint>(new Class(bytes.buffer, bytes.byteOffset, bytes.length / typeBytes(type)));
}

/** Checks a flag. A number is refused, since it is probably an argument at a wrong position. */
export function requireFlag(name: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  throw new SegmentedError('invalid-option', `${name}: ${inWords(value)}; allowed: true, false`);
}
