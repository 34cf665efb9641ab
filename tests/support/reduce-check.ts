/** Checks reduces of any type, operators, form of segments and way of calling against reduce-oracle.ts. */
import {
  createSegmentedReduce,
  type SegmentedReduceArguments,
  type SegmentedReduceDescriptor,
  segmentedReduce,
} from '../../src/index.ts';
import * as js from '../../src/js/index.ts';
import { tuningOf, type Variant } from './cases.ts';
import { classesOf, classesWithTile, type ReducePlan } from './classes.ts';
import type { SizeClass } from './compare.ts';
import {
  drawnReduce,
  type Expected,
  type ReduceCase,
  type ReduceExpectation,
  type ReduceJob,
  reduceOfJob,
} from './reduce-expectation.ts';
import { type InputType, isVector, itemBytesOf } from './reduce-items.ts';
import { type Range, recordInto, Workspace, withoutGpuErrors } from './run.ts';
import { bytesOf, keysOf, type SegmentsCase } from './typed-cases.ts';
import { boundSegments, type EncodeManner, padded, temporaryFor } from './typed-check.ts';
import type { KeyType } from './typed-oracle.ts';
import { typeOf, wordsOf } from './words.ts';

/** The calls with types that tests know only at run time. */
type AnyReduce = (
  device: GPUDevice | null,
  values: unknown,
  segments: unknown,
  op: unknown,
  options: unknown,
) => Promise<unknown>;
const reduceOnHost = segmentedReduce as unknown as AnyReduce;
const reduceInJs = js.segmentedReduce as unknown as AnyReduce;

/** The array that a caller gives for a type, or that a call returns. */
function arrayOf(type: InputType, bytes: Uint8Array<ArrayBuffer>): ArrayBufferView {
  const keys = keysOf(isVector(type) ? (type.slice(5, 8) as KeyType) : type, bytes);
  return 'data' in keys ? keys.data : keys;
}

/** Bytes of a binding: at least the smallest that the library takes, with a few thousand items. */
function batchBytes(type: InputType): number {
  return Math.max(1024, 2048 * itemBytesOf(type));
}

/** Throws unless a result has the form that the contract says: that of the input, or the class of its type. */
function checkForm(what: string, result: unknown, { type, ownForm }: Expected, wrapped: boolean): Uint8Array {
  const asObject = ownForm && wrapped;
  const view = (asObject ? (result as { data?: unknown } | undefined)?.data : result) as ArrayBufferView;
  const Class = arrayOf(type, new Uint8Array(0)).constructor as new () => ArrayBufferView;
  if (!(view instanceof Class)) throw new Error(`${what}: no ${asObject ? 'data of ' : ''}${Class.name} came back`);
  const found = asObject ? (result as { type: unknown }).type : type;
  if (found !== type) throw new Error(`${what}: type ${found} came back, not ${type}`);
  return bytesOf(view);
}

interface HostCall {
  readonly segments: unknown;
  readonly tuning?: object;
  readonly inBatches: boolean;
}

/** Reduces by the call on host arrays, or by `webgpu-segmented/js` without a device. */
async function checkHost(device: GPUDevice | null, expectation: ReduceExpectation, call: HostCall): Promise<void> {
  const { told, input } = expectation;
  const { type, list, wrapped, what, seed } = told;
  const bytes = input.slice();
  const data = arrayOf(type, bytes);
  const { op, ...options } = expectation.options();
  const steps: { done: number; total: number }[] = [];
  const onProgress = (step: { done: number; total: number }) => void steps.push({ ...step });
  const more = { ...options, onProgress, ...(call.tuning && { tuning: call.tuning }) };
  const values = wrapped ? { type, data } : data;
  const found = device
    ? await withoutGpuErrors(device, () => reduceOnHost(device, values, call.segments, op, more))
    : await reduceInJs(null, values, call.segments, op, more);
  if (list && !(Array.isArray(found) && found.length === told.ops.length)) {
    throw new Error(`${what}: a list of operators must give an array of as many results`);
  }
  for (const [k, expected] of expectation.expected.entries()) {
    const result = list ? (found as unknown[])[k] : found;
    const isArg = expected.kind === 'exact' && expected.indices !== undefined;
    const both = isArg ? (result as { values: unknown; indices: unknown }) : { values: result, indices: undefined };
    if (isArg && !(both.indices instanceof Uint32Array)) throw new Error(`${expectation.what(k)}: no indices`);
    const results = checkForm(expectation.what(k), both.values, expected, wrapped);
    if (results.buffer === bytes.buffer) throw new Error(`${expectation.what(k)}: the result is not a new array`);
    expectation.check(k, { values: results, indices: both.indices as Uint32Array | undefined });
  }
  if (!bytes.every((byte, i) => byte === input[i]))
    throw new Error(`${what}: the call changed its input; seed ${seed}`);
  checkProgress(steps, call.inBatches, what);
}

/** Requires that the progress rises to its total. */
function checkProgress(steps: readonly { done: number; total: number }[], inBatches: boolean, what: string): void {
  const rises = steps.every(({ done, total }, i) => done <= total && done >= (steps[i - 1]?.done ?? 0));
  const last = steps.at(-1);
  if (!rises || (last && last.done !== last.total)) throw new Error(`${what}: progress ${JSON.stringify(steps)}`);
  if (inBatches && !last) throw new Error(`${what}: batches without progress`);
}

// -------------------------------------------------------------------------------------------------------- encode

/** Plans have room for every size class, so that rows share their kernels. */
const ROOM = 2 ** 17;
/** Segments that a plan has room for beyond those of the call. With a count on the GPU, outputs have this room too. */
const SPARE_SEGMENTS = 3;

function planFor(device: GPUDevice, expectation: ReduceExpectation, row: Variant, itemCount: number) {
  const { type, bounds } = expectation.told;
  const descriptor = {
    type,
    ...expectation.options(),
    maxItems: Math.max(ROOM, itemCount),
    maxSegments: bounds.length + SPARE_SEGMENTS,
    tuning: tuningOf(row),
  } as SegmentedReduceDescriptor;
  return withoutGpuErrors(device, () => createSegmentedReduce(device, descriptor));
}

/** The size classes of a row's plan. */
export async function reduceCaseClasses(device: GPUDevice, row: ReduceCase): Promise<readonly SizeClass[]> {
  const empty: SegmentsCase = { form: 'fixed', given: { size: 1, count: 0 }, bounds: [], itemCount: 0 };
  const plan = await planFor(device, drawnReduce(row, empty, 0), row, 0);
  const classes = classesWithTile(plan);
  plan.destroy();
  return classes;
}

/** Requires that no byte after the last result was written. */
function checkTail({ name, before, found }: Range, bytes: number, what: string): void {
  const [old, now] = [bytesOf(before), bytesOf(found)];
  for (let i = bytes; i < now.length; i++) {
    if (now[i] !== old[i]) throw new Error(`${what}: byte ${i} of ${name} was written, behind its ${bytes}`);
  }
}

interface EncodeCall extends EncodeManner {
  readonly segmentsIn: (space: Workspace) => unknown;
  /** Without it: the number of items in the input's range. */
  readonly itemCount?: number;
  /** Results that outputs have room for beyond those of the segments. */
  readonly spare: number;
}

/**
 * Reduces by `plan.encode` with garbage in outputs and scratch, checks every byte of every buffer, returns the outputs.
 */
async function checkEncode(device: GPUDevice, plan: ReducePlan, expectation: ReduceExpectation, call: EncodeCall) {
  const { told, expected } = expectation;
  const { list, bounds, seed } = told;
  const count = bounds.length;
  const room = count + call.spare;
  const space = new Workspace(device, seed);
  try {
    const specs = expected.map(({ type }, k) => ({
      name: `output ${k}`,
      role: 'output' as const,
      wordCount: Math.ceil((room * itemBytesOf(type)) / 4),
    }));
    // Outputs may be ranges of one buffer.
    const outputs = (seed ?? 1) % 2 === 0 ? space.allocate(...specs) : specs.flatMap((spec) => space.allocate(spec));
    const indices = expected.map((e, k) =>
      e.kind === 'exact' && e.indices ? space.output(`indices ${k}`, room) : undefined,
    );
    const hasIndices = indices.some((range) => range !== undefined);
    const io = {
      input: space.input('input', padded(expectation.input)),
      output: list ? outputs : outputs[0],
      ...(hasIndices ? { outputIndex: list ? indices : indices[0] } : {}),
      segments: call.segmentsIn(space),
      ...(call.itemCount === undefined ? {} : { itemCount: call.itemCount }),
      ...temporaryFor(space, plan, call),
    } as SegmentedReduceArguments;
    await space.submit((encoder) => recordInto(encoder, call.openPass ?? false, (into) => plan.encode(into, io)));
    for (const [k, { type }] of expected.entries()) {
      const output = outputs[k]!;
      const bytes = count * itemBytesOf(type);
      const values = bytesOf(output.found).subarray(0, bytes);
      expectation.check(k, { values, indices: indices[k]?.found }, classesOf(plan));
      checkTail(output, bytes, expectation.what(k));
      if (indices[k]) checkTail(indices[k], 4 * count, expectation.what(k));
    }
    return outputs.map(({ found }) => found);
  } finally {
    space.destroy();
  }
}

// ------------------------------------------------------------------------------------------------------ the checks

/** Runs a row's reduce without a GPU, and throws at a wrong result. */
export async function checkReduceJs(row: ReduceCase, { given }: SegmentsCase, expectation: ReduceExpectation) {
  const segments = 'offsets' in given ? given.offsets : given;
  await checkHost(null, expectation, { segments, tuning: tuningOf(row), inBatches: false });
}

/** Runs a row's reduce, and throws at any wrong byte of a result or buffer. */
export async function checkReduceCase(device: GPUDevice, row: ReduceCase, segments: SegmentsCase, seed: number) {
  const expectation = drawnReduce(row, segments, seed);
  if (row.call !== 'encode') {
    const inBatches = row.call === 'host in batches';
    const tuning = { ...tuningOf(row), ...(inBatches ? { maxBindingBytes: batchBytes(row.type) } : {}) };
    const given = 'offsets' in segments.given ? segments.given.offsets : segments.given;
    await checkHost(device, expectation, { segments: given, tuning, inBatches });
    return;
  }
  const { itemCount } = segments;
  const plan = await planFor(device, expectation, row, itemCount);
  try {
    const segmentsIn = (space: Workspace) => boundSegments(space, segments, row.countOnGpu);
    await checkEncode(device, plan, expectation, { segmentsIn, itemCount, spare: row.countOnGpu ? SPARE_SEGMENTS : 0 });
  } finally {
    plan.destroy();
  }
}

export interface ReduceManner extends EncodeManner {
  /** Whether segments are given by begin and end, which has other kernels than offsets. */
  readonly asRanges?: boolean;
}

/** Reduces a job's array by `plan.encode`. Returns the words of the output. */
export async function checkReduce(device: GPUDevice, plan: ReducePlan, job: ReduceJob, manner: ReduceManner = {}) {
  const { input } = job;
  const offsets = Uint32Array.from(job.offsets);
  const segmentsIn = (space: Workspace) => ({
    ...(manner.asRanges
      ? { begin: space.input('begin', offsets.slice(0, -1)), end: space.input('end', offsets.slice(1)) }
      : { offsets: space.input('offsets', offsets) }),
    count: offsets.length - 1,
  });
  // An empty range is bound as one word, so the item count must be given.
  const count = input.length === 0 ? { itemCount: 0 } : {};
  const found = await checkEncode(device, plan, reduceOfJob(job), { ...manner, segmentsIn, ...count, spare: 0 });
  return wordsOf(found[0]!);
}

/** Makes a plan for the job, checks the job with it, destroys it. */
export async function checkReduceOnce(device: GPUDevice, variant: Variant, job: ReduceJob, manner: ReduceManner = {}) {
  const { offsets, input, op } = job;
  const plan = await withoutGpuErrors(device, () =>
    createSegmentedReduce(device, {
      type: typeOf(input),
      op,
      maxItems: Math.max(manner.tight ? 1 : ROOM, input.length),
      maxSegments: Math.max(1, offsets.length - 1),
      tuning: tuningOf(variant),
    }),
  );
  try {
    return await checkReduce(device, plan, job, manner);
  } finally {
    plan.destroy();
  }
}

/** Reduces a job's array by the call on host arrays. Without a variant the library chooses the kernels. */
export async function checkHostReduce(device: GPUDevice, job: ReduceJob, variant?: Variant): Promise<void> {
  const tuning = variant && { tuning: tuningOf(variant) };
  await checkHost(device, reduceOfJob(job), { segments: job.offsets, ...tuning, inBatches: false });
}
