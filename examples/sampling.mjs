/**
 * Chooses the next token of every sequence of a batch. One call sorts the logits of each row with their tokens. Then
 * top-k, top-p and a draw read only the first k of each row. Rows have one size, so they need no offsets:
 * `{ size: vocabulary }`.
 *
 * Run: `npm run example -- sampling` in the repository; elsewhere `await main(device)`.
 *
 * Prints:
 *   top 1 of each row: the, ran, cat
 *   row 0: the 0.57, cat 0.31, sat 0.12 → the
 *   row 1: ran 0.67, sat 0.33 → ran
 *   row 2: cat 1.00 → cat
 */
import { segmentedSortByKey } from 'webgpu-segmented';

/**
 * The most likely tokens of each row: at most k, and as few as have the fraction p of the first k's probability.
 *
 * @param logits one row of `vocabulary` numbers per sequence
 * @returns { tokens, probabilities } per row, the likeliest first; the probabilities add up to 1
 */
export async function likeliest(device, logits, vocabulary, { k = vocabulary, p = 1, temperature = 1 } = {}) {
  const tokens = Uint32Array.from(logits, (_, i) => i % vocabulary);
  const sorted = await segmentedSortByKey(device, logits, tokens, { size: vocabulary }, { order: 'descending' });
  const rows = logits.length / vocabulary;
  return Array.from({ length: rows }, (_, row) => {
    const first = row * vocabulary;
    const top = sorted.keys.subarray(first, first + k);
    // Relative to the largest logit, so that no exponential overflows.
    const weights = Array.from(top, (logit) => Math.exp((logit - top[0]) / temperature));
    const kept = countWithin(weights, p);
    const total = weights.slice(0, kept).reduce((sum, weight) => sum + weight, 0);
    return {
      tokens: Array.from(sorted.values.subarray(first, first + kept)),
      probabilities: weights.slice(0, kept).map((weight) => weight / total),
    };
  });
}

/** How many of the first weights add up to the fraction p of all weights. */
function countWithin(weights, p) {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let sum = 0;
  for (let i = 0; i < weights.length; i++) {
    sum += weights[i];
    if (sum >= p * total) return i + 1;
  }
  return weights.length;
}

/** Draws one token per row. `random` gives numbers from 0 to 1, without 1. */
export function draw(rows, random) {
  return rows.map(({ tokens, probabilities }) => {
    let rest = random();
    const drawn = probabilities.findIndex((probability) => {
      rest -= probability;
      return rest < 0;
    });
    return tokens[drawn < 0 ? tokens.length - 1 : drawn];
  });
}

export async function main(device, print = console.log) {
  const words = ['a', 'cat', 'ran', 'sat', 'the'];
  const logits = Float32Array.of(...[-1, 2.4, 0.3, 1.4, 3], ...[-2, -2, 1.7, 1, -1.5], ...[0, 9, 1, 2, 3]);
  const greedy = await likeliest(device, logits, words.length, { k: 1 });
  print(`top 1 of each row: ${greedy.map(({ tokens }) => words[tokens[0]]).join(', ')}`);
  const rows = await likeliest(device, logits, words.length, { k: 3, p: 0.95 });
  const drawn = draw(rows, () => 0.4);
  rows.forEach(({ tokens, probabilities }, row) => {
    const choices = tokens.map((token, i) => `${words[token]} ${probabilities[i].toFixed(2)}`);
    print(`row ${row}: ${choices.join(', ')} → ${words[drawn[row]]}`);
  });
}
