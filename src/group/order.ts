/** The order of ids on the host: that of sorts (wgsl/sort/keys), where all NaNs tie. */
import { typeBytes } from '../item_types.ts';
import { nanKey } from '../sort/keys/keys.ts';
import type { Grouping } from './spec.ts';

/** Compares the ids of two rows: negative if the first comes before the second, 0 if they are one group. */
export type CompareRows = (a: number, b: number) => number;

/** The images of -inf under the usual radix map of floats. */
const ORIGINS: Readonly<Record<number, number>> = { 16: 0x3ff, 32: 0x7fffff };

function wordKeys({ type, zerosTie }: Grouping, bytes: Uint8Array<ArrayBuffer>): (row: number) => number {
  const width = 8 * typeBytes(type);
  const Words = { 8: Uint8Array, 16: Uint16Array, 32: Uint32Array }[width] as typeof Uint32Array;
  const ids = new Words(bytes.buffer, bytes.byteOffset, (8 * bytes.length) / width);
  const sign = 2 ** (width - 1);
  const mask = 2 ** width - 1;
  if (type.startsWith('u')) return (row) => ids[row] as number;
  if (type.startsWith('i')) return (row) => ((ids[row] as number) ^ sign) >>> 0;
  const origin = ORIGINS[width] as number;
  const [nan] = nanKey(type);
  return (row) => {
    const given = ids[row] as number;
    const bits = zerosTie && given === sign ? 0 : given;
    return Math.min((((bits ^ (bits >= sign ? mask : sign)) - origin) & mask) >>> 0, nan);
  };
}

/** Writes the sort key of an id of two words: low word, high word. */
function twoWordKeys({ type, zerosTie }: Grouping, bytes: Uint8Array<ArrayBuffer>): Uint32Array {
  const keys = new Uint32Array(bytes.slice().buffer);
  if (type.startsWith('u')) return keys;
  const [nan, nanHigh] = nanKey(type);
  for (let at = 0; at < keys.length; at += 2) {
    const low = keys[at] as number;
    let high = keys[at + 1] as number;
    if (type.startsWith('i')) {
      keys[at + 1] = high ^ 0x80000000;
      continue;
    }
    if (zerosTie && high === 0x80000000 && low === 0) high = 0;
    const flips = high >= 0x80000000 ? 0xffffffff : 0;
    const mapped = (low ^ flips) >>> 0;
    // Subtracts the image of -inf, 0xFFFFF FFFFFFFF.
    keys[at] = mapped + 1;
    keys[at + 1] = (high ^ (flips || 0x80000000)) - 0xfffff - (mapped < 0xffffffff ? 1 : 0);
    const [first, second] = [keys[at + 1] as number, keys[at] as number];
    if (first > nanHigh || (first === nanHigh && second > nan)) [keys[at], keys[at + 1]] = [nan, nanHigh];
  }
  return keys;
}

/** Compares rows by their ids. */
export function rowOrder(how: Grouping, bytes: Uint8Array<ArrayBuffer>): CompareRows {
  if (typeBytes(how.type) < 8) {
    const key = wordKeys(how, bytes);
    return (a, b) => key(a) - key(b);
  }
  const keys = twoWordKeys(how, bytes);
  const word = (row: number, k: number) => keys[2 * row + k] as number;
  return (a, b) => word(a, 1) - word(b, 1) || word(a, 0) - word(b, 0);
}
