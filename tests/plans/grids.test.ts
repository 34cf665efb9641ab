/** Grids of passes: the number of workgroups that a call dispatches, by its items or segments. */
import { describe, expect, it } from 'vitest';
import { workgroupsOf } from '../../src/plan/plan.ts';

describe('a grid', () => {
  it('follows from the item or the segment count', () => {
    const grid = { kind: 'counted', of: 'segments', perBlock: 100, rows: 3, additional: 1, perWorkgroup: 8 } as const;
    const numbers = (segments: number) => ({ items: 5, segments });
    expect(workgroupsOf(grid, numbers(0))).toBe(1);
    expect(workgroupsOf(grid, numbers(1000))).toBe(4);
    expect(workgroupsOf({ ...grid, of: 'items', perBlock: 1 }, numbers(0))).toBe(2);
    expect(workgroupsOf({ kind: 'direct', workgroups: 5 }, numbers(9))).toBe(5);
    expect(workgroupsOf({ kind: 'indirect', slot: 0 }, numbers(9))).toBeUndefined();
  });

  it('over a list has a workgroup for every task that there can be', () => {
    const grid = {
      kind: 'bounded',
      slot: 2,
      overflow: 'repeated',
      shortest: 10,
      rows: 3,
      perWorkgroup: 4,
      additional: 2,
      maxWorkgroups: 50,
    } as const;
    const workgroups = (items: number, segments: number, more = {}) =>
      workgroupsOf({ ...grid, ...more }, { items, segments });
    expect(workgroups(100, 1000)).toBe(10);
    expect(workgroups(100, 5)).toBe(6);
    expect(workgroups(1e6, 1e6)).toBe(50);
    expect(workgroups(1e6, 1e6, { overflow: 'indirect' })).toBeUndefined();
    expect(workgroups(100, 1000, { overflow: 'indirect' })).toBe(10);
    expect(workgroups(9, 5)).toBe(0);
    expect(workgroups(0, 5, { shortest: 0 })).toBe(6);
    expect(workgroups(100, 5, { rows: 1, tile: 20 })).toBe(5);
  });
});
