/** Checks the descriptor of a sort. */
import { refused, requireBitRange, requireOneOf, requireTypeMembers, shown } from '../checks.ts';
import type { BufferArgument } from '../gpu/arguments.ts';
import {
  isItemTypeName,
  isStrided,
  longName,
  NAMED_TYPES,
  NUMBER_TYPES,
  type StridedType,
  typeBytes,
  VALUE_BYTES,
  type ValueBytes,
  type VectorType,
} from '../item_types.ts';
import type { Tuning } from '../tuning/tuning.ts';
import type { Compare, CompareKeyType, OrderBy } from './custom.ts';
import { type KeyOrder, keyWidth, type SortKeyType, type SortOrder, type SortSpec } from './kernels.ts';

/** What `createSegmentedSort` makes a sort for. */
export interface SegmentedSortDescriptor {
  /** A `SortKeyType`. With `compare` or `orderBy` a `CompareKeyType`, for example `{ bytes: 16 }` for structs. */
  keyType: SortKeyType | CompareKeyType;
  /**
   * Type of the values. Left out: keys without values. The sort moves values as bits, so only their size matters.
   * `'index'`: the sort makes the values. `encode` takes no `valuesIn`, and `valuesOut` gets each key's index as a u32.
   */
  valueType?: ValueType | 'index';
  /** With `valueType: 'index'`: where indices count from, the start of the array (default) or of each segment. */
  indexFrom?: 'array' | 'segment';
  /** Default `'ascending'`. Descending is the exact reverse, but ties keep their input order. */
  order?: SortOrder;
  /**
   * First bit of the sort. Keys are ordered by bits beginBit … endBit − 1 of the plain radix map. Fewer bits take
   * fewer passes. Default: 0.
   */
  beginBit?: number;
  /** One past the last bit of the sort. Default: the key's width in bits. */
  endBit?: number;
  /** `'equal'`: -0 and +0 tie, and each keeps its sign. Default `'distinct'`: -0 comes before +0. */
  signedZero?: 'distinct' | 'equal';
  /** Where NaNs come, in both orders. Default: after all numbers in ascending order, before them in descending. */
  nan?: 'last' | 'first';
  /** A custom comparator in WGSL: it says which of two keys comes first. Not together with `orderBy`. */
  compare?: Compare;
  /** A custom order in WGSL: keys are sorted by the number that a function returns for each. Not with `compare`. */
  orderBy?: OrderBy;
  /** Whether ties keep their input order. Every sort is stable today; the option is reserved for later methods. */
  stable?: boolean;
  /** The largest number of items of one call. */
  maxItems: number;
  /** The largest number of segments of one call. */
  maxSegments: number;
  /**
   * The largest number of items of one segment. The plan omits the passes that only longer segments need. The output of
   * a longer segment may stay unwritten. Default: no bound.
   */
  maxSegmentSize?: number;
  /** `false`: the plan allocates no scratch buffer, and every `encode` must pass `temporary`. Default `true`. */
  ownTemporary?: boolean;
  /**
   * Whether each pass is timed: see `profile()`. Needs the feature `timestamp-query`. The timing itself costs time
   * between passes.
   */
  profile?: boolean;
  /** `true`: kernels that sort in place are compiled now. Default: the first `encode` in place compiles them. */
  inPlace?: boolean;
  /** Parameters of the kernels: see docs/tuning.md. Default: the parameters for the device. */
  tuning?: Tuning;
}

/** Checks the options that order keys by their bits. `name`: the messages' name for the key type. */
export function keyOrder(
  descriptor: Pick<SegmentedSortDescriptor, 'keyType' | 'order' | 'beginBit' | 'endBit' | 'signedZero' | 'nan'>,
  name: string,
): KeyOrder {
  const { order = 'ascending', signedZero = 'distinct', nan } = descriptor;
  const { keyType: given } = descriptor;
  requireOneOf(name, typeof given === 'object' ? 'opaque bytes' : given, NUMBER_TYPES, 'unsupported-type');
  const keyType = given as SortKeyType;
  requireOneOf('signedZero', signedZero, ['distinct', 'equal'], 'invalid-option');
  const { beginBit, endBit } = descriptor;
  const bits = requireBitRange(keyWidth(keyType), beginBit, endBit, ['beginBit', 'endBit']);
  const plain = { keyType, order, ...bits, zerosTie: signedZero === 'equal' };
  if (nan === undefined) return plain;
  requireOneOf('nan', nan, ['last', 'first'], 'invalid-option');
  if (bits.endBit - bits.beginBit < keyWidth(keyType)) {
    throw refused('invalid-option', 'nan', shown(nan), 'none together with beginBit and endBit');
  }
  return { ...plain, nansLow: (nan === 'first') === (order === 'ascending') };
}

/** Checks the values of a sort: the caller's, indices that the sort makes, or none. */
export function valuesOf({
  valueType,
  indexFrom,
}: SegmentedSortDescriptor): Pick<SortSpec, 'valueBytes' | 'indexFrom'> {
  if (valueType === 'index') {
    const from = indexFrom === undefined ? 'array' : indexFrom;
    requireOneOf('indexFrom', from, ['array', 'segment'], 'invalid-option');
    return { valueBytes: 4, indexFrom: from };
  }
  if (indexFrom === undefined) return { valueBytes: valueBytesOf(valueType) };
  throw refused('invalid-option', 'indexFrom', shown(indexFrom), "none without valueType: 'index'");
}

// The types of values that sorts move, and their bytes.

/** The type of a value: a number or vector type, or opaque values of the given size in bytes. */
export type ValueType = SortKeyType | VectorType | StridedType | { bytes: ValueBytes };

/** Bytes of a value type. `argument` names it in messages. */
export function valueBytesOf(valueType: ValueType | undefined, argument = 'valueType'): SortSpec['valueBytes'] {
  if (valueType === undefined) return 0;
  requireTypeMembers(argument, valueType);
  if (isStrided(valueType)) return valueType.stride;
  if (typeof valueType === 'object' && valueType !== null && 'bytes' in valueType) {
    requireOneOf(`${argument}.bytes`, valueType.bytes, VALUE_BYTES, 'unsupported-type');
    return valueType.bytes;
  }
  const name: unknown = longName(valueType);
  if (!isItemTypeName(name)) {
    throw refused('unsupported-type', argument, shown(valueType), `${NAMED_TYPES}, { bytes }`);
  }
  return typeBytes(name) as ValueBytes;
}

/**
 * Two buffers of the same size, one of which holds the items. A sort reads `current`, may write both, and sets
 * `selector` to the sorted buffer. So `current` is the sorted buffer afterwards. Source: CUB's class of that name.
 *
 * @example
 * const keys = new DoubleBuffer(bufferA, bufferB);
 * sort.encode(encoder, { keys, segments: { offsets, count } });
 * // keys.current is now the output buffer. It holds the sorted keys after the GPU has run the encoder's commands.
 */
export class DoubleBuffer {
  readonly #buffers: readonly [BufferArgument, BufferArgument];
  /** Which of the two constructor arguments is `current`: 0 or 1. */
  selector: 0 | 1;

  /** `current` holds the items; `alternate` has the same size. `selector` 1 swaps the two. */
  constructor(current: BufferArgument, alternate: BufferArgument, selector: 0 | 1 = 0) {
    this.#buffers = [current, alternate];
    this.selector = selector;
  }

  /** The buffer that holds the items. */
  get current(): BufferArgument {
    return this.#buffers[this.selector];
  }

  /** The other buffer. */
  get alternate(): BufferArgument {
    return this.#buffers[this.selector === 0 ? 1 : 0];
  }
}
