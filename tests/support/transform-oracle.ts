/** Transforms by their definitions, in doubles: numpy's, and for softmax torch's. */
import type { Random } from './cases.ts';
import { encoded, f16Bits, isFloat, Items as Numbers } from './reduce-items.ts';
import { CLASSES, type SegmentsCase } from './typed-cases.ts';
import { type KeyType, widthOf } from './typed-oracle.ts';

const sum = (x: Float64Array) => x.reduce((total, each) => total + each, 0);
const greatest = (x: Float64Array) => x.reduce((most, each) => Math.max(most, each), Number.NEGATIVE_INFINITY);

/** The results of one segment. */
type Definition = (x: Float64Array, ddof: number) => Float64Array;

export const DEFINITIONS = {
  softmax: (x) => {
    const powers = x.map((each) => Math.exp(each - greatest(x)));
    const total = sum(powers);
    return powers.map((power) => power / total);
  },
  logSoftmax: (x) => {
    const max = greatest(x);
    // The greatest item's power is 1. Added to the others' sum, it would hide a small one.
    const first = x.indexOf(max);
    const log = Math.log1p(sum(x.map((other, i) => (i === first ? 0 : Math.exp(other - max)))));
    return x.map((each) => each - max - log);
  },
  normalize: (x) => {
    const total = sum(x);
    return x.map((each) => each / total);
  },
  center: (x) => {
    const mean = sum(x) / x.length;
    return x.map((each) => each - mean);
  },
  standardize: (x, ddof) => {
    const mean = sum(x) / x.length;
    const std = Math.sqrt(sum(x.map((each) => (each - mean) ** 2)) / Math.max(x.length - ddof, 0));
    return x.map((each) => (each - mean) / std);
  },
} as const satisfies Record<string, Definition>;

export type DefinedName = keyof typeof DEFINITIONS;

export interface Items {
  /** As a call takes them. */
  readonly given: ArrayBufferView | { readonly type: 'f16'; readonly data: Uint16Array };
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly numbers: Float64Array;
}

export const NAMED_ITEMS = ['u8', 'i8', 'u16', 'i16', 'f16', 'u32', 'i32', 'f32'] as const satisfies readonly KeyType[];

/** Items whose sums are no near misses of 0. Those of softmax reach over several steps of 64. */
export function transformItems(
  type: (typeof NAMED_ITEMS)[number],
  name: DefinedName,
  count: number,
  random: Random,
): Items {
  const isSoftmax = name === 'softmax' || name === 'logSoftmax';
  const number = () => {
    const small = random.below(2000) - (name === 'normalize' ? 200 : 900);
    if (type === 'f16') return small / 64;
    if (type === 'f32') return isSoftmax && random.below(4) === 0 ? small / 7 : small / 61;
    if (type === 'u8' || type === 'i8') return random.below(100) + (type === 'i8' && name !== 'normalize' ? -50 : 0);
    if (type === 'u16' || type === 'i16') return random.below(300) + (isSoftmax ? 0 : 1000);
    const far = type === 'u32' ? 4_000_000_000 : -2_000_000_000;
    return isSoftmax ? far + random.below(250) : random.below(2 ** 30) + random.below(100);
  };
  const list = Array.from({ length: count }, number);
  if (type === 'f16') {
    const data = Uint16Array.from(list, f16Bits);
    return { given: { type, data }, bytes: new Uint8Array(data.buffer), numbers: Float64Array.from(list) };
  }
  const array = CLASSES[type].from(list);
  return { given: array, bytes: new Uint8Array(array.buffer), numbers: Float64Array.from(array) };
}

/** The results of all items: those outside every segment are the items. */
export function transformed(name: DefinedName, x: Float64Array, { bounds }: SegmentsCase, ddof = 0): Float64Array {
  const results = x.slice();
  for (const [begin, end] of bounds) results.set(DEFINITIONS[name](x.subarray(begin, end), ddof), begin);
  return results;
}

/**
 * How far a result is from a double, in units of the last place of f32. `terms`: the greatest magnitude of what was
 * added up, of which pairs of floats keep 40 bits. Subnormal results may be 0.
 */
export function unitsApart(found: number, want: number, terms: number): number {
  if (Object.is(found, Math.fround(want)) || (Number.isNaN(found) && Number.isNaN(want))) return 0;
  const unit = 2 ** Math.max(Math.floor(Math.log2(Math.abs(want))) - 23, -149);
  const beyond = Math.max(0, Math.abs(found - want) - terms * 2 ** -40 - 2 ** -126);
  return Number.isNaN(beyond) ? Number.POSITIVE_INFINITY : beyond / unit;
}

/** 'diff' and 'shift': the bytes of all results. Those outside every segment are the items. */
export function lagged(
  name: 'diff' | 'shift',
  type: KeyType,
  bytes: Uint8Array<ArrayBuffer>,
  { bounds }: Pick<SegmentsCase, 'bounds'>,
  { lag, fill }: { readonly lag: number; readonly fill: number },
): Uint8Array {
  const size = widthOf(type) / 8;
  const { numbers, integers } = new Numbers(type, bytes);
  const filled = encoded(type, isFloat(type) ? fill : BigInt(fill));
  const first = new Numbers(type, filled);
  const results = bytes.slice();
  for (const [begin, end] of bounds) {
    for (let i = begin; i < end; i++) {
      const from = i - lag;
      const isIn = from >= begin && from < end;
      const shifted = isIn ? bytes.subarray(from * size, (from + 1) * size) : filled;
      const difference = () =>
        isFloat(type)
          ? numbers[i]! - (isIn ? numbers[from]! : first.numbers[0]!)
          : integers[i]! - (isIn ? integers[from]! : first.integers[0]!);
      results.set(name === 'shift' ? shifted : encoded(type, difference()), i * size);
    }
  }
  return results;
}

/** Compares bits. A NaN may be any NaN. A device may take subnormal f32 for 0, in items and in results. */
export function expectSameResults(type: KeyType, found: Uint8Array, want: Uint8Array, title: string) {
  const bytes = widthOf(type) / 8;
  if (found.length !== want.length) throw new Error(`${title}: ${found.length} bytes, not ${want.length}`);
  const bits = (all: Uint8Array, i: number) => {
    let value = 0n;
    for (let k = bytes - 1; k >= 0; k--) value = (value << 8n) | BigInt(all[i * bytes + k]!);
    if (type[0] !== 'f') return value;
    const [exponent, fraction] = { f16: [5n, 10n], f32: [8n, 23n], f64: [11n, 52n] }[type as 'f32'] as [bigint, bigint];
    const size = value & ((1n << (exponent + fraction)) - 1n);
    if (size > ((1n << exponent) - 1n) << fraction) return -1n;
    return value;
  };
  const float = (all: Uint8Array, i: number) => new DataView(all.buffer, all.byteOffset + 4 * i).getFloat32(0, true);
  for (let i = 0; i < found.length / bytes; i++) {
    if (type === 'f32' && Math.abs(float(found, i) - float(want, i)) <= 2 ** -125) continue;
    if (bits(found, i) !== bits(want, i))
      throw new Error(`${title}: item ${i}: ${bits(found, i)}, not ${bits(want, i)}`);
  }
}
