/** Makes the items and segments of a run from its settings. */
import type { OwnRows, Rows, Workload } from './columns.ts';
import { fromNumbers, randomItems, takenFrom } from './items.ts';
import { areOffsets, drawnOffsets, fixedOffsets, pastedOffsets } from './lengths.ts';
import { finiteRange } from './plain/keys.ts';
import { sortedKeys } from './plain/sort.ts';
import { generator } from './random.ts';
import { MAX_ITEMS, operatorsOf, rangeOf, type Settings } from './settings.ts';
import type { Pair } from './table/parse.ts';

/** Groups of ids from 0: a counting sort. */
function groupedRows(
  ids: Uint32Array,
  groups: number,
): { offsets: Uint32Array<ArrayBuffer>; rows: Uint32Array<ArrayBuffer> } {
  const offsets = new Uint32Array(groups + 1);
  for (const id of ids) offsets[id + 1] = (offsets[id + 1] as number) + 1;
  for (let g = 0; g < groups; g++) offsets[g + 1] = (offsets[g + 1] as number) + (offsets[g] as number);
  const next = offsets.slice();
  const rows = new Uint32Array(ids.length);
  for (let row = 0; row < ids.length; row++) {
    const id = ids[row] as number;
    rows[next[id] as number] = row;
    next[id] = (next[id] as number) + 1;
  }
  return { offsets, rows };
}

/** A table's values, in the order of its groups. */
function ownWorkload({ type }: Settings, { ids, values, names, rows: tableRows, columns }: Pair): Workload {
  const items = fromNumbers(type, values);
  // Float types may round. An integer type would change a number that it does not have.
  const lost = type.startsWith('f') ? -1 : values.findIndex((value, i) => Number(items[i]) !== value);
  if (lost >= 0) throw new Error(`${values[lost]} is not a ${type}; choose f32 or f64.`);
  const { offsets, rows } = groupedRows(ids, names.length);
  const own: OwnRows = { ...columns, rows: takenFrom(tableRows, rows) as Uint32Array<ArrayBuffer> };
  return { items: takenFrom(items, rows), offsets, names, grouped: { ids, values: items, rows }, own };
}

/** Rows of all segments, mixed: what group by begins with. */
function mixed({ seed }: Settings, { items, offsets }: { items: Workload['items']; offsets: Uint32Array }): Workload {
  const ids = new Uint32Array(items.length);
  for (let s = 0; s + 1 < offsets.length; s++) ids.fill(s, offsets[s], offsets[s + 1]);
  const random = generator(seed ^ 0x1d5);
  for (let i = ids.length - 1; i > 0; i--) {
    const j = random() % (i + 1);
    [ids[i], ids[j]] = [ids[j] as number, ids[i] as number];
  }
  const groups = groupedRows(ids, offsets.length - 1);
  const grouped: Rows = { ids, values: items, rows: groups.rows };
  return { items: takenFrom(items, groups.rows), offsets: groups.offsets, names: undefined, grouped, own: undefined };
}

export function makeWorkload(given: Settings, own: Pair | undefined): Workload {
  const workload = itemsAndSegments(given, own);
  if (given.operation !== 'histogram') return workload;
  const [least, greatest] = rangeOf(given);
  const isGiven = least !== undefined && greatest !== undefined;
  return { ...workload, range: isGiven ? [least, greatest] : finiteRange(given.type, workload.items) };
}

function itemsAndSegments(given: Settings, own: Pair | undefined): Workload {
  if (own) return ownWorkload(given, own);
  const { lengths, type, size, seed, fill, operation } = given;
  const bare = { names: undefined, grouped: undefined, own: undefined };
  const pasted = lengths === 'offsets' ? pastedOffsets(given.offsets) : undefined;
  const furthest = pasted?.reduce((max, offset) => Math.max(max, offset), 0) ?? 0;
  if (furthest > MAX_ITEMS) throw new Error(`Offsets: ${furthest} items; this page takes up to ${MAX_ITEMS}.`);
  // The library checks invalid offsets and says what is wrong with them.
  if (pasted && !areOffsets(pasted))
    return { items: randomItems(type, Math.ceil(furthest), fill, seed, false), offsets: pasted, ...bare };
  const offsets = pasted
    ? Uint32Array.from(pasted)
    : lengths === 'fixed'
      ? fixedOffsets(Math.min(size, given.items), given.items)
      : drawnOffsets(given, given.items);
  const operators: readonly string[] = operation === 'scan' ? [given.operator] : operatorsOf(given);
  const product = ['reduce', 'scan', 'group by'].includes(operation) && operators.includes('product');
  const items = randomItems(type, offsets.at(-1) as number, fill, seed, product);
  const isSorted = fill === 'sorted' || fill === 'reversed';
  const order = fill === 'sorted' ? 'ascending' : 'descending';
  const made = { items: isSorted ? sortedKeys(type, items, offsets, order) : items, offsets };
  if (operation !== 'group by') return { ...made, ...bare };
  // Rows before the first segment belong to no group.
  const first = offsets[0] as number;
  return mixed(given, {
    items: made.items.slice(first) as Workload['items'],
    offsets: offsets.map((offset) => offset - first),
  });
}
