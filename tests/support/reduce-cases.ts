/** Segments, items and initial values for reduces of every type. */
import { classBoundaries, type Random, summable } from './cases.ts';
import type { SizeClass } from './compare.ts';
import { encoded, f16Bits, type InputType, isVector, itemBytesOf } from './reduce-items.ts';
import { allows, type OpName, takesInitial } from './reduce-oracle.ts';
import { type Form, type SegmentsCase, segmentsCase } from './typed-cases.ts';
import { type KeyType, widthOf } from './typed-oracle.ts';

// ---------------------------------------------------------------------------------------------------- segments

export const REDUCE_FORMS = ['offsets', 'ranges', 'overlapping', 'fixed'] as const;
/** Ranges of a reduce may overlap. */
export type ReduceForm = (typeof REDUCE_FORMS)[number];

/** Segments of these lengths. Segments of one size take one of the lengths, and are more of them if it is short. */
export function reduceSegments(form: ReduceForm, lengths: readonly number[], random: Random): SegmentsCase {
  if (form === 'offsets' || form === 'ranges') return segmentsCase(form satisfies Form, lengths, random);
  if (form === 'fixed') {
    const some = lengths.filter((length) => length > 0);
    const size = some.length > 0 ? random.pick(some) : 1;
    const count = Math.max(3, Math.min(201, Math.floor(20_000 / size)));
    const bounds = Array.from({ length: count }, (_, i) => [i * size, (i + 1) * size] as const);
    return { form, given: { size, count }, bounds, itemCount: count * size + 3 };
  }
  const itemCount = Math.max(0, ...lengths) + 301;
  const bounds = random.shuffled(lengths).map((length) => {
    const begin = random.between(0, itemCount - length);
    return [begin, begin + length] as const;
  });
  const begin = Uint32Array.from(bounds, ([first]) => first);
  const end = Uint32Array.from(bounds, ([, last]) => last);
  return { form: 'ranges', given: { begin, end }, bounds, itemCount };
}

/** Items in all segments of one call. They determine the time of the oracle and of software adapters. */
const MAX_ITEMS = 60_000;

/**
 * Lengths at the ends of every size class and of the first tiles, ±1: all short ones, and as many of the long ones as
 * fit.
 * The seed chooses the long ones.
 */
export function boundedLengths(classes: readonly SizeClass[], random: Random): number[] {
  const ends = classBoundaries(classes, MAX_ITEMS);
  const lengths = [0, 0, 1, 1, 2, 3, 5, ...ends.filter((length) => length <= 1030)];
  let room = MAX_ITEMS - lengths.reduce((sum, length) => sum + length, 0);
  for (const length of random.shuffled(ends.filter((end) => end > 1030))) {
    if (length > room) continue;
    lengths.push(length);
    room -= length;
  }
  return random.shuffled(lengths);
}

// ------------------------------------------------------------------------------------------------------- items

/**
 * Items for which an operator gives informative results: any bits; floats whose sums or products stay finite and
 * normal, since an adapter may flush denormals; integers whose products, and, or keep bits of both values.
 */
export type ItemKind = 'any' | 'summable' | 'factors' | 'sparse bits';

export function itemKind(type: InputType, ops: readonly OpName[]): ItemKind {
  const has = (...names: OpName[]) => names.some((name) => ops.includes(name));
  if (has('product')) return 'factors';
  if (has('and', 'or')) return 'sparse bits';
  return type[0] === 'f' && has('sum', 'mean', 'variance', 'std') ? 'summable' : 'any';
}

/** Bytes of one item. */
type Draw = (random: Random) => Uint8Array;

const MANTISSA: Partial<Record<KeyType, number>> = { f16: 10, f32: 23, f64: 52 };

function bits(width: number, value: bigint): Uint8Array {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt.asUintN(64, value), true);
  return new Uint8Array(view.buffer, 0, width / 8);
}

/** Both zeros, infinities, ones and denormals; NaNs of both signs, quiet and signalling, with and without payload. */
function floatSpecials(type: KeyType) {
  const width = widthOf(type);
  const mantissa = BigInt(MANTISSA[type] ?? 0);
  const sign = 1n << BigInt(width - 1);
  const infinity = sign - (1n << mantissa);
  const quiet = 1n << (mantissa - 1n);
  const one = ((1n << (BigInt(width) - 2n - mantissa)) - 1n) << mantissa;
  const both = (list: bigint[]) => list.flatMap((x) => [bits(width, x), bits(width, x | sign)]);
  return {
    ties: both([0n, one]),
    numbers: both([0n, 1n, (1n << mantissa) - 1n, 1n << mantissa, one, infinity - 1n, infinity]),
    nans: both([infinity + 1n, infinity + quiet, infinity + quiet + 5n, sign - 1n]),
  };
}

const randomBytes = (random: Random, length: number) => Uint8Array.from({ length }, () => random.below(256));

/** Uniform bits with the exponent's first bit cleared: any number below 2, and no NaN. */
function finite(random: Random, itemBytes: number): Uint8Array {
  const item = randomBytes(random, itemBytes);
  item[itemBytes - 1]! &= 0xbf;
  return item;
}

/**
 * Draws the items of one range: equal ones, few distinct ones, or any. NaNs are rare, so that few segments have one.
 */
function drawAny(type: KeyType, random: Random): Draw {
  const itemBytes = itemBytesOf(type);
  const isFloat = type[0] === 'f';
  const uniform: Draw = (r) => (isFloat ? finite(r, itemBytes) : randomBytes(r, itemBytes));
  const mode = random.below(8);
  if (isFloat && mode < 3) {
    const { ties, numbers, nans } = floatSpecials(type);
    if (mode === 2) return (r) => r.pick(r.below(50) === 0 ? nans : numbers);
    return (r) => r.pick(mode === 0 ? ties : numbers);
  }
  if (mode < 5) {
    const extreme = randomBytes(random, itemBytes).fill(random.pick([0, 255]));
    extreme[itemBytes - 1] = random.pick([0, 127, 128, 255]);
    const own = Array.from({ length: random.between(1, 5) }, () => uniform(random));
    return (r) => (!isFloat && mode === 3 && r.below(40) === 0 ? extreme : r.pick(own));
  }
  return uniform;
}

function drawSummable(type: KeyType): Draw {
  if (type === 'f32') return (r) => encodedWord(summable(r, 0));
  if (type === 'f64')
    return (r) => encoded(type, (r.word() / 2 ** 31 - 1 + r.word() / 2 ** 63) * 2 ** r.between(-30, 30));
  // Finite floats, with denormals, which are normal as f32.
  return (r) => bits(16, BigInt(f16Bits((r.word() / 2 ** 31 - 1) * 2 ** r.between(-18, 10))));
}

function encodedWord(word: number): Uint8Array {
  return bits(32, BigInt(word));
}

function drawFactor(type: KeyType): Draw {
  const itemBytes = itemBytesOf(type);
  if (type[0] !== 'f') {
    return (r) => {
      const item = randomBytes(r, itemBytes);
      if (r.below(2000) > 0) item[0]! |= 1;
      return item;
    };
  }
  const sign = (r: Random) => (r.below(3) === 0 ? -1 : 1);
  return (r) => encoded(type, sign(r) * 2 ** ((r.word() / 2 ** 32 - 0.5) / 8));
}

function drawSparseBits(type: KeyType, random: Random): Draw {
  const width = widthOf(type);
  const most = random.below(2) === 0 ? 0n : -1n;
  return (r) => bits(width, r.below(400) === 0 ? most ^ (1n << BigInt(r.below(width))) : most);
}

function drawOf(type: KeyType, kind: ItemKind, random: Random): Draw {
  if (kind === 'summable') return drawSummable(type);
  if (kind === 'factors') return drawFactor(type);
  if (kind === 'sparse bits') return drawSparseBits(type, random);
  return drawAny(type, random);
}

/** Items in ranges, each drawn in a different way. */
export function reduceItems(type: InputType, kind: ItemKind, count: number, random: Random): Uint8Array<ArrayBuffer> {
  if (isVector(type)) return reduceItems(type.slice(5, 8) as KeyType, kind, count * Number(type[3]), random);
  const itemBytes = itemBytesOf(type);
  const bytes = new Uint8Array(count * itemBytes);
  for (let i = 0; i < count; ) {
    const draw = drawOf(type, kind, random);
    const end = Math.min(count, i + random.between(1, random.pick([4, 40, 400, 4000, 20_000])));
    for (; i < end; i++) bytes.set(draw(random), i * itemBytes);
  }
  return bytes;
}

// ----------------------------------------------------------------------------------------------------- initial

/** An initial value, undefined where the operator takes none. */
export function initialOf(type: InputType, op: OpName, random: Random): number | bigint | undefined {
  if (isVector(type) || !takesInitial(op) || !allows(type, op)) return undefined;
  if (type[0] === 'f') {
    // 0.1 is rounded. -0 shows in a tie, in an empty segment and in a sum of -0.
    if (op === 'sum' || op === 'product') return random.pick([0.1, -3, 1.5, -0, 1]);
    const smallest = { f16: 2 ** -24, f32: 2 ** -149, f64: 2 ** -1074 }[type as 'f16' | 'f32' | 'f64'];
    return random.pick([0.1, -2, 0, -0, smallest, -smallest, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, NaN]);
  }
  const width = BigInt(widthOf(type));
  const signed = type[0] === 'i';
  const [least, most] = signed ? [-(1n << (width - 1n)), (1n << (width - 1n)) - 1n] : [0n, (1n << width) - 1n];
  const value = random.pick([least, most, least + 1n, most - 3n, 0n, 1n, signed ? -5n : 5n, most / 3n]);
  return width === 64n ? value : Number(value);
}
