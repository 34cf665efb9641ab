/** Copies of arrays for workers, in memory that came back from them. Fresh memory takes longer than a copy. */
import { nameOf } from '../../checks.ts';
import { type Copy, sliceOf } from './protocol.ts';

/** The most bytes that are kept: keys and values of 2^22 words, twice. */
export const MOST_KEPT = 2 ** 26;
/** Smaller buffers are not kept. */
export const LEAST_KEPT = 2 ** 16;

type AnyArray = Uint8Array<ArrayBufferLike>;

/** Buffers that nobody else has, the oldest first. */
export class Kept {
  readonly #most: number;
  #buffers: ArrayBuffer[] = [];
  #bytes = 0;

  constructor(most = MOST_KEPT) {
    this.#most = most;
  }

  /** Bytes of all buffers. */
  get bytes(): number {
    return this.#bytes;
  }

  /** A copy of elements begin … end − 1. Its buffer may be larger, by up to an eighth. */
  readonly copy: Copy = (array, begin, end) => {
    const part = (array as unknown as AnyArray).subarray(begin, end);
    const buffer = this.#take(part.byteLength);
    if (!buffer) return sliceOf(part) as never;
    // Not the array's constructor: it may be a class of the caller's.
    const Class = (globalThis as unknown as Record<string, typeof Uint8Array>)[nameOf(array)] as typeof Uint8Array;
    const copy = new Class(buffer, 0, part.length);
    copy.set(part);
    return copy as never;
  };

  /** The smallest buffer that is large enough, and not much larger. */
  #take(bytes: number): ArrayBuffer | undefined {
    if (bytes < LEAST_KEPT) return undefined;
    let best: ArrayBuffer | undefined;
    for (const each of this.#buffers) {
      const fits = each.byteLength >= bytes && each.byteLength <= bytes * 1.125;
      if (fits && each.byteLength < (best?.byteLength ?? Number.POSITIVE_INFINITY)) best = each;
    }
    if (best) this.#remove(best);
    return best;
  }

  #remove(buffer: ArrayBuffer): void {
    this.#buffers.splice(this.#buffers.indexOf(buffer), 1);
    this.#bytes -= buffer.byteLength;
  }

  /** Keeps buffers for later copies. The oldest give way. */
  give(buffers: Iterable<ArrayBuffer>): void {
    for (const each of buffers) {
      if (each.byteLength < LEAST_KEPT || each.byteLength > this.#most) continue;
      this.#buffers.push(each);
      this.#bytes += each.byteLength;
    }
    while (this.#bytes > this.#most) this.#remove(this.#buffers[0] as ArrayBuffer);
  }

  clear(): void {
    this.#buffers = [];
    this.#bytes = 0;
  }
}
