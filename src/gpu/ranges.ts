/** Ranges of buffers: whether two are the same, overlap, or are the same in every call of a plan. */

/** A range of a buffer, in bytes. */
export interface BufferRange {
  /** The argument's name, for messages. */
  readonly name?: string;
  readonly buffer: GPUBuffer;
  readonly offset: number;
  readonly size: number;
  /** Largest number of its bytes that any call of the same plan may access. */
  readonly maxSize?: number;
}

/** A whole buffer, as a call's range. */
export function wholeRange(buffer: GPUBuffer): BufferRange {
  return { buffer, offset: 0, size: buffer.size };
}

export function sameRange(a: BufferRange | undefined, b: BufferRange | undefined): boolean {
  return a !== undefined && a.buffer === b?.buffer && a.offset === b.offset && a.size === b.size;
}

/** Whether two ranges share bytes. */
export function overlaps(a: BufferRange, b: BufferRange): boolean {
  return a.buffer === b.buffer && a.offset < b.offset + b.size && b.offset < a.offset + a.size;
}

/** The largest size of a range in any call of its plan, up to `limit`. */
function largestSize({ size, maxSize = size }: BufferRange, limit: number): number {
  return Math.max(size, Math.min(maxSize, limit));
}

/** Whether `lengthened` is `range` at its largest size in any call of its plan. */
export function sameLengthenedRange(
  lengthened: BufferRange | undefined,
  range: BufferRange | undefined,
  limit: number,
): boolean {
  const same = range !== undefined && lengthened?.buffer === range.buffer && lengthened.offset === range.offset;
  return same && lengthened.size === largestSize(range, limit);
}

/**
 * The ranges at their largest size in any call of their plan. Calls with the same buffers then have the same ranges,
 * whatever their numbers. Undefined where the lengthened ranges would overlap.
 */
export function lengthenedRanges(
  ranges: Readonly<Record<string, BufferRange>>,
  temporary: BufferRange,
  limit: number,
): Readonly<Record<string, BufferRange>> | undefined {
  const lengthened: Record<string, BufferRange> = {};
  const longer: BufferRange[] = [];
  for (const [name, range] of Object.entries(ranges)) {
    const long = { ...range, size: largestSize(range, limit) };
    lengthened[name] = long;
    if (long.size > range.size) longer.push(long);
  }
  const all = [...Object.values(lengthened), temporary];
  const clash = longer.some((a) => all.some((b) => a !== b && overlaps(a, b) && !sameRange(a, b)));
  return clash ? undefined : lengthened;
}

/** Bytes of a vector that kernels may read. WebGPU aligns bindings to 256 bytes, a multiple of this. */
const VECTOR_BYTES = 16;

const vectorBytes = (bytes: number) => VECTOR_BYTES * Math.ceil(bytes / VECTOR_BYTES);

/**
 * A range up to the end of its last vector; undefined where its buffer ends before. No other range begins within the
 * same 256 bytes.
 */
export function wholeVectorsOf(range: BufferRange): BufferRange | undefined {
  const { buffer, offset, size, maxSize = size } = range;
  const room = buffer.size - offset;
  if (vectorBytes(size) > room) return undefined;
  const longest = Math.min(vectorBytes(maxSize), room - (room % VECTOR_BYTES));
  return { ...range, size: vectorBytes(size), maxSize: longest };
}
