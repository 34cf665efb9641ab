/** Reduces of parts of segments. */
import { type HostArray, hostItems, type NumberArray } from '../api/arrays.ts';
import { checkSegments, type HostSegments, segmentBounds } from '../api/segments.ts';
import { refused, requireCount, requireMembers, requireObject, requireOneOf } from '../checks.ts';
import { NUMBER_TYPES, type NumberType } from '../item_types.ts';
import { viewOf } from '../js/numbers.ts';
import { OFFSET, REFERENCE } from '../operators/operators.ts';
import { segmentedReduce } from '../reduce/calls.ts';
import { bitsAt, bitsOf } from './bits.ts';
import { type OpState, type PartOp, requirePartOps, type SegmentPart, stateKind } from './state.ts';

/** Options of `reduceParts`. */
export interface ReducePartsOptions {
  /** The number of the first segment's items that earlier parts hold. Default: 0. */
  firstFrom?: number;
}

const LEAF = 16;

/** A subtree: its level and its items. */
interface Block {
  readonly level: number;
  readonly begin: number;
  readonly end: number;
}

/** A segment of the call, and its part of the tree. */
interface Span {
  readonly from: number;
  readonly begin: number;
  readonly end: number;
  /** Items from `begin` to here are before the first leaf. */
  readonly headEnd: number;
  readonly blocks: readonly Block[];
  /** Items from here to `end` are after the last whole leaf. */
  readonly tailBegin: number;
}

/** Cuts a part into the largest subtrees that lie in it completely. */
function spanOf(from: number, begin: number, end: number): Span {
  const headEnd = Math.min(end, begin + ((LEAF - (from % LEAF)) % LEAF));
  const blocks: Block[] = [];
  let at = headEnd;
  while (end - at >= LEAF) {
    let [level, size] = [0, LEAF];
    // A subtree begins at a multiple of its size.
    while ((from + at - begin) % (2 * size) === 0 && end - at >= 2 * size) {
      size *= 2;
      level++;
    }
    blocks.push({ level, begin: at, end: at + size });
    at += size;
  }
  return { from, begin, end, headEnd, blocks, tailBegin: at };
}

type Found = NumberArray | { readonly values: NumberArray; readonly indices: Uint32Array };

const numbersIn = (array: HostArray) => ('data' in array ? array.data : array) as NumberArray;

function foundOf(result: HostArray | { readonly values: HostArray; readonly indices: Uint32Array }): Found {
  if ('indices' in result) return { values: numbersIn(result.values), indices: result.indices };
  return numbersIn(result);
}

/** What the GPU computes for a part: also the reference of its moments, and the mean's distance from it. */
type AskedOp = PartOp | typeof REFERENCE | typeof OFFSET;

/** Reduces ranges by several operators. The results are stored by operator. */
async function reduced(
  device: GPUDevice,
  values: HostArray,
  ranges: readonly { readonly begin: number; readonly end: number }[],
  ops: readonly AskedOp[],
): Promise<Map<AskedOp, Found>> {
  if (ops.length === 0 || ranges.length === 0) return new Map();
  const [begin, end] = [ranges.map((range) => range.begin), ranges.map((range) => range.end)];
  const found = await segmentedReduce(device, values, { begin, end }, ops as readonly 'argmin'[]);
  return new Map(ops.map((op, i) => [op, foundOf(found[i] as never)]));
}

const bitsIn = (array: NumberArray, begin: number, end: number) =>
  Array.from({ length: end - begin }, (_, i) => bitsAt(array, begin + i));

/** The exact sum of 64-bit integers. */
function wholeSum(array: NumberArray, begin: number, end: number): string {
  let sum = 0n;
  for (let i = begin; i < end; i++) sum += array[i] as bigint;
  return String(sum);
}

/** The operators that the GPU runs. Their results give the states of all operators. */
function askedOps(ops: readonly PartOp[], type: NumberType) {
  const of = (kind: OpState['kind']) => ops.filter((op) => stateKind(op, type) === kind);
  const moments: AskedOp[] = of('moments').length > 0 ? [REFERENCE, OFFSET, 'variance'] : [];
  const trees = of('tree').map((op): PartOp => (op === 'mean' ? 'sum' : op));
  return {
    whole: [...new Set([...of('exact'), ...of('winner'), ...of('mean'), ...moments])],
    trees: [...new Set(trees)],
  };
}

/** The results of a call, by operator. */
interface Results {
  readonly items: NumberArray;
  readonly segments: ReadonlyMap<AskedOp, Found>;
  readonly blocks: ReadonlyMap<AskedOp, Found>;
}

/** The state of an operator. `firstBlock` is the index of the segment's first subtree. */
function stateOf(
  op: PartOp,
  type: NumberType,
  { items, segments, blocks }: Results,
  span: Span,
  segment: number,
  firstBlock: number,
): OpState {
  const kind = stateKind(op, type);
  if (kind === 'tree') {
    const values = blocks.get(op === 'mean' ? 'sum' : op) as NumberArray;
    const nodes = span.blocks.map(({ level }, i) => [level, bitsAt(values, firstBlock + i)] as const);
    const head = bitsIn(items, span.begin, span.headEnd);
    return { kind, tree: { head, nodes, tail: bitsIn(items, span.tailBegin, span.end) } };
  }
  if (kind === 'count') return { kind };
  if (kind === 'whole') return { kind, sum: wholeSum(items, span.begin, span.end) };
  if (kind === 'winner') {
    const { values, indices } = segments.get(op) as Extract<Found, { indices: unknown }>;
    return { kind, bits: bitsAt(values, segment), index: span.from + (indices[segment] as number) };
  }
  const result = (name: AskedOp) => segments.get(name) as NumberArray;
  if (kind === 'exact') return { kind, bits: bitsAt(result(op), segment) };
  const double = (name: AskedOp) => bitsOf('f64', result(name)[segment] as number);
  if (kind === 'mean') return { kind, mean: double('mean') };
  return { kind, reference: double(REFERENCE), offset: double(OFFSET), variance: double('variance') };
}

/**
 * Reduces segments that may be parts of longer segments, cut anywhere. Returns one part per segment: the data that
 * `combineParts` needs, which are plain data for JSON. A part takes some hundred bytes for any number of items.
 *
 * Cost: that of `segmentedReduce` for all operators, and for rounded sums and products a second one over the same
 * items. Means of 64-bit integers are summed on the host.
 *
 * Method: a rounded sum follows a tree that depends only on the segment's length. The part holds the largest subtrees
 * that lie in it whole, which the GPU reduces, and the items before and after them.
 *
 * @param values any typed array of numbers, or `{ type, data }`
 * @param segments as for `segmentedReduce`, without rows. Only the first one may have begun in an earlier part.
 * @param ops sum, product, min, max, argmin, argmax, and, or, xor, count, mean, variance
 * @throws SegmentedError as `segmentedReduce`; `'invalid-option'` for other operators and options
 * @example
 * const [part] = await reduceParts(device, values, [0, values.length], ['sum', 'max'], { firstFrom: 4096 });
 * const text = JSON.stringify(part);
 */
export async function reduceParts(
  device: GPUDevice,
  values: HostArray,
  segments: HostSegments,
  ops: readonly PartOp[],
  options: ReducePartsOptions = {},
): Promise<SegmentPart[]> {
  requireObject('options', options);
  requireMembers('options', options, ['firstFrom']);
  const firstFrom = requireCount('firstFrom', options.firstFrom ?? 0, Number.MAX_SAFE_INTEGER, 'invalid-option');
  const names = requirePartOps([...ops]);
  const { type: given, bytes, length } = hostItems('values', values);
  requireOneOf('values', given, NUMBER_TYPES, 'unsupported-type');
  const type = given as NumberType;
  const checked = checkSegments(segments, length, true);
  if (checked.rows) throw refused('invalid-option', 'segments', 'rows', 'segments without rows');
  const spans = Array.from({ length: checked.count }, (_, i) =>
    spanOf(i === 0 ? firstFrom : 0, ...segmentBounds(checked, i)),
  );
  const items = viewOf(type, bytes) as NumberArray;
  const copy = { type, data: items } as HostArray;
  const asked = askedOps(names, type);
  const blocks = spans.flatMap((span) => span.blocks);
  const results = {
    items,
    segments: await reduced(device, copy, spans, asked.whole),
    blocks: await reduced(device, copy, blocks, asked.trees),
  };
  let firstBlock = 0;
  return spans.map((span, segment) => {
    const { from, begin, end } = span;
    const states = end > begin ? names.map((op) => stateOf(op, type, results, span, segment, firstBlock)) : [];
    firstBlock += span.blocks.length;
    return { from, items: end - begin, type, ops: names, states };
  });
}
