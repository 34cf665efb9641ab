// The report's numbers from the sorted and reduced segments and their quantiles.

import { compact, count, signedMinutes } from './print.mjs';
import { formatMinute } from './read-flights.mjs';

/** The quantiles of the plot, and those of the tables. */
export const PLOT_QUANTILES = [0.1, 0.25, 0.5, 0.75, 0.9];
export const TABLE_QUANTILES = [0.5, 0.9];

/**
 * @typedef {{ fractions: readonly number[], values: Int32Array | Float32Array }} Quantiles `values`: those of all
 *   segments, segment by segment
 */

/**
 * The q-quantile of one segment: the delay of the sorted flight whose index is nearest to q.
 *
 * @param {Quantiles} quantiles
 * @param {number} segment
 * @param {number} q one of `fractions`
 */
export function quantile({ fractions, values }, segment, q) {
  return values[segment * fractions.length + fractions.indexOf(q)];
}

/** @param {import('./demo.mjs').Outcome} outcome @returns {Quantiles} */
export const quantilesOf = ({ grouped, results }) => ({ fractions: grouped.fractions, values: results.quantiles });

/**
 * The segments that the printed table shows.
 *
 * @param {import('./groupings.mjs').Grouping['show']} show
 * @param {Uint32Array} offsets
 * @param {Quantiles} quantiles
 * @returns {number[]}
 */
export function segmentsToShow(show, offsets, quantiles) {
  const scores = {
    count: (segment) => offsets[segment + 1] - offsets[segment],
    median: (segment) => quantile(quantiles, segment, 0.5),
    p90: (segment) => quantile(quantiles, segment, 0.9),
  };
  const candidates = [];
  for (let segment = 0; segment + 1 < offsets.length; segment++) {
    if (scores.count(segment) < show.minFlights) continue;
    candidates.push({ segment, score: show.score ? scores[show.score](segment) : 0 });
  }
  candidates.sort((a, b) => b.score - a.score); // stable, so without a score the segments keep their order
  return candidates.slice(0, show.limit).map(({ segment }) => segment);
}

export const GROUP_HEADINGS = [
  ...['group<', 'flights', 'mean ± s.d.', 'min', 'median', '90 %', 'max', 'first at row'],
  ...['miles', 'a flight'],
];

/**
 * The cells of one group's line under GROUP_HEADINGS; delays in minutes.
 *
 * @param {number} segment
 * @param {string} label
 * @param {import('./read-flights.mjs').Flights} flights
 * @param {import('./demo.mjs').Outcome} outcome
 */
export function groupLine(segment, label, flights, { grouped, results }) {
  const { offsets, rows } = grouped;
  const quantiles = quantilesOf({ grouped, results });
  const [min, most, mean, variance] = results.delays;
  const [miles, meanMiles] = results.distances;
  const [begin, end] = [offsets[segment], offsets[segment + 1]];
  const latest = rows[begin + most.indices[segment]];
  return [
    label,
    count(end - begin),
    `${mean[segment].toFixed(1)} ± ${Math.sqrt(variance[segment]).toFixed(1)}`,
    count(min[segment]),
    count(quantile(quantiles, segment, 0.5)),
    count(quantile(quantiles, segment, 0.9)),
    count(most.values[segment]),
    count(flights.row[latest]),
    compact(miles[segment]),
    meanMiles[segment].toFixed(0),
  ];
}

/**
 * The flights at the end of a sorted segment, the worst one first.
 *
 * @param {import('./read-flights.mjs').Flights} flights
 * @param {{ keys: Int32Array | Float32Array, values: Uint32Array }} sorted
 * @param {number} begin
 * @param {number} end
 * @param {number} limit
 * @returns {string[]}
 */
export function worstFlights(flights, sorted, begin, end, limit) {
  const lines = [];
  for (let i = end - 1; i >= Math.max(begin, end - limit); i--) {
    const row = sorted.values[i];
    const route = `${flights.airports[flights.origin[row]]} → ${flights.airports[flights.destination[row]]}`;
    const when = formatMinute(flights.minute[row]);
    lines.push(`${signedMinutes(sorted.keys[i])} min  ${route}  ${when}  (row ${count(flights.row[row])})`);
  }
  return lines;
}
