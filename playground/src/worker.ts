/** Runs outside the page's thread: makes the workload, does the work in plain JavaScript, compares. */
import type { NumberType } from 'webgpu-segmented';
import { grouped, parseTable } from './csv.ts';
import { bytesOf, fromNumbers, type Items, itemsOn, numberAt, randomItems, takenFrom } from './items.ts';
import { areOffsets, drawnOffsets, fixedOffsets, pastedOffsets } from './lengths.ts';
import { type PlainReduced, plainReduce, resultType } from './plain-reduce.ts';
import { sortedKeys, sortedRows } from './plain-sort.ts';
import { MAX_ITEMS, type Settings } from './settings.ts';

/** The items and segments that are sorted or reduced. */
export interface Workload {
  readonly items: Items;
  /** An array where the pasted numbers are no valid offsets: the library says what is wrong. */
  readonly offsets: Uint32Array | number[];
  /** Names of a table's groups. */
  readonly names: readonly string[] | undefined;
}

/** The library's results. `indices` are those of argmin and argmax, and the row numbers of sorts that have them. */
export interface Found {
  readonly values: ArrayBuffer | undefined;
  readonly indices: Uint32Array | undefined;
}

export interface Calls {
  make(settings: Settings): Promise<Workload>;
  plain(): { milliseconds: number };
  check(found: Found): { wrong: string | undefined };
}

let settings: Settings;
let workload: Workload;
let expected: { keys?: Items; rows?: Uint32Array; reduced?: PlainReduced };

async function make(given: Settings): Promise<Workload> {
  settings = given;
  workload = { names: undefined, ...(await makeWorkload(given)) };
  return workload;
}

type Made = Pick<Workload, 'items' | 'offsets'> & { names?: readonly string[] };

async function makeWorkload(given: Settings): Promise<Made> {
  const { lengths, type, size, seed, fill } = given;
  if (lengths === 'csv') {
    const { values, offsets, names } = await grouped(parseTable(given.csv), given.valueColumn, given.groupColumn);
    const items = fromNumbers(type, values);
    // Float types may round. An integer type would change a number that it does not have.
    const lost = type.startsWith('f') ? -1 : values.findIndex((value, i) => Number(items[i]) !== value);
    if (lost >= 0) throw new Error(`CSV: ${values[lost]} is not a ${type}; choose f32 or f64.`);
    return { items, offsets, names };
  }
  const pasted = lengths === 'offsets' ? pastedOffsets(given.offsets) : undefined;
  const furthest = pasted?.reduce((max, offset) => Math.max(max, offset), 0) ?? 0;
  if (furthest > MAX_ITEMS) throw new Error(`Offsets: ${furthest} items; this page takes up to ${MAX_ITEMS}.`);
  // The library checks invalid offsets and says what is wrong with them.
  if (pasted && !areOffsets(pasted))
    return { items: randomItems(type, Math.ceil(furthest), fill, seed, false), offsets: pasted };
  const offsets = pasted
    ? Uint32Array.from(pasted)
    : lengths === 'fixed'
      ? fixedOffsets(Math.min(size, given.items), given.items)
      : drawnOffsets(given, given.items);
  const product = given.operation === 'reduce' && given.operator === 'product';
  const items = randomItems(type, offsets.at(-1) as number, fill, seed, product);
  if (fill === 'few' || fill === 'random') return { items, offsets };
  return { items: sortedKeys(type, items, offsets, fill === 'sorted' ? 'ascending' : 'descending'), offsets };
}

function plain(): { milliseconds: number } {
  const { operation, operator: op, type, order } = settings;
  const { items } = workload;
  const offsets = workload.offsets as Uint32Array;
  const start = performance.now();
  if (operation === 'reduce') expected = { reduced: plainReduce({ type, op, items, offsets }) };
  else if (operation === 'sort') expected = { keys: sortedKeys(type, items, offsets, order) };
  else expected = { rows: sortedRows(type, items, offsets, order) };
  return { milliseconds: performance.now() - start };
}

/** The item of an index, in words. */
function itemName(i: number): string {
  const offsets = workload.offsets as Uint32Array;
  let segment = 0;
  while (segment + 2 < offsets.length && (offsets[segment + 1] as number) <= i) segment++;
  return `item ${i - (offsets[segment] as number)} of segment ${segment}`;
}

function firstDifference(found: Uint8Array, wanted: Uint8Array): number {
  if (found.length !== wanted.length) return Math.min(found.length, wanted.length);
  for (let i = 0; i < wanted.length; i++) if (found[i] !== wanted[i]) return i;
  return -1;
}

const bytes = (array: ArrayBufferView) => new Uint8Array(array.buffer, array.byteOffset, array.byteLength);

function check(found: Found): { wrong: string | undefined } {
  const { type, operation } = settings;
  if (operation === 'reduce') return { wrong: checkReduced(expected.reduced as PlainReduced, found) };
  if (expected.rows) {
    const at = firstDifference(bytes(found.indices ?? new Uint32Array(0)), bytes(expected.rows));
    if (at >= 0) return { wrong: `row numbers differ at ${itemName(Math.floor(at / 4))}` };
  }
  if (!found.values) return { wrong: undefined };
  const wanted = expected.keys ?? takenFrom(workload.items, expected.rows as Uint32Array);
  const at = firstDifference(new Uint8Array(found.values), bytes(wanted));
  return { wrong: at < 0 ? undefined : `keys differ at ${itemName(Math.floor(at / bytesOf(type)))}` };
}

function checkReduced({ values, tolerance, indices }: PlainReduced, found: Found): string | undefined {
  const type = resultType(settings.type, settings.operator) as NumberType;
  const results = itemsOn(type, found.values ?? new ArrayBuffer(0));
  if (results.length !== values.length) return `${results.length} results for ${values.length} segments`;
  for (let s = 0; s < values.length; s++) {
    const wanted = values[s] as number | bigint;
    const item = results[s] as number | bigint;
    const off = tolerance ? Math.abs(numberAt(type, results, s) - Number(wanted)) : 0;
    // Sums that hold a NaN are not specified; products may leave the range of f32.
    const rounded = Math.fround(Number(wanted));
    const near = tolerance && (off <= (tolerance[s] as number) || rounded === item || Number.isNaN(rounded));
    // -0 and +0 tie in min and max, and are equal here.
    if (!near && item !== wanted && !(Number.isNaN(item) && Number.isNaN(wanted))) {
      return `segment ${s}: ${item}, plain JS has ${wanted}`;
    }
    if (indices && found.indices?.[s] !== indices[s]) {
      return `segment ${s}: index ${found.indices?.[s]}, plain JS has ${indices[s]}`;
    }
  }
  return undefined;
}

const calls: Calls = { make, plain, check };

self.onmessage = async ({ data }: MessageEvent<{ id: number; call: keyof Calls; argument: never }>) => {
  try {
    postMessage({ id: data.id, result: await calls[data.call](data.argument) });
  } catch (error) {
    postMessage({ id: data.id, error: error instanceof Error ? error.message : String(error) });
  }
};
