/** Min and max: the index of the item that wins. NaN wins, -0 and +0 are equal, and the first of equal items wins. */
import type { NumberType } from '../../item_types.ts';
import { LEAF } from '../../reduce/descriptor.ts';
import { viewOf } from '../numbers.ts';

/** The index of the winner among items begin … end − 1, of which there is at least one. */
export type Winner = (begin: number, end: number) => number;

type Numbers = ArrayLike<number>;

/** Index of the least number. Only types of floats have NaN, the one number that differs from itself. */
function leastAt(numbers: Numbers, begin: number, end: number): number {
  let at = begin;
  let best = numbers[begin]!;
  if (end - begin <= LEAF) {
    // No branches: which of a few numbers wins is hard to predict.
    let total = best;
    for (let i = begin + 1; i < end; i++) {
      const number = numbers[i]!;
      total += number;
      at ^= (at ^ i) & -(+(number < best) | 0);
      best = numbers[at]!;
    }
    if (!Number.isNaN(total)) return at;
    at = begin;
    best = numbers[begin]!;
  }
  for (let i = begin + 1; i < end; i++) {
    const number = numbers[i]!;
    if (number >= best) {
      // Three numbers more are compared together.
      const last = i + 3;
      if (last < end && numbers[i + 1]! >= best && numbers[i + 2]! >= best && numbers[last]! >= best) i = last;
      continue;
    }
    if (Number.isNaN(best)) break;
    at = i;
    if (Number.isNaN(number)) break;
    best = number;
  }
  return at;
}

function largestAt(numbers: Numbers, begin: number, end: number): number {
  let at = begin;
  let best = numbers[begin]!;
  if (end - begin <= LEAF) {
    // No branches: which of a few numbers wins is hard to predict.
    let total = best;
    for (let i = begin + 1; i < end; i++) {
      const number = numbers[i]!;
      total += number;
      at ^= (at ^ i) & -(+(number > best) | 0);
      best = numbers[at]!;
    }
    if (!Number.isNaN(total)) return at;
    at = begin;
    best = numbers[begin]!;
  }
  for (let i = begin + 1; i < end; i++) {
    const number = numbers[i]!;
    if (number <= best) {
      // Three numbers more are compared together.
      const last = i + 3;
      if (last < end && numbers[i + 1]! <= best && numbers[i + 2]! <= best && numbers[last]! <= best) i = last;
      continue;
    }
    if (Number.isNaN(best)) break;
    at = i;
    if (Number.isNaN(number)) break;
    best = number;
  }
  return at;
}

/** Whole numbers that order f16 as their values do; NaN for NaN. */
function halvesAsRanks(bits: Uint16Array): Numbers {
  const ranks = new Float32Array(bits.length);
  for (let i = 0; i < bits.length; i++) {
    const magnitude = bits[i]! & 0x7fff;
    ranks[i] = magnitude > 0x7c00 ? Number.NaN : bits[i]! >= 0x8000 ? -magnitude : magnitude;
  }
  return ranks;
}

/** The numbers that order items of up to 32 bits, and of f64. */
function ranksOf(type: NumberType, bytes: Uint8Array<ArrayBuffer>): Numbers {
  return type === 'f16' ? halvesAsRanks(viewOf('u16', bytes)) : (viewOf(type, bytes) as Numbers);
}

/** Whether item `b` wins against the earlier item `a`. */
export function laterWins(type: NumberType, bytes: Uint8Array<ArrayBuffer>, isMax: boolean) {
  if (type.endsWith('64') && type !== 'f64') {
    const low = viewOf('u32', bytes);
    const high = viewOf(type === 'u64' ? 'u32' : 'i32', bytes);
    return (a: number, b: number) => {
      const [ha, hb] = [high[2 * a + 1]!, high[2 * b + 1]!];
      if (ha !== hb) return isMax ? hb > ha : hb < ha;
      return isMax ? low[2 * b]! > low[2 * a]! : low[2 * b]! < low[2 * a]!;
    };
  }
  const numbers = ranksOf(type, bytes);
  return (a: number, b: number) => {
    const [x, y] = [numbers[a]!, numbers[b]!];
    if (Number.isNaN(x)) return false;
    return Number.isNaN(y) || (isMax ? y > x : y < x);
  };
}

export function winnerOf(type: NumberType, bytes: Uint8Array<ArrayBuffer>, isMax: boolean): Winner {
  if (type === 'u64' || type === 'i64') {
    const wins = laterWins(type, bytes, isMax);
    return (begin, end) => {
      let at = begin;
      for (let i = begin + 1; i < end; i++) if (wins(at, i)) at = i;
      return at;
    };
  }
  const numbers = ranksOf(type, bytes);
  return isMax ? (begin, end) => largestAt(numbers, begin, end) : (begin, end) => leastAt(numbers, begin, end);
}

/** Bytes of the identity of min or max, against which every other item wins. */
export function extremeIdentity(type: NumberType, isMax: boolean): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Number(type.slice(1)) / 8);
  const top = bytes.length - 1;
  if (type[0] === 'u') return isMax ? bytes : bytes.fill(255);
  if (type[0] === 'i') {
    if (!isMax) bytes.fill(255);
    bytes[top] = isMax ? 0x80 : 0x7f;
    return bytes;
  }
  // The bits of infinity.
  const words: Readonly<Record<string, number>> = { f16: 0x7c00, f32: 0x7f80, f64: 0x7ff0 };
  const high = (words[type] as number) + (isMax ? 0x8000 : 0);
  bytes[top] = high >> 8;
  bytes[top - 1] = high & 255;
  return bytes;
}
