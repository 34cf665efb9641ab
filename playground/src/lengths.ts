/** Offsets of segments that lie back to back, by a distribution of their lengths. */
import { generator, type Random, unit } from './random.ts';
import type { Settings } from './settings.ts';

export type LengthSettings = Pick<Settings, 'lengths' | 'size' | 'least' | 'most' | 'alpha' | 'cap' | 'seed'>;

function nextLength(settings: LengthSettings): (random: Random) => number {
  const { lengths, least, most, alpha, cap } = settings;
  if (lengths === 'uniform') return (random) => least + Math.floor(unit(random) * (most - least + 1));
  // Pareto: what Zipf's law is for lengths. The more segments, the longer the longest.
  if (lengths === 'zipf') return (random) => Math.min(cap, Math.floor((1 - unit(random)) ** (-1 / alpha)));
  return (random) => Math.floor(unit(random) * 5);
}

/** The last segment is cut where the items end. */
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

/** Segments of one size; what does not fill the last one is left out. */
export function fixedOffsets(size: number, items: number): Uint32Array<ArrayBuffer> {
  return Uint32Array.from({ length: Math.floor(items / size) + 1 }, (_, i) => i * size);
}

/** Numbers as they are pasted: lines, commas, brackets. Whether they are offsets the library says. */
export function pastedOffsets(text: string): number[] {
  const words = text.split(/[\s,;[\]]+/).filter((word) => word !== '');
  const wrong = words.find((word) => !/^[+-]?[\d_]*\.?\d+(e[+-]?\d+)?$/i.test(word));
  if (wrong !== undefined) throw new Error(`Offsets: '${wrong.slice(0, 40)}' is no number.`);
  return words.map((word) => Number(word.replaceAll('_', '')));
}

/** Whether the numbers ascend from 0 or more, in whole steps. */
export function areOffsets(numbers: readonly number[]): boolean {
  return (
    numbers.length > 0 &&
    numbers.every((value, i) => Number.isInteger(value) && value >= (i === 0 ? 0 : (numbers[i - 1] as number)))
  );
}
