import countGroups from '../../wgsl/group/boundaries/count.wgsl';
import keysPacked from '../../wgsl/group/boundaries/keys_packed.wgsl';
import numberGroups from '../../wgsl/group/boundaries/number.wgsl';
import convertFile from '../../wgsl/group/convert.wgsl';
import numberedKeys from '../../wgsl/group/numbered/keys.wgsl';
import numberedOffsets from '../../wgsl/group/numbered/offsets.wgsl';
import blockFile from '../../wgsl/scan/block.gpu.wgsl';
import scanSpine from '../../wgsl/scan/spine.wgsl';
import valuesFile from '../../wgsl/scan/values.wgsl';
import convertEach from '../../wgsl/sort/convert/convert.wgsl';
import { typeBytes } from '../item_types.ts';
import { section } from '../plan/module.ts';
import { counted, type Pass } from '../plan/plan.ts';
import { STATE } from '../plan/state.ts';
import {
  argument,
  basePart,
  type GroupContext,
  groupKeyPart,
  idPart,
  joined,
  type KernelPart,
  orderPart,
  region,
} from './context.ts';
import { gatherPart } from './gathered.ts';

const BOUNDS: KernelPart = { resources: { groupBounds: { kind: 'parameters' } } };

/** Lanes of the one workgroup that scans the blocks' sums. */
const SPINE_WORKGROUP = 256;

/** A pass over rows, or over words of packed items. */
function eachPass(
  { table }: GroupContext,
  conversion: 'prepare' | 'rows' | 'gather',
  part: KernelPart,
  itemBytes: number,
  itemsPerConversion = 1,
): Pass {
  const { workgroup, perLane } = table.convert;
  const { resources, modules, constants, aliases } = joined(part);
  return {
    kernel: {
      name: `group/${conversion}`,
      entry: convertEach,
      modules: [section(convertFile, 'convert', conversion), ...modules],
      aliases,
      constants: { ...constants, WORKGROUP: workgroup, PER_LANE: perLane },
    },
    grid: counted('items', itemsPerConversion * perLane, workgroup),
    resources,
    traffic: { item: itemBytes },
  };
}

/** Makes what is sorted: each row's group. */
export function preparePass(context: GroupContext): Pass {
  const part = joined(groupKeyPart(context), BOUNDS, { resources: { groupKeys: region('groupKeys') } });
  const keyBytes = context.groups === undefined && typeBytes(context.type) === 8 ? 8 : 4;
  return eachPass(context, 'prepare', part, typeBytes(context.type) + keyBytes);
}

/** Writes the rows of ids that ascend already. */
export function rowsPass(context: GroupContext): Pass {
  return eachPass(context, 'rows', joined(basePart(context), { resources: { rowsTo: argument('rowsOut') } }), 4);
}

/** Moves values into the groups' order. */
export function gatherPass(context: GroupContext): Pass {
  const { valueBytes } = context;
  const { perWord, ...part } = gatherPart(valueBytes);
  const resources = {
    rows: argument('rowsOut'),
    itemsIn: argument('valuesIn'),
    itemsOut: argument('valuesOut'),
  };
  return eachPass(context, 'gather', { ...part, resources }, 4 + 2 * valueBytes, perWord);
}

/** Rows of a block of the scan over rows, lanes of a block, and rows of a lane. */
export function groupBlock({ stages, table }: Pick<GroupContext, 'stages' | 'table'>) {
  const { workgroup, tile } = table.sort.large;
  const lanes = stages.partition.lanes(workgroup);
  const perLane = Math.ceil(tile / lanes);
  return { workgroup, lanes, perLane, rows: perLane * lanes };
}

/** How the pass that numbers the groups writes their ids. */
function keysPart(context: GroupContext): KernelPart {
  const { keys, type } = context;
  if (!keys || typeBytes(type) < 4) return { modules: [section(numberGroups, 'keys', 'none')], resources: {} };
  const ids = idPart(context);
  return { ...ids, modules: [...(ids.modules ?? []), section(numberGroups, 'keys', 'words')] };
}

/** Writes packed ids of the groups. There are at most as many groups as ids of the type. */
function packedKeysPass(context: GroupContext): Pass {
  const { table, type, maxItems, maxGroups } = context;
  const { workgroup } = table.convert;
  const bytes = typeBytes(type);
  const { resources, ...kernel } = joined(idPart(context), BOUNDS, {
    constants: { WORKGROUP: workgroup, PER_WORD: 4 / bytes },
    resources: { packed: argument('keysOut') },
  });
  const most = Math.min(maxItems, maxGroups, 2 ** (8 * bytes));
  return {
    kernel: { name: keysPacked.name, entry: keysPacked, ...kernel },
    grid: { kind: 'direct', workgroups: Math.ceil((most * bytes) / 4 / workgroup) },
    resources,
  };
}

/** Passes that find the groups of ordered rows whose number is unknown: head flags, and a scan of them. */
export function boundaryPasses(context: GroupContext): Pass[] {
  const { workgroup, lanes, perLane, rows } = groupBlock(context);
  const order = orderPart(context);
  const block: KernelPart = {
    modules: [context.stages.partition.block, section(valuesFile, 'combine', 'add')],
    aliases: { Scanned: 'u32' },
    constants: { WORKGROUP: workgroup, PER_LANE: perLane },
    resources: {},
  };
  // Without rows one block remains, which writes that there is no group.
  const grid = counted('items', rows, workgroup / lanes, { extra: 1 });
  const { resources: counts, ...count } = joined(order, block);
  const { resources, ...number } = joined(keysPart(context), order, block, BOUNDS);
  const keyBytes = context.groups === undefined && typeBytes(context.type) === 8 ? 8 : 4;
  return [
    {
      kernel: { name: countGroups.name, entry: countGroups, ...count },
      grid,
      resources: counts,
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
    { kernel: { name: numberGroups.name, entry: numberGroups, ...number }, grid, resources },
    ...(context.keys && typeBytes(context.type) < 4 ? [packedKeysPass(context)] : []),
  ];
}

/** Passes that find the groups of ordered rows whose number the caller gives. */
export function numberedPasses(context: GroupContext): Pass[] {
  const { table, type, keys } = context;
  const groups = context.groups as number;
  const { workgroup, perLane } = table.convert;
  const bytes = typeBytes(type);
  const { resources, ...offsets } = joined(orderPart(context), basePart(context), BOUNDS, {
    constants: { WORKGROUP: workgroup, PER_LANE: perLane },
    resources: {},
  });
  const { resources: written, ...named } = joined(BOUNDS, {
    constants: { WORKGROUP: workgroup, ID_WORDS: Math.max(1, bytes / 4), PER_WORD: Math.max(1, 4 / bytes) },
    resources: { packed: argument('keysOut') },
  });
  const grid = (tasks: number) => ({ kind: 'direct', workgroups: Math.max(1, Math.ceil(tasks / workgroup)) }) as const;
  const passes: Pass[] = [
    {
      kernel: { name: numberedOffsets.name, entry: numberedOffsets, ...offsets },
      grid: grid((groups + 1) / perLane),
      resources,
    },
    {
      kernel: { name: numberedKeys.name, entry: numberedKeys, ...named },
      grid: grid((groups * bytes) / 4),
      resources: written,
    },
  ];
  return keys ? passes : passes.slice(0, 1);
}
