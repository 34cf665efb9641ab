/** Items of every type: arrays, their numbers, and random arrays from a seed. */
import type { NumberArray, NumberType } from 'webgpu-segmented';
import { generator, type Random, unit } from './random.ts';
import type { Fill } from './settings.ts';

/** Items as the library takes them; f16 as bits. */
export type Items = NumberArray;

const CLASSES = {
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

export function bytesOf(type: NumberType): number {
  return Number(type.slice(1)) / 8;
}

export function className(type: NumberType): string {
  return CLASSES[type].name;
}

export function itemsOn(type: NumberType, buffer: ArrayBuffer): Items {
  return new CLASSES[type](buffer) as Items;
}

export function emptyItems(type: NumberType, count: number): Items {
  return itemsOn(type, new ArrayBuffer(count * bytesOf(type)));
}

const word = new DataView(new ArrayBuffer(4));

/** The number whose f16 bits these are. */
export function halfNumber(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const mantissa = bits & 0x3ff;
  if (exponent === 31) return mantissa === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return exponent === 0 ? sign * mantissa * 2 ** -24 : sign * (1024 + mantissa) * 2 ** (exponent - 25);
}

/** The f16 bits of a number, rounded to nearest, ties to even. */
export function halfBits(value: number): number {
  word.setFloat32(0, value);
  const sign = (word.getUint32(0) >>> 16) & 0x8000;
  const size = Math.abs(value);
  if (Number.isNaN(value)) return 0x7e00;
  if (size >= 65520) return sign | 0x7c00;
  const exponent = Math.max(-14, Math.floor(Math.log2(size || 2 ** -24)));
  const scaled = size / 2 ** (exponent - 10);
  const floor = Math.floor(scaled);
  const rest = scaled - floor;
  const mantissa = floor + (rest > 0.5 || (rest === 0.5 && floor % 2 === 1) ? 1 : 0);
  return sign | (mantissa < 1024 ? mantissa : (exponent + 14) * 1024 + mantissa);
}

/** Item i as a number: 64-bit integers rounded to doubles. */
export function numberAt(type: NumberType, items: ArrayLike<number | bigint>, i: number): number {
  const item = items[i] as number | bigint;
  return type === 'f16' ? halfNumber(item as number) : Number(item);
}

/** Puts numbers into an array of a type. Integers wrap, as in typed arrays. */
export function fromNumbers(type: NumberType, numbers: ArrayLike<number>): Items {
  const items = emptyItems(type, numbers.length);
  for (let i = 0; i < numbers.length; i++) {
    const value = numbers[i] as number;
    if (type.endsWith('64') && type !== 'f64') items[i] = BigInt(Number.isFinite(value) ? Math.trunc(value) : 0);
    else items[i] = type === 'f16' ? halfBits(value) : value;
  }
  return items;
}

/** A few different floats show the order of ties, zeros and NaNs. */
const FEW_FLOATS = [-1.5, -0, 0, 0.25, 2, Number.NaN];

/** Makes random items. Factors near 1 keep products finite. */
function randomItem(type: NumberType, few: boolean, product: boolean): (random: Random) => number | bigint {
  if (type.startsWith('f')) {
    const half = type === 'f16' ? halfBits : (value: number) => value;
    if (product) return (random) => half(1 + (unit(random) - 0.5) / 8);
    if (few) return (random) => half(FEW_FLOATS[random() % FEW_FLOATS.length] as number);
    return (random) => half(2 * unit(random) - 1);
  }
  if (type.endsWith('64')) {
    if (few) return (random) => BigInt(random() % 3);
    return (random) => (BigInt(random()) << 32n) | BigInt(random());
  }
  return few ? (random) => random() % 3 : (random) => random();
}

export function randomItems(type: NumberType, count: number, fill: Fill, seed: number, product: boolean): Items {
  const items = emptyItems(type, count);
  const random = generator(seed ^ 0xbeef);
  const next = randomItem(type, fill === 'few', product);
  for (let i = 0; i < count; i++) items[i] = next(random);
  return items;
}

/** The items in the order of their row numbers. */
export function takenFrom(items: Items, rows: Uint32Array): Items {
  const taken = new (items.constructor as Uint32ArrayConstructor)(rows.length) as Items;
  rows.forEach((row, i) => {
    taken[i] = items[row] as number | bigint;
  });
  return taken;
}
