// The operations that are timed, and their expected results.
//
// An operation is plain data: `kind` sort or reduce, the `type` of the keys, `order`, the layout of the keys (`keys`),
// and for sorts whether there are values.
import { compensatedSum } from './compensated.mjs';

const sort = (name, more = {}) => ({ name, kind: 'sort', type: 'u32', order: 'ascending', keys: 'uniform', ...more });
const reduce = (name, more = {}) => ({ name, kind: 'reduce', type: 'u32', op: 'sum', keys: 'uniform', ...more });

export const OPERATIONS = [
  sort('sort u32'),
  sort('sort pairs u32', { pairs: true }),
  reduce('sum u32'),
  reduce('sum f32', { type: 'f32' }),
  sort('sort f32', { type: 'f32' }),
  sort('sort u64', { type: 'u64' }),
  sort('sort u32 descending', { order: 'descending' }),
  sort('sort u32 already sorted', { keys: 'sorted' }),
  sort('sort u32 of three values', { keys: 'three values' }),
  sort('sort u32 of 16 bits', { keys: '16 bits' }),
];

/** The operations for every workload. The others are variations of the first. */
export const MAIN = ['sort u32', 'sort pairs u32', 'sum u32', 'sum f32'];

/** The expected result of an operation, with the data that `fault` needs. */
export function expected({ kind, type, order, pairs }, keys, offsets) {
  if (kind === 'reduce') return expectedSums(type, keys, offsets);
  const sorted = keys.slice();
  for (let s = 0; s + 1 < offsets.length; s++) {
    const segment = sorted.subarray(offsets[s], offsets[s + 1]).sort();
    if (order === 'descending') segment.reverse();
  }
  return { keys: sorted, ...(pairs ? { from: keys, offsets } : {}) };
}

/** Sums of u32 wrap. Sums of f32 may differ by a part of the sum of magnitudes. */
function expectedSums(type, keys, offsets) {
  const sums = new Float64Array(offsets.length - 1);
  const slack = new Float64Array(sums.length);
  for (let s = 0; s < sums.length; s++) {
    if (type === 'f32') sums[s] = compensatedSum(keys, offsets[s], offsets[s + 1]);
    for (let i = offsets[s]; i < offsets[s + 1]; i++) {
      // A double loses bits from 2^53 on, which 4 million keys can reach.
      if (type === 'u32') sums[s] = (sums[s] + keys[i]) % 2 ** 32;
      else slack[s] += Math.abs(keys[i]) * 2 ** -19;
    }
  }
  return { sums, slack };
}

/** Describes the error of a result, or returns nothing. The values of pairs must be the one stable permutation. */
export function fault(want, got) {
  if (want.sums) {
    const at = want.sums.findIndex((sum, s) => !(Math.abs(sum - got.sums[s]) <= want.slack[s]));
    return at < 0 ? undefined : `sum ${at} is ${got.sums[at]}, not ${want.sums[at]}`;
  }
  const at = want.keys.findIndex((key, i) => key !== got.keys[i]);
  if (at >= 0) return `key ${at} is ${got.keys[at]}, not ${want.keys[at]}`;
  if (!want.from) return undefined;
  for (let s = 0; s + 1 < want.offsets.length; s++) {
    for (let i = want.offsets[s]; i < want.offsets[s + 1]; i++) {
      if (want.from[got.values[i]] !== want.keys[i]) return `value ${i} is not its key's`;
      const tie = i > want.offsets[s] && want.keys[i - 1] === want.keys[i];
      if (tie && got.values[i - 1] >= got.values[i]) return `values ${i - 1} and ${i} are not in stable order`;
    }
  }
  return undefined;
}
