/**
 * The plans of ranks, distinct keys and modes: a sort of the keys with their indices, the runs of equal keys in the
 * sorted segments, and what is made of the runs.
 */
import convertFile from '../../../wgsl/group/convert.wgsl';
import keysFile from '../../../wgsl/group/keys.wgsl';
import eachFile from '../../../wgsl/keys/each.wgsl';
import modesFile from '../../../wgsl/keys/modes.wgsl';
import runsFile from '../../../wgsl/keys/runs.wgsl';
import elementFile from '../../../wgsl/operators/element.wgsl';
import blockFile from '../../../wgsl/scan/block.gpu.wgsl';
import valuesFile from '../../../wgsl/scan/values.wgsl';
import convertEach from '../../../wgsl/sort/convert/convert.wgsl';
import type { Bounds } from '../../api/array_call.ts';
import type { HoldsLength } from '../../api/segments.ts';
import type { DeviceFacts } from '../../gpu/device.ts';
import { PARTITION_RESOURCES } from '../../partition/plan.ts';
import { section, type WgslModule } from '../../plan/link.ts';
import {
  composed,
  counted,
  type Grid,
  type KernelFragment,
  layOut,
  NUMBERS_OF_STATE,
  nested,
  type Pass,
  type Plan,
  presentPasses,
  type Resource,
} from '../../plan/plan.ts';
import { basesFragment, segmentsFragment, startsPasses, startsSums } from '../../segmented_scan/kernels.ts';
import { type KeyOrder, keyModulesOf, keyResources, keyTraits, nanKey, type SortSpec } from '../../sort/kernels.ts';
import { type SortStages, sortPlan } from '../../sort/plan.ts';
import { type FamilyTuning, type InternalTuning, tuningTable } from '../../tuning/tuning.ts';
import type { Ties } from '../descriptor.ts';

/** What is made of the sorted keys, and in which order they are sorted. */
export interface RunsRequest {
  readonly order: KeyOrder;
  /** Whether NaNs stand at the other end than the order puts them. */
  readonly movesNans: boolean;
  /** Whether all NaNs are one key. */
  readonly oneNan: boolean;
  /** Whether NaNs, the last keys, are left out. */
  readonly omits: boolean;
  readonly makes: 'ranks' | 'distinct' | 'modes';
  /** Of ranks. */
  readonly ties: Ties;
}

/** The data that a plan depends on, besides the device, the tuning and the form of the segments. */
export interface RunsSpec extends RunsRequest, Bounds {}

/** How a call gives its segments. */
export interface RunsAccess {
  readonly form: 'offsets' | 'ranges';
  readonly countOnGpu: boolean;
}

/** Items of a workgroup that visits items: TILE in wgsl/segmented_scan/owners.wgsl. */
const TILE_ITEMS = 2048;

/** Lanes of the one workgroup that scans the tiles' sums. */
const SPINE_WORKGROUP = 256;

interface RunsContext {
  readonly spec: RunsSpec;
  readonly access: RunsAccess;
  readonly table: FamilyTuning;
}

const region = (name: string): Resource => ({ kind: 'region', name });
const argument = (name: string): Resource => ({ kind: 'argument', name });

/** Three ranges of a key each, 256 bytes apart: see `recordRuns`. */
const UNREAD_BYTES = 2 * 256 + 8;

/** Bytes of a rank. */
export const rankBytes = ({ ties }: Pick<RunsRequest, 'ties'>): number => (ties === 'average' ? 8 : 4);

/** The sort of the keys that kernels make of the caller's: words that ascend. */
export function nestedOrder({ order }: RunsRequest): Omit<SortSpec, keyof Bounds> {
  const { words, bits } = keyTraits(order);
  const type = words === 2 ? 'u64' : 'u32';
  const ascending = { keyType: type, order: 'ascending', beginBit: 0, endBit: bits, zerosTie: false } as const;
  return { ...ascending, valueBytes: 4, indexFrom: 'array' };
}

/** The numbers of the key map: in the order of a sort, or with NaNs at the other end. */
function mapResources({ order, movesNans }: RunsRequest): { keyMap: Resource } {
  const { keyMap } = keyResources(order);
  if (!movesNans || keyMap?.kind !== 'words') return { keyMap: keyMap as Resource };
  // The first NaN becomes the origin, so the other numbers wrap around behind the NaNs.
  const nan = nanKey(order.keyType);
  const words = [...keyMap.words];
  if (keyTraits(order).words === 1) {
    words[2] = ((words[2] as number) + nan[0]) >>> 0;
    return { keyMap: { kind: 'words', words } };
  }
  const [low, high] = [words[4] as number, words[5] as number];
  const origin = (BigInt(high) << 32n) + BigInt(low) + (BigInt(nan[1]) << 32n) + BigInt(nan[0]);
  words[4] = Number(origin & 0xffffffffn);
  words[5] = Number((origin >> 32n) & 0xffffffffn);
  return { keyMap: { kind: 'words', words } };
}

const MOST = 0xffffffff;

/** The part of kernels that read the caller's keys. */
function inputFragment({ spec: { order } }: RunsContext): KernelFragment {
  const { bytes, words } = keyTraits(order);
  const bits = words === 2 ? 'vec2u' : 'u32';
  return {
    modules: [section(elementFile, 'element', bytes < 4 ? 'packed' : 'word')],
    aliases: { InputWord: bits, Bits: bits },
    constants: bytes < 4 ? { ELEMENT_BITS: 8 * bytes } : {},
    resources: { input: argument('keysIn') },
  };
}

/** A pass over items, segments or words. */
function eachOf({ table }: RunsContext, name: string, fragments: readonly KernelFragment[], of: Counted): Pass {
  const { workgroup, perLane } = table.convert;
  const own: KernelFragment = { constants: { WORKGROUP: workgroup, PER_LANE: perLane } };
  const { grid, traffic } = of;
  return {
    ...composed(`keys/${name}`, convertEach, [own, ...fragments]),
    grid: counted(grid, (of.per ?? 1) * perLane, workgroup, { additional: of.additional ?? 0 }),
    ...(traffic ? { traffic } : {}),
  };
}

interface Counted {
  readonly grid: Extract<Grid, { kind: 'counted' }>['of'];
  readonly per?: number;
  readonly additional?: number;
  readonly traffic?: Pass['traffic'];
}

/** Makes what is sorted of the caller's keys. */
function preparePass(context: RunsContext): Pass {
  const { spec } = context;
  const { order, oneNan } = spec;
  const { words, bytes, plain, lossless } = keyTraits(order);
  const [nan, nanHigh] = oneNan ? nanKey(order.keyType) : [MOST, MOST];
  const keys: KernelFragment = {
    modules: [
      section(convertFile, 'convert', 'prepare'),
      section(keysFile, 'ids', words === 2 ? 'distinctTwoWords' : 'distinct'),
      keyModulesOf(words).keyMap,
    ],
    aliases: { Key: words === 2 ? 'vec2u' : 'u32' },
    constants: {
      ...{ PLAIN_KEYS: plain, LOSSLESS_KEYS: lossless, NAN_KEY: nan },
      ...(words === 2 ? { NAN_KEY_HIGH: nanHigh } : {}),
    },
    resources: { ...mapResources(spec), groupKeys: region('sortedKeys') },
  };
  const traffic = { item: bytes + 4 * words };
  return eachOf(context, 'prepare', [inputFragment(context), keys], { grid: 'items', traffic });
}

/** The part that finds segments, and the numbers of the call. */
function segmentsPart({ access }: RunsContext, part = segmentsFragment): KernelFragment {
  return { modules: [NUMBERS_OF_STATE, ...(part(access).modules ?? [])] };
}

/** The part that tells which keys are left out. */
function omitFragment({ spec }: RunsContext): KernelFragment {
  if (!spec.omits) return {};
  const { words } = keyTraits(spec.order);
  const [low, high] = nanKey(spec.order.keyType);
  return {
    modules: [section(runsFile, 'nan', words === 2 ? 'twoWords' : 'word')],
    constants: { FIRST_NAN: low, ...(words === 2 ? { FIRST_NAN_HIGH: high } : {}) },
  };
}

/** A pass that visits all items of the sorted segments. */
function visitPass(
  context: RunsContext,
  visit: 'heads' | 'rank' | 'distinct' | 'most' | 'first',
  fragments: readonly KernelFragment[],
  item: number,
): Pass {
  const { spec, table } = context;
  const own: KernelFragment = {
    modules: [
      section(eachFile, 'visit', visit),
      ...(visit === 'rank' || visit === 'distinct' ? [section(eachFile, 'finish', 'none')] : []),
    ],
    aliases: { Key: keyTraits(spec.order).words === 2 ? 'vec2u' : 'u32' },
    constants: { WORKGROUP: Math.min(table.reduce.workgroup, TILE_ITEMS / 16) },
  };
  return {
    ...composed(`keys/${visit}`, eachFile, [own, segmentsPart(context, basesFragment), ...fragments]),
    // Heads have a tile after the last item.
    grid: counted('items', TILE_ITEMS, 1, { additional: visit === 'heads' ? 1 : 0 }),
    traffic: { item, segment: 4 },
  };
}

/** Passes that find the runs of equal keys. `firsts`: whether they also tell where each run begins. */
function runsPasses(context: RunsContext): Pass[] {
  const { spec } = context;
  const marks = section(eachFile, 'marks', spec.omits && spec.makes === 'ranks' ? 'nans' : 'none');
  const omit = spec.makes === 'ranks' ? omitFragment(context) : {};
  const keyBytes = 4 * keyTraits(spec.order).words;
  const spine = composed('keys/spine', section(runsFile, 'entry', 'spine'), [
    {
      modules: [
        NUMBERS_OF_STATE,
        section(valuesFile, 'values', 'sums'),
        section(blockFile, 'scan', 'raked'),
        section(valuesFile, 'combine', 'add'),
      ],
      aliases: { Scanned: 'u32' },
      constants: { WORKGROUP: SPINE_WORKGROUP },
      resources: { sums: region('headSums') },
    },
  ]);
  const { workgroup } = context.table.convert;
  const number = composed('keys/number', section(runsFile, 'entry', 'number'), [
    { constants: { WORKGROUP: workgroup } },
    segmentsPart(context),
  ]);
  return [
    visitPass(context, 'heads', [{ modules: [marks] }, omit], 2 * keyBytes),
    { ...spine, grid: { kind: 'direct', workgroups: 1 } },
    // A word is 32 items. There is one for the position after the last.
    { ...number, grid: counted('items', 32, workgroup, { additional: 1 }) },
  ];
}

/** Whether ranks depend on the runs of equal keys. */
const ranksByRuns = ({ ties, omits }: RunsRequest) => ties !== 'ordinal' || omits;

function rankPasses(context: RunsContext): Pass[] {
  const { spec } = context;
  const rank: KernelFragment = {
    modules: [section(eachFile, 'rank', spec.ties)],
    aliases: { Rank: spec.ties === 'average' ? 'vec2u' : 'u32' },
  };
  return [
    ...(ranksByRuns(spec) ? runsPasses(context) : []),
    visitPass(context, 'rank', [rank], 4 + 8 + rankBytes(spec)),
  ];
}

function distinctPasses(context: RunsContext): Pass[] {
  const { bytes } = keyTraits(context.spec.order);
  const packed = bytes < 4;
  const keys: KernelFragment = {
    modules: [section(eachFile, 'key', packed ? 'packed' : 'words')],
    ...(packed ? { resources: { packedKeys: argument('keysOut') } } : {}),
  };
  const counts = [{ modules: [section(runsFile, 'convert', 'counts')] }, segmentsPart(context)];
  return [
    ...runsPasses(context),
    visitPass(context, 'distinct', [inputFragment(context), keys], 1 + 2 * bytes),
    eachOf(context, 'counts', counts, { grid: 'both', additional: 1 }),
  ];
}

function modePasses(context: RunsContext): Pass[] {
  const { spec } = context;
  const { bytes } = keyTraits(spec.order);
  const leaves: KernelFragment = { modules: [section(modesFile, 'leaves', spec.omits ? 'nans' : 'none')] };
  const of = (convert: WgslModule): KernelFragment => ({ modules: [NUMBERS_OF_STATE, convert] });
  const perWord = bytes < 4 ? 4 / bytes : 1;
  const values: KernelFragment = {
    modules: [section(modesFile, 'values', bytes < 4 ? 'packed' : 'words')],
    constants: { PER_WORD: perWord },
    resources: { modesOut: argument('valuesOut') },
  };
  const [clear, deliver] = (['clear', 'deliver'] as const).map((name) => of(section(modesFile, 'convert', name)));
  return [
    ...runsPasses(context),
    eachOf(context, 'clear modes', [clear as KernelFragment], { grid: 'segments', traffic: { segment: 8 } }),
    visitPass(context, 'most', [leaves, omitFragment(context)], 1),
    visitPass(context, 'first', [leaves, omitFragment(context)], 1),
    eachOf(context, 'deliver modes', [deliver as KernelFragment, inputFragment(context), values], {
      grid: 'segments',
      per: perWord,
      traffic: { segment: 16 + 2 * bytes },
    }),
  ];
}

const MADE = { ranks: rankPasses, distinct: distinctPasses, modes: modePasses };

/** Bytes of scratch ranges besides those of the sort. */
function ownRegions({ spec }: RunsContext): Record<string, number> {
  const { maxItems, maxSegments, makes, order } = spec;
  const tiles = Math.floor(maxItems / TILE_ITEMS) + 1;
  const hasRuns = makes !== 'ranks' || ranksByRuns(spec);
  return {
    sortedKeys: 4 * keyTraits(order).words * maxItems,
    sortedIndices: 4 * maxItems,
    ...(hasRuns ? { headWords: (8 * tiles * TILE_ITEMS) / 32, headSums: 4 * tiles, firsts: 4 * (maxItems + 1) } : {}),
    ...(makes === 'modes' ? { modes: 8 * maxSegments } : {}),
    // Of segments by begin and end.
    starts: 4 * maxSegments,
    unread: UNREAD_BYTES,
  };
}

/** Makes the plan: all that a call records, as plain data. It needs no GPU. */
export function runsPlan(
  stages: SortStages,
  spec: RunsSpec,
  access: RunsAccess,
  facts: DeviceFacts,
  tuning: InternalTuning,
  holds: HoldsLength = () => true,
): Plan {
  const { maxItems, maxSegments, maxSegmentSize, order } = spec;
  const sorted = { ...nestedOrder(spec), maxItems, maxSegments, maxSegmentSize };
  const inPlace = { ...access, keysInPlace: true, valuesInPlace: false };
  const sort = sortPlan(stages, sorted, inPlace, facts, tuning);
  const context: RunsContext = { spec, access, table: tuningTable(stages.deviceTable(facts), tuning) };
  const keys = region('sortedKeys');
  const [setup, ...sorting] = nested(
    presentPasses(sort, holds).map((pass) => ({ ...pass, resources: { ...sort.resources, ...pass.resources } })),
    { keysIn: keys, keysOut: keys, valuesOut: region('sortedIndices') },
  );
  const sizes = Object.fromEntries(Object.entries(sort.regions).map(([name, { size }]) => [name, size]));
  const { regions, bytes } = layOut({
    ...sizes,
    ...ownRegions(context),
    sums: Math.max(4 * startsSums({ table: context.table, maxSegments }), sizes.sums ?? 0),
  });
  return {
    ...sort,
    passes: [
      setup as Pass,
      preparePass(context),
      ...sorting,
      ...(access.form === 'ranges' ? startsPasses({ table: context.table }) : []),
      ...MADE[spec.makes](context),
    ],
    regions,
    resources: PARTITION_RESOURCES,
    temporaryBytes: bytes,
    itemBytes: maxItems * Math.max(keyTraits(order).bytes, 4, spec.makes === 'ranks' ? rankBytes(spec) : 0),
  };
}
