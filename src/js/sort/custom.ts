/** Orders by functions of the user: `compare.js` and `orderBy.js`. */
import { refused, requireCount, requireMembers, requireObject, requireOneOf, shown } from '../../checks.ts';
import { type ItemType, typeBytes } from '../../item_types.ts';
import type { KeyOrder, SortOrder } from '../../sort/kernels.ts';
import { readerOf, requireFunction } from '../functions.ts';
import { viewOf } from '../numbers.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Sorts items begin … end − 1 of a list of indices. */
type SortIndices = (indices: Uint32Array, scratch: Uint32Array, begin: number, end: number) => void;

/** A checked order of items: numbers that order them, or a sort by a comparator. */
export type CustomOrder =
  | { readonly numbers: (bytes: Bytes) => Bytes; readonly order: KeyOrder }
  | { readonly sort: (bytes: Bytes) => SortIndices };

interface Given {
  readonly keyType: ItemType;
  readonly order: SortOrder;
  readonly compare?: unknown;
  readonly orderBy?: unknown;
  readonly bits: object;
}

/** The members of `compare`, and of `orderBy` with two more. */
const MEMBERS = ['wgsl', 'declarations', 'type', 'js'];

/** Bytes of keys that are structs on a GPU. */
const STRUCT_BYTES = [4, 8, 12, 16];

/** Checks the keys, and that no other option orders them. Texts in WGSL are not checked: the GPU does that. */
function requireKeys(keyType: ItemType, option: string, others: object): void {
  if (typeof keyType === 'object' && 'bytes' in keyType) {
    requireOneOf('keys of { bytes }', keyType.bytes, STRUCT_BYTES, 'unsupported-type');
  }
  for (const [name, value] of Object.entries(others)) {
    const given = name === 'signedZero' ? value === 'equal' : value !== undefined;
    if (given) throw refused('invalid-option', name, value, `none together with ${option}`);
  }
}

function comparison({ keyType, order, compare, bits }: Given): CustomOrder {
  requireKeys(keyType, 'compare', bits);
  requireObject('compare', compare, 'an object with js, a function (a, b) => boolean');
  requireMembers('compare', compare, MEMBERS);
  const js = requireFunction('compare', compare, '(a, b) => boolean');
  return {
    sort: (bytes) => {
      const [first, second] = [readerOf(keyType, bytes), readerOf(keyType, bytes)];
      const less =
        order === 'descending'
          ? (i: number, j: number) => Boolean(js(first(j), second(i)))
          : (i: number, j: number) => Boolean(js(first(i), second(j)));
      return (indices, scratch, begin, end) => mergeSort(indices, scratch, begin, end, less);
    },
  };
}

const RETURNS = { u32: 'u32', i32: 'i32', f32: 'f32', 'vec2<u32>': 'u64', vec2u: 'u64' } as const;

/** Stores the result of a function: a number, or for two words a bigint or [low, high]. */
function store(to: ReturnType<typeof viewOf>, i: number, found: unknown): void {
  if (!(to instanceof BigUint64Array)) {
    (to as Uint32Array)[i] = Number(found);
    return;
  }
  const words = new Uint32Array(to.buffer, to.byteOffset + 8 * i, 2);
  if (Array.isArray(found) || ArrayBuffer.isView(found)) words.set(found as unknown as ArrayLike<number>);
  else to[i] = BigInt(found as number);
}

function mapping({ keyType, order, compare, orderBy, bits }: Given): CustomOrder {
  if (compare !== undefined) {
    throw refused('invalid-option', 'compare', 'given together with orderBy', 'one or the other');
  }
  requireKeys(keyType, 'orderBy', bits);
  requireObject('orderBy', orderBy, 'an object with js, a function (key) => number');
  requireMembers('orderBy', orderBy, [...MEMBERS, 'returns', 'bits']);
  const { returns = 'u32', bits: counted } = Object(orderBy) as { returns?: keyof typeof RETURNS; bits?: unknown };
  requireOneOf('orderBy.returns', returns, Object.keys(RETURNS), 'invalid-option');
  const numberType = RETURNS[returns];
  const width = numberType === 'u64' ? 64 : 32;
  if (counted !== undefined && (returns === 'i32' || returns === 'f32')) {
    throw refused('invalid-option', 'orderBy.bits', shown(counted), `none with returns: '${returns}'`);
  }
  const endBit = counted === undefined ? width : requireCount('orderBy.bits', counted, width, 'invalid-option');
  const js = requireFunction('orderBy', orderBy, '(key) => number');
  return {
    order: { keyType: numberType, order, beginBit: 0, endBit, zerosTie: false },
    numbers: (bytes) => {
      const read = readerOf(keyType, bytes);
      const count = bytes.length / typeBytes(keyType);
      const result = new Uint8Array((count * width) / 8);
      const numbers = viewOf(numberType, result);
      for (let i = 0; i < count; i++) store(numbers, i, js(read(i)));
      return result;
    },
  };
}

/** Checks `compare` or `orderBy`, one of which is given. */
export function customOrder(given: Given): CustomOrder {
  return given.orderBy === undefined ? comparison(given) : mapping(given);
}

/** Runs up to this length are sorted by insertion. */
const RUN = 8;

/** Sorts items by a comparator. Stable. An inconsistent comparator gives some order of the same items. */
function mergeSort(
  items: Uint32Array,
  scratch: Uint32Array,
  begin: number,
  end: number,
  less: (i: number, j: number) => boolean,
): void {
  for (let first = begin; first < end; first += RUN) {
    const last = Math.min(first + RUN, end);
    for (let i = first + 1; i < last; i++) {
      const item = items[i]!;
      let at = i;
      for (; at > first && less(item, items[at - 1]!); at--) items[at] = items[at - 1]!;
      items[at] = item;
    }
  }
  let [from, to] = [items, scratch];
  for (let size = RUN; size < end - begin; size *= 2) {
    for (let first = begin; first < end; first += 2 * size) {
      const middle = Math.min(first + size, end);
      const last = Math.min(first + 2 * size, end);
      let [i, j] = [first, middle];
      for (let k = first; k < last; k++) {
        const takesLater = i === middle || (j < last && less(from[j]!, from[i]!));
        to[k] = takesLater ? from[j++]! : from[i++]!;
      }
    }
    [from, to] = [to, from];
  }
  if (from !== items) for (let i = begin; i < end; i++) items[i] = from[i]!;
}
