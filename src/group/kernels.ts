import countGroups from '../../wgsl/group/boundaries/count.wgsl';
import keysPacked from '../../wgsl/group/boundaries/keys_packed.wgsl';
import numberGroups from '../../wgsl/group/boundaries/number.wgsl';
import convertFile from '../../wgsl/group/convert.wgsl';
import gatherFile from '../../wgsl/group/gather.wgsl';
import keysFile from '../../wgsl/group/keys.wgsl';
import numberedKeys from '../../wgsl/group/numbered/keys.wgsl';
import numberedOffsets from '../../wgsl/group/numbered/offsets.wgsl';
import orderFile from '../../wgsl/group/order.wgsl';
import element from '../../wgsl/operators/element.wgsl';
import blockFile from '../../wgsl/scan/block.gpu.wgsl';
import scanSpine from '../../wgsl/scan/spine.wgsl';
import valuesFile from '../../wgsl/scan/values.wgsl';
import convertEach from '../../wgsl/sort/convert/convert.wgsl';
import { typeBytes } from '../item_types.ts';
import { section } from '../plan/link.ts';
import { composed, counted, type KernelFragment, type Pass, type Resource, STATE } from '../plan/plan.ts';
import { type KeyOrder, keyModulesOf, keyResources, keyTraits, nanKey, type SortSpec } from '../sort/kernels.ts';
import type { SortStages } from '../sort/plan.ts';
import type { FamilyTuning } from '../tuning/tuning.ts';
import type { Grouping, GroupSpec } from './descriptor.ts';

/** How a call uses a grouping. */
export interface GroupAccess {
  /** Whether the call wants the groups' ids. */
  readonly keys: boolean;
  /** Whether the call wants each row's group. */
  readonly rowGroups?: boolean;
  /** Bytes of the values that are moved into the groups' order; 0 for none. */
  readonly valueBytes: number;
}

/** The data that all passes of a grouping are made from. */
export interface GroupContext extends GroupSpec, GroupAccess {
  readonly stages: SortStages;
  readonly table: FamilyTuning;
  /** The scratch range of the ordered rows' groups. */
  readonly ordered: string;
}

/** The order of ids by which groups ascend. */
export function idOrder({ type, zerosTie }: Grouping): KeyOrder {
  return { keyType: type, order: 'ascending', beginBit: 0, endBit: 8 * typeBytes(type), zerosTie };
}

/**
 * Bits of a row's group: those of an id's sort key, or of the number of groups. Rows that are dropped have the number
 * of groups as their group.
 */
function groupBits({ type, groups }: Grouping): number {
  const width = 8 * typeBytes(type);
  if (groups === undefined) return width;
  const dropped = groups === 2 ** width ? groups - 1 : groups;
  return 32 - Math.clz32(dropped);
}

/** The sort of rows by group: one segment of groups, with their rows. The first pass over them computes the rows. */
export function rowSort(spec: Pick<GroupSpec, 'type' | 'groups'> & Grouping): Omit<SortSpec, 'maxItems'> {
  const endBit = groupBits(spec);
  return {
    keyType: endBit > 32 ? 'u64' : 'u32',
    order: 'ascending',
    beginBit: 0,
    endBit,
    zerosTie: false,
    valueBytes: 4,
    indexFrom: 'array',
    maxSegments: 1,
    maxSegmentSize: Number.POSITIVE_INFINITY,
  };
}

export const argument = (name: string): Resource => ({ kind: 'argument', name });
export const region = (name: string): Resource => ({ kind: 'region', name });

/** The part of kernels that read ids: `bitsAt(row)`. */
export function idFragment({ type }: Grouping): KernelFragment {
  const bytes = typeBytes(type);
  const bits = bytes === 8 ? 'vec2u' : 'u32';
  return {
    modules: [section(element, 'element', bytes < 4 ? 'packed' : 'word')],
    aliases: { InputWord: bits, Bits: bits },
    constants: bytes < 4 ? { ELEMENT_BITS: 8 * bytes } : {},
    resources: { input: argument('idsIn') },
  };
}

/** The part of kernels that make a row's group from its id: `groupKey(row)`. */
export function groupKeyFragment(context: GroupContext): KernelFragment {
  const { groups, type } = context;
  const ids = idFragment(context);
  const wide = typeBytes(type) === 8;
  if (groups !== undefined) {
    return {
      ...ids,
      modules: [...(ids.modules ?? []), section(keysFile, 'ids', wide ? 'numberTwoWords' : 'number')],
      aliases: { ...ids.aliases, Key: 'u32' },
    };
  }
  const order = idOrder(context);
  const { plain, lossless } = keyTraits(order);
  const [nan, nanHigh] = nanKey(type);
  return {
    modules: [
      ...(ids.modules ?? []),
      section(keysFile, 'ids', wide ? 'distinctTwoWords' : 'distinct'),
      keyModulesOf(wide ? 2 : 1).keyMap,
    ],
    aliases: { ...ids.aliases, Key: wide ? 'vec2u' : 'u32' },
    constants: {
      ...ids.constants,
      ...{ PLAIN_KEYS: plain, LOSSLESS_KEYS: lossless, NAN_KEY: nan },
      ...(wide ? { NAN_KEY_HIGH: nanHigh } : {}),
    },
    resources: { ...ids.resources, ...keyResources(order) },
  };
}

/** The part of kernels that read the ordered rows: `keyAt(slot)`, `rowAt(slot)`. */
export function orderFragment(context: GroupContext): KernelFragment {
  if (context.sorted) {
    const keys = groupKeyFragment(context);
    return { ...keys, modules: [...(keys.modules ?? []), section(orderFile, 'order', 'given')] };
  }
  const wide = context.groups === undefined && typeBytes(context.type) === 8;
  return {
    modules: [section(orderFile, 'order', 'sorted')],
    aliases: { Key: wide ? 'vec2u' : 'u32' },
    constants: {},
    resources: { sortedKeys: region(context.ordered) },
  };
}

/** The part of kernels that skip the rows before the first group: `firstGroupRow(rows)`. */
export function baseFragment(context: GroupContext): KernelFragment {
  const { sorted, groups, type } = context;
  if (!sorted || groups === undefined || !type.startsWith('i')) {
    return { modules: [section(orderFile, 'base', 'none')], aliases: {}, constants: {}, resources: {} };
  }
  const bytes = typeBytes(type);
  const ids = idFragment(context);
  return {
    ...ids,
    modules: [
      ...(ids.modules ?? []),
      section(orderFile, 'base', 'negative'),
      section(orderFile, 'lastWord', bytes === 8 ? 'twoWords' : 'word'),
    ],
    constants: { ...ids.constants, SIGN_BIT: 2 ** (Math.min(8 * bytes, 32) - 1) },
  };
}

// The code that gathers items, by their size: of recorded gathers, and of values moved into the groups' order.

/** The type of an item, by its bytes. */
const ITEMS: Readonly<Record<number, string>> = { 8: 'vec2u', 12: 'array<u32,3>', 16: 'vec4u' };

/** The part of a kernel that gathers items: `gatherRows(i, rowCount, sources)`. `perWord`: items of a word. */
export function gatherFragment(itemBytes: number) {
  const perWord = itemBytes < 4 ? 4 / itemBytes : 1;
  return {
    modules: [section(gatherFile, 'items', perWord > 1 ? 'packed' : 'words')],
    aliases: { Item: ITEMS[itemBytes] ?? 'u32' },
    constants: perWord > 1 ? { PER_WORD: perWord, ITEM_BITS: 8 * itemBytes, ITEM_MASK: 2 ** (8 * itemBytes) - 1 } : {},
    perWord,
  };
}

const BOUNDS: KernelFragment = { resources: { groupBounds: { kind: 'parameters' } } };

/** Lanes of the one workgroup that scans the blocks' sums. */
const SPINE_WORKGROUP = 256;

/** A pass over rows, or over words of packed items. */
function eachPass(
  { table }: GroupContext,
  conversion: 'prepare' | 'rows' | 'gather' | 'groups',
  fragments: readonly KernelFragment[],
  itemBytes: number,
  itemsPerConversion = 1,
): Pass {
  const { workgroup, perLane } = table.convert;
  const own: KernelFragment = {
    modules: [section(convertFile, 'convert', conversion)],
    constants: { WORKGROUP: workgroup, PER_LANE: perLane },
  };
  return {
    ...composed(`group/${conversion}`, convertEach, [own, ...fragments]),
    grid: counted('items', itemsPerConversion * perLane, workgroup),
    traffic: { item: itemBytes },
  };
}

/** Makes what is sorted: each row's group. */
export function preparePass(context: GroupContext): Pass {
  const fragments = [groupKeyFragment(context), BOUNDS, { resources: { groupKeys: region('groupKeys') } }];
  const keyBytes = context.groups === undefined && typeBytes(context.type) === 8 ? 8 : 4;
  return eachPass(context, 'prepare', fragments, typeBytes(context.type) + keyBytes);
}

/** Writes the rows of ids that ascend already. */
export function rowsPass(context: GroupContext): Pass {
  return eachPass(context, 'rows', [baseFragment(context), { resources: { rowsTo: argument('rowsOut') } }], 4);
}

/** Writes each row's group, where the caller gives the number of groups. */
function groupsPass(context: GroupContext): Pass {
  const fragments = [groupKeyFragment(context), BOUNDS, { resources: { groupOut: argument('groupOut') } }];
  return eachPass(context, 'groups', fragments, typeBytes(context.type) + 4);
}

/** Moves values into the groups' order. */
export function gatherPass(context: GroupContext): Pass {
  const { valueBytes } = context;
  const { perWord, ...part } = gatherFragment(valueBytes);
  const resources = {
    rows: argument('rowsOut'),
    itemsIn: argument('valuesIn'),
    itemsOut: argument('valuesOut'),
  };
  return eachPass(context, 'gather', [part, { resources }], 4 + 2 * valueBytes, perWord);
}

/** Rows of a block of the scan over rows, lanes of a block, and rows of a lane. */
export function groupBlock({ stages, table }: Pick<GroupContext, 'stages' | 'table'>) {
  const { workgroup, tile } = table.sort.large;
  const lanes = stages.partition.lanes(workgroup);
  const perLane = Math.ceil(tile / lanes);
  return { workgroup, lanes, perLane, rows: perLane * lanes };
}

/** What the passes that number the groups write besides: their ids, and each row's group. */
function writtenFragments(context: GroupContext): KernelFragment[] {
  const { keys, type, rowGroups } = context;
  const written = (name: string, resources = {}) => ({ modules: [section(numberGroups, 'keys', name)], resources });
  const ids = idFragment(context);
  const words = { ...ids, modules: [...(ids.modules ?? []), section(numberGroups, 'keys', 'words')] };
  const found = [
    ...(keys && typeBytes(type) >= 4 ? [words] : []),
    ...(rowGroups ? [written('groups', { groupOut: argument('groupOut') })] : []),
  ];
  return found.length > 0 ? found : [written('none')];
}

/** Writes packed ids of the groups. There are at most as many groups as ids of the type. */
function packedKeysPass(context: GroupContext): Pass {
  const { table, type, maxItems, maxGroups } = context;
  const { workgroup } = table.convert;
  const bytes = typeBytes(type);
  const own = {
    constants: { WORKGROUP: workgroup, PER_WORD: 4 / bytes },
    resources: { packed: argument('keysOut') },
  };
  const maxIds = Math.min(maxItems, maxGroups, 2 ** (8 * bytes));
  return {
    ...composed(keysPacked.name, keysPacked, [idFragment(context), BOUNDS, own]),
    grid: { kind: 'direct', workgroups: Math.ceil((maxIds * bytes) / 4 / workgroup) },
  };
}

/** Passes that find the groups of ordered rows whose number is unknown: head flags, and a scan of them. */
export function boundaryPasses(context: GroupContext): Pass[] {
  const { workgroup, lanes, perLane, rows } = groupBlock(context);
  const order = orderFragment(context);
  const block: KernelFragment = {
    modules: [context.stages.partition.block, section(valuesFile, 'combine', 'add')],
    aliases: { Scanned: 'u32' },
    constants: { WORKGROUP: workgroup, PER_LANE: perLane },
    resources: {},
  };
  // Without rows one block remains, which writes that there is no group.
  const grid = counted('items', rows, workgroup / lanes, { additional: 1 });
  const keyBytes = context.groups === undefined && typeBytes(context.type) === 8 ? 8 : 4;
  return [
    {
      ...composed(countGroups.name, countGroups, [order, block]),
      grid,
      traffic: { item: 2 * keyBytes },
    },
    {
      kernel: {
        name: 'group/boundaries/spine',
        entry: scanSpine,
        modules: [
          section(valuesFile, 'values', 'sums'),
          section(blockFile, 'scan', 'raked'),
          section(valuesFile, 'combine', 'add'),
        ],
        aliases: { Scanned: 'u32' },
        constants: { ...STATE, WORKGROUP: SPINE_WORKGROUP, SCAN_LENGTH: STATE.ITEM_COUNT, SCAN_BLOCK: rows },
      },
      grid: { kind: 'direct', workgroups: 1 },
      resources: { sums: region('groupSums') },
    },
    ...writtenFragments(context).map((written) => ({
      ...composed(numberGroups.name, numberGroups, [
        { modules: [section(numberGroups, 'starts', lanes > 1 ? 'workgroup' : 'lane')] },
        ...[written, order, block, BOUNDS],
      ]),
      grid,
    })),
    ...(context.keys && typeBytes(context.type) < 4 ? [packedKeysPass(context)] : []),
  ];
}

/** Passes that find the groups of ordered rows whose number the caller gives. */
export function numberedPasses(context: GroupContext): Pass[] {
  const { table, type, keys, rowGroups } = context;
  const groups = context.groups as number;
  const { workgroup, perLane } = table.convert;
  const bytes = typeBytes(type);
  const offsets: KernelFragment = { constants: { WORKGROUP: workgroup, PER_LANE: perLane } };
  const named: KernelFragment = {
    constants: { WORKGROUP: workgroup, ID_WORDS: Math.max(1, bytes / 4), PER_WORD: Math.max(1, 4 / bytes) },
    resources: { packed: argument('keysOut') },
  };
  const grid = (tasks: number) => ({ kind: 'direct', workgroups: Math.max(1, Math.ceil(tasks / workgroup)) }) as const;
  return [
    {
      ...composed(numberedOffsets.name, numberedOffsets, [
        orderFragment(context),
        baseFragment(context),
        BOUNDS,
        offsets,
      ]),
      grid: grid((groups + 1) / perLane),
    },
    ...(keys
      ? [{ ...composed(numberedKeys.name, numberedKeys, [BOUNDS, named]), grid: grid((groups * bytes) / 4) }]
      : []),
    ...(rowGroups ? [groupsPass(context)] : []),
  ];
}
