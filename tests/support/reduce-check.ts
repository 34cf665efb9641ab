/** One reduce of any type, operators and form of segments, by any way of calling it, against reduce-oracle.ts. */
import {
  createSegmentedReduce,
  type ReduceOp,
  type SegmentedReduceArguments,
  type SegmentedReduceDescriptor,
  segmentedReduce,
} from '../../src/index.ts';
import { Random, tuningOf, type Variant, variantName } from './cases.ts';
import { classesOf, type ReducePlan, tileOf } from './check.ts';
import { classOf, type SizeClass } from './compare.ts';
import { initialOf, itemKind, reduceItems } from './reduce-cases.ts';
import {
  compensatedSums,
  type Exact,
  type InputType,
  Items,
  isVector,
  itemBytesOf,
  type Near,
  type OpName,
  reduced,
  resultType,
} from './reduce-oracle.ts';
import { type Range, Workspace, withoutGpuErrors } from './run.ts';
import { bytesOf, keysOf, type SegmentsCase } from './typed-cases.ts';
import { boundSegments, padded } from './typed-check.ts';
import type { KeyType } from './typed-oracle.ts';

export type ReduceCall = 'host' | 'host in batches' | 'encode';

/** What is reduced, how, and by which kernels. */
export interface ReduceCase extends Variant {
  readonly type: InputType;
  readonly ops: readonly OpName[];
  /** Whether `op` is given as a list: always where there are several. */
  readonly list: boolean;
  readonly initial: boolean;
  readonly accuracy: 'pairwise' | 'compensated';
  readonly call: ReduceCall;
  /** Whether the segment count lies in a buffer: not for host calls. */
  readonly countOnGpu: boolean;
}

/** The factors of a matrix of reduces that do not depend on type and operator. */
export const REDUCE_CALL_FACTORS = {
  form: ['offsets', 'ranges', 'overlapping', 'fixed'],
  call: ['host', 'host in batches', 'encode'],
  countOnGpu: [false, true],
  initial: [false, true],
  family: ['cpu', 'gpu'],
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

// --------------------------------------------------------------------------------------------------- expectation

type Initial = number | bigint | undefined;

/** The results of one operator. */
type Expected = (Exact & { readonly ownForm: boolean }) | (Near & { readonly type: 'f32'; readonly ownForm: boolean });

/** Bytes and, of argmin and argmax, indices that came back. */
interface Found {
  readonly values: Uint8Array;
  readonly indices?: Uint32Array | undefined;
}

/** What a call is told and must give back. */
class Expectation {
  readonly input: Uint8Array<ArrayBuffer>;
  readonly initials: readonly Initial[];
  readonly expected: readonly Expected[];
  /** Some inputs come as `{ type, data }` where the class alone would do. */
  readonly wrapped: boolean;

  constructor(
    readonly row: ReduceCase,
    readonly segments: SegmentsCase,
    readonly seed: number,
  ) {
    const { type, ops } = row;
    const random = new Random(seed);
    this.input = reduceItems(type, itemKind(type, ops), segments.itemCount, random);
    this.initials = ops.map((op) => this.initialFor(op, random));
    this.wrapped = isVector(type) || type === 'f16' || random.below(3) === 0;
    const items = new Items(type, this.input);
    this.expected = ops.map((op, k) => this.expect(op, items, this.initials[k]));
  }

  private initialFor(op: OpName, random: Random): Initial {
    if (!this.row.initial) return undefined;
    // A list may have it for some of its operators only.
    if (this.row.ops.length > 1 && random.below(4) === 0) return undefined;
    return initialOf(this.row.type, op, random);
  }

  private expect(op: OpName, items: Items, initial: Initial): Expected {
    const { row, segments } = this;
    const result =
      row.accuracy === 'compensated'
        ? compensatedSums(items, segments.bounds, Number(initial ?? 0))
        : reduced(op, items, segments.bounds, initial);
    // Counts and moments have one form, whatever the input's.
    const ownForm = row.type === resultType(row.type, op) && op !== 'count' && op !== 'mean' && op !== 'variance';
    return result.kind === 'near' ? { ...result, type: 'f32', ownForm } : { ...result, ownForm };
  }

  /** `op`, `initial` and `accuracy` as both ways of calling take them. */
  options() {
    const { ops, accuracy, list } = this.row;
    const some = this.initials.some((initial) => initial !== undefined);
    return {
      op: (list ? ops : ops[0]!) as ReduceOp,
      ...(some ? { initial: list ? this.initials : this.initials[0] } : {}),
      ...(accuracy === 'compensated' ? { accuracy } : {}),
    };
  }

  /** Compares the results of operator `k`, one element a segment. */
  check(k: number, found: Found, classes?: readonly SizeClass[]): void {
    const expected = this.expected[k]!;
    const itemBytes = itemBytesOf(expected.type);
    if (found.values.length !== itemBytes * this.segments.bounds.length) {
      throw new Error(`${this.where(k)}: ${found.values.length} bytes of results, ${itemBytes} each`);
    }
    for (const [s] of this.segments.bounds.entries()) {
      const bytes = found.values.subarray(s * itemBytes, (s + 1) * itemBytes);
      const difference = expected.kind === 'exact' ? differenceOf(bytes, expected, s) : nearly(bytes, expected, s);
      if (difference !== undefined) throw new Error(`${this.where(k, s, classes)}: ${difference}`);
      if (expected.kind !== 'exact' || !expected.indices) continue;
      if (found.indices?.[s] === expected.indices[s]) continue;
      throw new Error(`${this.where(k, s, classes)}: index ${found.indices?.[s]}, expected ${expected.indices[s]}`);
    }
  }

  where(k: number, s?: number, classes?: readonly SizeClass[]): string {
    const { bounds, form, itemCount } = this.segments;
    const [begin = 0, end = 0] = s === undefined ? [] : bounds[s]!;
    const place =
      s === undefined
        ? ''
        : `, segment ${s} of ${bounds.length}, items ${begin} to ${end} of ${itemCount}, length ${end - begin}` +
          (classes ? ` (${classOf(classes, end - begin)})` : '');
    const initial = this.initials[k] === undefined ? '' : `, initial ${this.initials[k]}`;
    return `${this.row.ops[k]}${initial}${place}; ${reduceCaseName(this.row)}, ${form}, seed ${this.seed}`;
  }
}

function hexOf(bytes: Uint8Array): string {
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
    .reverse()
    .join('')}`;
}

function differenceOf(bytes: Uint8Array, { values }: Pick<Exact, 'values'>, s: number): string | undefined {
  const own = values.subarray(s * bytes.length, (s + 1) * bytes.length);
  return bytes.every((byte, i) => byte === own[i]) ? undefined : `found ${hexOf(bytes)}, expected ${hexOf(own)}`;
}

function nearly(bytes: Uint8Array, { numbers }: Near, s: number): string | undefined {
  const found = new DataView(bytes.buffer, bytes.byteOffset).getFloat32(0, true);
  const { value, allowedError } = numbers[s]!;
  if (Number.isNaN(value)) return Number.isNaN(found) ? undefined : `found ${found}, expected NaN`;
  const error = Math.abs(found - value);
  return error <= allowedError ? undefined : `found ${found}, exact ${value}: off by ${error}, allowed ${allowedError}`;
}

// --------------------------------------------------------------------------------------------------------- host

/** As written for types that are not known here. */
type AnyReduce = (
  device: GPUDevice,
  values: unknown,
  segments: unknown,
  op: unknown,
  options: unknown,
) => Promise<unknown>;
const reduceOnHost = segmentedReduce as unknown as AnyReduce;

/** The array that a caller gives, or that comes back, for a type. */
function arrayOf(type: InputType, bytes: Uint8Array<ArrayBuffer>): ArrayBufferView {
  const keys = keysOf(isVector(type) ? (type.slice(5, 8) as KeyType) : type, bytes);
  return 'data' in keys ? keys.data : keys;
}

/** The smallest binding that the library takes, and a few thousand items. */
function batchBytes(type: InputType): number {
  return Math.max(1024, 2048 * itemBytesOf(type));
}

/** Throws unless a result is in the form that the contract says: the input's own, or the class of its own type. */
function checkForm(what: string, result: unknown, { type, ownForm }: Expected, wrapped: boolean): Uint8Array {
  const asObject = ownForm && wrapped;
  const view = (asObject ? (result as { data?: unknown } | undefined)?.data : result) as ArrayBufferView;
  const Class = arrayOf(type, new Uint8Array(0)).constructor as new () => ArrayBufferView;
  if (!(view instanceof Class)) throw new Error(`${what}: no ${asObject ? 'data of ' : ''}${Class.name} came back`);
  const found = asObject ? (result as { type: unknown }).type : type;
  if (found !== type) throw new Error(`${what}: type ${found} came back, not ${type}`);
  return bytesOf(view);
}

async function checkHost(device: GPUDevice, expectation: Expectation): Promise<void> {
  const { row, segments, wrapped } = expectation;
  const { type } = row;
  const bytes = expectation.input.slice();
  const data = arrayOf(type, bytes);
  const given = 'offsets' in segments.given ? segments.given.offsets : segments.given;
  const { op, ...options } = expectation.options();
  const inBatches = row.call === 'host in batches';
  const tuning = { ...tuningOf(row), ...(inBatches ? { maxBindingBytes: batchBytes(type) } : {}) };
  const steps: { done: number; total: number }[] = [];
  const onProgress = (step: { done: number; total: number }) => void steps.push({ ...step });
  const found = await withoutGpuErrors(device, () =>
    reduceOnHost(device, wrapped ? { type, data } : data, given, op, { ...options, tuning, onProgress }),
  );
  if (row.list && !(Array.isArray(found) && found.length === row.ops.length)) {
    throw new Error(`${reduceCaseName(row)}: a list of operators must give an array of as many results`);
  }
  for (const [k, expected] of expectation.expected.entries()) {
    const result = row.list ? (found as unknown[])[k] : found;
    const isArg = expected.kind === 'exact' && expected.indices !== undefined;
    const both = isArg ? (result as { values: unknown; indices: unknown }) : { values: result, indices: undefined };
    if (isArg && !(both.indices instanceof Uint32Array)) throw new Error(`${expectation.where(k)}: no indices`);
    const values = checkForm(expectation.where(k), both.values, expected, wrapped);
    if (values.buffer === bytes.buffer) throw new Error(`${expectation.where(k)}: the result is not a new array`);
    expectation.check(k, { values, indices: both.indices as Uint32Array | undefined });
  }
  if (!bytes.every((byte, i) => byte === expectation.input[i])) {
    throw new Error(`${reduceCaseName(row)}: the call changed its input; seed ${expectation.seed}`);
  }
  checkProgress(steps, inBatches, reduceCaseName(row));
}

/** Progress rises to its total. */
function checkProgress(steps: readonly { done: number; total: number }[], inBatches: boolean, what: string): void {
  const rises = steps.every(({ done, total }, i) => done <= total && done >= (steps[i - 1]?.done ?? 0));
  const last = steps.at(-1);
  if (!rises || (last && last.done !== last.total)) throw new Error(`${what}: progress ${JSON.stringify(steps)}`);
  if (inBatches && !last) throw new Error(`${what}: batches without progress`);
}

// -------------------------------------------------------------------------------------------------------- encode

/** Plans have every size class, so that rows share their kernels. */
const ROOM = 2 ** 17;
/** Segments a plan has room for beyond those of the call: of a count on the GPU, outputs must have it, too. */
const SPARE_SEGMENTS = 3;

async function planFor(device: GPUDevice, expectation: Expectation): Promise<ReducePlan> {
  const { row, segments } = expectation;
  const { type } = row;
  const descriptor = {
    type,
    ...expectation.options(),
    maxItems: Math.max(ROOM, segments.itemCount),
    maxSegments: segments.bounds.length + SPARE_SEGMENTS,
    tuning: tuningOf(row),
  } as SegmentedReduceDescriptor;
  return withoutGpuErrors(device, () => createSegmentedReduce(device, descriptor));
}

/** The size classes of a row's plan. */
export async function reduceCaseClasses(device: GPUDevice, row: ReduceCase): Promise<readonly SizeClass[]> {
  const empty: SegmentsCase = { form: 'fixed', given: { size: 1, count: 0 }, bounds: [], itemCount: 0 };
  const plan = await planFor(device, new Expectation(row, empty, 0));
  const tile = tileOf(plan);
  const classes = classesOf(plan).map((c) =>
    c.name === 'large' && tile !== undefined ? { ...c, tile: Number(tile) } : c,
  );
  plan.destroy();
  return classes;
}

/** What lies behind the last result, in its word and beyond, is not written. */
function checkTail({ name, before, found }: Range, bytes: number, what: string): void {
  const [old, now] = [bytesOf(before), bytesOf(found)];
  for (let i = bytes; i < now.length; i++) {
    if (now[i] !== old[i]) throw new Error(`${what}: byte ${i} of ${name} was written, behind its ${bytes}`);
  }
}

async function checkEncode(device: GPUDevice, expectation: Expectation): Promise<void> {
  const { row, segments, seed, expected } = expectation;
  const count = segments.bounds.length;
  const room = count + (row.countOnGpu ? SPARE_SEGMENTS : 0);
  const plan = await planFor(device, expectation);
  const space = new Workspace(device, seed);
  try {
    const words = (type: InputType) => Math.ceil((room * itemBytesOf(type)) / 4);
    const specs = expected.map(({ type }, k) => ({
      name: `output ${k}`,
      role: 'output' as const,
      wordCount: words(type),
    }));
    // Outputs may be ranges of one buffer.
    const outputs = seed % 2 === 0 ? space.place(...specs) : specs.flatMap((spec) => space.place(spec));
    const indices = expected.map((e, k) =>
      e.kind === 'exact' && e.indices ? space.output(`indices ${k}`, room) : undefined,
    );
    const hasIndices = indices.some((range) => range !== undefined);
    const io = {
      input: space.input('input', padded(expectation.input)),
      output: row.list ? outputs : outputs[0],
      ...(hasIndices ? { outputIndex: row.list ? indices : indices[0] } : {}),
      segments: boundSegments(space, segments, row.countOnGpu),
      itemCount: segments.itemCount,
      ...(plan.temporaryBytes > 0 ? { temporary: space.scratch('temporary', plan.temporaryBytes) } : {}),
    } as SegmentedReduceArguments;
    await space.submit((encoder) => plan.encode(encoder, io));
    for (const [k, { type }] of expected.entries()) {
      const output = outputs[k]!;
      const bytes = count * itemBytesOf(type);
      const values = bytesOf(output.found).subarray(0, bytes);
      expectation.check(k, { values, indices: indices[k]?.found }, classesOf(plan));
      checkTail(output, bytes, expectation.where(k));
      if (indices[k]) checkTail(indices[k], 4 * count, expectation.where(k));
    }
  } finally {
    space.destroy();
    plan.destroy();
  }
}

/** Runs the reduce and throws where any byte of any result or buffer is not as it must be. */
export async function checkReduceCase(device: GPUDevice, row: ReduceCase, segments: SegmentsCase, seed: number) {
  const expectation = new Expectation(row, segments, seed);
  await (row.call === 'encode' ? checkEncode : checkHost)(device, expectation);
}
