import { deviceFacts } from '../device.ts';
import { requireBounds, requireCount, requireOneOf, requireTuning } from '../host/options.ts';
import { type BufferArgument, bufferRange, firstBytes, requireDisjoint, sameRange } from '../host/ranges.ts';
import { describePlan, type PlanDescription, PlannedOperation, type SegmentsArgument } from '../record/operation.ts';
import type { Plan } from '../record/plan.ts';
import type { BufferRange } from '../record/record.ts';
import type { Tuning } from '../tuning.ts';
import type { SortAccess, SortKeyType, SortOrder, SortSpec } from './context.ts';
import { sortPlan } from './plan.ts';

/** What a segmented sort is made for. */
export interface SegmentedSortDescriptor {
  keyType: SortKeyType;
  /** Left out: keys alone. */
  valueType?: 'u32' | 'i32' | 'f32';
  /** Default `'ascending'`. */
  order?: SortOrder;
  /** Ties keep input order. Every sort made here is stable; the option is kept for what may come. */
  stable?: boolean;
  /** Most items of one call. */
  maxItems: number;
  /** Most segments of one call. */
  maxSegments: number;
  /** No segment is longer: passes that longer ones need are left out. Longer ones come out in any order. */
  maxSegmentSize?: number;
  /** `false`: no scratch buffer of the plan's own; every `encode` brings `temporary`. Default `true`. */
  ownTemporary?: boolean;
  /** Kernels for sorting in place are compiled here too, rather than by the first `encode` that does. */
  inPlace?: boolean;
  tuning?: Tuning;
}

/** The buffers of one recorded sort. */
export interface SegmentedSortArguments {
  keysIn: BufferArgument;
  keysOut: BufferArgument;
  valuesIn?: BufferArgument;
  valuesOut?: BufferArgument;
  segments: SegmentsArgument;
  /** Left out: the smaller of `maxItems` and what the bindings hold. */
  itemCount?: number;
  /** Scratch memory of at least `temporaryBytes`, any content. */
  temporary?: BufferArgument;
}

/** A segmented sort with its kernels compiled, to be recorded any number of times. */
export interface SegmentedSort {
  /** Bytes that `temporary` must hold if the caller brings it. */
  readonly temporaryBytes: number;
  /** Records the sort. Throws synchronously; records nothing then. */
  encode(encoder: GPUCommandEncoder | GPUComputePassEncoder, buffers: SegmentedSortArguments): void;
  /** What `encode` records, as plain data. */
  describe(): PlanDescription;
  /** Frees the plan's buffers. Work already submitted is not disturbed. */
  destroy(): void;
}

const TYPES = ['u32', 'i32', 'f32'];

function sortSpec(descriptor: SegmentedSortDescriptor): SortSpec {
  const { keyType, valueType, order = 'ascending' } = descriptor;
  requireOneOf('keyType', keyType, TYPES, 'unsupported-type');
  if (valueType !== undefined) requireOneOf('valueType', valueType, TYPES, 'unsupported-type');
  requireOneOf('order', order, ['ascending', 'descending'], 'invalid-option');
  requireTuning(descriptor.tuning);
  return { keyType, order, pairs: valueType !== undefined, ...requireBounds(descriptor) };
}

/** Reads and checks the buffers of one call. */
function callRanges(spec: SortSpec, args: SegmentedSortArguments) {
  const given: Record<string, BufferRange> = {
    keysIn: bufferRange('keysIn', args.keysIn),
    keysOut: bufferRange('keysOut', args.keysOut),
  };
  if (spec.pairs) {
    given.valuesIn = bufferRange('valuesIn', args.valuesIn);
    given.valuesOut = bufferRange('valuesOut', args.valuesOut);
  }
  const room = Math.min(spec.maxItems, ...Object.values(given).map(({ size }) => size / 4));
  const items = args.itemCount === undefined ? room : requireCount('itemCount', args.itemCount, spec.maxItems);
  const segments = requireCount('segments.count', args.segments.count, spec.maxSegments);
  const ranges: Record<string, BufferRange> = {
    offsets: firstBytes('segments.offsets', bufferRange('segments.offsets', args.segments.offsets), 4 * (segments + 1)),
  };
  for (const [name, range] of Object.entries(given)) ranges[name] = firstBytes(name, range, 4 * items);
  return { ranges, items, segments };
}

class SegmentedSortPlan implements SegmentedSort {
  readonly #spec: SortSpec;
  readonly #operation: PlannedOperation;
  readonly #planFor: (access: SortAccess) => Plan;

  constructor(spec: SortSpec, operation: PlannedOperation, planFor: (access: SortAccess) => Plan) {
    this.#spec = spec;
    this.#operation = operation;
    this.#planFor = planFor;
  }

  get temporaryBytes(): number {
    return this.#operation.temporaryBytes;
  }

  encode(encoder: GPUCommandEncoder | GPUComputePassEncoder, args: SegmentedSortArguments): void {
    this.#operation.requireUsable();
    const { ranges, items, segments } = callRanges(this.#spec, args);
    const temporary = this.#operation.temporaryRange(args.temporary);
    requireDisjoint({ ...ranges, temporary }, [
      ['keysIn', 'keysOut'],
      ['valuesIn', 'valuesOut'],
    ]);
    if (items === 0 || segments === 0) return;
    const { keysIn, keysOut, valuesIn, valuesOut } = ranges as Record<string, BufferRange | undefined>;
    const plan = this.#planFor({
      keysInPlace: keysIn !== undefined && keysOut !== undefined && sameRange(keysIn, keysOut),
      valuesInPlace: valuesIn !== undefined && valuesOut !== undefined && sameRange(valuesIn, valuesOut),
    });
    this.#operation.record(encoder, plan, ranges, temporary, { items, segments });
  }

  describe(): PlanDescription {
    return describePlan(this.#planFor(APART));
  }

  destroy(): void {
    this.#operation.destroy();
  }
}

const APART: SortAccess = { keysInPlace: false, valuesInPlace: false };
const IN_PLACE: SortAccess = { keysInPlace: true, valuesInPlace: true };

/**
 * Makes a segmented sort that records itself into the caller's command encoder: no readback, no submit, and no
 * allocation that grows with the data after this call.
 *
 * Cost of a call: O(n) for segments past the medium class, O(n log² m) for small ones of length m; see `describe()`.
 *
 * @throws SegmentedError 'unsupported-type', 'invalid-option', 'limit-exceeded', 'device-lost', 'out-of-memory'
 * @example
 * const sort = await createSegmentedSort(device, { keyType: 'u32', maxItems: 1 << 20, maxSegments: 1 << 16 });
 * const encoder = device.createCommandEncoder();
 * sort.encode(encoder, { keysIn, keysOut, segments: { offsets, count: 1000 } });
 * device.queue.submit([encoder.finish()]);
 */
export async function createSegmentedSort(
  device: GPUDevice,
  descriptor: SegmentedSortDescriptor,
): Promise<SegmentedSort> {
  const spec = sortSpec(descriptor);
  const facts = deviceFacts(device);
  const plans = new Map<string, Plan>();
  const planFor = (access: SortAccess): Plan => {
    const key = JSON.stringify(access);
    let plan = plans.get(key);
    if (!plan) {
      plan = sortPlan(spec, access, facts, descriptor.tuning ?? {});
      plans.set(key, plan);
    }
    return plan;
  };
  const plan = planFor(APART);
  const prepared = descriptor.inPlace ? { ...plan, passes: [...plan.passes, ...planFor(IN_PLACE).passes] } : plan;
  const own = descriptor.ownTemporary !== false;
  return new SegmentedSortPlan(spec, await PlannedOperation.create(device, 'segmented sort', prepared, own), planFor);
}
