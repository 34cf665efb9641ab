// The demo's calls in each place: plain JavaScript, the library in JavaScript, its kernels, and where `auto` puts them.

import * as core from 'webgpu-segmented';
import * as auto from 'webgpu-segmented/auto';
import * as js from 'webgpu-segmented/js';
import * as plainJs from './plain-js.mjs';

/** The calls, by the names of their results. */
export const CALLS = /** @type {const} */ (['sorted', 'quantiles', 'delays', 'distances']);

/**
 * @typedef {object} Results
 * @property {{ keys: Int32Array | Float32Array, values: Uint32Array }} sorted
 * @property {Int32Array | Float32Array} quantiles
 * @property {[min: Int32Array | Float32Array, latest: { values: Int32Array | Float32Array, indices: Uint32Array },
 *   mean: Float32Array, variance: Float32Array]} delays
 * @property {[miles: Float64Array, meanMiles: Float64Array]} distances
 */

/** The calls of the library. `target`: a place, a device, or null. */
const callsOf = (lib, target) => ({
  sorted: ({ delays, rows, offsets }) => lib.segmentedStableSortByKey(target, delays, rows, offsets),
  quantiles: ({ delays, offsets, fractions }) =>
    lib.segmentedQuantile(target, delays, offsets, fractions, { interpolation: 'nearest' }),
  delays: ({ delays, offsets }) => lib.segmentedReduce(target, delays, offsets, ['min', 'argmax', 'mean', 'variance']),
  distances: ({ distances, offsets }) => lib.segmentedReduce(target, distances, offsets, ['sum', 'mean']),
});

export const callsIn = {
  plain: () => plainJs,
  js: () => callsOf(js, null),
  auto: (place) => callsOf(auto, place),
  kernels: (device) => callsOf(core, device),
};

async function timed(work) {
  const started = performance.now();
  const result = await work();
  return { result, time: performance.now() - started };
}

/**
 * @typedef {Record<'sorted' | 'quantiles' | 'delays' | 'distances', Record<'plain' | 'js' | 'auto', number>>} Times
 *   milliseconds
 */

const PLACES = /** @type {const} */ (['plain', 'js', 'auto']);

/** The places take turns until a call has taken this long in all, at most so often. The least time of each counts. */
const ENOUGH = 400;
const ROUNDS = 9;

/**
 * Times all calls in plain JavaScript, in the library's, and through `auto`.
 *
 * @param {import('webgpu-segmented/auto').Place} place
 * @param {import('./groupings.mjs').Grouped} grouped
 * @param {boolean} isFirst whether the code has not run with this type of keys: its first run compiles it
 * @returns {Promise<{ times: Times, plain: object }>} `plain`: the results of plain JavaScript
 */
export async function timeCalls(place, grouped, isFirst) {
  const times = {};
  const plain = {};
  for (const name of CALLS) {
    times[name] = {};
    if (isFirst) for (const where of PLACES) await callsIn[where](place)[name](grouped);
    const started = performance.now();
    for (let round = 0; round === 0 || (round < ROUNDS && performance.now() - started < ENOUGH); round++) {
      for (const where of PLACES) {
        const { result, time } = await timed(() => callsIn[where](place)[name](grouped));
        times[name][where] = Math.min(time, times[name][where] ?? time);
        if (where === 'plain') plain[name] = result;
      }
    }
  }
  return { times, plain };
}
