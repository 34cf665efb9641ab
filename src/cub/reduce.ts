import { requireMembers, SegmentedError } from '../checks.ts';
import type { InitialValue } from '../operators/initial.ts';
import type { OpOf, ReduceOp } from '../operators/operators.ts';
import type { DevicePointer, key_value_pair } from '../ports/device_ptr.ts';
import { typeLimits } from '../ports/numbers.ts';
import { deviceOperand, type Operand, requireRoom, requireSameType } from '../ports/operand.ts';
import { cachedReduce } from '../ports/plans.ts';
import { argDescriptor, type ReduceNames, reduceDescriptor, type UnboundedReduce } from '../ports/requests.ts';
import { fixedSegments, listedSegments, type OffsetsArgument, type SegmentsOf } from '../ports/segments.ts';
import { perform, requireNumber, type TemporaryStorage } from './call.ts';
import { openStream, type Stream } from './device.ts';

/** Outputs of ArgMin and ArgMax: keys as u32 or i32, and values of the input's type. One item a segment each. */
export type ArgOutput = Pick<key_value_pair<DevicePointer, DevicePointer>, 'key' | 'value'>;

type Head<Out, In = DevicePointer> = [
  d_temp_storage: TemporaryStorage,
  temp_storage_bytes: number,
  d_in: In,
  d_out: Out,
];
type Listed = [num_segments: number, d_begin_offsets: OffsetsArgument, d_end_offsets: OffsetsArgument];
type Fixed = [num_segments: number, segment_size: number];

/** Signature of `Sum`, `Min`, `Max`, `ArgMin` and `ArgMax`: with offsets, or with segments of one size. */
export interface SegmentedReduceCall<Out = DevicePointer> {
  (...args: [...Head<Out>, ...Listed, stream?: Stream]): Promise<number>;
  (...args: [...Head<Out>, ...Fixed, stream?: Stream]): Promise<number>;
}

type Operator<In> = [reduction_op: OpOf<In, ReduceOp>, initial_value?: InitialValue | undefined, stream?: Stream];

/** Signature of `Reduce`, which takes any operator of the core that the items have. */
export interface GenericReduceCall {
  <In extends DevicePointer>(...args: [...Head<DevicePointer, In>, ...Listed, ...Operator<In>]): Promise<number>;
  <In extends DevicePointer>(...args: [...Head<DevicePointer, In>, ...Fixed, ...Operator<In>]): Promise<number>;
}

interface Read {
  readonly segmentCount: number;
  readonly segmentsOf: SegmentsOf;
  /** Items of the input that segments may contain. */
  readonly itemCount: number;
  /** The arguments after the segments. */
  readonly tail: unknown[];
}

/** Reads num_segments, and then a segment size or two lists of offsets. */
function readSegments(input: Operand, [num_segments, ...rest]: unknown[]): Read {
  const segmentCount = requireNumber('num_segments', num_segments);
  if (typeof rest[0] !== 'number') {
    const [begin, end, ...tail] = rest;
    const offsets = [begin, end] as [OffsetsArgument, OffsetsArgument];
    const segmentsOf = listedSegments(['d_begin_offsets', 'd_end_offsets'], ...offsets, segmentCount);
    return { segmentCount, segmentsOf, itemCount: input.length, tail };
  }
  const [segment_size, ...tail] = rest;
  const size = requireNumber('segment_size', segment_size);
  const itemCount = requireNumber('num_segments * segment_size', segmentCount * size);
  requireRoom(input, itemCount);
  return { segmentCount, segmentsOf: fixedSegments(size, segmentCount), itemCount, tail };
}

interface Request {
  readonly descriptor: UnboundedReduce;
  readonly output: Operand;
  readonly outputIndex?: Operand;
}

async function reduce(args: unknown[], input: Operand, read: Read, { descriptor, output, outputIndex }: Request) {
  const [d_temp_storage, temp_storage_bytes] = args as [TemporaryStorage, number];
  if (read.tail.length > 1) {
    throw new SegmentedError('invalid-option', `arguments: ${read.tail.length - 1} too many; allowed: the stream last`);
  }
  const open = openStream(read.tail[0]);
  const { segmentCount, itemCount } = read;
  for (const each of [output, outputIndex]) if (each) requireRoom(each, segmentCount);
  return perform(
    { d_temp_storage, temp_storage_bytes },
    open,
    () => cachedReduce(open.device, { ...descriptor, maxItems: itemCount, maxSegments: segmentCount, ...open.tuning }),
    (plan, { encoder, temporary, upload }) =>
      plan.encode(encoder, {
        input: input.range as NonNullable<Operand['range']>,
        output: output.range as NonNullable<Operand['range']>,
        ...(outputIndex?.range ? { outputIndex: outputIndex.range } : {}),
        segments: read.segmentsOf(upload),
        itemCount,
        temporary,
      }),
  );
}

const NAMES = { op: 'reduction_op', initial: 'initial_value' };

async function byOperator(
  args: unknown[],
  read: Read,
  input: Operand,
  op: ReduceOp,
  initial: InitialValue | undefined,
  names: ReduceNames,
) {
  const { descriptor, resultType } = reduceDescriptor(input, op, initial, names);
  const output = deviceOperand('d_out', args[3] as DevicePointer);
  requireSameType(output, resultType, `what this operator makes of ${String(input.type)}`);
  return reduce(args, input, read, { descriptor, output });
}

function inputOf(args: unknown[]): Operand {
  return deviceOperand('d_in', args[2] as DevicePointer);
}

/** Makes a call with a fixed operator. `initialOf` gives the initial value for the input's type. */
function byName(op: ReduceOp, initialOf?: (type: Operand['type']) => InitialValue): SegmentedReduceCall {
  return async (...args: unknown[]) => {
    const input = inputOf(args);
    const initial = typeof input.type === 'string' ? initialOf?.(input.type) : undefined;
    // The caller gave no operator argument. So errors about the operator name the input, whose type is wrong.
    return byOperator(args, readSegments(input, args.slice(4)), input, op, initial, { ...NAMES, op: input.name });
  };
}

function arg(op: 'argmin' | 'argmax'): SegmentedReduceCall<ArgOutput> {
  return async (...args: unknown[]) => {
    const input = inputOf(args);
    const { key, value } = (args[3] ?? {}) as ArgOutput;
    const outputIndex = deviceOperand('d_out.key', key);
    if (outputIndex.type !== 'i32') requireSameType(outputIndex, 'u32', 'or i32');
    const output = deviceOperand('d_out.value', value);
    requireSameType(output, input.type, 'as d_in is');
    requireMembers('d_out', args[3], ['key', 'value']);
    const request = { descriptor: argDescriptor(input, op), output, outputIndex };
    return reduce(args, input, readSegments(input, args.slice(4)), request);
  };
}

const generic: GenericReduceCall = async (...args: unknown[]) => {
  const input = inputOf(args);
  const read = readSegments(input, args.slice(4));
  const [op, initial, ...tail] = read.tail as [ReduceOp, InitialValue | undefined, ...unknown[]];
  return byOperator(args, { ...read, tail }, input, op, initial, NAMES);
};

/**
 * CUB's `DeviceSegmentedReduce`: reduces every segment to one result.
 *
 * Segments are d_begin_offsets[i] to d_end_offsets[i], which may overlap, or num_segments of segment_size items each.
 * Results have the input's type, except that sums of f16 are f32. NaN wins in `Min` and `Max`, and otherwise the first
 * of equal values. `ArgMin` and `ArgMax` take `{ key, value }`, two handles, as d_out.
 *
 * An empty segment gives 0 for `Sum` and initial_value for `Reduce`. It gives the type's largest value for `Min`, and
 * the lowest for `Max`. These values are finite also for floats, and as in CUB they are part of every fold. `ArgMin`
 * and `ArgMax` give key 1 with the largest or lowest value.
 *
 * With null as temporary storage a call records nothing, and its promise resolves to the bytes that the same call
 * needs. Kernels compile asynchronously, so await each call before `encoder.finish()`. Cost: O(items + segments).
 *
 * @throws SegmentedError naming the argument, the value found and the value allowed
 * @example
 * cudaSetDevice(device);
 * const [d_in, d_out, d_offsets] = [device_ptr(input, 'f32'), device_ptr(output, 'f32'), device_ptr(offsets, 'u32')];
 * const sum = (d_temp: GPUBuffer | null, bytes: number) =>
 *   DeviceSegmentedReduce.Sum(d_temp, bytes, d_in, d_out, rows, d_offsets, d_offsets.add(1), encoder);
 * const bytes = await sum(null, 0);
 * await sum(device.createBuffer({ size: bytes, usage: GPUBufferUsage.STORAGE }), bytes);
 * device.queue.submit([encoder.finish()]);
 */
export const DeviceSegmentedReduce: {
  readonly Reduce: GenericReduceCall;
  readonly Sum: SegmentedReduceCall;
  readonly Min: SegmentedReduceCall;
  readonly Max: SegmentedReduceCall;
  readonly ArgMin: SegmentedReduceCall<ArgOutput>;
  readonly ArgMax: SegmentedReduceCall<ArgOutput>;
} = {
  Reduce: generic,
  Sum: byName('sum'),
  Min: byName('min', (type) => typeLimits(type).max),
  Max: byName('max', (type) => typeLimits(type).lowest),
  ArgMin: arg('argmin'),
  ArgMax: arg('argmax'),
};
