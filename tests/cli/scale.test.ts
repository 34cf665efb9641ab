/** examples/distributed/scale.mjs: docs/where-it-ends.md has its tables, and its parts agree with the library. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { sampleKeys, splittersOf } from '../../src/parts/index.ts';

const file = path.resolve(import.meta.dirname, '../../examples/distributed/scale.mjs');
const scale = await import(file);

it('prints the tables of the page', () => {
  const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/where-it-ends.md'), 'utf8');
  for (const table of scale.tables()) expect(page).toContain(table);
});

it('never plans more open files or memory than a process has', () => {
  for (const items of [1e6, 1e9, 1e11, 1e12, 1e14]) {
    for (const workers of [1, 30, 1000]) {
      const { ranges, rounds, rangeItems } = scale.sortOfOneSegment(items, workers);
      expect(Math.ceil(ranges ** (1 / rounds))).toBeLessThan(scale.ASSUMED.openFiles);
      const bytes = scale.MEASURED.bytesTimes * rangeItems * scale.ASSUMED.itemBytes;
      expect(bytes).toBeLessThan(scale.ASSUMED.memoryBytes);
    }
  }
});

it('simulates the sizes of ranges that the library gives', () => {
  const [ranges, samplesPerRange] = [50, 20];
  const keys = Float64Array.from({ length: 100_000 }, (_, i) => (i * 0.6180339887) % 1);
  // Samples at random, as in a part whose rows are in no order.
  let state = 1;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const count = ranges * samplesPerRange;
  const picked = Float64Array.from({ length: count }, () => keys[Math.floor(random() * keys.length)] as number);
  const cuts = splittersOf(sampleKeys(picked, { count }), ranges).keys;
  const bounds = [0, ...cuts, 1];
  const largest = Math.max(...bounds.slice(1).map((bound, i) => bound - (bounds[i] as number))) * ranges;
  const simulated = Array.from({ length: 20 }, (_, seed) => scale.largestRange(ranges, samplesPerRange, seed));
  expect(largest).toBeGreaterThan(0.9 * Math.min(...simulated));
  expect(largest).toBeLessThan(1.1 * Math.max(...simulated));
});
