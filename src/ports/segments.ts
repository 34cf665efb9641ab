import type { SegmentsArgument } from '../api/recorded.ts';
import { inWords, SegmentedError } from '../checks.ts';
import { firstBytes } from '../gpu/arguments.ts';
import type { BufferRange } from '../gpu/ranges.ts';
import { areNeighbours, type DevicePointer, isDevicePointer, pointerRange, typeName } from './device_ptr.ts';

/** Begins or ends of segments, as 32-bit integers on the device or as an array of the host. */
export type OffsetsArgument = DevicePointer | Uint32Array | Int32Array | readonly number[];

/** Makes a buffer with these words that lives until the call's work is done. */
export type Upload = (label: string, words: Uint32Array) => GPUBuffer;

/** Checked segments. Arrays of the host are uploaded when the call records. */
export type SegmentsOf = (upload: Upload) => SegmentsArgument;

type Offsets = { readonly range: BufferRange } | { readonly words: Uint32Array };

function checkedOffsetWords(name: string, given: ArrayLike<number>, count: number): Uint32Array {
  if (given.length < count) {
    throw new SegmentedError(
      'length-mismatch',
      `${name}: ${given.length} offsets; allowed: at least one a segment, ${count}`,
    );
  }
  const words = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    const value = given[i] as number;
    words[i] = typeof value === 'number' ? value : -1;
    if (words[i] !== value) {
      throw new SegmentedError(
        'offsets-out-of-range',
        `${name}: offset ${i} is ${inWords(value)}; allowed: whole numbers from 0, below 2^32`,
      );
    }
  }
  return words;
}

function requireOffsetType(name: string, { type }: DevicePointer): void {
  if (type === 'u32' || type === 'i32') return;
  throw new SegmentedError('unsupported-type', `${name}: of ${typeName(type)}; allowed: u32, i32`);
}

function offsetsOf(name: string, argument: OffsetsArgument, count: number): Offsets {
  if (isDevicePointer(argument)) {
    requireOffsetType(name, argument);
    return { range: firstBytes(pointerRange(name, argument), 4 * count) };
  }
  if (Array.isArray(argument) || argument instanceof Uint32Array || argument instanceof Int32Array) {
    return { words: checkedOffsetWords(name, argument, count) };
  }
  const found = ArrayBuffer.isView(argument) ? (argument as object).constructor.name : inWords(argument);
  throw new SegmentedError(
    'unsupported-type',
    `${name}: ${found} is not supported; allowed: device_ptr of u32 or i32, Uint32Array, Int32Array, number[]`,
  );
}

/** Checks segments begin[i] to end[i]. `names` names the two in messages. The core clamps ends to the item count. */
export function listedSegments(
  names: readonly [string, string],
  begin: OffsetsArgument,
  end: OffsetsArgument,
  count: number,
): SegmentsOf {
  if (isDevicePointer(begin) && isDevicePointer(end) && areNeighbours(begin, end)) {
    // These are d_offsets and d_offsets + 1, one array of count + 1 offsets.
    for (const [i, pointer] of [begin, end].entries()) requireOffsetType(names[i] as string, pointer);
    const offsets = firstBytes({ ...pointerRange(names[0], begin), name: names[1] }, 4 * (count + 1));
    return () => ({ offsets, count });
  }
  const lists = [offsetsOf(names[0], begin, count), offsetsOf(names[1], end, count)] as const;
  return (upload) => {
    const [first, last] = lists.map((list, i) =>
      'range' in list ? list.range : upload(names[i] as string, list.words),
    );
    return { begin: first as GPUBuffer | BufferRange, end: last as GPUBuffer | BufferRange, count };
  };
}

/** Makes `count` segments of `size` items each, from the first item on. */
export function fixedSegments(size: number, count: number): SegmentsOf {
  return () => ({ size, count });
}
