import keysFile from '../../wgsl/group/keys.wgsl';
import orderFile from '../../wgsl/group/order.wgsl';
import element from '../../wgsl/operators/element.wgsl';
import { typeBytes } from '../item_types.ts';
import { type Kernel, section } from '../plan/module.ts';
import type { Resource, Resources } from '../plan/plan.ts';
import { STATE } from '../plan/state.ts';
import type { SortSpec } from '../sort/context.ts';
import { type KeyOrder, keyResources, keyTraits, nanKey } from '../sort/keys/keys.ts';
import { keyModulesOf } from '../sort/keys/word.ts';
import type { SortStages } from '../sort/stages.ts';
import type { FamilyTuning } from '../tuning/tuning.ts';
import type { Grouping, GroupSpec } from './spec.ts';

/** How a call uses a grouping. */
export interface GroupAccess {
  /** Whether the call wants the groups' ids. */
  readonly keys: boolean;
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

/** A part of a kernel and of its resources. */
export interface KernelPart extends Pick<Kernel, 'modules' | 'aliases' | 'constants'> {
  readonly resources: Resources;
}

/** The part of kernels that read ids: `bitsAt(row)`. */
export function idPart({ type }: Grouping): KernelPart {
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
export function groupKeyPart(context: GroupContext): KernelPart {
  const { groups, type } = context;
  const ids = idPart(context);
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
export function orderPart(context: GroupContext): KernelPart {
  if (context.sorted) {
    const keys = groupKeyPart(context);
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
export function basePart(context: GroupContext): KernelPart {
  const { sorted, groups, type } = context;
  if (!sorted || groups === undefined || !type.startsWith('i')) {
    return { modules: [section(orderFile, 'base', 'none')], aliases: {}, constants: {}, resources: {} };
  }
  const bytes = typeBytes(type);
  const ids = idPart(context);
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

/** Joins parts to the members of a kernel, and its resources. */
export function joined(...parts: readonly KernelPart[]): Required<KernelPart> {
  return {
    modules: [...new Set(parts.flatMap(({ modules = [] }) => modules))],
    aliases: Object.assign({}, ...parts.map(({ aliases }) => aliases)),
    constants: Object.assign({ ...STATE }, ...parts.map(({ constants }) => constants)),
    resources: Object.assign({}, ...parts.map(({ resources }) => resources)),
  };
}
