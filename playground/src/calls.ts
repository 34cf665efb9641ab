/** The calls on arrays, as a user's page would write them. Their results are columns. */

import type { HostArray, HostSegments, SortOptions } from 'webgpu-segmented';
import * as core from 'webgpu-segmented';
import * as auto from 'webgpu-segmented/auto';
import type { Column, Workload } from './columns.ts';
import type { Items } from './items.ts';
import { binNames } from './plain/keys.ts';
import { resultType } from './plain/reduce.ts';
import { quantileName } from './plain/select.ts';
import { lagOf, transformType } from './plain/transform.ts';
import { operatorsOf, pieceBytes, quantilesOf, type Settings } from './settings.ts';

export interface Job {
  readonly device: GPUDevice | undefined;
  /** Where calls on arrays run. Without a place they run on the device. */
  readonly place?: auto.Place;
  readonly settings: Settings;
  readonly workload: Workload;
  readonly signal: AbortSignal;
  /** Receives the current step, and the fraction that is done where it is known. */
  readonly onStep: (text: string, fraction?: number) => void;
}

/** A job that records plans, too. */
export interface DeviceJob extends Job {
  readonly device: GPUDevice;
}

/** The calls, and what they have as their first argument. Those of both entries have the same arguments. */
function callsOf({ device, place }: Job): { calls: typeof core; on: GPUDevice } {
  return place
    ? { calls: auto as unknown as typeof core, on: place as unknown as GPUDevice }
    : { calls: core, on: device as GPUDevice };
}

export function typedItems({ type }: Pick<Settings, 'type'>, items: Items): HostArray {
  return type === 'f16' ? { type, data: items } : items;
}

const dataOf = (result: HostArray): Items => ('data' in result ? result.data : result) as Items;

/** Unsorted rows are grouped first. Segments of one size need no offsets. */
export async function segmentsOf(job: Job): Promise<HostSegments> {
  const { settings, workload, signal } = job;
  const { lengths, size, items, data } = settings;
  const { grouped, offsets } = workload;
  if (grouped) {
    const groups = offsets.length - 1;
    const { calls, on } = callsOf(job);
    const { offsets: starts, rows } = await calls.groupBy(on, grouped.ids, { groups, signal });
    const same = rows.every((row, i) => row === grouped.rows[i]) && starts.every((start, i) => start === offsets[i]);
    if (!same) throw new Error('groupBy gave other groups than plain JavaScript.');
    return { offsets: starts, rows };
  }
  const isFixed = lengths === 'fixed' && data === 'made';
  return isFixed ? { size: Math.min(size, items), count: offsets.length - 1 } : (offsets as Uint32Array);
}

type Options = Pick<SortOptions, 'tuning' | 'onProgress' | 'signal'>;

type Call = (job: Job, keys: HostArray, segments: HostSegments, options: Options) => Promise<Column[]>;

function reducedColumns(settings: Settings, results: readonly unknown[]): Column[] {
  return operatorsOf(settings).flatMap((op, i): Column[] => {
    const type = resultType(settings.type, op);
    const result = results[i] as HostArray | { values: HostArray; indices: Uint32Array };
    if (!('indices' in result)) return [{ name: op, type, per: 'segment', array: dataOf(result) }];
    const index: Column = { name: `${op} index`, type: 'u32', per: 'segment', array: result.indices as Items };
    return [{ name: op, type, per: 'segment', array: dataOf(result.values) }, index];
  });
}

const sorted: Call = async (job, keys, segments, options) => {
  const { type, order, stable } = job.settings;
  const { calls, on } = callsOf(job);
  const sort = stable ? calls.segmentedStableSort : calls.segmentedSort;
  const array = dataOf(await sort(on, keys, segments, { ...options, order }));
  return [{ name: 'keys', type, per: 'item', array }];
};

const sortedByKey: Call = async (job, keys, segments, options) => {
  const { settings, workload } = job;
  const { type, order, stable } = settings;
  const { calls, on } = callsOf(job);
  const rows = Uint32Array.from({ length: workload.items.length }, (_, i) => i);
  // Row numbers count from the first group, so they are put where the rows are.
  const values = new Uint32Array(rows.length);
  for (const [i, row] of (workload.grouped?.rows ?? rows).entries()) values[row] = i;
  const sort = stable ? calls.segmentedStableSortByKey : calls.segmentedSortByKey;
  const result = await sort(on, keys, values, segments, { ...options, order });
  return [
    { name: 'keys', type, per: 'item', array: dataOf(result.keys) },
    { name: 'rows', type: 'u32', per: 'item', array: result.values },
  ];
};

const argsorted: Call = async (job, keys, segments, options) => {
  const { calls, on } = callsOf(job);
  const { order } = job.settings;
  const array = await calls.segmentedArgsort(on, keys, segments, { ...options, order });
  return [{ name: 'rows', type: 'u32', per: 'item', array }];
};

const topK: Call = async (job, keys, segments, options) => {
  const { type, order, k } = job.settings;
  const { calls, on } = callsOf(job);
  const top = await calls.segmentedTopK(on, keys, segments, k, { ...options, order });
  return [
    { name: 'keys', type, per: 'taken', array: dataOf(top.keys) },
    { name: 'indices', type: 'u32', per: 'taken', array: top.indices },
    { name: 'offsets', type: 'u32', per: 'offset', array: top.offsets },
  ];
};

const quantiles: Call = async (job, keys, segments, options) => {
  const wanted = quantilesOf(job.settings);
  const { calls, on } = callsOf(job);
  const all = await calls.segmentedQuantile(on, keys, segments, wanted, options);
  return wanted.map((q, i) => {
    const array = Float64Array.from(
      { length: all.length / wanted.length },
      (_, s) => all[s * wanted.length + i] as number,
    );
    return { name: quantileName(q), type: 'f64', per: 'segment', array };
  });
};

const reduced: Call = async (job, keys, segments, options) => {
  const { calls, on } = callsOf(job);
  const { settings } = job;
  return reducedColumns(settings, await calls.segmentedReduce(on, keys, segments, operatorsOf(settings), options));
};

const scanned: Call = async (job, keys, segments, options) => {
  const { type, operator, exclusive, reverse } = job.settings;
  const { calls, on } = callsOf(job);
  const result = await calls.segmentedScan(on, keys, segments, operator, { ...options, exclusive, reverse });
  return [{ name: operator, type: resultType(type, operator), per: 'item', array: dataOf(result as HostArray) }];
};

const ranked: Call = async (job, keys, segments, options) => {
  const { order, ties } = job.settings;
  const { calls, on } = callsOf(job);
  const array = (await calls.segmentedRank(on, keys, segments, { ...options, order, ties })) as Items;
  return [{ name: 'rank', type: ties === 'average' ? 'f64' : 'u32', per: 'item', array }];
};

const distinct: Call = async (job, keys, segments, options) => {
  const { calls, on } = callsOf(job);
  const unique = await calls.segmentedUnique(on, keys, segments, options);
  return [
    { name: 'keys', type: job.settings.type, per: 'taken', array: dataOf(unique.keys) },
    { name: 'counts', type: 'u32', per: 'taken', array: unique.counts },
    { name: 'offsets', type: 'u32', per: 'offset', array: unique.offsets },
  ];
};

const modes: Call = async (job, keys, segments, options) => {
  const { calls, on } = callsOf(job);
  const mode = await calls.segmentedMode(on, keys, segments, options);
  return [
    { name: 'mode', type: job.settings.type, per: 'segment', array: dataOf(mode.values) },
    { name: 'mode count', type: 'u32', per: 'segment', array: mode.counts },
  ];
};

const histograms: Call = async (job, values, segments, options) => {
  const { bins } = job.settings;
  const range = job.workload.range ?? [0, 1];
  const { calls, on } = callsOf(job);
  const all = await calls.segmentedHistogram(on, values, segments, { ...options, bins, range });
  return binNames(bins, range).map((name, bin) => {
    const array = Uint32Array.from({ length: all.length / bins }, (_, s) => all[s * bins + bin] as number);
    return { name, type: 'u32', per: 'segment', array };
  });
};

const transformed: Call = async (job, values, segments, options) => {
  const { transform } = job.settings;
  const { calls, on } = callsOf(job);
  const result = await calls.segmentedTransform(on, values, segments, transform, {
    ...options,
    ...lagOf(job.settings),
  });
  return [{ name: transform, type: transformType(job.settings), per: 'item', array: dataOf(result as HostArray) }];
};

const CALLS: Readonly<Record<Exclude<Settings['operation'], 'group by'>, Call>> = {
  sort: sorted,
  'sort by key': sortedByKey,
  argsort: argsorted,
  'top-k': topK,
  quantile: quantiles,
  rank: ranked,
  unique: distinct,
  mode: modes,
  histogram: histograms,
  reduce: reduced,
  scan: scanned,
  transform: transformed,
};

/** The call of the settings. Of rows that are grouped, the grouping is a call before it, whose time counts. */
export async function callOnArrays(job: Job, segments?: HostSegments): Promise<Column[]> {
  const { settings, workload, signal, onStep } = job;
  const onProgress = ({ done, total }: { done: number; total: number }) => onStep('Call on arrays', done / total);
  const maxBindingBytes = pieceBytes(settings);
  const options = { signal, onProgress, ...(maxBindingBytes ? { tuning: { maxBindingBytes } } : {}) };
  const keys = typedItems(settings, workload.grouped?.values ?? workload.items);
  if (settings.operation !== 'group by') {
    return CALLS[settings.operation](job, keys, segments ?? (await segmentsOf(job)), options);
  }
  const groups = workload.offsets.length - 1;
  const ids = workload.grouped?.ids ?? new Uint32Array(0);
  const { calls, on } = callsOf(job);
  const { result } = await calls.reduceByKey(on, ids, keys, operatorsOf(settings), { ...options, groups });
  return reducedColumns(settings, result);
}
