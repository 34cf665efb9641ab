/** What a call asks for: its items, and about how long they take in JavaScript and on a GPU. */
import { type ItemType, longName, typeBytes } from '../item_types.ts';
import { type CallName, OPTIONS_AT } from '../js/worker/protocol.ts';

/** A kind of work, of which a table has the costs. */
export type Kind = keyof typeof COSTS;

interface Cost {
  /** Nanoseconds that an item takes in JavaScript, on one core. */
  readonly js: number;
  /** Bytes that an item moves to the GPU and back. */
  readonly bytes: number;
}

/**
 * Items of 32 bits. Times: processor time of calls of webgpu-segmented/js on 2^20 items in segments of 64, of 1024 and
 * in one segment, Node 20, 2026-11-28; the middle of the three. Items of 64 bits take twice both. Reduces were timed
 * again when several operators came to share a walk: sums and extremes 1.5 to 2.2, means and lists 2.4 to 5.7. Scans,
 * transforms and histograms on 2026-11-30, 2^21 items: sums of f32 4 to 7, of u32 1.2, extremes 2 to 3; softmax 12.
 */
export const COSTS = {
  'a sort': { js: 20, bytes: 8 },
  'a sort of pairs': { js: 20, bytes: 16 },
  'a sort by a comparator': { js: 150, bytes: 8 },
  'an argsort': { js: 18, bytes: 8 },
  'a top-k': { js: 15, bytes: 4 },
  'a quantile': { js: 30, bytes: 4 },
  'a scan': { js: 5, bytes: 8 },
  // Functions, and products of floats.
  'a scan of many steps': { js: 26, bytes: 8 },
  'a reduce': { js: 2, bytes: 4 },
  // Also more than three operators.
  'a reduce to means': { js: 3, bytes: 4 },
  // Operators of functions, compensated sums, and per word integers of 64 bits except sums: 7 to 30.
  'a reduce of many steps': { js: 15, bytes: 4 },
  'a grouping': { js: 21, bytes: 8 },
  'a reduce by key': { js: 36, bytes: 8 },
  // Functions, and transforms with exponentials.
  'a transform': { js: 12, bytes: 8 },
  'a transform of few steps': { js: 3, bytes: 8 },
  'a rank': { js: 45, bytes: 8 },
  'a list of distinct keys': { js: 60, bytes: 12 },
  'a mode': { js: 40, bytes: 4 },
  'a histogram': { js: 4, bytes: 4 },
} as const satisfies Readonly<Record<string, Cost>>;

/** What calls on arrays cost on a device, besides their items. */
export interface Rates {
  /** Milliseconds from the call to its result, however few items it has. */
  readonly call: number;
  /** Nanoseconds a byte that moves to the GPU or back. */
  readonly byte: number;
  /** Nanoseconds an item in kernels. */
  readonly item: number;
}

/**
 * An NVIDIA GPU by Dawn in the same process, as in Node. Of an H200 (docs/gpu.md): from `submit` to the end 0.14 to
 * 0.57 ms, so with the readback 1 ms; kernels of a sort of 2^22 keys 0.41 ms, 0.1 ns an item, so 0.2 for smaller ones.
 * Bytes: Dawn takes 6.4 ms for 12 MB (docs/decisions/host-calls.md), which is the host's work.
 */
const MEASURED: Rates = { call: 1, byte: 0.55, item: 0.2 };

/**
 * Other GPUs, and all in browsers, where another process copies the bytes once more: 13.9 ms for the same 12 MB, and
 * 1 to 4 ms for the least call (docs/performance.md). No other GPU's kernels have been timed: a tenth of an H200's
 * speed is assumed.
 */
const ESTIMATED: Rates = { call: 3, byte: 1.2, item: 2 };

/** The least costs of any device. A call that does not win with these needs no device. */
export const LEAST: Rates = MEASURED;

/** The table's costs for a GPU. `native`: the GPU's driver runs in this process. */
export function ratesOf(vendor: string, native: boolean): Rates {
  return native && /nvidia/i.test(vendor) ? MEASURED : ESTIMATED;
}

/** What a call asks for. */
export interface Work {
  readonly kind: Kind;
  readonly items: number;
  /** The option or operator that has WGSL and no function of JavaScript for it. */
  readonly onlyWgsl: string | undefined;
  /** Whether workers can share the call: it has no functions, which cannot move, and its segments are back to back. */
  readonly parts: boolean;
  /** 2 for items of 64 bits, otherwise 1. */
  readonly scale: number;
}

/** The items from which a call takes less time on a device than in JavaScript: a power of two, or Infinity. */
export function winsFrom({ kind, scale }: Pick<Work, 'kind' | 'scale'>, { call, byte, item }: Rates): number {
  const { js, bytes } = COSTS[kind];
  const gain = scale * (js - bytes * byte) - item;
  return gain > 0 ? 2 ** Math.ceil(Math.log2((call * 1e6) / gain)) : Number.POSITIVE_INFINITY;
}

const KINDS: Readonly<Record<CallName, Kind>> = {
  segmentedSort: 'a sort',
  segmentedStableSort: 'a sort',
  segmentedSortByKey: 'a sort of pairs',
  segmentedStableSortByKey: 'a sort of pairs',
  segmentedArgsort: 'an argsort',
  segmentedTopK: 'a top-k',
  segmentedQuantile: 'a quantile',
  segmentedScan: 'a scan',
  segmentedReduce: 'a reduce',
  groupBy: 'a grouping',
  reduceByKey: 'a reduce by key',
  segmentedTransform: 'a transform',
  segmentedRank: 'a rank',
  segmentedUnique: 'a list of distinct keys',
  segmentedMode: 'a mode',
  segmentedHistogram: 'a histogram',
};

/** Calls whose results workers do not join. */
const ALONE: readonly CallName[] = ['segmentedRank', 'segmentedUnique', 'segmentedMode', 'segmentedHistogram'];

/** The operator of a call, if it has one. */
const OPERATOR_AT: Readonly<Partial<Record<CallName, number>>> = {
  segmentedReduce: 2,
  segmentedScan: 2,
  reduceByKey: 2,
};

/** Milliseconds that a call takes in JavaScript, on one core. */
export const timeInJs = ({ kind, items, scale }: Work) => items * scale * COSTS[kind].js * 1e-6;

/**
 * Whether half of a call's time is more than that of the copies for workers, about half a nanosecond a byte. Sums and
 * means are not worth a copy.
 */
export const isWorthCopies = ({ kind }: Work) => COSTS[kind].js > COSTS[kind].bytes;

const isObject = (value: unknown) => typeof value === 'object' && value !== null;

type Members = Readonly<Record<string, unknown>>;
const membersOf = (value: unknown) => Object(value) as Members;

/** The number of an array's items, and the bytes of one. None of what is no array: the call refuses that. */
function sizeOf(array: unknown): { items: number; itemBytes: number } {
  const { data, type } = membersOf(array);
  const view = ArrayBuffer.isView(array) ? array : data;
  if (!ArrayBuffer.isView(view)) return { items: 0, itemBytes: 4 };
  const own = (view as Uint8Array).BYTES_PER_ELEMENT;
  const hasType = view === data && (typeof type === 'string' || (typeof type === 'object' && type !== null));
  const itemBytes = (hasType && typeBytes(longName(type as ItemType))) || own;
  return { items: Math.floor(view.byteLength / itemBytes), itemBytes };
}

/** The name of an option or operator that JavaScript cannot run. The rules are those of src/js. */
function wgslAlone(name: string, given: unknown): string | undefined {
  const { wgsl, js, load, jsLoad, identity } = membersOf(given);
  if (typeof wgsl !== 'string') return undefined;
  // The call refuses what is no function.
  if (js === undefined) return `${name}.js`;
  if (load !== undefined && typeof jsLoad !== 'function') return `${name}.jsLoad`;
  return typeof identity === 'string' ? `${name}.identity` : undefined;
}

/** Whether an operator takes many steps an item: custom ones, compensated sums, exponentials, integers of 64 bits. */
function isSlow(op: unknown, { accuracy }: Members, items: unknown, itemBytes: number): boolean {
  if (typeof op === 'object' || op === 'logsumexp' || (accuracy === 'compensated' && op === 'sum')) return true;
  return itemBytes === 8 && !(items instanceof Float64Array) && op !== 'count' && op !== 'sum';
}

/** Transforms without exponentials. */
const FEW_STEPS: readonly unknown[] = ['normalize', 'center', 'standardize', 'diff', 'shift'];

function kindOf(
  call: CallName,
  ops: readonly unknown[],
  options: Members,
  given: readonly unknown[],
  itemBytes: number,
): Kind {
  const [items] = given;
  if (options.compare !== undefined) return 'a sort by a comparator';
  if (call === 'segmentedTransform') return FEW_STEPS.includes(given[2]) ? 'a transform of few steps' : KINDS[call];
  if (call === 'segmentedScan') {
    return isSlow(ops[0], options, items, itemBytes) || ops[0] === 'product' ? 'a scan of many steps' : KINDS[call];
  }
  if (call !== 'segmentedReduce') return KINDS[call];
  if (ops.some((op) => isSlow(op, options, items, itemBytes))) return 'a reduce of many steps';
  const hasMeans = ops.some((op) => op === 'mean' || op === 'variance' || op === 'std');
  return hasMeans || ops.length > 3 ? 'a reduce to means' : 'a reduce';
}

/** Reads what a call asks for. `given`: its arguments after the place. */
export function workOf(call: CallName, given: readonly unknown[]): Work {
  const options = membersOf(given[OPTIONS_AT[call] - 1]);
  const at = OPERATOR_AT[call];
  const op = at === undefined ? undefined : given[at];
  const ops = Array.isArray(op) ? op : op === undefined ? [] : [op];
  // Of several columns of ids, the first has all rows.
  const { items, itemBytes } = sizeOf(Array.isArray(given[0]) ? given[0][0] : given[0]);
  const { rows, begin } = membersOf(given[KINDS[call] === 'a sort of pairs' ? 2 : 1]);
  const isGrouping = call === 'groupBy' || call === 'reduceByKey';
  // Rows of features count as many items as they have numbers. Such calls run on one worker.
  const { width } = membersOf(given[call === 'reduceByKey' ? 1 : 0]);
  const isOfRows = width !== undefined || options.weights !== undefined;
  const perItem = typeof width === 'number' && (isGrouping || rows !== undefined) ? width : 1;
  const custom: readonly (readonly [string, unknown])[] = [
    ...(['compare', 'orderBy'] as const).map((name) => [name, options[name]] as const),
    ...ops.map((each, i) => [Array.isArray(op) ? `op[${i}]` : 'op', each] as const),
  ];
  const alone = custom.flatMap(([name, each]) => wgslAlone(name, each) ?? []);
  return {
    kind: kindOf(call, ops, options, given, itemBytes),
    items: perItem * ((rows as { length?: number } | undefined)?.length ?? items),
    onlyWgsl: alone[0],
    parts:
      !isGrouping &&
      !ALONE.includes(call) &&
      !isOfRows &&
      rows === undefined &&
      begin === undefined &&
      custom.every(([, each]) => !isObject(each)),
    scale: itemBytes === 8 ? 2 : 1,
  };
}
