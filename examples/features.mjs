/**
 * Rows of features: embeddings of tokens pooled by sentence, one layer of a graph network, and a sparse matrix times a
 * dense one. Each is one call that gathers rows of a table, weights them, and reduces them by segment.
 *
 * Run: `node examples/features.mjs`, in the repository after `npm run build:code`. In a page:
 * `await main(await openPlace())`.
 *
 * Prints:
 *   sentence 0: 2, 3, 4
 *   sentence 1: 1, 2, 3
 *   member 0: 16 friends; 0.32 of their friends are the instructor, 0.06 the officer; the most friends of one are 10
 *   member 8: 5 friends; 0.02 of their friends are the instructor, 0.07 the officer; the most friends of one are 17
 *   member 33: 17 friends; 0.05 of their friends are the instructor, 0.34 the officer; the most friends of one are 12
 *   A B, row 0: 5, 50
 *   A B, row 1: 9, 90
 */
import { readFileSync } from 'node:fs';
import { openPlace, segmentedReduce } from 'webgpu-segmented/auto';

/** The mean embedding of each sentence. `table` has a row of `width` numbers a word, `words` a word's row a token. */
export function meanPooled(place, { width, table, sentences, words }) {
  return segmentedReduce(place, { type: 'f32', width, data: table }, { offsets: sentences, rows: words }, 'mean');
}

/** A · B: one row of `width` numbers for each row of A, which is sparse (CSR). */
export async function sparseTimesDense(place, { offsets, columns, entries }, { width, data }) {
  const segments = { offsets, rows: columns };
  return (await segmentedReduce(place, { type: 'f32', width, data }, segments, 'sum', { weights: entries })).data;
}

/** The graph of a file like karate.json: the neighbours of each node, node after node. */
export function graphOf({ higher }) {
  const lists = higher.map(() => []);
  higher.forEach((nodes, a) => {
    for (const b of nodes) {
      lists[a].push(b);
      lists[b].push(a);
    }
  });
  const offsets = [0];
  for (const list of lists) offsets.push(offsets.at(-1) + list.length);
  return { offsets: Uint32Array.from(offsets), rows: Uint32Array.from(lists.flat()) };
}

/** What a layer of a graph network gathers: the weighted sum of the neighbours' features, and their maximum. */
export async function layer(place, graph, { width, data }, weightOf) {
  const features = { type: 'f32', width, data };
  const weights = Float32Array.from(graph.rows, weightOf);
  const sums = await segmentedReduce(place, features, graph, 'sum', { weights });
  const most = await segmentedReduce(place, features, graph, 'max');
  return { sums: sums.data, most: most.data };
}

export async function main(place, print = console.log) {
  const table = Float32Array.of(0, 0, 3, 1, 2, 3, 3, 4, 5, 2, 4, 3);
  const sentences = { sentences: Uint32Array.of(0, 2, 5), words: Uint32Array.of(1, 2, 0, 1, 3) };
  const pooled = await meanPooled(place, { width: 3, table, ...sentences });
  for (const s of [0, 1]) print(`sentence ${s}: ${pooled.subarray(3 * s, 3 * s + 3).join(', ')}`);

  const graph = graphOf(JSON.parse(readFileSync(new URL('karate.json', import.meta.url), 'utf8')));
  const degree = (node) => graph.offsets[node + 1] - graph.offsets[node];
  // Three features a member: friends, and the share of them that is the instructor, or the officer.
  const data = new Float32Array(3 * 34);
  for (let node = 0; node < 34; node++) {
    const friends = graph.rows.subarray(graph.offsets[node], graph.offsets[node + 1]);
    data.set([friends.length, friends.includes(0) / friends.length, friends.includes(33) / friends.length], 3 * node);
  }
  const { sums, most } = await layer(place, graph, { width: 3, data }, () => 1);
  for (const node of [0, 8, 33]) {
    const [instructor, officer] = [1, 2].map((k) => (sums[3 * node + k] / degree(node)).toFixed(2));
    const shares = `${instructor} of their friends are the instructor, ${officer} the officer`;
    print(`member ${node}: ${degree(node)} friends; ${shares}; the most friends of one are ${most[3 * node]}`);
  }

  const matrix = { offsets: [0, 2, 3], columns: Uint32Array.of(0, 2, 2), entries: Float32Array.of(2, 1, 3) };
  const product = await sparseTimesDense(place, matrix, { width: 2, data: Float32Array.of(1, 10, 2, 20, 3, 30) });
  for (const row of [0, 1]) print(`A B, row ${row}: ${product.subarray(2 * row, 2 * row + 2).join(', ')}`);
}

// As a program: node examples/features.mjs
if (globalThis.process?.argv[1]?.endsWith('features.mjs')) await main(await openPlace());
