/**
 * The least key of each bin. Bins never fall where numbers rise. So an item's bin follows from its sort key, and
 * kernels need no doubles.
 */
import { halfNumber, type NumberType } from '../../item_types.ts';
import { halfBits } from '../../operators/initial.ts';
import { keyWidth, nanKey, ORIGINS } from '../../sort/kernels.ts';
import { binOf } from '../bins.ts';
import type { Bins } from '../descriptor.ts';

/** The keys of a type's numbers, in order from 0. */
interface Numbers {
  /** How many there are, without NaNs. */
  readonly count: bigint;
  numberOf(key: bigint): number;
  /** A key near that of a number. */
  keyNear(x: number): bigint;
}

function integers(type: NumberType): Numbers {
  const width = BigInt(keyWidth(type));
  const [least, count] = [type[0] === 'i' ? -(1n << (width - 1n)) : 0n, 1n << width];
  return {
    count,
    numberOf: (key) => Number(key + least),
    keyNear(x) {
      if (!(x > Number(least))) return 0n;
      return x >= Number(least + count) ? count - 1n : BigInt(Math.ceil(x)) - least;
    },
  };
}

function floats(type: NumberType): Numbers {
  const width = BigInt(keyWidth(type));
  const [sign, mask, origin] = [1n << (width - 1n), (1n << width) - 1n, ORIGINS[keyWidth(type)] as bigint];
  const [low, high] = nanKey(type);
  const view = new DataView(new ArrayBuffer(8));
  const bitsOf = (x: number): bigint => {
    if (type === 'f16') return BigInt(halfBits(x));
    if (type === 'f32') view.setFloat32(0, x);
    else view.setFloat64(0, x);
    return type === 'f32' ? BigInt(view.getUint32(0)) : view.getBigUint64(0);
  };
  return {
    count: (BigInt(high) << 32n) + BigInt(low),
    numberOf(key) {
      const image = key + origin;
      const bits = image >= sign ? image - sign : mask - image;
      if (type === 'f16') return halfNumber(Number(bits));
      if (type === 'f32') view.setUint32(0, Number(bits));
      else view.setBigUint64(0, bits);
      return type === 'f32' ? view.getFloat32(0) : view.getFloat64(0);
    },
    keyNear(x) {
      const bits = bitsOf(x);
      return (bits >= sign ? mask - bits : bits + sign) - origin;
    },
  };
}

/** The keys of bins. */
export interface LeastKeys {
  /** The least key that is counted. */
  readonly first: bigint;
  /** The greatest key that is counted, less the least. */
  readonly span: bigint;
  /** The least key of each bin that an item can be in or before, less that of the first. Empty: nothing is counted. */
  readonly keys: readonly bigint[];
  /**
   * If all bins are equally wide: where they begin, and how many a unit has. Of integers, relative to the least that is
   * counted.
   */
  readonly even?: { readonly begin: number; readonly perUnit: number };
}

/** Finds the least key of each bin. */
export function leastKeys(type: NumberType, bins: Bins): LeastKeys {
  const { count, numberOf, keyNear } = type[0] === 'f' ? floats(type) : integers(type);
  const size = bins.edges.length - 1;
  const last = bins.edges[size]!;
  const find = binOf(bins);
  const reaches = (key: bigint, bin: number) => {
    const x = numberOf(key);
    return x > last || find(x) >= bin;
  };
  /** The least key from `from` on that reaches a bin, or the number of keys. */
  const leastOf = (bin: number, from: bigint): bigint => {
    const near = keyNear(bins.edges[bin]!);
    for (let key = near - 1n; key <= near + 2n; key++) {
      if (key < from || key >= count || !reaches(key, bin)) continue;
      if (key === from || !reaches(key - 1n, bin)) return key;
      break;
    }
    let [low, high] = [from, count];
    while (low < high) {
      const middle = (low + high) >> 1n;
      if (reaches(middle, bin)) high = middle;
      else low = middle + 1n;
    }
    return low;
  };
  const first = leastOf(0, 0n);
  const keys: bigint[] = [];
  let from = first;
  for (let bin = 0; bin < size; bin++) {
    from = leastOf(bin, from);
    keys.push(from);
  }
  const end = leastOf(size, from);
  const { perUnit } = bins;
  const begin = bins.edges[0]! - (type[0] === 'f' || first === count ? 0 : numberOf(first));
  return {
    first,
    ...(perUnit === undefined ? {} : { even: { begin, perUnit } }),
    span: end > first ? end - first - 1n : 0n,
    keys: keys.filter((key) => key < end).map((key) => key - first),
  };
}
