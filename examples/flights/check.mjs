// Compares everything that the library returned with plain JavaScript. A difference throws an error with the segment.

import { compensatedMoments } from '../../bench/compensated.mjs';
import { count } from './print.mjs';

/** @typedef {import('./groupings.mjs').Grouped} Grouped */

export class Mismatch extends Error {}

/**
 * Requires that min and max equal the loop's. An empty segment has the identity: the type's largest or smallest value.
 *
 * @param {'min' | 'max'} op
 * @param {Int32Array | Float32Array} found
 * @param {Float64Array} expected ±Infinity for empty segments
 */
function checkExtremes(op, found, expected) {
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
function checkIndices(found, expected) {
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
function checkExact(what, found, expected) {
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

/**
 * Requires the same bits in all arrays of two results.
 *
 * @param {string} what
 * @param {unknown} found
 * @param {unknown} expected
 */
export function checkSame(what, found, expected) {
  if (!ArrayBuffer.isView(expected)) {
    for (const [name, each] of Object.entries(expected)) checkSame(`${what}, ${name}`, found[name], each);
    return;
  }
  checkLength(what, found, expected);
  if (found.constructor !== expected.constructor) throw new Mismatch(`${what}: a ${found.constructor.name}`);
  const bytes = ({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength);
  if (bytes(found).compare(bytes(expected)) === 0) return;
  const at = found.findIndex((item, i) => !Object.is(item, expected[i]));
  throw new Mismatch(`${what}, item ${count(at)}: ${found[at]}, expected ${expected[at]}`);
}

/**
 * Requires that the results of a grouping are those of plain JavaScript.
 *
 * @param {import('./demo.mjs').Outcome} outcome
 * @param {Record<'sorted' | 'quantiles' | 'delays' | 'distances', object>} plain results of plain JavaScript
 * @returns {number} the largest error of means and variances of delays, relative to its scale
 */
export function checkAll({ grouped, results }, plain) {
  const { sorted, quantiles, delays, distances } = results;
  const [min, latest, mean, variance] = delays;
  checkSame('sort', sorted, plain.sorted);
  checkSame('quantiles', quantiles, plain.quantiles);
  checkExtremes('min', min, plain.delays.min);
  checkExtremes('max', latest.values, plain.delays.max);
  checkIndices(latest.indices, plain.delays.argmax);
  checkExact('sum of distances', distances[0], plain.distances.miles);
  checkExact('mean of distances', distances[1], plain.distances.meanMiles);
  return checkMoments('delays', { mean, variance }, grouped.delays, grouped.offsets);
}
