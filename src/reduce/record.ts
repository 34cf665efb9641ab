/** Reduces that callers record. */
import { requireBounds } from '../api/array_call.ts';
import {
  beginCall,
  type CompiledPlan,
  callItems,
  callSegments,
  ofThisImplementation,
  operationOptions,
  recorded,
  requireFit,
  requireUsable,
  type SegmentsArgument,
} from '../api/recorded.ts';
import { refused, requireMembersOf } from '../checks.ts';
import { type BufferArgument, bufferRange, firstItems } from '../gpu/arguments.ts';
import type { BufferRange } from '../gpu/ranges.ts';
import { typeBytes } from '../item_types.ts';
import type { PlanDescription } from '../plan/describe.ts';
import type { InternalTuning } from '../tuning/tuning.ts';
import type { ReduceRequest, ReduceSpec, SegmentedReduceDescriptor } from './descriptor.ts';
import { type Output, reduceFacts } from './kernels.ts';
import { COMMON, type LoadedReduce, type ReduceOperation, recordReduce, reduceOperation } from './operation.ts';

/** Buffers and counts of one recorded reduce. */
export interface SegmentedReduceArguments {
  /** Elements of `type`, packed. */
  input: BufferArgument;
  /** With `rows`: for each item the number of its row in `input`, a u32. A row that is not there adds nothing. */
  rowsIn?: BufferArgument;
  /** With `weights`: a factor for each item, an f32. */
  weightsIn?: BufferArgument;
  /**
   * One element a segment, or with `width` a row of them. With a list of operators: a list of buffers, one for each
   * operator.
   */
  output: BufferArgument | readonly BufferArgument[];
  /**
   * Indices of argmin and argmax: one u32 a segment. With a list of operators: a list of buffers, `undefined` for other
   * operators.
   */
  outputIndex?: BufferArgument | readonly (BufferArgument | undefined)[];
  /** The segments, which may overlap. */
  segments: SegmentsArgument;
  /**
   * Items of the input. Default: all that `input` holds, which may not be more than `maxItems`. Give it where the
   * buffer is longer than its content, and for the exact number of 8- and 16-bit items.
   */
  itemCount?: number;
  /** Scratch memory of at least `temporaryBytes` bytes, with any content. Required with `ownTemporary: false`. */
  temporary?: BufferArgument;
}

/** A segmented reduce with its kernels compiled, to be recorded any number of times. */
export interface SegmentedReduce extends CompiledPlan<SegmentedReduceArguments> {
  /** Describes, as plain data, what `encode` records for an input whose buffer ends with its last item. */
  describe(): PlanDescription;
}

const ARGUMENTS = ['input', 'output', 'outputIndex', 'segments', 'itemCount', 'temporary'] as const;
/** Those of rows. */
export const ROWS_ARGUMENTS = [...ARGUMENTS, 'rowsIn', 'weightsIn'] as const;

export const DESCRIPTOR = [
  'type',
  'op',
  'initial',
  'whenEmpty',
  'accuracy',
  'ddof',
  'widen',
  'nan',
  'width',
  'rows',
  'weights',
  'maxItems',
  'maxSegments',
  'maxSegmentSize',
  'ownTemporary',
  'profile',
  'tuning',
] as const;

/** Checks the buffers of the results and returns their ranges by argument name: `width` results a segment. */
export function outputRanges(
  outputs: readonly Output[],
  { ops, listed }: ReduceRequest,
  args: SegmentedReduceArguments,
  segments: number,
  maxSegments: number,
  width = 1,
): Record<string, BufferRange> {
  const isArg = ops.map((_, i) => outputs.some(({ operator, name }) => operator === i && name === 'outputIndex'));
  const lists = { output: args.output, outputIndex: args.outputIndex };
  for (const [name, given] of Object.entries(lists)) {
    const isList = Array.isArray(given);
    if (given !== undefined && (isList !== listed || (isList && given.length !== ops.length))) {
      throw refused(
        'invalid-option',
        name,
        isList ? `a list of ${given.length}` : 'one buffer',
        listed ? `a list of ${ops.length}, one for each operator` : 'one buffer',
      );
    }
  }
  const at = (given: unknown, i: number) => (listed ? (given as unknown[] | undefined)?.[i] : given);
  isArg.forEach((wanted, i) => {
    if (!wanted && at(args.outputIndex, i) !== undefined) {
      throw refused(
        'invalid-option',
        listed ? `outputIndex[${i}]` : 'outputIndex',
        'given',
        'no buffer, except with argmin and argmax',
      );
    }
  });
  const ranges: Record<string, BufferRange> = {};
  for (const { argument, name, operator, bytes } of outputs) {
    const range = bufferRange(argument, at(lists[name], operator) as BufferArgument | undefined);
    ranges[argument] = firstItems(range, width * bytes, segments, maxSegments);
  }
  return ranges;
}

function encodeReduce(
  reduce: ReduceOperation,
  outputs: readonly Output[],
  encoder: GPUCommandEncoder | GPUComputePassEncoder,
  args: SegmentedReduceArguments,
): void {
  const { spec, operation } = reduce;
  requireUsable<Omit<SegmentedReduceArguments, 'rowsIn' | 'weightsIn'>, typeof ARGUMENTS>(
    operation,
    encoder,
    args,
    ARGUMENTS,
  );
  const { maxItems, maxSegments, type } = spec;
  const itemBytes = typeBytes(type);
  const input = bufferRange('input', args.input);
  const items = callItems(args.itemCount, maxItems, [{ range: input, itemBytes }]);
  const call = callSegments(operation.device, args.segments, maxSegments);
  requireFit(call, items);
  const ranges = {
    input: firstItems(input, itemBytes, items, maxItems),
    ...outputRanges(outputs, spec, args, call.segments, maxSegments),
  };
  const temporary = beginCall(operation, encoder, args.temporary, { ...ranges, ...call.ranges });
  if (call.segments === 0) return;
  ofThisImplementation(() => recordReduce(reduce, encoder, { ranges, items, call, temporary }));
}

/** Makes a reduce that the caller records. `createSegmentedReduce` calls it. */
export async function makeReduce(
  device: GPUDevice,
  descriptor: SegmentedReduceDescriptor,
  { request, stages }: LoadedReduce,
  tuning: InternalTuning,
): Promise<SegmentedReduce> {
  const bounds = requireBounds(descriptor);
  requireMembersOf('descriptor', descriptor, DESCRIPTOR);
  const options = await operationOptions(device, descriptor);
  const spec: ReduceSpec = { ...request, ...bounds, phase: 'whole' };
  const plan = spec.omitsNans ? (await import('./omit.ts')).omittingReducePlan : undefined;
  const reduce = await reduceOperation(device, stages, spec, tuning, options, plan);
  const { outputs } = reduceFacts(spec).results;
  return {
    // The kernels of this plan work with an input buffer of any length.
    ...recorded(reduce.operation, reduce.planFor({ ...COMMON, wholeVectors: false })),
    encode: (encoder, buffers) => encodeReduce(reduce, outputs, encoder, buffers),
  };
}
