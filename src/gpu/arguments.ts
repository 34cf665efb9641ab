/** Buffers that callers give: read and checked. */
import { insteadOf, isPlain, nameOf, nearest, refused, unknownIn, unknownMember } from '../checks.ts';
import { BINDING_ALIGNMENT } from '../plan/plan.ts';
import { type BufferRange, overlaps, sameRange } from './ranges.ts';

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

/**
 * The first `items` items of a range, up to the end of their last word. `maxItems`: as `maxSize` of `firstBytes`.
 * WebGPU binds nothing smaller than an item, of at most 16 bytes, also where a call has none. A range that is smaller
 * becomes one past the end of its buffer.
 */
export function firstItems(range: BufferRange, itemBytes: number, items: number, maxItems = items): BufferRange {
  const bytes = wordBytes(items, itemBytes) || Math.min(wordBytes(1, itemBytes), 16);
  if (items === 0 && range.size < bytes) return { ...range, offset: Number.POSITIVE_INFINITY };
  return firstBytes(range, bytes, wordBytes(maxItems, itemBytes));
}

/** Bytes of the words that hold items. */
export const wordBytes = (items: number, itemBytes: number) => 4 * Math.ceil((items * itemBytes) / 4);

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
