/** The result of each command for a column of lists. */
import { type Data, DataType, type FixedSizeList, Uint64, Vector } from 'apache-arrow';
import { flatData, resultVector } from '../arrow/build.ts';
import type { Device } from '../arrow/calls.ts';
import { argsortList, quantileList, reduceList, scanList, sortList, topKList } from '../arrow/index.ts';
import { nearest } from '../checks.ts';
import { REDUCE_OP_NAMES } from '../operators/names.ts';
import { SCAN_OP_NAMES } from '../segmented_scan/descriptor.ts';
import { usage } from './exit.ts';
import {
  type Given,
  histogramList,
  modeList,
  rankList,
  roundedList,
  transformList,
  uniqueList,
} from './keyed_lists.ts';
import { COMMANDS, type CommandName, type Option, TRANSFORMS, type Values } from './options.ts';

/** A column of results. */
export interface ResultColumn {
  /** Undefined for a column that replaces the lists and keeps their name. */
  readonly name?: string;
  readonly vector: Vector;
}

/** A command on lists. */
export interface ListCommand {
  /** What the results have per row: a list of the same length, a shorter list, or one element. */
  readonly gives: 'same lists' | 'shorter lists' | 'elements';
  run(device: Device, lists: Vector): Promise<readonly ResultColumn[]>;
  /** The new order of the items, as indices from each list's start. Rows of flat data are moved in this order. */
  order?(device: Device, lists: Vector): Promise<Vector>;
}

type Texts = Readonly<Record<string, string>>;

export function required<T>(values: ReadonlyMap<string, T>, name: string): T {
  const value = values.get(name);
  if (value !== undefined) return value;
  const options = Object.values(COMMANDS).map((command) => (command.options as Record<string, Option>)[name]);
  throw usage(`--${name}: missing; allowed: --${name} ${options.find((option) => option)?.value}`);
}

/** The options that commands pass to the library, by the library's names. */
function handed({ texts }: Values, ...names: readonly string[]): Texts {
  return Object.fromEntries(names.flatMap((name) => (texts.has(name) ? [[name, texts.get(name) as string]] : [])));
}

export const listed = (text: string) => text.split(',').map((part) => part.trim());

/** Commands whose only result is a list. */
function ofLists(gives: ListCommand['gives'], call: (device: Device, lists: Vector) => Promise<Vector>) {
  return { gives, run: async (device: Device, lists: Vector) => [{ vector: await call(device, lists) }] };
}

/** Counts and indices as 64-bit numbers, because the parts of a segment together may exceed 32 bits. */
function widened(vector: Vector): Vector {
  if (DataType.isFixedSizeList(vector.type)) return widenedRows(vector);
  const { length } = vector;
  const wide = BigUint64Array.from({ length }, (_, i) => BigInt((vector.get(i) as number | null) ?? 0));
  const valid = Uint8Array.from({ length }, (_, i) => Number(vector.get(i) !== null));
  return new Vector([flatData(new Uint64(), wide, valid)]);
}

/** The same of rows of counts or indices, one for each column of features. */
function widenedRows(vector: Vector): Vector {
  const [data] = vector.data as [Data];
  const { listSize } = vector.type as FixedSizeList;
  const wide = BigUint64Array.from((data.children[0] as Data).values as Uint32Array, BigInt);
  const valid = Uint8Array.from({ length: vector.length }, (_, i) => Number(vector.get(i) !== null));
  return resultVector(new Uint64(), wide, listSize, valid);
}

type Reduced = Vector | { values: Vector; indices: Vector };

/** The results of operators. A logarithm of a sum of exponentials is computed in f32. */
async function reducedLists(
  device: Device,
  lists: Vector,
  ops: readonly string[],
  options: Given,
): Promise<readonly Reduced[]> {
  const narrow = ops.includes('logsumexp') ? roundedList(lists) : lists;
  if (narrow === lists) return reduceList(device, lists, ops as 'sum'[], options);
  const others = ops.filter((op) => op !== 'logsumexp');
  const [logarithm] = await reduceList(device, narrow, ['logsumexp']);
  const found = others.length > 0 ? await reduceList(device, lists, others as 'sum'[], options) : [];
  return ops.map((op) => (op === 'logsumexp' ? logarithm : found[others.indexOf(op)]) as Reduced);
}

/** Results of `reduce`: argmin and argmax give two columns. */
function reducedColumns(ops: readonly string[], found: readonly Reduced[]) {
  return found.flatMap((result, i): ResultColumn[] => {
    const name = ops[i] as string;
    if (!('indices' in result)) return [{ name, vector: name === 'count' ? widened(result) : result }];
    return [
      { name, vector: result.values },
      { name: `${name}_index`, vector: widened(result.indices) },
    ];
  });
}

/** What operators are called elsewhere. A median is a command here. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  avg: 'mean',
  average: 'mean',
  median: 'quantile',
  percentile: 'quantile',
  var: 'variance',
  sd: 'std',
  stddev: 'std',
};

/** The operator, or the command, that a wrong name means. */
function meantBy(wrong: string, names: readonly string[]): string {
  const lower = wrong.toLowerCase();
  const meant = Object.hasOwn(ELSEWHERE, lower) ? ELSEWHERE[lower] : nearest(wrong, names);
  if (meant === 'quantile') return ', did you mean the command quantile?';
  return names.includes(meant as string) ? `, did you mean ${meant}?` : '';
}

/** The operators of --op, of which each must have a name. */
function operators({ texts }: Values, names: readonly string[]): string[] {
  const ops = listed(required(texts, 'op'));
  const wrong = ops.find((op) => !names.includes(op));
  if (wrong === undefined) return ops;
  throw usage(`--op: '${wrong}'${meantBy(wrong, names)}; allowed: ${names.join(', ')}`);
}

/** The numbers of an option. */
function numbersOf(name: string, text: string): number[] {
  return listed(text).map((part) => {
    if (part !== '' && Number.isFinite(Number(part))) return Number(part);
    throw usage(`--${name}: '${part}'; allowed: numbers`);
  });
}

function histogramOptions({ texts, counts }: Values): Given {
  const [bins, range, edges] = [counts.get('bins'), texts.get('range'), texts.get('edges')];
  return {
    ...(bins === undefined ? {} : { bins }),
    ...(range === undefined ? {} : { range: numbersOf('range', range) }),
    ...(edges === undefined ? {} : { edges: numbersOf('edges', edges) }),
  };
}

function transformOptions({ texts, counts }: Values): Given {
  const whole = ['ddof', 'lag'].flatMap((name) => (counts.has(name) ? [[name, counts.get(name)]] : []));
  const fill = texts.get('fill');
  return { ...Object.fromEntries(whole), ...(fill === undefined ? {} : { fill: numbersOf('fill', fill)[0] }) };
}

/** The one operator of --op. */
function oneOperator(values: Values, names: readonly string[]): string {
  const [op, ...more] = operators(values, names);
  if (more.length > 0) throw usage(`--op: '${values.texts.get('op')}'; allowed: one operator`);
  return op as string;
}

function quantiles(text: string): number[] {
  return listed(text).map((part) => {
    const q = Number(part);
    if (part !== '' && q >= 0 && q <= 1) return q;
    throw usage(`--q: '${part}'; allowed: numbers from 0 to 1`);
  });
}

const MAKERS: { readonly [Name in CommandName]?: (values: Values) => ListCommand } = {
  sort: (values) => {
    const options = handed(values, 'order', 'nulls');
    const order = (device: Device, lists: Vector) => argsortList(device, lists, options);
    return { ...ofLists('same lists', (device, lists) => sortList(device, lists, options)), order };
  },
  argsort: (values) => {
    const options = handed(values, 'order', 'nulls');
    return ofLists('same lists', (device, lists) => argsortList(device, lists, options));
  },
  'top-k': (values) => {
    const k = required(values.counts, 'k');
    const options = handed(values, 'order');
    return ofLists('shorter lists', async (device, lists) => (await topKList(device, lists, k, options)).values);
  },
  scan: (values) => {
    const op = oneOperator(values, SCAN_OP_NAMES);
    const options = { exclusive: values.flags.has('exclusive'), reverse: values.flags.has('reverse') };
    return ofLists('same lists', (device, lists) => scanList(device, lists, op as 'sum', options));
  },
  quantile: (values) => {
    const text = required(values.texts, 'q');
    const qs = quantiles(text);
    const options = handed(values, 'interpolation');
    const names = listed(text).map((q) => `q${q}`);
    const run = async (device: Device, lists: Vector) => {
      const found = await quantileList(device, lists, qs, options);
      return found.map((vector, i) => ({ name: names[i] as string, vector }));
    };
    return { gives: 'elements', run };
  },
  rank: (values) => {
    const options = handed(values, 'order', 'ties', 'nan');
    return ofLists('same lists', (device, lists) => rankList(device, lists, options));
  },
  unique: () => ({ gives: 'shorter lists', run: uniqueList }),
  mode: (values) => {
    const options = handed(values, 'nan');
    return { gives: 'elements', run: (device, lists) => modeList(device, lists, options) };
  },
  histogram: (values) => {
    const options = histogramOptions(values);
    return { gives: 'elements', run: (device, lists) => histogramList(device, lists, options) };
  },
  transform: (values) => {
    const op = oneOperator(values, TRANSFORMS);
    const options = transformOptions(values);
    return ofLists('same lists', (device, lists) => transformList(device, lists, op, options));
  },
  reduce: (values) => {
    const ops = operators(values, REDUCE_OP_NAMES);
    const ddof = values.counts.get('ddof');
    const options = ddof === undefined ? {} : { ddof };
    const run = async (device: Device, lists: Vector) =>
      reducedColumns(ops, await reducedLists(device, lists, ops, options));
    return { gives: 'elements', run };
  },
};

/** The command on lists with this name. Undefined if it has none. */
export function listCommand(name: CommandName, values: Values): ListCommand | undefined {
  return MAKERS[name]?.(values);
}
