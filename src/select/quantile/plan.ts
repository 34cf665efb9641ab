/** The plan of quantiles: all passes that it records, as plain data. */
import values from '../../../wgsl/scan/values.wgsl';
import deliver from '../../../wgsl/select/quantile/deliver.wgsl';
import finish from '../../../wgsl/select/quantile/finish.wgsl';
import start from '../../../wgsl/select/quantile/start.wgsl';
import descend from '../../../wgsl/select/radix/descend.wgsl';
import quantileNetwork from '../../../wgsl/select/small/quantile_network.wgsl';
import itemFile from '../../../wgsl/sort/small/item.wgsl';
import type { HoldsLength } from '../../api/segments.ts';
import type { DeviceFacts } from '../../gpu/device.ts';
import {
  ARGS,
  argsSlots,
  GRID_RESOURCES,
  listPasses,
  PARTITION_RESOURCES,
  partitionPasses,
} from '../../partition/plan.ts';
import { type Kernel, section, type WgslModule, wgsl, written } from '../../plan/link.ts';
import {
  counted,
  layOut,
  nested,
  type Pass,
  type Plan,
  presentPasses,
  type Resource,
  type Resources,
  STATE,
} from '../../plan/plan.ts';
import { keyType, type SortBin } from '../../sort/kernels.ts';
import { type SortStages, sortPlan } from '../../sort/plan.ts';
import type { InternalTuning } from '../../tuning/tuning.ts';
import {
  hasLarge,
  isDirect,
  keyed,
  largeGrids,
  type MediumUse,
  type NetworkUse,
  packing,
  partitionRegions,
  type SelectAccess,
  type SelectContext,
  type SelectSpec,
  type SelectStages,
  selectContext,
  selectPartition,
  selectResources,
  smallGrids,
} from '../kernels.ts';
import { largeConstants, levelsOf, levelWords, radixRegions, type Search, searchPasses } from '../radix.ts';
import { directPass, mediumPasses, networkPasses, segmentsModule } from '../small.ts';

export interface QuantileSpec extends SelectSpec {
  readonly quantiles: readonly number[];
  /** Whether positions are those of `'inverted_cdf'`. */
  readonly inverted?: boolean;
  readonly omitsNans: boolean;
}

export interface QuantileAccess extends SelectAccess {
  readonly low: boolean;
  readonly high: boolean;
  readonly counts: boolean;
}

/**
 * Quantiles of one search. More quantiles take several searches, because a search has a counter per target key and
 * digit.
 */
const PER_SEARCH = 4;

interface QuantileContext {
  readonly spec: QuantileSpec;
  readonly access: QuantileAccess;
  readonly context: SelectContext;
  /** Index of the first quantile of a search, and their number. */
  readonly first: number;
  readonly count: number;
}

/**
 * A quantile in the kernels' form: a whole number of 53 bits, low word and high word, its shift, and 1 for
 * `'inverted_cdf'`.
 */
export function quantileWords(q: number, inverted = false): number[] {
  if (q === 0) return [0, 0, 0, Number(inverted)];
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, q);
  const [high, low] = [view.getUint32(0), view.getUint32(4)];
  const exponent = high >>> 20;
  const mantissa = (high & 0xfffff) + (exponent > 0 ? 0x100000 : 0);
  return [low, mantissa, 1075 - Math.max(exponent, 1), Number(inverted)];
}

const isFloat = ({ keyType: type }: SelectSpec) => type[0] === 'f';

/** The sort key of +inf, for keys in ascending order: the number of keys from -inf on. */
function lastNumber(spec: QuantileSpec): [number, number] {
  const numbers: Record<string, bigint> = { f16: 0xf802n, f32: 0xff000002n, f64: 0xffe0000000000002n };
  const key = (numbers[spec.keyType] ?? 0xffffffffffffffffn + 1n) - 1n;
  return [Number(key & 0xffffffffn), Number((key >> 32n) & 0xffffffffn)];
}

/** Bits of a canonical NaN, or of 0: the result where there is no item. */
function absentBits(spec: QuantileSpec): [number, number] {
  const nans: Record<string, [number, number]> = { f16: [0x7e00, 0], f32: [0x7fc00000, 0], f64: [0, 0x7ff80000] };
  return nans[spec.keyType] ?? [0, 0];
}

function constantsOf({ spec, count }: QuantileContext): NonNullable<Kernel['constants']> {
  return {
    ...STATE,
    TARGETS: 2 * count,
    FOUND_WORDS: 2 * spec.quantiles.length,
    OMITS_NANS: spec.omitsNans,
    LAST_NUMBER: lastNumber(spec),
    DIGITS: 256,
  };
}

function quantileResources({ spec, first, count }: QuantileContext): Resources {
  const words = spec.quantiles.slice(first, first + count).flatMap((q) => quantileWords(q, spec.inverted));
  return {
    quantiles: { kind: 'words', words: Array.from({ length: 16 }, (_, i) => words[i] ?? 0) },
    foundFirst: { kind: 'words', words: [2 * first, 0, 0, 0] },
    counts: { kind: 'region', name: 'numbers' },
  };
}

/** The module that adds a number over all lanes of a segment. */
function sumModule({ key }: SelectContext, { lanes }: SortBin): WgslModule {
  const steps: string[] = [];
  for (let mask = 1; mask < lanes; mask *= 2) {
    const other = `partner(local, 0u, Item(sum), ${mask}u)${key.words === 2 ? '.x' : ''}`;
    steps.push(wgsl`publish(local, 0u, Item(sum), ${mask}u);
  meet(${mask}u);
  let p${mask} = ${other};
  meet(${mask}u);
  sum += p${mask};`);
  }
  return written(
    'sum of lanes',
    wgsl`fn sumOfLanes(local: u32, value: u32) -> u32 {
  var sum = value;
  ${steps.join('\n  ')}
  return sum;
}`,
  );
}

function networkUse(of: QuantileContext): NetworkUse {
  return {
    name: 'quantile network',
    entry: quantileNetwork,
    modules: [section(itemFile, 'item', 'key'), section(itemFile, 'load', 'key')],
    storesPads: false,
    modulesFor: (bin) => [sumModule(of.context, bin), of.context.prefixes],
    constants: { ...constantsOf(of), COUNT_NANS: isFloat(of.spec) },
    // The module of prefixes binds a level, which these kernels do not read.
    resources: { ...quantileResources(of), level: levelWords(of.context, 0) },
  };
}

const mediumUse = (of: QuantileContext): MediumUse => ({
  operation: 'quantile',
  modules: [of.context.prefixes],
  constants: { ...constantsOf(of), COUNT_NANS: isFloat(of.spec) },
  resources: { ...quantileResources(of), level: levelWords(of.context, 0) },
});

function searchOf(of: QuantileContext): Search {
  return {
    targets: 2 * of.count,
    keepsItems: false,
    firstRank: section(descend, 'rank', 'counted'),
    countsNans: isFloat(of.spec),
    constants: constantsOf(of),
  };
}

/** The passes of large segments for the quantiles of one search. */
function largePasses(of: QuantileContext): Pass[] {
  const { context } = of;
  const search = searchOf(of);
  const grids = largeGrids(context);
  const kernel = (name: string, entry: WgslModule, more: readonly WgslModule[]): Kernel => ({
    name: `select/${name}`,
    entry,
    modules: [context.stages.block, section(values, 'combine', 'add'), ...more],
    constants: largeConstants(context, search),
    aliases: { Scanned: 'u32', Key: keyType(context) },
  });
  const level = levelWords(context, levelsOf(context));
  const passes: Pass[] = [
    { kernel: kernel('quantile start', start, []), grid: grids.segments },
    ...searchPasses(context, search),
    { kernel: kernel('quantile finish', finish, [context.prefixes]), grid: grids.segments, resources: { level } },
  ];
  const bins = [context.bins.length - 1];
  return passes.map((pass) => ({ ...pass, bins, resources: { ...quantileResources(of), ...pass.resources } }));
}

const region = (name: string): Resource => ({ kind: 'region', name });

/** How the last kernel gets the keys at the positions. */
export interface FoundKeys {
  readonly module: WgslModule;
  readonly resources: Resources;
  /** Whether it reads keys. */
  readonly readsKeys: boolean;
}

const FOUND: FoundKeys = {
  module: /* @__PURE__ */ section(deliver, 'keys', 'found'),
  resources: { counts: region('numbers') },
  readsKeys: false,
};

/** Outputs that a call does not have. */
export const UNUSED = { unusedLow: 4, unusedHigh: 4, unusedCounts: 4 };

/** The pass that writes the outputs. */
export function deliverPass(
  { spec, access, context }: Pick<QuantileContext, 'spec' | 'access' | 'context'>,
  keys = FOUND,
): Pass {
  const { bytes } = context.key;
  const { workgroup } = context.table.convert;
  const packed = bytes < 4 ? packing(bytes) : { PER_WORD: 1 };
  const kernel: Kernel = {
    name: 'select/quantile deliver',
    entry: deliver,
    modules: [
      keys.module,
      section(deliver, 'set', bytes < 4 ? 'packed' : 'words'),
      context.prefixes,
      segmentsModule(access),
    ],
    constants: {
      WORKGROUP: workgroup,
      QUANTILES: spec.quantiles.length,
      OMITS_NANS: spec.omitsNans,
      COUNT_NANS: isFloat(spec),
      LAST_NUMBER: lastNumber(spec),
      ABSENT: absentBits(spec),
      WITH_LOW: access.low,
      WITH_HIGH: access.high,
      WITH_COUNTS: access.counts,
      ...packed,
    },
  };
  return {
    kernel: keyed(context, kernel, keys.readsKeys),
    grid: counted('segments', 1, workgroup * packed.PER_WORD, { rows: spec.quantiles.length }),
    resources: {
      ...(access.low ? {} : { keysLow: region('unusedLow') }),
      ...(access.high ? {} : { keysHigh: region('unusedHigh') }),
      ...(access.counts ? {} : { countsOut: region('unusedCounts') }),
      ...keys.resources,
      level: levelWords(context, 0),
    },
  };
}

/** The parts of quantiles that load by need. */
export interface QuantileStages {
  readonly select: SelectStages;
  /** The plan of many quantiles: a sort. Undefined: there are few. */
  readonly sorted?: (
    spec: QuantileSpec,
    access: QuantileAccess,
    facts: DeviceFacts,
    tuning: InternalTuning,
    holds: HoldsLength,
  ) => Plan;
}

/** Makes the plan of quantiles. It needs no GPU. */
export function quantilePlan(
  stages: QuantileStages,
  spec: QuantileSpec,
  access: QuantileAccess,
  facts: DeviceFacts,
  tuning: InternalTuning,
  holds: HoldsLength = () => true,
): Plan {
  if (stages.sorted) return stages.sorted(spec, access, facts, tuning, holds);
  const context = selectContext(stages.select, spec, access, facts, tuning, { pairs: false, ranks: false });
  const starts = Array.from({ length: Math.ceil(spec.quantiles.length / PER_SEARCH) }, (_, i) => i * PER_SEARCH);
  const searches = starts.map((first): QuantileContext => {
    return { spec, access, context, first, count: Math.min(PER_SEARCH, spec.quantiles.length - first) };
  });
  const direct = isDirect(context);
  const grids = smallGrids();
  const small = searches.flatMap((of) =>
    direct ? [directPass(context, networkUse(of))] : networkPasses(context, networkUse(of), grids),
  );
  const medium = searches.flatMap((of) => mediumPasses(context, mediumUse(of), grids));
  const large = hasLarge(context) ? searches.flatMap(largePasses) : [];
  const partition = selectPartition(context, access, grids.grids, direct);
  const widest = searchOf(searches[0] as QuantileContext);
  const { regions, bytes } = layOut({
    ...partitionRegions(context, partition),
    numbers: 4 * spec.maxSegments,
    found: 8 * context.key.words * spec.quantiles.length * spec.maxSegments,
    ...UNUSED,
    ...(hasLarge(context) ? radixRegions(context, widest) : {}),
  });
  const isPresent = context.bins.map(({ minLength, maxLength }) => holds(minLength, maxLength));
  const own = { ...PARTITION_RESOURCES, ...selectResources(spec) };
  return {
    passes: listPasses(partition, [
      ...partitionPasses(partition),
      ...small,
      ...medium,
      ...large,
      deliverPass(searches[0] as QuantileContext),
    ])
      .filter(({ bins }) => bins?.some((bin) => isPresent[bin]) ?? true)
      .map((pass) => ({ ...pass, resources: { ...own, ...pass.resources } })),
    regions,
    resources: GRID_RESOURCES,
    temporaryBytes: bytes,
    itemBytes: spec.maxItems * context.key.bytes,
    argsSlots: Math.max(argsSlots(partition), ARGS.firstGrid),
    classes: context.bins,
  };
}

// Many quantiles: the segments are sorted once, and the keys at all positions are read from them.

const SORTED: Resource = { kind: 'region', name: 'sortedKeys' };

/** Makes plans of many quantiles with these stages of a selection and of a sort. */
export function sortedQuantiles(select: SelectStages, sort: SortStages): NonNullable<QuantileStages['sorted']> {
  return (spec, access, facts, tuning, holds) => {
    const { form, countOnGpu } = access;
    const context = selectContext(select, spec, access, facts, tuning, { pairs: false, ranks: false });
    const order = { ...spec, valueBytes: 0 } as const;
    const sorts = { form, countOnGpu, keysInPlace: false, valuesInPlace: false } as const;
    const plan = sortPlan(sort, order, sorts, facts, tuning);
    const sorting = presentPasses(plan, holds);
    const resources = { keysIn: SORTED, positions: { kind: 'parameters' } } as const;
    const { regions, bytes } = layOut({
      ...Object.fromEntries(Object.entries(plan.regions).map(([name, { size }]) => [name, size])),
      sortedKeys: 4 * Math.ceil((spec.maxItems * context.key.bytes) / 4),
      ...UNUSED,
    });
    return {
      ...plan,
      passes: [
        ...nested(sorting, { keysOut: SORTED }),
        deliverPass(
          { spec, access, context },
          { module: section(deliver, 'keys', 'sorted'), resources, readsKeys: true },
        ),
      ],
      regions,
      temporaryBytes: bytes,
      parameters: spec.quantiles.flatMap((q) => quantileWords(q, spec.inverted)),
    };
  };
}
