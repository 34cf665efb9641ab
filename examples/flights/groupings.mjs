// The ways in which the demo cuts the flights table into segments: from a few giant groups to a million tiny or empty
// ones. `groupBy` lists each group's rows.

import { groupBy } from 'webgpu-segmented/auto';
import { plural } from './print.mjs';
import { formatMinute } from './read-flights.mjs';

const MINUTES_PER_DAY = 24 * 60;

/**
 * @typedef {import('./read-flights.mjs').Flights} Flights
 *
 * @typedef {object} Grouping
 * @property {string} name
 * @property {'i32' | 'f32'} keyType type the delays are sorted as
 * @property {number} segmentCount
 * @property {(row: number) => number} segmentOf segment of a row
 * @property {(segment: number) => string} label
 * @property {{ title: string, minFlights: number, limit: number, score?: 'count' | 'median' | 'p90' }} show the
 *   groups of the printed table: the `limit` highest by `score`, or, without `score`, the first ones in order
 *
 * @typedef {object} Grouped rows of one grouping, group after group, in file order within a group
 * @property {Uint32Array} offsets segmentCount + 1 positions
 * @property {Uint32Array} segmentOfRow
 * @property {Uint32Array} rows row (index into the columns of `Flights`)
 * @property {Int32Array | Float32Array} delays sort keys, minutes
 * @property {Float64Array} distances miles
 * @property {readonly number[]} fractions the quantiles that are wanted
 */

/**
 * @param {Flights} flights
 * @returns {Grouping[]}
 */
export function groupings(flights) {
  const { minute, origin, destination, airports, rowCount } = flights;
  const firstDay = Math.floor(minute.reduce((a, b) => Math.min(a, b)) / MINUTES_PER_DAY);
  const lastDay = Math.floor(minute.reduce((a, b) => Math.max(a, b)) / MINUTES_PER_DAY);
  const dayCount = lastDay - firstDay + 1;
  const dayOf = (row) => Math.floor(minute[row] / MINUTES_PER_DAY) - firstDay;
  const hourOf = (row) => Math.floor(minute[row] / 60) % 24;
  const dayLabel = (day) => formatMinute((firstDay + day) * MINUTES_PER_DAY).slice(0, 10);
  const hourLabel = (hour) => `${String(hour).padStart(2, '0')}:00`;
  const routes = numberRoutes(flights);
  // Depends on the number of rows, so that `--rows` still finds groups to show.
  const enough = Math.ceil(rowCount / 6000);
  const enoughText = `${plural(enough, 'flight')} or more`;
  return [
    {
      name: 'hour of departure',
      keyType: 'f32',
      segmentCount: 24,
      segmentOf: hourOf,
      label: hourLabel,
      show: { title: 'every hour', minFlights: 1, limit: 24 },
    },
    {
      name: 'origin',
      keyType: 'i32',
      segmentCount: airports.length,
      segmentOf: (row) => origin[row],
      label: (segment) => airports[segment],
      show: { title: 'the busiest airports', minFlights: 1, limit: 8, score: 'count' },
    },
    {
      name: 'route',
      keyType: 'f32',
      segmentCount: routes.pairs.length,
      segmentOf: (row) => routes.numbers[origin[row] * airports.length + destination[row]],
      label: (segment) => {
        const pair = routes.pairs[segment];
        return `${airports[Math.floor(pair / airports.length)]} → ${airports[pair % airports.length]}`;
      },
      show: { title: `the highest 90th percentile, ${enoughText}`, minFlights: enough, limit: 8, score: 'p90' },
    },
    {
      name: 'day',
      keyType: 'i32',
      segmentCount: dayCount,
      segmentOf: dayOf,
      label: dayLabel,
      show: { title: `the highest medians, ${enoughText}`, minFlights: enough, limit: 6, score: 'median' },
    },
    {
      name: 'origin × day × hour',
      keyType: 'i32',
      segmentCount: airports.length * dayCount * 24,
      segmentOf: (row) => (origin[row] * dayCount + dayOf(row)) * 24 + hourOf(row),
      label: (segment) => {
        const day = Math.floor(segment / 24);
        return `${airports[Math.floor(day / dayCount)]} ${dayLabel(day % dayCount)} ${hourLabel(segment % 24)}`;
      },
      show: { title: 'the highest medians, 20 flights or more', minFlights: 20, limit: 6, score: 'median' },
    },
  ];
}

/** Numbers the origin-destination pairs that occur, in alphabetical order. */
function numberRoutes({ origin, destination, airports, rowCount }) {
  const numbers = new Int32Array(airports.length ** 2).fill(-1);
  for (let row = 0; row < rowCount; row++) numbers[origin[row] * airports.length + destination[row]] = 0;
  /** @type {number[]} */
  const pairs = [];
  for (let pair = 0; pair < numbers.length; pair++) {
    if (numbers[pair] === 0) numbers[pair] = pairs.push(pair) - 1;
  }
  return { numbers, pairs };
}

/** The values of these rows. `Class.from` with a function takes several times as long. */
function gathered(Class, values, rows) {
  const found = new Class(rows.length);
  for (let i = 0; i < rows.length; i++) found[i] = values[rows[i]];
  return found;
}

/**
 * Groups rows by the number of their segment. Rows of a segment stay in file order.
 *
 * @param {import('webgpu-segmented/auto').Place} place
 * @param {Flights} flights
 * @param {Grouping} grouping
 * @returns {Promise<Grouped>}
 */
export async function groupRows(place, { rowCount, delay, distance }, { segmentOf, segmentCount, keyType }) {
  const segmentOfRow = new Uint32Array(rowCount);
  for (let row = 0; row < rowCount; row++) segmentOfRow[row] = segmentOf(row);
  const { offsets, rows } = await groupBy(place, segmentOfRow, { groups: segmentCount });
  const Delays = keyType === 'f32' ? Float32Array : Int32Array;
  return {
    offsets,
    segmentOfRow,
    rows,
    delays: gathered(Delays, delay, rows),
    distances: gathered(Float64Array, distance, rows),
  };
}
