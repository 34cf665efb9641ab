import {
  isPlain,
  isWhole,
  MAX_ITEMS,
  nameOf,
  nearest,
  readMembers,
  refused,
  requireCount,
  shown,
  unknownIn,
  unknownMember,
  unsupported,
} from '../checks.ts';
import { requireAttached } from './arrays.ts';

/** Offsets, lengths or rows of a call on arrays. Each number must be a whole number of at most 32 bits. */
export type OffsetArray = Uint32Array | Int32Array | BigInt64Array | BigUint64Array | readonly number[];

/**
 * Segments of a call on arrays, in one of these forms:
 *
 * - segmentCount + 1 offsets: segment i is offsets[i] to offsets[i + 1];
 * - arrays of begins and ends, with gaps and in any order. Segments of reduces, quantiles and top-k may
 *   overlap. Those of a sort must not; an empty segment never overlaps another;
 * - segments of one size: `count` of them, by default as many as the items hold. A size of 0 makes `count` empty
 *   segments, none by default;
 * - lengths: one per segment, back to back from item 0 on;
 * - offsets into `rows`: item j of segment i is `keys[rows[offsets[i] + j]]`, as if the call got the gathered array.
 */
export type HostSegments =
  | OffsetArray
  | { readonly begin: OffsetArray; readonly end: OffsetArray }
  | { readonly size: number; readonly count?: number }
  | { readonly lengths: OffsetArray }
  | { readonly offsets: OffsetArray; readonly rows: OffsetArray };

/** Segments of a host call, checked. */
export interface CheckedSegments {
  readonly count: number;
  readonly longest: number;
  /** Whether the segments cover every item. */
  readonly coversAll: boolean;
  /** Exactly one of these: offsets, begins and ends, or the one size. */
  readonly offsets?: Uint32Array;
  readonly ranges?: { readonly begin: Uint32Array; readonly end: Uint32Array };
  readonly size?: number;
  /** The row of each item, if the items are gathered by rows. Offsets count gathered items. */
  readonly rows?: Uint32Array;
}

/** Largest numbers of items and segments in one call on the device. Larger host calls run in batches. */
export interface BatchLimits {
  readonly items: number;
  readonly segments: number;
}

/** A copied array of offsets. Other than its class, nothing of it has been checked. */
interface Numbers {
  /** The array's name in messages. */
  readonly name: string;
  /** Numbers of 64 bits are the nearest numbers, which are exact below 2^53. */
  readonly array: ArrayLike<number>;
  /** The numbers as they were given, for messages. */
  readonly given: ArrayLike<unknown>;
  /** What messages add to a number: its class, except for a plain array and a Uint32Array. */
  readonly ofClass: string;
}

const CLASSES = 'Uint32Array, Int32Array, BigInt64Array, BigUint64Array, number[]';

/**
 * Copies an array of offsets, since offsets in shared memory could change between the check and the upload. A plain
 * array needs no copy here. `borrows`: nor does an array that is not shared.
 */
function numbersOf(name: string, value: unknown, allowed = CLASSES, borrows = false): Numbers {
  if (Array.isArray(value)) return { name, array: value, given: value, ofClass: '' };
  const found = nameOf(value);
  if (!CLASSES.split(', ').includes(found)) throw unsupported(name, found, allowed);
  requireAttached(name, value as Uint32Array);
  const words = value as Uint32Array;
  const given = borrows && words.buffer instanceof ArrayBuffer ? words : words.slice();
  const ofClass = found === 'Uint32Array' ? '' : ` (${found})`;
  return { name, array: found.startsWith('Big') ? asNumbers(given) : given, given, ofClass };
}

function asNumbers(array: ArrayLike<unknown>): Float64Array {
  const numbers = new Float64Array(array.length);
  // Float64Array.from would take each number through an iterator, which is slow.
  for (let i = 0; i < numbers.length; i++) numbers[i] = Number(array[i]);
  return numbers;
}

function requireOffset(
  { array, given, ofClass }: Numbers,
  called: string,
  i: number,
  max: number,
  maxIs = 'the item count',
): number {
  const value = array[i];
  if (isWhole(value) && value >= 0 && value <= max) return value;
  throw refused(
    'offsets-out-of-range',
    'segments',
    `${called} ${i} is ${shown(given[i])}${ofClass}`,
    max < 0 ? 'no rows: there are no items' : `whole numbers from 0 to ${maxIs} ${max}`,
  );
}

/** The words of checked offsets. */
function wordsOf({ array }: Numbers): Uint32Array {
  return array instanceof Uint32Array ? array : new Uint32Array(array);
}

/** Of fewer items, four sizes of segments have a sum below 2^31. */
const FEW_ITEMS = 2 ** 29;

function checkOffsets(given: Numbers, itemCount: number): CheckedSegments {
  const { length } = given.array;
  if (length === 0) {
    throw refused('length-mismatch', given.name, '0 offsets', 'segmentCount + 1 offsets, at least 1');
  }
  const only = given.array[0];
  if (length === 1 && isWhole(only) && only > 0) {
    const allowed = 'segmentCount + 1 offsets, [0] for no segments; or { lengths }';
    throw refused('length-mismatch', given.name, `1 offset, which is ${only}, makes no segment`, allowed);
  }
  const { array } = given;
  let longest = 0;
  let previous = 0;
  let i = 0;
  if (array instanceof Uint32Array && itemCount < FEW_ITEMS && array[0]! <= itemCount) {
    // Right offsets, four at a time. A sign says that a size is below 0 or above the longest, or an end past 2^31.
    previous = array[0]!;
    for (i = 1; i + 4 <= length; i += 4) {
      const end = array[i + 3]!;
      const a = (array[i]! - previous) | 0;
      const b = (array[i + 1]! - array[i]!) | 0;
      const c = (array[i + 2]! - array[i + 1]!) | 0;
      const d = (end - array[i + 2]!) | 0;
      const signs = end | a | b | c | d;
      if ((signs | (longest - a) | (longest - b) | (longest - c) | (longest - d)) < 0) {
        longest = signs < 0 ? itemCount + 1 : Math.max(longest, a, b, c, d);
      }
      previous = end;
    }
    // The loop below names the first offset that is wrong.
    if (previous > itemCount || longest > itemCount) i = previous = longest = 0;
  }
  for (; i < length; i++) {
    const value = requireOffset(given, 'offset', i, itemCount);
    if (value < previous) {
      throw refused(
        'offsets-not-monotonic',
        'segments',
        `offset ${i} is ${value}, less than offset ${i - 1}, which is ${previous}`,
        'offsets that never fall',
      );
    }
    if (i > 0 && value - previous > longest) longest = value - previous;
    previous = value;
  }
  const offsets = wordsOf(given);
  return { count: length - 1, longest, coversAll: offsets[0] === 0 && previous === itemCount, offsets };
}

/** Turns lengths into offsets. */
function checkLengths(given: Numbers, itemCount: number): CheckedSegments {
  const { length } = given.array;
  const offsets = new Uint32Array(length + 1);
  let longest = 0;
  let sum = 0;
  for (let i = 0; i < length; i++) {
    const value = requireOffset(given, 'length', i, itemCount);
    sum += value;
    if (sum > itemCount) {
      throw refused(
        'offsets-out-of-range',
        given.name,
        `lengths 0 to ${i} are ${sum} items`,
        `at most the item count ${itemCount}`,
      );
    }
    longest = Math.max(longest, value);
    offsets[i + 1] = sum;
  }
  return { count: length, longest, coversAll: sum === itemCount, offsets };
}

/** Rows of items, each of which must exist. */
function checkRows(given: Numbers, itemCount: number): Uint32Array {
  // Right rows of 32 bits need no more checks.
  const words = given.array instanceof Uint32Array ? given.array : [];
  for (let i = 0; i < given.array.length; i++) {
    if (!(words[i]! < itemCount)) requireOffset(given, 'row', i, itemCount - 1, 'the last item,');
  }
  return wordsOf(given);
}

function checkRanges(begins: Numbers, ends: Numbers, itemCount: number, mayOverlap: boolean): CheckedSegments {
  const count = begins.array.length;
  const { length } = ends.array;
  if (count !== length) {
    throw refused('length-mismatch', ends.name, `${length} entries`, `${count} entries, as in ${begins.name}`);
  }
  let longest = 0;
  for (let i = 0; i < count; i++) {
    const from = requireOffset(begins, 'begin', i, itemCount);
    const to = requireOffset(ends, 'end', i, itemCount);
    if (from > to) {
      throw refused(
        'offsets-not-monotonic',
        'segments',
        `begin ${i} is ${from}, past end ${i}, which is ${to}`,
        'begin at most end',
      );
    }
    longest = Math.max(longest, to - from);
  }
  const ranges = { begin: wordsOf(begins), end: wordsOf(ends) };
  if (!mayOverlap) requireNoOverlap(ranges);
  return { count, longest, coversAll: false, ranges };
}

/**
 * Ids of the segments in ascending order of their begins, and of themselves. Numbers of begin and id are sorted without
 * a comparator, which would take an array of the engine's heap.
 */
export function idsByBegin(begin: Uint32Array): Uint32Array {
  const numbers = new BigUint64Array(begin.length);
  const words = new Uint32Array(numbers.buffer);
  let ascends = true;
  for (let id = 0; id < begin.length; id++) {
    words[2 * id] = id;
    words[2 * id + 1] = begin[id] as number;
    if (id > 0 && (begin[id] as number) < (begin[id - 1] as number)) ascends = false;
  }
  if (!ascends) numbers.sort();
  return begin.map((_, i) => words[2 * i] as number);
}

/**
 * Refuses segments that share items. One pass suffices where begins ascend; otherwise one sort comes first. Empty
 * segments share no items.
 */
function requireNoOverlap({ begin, end }: { begin: Uint32Array; end: Uint32Array }): void {
  let order: ArrayLike<number> | undefined;
  for (let i = 1; i < begin.length && !order; i++) {
    if ((begin[i] as number) < (begin[i - 1] as number)) order = idsByBegin(begin);
  }
  let last = -1;
  for (let k = 0; k < begin.length; k++) {
    const i = order ? (order[k] as number) : k;
    if (begin[i] === end[i]) continue;
    if (last >= 0 && (begin[i] as number) < (end[last] as number)) {
      throw refused(
        'segments-overlap',
        'segments',
        `segment ${last} (${begin[last]} to ${end[last]}) and segment ${i} (${begin[i]} to ${end[i]}) overlap`,
        'segments that share no item',
      );
    }
    last = i;
  }
}

/** Segments of one size must lie within the items. */
export function requireFit(
  { size, segments, countOnGpu }: { readonly size: number; readonly segments: number; readonly countOnGpu?: boolean },
  items: number,
): void {
  if (countOnGpu || size * segments <= items) return;
  throw refused(
    'length-mismatch',
    'segments',
    `${segments} of size ${size} are ${size * segments} items`,
    `at most the item count ${items}`,
  );
}

function checkFixed(given: unknown, count: unknown, itemCount: number): CheckedSegments {
  const size = requireCount('segments.size', given, Number.MAX_SAFE_INTEGER, 'invalid-option');
  if (size === 0) {
    const empty = requireCount('segments.count', count === undefined ? 0 : count, MAX_ITEMS);
    return { count: empty, longest: 0, coversAll: itemCount === 0, offsets: new Uint32Array(empty + 1) };
  }
  if (count === undefined && itemCount % size !== 0) {
    throw refused(
      'length-mismatch',
      'segments.size',
      `${size} does not divide the item count ${itemCount}`,
      'a divisor of it, or segments.count given as well',
    );
  }
  const counted = count === undefined ? itemCount / size : count;
  const segments = requireCount('segments.count', counted, Number.MAX_SAFE_INTEGER, 'invalid-option');
  requireFit({ size, segments }, itemCount);
  return { count: segments, longest: segments > 0 ? size : 0, coversAll: segments * size === itemCount, size };
}

const FORMS: readonly (readonly string[])[] = [['begin', 'end'], ['size', 'count'], ['lengths'], ['offsets', 'rows']];

/** The names of the members of the segments' form. Undefined for arrays, and for objects that have no such member. */
function formOf(given: object): readonly string[] | undefined {
  // A Set, a Map and a GPUBuffer have a size too.
  if (Symbol.iterator in given || 'mapState' in given) return undefined;
  const has = (name: string | undefined) => name !== undefined && name in given;
  const form = FORMS.find(([first]) => has(first)) ?? FORMS.find((names) => names.some(has));
  // The result of a grouping has further members, and so may objects with a class.
  const further =
    form?.[0] === 'offsets' ? (isPlain(given) ? ['keys', 'groups'] : Object.keys(readMembers(given))) : [];
  const unknown = unknownIn(given, [...(form ?? []), ...further]);
  const known = form ?? FORMS.flat();
  if (unknown !== undefined && (form || (isPlain(given) && nearest(unknown, known)))) {
    throw unknownMember('segments', unknown, known);
  }
  return form;
}

/**
 * Checks the segments of a host call. `borrows`: offsets may be the caller's own array. The caller copies them before
 * anything is awaited.
 */
export function checkSegments(
  segments: unknown,
  itemCount: number,
  mayOverlap: boolean,
  borrows = false,
): CheckedSegments {
  const given = Object(segments) as Record<string, unknown>;
  const numbers = (name: string) => numbersOf(`segments.${name}`, given[name]);
  const form = formOf(given)?.[0];
  if (form === 'begin') return checkRanges(numbers('begin'), numbers('end'), itemCount, mayOverlap);
  if (form === 'size') return checkFixed(given.size, given.count, itemCount);
  if (form === 'lengths') return checkLengths(numbers('lengths'), itemCount);
  if (form === 'offsets') {
    const rows = checkRows(numbers('rows'), itemCount);
    return { ...checkOffsets(numbers('offsets'), rows.length), rows };
  }
  const forms = '{ begin, end }, { size, count? }, { lengths } or { offsets, rows }';
  const allowed = `segmentCount + 1 offsets (${CLASSES}), ${forms}`;
  return checkOffsets(numbersOf('segments', segments, allowed, borrows), itemCount);
}

/** Begin and end of segment i, in any of the three forms. */
export function segmentBounds({ offsets, ranges, size }: CheckedSegments, i: number): readonly [number, number] {
  if (offsets) return [offsets[i] as number, offsets[i + 1] as number];
  if (ranges) return [ranges.begin[i] as number, ranges.end[i] as number];
  return [i * (size as number), (i + 1) * (size as number)];
}

/** Whether some segment may have from `min` to `max` items, both included. */
export type HoldsLength = (min: number, max: number) => boolean;

/**
 * Finds the lengths of a host call's segments, rounded up to powers of two. Kernels for other lengths need not be
 * compiled.
 */
export function presentLengths(segments: CheckedSegments): HoldsLength {
  // Entry k: a segment has from 2^(k - 1) + 1 to 2^k items. Entry 0: it has at most one.
  const octaves: boolean[] = [];
  for (let i = 0; i < segments.count; i++) {
    const [begin, end] = segmentBounds(segments, i);
    octaves[32 - Math.clz32(Math.max(end - begin, 1) - 1)] = true;
  }
  return (min, max) =>
    octaves.some((present, k) => present && (k === 0 ? 0 : 2 ** (k - 1) + 1) <= max && 2 ** k >= min);
}

// The option `cover`: segments that must cover the whole array once.

/** Refuses an item that no segment has, or several. */
export function requireCover(cover: unknown, segments: CheckedSegments, itemCount: number): void {
  if (cover === undefined) return;
  if (typeof cover !== 'boolean') throw refused('invalid-option', 'cover', shown(cover), 'true, false');
  if (!cover || segments.coversAll) return;
  const order = segments.ranges && idsByBegin(segments.ranges.begin);
  let covered = 0;
  for (let k = 0; k <= segments.count; k++) {
    const id = order?.[k] ?? k;
    const [begin, end] = k < segments.count ? segmentBounds(segments, id) : [itemCount, itemCount];
    if (k < segments.count && begin === end) continue;
    if (begin !== covered) {
      const [from, to] = [Math.min(begin, covered), Math.max(begin, covered)];
      const items = to - from === 1 ? `item ${from} is` : `items ${from} to ${to - 1} are`;
      const found = begin < covered ? 'in several segments' : 'outside every segment';
      throw refused(
        'length-mismatch',
        'segments',
        `${items} ${found}`,
        `all ${itemCount} items once, with cover: true`,
      );
    }
    covered = end;
  }
}
