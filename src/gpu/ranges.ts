import { nameOf, refused } from '../errors.ts';
import { BINDING_ALIGNMENT } from '../plan/plan.ts';
import type { BufferRange } from './recorder.ts';

/** A whole buffer, or a part of it: `offset` a multiple of 256, `size` of 4, both in bytes. */
export type BufferArgument = GPUBuffer | { buffer: GPUBuffer; offset?: number; size?: number };

/**
 * Reads a buffer argument and checks WebGPU's rules. A range that has a name keeps it in messages.
 */
export function bufferRange(called: string, argument: BufferArgument | BufferRange | undefined): BufferRange {
  const given = Object(argument) as BufferRange | GPUBuffer;
  const {
    buffer,
    offset = 0,
    size,
    name = called,
  }: Partial<BufferRange> = 'buffer' in given ? given : { buffer: given };
  if (!('usage' in Object(buffer))) {
    throw refused('invalid-option', name, nameOf(argument), 'a GPUBuffer or { buffer, offset?, size? }');
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

/** The first `bytes` of a range: what a call may touch. `most`: what any call of its plan may. */
export function firstBytes(range: BufferRange, bytes: number, maxSize = bytes): BufferRange {
  if (range.size < bytes) {
    throw refused('limit-exceeded', range.name as string, `${range.size} bytes`, `at least ${bytes}`);
  }
  const size = Math.max(bytes, 4);
  return { ...range, size, maxSize: Math.max(size, Math.min(range.size, maxSize)) };
}

/** A whole buffer, as a call's range. */
export function wholeRange(buffer: GPUBuffer): BufferRange {
  return { buffer, offset: 0, size: buffer.size };
}

export function sameRange(a: BufferRange | undefined, b: BufferRange | undefined): boolean {
  return a !== undefined && a.buffer === b?.buffer && a.offset === b.offset && a.size === b.size;
}

function overlaps(a: BufferRange, b: BufferRange): boolean {
  return a.buffer === b.buffer && a.offset < b.offset + b.size && b.offset < a.offset + a.size;
}

/** The size with which any call of a range's plan may bind it, `limit` at most. */
function roomySize({ size, maxSize = size }: BufferRange, limit: number): number {
  return Math.max(size, Math.min(maxSize, limit));
}

/** Whether a range, made as long as any call of its plan may bind it, is this one. */
export function sameRoomyRange(roomy: BufferRange | undefined, range: BufferRange | undefined, limit: number): boolean {
  const same = range !== undefined && roomy?.buffer === range.buffer && roomy.offset === range.offset;
  return same && roomy.size === roomySize(range, limit);
}

/**
 * The ranges as long as any call of their plan may bind them: then they are the same for calls of the same buffers,
 * whatever the numbers. Undefined where they would overlap.
 */
export function roomyRanges(
  ranges: Readonly<Record<string, BufferRange>>,
  temporary: BufferRange,
  limit: number,
): Readonly<Record<string, BufferRange>> | undefined {
  const roomy: Record<string, BufferRange> = {};
  const longer: BufferRange[] = [];
  for (const [name, range] of Object.entries(ranges)) {
    const long = { ...range, size: roomySize(range, limit) };
    roomy[name] = long;
    if (long.size > range.size) longer.push(long);
  }
  const all = [...Object.values(roomy), temporary];
  const clash = longer.some((a) => all.some((b) => a !== b && overlaps(a, b) && !sameRange(a, b)));
  return clash ? undefined : roomy;
}

/** Two ranges, by name, that a call may give the same bytes: the second may be written where the first is read. */
export type SamePair = readonly [string, string];

/** Refuses ranges that share bytes, but for pairs that may be one range. */
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
