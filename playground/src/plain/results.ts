/** The operation of the settings in plain JavaScript, and what its check compares with. */
import type { NumberType, ReduceOpName } from 'webgpu-segmented';
import type { Column, Workload } from '../columns.ts';
import { emptyItems, type Items, takenFrom } from '../items.ts';
import { operatorsOf, quantilesOf, type Settings } from '../settings.ts';
import { finiteRange, plainHistogram, plainModes, plainRanks, plainUnique } from './keys.ts';
import { isRounded, plainReduce, resultType, roundedReduce } from './reduce.ts';
import { plainScan, roundedScan } from './scan.ts';
import { plainQuantiles, plainTopK } from './select.ts';
import { sortedKeys, sortedRows } from './sort.ts';
import { plainTransform, referenceTransform } from './transform.ts';

/** Numbers, of 64-bit integers BigInts, as an array of a type. */
function typedArray(type: NumberType, values: readonly (number | bigint)[]): Items {
  const array = emptyItems(type, values.length);
  for (const [s, value] of values.entries()) array[s] = value;
  return array;
}

function reduced(settings: Settings, { items, offsets }: Workload): Column[] {
  const { type } = settings;
  return operatorsOf(settings).flatMap((op): Column[] => {
    const { values, indices } = plainReduce({ type, op, items, offsets: offsets as Uint32Array });
    const typed = resultType(type, op);
    const main: Column = { name: op, type: typed, per: 'segment', array: typedArray(typed, values), equal: 'numbers' };
    return indices ? [main, { name: `${op} index`, type: 'u32', per: 'segment', array: indices }] : [main];
  });
}

/** By operation, as a program without the library has it. */
export function plainResults(settings: Settings, workload: Workload): Column[] {
  const { operation, type, order, k, ties, bins } = settings;
  const { items } = workload;
  const offsets = workload.offsets as Uint32Array;
  if (operation === 'reduce' || operation === 'group by') return reduced(settings, workload);
  if (operation === 'scan') return [plainScan({ ...settings, items, offsets })];
  if (operation === 'top-k') return plainTopK(type, items, offsets, order, k);
  if (operation === 'quantile') return plainQuantiles(type, items, offsets, quantilesOf(settings));
  if (operation === 'transform') return [plainTransform({ ...settings, items, offsets })];
  const keys = { type, items, offsets };
  if (operation === 'rank') return [plainRanks(keys, order, ties)];
  if (operation === 'unique') return plainUnique(keys);
  if (operation === 'mode') return plainModes(keys);
  if (operation === 'histogram') return plainHistogram(keys, bins, workload.range ?? finiteRange(type, items));
  if (operation === 'sort')
    return [{ name: 'keys', type, per: 'item', array: sortedKeys(type, items, offsets, order) }];
  const rows: Column = { name: 'rows', type: 'u32', per: 'item', array: sortedRows(type, items, offsets, order) };
  if (operation === 'argsort') return [rows];
  return [{ name: 'keys', type, per: 'item', array: takenFrom(items, rows.array as Uint32Array) }, rows];
}

/** What a check compares with: a rounded column by its compensated reference, every other as it is. */
export function reference(settings: Settings, { items, offsets: given }: Workload, plain: Column): Column {
  const { operation, type, operator } = settings;
  const offsets = given as Uint32Array;
  if (operation === 'scan') return isRounded(type, operator) ? roundedScan({ ...settings, items, offsets }) : plain;
  if (operation === 'transform') return referenceTransform({ ...settings, items, offsets }, plain);
  if (operation !== 'reduce' && operation !== 'group by') return plain;
  const op = plain.name as ReduceOpName;
  if (!isRounded(type, op)) return plain;
  const { values, tolerance } = roundedReduce({ type, op, items, offsets });
  return { ...plain, array: typedArray(plain.type, values), tolerance };
}
