/** The description of a grouping, and its checks. */
import type { HostItems } from '../api/arrays.ts';
import { inWords, MAX_ITEMS, refused, requireCount, requireOneOf, unsupported } from '../checks.ts';
import { type ItemType, NUMBER_TYPES, type NumberType } from '../item_types.ts';
import type { Tuning } from '../tuning/tuning.ts';
import type { Columns } from './ids.ts';

/** Whether there are several columns. */
export const isList = Array.isArray as unknown as <T>(columns: Columns<T>) => columns is readonly [T, ...T[]];

/** The number of rows. */
export const rowsOf = (ids: Columns<HostItems>) => [ids].flat()[0]?.length ?? 0;

/** How ids form groups. */
export interface GroupOptions {
  /**
   * The number of groups: ids are 0 to `groups` − 1, of an integer type, and group i is id i. Empty groups are
   * included, and rows with other ids are dropped. Default: a group for each distinct id.
   */
  groups?: number;
  /** Whether ids ascend already, in the order of sorts. Then nothing is sorted. Default: `false`. */
  sorted?: boolean;
  /** `'distinct'`: -0 is the group before +0. Default `'equal'`: they are one group. NaNs are always one group. */
  signedZero?: 'distinct' | 'equal';
}

/** An option of `groupBy`. */
export interface Inverse {
  /** `true`: the result also has `groups`, each row's group. Default: `false`. */
  inverse?: boolean;
}

/** The arguments of `createGroupBy`. */
export interface GroupByDescriptor extends GroupOptions {
  /** Type of the ids. */
  keyType: NumberType;
  /** The largest number of rows of one call. */
  maxItems: number;
  /** The largest number of groups that a call writes. Default: `groups`, or else `maxItems`. */
  maxGroups?: number;
  /** `false`: the plan holds no scratch buffer, and every `encode` must pass `temporary`. Default: `true`. */
  ownTemporary?: boolean;
  /** `true`: the GPU times every pass separately, for `profile()`. Needs the feature `timestamp-query`. */
  profile?: boolean;
  /** Parameters of the kernels: see docs/tuning.md. Default: chosen by device. */
  tuning?: Tuning;
}

/** A checked grouping, without its bounds. */
export interface Grouping {
  readonly type: NumberType;
  readonly zerosTie: boolean;
  readonly sorted: boolean;
  /** The number of groups, where the caller gives it. */
  readonly groups: number | undefined;
}

/** The data that the plan of a grouping depends on, besides the device and the tuning. */
export interface GroupSpec extends Grouping {
  readonly maxItems: number;
  readonly maxGroups: number;
}

/** The number of ids of an integer type that are not negative. For 32 and 64 bits it exceeds the limit of any plan. */
function idsOf(type: NumberType): number {
  return 2 ** (Number(type.slice(1)) - (type.startsWith('i') ? 1 : 0));
}

function checkedGroups(groups: unknown, type: NumberType): number | undefined {
  if (groups === undefined) return undefined;
  if (type.startsWith('f')) {
    const integers = NUMBER_TYPES.filter((name) => !name.startsWith('f')).join(', ');
    throw unsupported('ids with groups', type, integers);
  }
  const ids = idsOf(type);
  return requireCount('groups', groups, Math.min(ids, MAX_ITEMS), ids < MAX_ITEMS ? 'invalid-option' : undefined);
}

/** Checks how ids form groups. `name`: the messages' name for the ids' type. */
export function grouping(name: string, type: ItemType, options: GroupOptions & Inverse): Grouping {
  const { groups, sorted = false, signedZero = 'equal', inverse = false } = options;
  requireOneOf(name, typeof type === 'object' ? 'opaque bytes' : type, NUMBER_TYPES, 'unsupported-type');
  for (const [option, value] of Object.entries({ sorted, inverse })) {
    if (typeof value !== 'boolean') throw refused('invalid-option', option, inWords(value), 'true, false');
  }
  requireOneOf('signedZero', signedZero, ['distinct', 'equal'], 'invalid-option');
  const number = type as NumberType;
  return {
    type: number,
    zerosTie: signedZero === 'equal' && number.startsWith('f'),
    sorted,
    groups: checkedGroups(groups, number),
  };
}

/** Checks the description of a plan. */
export function groupSpec(descriptor: GroupByDescriptor): GroupSpec {
  const found = grouping('keyType', descriptor.keyType, descriptor);
  const maxItems = requireCount('maxItems', descriptor.maxItems, MAX_ITEMS);
  const { maxGroups: wanted = found.groups ?? maxItems } = descriptor;
  const maxGroups = requireCount('maxGroups', wanted, MAX_ITEMS);
  if (found.groups !== undefined && maxGroups < found.groups) {
    throw refused('invalid-option', 'maxGroups', maxGroups, `at least groups, ${found.groups}`);
  }
  return { ...found, maxItems, maxGroups };
}
