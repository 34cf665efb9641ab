import { SegmentedError } from '../checks.ts';
import type { BufferRange } from '../gpu/ranges.ts';
import type { InitialValue } from '../operators/initial.ts';
import type { OpOf } from '../operators/operators.ts';
import type { DevicePointer } from '../ports/device_ptr.ts';
import { deviceOperand, requireRoom, requireSameType } from '../ports/operand.ts';
import { cachedScan } from '../ports/plans.ts';
import { type ReduceNames, scanDescriptor } from '../ports/requests.ts';
import { listedSegments, type OffsetsArgument } from '../ports/segments.ts';
import type { ScanOp } from '../segmented_scan/descriptor.ts';
import { perform, requireNumber, type TemporaryStorage } from './call.ts';
import { openStream, type Stream } from './device.ts';

type Head<In = DevicePointer> = [
  d_temp_storage: TemporaryStorage,
  temp_storage_bytes: number,
  d_in: In,
  d_out: DevicePointer,
  d_in_begin_offsets: OffsetsArgument,
  d_in_end_offsets: OffsetsArgument,
  num_segments: number,
];

/** Signature of `ExclusiveSegmentedSum` and `InclusiveSegmentedSum`. */
export type SegmentedSumCall = (...args: [...Head, stream?: Stream]) => Promise<number>;

/** Signature of `InclusiveSegmentedScan`, which takes any operator that the core's scans take. */
export type SegmentedScanCall = <In extends DevicePointer>(
  ...args: [...Head<In>, scan_op: OpOf<In, ScanOp>, stream?: Stream]
) => Promise<number>;

/** Signature of `ExclusiveSegmentedScan` and `InclusiveSegmentedScanInit`. */
export type SegmentedScanInitCall = <In extends DevicePointer>(
  ...args: [...Head<In>, scan_op: OpOf<In, ScanOp>, init_value: InitialValue | undefined, stream?: Stream]
) => Promise<number>;

/** A scan's operator and its start value. */
interface Operation {
  readonly op: ScanOp;
  readonly initial: InitialValue | undefined;
  readonly exclusive: boolean;
  readonly names: ReduceNames;
}

const NAMES = { op: 'scan_op', initial: 'init_value' };

function readSegmentCount(given: unknown): number {
  if (typeof given === 'object' && given !== null) {
    throw new SegmentedError(
      'invalid-option',
      'd_out_begin_offsets: given; allowed: num_segments after d_in_end_offsets, ' +
        'since results lie where their items lie',
    );
  }
  return requireNumber('num_segments', given);
}

async function scan(args: unknown[], tail: unknown[], { op, initial, exclusive, names }: Operation): Promise<number> {
  const [d_temp_storage, temp_storage_bytes, d_in, d_out, begin, end, num_segments] = args as Head;
  const segmentCount = readSegmentCount(num_segments);
  if (tail.length > 1) {
    throw new SegmentedError('invalid-option', `arguments: ${tail.length - 1} too many; allowed: the stream last`);
  }
  const [input, output] = [deviceOperand('d_in', d_in), deviceOperand('d_out', d_out)];
  const offsetNames = ['d_in_begin_offsets', 'd_in_end_offsets'] as const;
  const segmentsOf = listedSegments(offsetNames, begin, end, segmentCount);
  const { descriptor, resultType } = scanDescriptor(input, op, exclusive, initial, names);
  requireSameType(output, resultType, `what this operator makes of ${String(input.type)}`);
  const itemCount = input.length;
  requireRoom(output, itemCount);
  const open = openStream(tail[0]);
  return perform(
    { d_temp_storage, temp_storage_bytes },
    open,
    () => cachedScan(open.device, { ...descriptor, maxItems: itemCount, maxSegments: segmentCount, ...open.tuning }),
    (plan, { encoder, temporary, upload }) =>
      plan.encode(encoder, {
        ...{ input: input.range as BufferRange, output: output.range as BufferRange },
        ...{ segments: segmentsOf(upload), itemCount, temporary },
      }),
  );
}

const HEAD = 7;

/** A call whose operator is a sum. An error about the operator names the input, since the call has no such argument. */
function sum(exclusive: boolean): SegmentedSumCall {
  const operation = { op: 'sum', initial: undefined, exclusive, names: { ...NAMES, op: 'd_in' } } as const;
  return async (...args: unknown[]) => scan(args, args.slice(HEAD), operation);
}

function withInitial(exclusive: boolean): SegmentedScanInitCall {
  return async (...args: unknown[]) => {
    const [op, initial, ...tail] = args.slice(HEAD) as [ScanOp, InitialValue | undefined, ...unknown[]];
    return scan(args, tail, { op, initial, exclusive, names: NAMES });
  };
}

const inclusive: SegmentedScanCall = async (...args: unknown[]) => {
  const [op, ...tail] = args.slice(HEAD) as [ScanOp, ...unknown[]];
  return scan(args, tail, { op, initial: undefined, exclusive: false, names: NAMES });
};

/**
 * CUB's `DeviceSegmentedScan`: scans every segment d_in_begin_offsets[i] to d_in_end_offsets[i].
 *
 * A result is written at the index of its item, so d_out needs room for all items of d_in, and may be d_in. Segments
 * must not overlap. Results outside every segment are not written. Results have the input's type, except that sums and
 * products of f16 are f32. Sums of floats have the same bits in every run on one adapter; a subnormal one may be 0
 * where a device flushes. `ExclusiveSegmentedScan` starts at init_value, or at the operator's identity where init_value
 * is undefined.
 *
 * With null as temporary storage a call records nothing, and its promise resolves to the bytes that the same call
 * needs. Kernels compile asynchronously, so await each call before `encoder.finish()`. Cost: O(items + segments).
 *
 * @throws SegmentedError naming the argument, the value found and the value allowed
 * @example
 * cudaSetDevice(device);
 * const [d_in, d_out, d_offsets] = [device_ptr(input, 'u32'), device_ptr(output, 'u32'), device_ptr(offsets, 'u32')];
 * const scan = (d_temp: GPUBuffer | null, bytes: number) =>
 *   DeviceSegmentedScan.ExclusiveSegmentedSum(d_temp, bytes, d_in, d_out, d_offsets, d_offsets.add(1), rows, encoder);
 * const bytes = await scan(null, 0);
 * await scan(device.createBuffer({ size: bytes, usage: GPUBufferUsage.STORAGE }), bytes);
 * device.queue.submit([encoder.finish()]);
 */
export const DeviceSegmentedScan: {
  readonly ExclusiveSegmentedSum: SegmentedSumCall;
  readonly InclusiveSegmentedSum: SegmentedSumCall;
  readonly ExclusiveSegmentedScan: SegmentedScanInitCall;
  readonly InclusiveSegmentedScan: SegmentedScanCall;
  readonly InclusiveSegmentedScanInit: SegmentedScanInitCall;
} = {
  ExclusiveSegmentedSum: sum(true),
  InclusiveSegmentedSum: sum(false),
  ExclusiveSegmentedScan: withInitial(true),
  InclusiveSegmentedScan: inclusive,
  InclusiveSegmentedScanInit: withInitial(false),
};
