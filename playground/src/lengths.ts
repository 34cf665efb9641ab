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

/** Draws lengths until the items end; the last segment is cut there. */
export function drawnOffsets(settings: LengthSettings, items: number): Uint32Array<ArrayBuffer> {
  const next = nextLength(settings);
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
