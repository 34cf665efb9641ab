/** Results as columns: what a call gave, and what plain JavaScript has for it. */
import type { NumberType } from 'webgpu-segmented';
import type { Items } from './items.ts';

export interface Column {
  readonly name: string;
  readonly type: NumberType;
  /** What an entry stands for. `taken`: an item of a top-k, or a distinct key. */
  readonly per: 'item' | 'segment' | 'taken' | 'offset';
  readonly array: Items;
  /** Which bits: all, or those of equal numbers (-0 and +0, all NaNs). Default: all. */
  readonly equal?: 'numbers';
  /** The allowed error of each entry; NaN: an order of the operations leaves the type's range, so any number is right. */
  readonly tolerance?: Float64Array;
}

export function column(columns: readonly Column[], name: string): Column | undefined {
  return columns.find((one) => one.name === name);
}

/** Rows with unsorted ids. Group i has the rows whose id is i. */
export interface Rows {
  readonly ids: Uint32Array<ArrayBuffer>;
  readonly values: Items;
  /** Row numbers in the order of the groups, as plain JavaScript found them. */
  readonly rows: Uint32Array<ArrayBuffer>;
}

/** Where the items of a run lie in the user's table. */
export interface OwnRows {
  /** The table's row of each item, from 0. */
  readonly rows: Uint32Array<ArrayBuffer>;
  /** The names of the columns. Without groups the second one is ''. */
  readonly value: string;
  readonly group: string;
}

/** The items and segments of a run. */
export interface Workload {
  /** Items in the order of the segments. */
  readonly items: Items;
  /** An array where the pasted numbers are no valid offsets: the library says what is wrong. */
  readonly offsets: Uint32Array | number[];
  /** Names of a table's groups. */
  readonly names: readonly string[] | undefined;
  /** Where the segments are groups of unsorted rows. */
  readonly grouped: Rows | undefined;
  readonly own: OwnRows | undefined;
  /** Of a histogram: the least and the greatest number that are counted. */
  readonly range?: readonly [number, number];
}
