/** One call each: run the library, ask the oracle, compare bit for bit. */
import {
  createSegmentedReduce,
  createSegmentedSort,
  segmentedReduce,
  segmentedSort,
  segmentedSortByKey,
} from '../../src/index.ts';
import { type ReduceRow, type SortRow, tuningOf, type Variant } from './cases.ts';
import { expectElements, expectPerSegment, type SizeClass, type Where } from './compare.ts';
import {
  coverage,
  gather,
  type KeyArray,
  type Offsets,
  type Order,
  type ReduceOp,
  reducedWords,
  sortedSources,
  typeOf,
  viewAs,
  wordsOf,
} from './oracle.ts';
import { recordInto, Workspace, withoutGpuErrors } from './run.ts';

export type SortPlan = Awaited<ReturnType<typeof createSegmentedSort>>;
export type ReducePlan = Awaited<ReturnType<typeof createSegmentedReduce>>;
export type ValueArray = Uint32Array | Int32Array | Float32Array;

/** The plan's classes, for messages and for tests that walk along their boundaries. */
export function classesOf(plan: SortPlan | ReducePlan): readonly SizeClass[] {
  return plan.describe().classes as readonly SizeClass[];
}

interface Job {
  /** What the failing message begins with. */
  readonly what: string;
  readonly seed?: number;
  readonly offsets: Offsets;
}

export interface SortJob extends Job {
  readonly keys: KeyArray;
  readonly values?: ValueArray | undefined;
  readonly order: Order;
}

export interface ReduceJob extends Job {
  readonly input: KeyArray;
  readonly op: ReduceOp;
}

/** How `encode` is called. */
export interface EncodeManner {
  /** keysIn is keysOut, valuesIn is valuesOut. */
  readonly inPlace?: boolean;
  /** Into a compute pass that the caller opened. */
  readonly openPass?: boolean;
  /** Leave `temporary` out: the plan brings its own. */
  readonly ownTemporary?: boolean;
  /** For the calls that make a plan: one with no room to spare, which may leave whole classes out. */
  readonly tight?: boolean;
}

export interface SortOutcome {
  readonly keys: Uint32Array;
  readonly values?: Uint32Array | undefined;
}

/** What the outputs must hold: sorted inside the segments, `keysOutside` and `valuesOutside` elsewhere. */
function expectedSort(job: SortJob, outside: SortOutcome): SortOutcome {
  const sources = sortedSources(job.keys, job.offsets, job.order);
  const inside = coverage(job.keys.length, job.offsets);
  const merge = (moved: Uint32Array, rest: Uint32Array) => moved.map((word, i) => (inside[i] ? word : rest[i]!));
  return {
    keys: merge(gather(job.keys, sources), outside.keys),
    values: job.values && merge(gather(job.values, sources), outside.values!),
  };
}

/** Compares a sort's outputs with the oracle; `outside` is what must stand outside every segment. */
export function compareSort(
  job: SortJob,
  found: SortOutcome,
  outside: SortOutcome,
  classes?: readonly SizeClass[],
): void {
  const expected = expectedSort(job, outside);
  const where = (part: string): Where => ({ ...job, what: `${job.what}, ${part}`, classes });
  expectElements(found.keys, expected.keys, where('keys'));
  if (expected.values) expectElements(found.values!, expected.values, where('values'));
}

/** Sorts by `plan.encode` with garbage in outputs and scratch, and checks every word of every buffer. */
export async function checkSort(device: GPUDevice, plan: SortPlan, job: SortJob, manner: EncodeManner = {}) {
  const space = new Workspace(device, job.seed);
  try {
    const sorting = (name: string, array: ArrayBufferView) => {
      if (manner.inPlace) {
        const range = space.inOut(name, array);
        return { in: range, out: range };
      }
      return { in: space.input(`${name}In`, array), out: space.output(`${name}Out`, array.byteLength / 4) };
    };
    const keys = sorting('keys', job.keys);
    const values = job.values && sorting('values', job.values);
    const offsets = space.input('offsets', Uint32Array.from(job.offsets));
    const temporary = temporaryFor(space, plan, manner);
    const buffers = {
      keysIn: keys.in,
      keysOut: keys.out,
      ...(values && { valuesIn: values.in, valuesOut: values.out }),
      segments: { offsets, count: job.offsets.length - 1 },
      ...(job.keys.length === 0 && { itemCount: 0 }),
      ...temporary,
    };
    await space.submit((encoder) =>
      recordInto(encoder, manner.openPass ?? false, (into) => plan.encode(into, buffers)),
    );
    const cut = (words: Uint32Array) => words.subarray(0, job.keys.length);
    const found = { keys: cut(keys.out.found), values: values && cut(values.out.found) };
    const outside = { keys: keys.out.before, values: values?.out.before };
    compareSort(job, found, outside, classesOf(plan));
    // No item at all: the one word that stands in for the empty range must be untouched.
    if (job.keys.length === 0)
      expectElements(keys.out.found, keys.out.before, { ...job, what: `${job.what}, no item` });
  } finally {
    space.destroy();
  }
}

function temporaryFor(space: Workspace, plan: SortPlan | ReducePlan, manner: EncodeManner) {
  if (manner.ownTemporary || plan.temporaryBytes === 0) return {};
  return { temporary: space.scratch('temporary', plan.temporaryBytes) };
}

/** Reduces by `plan.encode`, under the same conditions. */
export async function checkReduce(device: GPUDevice, plan: ReducePlan, job: ReduceJob, manner: EncodeManner = {}) {
  const space = new Workspace(device, job.seed);
  try {
    const count = job.offsets.length - 1;
    const output = space.output('output', count);
    const buffers = {
      input: space.input('input', job.input),
      output,
      segments: { offsets: space.input('offsets', Uint32Array.from(job.offsets)), count },
      ...(job.input.length === 0 && { itemCount: 0 }),
      ...temporaryFor(space, plan, manner),
    };
    await space.submit((encoder) =>
      recordInto(encoder, manner.openPass ?? false, (into) => plan.encode(into, buffers)),
    );
    const expected = reducedWords(job.input, job.offsets, job.op);
    const where = { ...job, classes: classesOf(plan) };
    expectPerSegment(output.found.subarray(0, count), expected, where);
    if (count === 0)
      expectElements(output.found, output.before, { ...where, what: `${job.what}: no segment, no output` });
    return output.found;
  } finally {
    space.destroy();
  }
}

/** Options of a plan for `row`, with room for `maxItems` items in `maxSegments` segments. */
export function planOptions(row: SortRow, maxItems: number, maxSegments: number) {
  return {
    keyType: row.keyType,
    ...(row.pairs && { valueType: 'u32' as const }),
    order: row.order,
    maxItems,
    maxSegments,
    tuning: tuningOf(row),
  };
}

/** The items of a large segment's tile, where a kernel names them; those of a walk are its own. */
export function tileOf(plan: { describe(): unknown }): string | undefined {
  const text = JSON.stringify(plan.describe());
  const tile = text.includes('reduce/flat join') ? /\bFLAT_TILE = (\d+)/ : /\bTILE = (\d+)/;
  return tile.exec(text)?.[1];
}

/** The classes of a plan, with the tile of the large one as its kernels have it. */
function classesWithTile(plan: SortPlan | ReducePlan): readonly SizeClass[] {
  const tile = tileOf(plan);
  if (tile === undefined) throw new Error('no kernel says how many items a tile has');
  return classesOf(plan).map((c) => (c.name === 'large' ? { ...c, tile: Number(tile) } : c));
}

/** The size classes of a sort of this kind, read from a plan with room for all of them. */
export async function sortClasses(device: GPUDevice, row: SortRow): Promise<readonly SizeClass[]> {
  const plan = await createSegmentedSort(device, planOptions(row, 2 ** 20, 1000));
  const classes = classesWithTile(plan);
  plan.destroy();
  return classes;
}

/** The size classes of a reduce. */
export async function reduceClasses(device: GPUDevice, row: ReduceRow): Promise<readonly SizeClass[]> {
  const { type, op } = row;
  const plan = await createSegmentedReduce(device, {
    type,
    op,
    maxItems: 2 ** 20,
    maxSegments: 1,
    tuning: tuningOf(row),
  });
  const classes = classesWithTile(plan);
  plan.destroy();
  return classes;
}

/** Room of the plans made here: kernels are compiled per set of classes, so most jobs use plans that have them all. */
const ROOM = 2 ** 17;
/** With fewer, plans of that room would have none but large segments. */
const SEGMENTS_ROOM = 16;

function maxItemsFor(itemCount: number, manner: EncodeManner): number {
  return Math.max(manner.tight ? 1 : ROOM, itemCount);
}

/** Makes a plan for the job, checks the job with it, destroys it. */
export async function checkSortOnce(device: GPUDevice, variant: Variant, job: SortJob, manner: EncodeManner = {}) {
  const plan = await withoutGpuErrors(device, () =>
    createSegmentedSort(
      device,
      planOptions(
        {
          ...variant,
          keyType: typeOf(job.keys),
          pairs: job.values !== undefined,
          order: job.order,
        },
        maxItemsFor(job.keys.length, manner),
        Math.max(manner.tight ? 1 : SEGMENTS_ROOM, job.offsets.length - 1),
      ),
    ),
  );
  try {
    await checkSort(device, plan, job, manner);
  } finally {
    plan.destroy();
  }
}

export async function checkReduceOnce(device: GPUDevice, variant: Variant, job: ReduceJob, manner: EncodeManner = {}) {
  const plan = await withoutGpuErrors(device, () =>
    createSegmentedReduce(device, {
      type: typeOf(job.input),
      op: job.op,
      maxItems: maxItemsFor(job.input.length, manner),
      maxSegments: Math.max(1, job.offsets.length - 1),
      tuning: tuningOf(variant),
    }),
  );
  try {
    return await checkReduce(device, plan, job, manner);
  } finally {
    plan.destroy();
  }
}

/** Throws unless `found` is an array of the class of `like`, and `like` still holds `before`. */
function checkForm(what: string, found: ArrayBufferView, like: ArrayBufferView, before: Uint32Array): void {
  if (found.constructor !== like.constructor) {
    throw new Error(`${what}: a ${found.constructor.name} came back for a ${like.constructor.name}`);
  }
  if (found.buffer === like.buffer) throw new Error(`${what}: the result is not a new array`);
  if (!wordsOf(like).every((word, i) => word === before[i])) throw new Error(`${what}: the input array was changed`);
}

/** Sorts by the call on host arrays that the job asks for; without a variant as the library chooses. */
export async function checkHostSort(device: GPUDevice, job: SortJob, variant?: Variant) {
  const options = { order: job.order, ...(variant && { tuning: tuningOf(variant) }) };
  const segments = job.offsets as Uint32Array | number[];
  const keysBefore = wordsOf(job.keys).slice();
  const valuesBefore = job.values && wordsOf(job.values).slice();
  const found = await withoutGpuErrors(device, async () => {
    if (!job.values) return { keys: await segmentedSort(device, job.keys, segments, options), values: undefined };
    return await segmentedSortByKey(device, job.keys, job.values, segments, options);
  });
  checkForm(`${job.what}, keys`, found.keys, job.keys, keysBefore);
  if (job.values) checkForm(`${job.what}, values`, found.values!, job.values, valuesBefore!);
  const outcome = { keys: wordsOf(found.keys), values: found.values && wordsOf(found.values) };
  compareSort(job, outcome, { keys: keysBefore, values: valuesBefore });
}

/** Reduces by the call on host arrays. */
export async function checkHostReduce(device: GPUDevice, job: ReduceJob, variant?: Variant): Promise<KeyArray> {
  const before = wordsOf(job.input).slice();
  const options = variant && { tuning: tuningOf(variant) };
  const found = await withoutGpuErrors(device, () =>
    segmentedReduce(device, job.input, job.offsets as Uint32Array | number[], job.op, options),
  );
  checkForm(job.what, found, job.input, before);
  expectPerSegment(found, reducedWords(job.input, job.offsets, job.op), job);
  return viewAs(typeOf(job.input), wordsOf(found));
}
