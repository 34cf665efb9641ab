/** examples/: each program prints what its header says, and its functions agree with plain JavaScript on other data. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPlace, type Place } from '../../src/auto/index.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();

/** Examples of arrays take a place, those that record plans a device. */
let place: Place;
beforeAll(async () => {
  place = await openPlace();
});
afterAll(() => place.close());

/** The exports of an example, which is JavaScript that a reader can copy. */
// biome-ignore lint/suspicious/noExplicitAny: examples have no types
type Example = Record<string, (...given: any[]) => any>;

const example = (name: string): Promise<Example> => import(`../../examples/${name}.mjs`);

/** The output that the header names below `Prints:`. */
function promised(name: string): string[] {
  const header = readFileSync(new URL(`../../examples/${name}.mjs`, import.meta.url), 'utf8').split(' */')[0] ?? '';
  return Array.from(header.split('Prints:\n')[1]?.matchAll(/^ \* {3}(.*)$/gm) ?? [], ([, line = '']) => line);
}

function randomNumbers(seed: number) {
  let state = seed;
  return (below = 1) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state / 2 ** 32) * below;
  };
}

const recorded = ['sampling'];
const names = [
  'csr',
  'delays',
  'departures',
  'features',
  'neighbours',
  'quantiles',
  'ragged',
  'softmax',
  'splats',
  ...recorded,
];

it.each(names)('%s prints what its header says', async (name) => {
  const printed: string[] = [];
  await (await example(name)).main!(recorded.includes(name) ? device() : place, (line: string) => printed.push(line));
  expect(printed.length).toBeGreaterThan(3);
  expect(printed).toEqual(promised(name));
});

describe('the functions of the examples give what plain JavaScript gives', () => {
  it('delays: bins, lines, the most frequent one and ranks of each group', async () => {
    const { summaries } = await example('delays');
    const random = randomNumbers(1);
    const ids = Uint16Array.from({ length: 400 }, () => Math.floor(random(20)));
    const targets = Uint16Array.from(ids, () => Math.floor(random(9) ** 2));
    const delays = Int16Array.from(ids, () => Math.floor(random(60)) - 20);
    const edges = [-20, 0, 10, 39];
    const found = await summaries!(place, { ids, groups: 21, targets, delays }, edges);
    for (let group = 0; group < 21; group++) {
      const rows = Array.from(ids.keys()).filter((row) => ids[row] === group);
      const [begin, end] = [found.offsets[group], found.offsets[group + 1]];
      expect(Array.from(found.rows.subarray(begin, end))).toEqual(rows);
      const own = rows.map((row) => delays[row]!);
      const inBin = (k: number) => own.filter((delay) => delay >= edges[k]! && delay < edges[k + 1]! + Number(k === 2));
      expect(Array.from(found.late.subarray(3 * group, 3 * group + 3))).toEqual([0, 1, 2].map((k) => inBin(k).length));
      expect(Array.from(found.ranks.subarray(begin, end))).toEqual(
        own.map((delay) => 1 + own.filter((other) => other > delay).length),
      );
      const counts = new Map<number, number>();
      for (const row of rows) counts.set(targets[row]!, (counts.get(targets[row]!) ?? 0) + 1);
      const [most = [0, 0]] = [...counts].sort(([a, m], [b, n]) => n - m || a - b);
      expect([found.lines[group], found.most.values[group], found.most.counts[group]]).toEqual([counts.size, ...most]);
    }
  });

  it('departures: gaps, windows, scores and late flights of each airport, and halves of days', async () => {
    const { departures, halves } = await example('departures');
    const random = randomNumbers(8);
    const airports = Uint8Array.from({ length: 300 }, () => Math.floor(random(7) ** 2 / 9));
    const minutes = Float32Array.from(airports, (_, i) => 97 * i + Math.floor(random(90)));
    const delays = Float32Array.from(airports, () => Math.floor(random(60)) - 40);
    const given = { airports, count: 8, minutes, delays };
    const found = await departures!(place, given);
    const windows: number[][] = [];
    for (let a = 0; a < 8; a++) {
      const rows = Array.from(airports.keys()).filter((row) => airports[row] === a);
      const [begin, end] = [found.offsets[a], found.offsets[a + 1]];
      expect(Array.from(found.rows.subarray(begin, end))).toEqual(rows);
      const own = rows.map((row) => delays[row]!);
      const gaps = rows.map((row, i) => (i === 0 ? Number.NaN : minutes[row]! - minutes[rows[i - 1]!]!));
      expect(Array.from(found.gaps.subarray(begin, end))).toEqual(gaps);
      windows.push(...own.slice(2).map((_, i) => own.slice(i, i + 3)));
      const mean = own.reduce((sum, x) => sum + x, 0) / own.length;
      const std = Math.sqrt(own.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (own.length - 1));
      own.forEach((x, i) => {
        if (own.length > 1) expect(found.scores[begin + i]).toBeCloseTo((x - mean) / std, 4);
      });
      const results = found.ends.map((each: Float32Array) => each[a]);
      expect(results.slice(0, 2)).toEqual(own.length > 0 ? [own[0], own.at(-1)] : [Number.NaN, Number.NaN]);
      if (own.length > 1) expect([results[2], results[3]]).toEqual([expect.closeTo(mean, 4), expect.closeTo(std, 4)]);
      const late = own.filter((delay) => delay > 0);
      const ofLate = late.length > 0 ? late.reduce((sum, x) => sum + x, 0) / late.length : 0;
      expect([found.late[0][a], found.late[1][a]]).toEqual([late.length, expect.closeTo(ofLate, 4)]);
    }
    expect(Array.from(found.medians.values)).toEqual(windows.map((three) => three.toSorted((a, b) => a - b)[1]));
    const { keys, groups, result } = await halves!(place, given);
    airports.forEach((airport, row) => {
      const half = Number(minutes[row]! % 1440 >= 720);
      expect([keys[0][groups[row]], keys[1][groups[row]]]).toEqual([airport, half]);
    });
    const counts = Array.from(keys[0], (_, g) => groups.filter((group: number) => group === g).length);
    expect(Array.from(result[0])).toEqual(counts);
  });

  it('features: a layer on the graph of the karate club, and sparse × dense', async () => {
    const { layer, graphOf, sparseTimesDense } = await example('features');
    const file = new URL('../../examples/karate.json', import.meta.url);
    const graph = graphOf!(JSON.parse(readFileSync(file, 'utf8')));
    expect([graph.rows.length, graph.offsets.length]).toEqual([2 * 78, 35]);
    const random = randomNumbers(4);
    const width = 5;
    const data = Float32Array.from({ length: 34 * width }, () => Math.floor(random(50)) - 20);
    const { sums, most } = await layer!(place, graph, { width, data }, (node: number) => (node % 4) + 1);
    const entries = Float32Array.from(graph.rows, (node: number) => (node % 4) + 1);
    const product = await sparseTimesDense!(place, { ...graph, columns: graph.rows, entries }, { width, data });
    expect(product).toEqual(sums);
    for (let node = 0; node < 34; node++) {
      const friends = Array.from(graph.rows.subarray(graph.offsets[node], graph.offsets[node + 1])) as number[];
      for (let k = 0; k < width; k++) {
        const own = friends.map((friend) => data[friend * width + k]!);
        expect(most[node * width + k]).toBe(Math.max(...own));
        expect(sums[node * width + k]).toBe(own.reduce((sum, x, i) => sum + x * ((friends[i]! % 4) + 1), 0));
      }
    }
  });

  it('csr: rows by column, and the product', async () => {
    const { withSortedRows, multiply } = await example('csr');
    const random = randomNumbers(2);
    const size = 150;
    const rows = Array.from({ length: size }, () => {
      const columns = new Set(Array.from({ length: Math.floor(random(16)) }, () => Math.floor(random(size))));
      return Array.from(columns, (column) => ({ column, entry: Math.floor(random(17)) - 8 }));
    });
    const offsets = new Uint32Array(size + 1);
    rows.forEach((row, i) => {
      offsets[i + 1] = offsets[i]! + row.length;
    });
    const cells = rows.flat();
    const given = {
      offsets,
      columns: Uint32Array.from(cells, ({ column }) => column),
      entries: Float32Array.from(cells, ({ entry }) => entry),
    };
    const matrix = await withSortedRows!(place, given);
    const ordered = rows.flatMap((row) => row.toSorted((a, b) => a.column - b.column));
    expect(Array.from(matrix.columns)).toEqual(ordered.map(({ column }) => column));
    expect(Array.from(matrix.entries)).toEqual(ordered.map(({ entry }) => entry));
    const x = Float32Array.from({ length: size }, () => Math.floor(random(64)));
    const y = rows.map((row) => row.reduce((sum, { column, entry }) => sum + entry * x[column]!, 0));
    const product: Float32Array = await multiply!(place, matrix, x);
    // Compared as plain numbers, because a sum of zeros may be -0 in one of the two.
    expect(Array.from(product, (value) => value || 0)).toEqual(y.map((value) => value || 0));
  });

  it('sampling: top-k, top-p and min-p, on the GPU and in plain JavaScript', async () => {
    const { sample, likeliest, draw } = await example('sampling');
    const random = randomNumbers(3);
    const [batch, vocabulary] = [40, 300];
    const logits = Float32Array.from({ length: batch * vocabulary }, () => Math.floor(random(120)) / 8);
    for (const { k = vocabulary, p = 1, minP = 0, temperature = 1 } of [
      { k: 10, p: 0.8, temperature: 0.7 },
      { k: 500, p: 0.95 },
      { k: 40, minP: 0.3, temperature: 2 },
      { k: 40, p: 0.9, minP: 0.2, temperature: 2 },
      { k: 1 },
      { p: 0 },
    ]) {
      const options = { k, p, minP, temperature };
      const rows = Array.from({ length: batch }, (_, row) => {
        const own = Array.from(logits.subarray(row * vocabulary, (row + 1) * vocabulary), (logit, token) => ({
          logit,
          token,
        }));
        const top = own.sort((a, b) => b.logit - a.logit || a.token - b.token).slice(0, k);
        const weights = top.map(({ logit }) => Math.exp((logit - top[0]!.logit) / temperature));
        const mass = (count: number) => weights.slice(0, count).reduce((sum, weight) => sum + weight, 0);
        let taken = 1;
        while (taken < weights.length && mass(taken) < p * mass(k) && weights[taken]! >= minP) taken++;
        // Random numbers near a boundary between two tokens are avoided, because rounding could change the token.
        const ends = weights.slice(0, taken).map((_, i) => mass(i + 1) / mass(taken));
        let uniform = Math.fround(random());
        while (ends.some((end) => Math.abs(end - uniform) < 1e-5)) uniform = Math.fround(random());
        return { top: top.slice(0, taken), ends, uniform };
      });
      const uniforms = Float32Array.from(rows, ({ uniform }) => uniform);
      const found = await sample!(device(), logits, vocabulary, uniforms, options);
      const want = rows.map(({ top, ends, uniform }) => top[ends.findIndex((end) => uniform < end)]!.token);
      expect(Array.from(found)).toEqual(want);
      rows.forEach(({ top, ends, uniform }, row) => {
        const candidates = likeliest!(logits.subarray(row * vocabulary, (row + 1) * vocabulary), options);
        expect(candidates.map(({ token }: { token: number }) => token)).toEqual(top.map(({ token }) => token));
        candidates.forEach(({ probability }: { probability: number }, i: number) => {
          expect(probability).toBeCloseTo(ends[i]! - (ends[i - 1] ?? 0), 6);
        });
        expect(draw!(candidates, uniform)).toBe(want[row]);
      });
    }
  });

  it('splats: every tile’s, front to back', async () => {
    const { depthOrder } = await example('splats');
    const random = randomNumbers(4);
    const grid = { columns: 9, rows: 7, size: 16 };
    const splats = Array.from({ length: 300 }, () => ({
      ...{ x: random(170) - 10, y: random(140) - 10 },
      ...{ radius: 1 + random(12), depth: Math.floor(random(30)) },
    }));
    const { offsets, order, depths } = await depthOrder!(place, splats, grid);
    for (let tile = 0; tile < 63; tile++) {
      const [left, top] = [(tile % 9) * 16, Math.floor(tile / 9) * 16];
      const touching = splats.flatMap(({ x, y, radius, depth }, i) => {
        const across = x + radius >= left && x - radius < left + 16;
        return across && y + radius >= top && y - radius < top + 16 ? [{ i, depth }] : [];
      });
      const expected = touching.sort((a, b) => a.depth - b.depth || a.i - b.i);
      expect(Array.from(order.subarray(offsets[tile], offsets[tile + 1]))).toEqual(expected.map(({ i }) => i));
      expect(Array.from(depths.subarray(offsets[tile], offsets[tile + 1]))).toEqual(expected.map(({ depth }) => depth));
    }
  });

  it('neighbours: the nearest within a radius', async () => {
    const { nearest } = await example('neighbours');
    const random = randomNumbers(5);
    const points = Array.from({ length: 300 }, () => [random(20) - 10, random(20) - 10] as const);
    const found = await nearest!(place, points, 1.5, 4);
    points.forEach(([x, y], i) => {
      const near = points
        .map(([px, py], point) => ({ point, distance: Math.fround(Math.hypot(px - x, py - y)) }))
        .filter(({ point, distance }) => point !== i && distance <= 1.5)
        .sort((a, b) => a.distance - b.distance);
      expect(found[i]).toEqual(near.slice(0, 4));
    });
    expect(found.some(({ length }: { length: number }) => length === 4)).toBe(true);
  });

  it('ragged: sorted, softmax, padded, level by level', async () => {
    const { ragged, lists, padded, sortRows, softmaxRows, reduceLevels } = await example('ragged');
    const random = randomNumbers(6);
    const given = Array.from({ length: 120 }, () =>
      Array.from({ length: Math.floor(random(12)) }, () => Math.fround(random(9) - 3)),
    );
    const tensor = ragged!(given);
    expect(lists!(tensor)).toEqual(given);
    expect(lists!(await sortRows!(place, tensor))).toEqual(given.map((row) => row.toSorted((a, b) => a - b)));
    const soft = lists!(await softmaxRows!(place, tensor)) as number[][];
    given.forEach((row, i) => {
      const sum = row.reduce((total, value) => total + Math.exp(value), 0);
      row.forEach((value, k) => {
        expect(soft[i]![k]).toBeCloseTo(Math.exp(value) / sum, 5);
      });
    });
    const { dense, width } = padded!(tensor, -9);
    expect(width).toBe(11);
    expect(Array.from(dense)).toEqual(given.flatMap((row) => [...row, ...new Array<number>(11 - row.length).fill(-9)]));
    const outer = [0, 0, 50, 90, 120];
    const best = outer.slice(1).map((end, i) => Math.max(...given.slice(outer[i], end).flat()));
    expect(Array.from(await reduceLevels!(place, { ...tensor, outer }, 'max'))).toEqual(best);
  });

  it('softmax: of nodes with every number of edges, also none', async () => {
    const { attention } = await example('softmax');
    const random = randomNumbers(7);
    const lengths = [0, 3, 1, 0, 700, ...Array.from({ length: 300 }, () => Math.floor(random(4) ** 2)), 0];
    const offsets = new Uint32Array(lengths.length + 1);
    lengths.forEach((length, i) => {
      offsets[i + 1] = offsets[i]! + length;
    });
    const scores = Float32Array.from({ length: offsets.at(-1)! }, () => random(400) - 200);
    const targets = Uint32Array.from(scores, () => Math.floor(random(lengths.length)));
    const features = Array.from(lengths, () => random(8));
    const { weights, sums } = await attention!(place, { offsets, targets, scores }, features);
    lengths.forEach((length, i) => {
      const row = Array.from(scores.subarray(offsets[i], offsets[i]! + length));
      const exponentials = row.map((score) => Math.exp(score - Math.max(...row)));
      const sum = exponentials.reduce((a, b) => a + b, 0);
      exponentials.forEach((each, k) => {
        expect(weights[offsets[i]! + k]).toBeCloseTo(each / sum, 5);
      });
      const brought = exponentials.map((each, k) => (each / sum) * features[targets[offsets[i]! + k]!]!);
      expect(sums[i]).toBeCloseTo(
        brought.reduce((a, b) => a + b, 0),
        4,
      );
    });
  });
});
