// The report's numbers from the sorted and reduced segments.

import { compact, count, signedMinutes } from './print.mjs';
import { formatMinute } from './read-flights.mjs';

/**
 * The q-quantile of one segment by nearest rank: the smallest delay that at least the fraction q of the flights does
 * not exceed. In a sorted segment that is one item.
 *
 * @param {Int32Array | Float32Array} sortedKeys
 * @param {number} begin
 * @param {number} end
 * @param {number} q
 */
export function quantile(sortedKeys, begin, end, q) {
  return end > begin ? sortedKeys[begin + Math.max(0, Math.ceil(q * (end - begin)) - 1)] : Number.NaN;
}

/**
 * The segments that the printed table shows.
 *
 * @param {import('./groupings.mjs').Grouping['show']} show
 * @param {Uint32Array} offsets
 * @param {Int32Array | Float32Array} sortedKeys
 * @returns {number[]}
 */
export function segmentsToShow(show, offsets, sortedKeys) {
  const scores = {
    count: (begin, end) => end - begin,
    median: (begin, end) => quantile(sortedKeys, begin, end, 0.5),
    p90: (begin, end) => quantile(sortedKeys, begin, end, 0.9),
  };
  const candidates = [];
  for (let segment = 0; segment + 1 < offsets.length; segment++) {
    const [begin, end] = [offsets[segment], offsets[segment + 1]];
    if (end - begin < show.minFlights) continue;
    candidates.push({ segment, score: show.score ? scores[show.score](begin, end) : 0 });
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
 * @param {Pick<import('./demo.mjs').Outcome, 'grouped' | 'sorted' | 'reduced'>} outcome
 */
export function groupLine(segment, label, flights, { grouped: { offsets, rows }, sorted, reduced }) {
  const [begin, end] = [offsets[segment], offsets[segment + 1]];
  const latest = rows[begin + reduced.latest.indices[segment]];
  return [
    label,
    count(end - begin),
    `${reduced.mean[segment].toFixed(1)} ± ${Math.sqrt(reduced.variance[segment]).toFixed(1)}`,
    count(reduced.min[segment]),
    count(quantile(sorted.keys, begin, end, 0.5)),
    count(quantile(sorted.keys, begin, end, 0.9)),
    count(reduced.latest.values[segment]),
    count(flights.row[latest]),
    compact(reduced.miles[segment]),
    reduced.meanMiles[segment].toFixed(0),
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
