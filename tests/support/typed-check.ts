/** Checks sorts of any key type, value size, form of segments and way of calling against typed-oracle.ts. */
import {
  createSegmentedSort,
  DoubleBuffer,
  type HostArray,
  type SegmentedSortArguments,
  type SortOptions,
  segmentedSort,
  segmentedSortByKey,
} from '../../src/index.ts';
import * as js from '../../src/js/index.ts';
import { classBoundaries, Random, tuningOf, type Variant } from './cases.ts';
import { classesOf, planOptions, type SortPlan } from './classes.ts';
import { bytesIn } from './compare.ts';
import { type Range, recordInto, Workspace, withoutGpuErrors } from './run.ts';
import {
  drawn,
  ofJob,
  orderingOf,
  type Sides,
  type SortExpectation,
  type SortJob,
  type TypedRow,
  type ValueBytes,
} from './sort-cases.ts';
import { bytesOf, type Form, type SegmentsCase, segmentsCase } from './typed-cases.ts';
import { typeOf } from './words.ts';

/** How `encode` is called. */
export interface EncodeManner {
  /** Whether keysOut is keysIn and valuesOut is valuesIn. */
  readonly inPlace?: boolean;
  /** Whether it records into a compute pass that is open. */
  readonly openPass?: boolean;
  /** Omits `temporary`, so that the plan uses its scratch memory. */
  readonly ownTemporary?: boolean;
  /** For calls that make a plan: the plan has no spare room, so it may leave out classes. */
  readonly tight?: boolean;
}

/** Bytes as words. The last word is padded. */
export function padded(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const result = new Uint8Array(Math.ceil(bytes.length / 4) * 4).fill(0xa5);
  result.set(bytes);
  return result;
}

/** Segments as `encode` takes them, with garbage after the count, which is not read. */
export function boundSegments(space: Workspace, { given, bounds }: SegmentsCase, countOnGpu: boolean) {
  const count = countOnGpu ? space.input('count', Uint32Array.of(bounds.length, 0xffffffff)) : bounds.length;
  const list = (name: string, words: Uint32Array) =>
    space.input(name, Uint32Array.of(...words, 0xdeadbeef, 0x00000005));
  if ('offsets' in given) return { offsets: list('offsets', given.offsets), count };
  if ('begin' in given) return { begin: list('begin', given.begin), end: list('end', given.end), count };
  return { size: given.size, count };
}

export function temporaryFor(space: Workspace, plan: { temporaryBytes: number }, { ownTemporary }: EncodeManner) {
  if (ownTemporary || plan.temporaryBytes === 0) return {};
  return { temporary: space.scratch('temporary', plan.temporaryBytes) };
}

// --------------------------------------------------------------------------------------------------------- encode

type Segments = SegmentedSortArguments['segments'];
type Side = { readonly in: Range; readonly out: Range };

/** Sorts by `plan.encode` with garbage in outputs and scratch memory, and checks every byte of every buffer. */
async function checkEncode(
  device: GPUDevice,
  plan: SortPlan,
  expectation: SortExpectation,
  segmentsIn: (space: Workspace) => Segments,
  manner: EncodeManner & {
    readonly call: 'encode' | 'in place' | 'double buffer';
    readonly itemCount?: number;
    /** Whether the sort makes the values, so that only their output is bound. */
    readonly makesValues?: boolean;
  },
): Promise<void> {
  const { call, itemCount } = manner;
  const { keys, values } = expectation.given;
  const space = new Workspace(device, expectation.seed);
  try {
    const side = (name: string, bytes: Uint8Array): Side => {
      if (call === 'encode') {
        const input = space.input(`${name}In`, padded(bytes));
        return { in: input, out: space.output(`${name}Out`, input.size / 4) };
      }
      const input = space.inOut(name, padded(bytes));
      return { in: input, out: call === 'in place' ? input : space.output(`${name} alternate`, input.size / 4) };
    };
    const key = side('keys', keys);
    const made = values && manner.makesValues ? space.output('valuesOut', values.length / 4) : undefined;
    const value = values && !made ? side('values', values) : undefined;
    const pairs = [key, value].map((s) => s && new DoubleBuffer(s.in, s.out));
    const io: Partial<SegmentedSortArguments> =
      call === 'double buffer'
        ? { keys: pairs[0]!, ...(pairs[1] ? { values: pairs[1] } : {}) }
        : { keysIn: key.in, keysOut: key.out, ...(value ? { valuesIn: value.in, valuesOut: value.out } : {}) };
    if (made) io.valuesOut = made;
    const count = itemCount === undefined ? {} : { itemCount };
    const buffers = { ...io, segments: segmentsIn(space), ...count, ...temporaryFor(space, plan, manner) };
    await space.submit((encoder) =>
      recordInto(encoder, manner.openPass ?? false, (into) => plan.encode(into, buffers as SegmentedSortArguments)),
    );
    const sides = call === 'double buffer' ? pairs.map((pair) => pair?.current as Range) : [key.out, value?.out];
    const results = [sides[0], made ?? sides[1]];
    const read = (when: 'found' | 'before'): Sides => ({
      keys: bytesOf(results[0]![when]),
      values: results[1] && bytesOf(results[1][when]),
    });
    // The bytes after the last item are checked like items outside every segment.
    expectation.check(read('found'), read('before'), classesOf(plan));
  } finally {
    space.destroy();
  }
}

// ----------------------------------------------------------------------------------------------------------- host

/** Throws unless `found` is a new array with the form of `given`, and `given` still holds `before`. */
function checkForm(what: string, found: HostArray, given: HostArray, before: Uint8Array): void {
  const [result, input] = [found, given].map((array) => ('data' in array ? array.data : array));
  if ('data' in found !== 'data' in given || result!.constructor !== input!.constructor) {
    throw new Error(`${what}: a ${result!.constructor.name} came back for a ${input!.constructor.name}`);
  }
  if (result!.buffer === input!.buffer) throw new Error(`${what}: the result is not a new array`);
  const after = bytesIn(input!);
  if (!before.every((byte, i) => byte === after[i])) throw new Error(`${what}: the input array was changed`);
}

interface HostCall {
  readonly keys: HostArray;
  readonly values?: HostArray | undefined;
  readonly segments: Parameters<typeof segmentedSort>[2];
  readonly options: SortOptions;
}

interface SortResults {
  readonly keys: HostArray;
  readonly values?: HostArray;
}

/** Sorts by the call on host arrays. */
async function checkHost(device: GPUDevice, expectation: SortExpectation, call: HostCall): Promise<void> {
  const { keys, values, segments, options } = call;
  const found = await withoutGpuErrors(device, async (): Promise<SortResults> => {
    if (!values) return { keys: await segmentedSort(device, keys, segments, options) };
    return await segmentedSortByKey(device, keys, values, segments, options);
  });
  checkResults(expectation, call, found);
}

/** Sorts without a GPU. */
async function checkJs(expectation: SortExpectation, { keys, values, segments, options }: HostCall): Promise<void> {
  const found: SortResults = values
    ? await js.segmentedSortByKey(null, keys, values, segments, options)
    : { keys: await js.segmentedSort(null, keys, segments, options) };
  checkResults(expectation, { keys, values }, found);
}

function checkResults(
  expectation: SortExpectation,
  { keys, values }: Pick<HostCall, 'keys' | 'values'>,
  found: SortResults,
) {
  const { what, given } = expectation;
  checkForm(`${what}, keys`, found.keys, keys, given.keys);
  if (values) checkForm(`${what}, values`, found.values!, values, given.values!);
  expectation.check({ keys: bytesOf(found.keys), values: found.values && bytesOf(found.values) }, given);
}

// ----------------------------------------------------------------------------------------------------- of a row

/** Plans have room for every size class, so that rows share their kernels. */
const ROOM = 2 ** 17;
/** With room for fewer segments, plans would have only the large class. */
const SEGMENTS_ROOM = 16;

export async function typedPlan(device: GPUDevice, row: TypedRow, itemCount: number, segmentCount: number) {
  const { valueBytes } = row;
  const { keyType, options } = orderingOf(row);
  return withoutGpuErrors(device, () =>
    createSegmentedSort(device, {
      keyType,
      ...(row.indexFrom
        ? { valueType: 'index' as const, indexFrom: row.indexFrom }
        : valueBytes === 0
          ? {}
          : { valueType: { bytes: valueBytes } }),
      ...options,
      maxItems: Math.max(ROOM, itemCount),
      maxSegments: segmentCount + 3,
      tuning: tuningOf(row),
    }),
  );
}

/** The arguments of a row's call on host arrays. */
function hostCallOf(row: TypedRow, segments: SegmentsCase, { given: { keys, values } }: SortExpectation): HostCall {
  const { hostKeys, options } = orderingOf(row);
  const type = { bytes: row.valueBytes as Exclude<ValueBytes, 0> };
  return {
    keys: hostKeys(keys.slice()),
    values: values && { type, data: values.slice() },
    segments: 'offsets' in segments.given ? segments.given.offsets : segments.given,
    options: { ...options, tuning: tuningOf(row) },
  };
}

/** Runs a row's sort without a GPU, and throws at a wrong byte. */
export async function checkTypedJs(row: TypedRow, segments: SegmentsCase, seed: number): Promise<void> {
  const expectation = drawn(row, segments, seed);
  await checkJs(expectation, hostCallOf(row, segments, expectation));
}

/** Runs a row's sort, and throws at a wrong byte of any buffer. */
export async function checkTyped(device: GPUDevice, row: TypedRow, segments: SegmentsCase, seed: number) {
  const expectation = drawn(row, segments, seed);
  const { call } = row;
  if (call === 'host') {
    await checkHost(device, expectation, hostCallOf(row, segments, expectation));
    return;
  }
  const { itemCount, bounds } = segments;
  const plan = await typedPlan(device, row, itemCount, bounds.length);
  try {
    const segmentsIn = (space: Workspace) => boundSegments(space, segments, row.countOnGpu);
    const makesValues = row.indexFrom !== undefined;
    await checkEncode(device, plan, expectation, segmentsIn, { call, itemCount, makesValues });
  } finally {
    plan.destroy();
  }
}

/** Lengths at the ends of every size class and bin up to `cap`, and one in the last class. */
export async function boundaryLengths(device: GPUDevice, row: TypedRow, cap: number, longest?: number) {
  const plan = await typedPlan(device, row, 0, SEGMENTS_ROOM);
  const classes = classesOf(plan);
  plan.destroy();
  if (classes.length < 2) throw new Error('a plan with one class has no ends of classes to check');
  const inLast = longest ?? Math.min(cap, 2 * classes.at(-1)!.minLength + 100);
  return [0, 0, 1, 1, ...classBoundaries(classes, cap), inLast];
}

/** Runs a row's sort of segments of these lengths. */
export async function checkBoundaries(
  device: GPUDevice,
  row: TypedRow & { readonly form: Form },
  seed: number,
  [cap, longest]: readonly [number, number?],
): Promise<void> {
  const lengths = await boundaryLengths(device, row, cap, longest);
  await checkTyped(device, row, segmentsCase(row.form, lengths, new Random(seed)), seed);
}

// ------------------------------------------------------------------------------------------------------ of a job

/** Sorts a job's arrays by `plan.encode`. */
export async function checkSort(device: GPUDevice, plan: SortPlan, job: SortJob, manner: EncodeManner = {}) {
  const { offsets, keys } = job;
  const segmentsIn = (space: Workspace) => ({
    offsets: space.input('offsets', Uint32Array.from(offsets)),
    count: offsets.length - 1,
  });
  const call = manner.inPlace ? 'in place' : 'encode';
  // An empty range is bound as one word, so the item count must be given.
  const count = keys.length === 0 ? { itemCount: 0 } : {};
  await checkEncode(device, plan, ofJob(job), segmentsIn, { ...manner, call, ...count });
}

/** Makes a plan for the job, checks the job with it, destroys it. */
export async function checkSortOnce(device: GPUDevice, variant: Variant, job: SortJob, manner: EncodeManner = {}) {
  const { keys, values, order, offsets } = job;
  const row = { ...variant, keyType: typeOf(keys), pairs: values !== undefined, order };
  const items = Math.max(manner.tight ? 1 : ROOM, keys.length);
  const segments = Math.max(manner.tight ? 1 : SEGMENTS_ROOM, offsets.length - 1);
  const plan = await withoutGpuErrors(device, () => createSegmentedSort(device, planOptions(row, items, segments)));
  try {
    await checkSort(device, plan, job, manner);
  } finally {
    plan.destroy();
  }
}

/** Sorts a job's arrays by the call on host arrays. Without a variant the library chooses the kernels. */
export async function checkHostSort(device: GPUDevice, job: SortJob, variant?: Variant): Promise<void> {
  const { keys, values, order } = job;
  const options = { order, ...(variant && { tuning: tuningOf(variant) }) };
  const segments = job.offsets as Uint32Array | number[];
  await checkHost(device, ofJob(job), { keys: keys as HostArray, values: values as HostArray, segments, options });
}

/** Compares a sort's results in two buffers. `before` is their content before the sort. */
export function compareSort(job: SortJob, keys: Range, values: Range): void {
  const read = (when: 'found' | 'before') => ({ keys: bytesIn(keys[when]), values: bytesIn(values[when]) });
  ofJob(job).check(read('found'), read('before'));
}
