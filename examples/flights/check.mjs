// Compares everything that the library returned with plain JavaScript. A difference throws an error with the segment.

import { compensatedMoments } from '../../bench/compensated.mjs';
import { count } from './print.mjs';

/** @typedef {import('./groupings.mjs').Grouped} Grouped */

export class Mismatch extends Error {}

/**
 * Requires that the keys of every segment are those of TypedArray.prototype.sort, bit for bit. Requires that the values
 * are the rows of these keys, with equal keys in input order. Rows that ascend strictly under equal keys cannot occur
 * twice. So each output segment is a permutation of its input.
 *
 * @param {Grouped} grouped
 * @param {{ keys: Int32Array | Float32Array, values: Uint32Array }} sorted
 * @param {Int32Array} delayOfRow
 */
export function checkSort(grouped, sorted, delayOfRow) {
  const { offsets, delays, segmentOfRow } = grouped;
  const { keys, values } = sorted;
  if (keys.constructor !== delays.constructor || keys.length !== delays.length || values.length !== delays.length) {
    throw new Mismatch(`sort: not a ${delays.constructor.name} and values of length ${count(delays.length)}`);
  }
  const expected = delays.slice();
  const expectedBits = new Uint32Array(expected.buffer);
  const foundBits = new Uint32Array(keys.buffer, keys.byteOffset, keys.length);
  /** What is wrong with one item of the output, if anything is. */
  const sortProblem = (i, segment, hasPrevious) => {
    const row = values[i];
    if (foundBits[i] !== expectedBits[i]) return `key ${keys[i]}, plain JS has ${expected[i]}`;
    if (segmentOfRow[row] !== segment) return `value: row ${row} is not of this segment`;
    if (delayOfRow[row] !== expected[i]) return `value: row ${row} has delay ${delayOfRow[row]}, the key is ${keys[i]}`;
    const isTie = hasPrevious && expected[i] === expected[i - 1];
    if (isTie && row <= values[i - 1]) return `value: row ${row} after row ${values[i - 1]} under equal keys`;
    return undefined;
  };
  for (let segment = 0; segment + 1 < offsets.length; segment++) {
    const [begin, end] = [offsets[segment], offsets[segment + 1]];
    if (end - begin > 1) expected.subarray(begin, end).sort();
    for (let i = begin; i < end; i++) {
      const problem = sortProblem(i, segment, i > begin);
      if (problem) {
        throw new Mismatch(
          `sort, segment ${count(segment)}, item ${count(i - begin)} of ${count(end - begin)}: ${problem}`,
        );
      }
    }
  }
}

/**
 * Requires that every quantile is the key at the index of its sorted segment that is nearest to q, half to even.
 *
 * @param {Int32Array | Float32Array} found
 * @param {Int32Array | Float32Array} sortedKeys checked before
 * @param {Uint32Array} offsets
 * @param {readonly number[]} fractions
 */
export function checkQuantiles(found, sortedKeys, offsets, fractions) {
  if (found.length !== (offsets.length - 1) * fractions.length) throw new Mismatch(`${count(found.length)} quantiles`);
  for (let segment = 0; segment + 1 < offsets.length; segment++) {
    const [begin, length] = [offsets[segment], offsets[segment + 1] - offsets[segment]];
    if (length === 0) continue;
    fractions.forEach((q, i) => {
      const position = q * (length - 1);
      const below = Math.floor(position);
      const isUp = position - below > 0.5 || (position - below === 0.5 && below % 2 === 1);
      const expected = sortedKeys[begin + below + (isUp ? 1 : 0)];
      const value = found[segment * fractions.length + i];
      if (value !== expected) {
        throw new Mismatch(`quantile ${q}, segment ${count(segment)}: ${value}, plain JS has ${expected}`);
      }
    });
  }
}

/**
 * Requires that min and max equal the loop's. An empty segment has the identity: the type's largest or smallest value.
 *
 * @param {'min' | 'max'} op
 * @param {Int32Array | Float32Array} found
 * @param {Float64Array} expected ±Infinity for empty segments
 */
export function checkExtremes(op, found, expected) {
  checkLength(op, found, expected);
  const identity = found instanceof Float32Array ? [-Infinity, Infinity] : [-(2 ** 31), 2 ** 31 - 1];
  for (let segment = 0; segment < expected.length; segment++) {
    const value = Number.isFinite(expected[segment]) ? expected[segment] : identity[op === 'min' ? 1 : 0];
    if (found[segment] !== value) {
      throw new Mismatch(`${op}, segment ${count(segment)}: ${found[segment]}, plain JS has ${value}`);
    }
  }
}

/**
 * Requires argmax: the index of the first of the largest items, from the segment's start. It is 0xFFFFFFFF if there is
 * none.
 *
 * @param {Uint32Array} found
 * @param {Uint32Array} expected
 */
export function checkIndices(found, expected) {
  checkLength('argmax', found, expected);
  for (let segment = 0; segment < expected.length; segment++) {
    if (found[segment] !== expected[segment]) {
      throw new Mismatch(`argmax, segment ${count(segment)}: ${found[segment]}, plain JS has ${expected[segment]}`);
    }
  }
}

/** What `checkExact` compares, as text for the report. */
export const EXACT_SUMS =
  'sums and means of distances, f64: all bits of plain JS; whole numbers below 2⁵³, so no order of additions rounds';

/**
 * Compares sums and means of doubles with the loop in doubles. Sums of distances are whole numbers far below 2^53.
 *
 * @param {string} what
 * @param {Float64Array} found
 * @param {Float64Array} expected NaN for means of empty segments
 */
export function checkExact(what, found, expected) {
  checkLength(what, found, expected);
  for (let segment = 0; segment < expected.length; segment++) {
    if (!Object.is(found[segment], expected[segment])) {
      throw new Mismatch(`${what}, segment ${count(segment)}: ${found[segment]}, plain JS has ${expected[segment]}`);
    }
  }
}

/** What `checkMoments` allows, relative to its scales. */
const MOMENT_TOLERANCE = 1e-5;

/** The same as text for the report. */
export const MOMENT_BOUND =
  'means of delays are within 10⁻⁵ · rms and variances within 10⁻⁵ · σ · rms of two compensated passes; rms² = mean² + σ²';

/**
 * Compares f32 means and variances with two compensated passes in doubles.
 *
 * An item is exact to one part in 2^24 of its size. It enters the variance with its distance from the mean. So there
 * are two scales. A mean of squares minus the square of the mean would have errors of the scale rms², whatever σ is.
 *
 * @param {string} what
 * @param {{ mean: Float32Array, variance: Float32Array }} found
 * @param {Int32Array | Float32Array} items
 * @param {Uint32Array} offsets
 * @returns {number} the largest error, relative to its scale
 */
export function checkMoments(what, found, items, offsets) {
  let worst = 0;
  const compare = (name, segment, plain, scale) => {
    const value = found[name][segment];
    if (Number.isNaN(plain) && Number.isNaN(value)) return;
    const error = Math.abs(value - plain);
    // This form of the condition rejects NaN as well.
    if (!(error <= MOMENT_TOLERANCE * scale)) {
      throw new Mismatch(
        `${name} of ${what}, segment ${count(segment)}: ${value}, plain JS has ${plain}, allowed error ` +
          `${MOMENT_TOLERANCE * scale}`,
      );
    }
    if (error > 0) worst = Math.max(worst, error / scale);
  };
  checkLength(what, found.mean, offsets.subarray(1));
  checkLength(what, found.variance, offsets.subarray(1));
  for (let segment = 0; segment + 1 < offsets.length; segment++) {
    const { mean, variance } = compensatedMoments(items, offsets[segment], offsets[segment + 1]);
    const rms = Math.sqrt(mean ** 2 + variance);
    compare('mean', segment, mean, rms);
    compare('variance', segment, variance, Math.sqrt(variance) * rms);
  }
  return worst;
}

function checkLength(what, found, expected) {
  if (found.length !== expected.length) {
    throw new Mismatch(`${what}: ${count(found.length)} results for ${count(expected.length)} segments`);
  }
}
