// The demo's report on stdout.

import * as plainJs from './plain-js.mjs';
import { count, milliseconds, plural, table } from './print.mjs';
import { formatMinute } from './read-flights.mjs';
import { GROUP_HEADINGS, groupLine, segmentsToShow, worstFlights } from './statistics.mjs';

const WORST_FLIGHTS = 3;
const GROUPS_WITH_WORST_FLIGHTS = 2;

/** @param {GPUDevice} device */
export function describeAdapter({ adapterInfo }) {
  const { vendor, architecture, device, description, subgroupMinSize, subgroupMaxSize } = adapterInfo ?? {};
  const name = [description || device, vendor, architecture].filter(Boolean).join(', ') || 'unnamed';
  if (!subgroupMaxSize) return name;
  const sizes = subgroupMinSize === subgroupMaxSize ? subgroupMinSize : `${subgroupMinSize} to ${subgroupMaxSize}`;
  return `${name}; subgroups of ${sizes} lanes`;
}

/**
 * Prints the results of one grouping: some groups with quantiles, and their latest flights.
 *
 * @param {import('./read-flights.mjs').Flights} flights
 * @param {import('./groupings.mjs').Grouping} grouping
 * @param {import('./demo.mjs').Outcome} outcome
 */
export function printGrouping(flights, grouping, outcome) {
  const { grouped, sorted, quantiles } = outcome;
  const { offsets } = grouped;
  const shown = segmentsToShow(grouping.show, offsets, quantiles);
  console.log(`\nBy ${grouping.name}: ${grouping.show.title}; arrival delay in minutes\n`);
  const lines = shown.map((segment) => groupLine(segment, grouping.label(segment), flights, outcome));
  console.log(lines.length > 0 ? table(GROUP_HEADINGS, lines) : '  none among these rows');
  for (const segment of shown.slice(0, GROUPS_WITH_WORST_FLIGHTS)) {
    console.log(`\n  latest of ${grouping.label(segment)}:`);
    const [begin, end] = [offsets[segment], offsets[segment + 1]];
    for (const flight of worstFlights(flights, sorted, begin, end, WORST_FLIGHTS)) console.log(`    ${flight}`);
  }
}

/**
 * @typedef {object} Run one grouping, without its arrays
 * @property {string} name
 * @property {import('./classes.mjs').ClassCount[]} counts
 * @property {number} momentError
 * @property {import('./demo.mjs').Times} times
 */

/** @param {readonly Run[]} runs */
export function printChecks(runs) {
  console.log(
    '\nEverything above agrees with plain JS: keys bit for bit, rows, stable order, quantiles, min, argmax.\n',
  );
  const lines = runs.map(({ name, counts, momentError }) => [
    name,
    ...['empty', 'small', 'medium', 'large'].map((of) => count(counts.find((c) => c.name === of)?.segments ?? 0)),
    'all exact',
    momentError.toExponential(1),
  ]);
  const classes = ['no rows', 'small', 'medium', 'large segments'];
  console.log(table(['by<', ...classes, 'sums<', 'delays off by'], lines));
}

/** How one time compares with another, in words. Ratios that round to 1.0 are the same. */
export function ratio(library, plain) {
  const factor = (Math.max(library, plain) / Math.min(library, plain)).toFixed(1);
  if (factor === '1.0') return 'same';
  return `${factor} × ${library < plain ? 'faster' : 'slower'}`;
}

/** @param {readonly Run[]} runs @param {string} adapter */
export function printTimes(runs, adapter) {
  const lines = runs.map(({ name, times }) => [
    name,
    milliseconds(times.sort),
    milliseconds(times.plainSort),
    ratio(times.sort, times.plainSort),
    milliseconds(times.quantiles),
    milliseconds(times.reduce),
    milliseconds(times.plainReduce),
    ratio(times.reduce, times.plainReduce),
  ]);
  console.log('\nTimes of calls on arrays, upload and readback included, after a first call that compiles kernels.');
  console.log(`Adapter: ${adapter}\n`);
  console.log(
    table(
      [
        'by<',
        'sort',
        'plain JS',
        'sort is',
        'quantiles, first call',
        '6 results in 2 reduces',
        'plain JS',
        'reduces are',
      ],
      lines,
    ),
  );
  console.log(`\n  plain JS sort: ${plainJs.SORT_METHOD}`);
  console.log(
    '  reduces: min, argmax, mean and variance of the delays in one, sum and mean of the distances in the other',
  );
  console.log(`  plain JS reduce: ${plainJs.REDUCE_METHOD}`);
}

/** @param {import('./read-flights.mjs').Flights} flights @param {string} seconds */
export function printFlights(flights, seconds) {
  const [first, last] = [flights.minute[0], flights.minute[flights.rowCount - 1]].map(formatMinute);
  console.log(
    `flights-3m.parquet: ${plural(flights.rowCount, 'flight')}, ${first} to ${last}, ` +
      `${plural(flights.airports.length, 'airport')}, read in ${seconds}`,
  );
  console.log(`rows dropped because a cell was null: ${count(flights.droppedRows)}`);
}
