/** Scratch memory: the offsets of its regions, and the number of tiles that large segments can have. */
import { describe, expect, it } from 'vitest';
import { largeBounds } from '../../src/partition/plan.ts';
import { layOut } from '../../src/plan/plan.ts';

describe('scratch memory', () => {
  it('is laid out in disjoint ranges at binding offsets', () => {
    const { regions, bytes } = layOut({ a: 4, b: 257, c: 0 });
    const range = (offset: number, size: number) => ({ offset, size });
    expect(regions).toEqual({ a: range(0, 256), b: range(256, 512), c: range(768, 256) });
    expect(bytes).toBe(1024);
  });

  it('has room for the tiles of any disjoint large segments', () => {
    const tile = 10;
    for (const lengths of [[11, 11, 11], [33], [20, 13], [11, 22], [1], [1, 1, 1], [9, 2, 21, 1, 40]]) {
      const maxItems = lengths.reduce((a, b) => a + b);
      const last = { name: 'large' as const, minLength: Math.min(11, ...lengths) };
      const bounds = largeBounds({ maxItems, maxSegments: lengths.length }, last, tile);
      expect(lengths.length).toBeLessThanOrEqual(bounds.segments);
      expect(lengths.reduce((sum, length) => sum + Math.ceil(length / tile), 0)).toBeLessThanOrEqual(bounds.tiles);
    }
  });
});
