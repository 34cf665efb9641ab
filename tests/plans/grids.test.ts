/** Grids of passes: the number of workgroups that a call dispatches, by its items or segments. */
import { describe, expect, it } from 'vitest';
import { workgroupsOf } from '../../src/plan/plan.ts';

describe('a grid', () => {
  it('follows from the item or the segment count', () => {
    const grid = { kind: 'counted', of: 'segments', perBlock: 100, rows: 3, extra: 1, perWorkgroup: 8 } as const;
    const numbers = (segments: number) => ({ items: 5, segments });
    expect(workgroupsOf(grid, numbers(0))).toBe(1);
    expect(workgroupsOf(grid, numbers(1000))).toBe(4);
    expect(workgroupsOf({ ...grid, of: 'items', perBlock: 1 }, numbers(0))).toBe(2);
    expect(workgroupsOf({ kind: 'direct', workgroups: 5 }, numbers(9))).toBe(5);
    expect(workgroupsOf({ kind: 'indirect', slot: 0 }, numbers(9))).toBeUndefined();
  });
});
