/** The input and the expected result of a sort, drawn for a row of the matrices or from the arrays of a job. */
import type { HostArray, SortOptions } from '../../src/index.ts';
import { Random, type Variant, variantName } from './cases.ts';
import { type Comparator, comparedBytes, comparedKeyBytes, comparedKeys } from './comparators.ts';
import { bytesIn, expectItems, type SizeClass } from './compare.ts';
import { keyBytes, keysOf, type SegmentsCase } from './typed-cases.ts';
import {
  type Bounds,
  boundsOf,
  type KeyType,
  permutationBy,
  permuted,
  rankOf,
  sortedIndices,
  type TypedOrder,
  widthOf,
} from './typed-oracle.ts';
import { type Offsets, typeOf, type WordArray } from './words.ts';

/** A named range of the key's bits, or two numbers that are clamped to its width. */
export type Bits = 'all' | 'middle' | 'upper' | 'none' | readonly [number, number];
export type ValueBytes = 0 | 1 | 2 | 4 | 8 | 12 | 16;
export type Call = 'host' | 'encode' | 'in place' | 'double buffer';

/** A sort: its keys, values and call, and the kernels that it uses. */
export interface TypedRow extends Variant {
  /** A type that is sorted by its bits, or a type and a custom order. */
  readonly type: KeyType | Comparator;
  readonly order: 'ascending' | 'descending';
  /** With a comparator only the defaults of bits and zeros are allowed. */
  readonly bits: Bits;
  readonly signedZero: 'distinct' | 'equal';
  /** Only for all bits. */
  readonly nan?: 'last' | 'first' | undefined;
  /** 0 means that there are only keys. */
  readonly valueBytes: ValueBytes;
  /** If given, the sort makes indices as values, counted from here. valueBytes is then 4. */
  readonly indexFrom?: 'array' | 'segment';
  readonly call: Call;
  /** Whether the segment count lies in a buffer. Host calls ignore it. */
  readonly countOnGpu: boolean;
}

/** The factors of a matrix of sorts that do not depend on the keys. */
export const CALL_FACTORS = {
  order: ['ascending', 'descending'],
  valueBytes: [0, 1, 2, 4, 8, 12, 16],
  form: ['offsets', 'ranges', 'fixed'],
  call: ['host', 'encode', 'in place', 'double buffer'],
  countOnGpu: [false, true],
  family: ['software', 'gpu'],
  subgroups: [true, false],
} as const;

export function typedRowName(row: TypedRow): string {
  const given = row.valueBytes === 0 ? 'only keys' : `${row.valueBytes}-byte values`;
  const values = row.indexFrom ? `indices of the ${row.indexFrom}` : given;
  const nans = row.nan && row.bits === 'all' ? `, NaNs ${row.nan}` : '';
  const zeros = `${row.signedZero === 'equal' ? ', zeros tie' : ''}${nans}`;
  const count = row.countOnGpu && row.call !== 'host' ? ', count on the GPU' : '';
  return (
    `${typeof row.type === 'string' ? `${row.type}, ${row.bits} bits${zeros}` : row.type.name}, ${values}, ${row.order}, ` +
    `${row.call}${count}, ${variantName(row)}`
  );
}

/** A sort of given arrays, in segments by offsets. */
export interface SortJob {
  /** The beginning of a failing message. */
  readonly what: string;
  readonly seed?: number;
  readonly offsets: Offsets;
  readonly keys: WordArray;
  readonly values?: WordArray | undefined;
  readonly order: 'ascending' | 'descending';
}

function bitsOf(bits: Bits, width: number): readonly [number, number] {
  if (bits === 'all') return [0, width];
  if (bits === 'middle') return [width / 4, (width * 3) / 4 + 1];
  if (bits === 'upper') return [width / 2, width];
  if (bits === 'none') return [3, 3];
  const [a, b] = [Math.min(bits[0], width), Math.min(bits[1], width)];
  return [Math.min(a, b), Math.max(a, b)];
}

/** What a row's key type determines: bytes of a key, keys to sort, their ranks, and the options of a call. */
export interface Ordering {
  readonly keyType: KeyType | Comparator['keyType'];
  readonly itemBytes: number;
  readonly options: SortOptions;
  bytes(count: number, random: Random): Uint8Array<ArrayBuffer>;
  rank(bytes: Uint8Array): (item: number) => number | bigint;
  hostKeys(bytes: Uint8Array<ArrayBuffer>): HostArray;
}

export function orderingOf({ type, order, bits, signedZero, nan }: TypedRow): Ordering {
  if (typeof type !== 'string') {
    const itemBytes = comparedKeyBytes(type);
    const bytesOfOne = itemBytes > 8 ? 4 : itemBytes;
    const likeKeys = `u${8 * bytesOfOne}` as KeyType;
    return {
      keyType: type.keyType,
      itemBytes,
      options: { order, ...type.options },
      bytes: (count, random) => comparedBytes(type, keyBytes(likeKeys, (count * itemBytes) / bytesOfOne, random)),
      rank: (bytes) => (item) => type.rank(new DataView(bytes.buffer, bytes.byteOffset + item * itemBytes)),
      hostKeys: (bytes) => comparedKeys(type, bytes),
    };
  }
  const [beginBit, endBit] = bitsOf(bits, widthOf(type));
  const options: TypedOrder = { order, signedZero, beginBit, endBit, ...(nan && bits === 'all' ? { nan } : {}) };
  return {
    keyType: type,
    itemBytes: widthOf(type) / 8,
    options,
    bytes: (count, random) => keyBytes(type, count, random),
    rank: (bytes) => rankOf(type, bytes, options),
    hostKeys: (bytes) => keysOf(type, bytes),
  };
}

/** The bytes of keys and values: the input or the output of a sort. */
export interface Sides {
  readonly keys: Uint8Array;
  readonly values?: Uint8Array | undefined;
}

/** The input bytes, and the bytes of a key and of a value. */
interface Given {
  readonly keys: Uint8Array<ArrayBuffer>;
  readonly keyBytes: number;
  readonly values?: Uint8Array<ArrayBuffer> | undefined;
  readonly valueBytes: number;
}

/** The sorted keys, and the values moved by the one stable permutation. */
export class SortExpectation {
  constructor(
    readonly what: string,
    readonly given: Given,
    private readonly bounds: Bounds,
    private readonly indices: Uint32Array,
    readonly seed?: number,
  ) {}

  /** Throws at a wrong byte: items in segments must be sorted, others must equal those of `outside`. */
  check(found: Sides, outside: Sides, classes?: readonly SizeClass[]): void {
    const { keys, keyBytes, values, valueBytes } = this.given;
    this.compare('keys', keys, keyBytes, found.keys, outside.keys, classes);
    if (values) this.compare('values', values, valueBytes, found.values!, outside.values!, classes);
  }

  private compare(
    side: string,
    given: Uint8Array,
    itemBytes: number,
    found: Uint8Array,
    outside: Uint8Array,
    classes?: readonly SizeClass[],
  ): void {
    const sorted = permuted(given, itemBytes, this.indices);
    const expected = outside.slice();
    for (const [begin, end] of this.bounds) {
      for (let i = begin * itemBytes; i < end * itemBytes; i++) expected[i] = sorted[i]!;
    }
    const { bounds, seed } = this;
    expectItems(found, expected, itemBytes, { what: `${this.what}, ${side}`, bounds, classes, seed });
  }
}

/** The index of each item before the sort. */
function indicesOf(from: 'array' | 'segment', itemCount: number, bounds: Bounds): Uint32Array<ArrayBuffer> {
  const indices = Uint32Array.from({ length: itemCount }, (_, i) => i);
  if (from === 'segment') for (const [begin, end] of bounds) for (let i = begin; i < end; i++) indices[i] = i - begin;
  return indices;
}

/** Keys and values drawn for a row by the seed. */
export function drawn(row: TypedRow, { bounds, itemCount, form }: SegmentsCase, seed: number): SortExpectation {
  const random = new Random(seed);
  const { itemBytes, bytes, rank } = orderingOf(row);
  const keys = bytes(itemCount, random);
  const values = row.indexFrom
    ? bytesIn(indicesOf(row.indexFrom, itemCount, bounds))
    : row.valueBytes > 0
      ? Uint8Array.from({ length: itemCount * row.valueBytes }, () => random.below(256))
      : undefined;
  const indices = permutationBy(itemCount, bounds, rank(keys), row.order === 'descending');
  const given = { keys, keyBytes: itemBytes, values, valueBytes: row.valueBytes };
  return new SortExpectation(`${typedRowName(row)}, ${form}`, given, bounds, indices, seed);
}

/** For each index, the index of the key that a sort of the segments puts there; see `gather`. */
export function permutationOf(keys: WordArray, offsets: Offsets, order: 'ascending' | 'descending'): Uint32Array {
  return sortedIndices(typeOf(keys), bytesIn(keys), boundsOf(offsets), { order });
}

/** The expected result for the present content of a job's arrays. */
export function ofJob({ what, seed, offsets, keys, values, order }: SortJob): SortExpectation {
  const given = { keys: bytesIn(keys).slice(), keyBytes: 4, values: values && bytesIn(values).slice(), valueBytes: 4 };
  return new SortExpectation(what, given, boundsOf(offsets), permutationOf(keys, offsets, order), seed);
}
