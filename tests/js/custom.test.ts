/** Orders and operators by functions of the user, where there is no GPU. */
import { describe, expect, it } from 'vitest';
import { segmentedArgsort, segmentedReduce, segmentedSort, segmentedSortByKey } from '../../src/js/index.ts';
import { Random } from '../support/cases.ts';
import { treeFold } from '../support/reduce-oracle.ts';

const wgsl = 'return a < b;';

describe('compare.js', () => {
  it('orders vectors, structs, bigints and halves, stable, in both orders', async () => {
    const points = { type: 'vec3<f32>', data: new Float32Array([3, 0, 0, 1, 1, 0, 0, 2, 0, 0, 1, 1]) } as const;
    const square = ([x, y, z]: number[]) => x! * x! + y! * y! + z! * z!;
    const compare = { wgsl, js: (a: number[], b: number[]) => square(a) < square(b) };
    const sorted = await segmentedSort(null, points, [0, 4], { compare });
    expect([...sorted.data]).toEqual([1, 1, 0, 0, 1, 1, 0, 2, 0, 3, 0, 0]);
    expect(await segmentedArgsort(null, points, [0, 4], { compare, order: 'descending' })).toEqual(
      Uint32Array.of(0, 2, 1, 3),
    );

    const players = { type: { bytes: 8 }, data: new Uint32Array([2, 10, 1, 5, 2, 30, 1, 7]) } as const;
    const byTeam = (a: DataView, b: DataView) => {
      const [teamA, teamB] = [a.getUint32(0, true), b.getUint32(0, true)];
      return teamA === teamB ? a.getUint32(4, true) > b.getUint32(4, true) : teamA < teamB;
    };
    const { data } = await segmentedSort(null, players, [0, 4], { compare: { wgsl, js: byTeam } });
    expect([...data]).toEqual([1, 7, 1, 5, 2, 30, 2, 10]);

    const far = (a: bigint, b: bigint) => (a < 0n ? -a : a) < (b < 0n ? -b : b);
    const wide = BigInt64Array.of(-5n, 4n, 2n ** 40n, -1n);
    expect(await segmentedSort(null, wide, [0, 4], { compare: { wgsl, js: far } })).toEqual(
      BigInt64Array.of(-1n, 4n, -5n, 2n ** 40n),
    );

    const halves = { type: 'f16', data: Uint16Array.of(0xc000, 0x3c00, 0x0001, 0x7c00) } as const;
    const seen: number[] = [];
    const js = (a: number, b: number) => {
      seen.push(a, b);
      return a < b;
    };
    const found = await segmentedSort(null, halves, [0, 4], { compare: { wgsl, js } });
    expect([...found.data]).toEqual([0xc000, 0x0001, 0x3c00, 0x7c00]);
    expect(new Set(seen)).toEqual(new Set([-2, 1, 2 ** -24, Number.POSITIVE_INFINITY]));
  });

  it('sorts segments longer than a run, with the values of ties in order', async () => {
    const random = new Random(3);
    const keys = Uint32Array.from({ length: 1003 }, () => random.below(50));
    const rows = Uint32Array.from(keys.keys());
    for (const [order, sign] of [
      ['ascending', 1],
      ['descending', -1],
    ] as const) {
      const compare = { wgsl, js: (a: number, b: number) => a < b };
      const { values } = await segmentedSortByKey(null, keys, rows, [1, 20, 1000], { compare, order });
      const by = (a: number, b: number) => sign * (keys[a]! - keys[b]!) || a - b;
      const expected = rows.slice();
      for (const [begin, end] of [
        [1, 20],
        [20, 1000],
      ] as const)
        expected.set(rows.slice(begin, end).sort(by), begin);
      expect(values).toEqual(expected);
    }
  });

  it('an inconsistent comparator gives the same keys in some order', async () => {
    const keys = Uint32Array.from({ length: 500 }, (_, i) => i);
    const random = new Random(4);
    const js = () => random.below(2) === 1;
    expect((await segmentedSort(null, keys, [0, 500], { compare: { wgsl, js } })).sort()).toEqual(keys);
  });
});

describe('orderBy.js', () => {
  it('orders by numbers of every type', async () => {
    const keys = Uint32Array.of(25, 31, 11, 40);
    const lastDigit = { wgsl: 'return key % 10u;', bits: 4, js: (key: number) => key % 10 };
    expect(await segmentedSort(null, keys, [0, 4], { orderBy: lastDigit })).toEqual(Uint32Array.of(40, 31, 11, 25));
    const down = { orderBy: lastDigit, order: 'descending' } as const;
    expect(await segmentedSort(null, keys, [0, 4], down)).toEqual(Uint32Array.of(25, 31, 11, 40));
    const wide = (js: (key: number) => bigint | number[]) => ({ wgsl, returns: 'vec2<u32>', js }) as const;
    const high = await segmentedArgsort(null, keys, [0, 4], { orderBy: wide((key) => [0, key]) });
    expect(high).toEqual(Uint32Array.of(2, 0, 1, 3));
    const big = await segmentedArgsort(null, keys, [0, 4], { orderBy: wide((key) => 2n ** 63n - BigInt(key)) });
    expect(big).toEqual(Uint32Array.of(3, 1, 0, 2));
  });
});

describe('op.js', () => {
  it('combines by the tree of all folds, in the type of the accumulator', async () => {
    const random = new Random(8);
    const numbers = Float32Array.from({ length: 700 }, () => random.word() / 2 ** 31 - 1);
    const average = (a: number, b: number) => Math.fround(a * 0.5 + b);
    const op = { wgsl: 'return a * 0.5 + b;', identity: 0, js: (a: number, b: number) => a * 0.5 + b } as const;
    const offsets = [0, 3, 3, 50, 700];
    const found = await segmentedReduce(null, numbers, offsets, op);
    expect(found).toBeInstanceOf(Float32Array);
    const doubles = Float64Array.from(numbers);
    const expected = [
      [0, 3],
      [3, 3],
      [3, 50],
      [50, 700],
    ].map(([begin, end]) => (begin === end ? 0 : treeFold(doubles, begin!, end!, average)));
    expect([...(found as Float32Array)]).toEqual(expected);
  });

  it('wraps integers, loads elements, and folds an initial value in on the left', async () => {
    const op = { wgsl: '', identity: 0, type: 'u32', js: (a: number, b: number) => a * 2 + b } as const;
    const bytes = Int8Array.of(1, -1, 1);
    expect(await segmentedReduce(null, bytes, [0, 3], op)).toEqual(Uint32Array.of(3));
    const load = { ...op, load: 'return index;', jsLoad: (_: number, index: number) => index };
    expect(await segmentedReduce(null, bytes, [0, 1, 3], load, { initial: 5 })).toEqual(Uint32Array.of(10, 11));
    const counts = { wgsl: '', identity: 7, type: 'i32', js: (a: number, b: number) => a - b } as const;
    const [values, sums] = await segmentedReduce(null, Float32Array.of(-3.5, 1e10), [0, 1, 1, 2], [counts, 'sum']);
    expect(values).toEqual(Int32Array.of(-3, 7, 2 ** 31 - 1));
    expect(sums).toEqual(Float32Array.of(-3.5, 0, 1e10));
  });
});
