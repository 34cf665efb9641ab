/** The call of the home page: in its fastest place, by webgpu-segmented/auto. */

import type { LastCall } from 'webgpu-segmented/auto';
import { placeOfPage, where } from './place.ts';

export const CALLS = ['sort', 'sum', 'max', 'median', 'top 2', 'running sum'] as const;
export type CallName = (typeof CALLS)[number];

/** Segments of items, and of results. */
export interface Drawn {
  readonly before: readonly number[][];
  readonly after: readonly number[][];
  readonly by: string;
}

function numbersOf(what: string, text: string): number[] {
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  const wrong = words.find((word) => !Number.isFinite(Number(word)));
  if (wrong !== undefined) throw new Error(`${what}: '${wrong.slice(0, 30)}' is not a number.`);
  return words.map(Number);
}

function cut(items: ArrayLike<number>, offsets: ArrayLike<number>): number[][] {
  return Array.from({ length: offsets.length - 1 }, (_, s) =>
    Array.from(items).slice(offsets[s] as number, offsets[s + 1] as number),
  );
}

/** Runs a call on what the page's fields hold. An error's message says what is wrong with them. */
export async function runCall(name: CallName, keysText: string, lengthsText: string): Promise<Drawn> {
  const keys = Float32Array.from(numbersOf('keys', keysText));
  const lengths = numbersOf('lengths', lengthsText);
  const library = await import('webgpu-segmented/auto');
  const place = await placeOfPage();
  const offsets = [0];
  for (const length of lengths) offsets.push((offsets.at(-1) as number) + length);
  const segments = { lengths };
  const one = (results: ArrayLike<number>) => Array.from(results, (result) => [result]);
  const after = async (): Promise<number[][]> => {
    if (name === 'sort') return cut(await library.segmentedSort(place, keys, segments), offsets);
    if (name === 'running sum') return cut(await library.segmentedScan(place, keys, segments, 'sum'), offsets);
    if (name === 'median') return one((await library.segmentedQuantile(place, keys, segments, [0.5])) as Float64Array);
    if (name === 'top 2') {
      const top = await library.segmentedTopK(place, keys, segments, 2);
      return cut(top.keys, top.offsets);
    }
    return one(await library.segmentedReduce(place, keys, segments, name));
  };
  const found = await after();
  return { before: cut(keys, offsets), after: found, by: where(place.last as LastCall) };
}
