/** Any reduce by any way of calling it, with results as bytes, for comparing calls with each other and with a twin. */
import { expect } from 'vitest';
import { createSegmentedReduce, segmentedReduce } from '../../src/index.ts';
import type { InternalTuning } from '../../src/tuning/tuning.ts';
import type { Random } from './cases.ts';
import { tileOf } from './classes.ts';
import type { SizeClass } from './compare.ts';
import { type ElementType, givenAs, itemBytesOf, seenAs } from './elements.ts';
import type { CustomOp } from './operator.ts';
import { type Range, recordInto, Workspace, withoutGpuErrors } from './run.ts';
import { bytesOf, type Form, type SegmentsCase, segmentsCase } from './typed-cases.ts';

export type AnyOp = string | CustomOp;

/** One reduce; of a list of operators `initial` is a list as well. */
export interface Reduction {
  readonly type: ElementType;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly segments: SegmentsCase;
  readonly op: AnyOp | readonly AnyOp[];
  readonly initial?: unknown;
  readonly accuracy?: 'pairwise' | 'compensated';
}

/** One operator's results. */
export interface Outcome {
  readonly bytes: Uint8Array;
  readonly indices?: Uint32Array;
}

// biome-ignore lint/suspicious/noExplicitAny: the form of a result follows from the operator
type Loose = any;

/** The calls as callers without types see them: the form of a result depends on the operator. */
export const reduceHost = segmentedReduce as (
  device: GPUDevice,
  values: unknown,
  segments: unknown,
  op: unknown,
  options?: object,
) => Promise<Loose>;

export interface LoosePlan {
  readonly temporaryBytes: number;
  encode(encoder: GPUCommandEncoder | GPUComputePassEncoder, buffers: object): void;
  describe(): { readonly classes: readonly SizeClass[] };
  destroy(): void;
}

export const createReduce = createSegmentedReduce as (device: GPUDevice, descriptor: object) => Promise<LoosePlan>;

export const isArg = (op: AnyOp) => op === 'argmin' || op === 'argmax';

/** Type of an operator's results. */
export function resultTypeOf(type: ElementType, op: AnyOp): ElementType {
  if (typeof op !== 'string') return op.type ?? seenAs(type);
  if (op === 'count' || op === 'any' || op === 'all') return 'u32';
  const float =
    op === 'mean' || op === 'variance' || op === 'std' || (type === 'f16' && (op === 'sum' || op === 'product'));
  return float ? 'f32' : type;
}

/** Offsets and one size as in `segmentsCase`; begins and ends in any order, overlapping. */
export function reduceCase(form: Form, lengths: readonly number[], random: Random): SegmentsCase {
  if (form !== 'ranges') return segmentsCase(form, lengths, random);
  const itemCount = Math.max(...lengths) + 500;
  const bounds = random.shuffled(lengths).map((length) => {
    const begin = random.below(itemCount - length + 1);
    return [begin, begin + length] as const;
  });
  return rangesCase(bounds, itemCount);
}

export function rangesCase(bounds: SegmentsCase['bounds'], itemCount: number): SegmentsCase {
  const begin = Uint32Array.from(bounds, ([first]) => first);
  return { form: 'ranges', given: { begin, end: Uint32Array.from(bounds, ([, last]) => last) }, bounds, itemCount };
}

/** Segments as a host call takes them. */
export function givenSegments({ given }: SegmentsCase) {
  return 'offsets' in given ? given.offsets : given;
}

// -------------------------------------------------------------------------------------------------------- host calls

/** Requires that a result has the class, or the form `{ type, data }`, of its type. */
function hostOutcome(found: Loose, type: ElementType, op: AnyOp): Outcome {
  if (isArg(op)) {
    expect(Object.keys(found).sort()).toEqual(['indices', 'values']);
    expect(found.indices).toBeInstanceOf(Uint32Array);
    return { ...hostOutcome(found.values, type, 'min'), indices: found.indices };
  }
  const like: Loose = givenAs(resultTypeOf(type, op), new Uint8Array(0));
  if ('data' in like) {
    expect(found.type).toBe(like.type);
    expect(found.data.constructor).toBe(like.data.constructor);
  } else {
    expect(found.constructor).toBe(like.constructor);
  }
  return { bytes: bytesOf(found) };
}

/** Reduces by the call on host arrays. Checks the form of the results, and that the input is unchanged. */
export async function reduceOnHost(device: GPUDevice, reduction: Reduction, more: object = {}): Promise<Outcome[]> {
  const { type, bytes, segments, op, initial, accuracy } = reduction;
  const given = bytes.slice();
  const options = { ...(initial === undefined ? {} : { initial }), ...(accuracy ? { accuracy } : {}), ...more };
  const found = await withoutGpuErrors(device, () =>
    reduceHost(device, givenAs(type, given), givenSegments(segments), op, options),
  );
  if (!given.every((byte, i) => byte === bytes[i])) throw new Error('the call changed its values');
  expect(Array.isArray(found), 'an array of results for an array of operators').toBe(Array.isArray(op));
  const ops = [op].flat() as AnyOp[];
  if (Array.isArray(found)) expect(found.length).toBe(ops.length);
  return ops.map((one, i) => hostOutcome(Array.isArray(op) ? found[i] : found, type, one));
}

// ----------------------------------------------------------------------------------------------------------- recorded

/** How a reduce is recorded. */
export interface Manner {
  readonly tuning?: InternalTuning;
  readonly openPass?: boolean;
  /** Omits `temporary`, so that the plan uses its scratch memory. */
  readonly ownTemporary?: boolean;
  /** The count in a buffer. Without it the count is the right number, not a buffer. */
  readonly gpuCount?: number;
  readonly maxSegmentSize?: number;
  /** Segments that the plan and the outputs have room for beyond those of the reduction. */
  readonly spare?: number;
}

/** Plans have room for every size class, so that they share their kernels. */
const ROOM = 2 ** 17;

export function makeReduce(device: GPUDevice, reduction: Reduction, manner: Manner = {}): Promise<LoosePlan> {
  const { type, segments, op, initial, accuracy } = reduction;
  return withoutGpuErrors(device, () =>
    createReduce(device, {
      type,
      op,
      ...(initial === undefined ? {} : { initial }),
      ...(accuracy ? { accuracy } : {}),
      maxItems: Math.max(ROOM, segments.itemCount),
      maxSegments: Math.max(1, segments.bounds.length + (manner.spare ?? 0)),
      ...(manner.maxSegmentSize === undefined ? {} : { maxSegmentSize: manner.maxSegmentSize }),
      ...(manner.tuning ? { tuning: manner.tuning } : {}),
    }),
  );
}

/** The plan's classes, the large one with its tile where a kernel names it. */
export function classesOfPlan(plan: LoosePlan): readonly SizeClass[] {
  const tile = tileOf(plan);
  const { classes } = plan.describe();
  return classes.map((c) => (c.name === 'large' && tile !== undefined ? { ...c, tile: Number(tile) } : c));
}

/** Bytes as words. The last word is padded. */
export function padded(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const result = new Uint8Array(Math.ceil(bytes.length / 4) * 4).fill(0xa5);
  result.set(bytes);
  return result;
}

/** Segments as `encode` takes them, with garbage after the last one, which is not read. */
export function boundSegments(space: Workspace, { given, bounds }: SegmentsCase, gpuCount?: number) {
  const count = gpuCount === undefined ? bounds.length : space.input('count', Uint32Array.of(gpuCount, 0xffffffff));
  // A count on the GPU may exceed the arrays, so these end with the last segment.
  const rest = gpuCount === undefined ? [0xdeadbeef, 0x00000005] : [];
  const list = (name: string, words: Uint32Array) => {
    const all = new Uint32Array(words.length + rest.length);
    all.set(words);
    all.set(rest, words.length);
    return space.input(name, all);
  };
  if ('offsets' in given) return { offsets: list('offsets', given.offsets), count };
  if ('begin' in given) return { begin: list('begin', given.begin), end: list('end', given.end), count };
  return { size: given.size, count };
}

/** Output buffers of a reduce, full of garbage, as `encode` takes them, and the results in them. */
export class Outputs {
  private readonly ops: readonly AnyOp[];
  private readonly outputs: readonly Range[];
  private readonly indices: readonly (Range | undefined)[];

  constructor(
    space: Workspace,
    private readonly reduction: Reduction,
    private readonly count = reduction.segments.bounds.length,
    name = 'output',
  ) {
    this.ops = [reduction.op].flat() as AnyOp[];
    this.outputs = this.ops.map((op, i) => space.output(`${name} ${i}`, Math.ceil((count * this.bytesOf(op)) / 4)));
    this.indices = this.ops.map((op, i) => (isArg(op) ? space.output(`${name} index ${i}`, count) : undefined));
  }

  private bytesOf(op: AnyOp): number {
    return itemBytesOf(resultTypeOf(this.reduction.type, op));
  }

  get arguments(): object {
    const indexed = this.indices.some((range) => range !== undefined);
    if (Array.isArray(this.reduction.op)) {
      return { output: this.outputs, ...(indexed ? { outputIndex: this.indices } : {}) };
    }
    return { output: this.outputs[0], ...(indexed ? { outputIndex: this.indices[0] } : {}) };
  }

  /** The first `written` results. Throws if a later byte changed. */
  read(written = this.count): Outcome[] {
    return this.ops.map((op, i) => {
      const output = this.outputs[i]!;
      const index = this.indices[i];
      const ends = [[output, written * this.bytesOf(op)], ...(index ? [[index, 4 * written]] : [])] as [
        Range,
        number,
      ][];
      for (const [range, end] of ends) {
        const [found, before] = [bytesOf(range.found), bytesOf(range.before)];
        for (let at = end; at < found.length; at++) {
          if (found[at] !== before[at]) throw new Error(`${range.name}: byte ${at}, behind ${end}, was written`);
        }
      }
      const bytes = bytesOf(output.found).slice(0, written * this.bytesOf(op));
      return index ? { bytes, indices: index.found.slice(0, written) } : { bytes };
    });
  }
}

/** Reduces by this plan. Checks guards, inputs and the bytes after the results. The caller compares the results. */
export async function recordReduce(
  device: GPUDevice,
  plan: LoosePlan,
  reduction: Reduction,
  manner: Manner = {},
): Promise<Outcome[]> {
  const { bytes, segments } = reduction;
  const space = new Workspace(device);
  try {
    const outputs = new Outputs(space, reduction, segments.bounds.length + (manner.spare ?? 0));
    const scratch = manner.ownTemporary || plan.temporaryBytes === 0;
    const buffers = {
      input: space.input('input', padded(bytes)),
      ...outputs.arguments,
      segments: boundSegments(space, segments, manner.gpuCount),
      itemCount: segments.itemCount,
      ...(scratch ? {} : { temporary: space.scratch('temporary', plan.temporaryBytes) }),
    };
    await space.submit((encoder) =>
      recordInto(encoder, manner.openPass ?? false, (into) => plan.encode(into, buffers)),
    );
    return outputs.read(Math.min(segments.bounds.length, manner.gpuCount ?? segments.bounds.length));
  } finally {
    space.destroy();
  }
}

/** The same with a new plan. */
export async function reduceRecorded(device: GPUDevice, reduction: Reduction, manner: Manner = {}): Promise<Outcome[]> {
  const plan = await makeReduce(device, reduction, manner);
  try {
    return await recordReduce(device, plan, reduction, manner);
  } finally {
    plan.destroy();
  }
}
