/** What calls cost in JavaScript and on GPUs, by the tables of `src/auto/work.ts`. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { COSTS, type Kind, ratesOf, winsFrom, workOf } from '../../src/auto/work.ts';
import type { OPTIONS_AT } from '../../src/js/worker/protocol.ts';

const few = Float32Array.of(3, 1, 2, 9, 8);
const FEW = [0, 3, 5];
const keys = new Float32Array(70_000);
const values = new Uint32Array(70_000);
const offsets = [0, 3, 3, 1000, 1001, 70_000];

describe('costs', () => {
  const rates = { call: 1, byte: 0.5, item: 0.1 };
  const wins = (name: keyof typeof OPTIONS_AT, ...given: unknown[]) => winsFrom(workOf(name, given), rates);

  it('make a call win from a power of two of items on', () => {
    // 1 ms against 20 − 4 − 0.1 ns an item: 62,893 items.
    expect(wins('segmentedSort', keys, offsets)).toBe(65_536);
    expect(wins('segmentedSort', Float64Array.from(few), FEW)).toBe(32_768);
    expect(wins('segmentedSortByKey', keys, values, offsets)).toBe(131_072);
    expect(wins('segmentedSort', keys, offsets, { compare: { wgsl: 'return a < b;' } })).toBe(8192);
  });

  it('are those of the table of docs/places.md', () => {
    const page = readFileSync('docs/places.md', 'utf8');
    const [, table = ''] = /<!-- thresholds -->([\s\S]*)<!-- thresholds end -->/.exec(page) ?? [];
    const shown = (items: number) => (Number.isFinite(items) ? `${items / 1024} k` : 'never');
    const own = Object.keys(COSTS).map((kind) => {
      const from = [ratesOf('nvidia', true), ratesOf('nvidia', false)].map((each) =>
        shown(winsFrom({ kind: kind as Kind, scale: 1 }, each)),
      );
      return `| ${kind} | ${from.join(' | ')} |`;
    });
    expect(table.trim().split('\n').slice(2)).toEqual(own);
    expect(ratesOf('apple', true)).toBe(ratesOf('nvidia', false));
  });

  it('differ by operator', () => {
    expect(wins('segmentedReduce', keys, offsets, 'sum')).toBe(Number.POSITIVE_INFINITY);
    for (const op of ['mean', ['sum', 'variance'], ['min', 'max', 'argmin', 'argmax']]) {
      expect(wins('segmentedReduce', keys, offsets, op)).toBe(2_097_152);
    }
    expect(wins('segmentedReduce', BigInt64Array.of(1n), [0, 1], 'max')).toBe(65_536);
    expect(wins('segmentedReduce', BigInt64Array.of(1n), [0, 1], 'sum')).toBe(Number.POSITIVE_INFINITY);
    expect(wins('segmentedScan', keys, offsets, 'sum')).toBe(2_097_152);
    expect(wins('segmentedScan', keys, offsets, 'product')).toBe(65_536);
    expect(wins('segmentedScan', keys, offsets, { wgsl: '', identity: 0, js: () => 0 })).toBe(65_536);
    expect(wins('segmentedTransform', keys, offsets, 'softmax')).toBe(131_072);
    expect(wins('segmentedTransform', keys, offsets, 'diff')).toBe(Number.POSITIVE_INFINITY);
    expect(wins('segmentedReduce', Float64Array.of(1), [0, 1], 'mean')).toBe(1_048_576);
    expect(wins('segmentedReduce', keys, offsets, 'sum', { accuracy: 'compensated' })).toBe(131_072);
    expect(winsFrom(workOf('segmentedReduce', [keys, offsets, 'max']), { call: 3, byte: 1.2, item: 2 })).toBe(
      Number.POSITIVE_INFINITY,
    );
  });

  it('count the numbers of rows of features, for one worker', () => {
    const table = { type: 'f32', width: 4, data: new Float32Array(24) } as const;
    const ofRows = (...given: unknown[]) => {
      const { items, parts } = workOf('segmentedReduce', given);
      return [items, parts];
    };
    expect(ofRows(table, [0, 6], 'sum')).toEqual([24, false]);
    expect(ofRows(table, { offsets: [0, 10], rows: new Uint32Array(10) }, 'sum')).toEqual([40, false]);
    expect(ofRows(table.data, [0, 24], 'sum', { weights: table.data })).toEqual([24, false]);
    expect(ofRows(table.data, [0, 24], 'sum')).toEqual([24, true]);
    expect(workOf('reduceByKey', [new Uint32Array(6), table, 'sum']).items).toBe(24);
    expect(workOf('reduceByKey', [new Uint32Array(6), new Float32Array(6), 'sum']).items).toBe(6);
  });
});
