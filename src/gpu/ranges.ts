import { insteadOf, isPlain, nameOf, nearest, refused, unknownIn, unknownMember } from '../checks.ts';
import { BINDING_ALIGNMENT } from '../plan/plan.ts';

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

/** A whole buffer, or a part of it. Both `offset` and `size` are in bytes: `offset` a multiple of 256, `size` of 4. */
export type BufferArgument = GPUBuffer | { buffer: GPUBuffer; offset?: number; size?: number };

const ALLOWED = 'a GPUBuffer or { buffer, offset?, size? }';

/** Buffers of frameworks also have `usage` and `size`. */
const isBuffer = (value: object) => 'usage' in value && 'mapState' in value;

const MEMBERS = ['buffer', 'offset', 'size'];

/** Refuses unknown members, and an object of a framework that holds a buffer: it may be only a part of the buffer. */
function requirePlain(name: string, given: object): void {
  if (!isPlain(given)) {
    if ('offset' in given) return;
    throw refused('invalid-option', name, nameOf(given), `${ALLOWED}${insteadOf(given, isBuffer)}`);
  }
  // Ranges that an earlier check returned have two more.
  const unknown = unknownIn(given, [...MEMBERS, 'name', 'maxSize']);
  if (unknown === undefined) return;
  const instead = nearest(unknown, MEMBERS) === undefined ? insteadOf(given, isBuffer) : '';
  throw unknownMember(name, unknown, MEMBERS, `${MEMBERS.join(', ')}${instead}`);
}

/**
 * Reads a buffer argument and checks WebGPU's rules. A range that has a name keeps it in messages.
 */
export function bufferRange(called: string, argument: BufferArgument | BufferRange | undefined): BufferRange {
  const given = Object(argument) as BufferRange | GPUBuffer;
  if ('buffer' in given && isBuffer(Object(given.buffer))) requirePlain(called, given);
  const {
    buffer,
    offset = 0,
    size,
    name = called,
  }: Partial<BufferRange> = 'buffer' in given ? given : { buffer: given };
  if (!isBuffer(Object(buffer))) {
    throw refused('invalid-option', name, nameOf(argument), `${ALLOWED}${insteadOf(argument, isBuffer)}`);
  }
  if ((buffer.usage & GPUBufferUsage.STORAGE) === 0) {
    throw refused(
      'missing-usage',
      name,
      `buffer usage is ${buffer.usage}`,
      `any with STORAGE (${GPUBufferUsage.STORAGE})`,
    );
  }
  if (!Number.isInteger(offset) || offset < 0 || offset % BINDING_ALIGNMENT !== 0 || offset > buffer.size) {
    throw refused(
      'invalid-option',
      name,
      `offset is ${offset}`,
      `multiples of ${BINDING_ALIGNMENT} up to the buffer's size ${buffer.size}`,
    );
  }
  const room = buffer.size - offset;
  const length = size ?? room - (room % 4);
  if (!Number.isInteger(length) || length < 0 || length % 4 !== 0 || length > room) {
    throw refused('invalid-option', name, `size is ${length}`, `multiples of 4 up to ${room}`);
  }
  return { name, buffer, offset, size: length };
}

/**
 * The first `bytes` of a range, which a call may access. `maxSize` is the largest number of bytes for any call of its
 * plan.
 */
export function firstBytes(range: BufferRange, bytes: number, maxSize = bytes): BufferRange {
  if (range.size < bytes) {
    throw refused('limit-exceeded', range.name as string, `${range.size} bytes`, `at least ${bytes}`);
  }
  const size = Math.max(bytes, 4);
  return { ...range, size, maxSize: Math.max(size, Math.min(range.size, maxSize)) };
}

/** The names of two ranges that may be the same bytes. The call reads the first and may write the second there. */
export type SamePair = readonly [string, string];

/** Refuses ranges that share bytes, except for pairs that may be one range. */
export function requireDisjoint(
  ranges: Readonly<Record<string, BufferRange>>,
  mayBeSame: readonly SamePair[] = [],
): void {
  Object.entries(ranges).forEach(([first, a], i, all) => {
    for (const [second, b] of all.slice(i + 1)) {
      const isPair = mayBeSame.some(([one, other]) => one === first && other === second);
      if (!overlaps(a, b) || (isPair && sameRange(a, b))) continue;
      const at = ({ name, offset, size }: BufferRange) => `${name} (bytes ${offset} to ${offset + size})`;
      const allowed = `${isPair ? 'the same range, or ' : ''}disjoint ranges`;
      throw refused('overlapping-buffers', `${at(a)} and ${at(b)}`, 'overlap in one buffer', allowed);
    }
  });
}

// Ranges compared: whether two are the same, overlap, or are the same in every call of a plan.

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
