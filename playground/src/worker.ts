/** Runs outside the page's thread: makes the workload, does the work in plain JavaScript, compares. */
import { type Column, column, type Workload } from './columns.ts';
import { itemsOn, takenFrom } from './items.ts';
import { difference } from './plain/check.ts';
import { plainReduce, resultType } from './plain/reduce.ts';
import { plainScan } from './plain/scan.ts';
import { plainQuantiles, plainTopK } from './plain/select.ts';
import { sortedKeys, sortedRows } from './plain/sort.ts';
import { operatorsOf, quantilesOf, type Settings } from './settings.ts';
import type { Pair } from './table/parse.ts';
import { makeWorkload } from './workload.ts';

export interface Calls {
  make(given: { settings: Settings; own: Pair | undefined }): Workload;
  /** Does the operation of the settings on the workload that was made. */
  plain(settings: Settings): { milliseconds: number };
  /** Compares results with those of the last `plain`. */
  check(found: readonly Column[]): { wrong: string | undefined };
}

let workload: Workload;
let expected: readonly Column[] = [];

function reduced(settings: Settings): Column[] {
  const { type } = settings;
  const offsets = workload.offsets as Uint32Array;
  return operatorsOf(settings).flatMap((op): Column[] => {
    const { values, tolerance, indices } = plainReduce({ type, op, items: workload.items, offsets });
    const typed = resultType(type, op);
    const array = itemsOn(typed, new ArrayBuffer(values.length * (Number(typed.slice(1)) / 8)));
    for (const [s, value] of values.entries()) array[s] = value;
    const own = { type: typed, per: 'segment' as const, array };
    const main: Column = { name: op, ...own, ...(tolerance ? { tolerance } : { equal: 'numbers' }) };
    return indices ? [main, { name: `${op} index`, type: 'u32', per: 'segment', array: indices }] : [main];
  });
}

/** By operation. */
function results(settings: Settings): Column[] {
  const { operation, type, order, k } = settings;
  const { items } = workload;
  const offsets = workload.offsets as Uint32Array;
  if (operation === 'reduce' || operation === 'group by') return reduced(settings);
  if (operation === 'scan') return [plainScan({ ...settings, items, offsets })];
  if (operation === 'top-k') return plainTopK(type, items, offsets, order, k);
  if (operation === 'quantile') return plainQuantiles(type, items, offsets, quantilesOf(settings));
  if (operation === 'sort')
    return [{ name: 'keys', type, per: 'item', array: sortedKeys(type, items, offsets, order) }];
  const rows: Column = { name: 'rows', type: 'u32', per: 'item', array: sortedRows(type, items, offsets, order) };
  if (operation === 'argsort') return [rows];
  return [{ name: 'keys', type, per: 'item', array: takenFrom(items, rows.array as Uint32Array) }, rows];
}

const calls: Calls = {
  make({ settings, own }) {
    workload = makeWorkload(settings, own);
    return workload;
  },
  plain(settings) {
    const start = performance.now();
    expected = results(settings);
    return { milliseconds: performance.now() - start };
  },
  check(found) {
    for (const wanted of expected) {
      const wrong = difference(column(found, wanted.name), wanted, workload);
      if (wrong) return { wrong };
    }
    return { wrong: undefined };
  },
};

self.onmessage = async ({ data }: MessageEvent<{ id: number; call: keyof Calls; argument: never }>) => {
  try {
    postMessage({ id: data.id, result: await calls[data.call](data.argument) });
  } catch (error) {
    postMessage({ id: data.id, error: error instanceof Error ? error.message : String(error) });
  }
};
