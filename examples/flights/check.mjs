// Compares everything the library returned with plain JavaScript. A difference throws, naming the segment.

import { count } from './print.mjs';

/** @typedef {import('./groupings.mjs').Grouped} Grouped */

export class Mismatch extends Error {}

/**
 * The keys of every segment are, bit for bit, what TypedArray.prototype.sort gives, and the values are the rows those
 * keys came from, equal keys in input order. Rows that ascend strictly under equal keys can't occur twice, so together
 * that makes each output segment a permutation of its input.
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
  /** What is wrong at one place of the output, if anything is. */
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
          `sort, segment ${count(segment)}, place ${count(i - begin)} of ${count(end - begin)}: ${problem}`,
        );
      }
    }
  }
}

/**
 * min and max: exactly the loop's. An empty segment holds the identity, the type's own largest or smallest value.
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
 * argmax: the place of the first of the largest items, counted from the segment's start, 0xFFFFFFFF where there is none.
 *
 * @param {Uint32Array} found
 * @param {Uint32Array} expected
 */
export function checkPlaces(found, expected) {
  checkLength('argmax', found, expected);
  for (let segment = 0; segment < expected.length; segment++) {
    if (found[segment] !== expected[segment]) {
      throw new Mismatch(`argmax, segment ${count(segment)}: ${found[segment]}, plain JS has ${expected[segment]}`);
    }
  }
}

/** What `checkSums` allows, in words for the report. */
export const SUM_BOUND =
  'exact where Σ|x| ≤ 2²⁴ (whole numbers, so no partial sum rounds), else |error| ≤ (32 + log₂ n) · 2⁻²⁴ · Σ|x|';

/**
 * f32 sums against the loop in doubles, which is exact here: whole numbers far below 2^53.
 *
 * A sum of whole numbers whose absolute values add up to at most 2^24 never rounds, in any order of addition. Beyond that
 * each addition on an element's way to the total may round by 2^-24, and in a tree of runs of up to 32 elements that way
 * is at most 32 + log2(n) additions long.
 *
 * @param {string} what
 * @param {Float32Array} found
 * @param {Float64Array} expected
 * @param {Float32Array} items
 * @param {Uint32Array} offsets
 * @returns {{ rounded: number, worst: number }} how many segments were allowed to round, and the largest error found
 *   relative to Σ|x|
 */
export function checkSums(what, found, expected, items, offsets) {
  checkLength(what, found, expected);
  let rounded = 0;
  let worst = 0;
  for (let segment = 0; segment < expected.length; segment++) {
    const [begin, end] = [offsets[segment], offsets[segment + 1]];
    let magnitude = 0;
    for (let i = begin; i < end; i++) magnitude += Math.abs(items[i]);
    const exact = magnitude <= 2 ** 24;
    const bound = exact ? 0 : (32 + Math.log2(end - begin)) * 2 ** -24 * magnitude;
    const error = Math.abs(found[segment] - expected[segment]);
    // Written so that a NaN fails too.
    if (!(error <= bound)) {
      throw new Mismatch(
        `sum of ${what}, segment ${count(segment)} of ${count(end - begin)} rows: ${found[segment]}, plain JS has ` +
          `${expected[segment]}, allowed error ${bound}`,
      );
    }
    if (!exact) {
      rounded++;
      worst = Math.max(worst, error / magnitude);
    }
  }
  return { rounded, worst };
}

/** What `checkMoments` allows, as a part of its scales. */
const MOMENT_TOLERANCE = 1e-5;

/** The same in words for the report. */
export const MOMENT_BOUND =
  'Means are within 10⁻⁵ · rms and variances within 10⁻⁵ · σ · rms of two passes in doubles; rms² = mean² + σ²';

/**
 * f32 means and variances against two passes in doubles.
 *
 * An item is known to one part in 2^24 of its size, and enters the variance with its distance from the mean: hence the two
 * scales. A mean of squares less the square of the mean would be off by as much as rms² of it, whatever σ is.
 *
 * @param {string} what
 * @param {{ mean: Float32Array, variance?: Float32Array }} found
 * @param {{ mean: Float64Array, variance?: Float64Array }} expected NaN for empty segments
 * @param {Int32Array | Float32Array} items
 * @param {Uint32Array} offsets
 * @returns {number} the largest error found, as a part of its scale
 */
export function checkMoments(what, found, expected, items, offsets) {
  let worst = 0;
  const compare = (name, segment, scale) => {
    const [value, plain] = [found[name][segment], expected[name][segment]];
    if (Number.isNaN(plain) && Number.isNaN(value)) return;
    const error = Math.abs(value - plain);
    // Written so that a NaN fails too.
    if (!(error <= MOMENT_TOLERANCE * scale)) {
      throw new Mismatch(
        `${name} of ${what}, segment ${count(segment)}: ${value}, plain JS has ${plain}, allowed error ` +
          `${MOMENT_TOLERANCE * scale}`,
      );
    }
    if (error > 0) worst = Math.max(worst, error / scale);
  };
  checkLength(what, found.mean, expected.mean);
  if (found.variance) checkLength(what, found.variance, expected.variance);
  for (let segment = 0; segment < expected.mean.length; segment++) {
    const [begin, end] = [offsets[segment], offsets[segment + 1]];
    let squares = 0;
    for (let i = begin; i < end; i++) squares += items[i] ** 2;
    const rms = Math.sqrt(squares / (end - begin));
    compare('mean', segment, rms);
    if (found.variance) compare('variance', segment, Math.sqrt(expected.variance[segment]) * rms);
  }
  return worst;
}

function checkLength(what, found, expected) {
  if (found.length !== expected.length) {
    throw new Mismatch(`${what}: ${count(found.length)} results for ${count(expected.length)} segments`);
  }
}
