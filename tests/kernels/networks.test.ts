import { describe, expect, it } from 'vitest';
import { striped } from '../../src/sort/gpu.ts';
import { bitonicSort, oddEvenMergeSort } from '../../src/sort/networks.ts';

describe('the network inside a lane', () => {
  /** The zeros and ones after the exchanges of these pairs. */
  function exchanged(input: readonly number[], pairs: readonly [number, number][]): number[] {
    const bits = [...input];
    for (const [i, j] of pairs) {
      const [a, b] = [bits[i] ?? 0, bits[j] ?? 0];
      bits[i] = Math.min(a, b);
      bits[j] = Math.max(a, b);
    }
    return bits;
  }

  it.each([1, 2, 3, 4, 6, 8, 12, 16])('sorts %i registers, by the 0-1 principle', (count) => {
    const pairs = oddEvenMergeSort(count);
    for (let input = 0; input < 2 ** count; input++) {
      const bits = exchanged(
        Array.from({ length: count }, (_, i) => (input >> i) & 1),
        pairs,
      );
      for (let i = 1; i < count; i++) if ((bits[i - 1] ?? 0) > (bits[i] ?? 0)) throw new Error(`${count}: ${input}`);
    }
  });

  it.each([1, 2, 3, 6, 8, 12, 24, 32, 48])('sorts bitonic sequences of %i registers, by the 0-1 principle', (count) => {
    const pairs = bitonicSort(count);
    for (let start = 0; start < count; start++) {
      for (let ones = 0; ones <= count; ones++) {
        const input = Array.from({ length: count }, (_, i) => ((i - start + count) % count < ones ? 1 : 0));
        const sorted = Array.from({ length: count }, (_, i) => (i < count - ones ? 0 : 1));
        expect(exchanged(input, pairs)).toEqual(sorted);
      }
    }
  });
});

describe('striped items', () => {
  const powers = (from: number) => Array.from({ length: 6 - from }, (_, i) => 2 ** (i + from));
  const shapes = powers(1).flatMap((lanes) => powers(1).map((items) => ({ lanes, items })));
  const SWAP = /let p = partner\(local, (\d+)u, select\(r(\d+), r\1, upper\), (\d+)u\);\n *r\1 = .*;\n *r\2 = /g;

  it.each(shapes)('$lanes lanes × $items registers: loads and stores share a slot', ({ lanes, items }) => {
    const { first, loads, merges, stores } = striped({ lanes, items }, { maxStriped: 1024 });
    const of = Array.from({ length: lanes }, (_, lane) => {
      const value = Function('lane', `return Math.floor(${first.replaceAll(/(\d)u/g, '$1')})`)(lane);
      const slots = (lines: readonly string[]) => lines.map((line) => value + Number(/first \+ (\d+)u/.exec(line)![1]));
      return { loaded: slots(loads), stored: slots(stores) };
    });
    // In place, no lane may load a word that another one stores.
    for (const { loaded, stored } of of) expect(loaded).toEqual(stored);
    const all = of.flatMap(({ stored }) => stored).sort((a, b) => a - b);
    expect(all).toEqual(Array.from({ length: lanes * items }, (_, i) => i));
    // An access touches as few sectors as its number of lanes allows.
    for (let i = 0; i < items; i++) {
      const together = of.map(({ stored }) => stored[i]!).sort((a, b) => a - b);
      const sectors = new Set(together.map((slot) => Math.floor(slot / 8)));
      expect(sectors.size).toBe(Math.ceil(lanes / 8));
    }

    // After the merges, register i of a lane has item lane · items + i. The swaps bring it to its slot.
    const swaps = [...merges.join('\n').matchAll(SWAP)].map((found) => found.slice(1).map(Number));
    expect(swaps.length).toBe((items / 2) * Math.log2(Math.min(lanes, items)));
    const registers = of.map((_, lane) => Array.from({ length: items }, (_, i) => lane * items + i));
    for (const [i, j, mask] of swaps as [number, number, number][]) {
      const sent = registers.map((own, lane) => own[lane & mask ? i : j]!);
      for (const [lane, own] of registers.entries()) own[lane & mask ? i : j] = sent[lane ^ mask]!;
    }
    expect(registers).toEqual(of.map(({ stored }) => stored));
  });
});
