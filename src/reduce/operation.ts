import { deviceFacts } from '../device.ts';
import { requireBounds, requireCount, requireOneOf, requireTuning } from '../host/options.ts';
import { type BufferArgument, bufferRange, firstBytes, requireDisjoint } from '../host/ranges.ts';
import { callSegments, requireFit, type SegmentsArgument } from '../host/segments_argument.ts';
import { describePlan, memoized, type PlanDescription, PlannedOperation } from '../record/operation.ts';
import type { Plan } from '../record/plan.ts';
import type { Tuning } from '../tuning.ts';
import type { ReduceAccess, ReduceOp, ReduceSpec, ReduceType } from './context.ts';
import { reducePlan } from './plan.ts';

/** What a segmented reduce is made for. */
export interface SegmentedReduceDescriptor {
  /** Type of the input and of the results. */
  type: ReduceType;
  op: ReduceOp;
  /** Most items of one call. */
  maxItems: number;
  /** Most segments of one call. */
  maxSegments: number;
  /** No segment is longer: passes that longer ones need are left out. Longer ones give no result. */
  maxSegmentSize?: number;
  /** `false`: no scratch buffer of the plan's own; every `encode` brings `temporary`. Default `true`. */
  ownTemporary?: boolean;
  tuning?: Tuning;
}

/** The buffers of one recorded reduce. */
export interface SegmentedReduceArguments {
  input: BufferArgument;
  /** One element a segment. */
  output: BufferArgument;
  segments: SegmentsArgument;
  /** Left out: the smaller of `maxItems` and what `input` holds. */
  itemCount?: number;
  /** Scratch memory of at least `temporaryBytes`, any content. */
  temporary?: BufferArgument;
}

/** A segmented reduce with its kernels compiled, to be recorded any number of times. */
export interface SegmentedReduce {
  /** Bytes that `temporary` must hold if the caller brings it. */
  readonly temporaryBytes: number;
  /** Records the reduce. Throws synchronously; records nothing then. */
  encode(encoder: GPUCommandEncoder | GPUComputePassEncoder, buffers: SegmentedReduceArguments): void;
  /** What `encode` records, as plain data. */
  describe(): PlanDescription;
  /** Frees the plan's buffers. Work already submitted is not disturbed. */
  destroy(): void;
}

export const REDUCE_TYPES: readonly string[] = ['u32', 'i32', 'f32'];
export const REDUCE_OPS: readonly string[] = ['sum', 'min', 'max'];

function reduceSpec(descriptor: SegmentedReduceDescriptor): ReduceSpec {
  const { type, op } = descriptor;
  requireOneOf('type', type, REDUCE_TYPES, 'unsupported-type');
  requireOneOf('op', op, REDUCE_OPS, 'unsupported-type');
  requireTuning(descriptor.tuning);
  return { type, op, ...requireBounds(descriptor) };
}

const COMMON: ReduceAccess = { form: 'offsets', countOnGpu: false };

class SegmentedReducePlan implements SegmentedReduce {
  readonly #spec: ReduceSpec;
  readonly #planFor: (access: ReduceAccess) => Plan;
  readonly #operation: PlannedOperation;

  constructor(spec: ReduceSpec, operation: PlannedOperation, planFor: (access: ReduceAccess) => Plan) {
    this.#spec = spec;
    this.#planFor = planFor;
    this.#operation = operation;
  }

  get temporaryBytes(): number {
    return this.#operation.temporaryBytes;
  }

  encode(encoder: GPUCommandEncoder | GPUComputePassEncoder, args: SegmentedReduceArguments): void {
    this.#operation.requireUsable(encoder, args);
    const { maxItems, maxSegments } = this.#spec;
    const input = bufferRange('input', args.input);
    const room = Math.min(maxItems, input.size / 4);
    const items = args.itemCount === undefined ? room : requireCount('itemCount', args.itemCount, maxItems);
    const call = callSegments(args.segments, maxSegments);
    requireFit(call, items);
    const { segments, size } = call;
    const ranges = {
      input: firstBytes('input', input, 4 * items),
      output: firstBytes('output', bufferRange('output', args.output), 4 * segments),
      ...call.ranges,
    };
    const temporary = this.#operation.temporaryRange(args.temporary);
    requireDisjoint({ ...ranges, temporary }, [['begins', 'ends']]);
    if (segments === 0) return;
    this.#operation.record(encoder, this.#planFor(call), ranges, temporary, { items, segments, size });
  }

  describe(): PlanDescription {
    return describePlan(this.#planFor(COMMON));
  }

  destroy(): void {
    this.#operation.destroy();
  }
}

/**
 * Makes a segmented reduce that records itself into the caller's command encoder: no readback, no submit, and no
 * allocation that grows with the data after this call. Cost of a call: O(items + segments).
 *
 * @throws SegmentedError 'unsupported-type', 'invalid-option', 'limit-exceeded', 'device-lost', 'out-of-memory'
 * @example
 * const reduce = await createSegmentedReduce(device, { type: 'f32', op: 'sum', maxItems: 1 << 20, maxSegments: 1 << 16 });
 * const encoder = device.createCommandEncoder();
 * reduce.encode(encoder, { input, output, segments: { offsets, count: 1000 } });
 * device.queue.submit([encoder.finish()]);
 */
export async function createSegmentedReduce(
  device: GPUDevice,
  descriptor: SegmentedReduceDescriptor,
): Promise<SegmentedReduce> {
  const spec = reduceSpec(descriptor);
  const facts = deviceFacts(device);
  const planFor = memoized(
    ({ form, countOnGpu }: ReduceAccess) => `${form} ${countOnGpu}`,
    (access) => reducePlan(spec, access, facts, descriptor.tuning ?? {}),
  );
  const own = descriptor.ownTemporary !== false;
  const operation = await PlannedOperation.create(device, 'segmented reduce', planFor(COMMON), own);
  return new SegmentedReducePlan(spec, operation, planFor);
}
