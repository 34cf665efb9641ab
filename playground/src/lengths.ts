/** Offsets of back-to-back segments, from a distribution of lengths. */
import { generator, type Random, unit } from './random.ts';
import type { Settings } from './settings.ts';

export type LengthSettings = Pick<Settings, 'lengths' | 'size' | 'least' | 'most' | 'alpha' | 'cap' | 'seed'>;

function nextLength(settings: LengthSettings): (random: Random) => number {
  const { lengths, least, most, alpha, cap } = settings;
  if (lengths === 'uniform') return (random) => least + Math.floor(unit(random) * (most - least + 1));
  // A Pareto distribution is Zipf's law for lengths. The longest segment grows with the number of segments.
  if (lengths === 'zipf') return (random) => Math.min(cap, Math.floor((1 - unit(random)) ** (-1 / alpha)));
  return (random) => Math.floor(unit(random) * 5);
}

/** Lengths at the edges of every class, again and again. */
const EDGES = [
  ...[0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 100, 127, 128, 129, 255, 256, 257],
  ...[511, 512, 513, 1000, 1023, 1024, 1025, 2047, 2048, 2049, 4095, 4096, 4097, 0, 8191, 8193, 20_000],
];

function edges(): () => number {
  let next = 0;
  return () => EDGES[next++ % EDGES.length] as number;
}

/** Draws lengths until the items end; the last segment is cut there. */
export function drawnOffsets(settings: LengthSettings, items: number): Uint32Array<ArrayBuffer> {
  const next = settings.lengths === 'classes' ? edges() : nextLength(settings);
  const random = generator(settings.seed);
  const offsets = [0];
  let end = 0;
  if (settings.lengths === 'giant') {
    end = Math.ceil(items / 2);
    offsets.push(end);
  }
  while (end < items) {
    end = Math.min(items, end + next(random));
    offsets.push(end);
  }
  return Uint32Array.from(offsets);
}

/** Segments of one size. Items that do not fill a segment are omitted. */
export function fixedOffsets(size: number, items: number): Uint32Array<ArrayBuffer> {
  return Uint32Array.from({ length: Math.floor(items / size) + 1 }, (_, i) => i * size);
}

/** Numbers from pasted text with lines, commas, brackets. The library checks whether they are offsets. */
export function pastedOffsets(text: string): number[] {
  const words = text.split(/[\s,;[\]]+/).filter((word) => word !== '');
  const wrong = words.find((word) => !/^[+-]?[\d_]*\.?\d+(e[+-]?\d+)?$/i.test(word));
  if (wrong !== undefined) throw new Error(`Offsets: '${wrong.slice(0, 40)}' is not a number.`);
  return words.map((word) => Number(word.replaceAll('_', '')));
}

/** Whether the numbers are integers of at least 0 that never fall. */
export function areOffsets(numbers: readonly number[]): boolean {
  return (
    numbers.length > 0 &&
    numbers.every((value, i) => Number.isInteger(value) && value >= (i === 0 ? 0 : (numbers[i - 1] as number)))
  );
}
