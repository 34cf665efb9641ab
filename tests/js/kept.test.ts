/** Memory that a pool of workers keeps for copies: when it is used again, and how much it is at most. */
import { describe, expect, it } from 'vitest';
import { Kept, LEAST_KEPT, MOST_KEPT } from '../../src/js/worker/kept.ts';

const COUNT = LEAST_KEPT / 4;
const words = Uint32Array.from({ length: 2 * COUNT }, (_, i) => i);

describe('kept memory', () => {
  it('takes copies of arrays of its size, and up to an eighth less, once', () => {
    const kept = new Kept();
    const buffer = new ArrayBuffer(1.125 * LEAST_KEPT);
    kept.give([buffer]);
    const copy = kept.copy(words, 5, 5 + COUNT);
    expect(copy.buffer).toBe(buffer);
    expect(copy).toEqual(words.slice(5, 5 + COUNT));
    expect(kept.copy(words, 0, COUNT).buffer).not.toBe(buffer);
    kept.give([buffer]);
    const floats = Float64Array.from({ length: 0.53 * COUNT }, (_, i) => i / 3);
    expect(kept.copy(floats).buffer).toBe(buffer);
    const large = new ArrayBuffer(1.5 * LEAST_KEPT);
    kept.give([buffer, large]);
    expect([buffer, large]).not.toContain(kept.copy(words, 0, 1.25 * COUNT).buffer);
    expect([buffer, large]).not.toContain(kept.copy(words, 0, 1.6 * COUNT).buffer);
  });

  it('takes the smallest buffer that is large enough', () => {
    const kept = new Kept();
    const sizes = [1.1, 1.05, 1.08].map((size) => new ArrayBuffer(Math.ceil((size * LEAST_KEPT) / 8) * 8));
    kept.give(sizes);
    expect([0, 1, 2].map(() => sizes.indexOf(kept.copy(words, 0, COUNT).buffer as ArrayBuffer))).toEqual([1, 2, 0]);
  });

  it('makes arrays of the class of numbers', () => {
    const kept = new Kept();
    const own = Buffer.alloc(LEAST_KEPT, 7);
    kept.give([new ArrayBuffer(LEAST_KEPT)]);
    for (const copy of [kept.copy(own), kept.copy(own)]) {
      expect(copy.buffer === own.buffer).toBe(false);
      expect(Buffer.from(copy).equals(own)).toBe(true);
    }
  });

  it('is bounded: the oldest gives way, and small or large buffers are not kept', () => {
    const kept = new Kept();
    const half = MOST_KEPT / 2;
    const buffers = [half, half, LEAST_KEPT].map((bytes) => new ArrayBuffer(bytes));
    kept.give([new ArrayBuffer(LEAST_KEPT - 8), new ArrayBuffer(MOST_KEPT + 8)]);
    expect(kept.bytes).toBe(0);
    kept.give(buffers);
    expect(kept.bytes).toBe(half + LEAST_KEPT);
    const large = new Uint8Array(half);
    expect(kept.copy(large).buffer).toBe(buffers[1]);
    expect(kept.copy(large).buffer).not.toBe(buffers[0]);
    kept.clear();
    expect(kept.bytes).toBe(0);
    expect(kept.copy(words, 0, COUNT).buffer).not.toBe(buffers[2]);
  });
});
