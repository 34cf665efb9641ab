/** The array as a picture: each row is a segment, each colour a key. */
import type { NumberType } from 'webgpu-segmented';
import { type Items, numberAt } from './items.ts';
import { keyColours } from './plots.ts';

const ROWS = 48;
const WIDTH = 480;
const HEIGHT = 240;

export interface Rows {
  /** Ids of the shown segments, in order. */
  readonly ids: readonly number[];
  readonly longest: number;
}

/**
 * Chooses rows: half of them evenly over all segments that are not empty, half evenly over the items. The second half
 * finds long segments, which are few.
 */
export function shownRows(offsets: ArrayLike<number>): Rows {
  const ids: number[] = [];
  for (let s = 0; s + 1 < offsets.length; s++) {
    if ((offsets[s + 1] as number) > (offsets[s] as number)) ids.push(s);
  }
  const all = ids.length <= ROWS;
  const shown = new Set(
    all ? ids : Array.from({ length: ROWS / 2 }, (_, k) => ids[Math.floor((2 * k * ids.length) / ROWS)]),
  );
  const [first, last] = [offsets[0] as number, offsets[offsets.length - 1] as number];
  for (let k = 0, at = 0; !all && k < ROWS / 2; k++) {
    const item = first + ((k + 0.5) * (last - first) * 2) / ROWS;
    while (at + 1 < ids.length && (offsets[ids[at + 1] as number] as number) <= item) at++;
    shown.add(ids[at] as number);
  }
  const sorted = ([...shown] as number[]).sort((a, b) => a - b);
  const lengths = sorted.map((id) => (offsets[id + 1] as number) - (offsets[id] as number));
  return { ids: sorted, longest: Math.max(1, ...lengths) };
}

/** A row's width is the logarithm of its length. Otherwise a giant segment would make all others invisible. */
function rowWidth(length: number, longest: number): number {
  return Math.max(1, Math.round((WIDTH * Math.log2(1 + length)) / Math.log2(1 + longest)));
}

interface Range {
  readonly min: number;
  readonly max: number;
}

/** Smallest and largest of the shown numbers, without NaN and infinities. */
export function shownRange(
  type: NumberType,
  items: ArrayLike<number | bigint>,
  offsets: ArrayLike<number>,
  rows: Rows,
): Range {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (const id of rows.ids) {
    const begin = offsets[id] as number;
    const length = (offsets[id + 1] as number) - begin;
    const step = Math.max(1, Math.floor(length / WIDTH));
    for (let i = 0; i < length; i += step) {
      const value = numberAt(type, items, begin + i);
      if (!Number.isFinite(value)) continue;
      min = Math.min(min, value);
      max = Math.max(max, value);
    }
  }
  return { min, max };
}

function colourOf(colours: Uint32Array, { min, max }: Range, value: number): number {
  if (Number.isNaN(value)) return 0xff888888;
  const fraction = max > min ? (value - min) / (max - min) : 0.5;
  return colours[Math.max(0, Math.min(255, Math.round(fraction * 255)))] as number;
}

/** Paints a canvas of `count` rows; `row` gives the width and the colours of one. */
function paint(
  canvas: HTMLCanvasElement,
  count: number,
  row: (row: number) => { pixels: number; colour(x: number): number },
) {
  const rowPixels = Math.max(3, Math.min(24, Math.floor(HEIGHT / count)));
  canvas.width = WIDTH;
  canvas.height = Math.max(1, count * rowPixels);
  const image = new ImageData(canvas.width, canvas.height);
  const words = new Uint32Array(image.data.buffer);
  for (let r = 0; r < count; r++) {
    const { pixels, colour } = row(r);
    for (let x = 0; x < pixels; x++) {
      const word = colour(x);
      // The last line of a row stays clear, as a gap between segments.
      for (let y = 0; y + 1 < rowPixels; y++) words[(r * rowPixels + y) * WIDTH + x] = word;
    }
  }
  canvas.getContext('2d')?.putImageData(image, 0, 0);
}

/** Draws each row's whole segment, from its first item to its last. */
export function drawItems(
  canvas: HTMLCanvasElement,
  type: NumberType,
  items: ArrayLike<number | bigint>,
  offsets: ArrayLike<number>,
  rows: Rows,
  range: Range,
): void {
  const colours = keyColours();
  paint(canvas, rows.ids.length, (row) => {
    const begin = offsets[rows.ids[row] as number] as number;
    const length = (offsets[(rows.ids[row] as number) + 1] as number) - begin;
    const pixels = rowWidth(length, rows.longest);
    const item = (x: number) => begin + Math.floor(((x + 0.5) * length) / pixels);
    return { pixels, colour: (x) => colourOf(colours, range, numberAt(type, items, item(x))) };
  });
}

/** What a top-k leaves out, in light and dark. */
const LEFT_OUT = 0x40808080;

/**
 * Draws each row's whole segment; only the taken items have a colour. A pixel that stands for several items has the
 * colour of a taken one.
 */
export function drawTaken(
  canvas: HTMLCanvasElement,
  type: NumberType,
  items: ArrayLike<number | bigint>,
  offsets: ArrayLike<number>,
  rows: Rows,
  range: Range,
  taken: Uint32Array,
): void {
  const colours = keyColours();
  const isTaken = new Uint8Array(items.length);
  for (const i of taken) isTaken[i] = 1;
  paint(canvas, rows.ids.length, (row) => {
    const begin = offsets[rows.ids[row] as number] as number;
    const length = (offsets[(rows.ids[row] as number) + 1] as number) - begin;
    const pixels = rowWidth(length, rows.longest);
    return {
      pixels,
      colour: (x) => {
        const from = begin + Math.floor((x * length) / pixels);
        const to = Math.max(from + 1, begin + Math.floor(((x + 1) * length) / pixels));
        const at = isTaken.subarray(from, to).indexOf(1);
        return at < 0 ? LEFT_OUT : colourOf(colours, range, numberAt(type, items, from + at));
      },
    };
  });
}

/** Draws the results of a reduce, one cell per segment. */
export function drawResults(
  canvas: HTMLCanvasElement,
  type: NumberType,
  results: ArrayLike<number | bigint>,
  rows: Rows,
): void {
  const colours = keyColours();
  const numbers = rows.ids.map((id) => numberAt(type, results, id));
  const finite = numbers.filter(Number.isFinite);
  const range = { min: Math.min(...finite), max: Math.max(...finite) };
  paint(canvas, numbers.length, (row) => {
    const colour = colourOf(colours, range, numbers[row] as number);
    return { pixels: WIDTH, colour: () => colour };
  });
}

/** Draws counts in bins: a row is a segment, from its first bin to its last, in colours from 0 to its greatest count. */
export function drawBins(canvas: HTMLCanvasElement, bins: readonly { readonly array: Items }[], rows: Rows): void {
  const colours = keyColours();
  paint(canvas, rows.ids.length, (row) => {
    const counts = bins.map(({ array }) => Number(array[rows.ids[row] as number]));
    const range = { min: 0, max: Math.max(...counts) };
    const bin = (x: number) => Math.floor((x * bins.length) / WIDTH);
    return { pixels: WIDTH, colour: (x) => colourOf(colours, range, counts[bin(x)] as number) };
  });
}
