/**
 * Softmax per segment, for attention in a graph: the edges of each node compete. One call gives the weights, a second
 * one sums what they bring to each node.
 *
 * `createSegmentedTransform` records the same into a command encoder, so that scores and weights stay on the GPU.
 *
 * Run: `node examples/softmax.mjs`, in the repository after `npm run build:code`. In a page:
 * `await main(await openPlace())`.
 *
 * Prints:
 *   node 0: 0.665 to 1, 0.245 to 2, 0.09 to 3
 *   node 1: no edges
 *   node 2: 0.5 to 0, 0.5 to 1
 *   node 3: 1 to 2
 *   features: 17.6, 0, 5, 30
 */
import { openPlace, segmentedReduce, segmentedTransform } from 'webgpu-segmented/auto';

/** Each node's mean of its neighbours' features, weighted by the softmax of the edges' scores. */
export async function attention(place, { offsets, targets, scores }, features) {
  const weights = await segmentedTransform(place, scores, offsets, 'softmax');
  const brought = weights.map((weight, edge) => weight * features[targets[edge]]);
  return { weights, sums: await segmentedReduce(place, brought, offsets, 'sum') };
}

export async function main(place, print = console.log) {
  const offsets = Uint32Array.of(0, 3, 3, 5, 6);
  const targets = [1, 2, 3, 0, 1, 2];
  const scores = Float32Array.of(1001, 1000, 999, -4, -4, 7);
  const { weights, sums } = await attention(place, { offsets, targets, scores }, [0, 10, 30, 40]);
  const short = (number) => Number(number.toFixed(3));
  for (let node = 0; node + 1 < offsets.length; node++) {
    const edges = targets.slice(offsets[node], offsets[node + 1]);
    const texts = edges.map((to, i) => `${short(weights[offsets[node] + i])} to ${to}`);
    print(`node ${node}: ${texts.join(', ') || 'no edges'}`);
  }
  print(`features: ${Array.from(sums, (sum) => Number(sum.toFixed(1))).join(', ')}`);
}

// As a program: node examples/softmax.mjs
if (globalThis.process?.argv[1]?.endsWith('softmax.mjs')) await main(await openPlace());
