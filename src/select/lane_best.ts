/** The best items of a lane, sorted, in the registers r0, r1 and so on. */
import { inside, wgsl } from '../plan/module.ts';
import { bitonicSort, exchange, oddEvenMergeSort } from '../sort/small/network.ts';

/** One line per register. */
export const registers = <T>(count: number, line: (i: number) => T) => Array.from({ length: count }, (_, i) => line(i));

/** Register i becomes the lesser one of itself and another item. */
export const keep = (i: number, other: string) =>
  wgsl`{ let o = ${other}; r${i} = select(r${i}, o, precedes(o, r${i})); }`;

/** Sorts what a merge kept, which is bitonic. */
export const sortKept = (items: number) => bitonicSort(items).map(([i, j]) => exchange(`r${i}`, `r${j}`, {}));

const load = (at: string) => wgsl`loadItem(begin, length, ${at})`;

const PAD = 'makeItem(MAX_KEY, NO_INDEX, 0u)';

/**
 * Finds the best items of a lane. It begins with the `first` ones and pads, and merges a round after the other into
 * them: the least items of a sorted round meet the last ones of the best.
 */
export function mergedItems(lanes: number, items: number, round: number, first: number): string[] {
  const sorted = (name: string, count: number) =>
    oddEvenMergeSort(count).map(([i, j]) => exchange(`${name}${i}`, `${name}${j}`, {}));
  return [
    ...registers(items, (i) => wgsl`var r${i} = ${i < first ? load(wgsl`lane + ${i * lanes}u`) : PAD};`),
    ...sorted('r', first),
    wgsl`for (var at = lane + ${lanes * first}u; at - lane < length; at += ${lanes * round}u) {
  ${inside([
    ...registers(round, (i) => wgsl`var c${i} = ${load(wgsl`at + ${i * lanes}u`)};`),
    ...sorted('c', round),
    ...registers(Math.min(items, round), (j) => keep(items - 1 - j, `c${j}`)),
    ...sortKept(items),
  ])}
}`,
  ];
}

/**
 * Finds the best items of a lane by insertions. They go from the last item to the first. So an item comes before those
 * of equal keys that are in the registers, and a comparison needs no index. `round` items at a time pass register after
 * register. If each passed all registers by itself, Intel's compilers would hold two copies of the registers. They also
 * do for merges, and spill.
 */
export function insertedItems(lanes: number, items: number, round: number): string[] {
  const step = lanes * round;
  const insert = (i: number, j: number) => exchange(`r${i}`, `c${j}`, {}, '!lessKey(comparedKey(a), comparedKey(b))');
  return [
    ...registers(items, (i) => wgsl`var r${i} = ${PAD};`),
    wgsl`for (var end = (length + ${step - 1}u) / ${step}u * ${step}u; end > 0u; end -= ${step}u) {
  ${inside([
    ...registers(round, (j) => wgsl`var c${j} = ${load(wgsl`end - ${lanes * (j + 1)}u + lane`)};`),
    ...registers(items, (i) => registers(round, (j) => insert(i, j))).flat(),
  ])}
}`,
  ];
}
