/** The input and the expected results of a reduce, drawn for a row of the matrices or from the arrays of a job. */
import type { ReduceOp } from '../../src/index.ts';
import { Random, type Variant, variantName } from './cases.ts';
import { bytesIn, expectPerSegment, type SizeClass, type Where } from './compare.ts';
import { initialOf, itemKind, reduceItems } from './reduce-cases.ts';
import { type InputType, Items, isVector, itemBytesOf } from './reduce-items.ts';
import { compensatedSums, type Exact, isPlain, type Near, type OpName, reduced, resultType } from './reduce-oracle.ts';
import type { SegmentsCase } from './typed-cases.ts';
import { boundsOf } from './typed-oracle.ts';
import { type Offsets, typeOf, type WordArray, wordsOf } from './words.ts';

export type ReduceCall = 'host' | 'host in batches' | 'encode';

/** A reduce: its type, operators and call, and the kernels that it uses. */
export interface ReduceCase extends Variant {
  readonly type: InputType;
  readonly ops: readonly OpName[];
  /** Whether `op` is given as a list. Several operators always are. */
  readonly list: boolean;
  readonly initial: boolean;
  readonly accuracy: 'pairwise' | 'compensated';
  readonly call: ReduceCall;
  /** Whether the segment count lies in a buffer. Host calls ignore it. */
  readonly countOnGpu: boolean;
}

/** The factors of a matrix of reduces that do not depend on type and operator. */
export const REDUCE_CALL_FACTORS = {
  form: ['offsets', 'ranges', 'overlapping', 'fixed'],
  call: ['host', 'host in batches', 'encode'],
  countOnGpu: [false, true],
  initial: [false, true],
  family: ['software', 'gpu'],
  subgroups: [true, false],
} as const;

export function reduceCaseName(row: ReduceCase): string {
  const names = row.ops.join(', ');
  const count = row.countOnGpu && row.call === 'encode' ? ', count on the GPU' : '';
  return (
    `${row.list ? `[${names}]` : names} of ${row.type}${row.initial ? ', initial' : ''}` +
    `${row.accuracy === 'compensated' ? ', compensated' : ''}, ${row.call}${count}, ${variantName(row)}`
  );
}

/** A reduce of a given array, in segments by offsets. */
export interface ReduceJob {
  /** The beginning of a failing message. */
  readonly what: string;
  readonly seed?: number;
  readonly offsets: Offsets;
  readonly input: WordArray;
  readonly op: 'sum' | 'min' | 'max';
}

type Initial = number | bigint | undefined;

/** The results of one operator. */
export type Expected =
  | (Exact & { readonly ownForm: boolean })
  | (Near & { readonly type: 'f32'; readonly ownForm: boolean });

/** Bytes that were returned, and indices of argmin and argmax. */
export interface Found {
  readonly values: Uint8Array;
  readonly indices?: Uint32Array | undefined;
}

/** The arguments of a call. */
interface Told {
  readonly what: string;
  readonly type: InputType;
  readonly ops: readonly OpName[];
  readonly list: boolean;
  readonly accuracy: 'pairwise' | 'compensated';
  readonly initials: readonly Initial[];
  readonly bounds: SegmentsCase['bounds'];
  /** Whether the input comes as `{ type, data }`. */
  readonly wrapped: boolean;
  readonly seed?: number | undefined;
}

/** The arguments of a call and its expected results. */
export class ReduceExpectation {
  readonly expected: readonly Expected[];

  constructor(
    readonly told: Told,
    readonly input: Uint8Array<ArrayBuffer>,
  ) {
    const items = new Items(told.type, input);
    this.expected = told.ops.map((op, k) => this.expect(op, items, told.initials[k]));
  }

  private expect(op: OpName, items: Items, initial: Initial): Expected {
    const { type, bounds, accuracy } = this.told;
    const result =
      accuracy === 'compensated'
        ? compensatedSums(items, bounds, Number(initial ?? 0))
        : reduced(op, items, bounds, initial);
    const ownForm = type === resultType(type, op) && !isPlain(op);
    return result.kind === 'near' ? { ...result, type: 'f32', ownForm } : { ...result, ownForm };
  }

  /** The options `op`, `initial` and `accuracy` of both ways of calling. */
  options() {
    const { ops, accuracy, list, initials } = this.told;
    const some = initials.some((initial) => initial !== undefined);
    return {
      op: (list ? ops : ops[0]!) as ReduceOp,
      ...(some ? { initial: list ? initials : initials[0] } : {}),
      ...(accuracy === 'compensated' ? { accuracy } : {}),
    };
  }

  /** Compares the results of operator `k`, one element per segment. */
  check(k: number, found: Found, classes?: readonly SizeClass[]): void {
    const expected = this.expected[k]!;
    const itemBytes = itemBytesOf(expected.type);
    const { bounds, seed } = this.told;
    const what = this.what(k);
    if (found.values.length !== itemBytes * bounds.length) {
      throw new Error(`${what}: ${found.values.length} bytes of results, ${itemBytes} each`);
    }
    const where = { what, bounds, classes, seed };
    if (expected.kind === 'near') {
      expectNearNumbers(found.values, expected, where);
      return;
    }
    expectPerSegment(found.values, expected.values, itemBytes, where);
    if (!expected.indices) return;
    const indices = found.indices?.subarray(0, bounds.length) ?? new Uint32Array(0);
    expectPerSegment(bytesIn(indices), bytesIn(expected.indices), 4, { ...where, what: `${what}, indices` });
  }

  what(k: number): string {
    const { what, ops, initials } = this.told;
    const initial = initials[k] === undefined ? '' : `, initial ${initials[k]}`;
    return this.told.list || initial ? `${what}, ${ops[k]}${initial}` : what;
  }
}

/** Compares results of f32, each with its allowed error. */
export function expectNearNumbers(found: Uint8Array, { numbers }: Near, { what, bounds, seed }: Where): void {
  const view = new DataView(found.buffer, found.byteOffset, found.byteLength);
  let s = 0;
  for (const [begin, end] of bounds) {
    const { value, allowedError } = numbers[s]!;
    const number = view.getFloat32(4 * s++, true);
    const error = Math.abs(number - value);
    if (Number.isNaN(value) ? Number.isNaN(number) : error <= allowedError) continue;
    throw new Error(
      `${what}: segment ${s - 1}, items ${begin} to ${end}: found ${number}, exact ${value}: off by ${error}, ` +
        `allowed ${allowedError}; seed ${seed}`,
    );
  }
}

function initialFor({ initial, ops, type }: ReduceCase, op: OpName, random: Random): Initial {
  if (!initial) return undefined;
  // In a list, some operators get no initial value.
  if (ops.length > 1 && random.below(4) === 0) return undefined;
  return initialOf(type, op, random);
}

/** Items and initial values, drawn for a row by the seed. */
export function drawnReduce(row: ReduceCase, { bounds, itemCount, form }: SegmentsCase, seed: number) {
  const { type, ops, list, accuracy } = row;
  const random = new Random(seed);
  const input = reduceItems(type, itemKind(type, ops), itemCount, random);
  const initials = ops.map((op) => initialFor(row, op, random));
  const wrapped = isVector(type) || type === 'f16' || random.below(3) === 0;
  const what = `${reduceCaseName(row)}, ${form}`;
  return new ReduceExpectation({ what, type, ops, list, accuracy, initials, bounds, wrapped, seed }, input);
}

/** The expected results for the present content of a job's array. */
export function reduceOfJob({ what, seed, offsets, input, op }: ReduceJob): ReduceExpectation {
  const plain = { list: false, accuracy: 'pairwise', initials: [], wrapped: false } as const;
  const bounds = [...boundsOf(offsets)];
  return new ReduceExpectation(
    { what, type: typeOf(input), ops: [op], bounds, seed, ...plain },
    bytesIn(input).slice(),
  );
}

/** The results of segments by offsets, as words. */
export function reducedWords(input: WordArray, offsets: Offsets, op: ReduceJob['op']): Uint32Array {
  const [result] = reduceOfJob({ what: op, offsets, input, op }).expected;
  if (result?.kind !== 'exact') throw new Error(`${op} of words is exact`);
  return wordsOf(result.values);
}
