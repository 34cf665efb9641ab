/**
 * The map from keys to whole numbers that ascend in the order of the sort, and back. Numbers have one word, or two for
 * keys of 64 bits. Floats are ordered as sorts on the GPU order them: docs/orders.md.
 */
import { type KeyOrder, keyTraits, keyWidth, originOf } from '../../sort/kernels.ts';

type Words = Uint8Array | Uint16Array | Uint32Array;

/** The numbers of all keys. */
export interface MappedKeys {
  /** The low words, or the only ones. */
  readonly low: Uint32Array<ArrayBuffer>;
  readonly high: Uint32Array<ArrayBuffer> | undefined;
}

/** The words of an array of u8, u16 or u32, each widened. Words of u32 are the array itself. */
function widened(bytes: Uint8Array<ArrayBuffer>, width: number): Uint32Array<ArrayBuffer> {
  if (width === 8) return Uint32Array.from(bytes);
  if (width === 16) return Uint32Array.from(new Uint16Array(bytes.buffer));
  return new Uint32Array(bytes.buffer);
}

/** The lowest `bits` bits of a word. */
const lowest = (bits: number) => (bits >= 32 ? 0xffffffff : 2 ** Math.max(bits, 0) - 1);

/** The number in the usual map of floats that is subtracted: its words, low word first. */
const originWords = (order: KeyOrder): [number, number] => {
  const origin = originOf(order);
  return [Number(origin & 0xffffffffn), Number(origin >> 32n)];
};

/** How keys of up to 32 bits become numbers, as words of i32: engines have an instruction for each step then. */
export type Steps = ReturnType<typeof stepsOf>;

export function stepsOf(order: KeyOrder) {
  const width = keyWidth(order.keyType);
  const { bits } = keyTraits(order);
  const isFloat = order.keyType[0] === 'f';
  const sign = order.keyType[0] === 'u' ? 0 : 2 ** (width - 1);
  return {
    /** The place of the sign. */
    top: width - 1,
    /** What flips in keys without the sign, and what flips besides in those with it. */
    flips: sign | 0,
    negative: (isFloat ? lowest(width) ^ sign : 0) | 0,
    origin: (isFloat && bits === width ? originWords(order)[0] : 0) | 0,
    shift: Math.min(order.beginBit, width - 1),
    mask: lowest(bits) | 0,
    complement: (order.order === 'descending' ? lowest(bits) : 0) | 0,
    tied: (isFloat && order.zerosTie ? sign : 0) | 0,
  };
}

/** Makes keys begin … end − 1 their numbers. */
export function mapWords(keys: Uint32Array, steps: Steps, begin: number, end: number): void {
  const { top, flips, negative, origin, shift, mask, complement, tied } = steps;
  for (let i = begin; i < end; i++) {
    let key = keys[i]! | 0;
    if (key === tied) key = 0;
    key ^= (negative & -((key >>> top) & 1)) ^ flips;
    keys[i] = (((key - origin) >>> shift) & mask) ^ complement;
  }
}

function mapWide(low: Uint32Array<ArrayBuffer>, high: Uint32Array<ArrayBuffer>, order: KeyOrder): void {
  const { bits } = keyTraits(order);
  const isFloat = order.keyType[0] === 'f';
  const flips = order.keyType[0] === 'u' ? 0 : 0x80000000;
  const full = isFloat && bits === 64;
  const [originLow, originHigh] = originWords(order);
  const shift = order.beginBit;
  const [maskLow, maskHigh] = [lowest(bits), lowest(bits - 32)];
  const isDescending = order.order === 'descending';
  const [complementLow, complementHigh] = isDescending ? [maskLow, maskHigh] : [0, 0];
  const tied = isFloat && order.zerosTie;
  for (let i = 0; i < low.length; i++) {
    let [l, h] = [low[i]!, high[i]!];
    if (tied && l === 0 && h === 0x80000000) h = 0;
    if (isFloat && h >= 0x80000000) {
      l = ~l >>> 0;
      h = ~h >>> 0;
    } else h = (h ^ flips) >>> 0;
    if (full) {
      h -= originHigh + (l < originLow ? 1 : 0);
      l -= originLow;
    }
    if (shift >= 32) {
      l = shift === 64 ? 0 : h >>> (shift - 32);
      h = 0;
    } else if (shift > 0) {
      l = (l >>> shift) | (h << (32 - shift));
      h >>>= shift;
    }
    low[i] = (l & maskLow) ^ complementLow;
    high[i] = (h & maskHigh) ^ complementHigh;
  }
}

/** Whether the keys are the numbers. */
export function isPlain(order: KeyOrder): boolean {
  return order.keyType[0] === 'u' && order.order === 'ascending' && keyTraits(order).lossless;
}

/** Maps keys. Lossless numbers of 32 bits replace the keys. */
export function mapped(bytes: Uint8Array<ArrayBuffer>, order: KeyOrder): MappedKeys {
  const width = keyWidth(order.keyType);
  if (width === 64) {
    const words = new Uint32Array(bytes.buffer);
    const low = new Uint32Array(words.length / 2);
    const high = new Uint32Array(words.length / 2);
    for (let i = 0; i < low.length; i++) {
      low[i] = words[2 * i]!;
      high[i] = words[2 * i + 1]!;
    }
    mapWide(low, high, order);
    return { low, high };
  }
  const words = widened(bytes, width);
  const low = width < 32 || keyTraits(order).lossless ? words : words.slice();
  if (!isPlain(order)) mapWords(low, stepsOf(order), 0, low.length);
  return { low, high: undefined };
}

/** Stores the keys of numbers begin … end − 1. */
export function unmapWords(numbers: Uint32Array, steps: Steps, to: Words, begin: number, end: number): void {
  const { top, flips, negative, origin, complement } = steps;
  for (let i = begin; i < end; i++) {
    const key = ((numbers[i]! ^ complement) + origin) | 0;
    to[i] = key ^ (negative & (((key >>> top) & 1) - 1)) ^ flips;
  }
}

/** The words of a number of two words, after `unmapWide`. */
function unmapWide(low: Uint32Array, high: Uint32Array, order: KeyOrder, to: Uint32Array): void {
  const isFloat = order.keyType[0] === 'f';
  const flips = order.keyType[0] === 'u' ? 0 : 0x80000000;
  const complement = order.order === 'descending' ? 0xffffffff : 0;
  const [originLow, originHigh] = originWords(order);
  for (let i = 0; i < low.length; i++) {
    let l = (low[i]! ^ complement) >>> 0;
    let h = (high[i]! ^ complement) >>> 0;
    if (isFloat) {
      l += originLow;
      h = (h + originHigh + (l > 0xffffffff ? 1 : 0)) >>> 0;
      l >>>= 0;
    }
    const negative = isFloat && h < 0x80000000;
    to[2 * i] = negative ? ~l : l;
    to[2 * i + 1] = negative ? ~h : h ^ flips;
  }
}

/** The bytes of the keys of lossless numbers. Keys of 32 bits replace their numbers. */
export function unmapped({ low, high }: MappedKeys, order: KeyOrder): Uint8Array<ArrayBuffer> {
  const width = keyWidth(order.keyType);
  if (width === 32) {
    if (!isPlain(order)) unmapWords(low, stepsOf(order), low, 0, low.length);
    return new Uint8Array(low.buffer);
  }
  const result = new Uint8Array((low.length * width) / 8);
  if (high) unmapWide(low, high, order, new Uint32Array(result.buffer));
  else {
    const to = width === 8 ? result : new Uint16Array(result.buffer);
    unmapWords(low, stepsOf(order), to, 0, low.length);
  }
  return result;
}
