// The demo's report on stdout.

import { classCounts } from './classes.mjs';
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
 * Prints the results of one grouping: size classes, some groups with quantiles, their latest flights, the checks.
 *
 * @param {import('./read-flights.mjs').Flights} flights
 * @param {import('./groupings.mjs').Grouping} grouping
 * @param {import('./demo.mjs').Outcome} outcome
 * @param {import('./classes.mjs').SizeClass[]} classes
 */
export function printGrouping(flights, grouping, outcome, classes) {
  const { grouped, sorted, quantiles, sums, momentError } = outcome;
  const { offsets, delays } = grouped;
  console.log(
    `\nBy ${grouping.name}: ${plural(delays.length, 'row')} in ${plural(grouping.segmentCount, 'segment')}, ` +
      `${grouping.keyType} keys\n`,
  );
  printClasses(classCounts(offsets, classes));
  const shown = segmentsToShow(grouping.show, offsets, quantiles);
  console.log(`\n  ${grouping.show.title}; arrival delay in minutes\n`);
  const lines = shown.map((segment) => groupLine(segment, grouping.label(segment), flights, outcome));
  console.log(lines.length > 0 ? table(GROUP_HEADINGS, lines) : '  none among these rows');
  for (const segment of shown.slice(0, GROUPS_WITH_WORST_FLIGHTS)) {
    console.log(`\n  latest of ${grouping.label(segment)}:`);
    const [begin, end] = [offsets[segment], offsets[segment + 1]];
    for (const flight of worstFlights(flights, sorted, begin, end, WORST_FLIGHTS)) console.log(`    ${flight}`);
  }
  console.log(
    '\n  checked: keys bit for bit, rows, stable order, quantiles, min, argmax; means and variances within ' +
      momentError.toExponential(1),
  );
  console.log(
    sums.rounded === 0
      ? '  sums: all exact'
      : `  sums: ${count(sums.rounded)} past 2²⁴, off by ${sums.worst.toExponential(1)} · Σ|x| at most, the others exact`,
  );
}

/** @param {import('./classes.mjs').ClassCount[]} counts */
function printClasses(counts) {
  const lengths = ({ minLength, maxLength }) => {
    if (minLength === maxLength) return count(minLength);
    return maxLength >= 2 ** 32 - 1 ? `${count(minLength)} and up` : `${count(minLength)} to ${count(maxLength)}`;
  };
  const lines = counts.map((entry) => [entry.name, lengths(entry), count(entry.segments), count(entry.rows)]);
  console.log(table(['class<', 'rows each<', 'segments', 'rows'], lines));
  for (const { name, bins } of counts) {
    const used = bins.filter(({ segments }) => segments > 0);
    if (bins.length < 2 || used.length === 0) continue;
    const list = used.map(({ maxLength, segments }) => `≤ ${count(maxLength)}: ${count(segments)}`).join(' · ');
    console.log(`  bins of ${name}: ${list}`);
  }
}

/** @param {{ name: string, times: import('./demo.mjs').Times }[]} runs */
export function printTimes(runs) {
  const ratio = (library, plain) =>
    library <= plain ? `${(plain / library).toFixed(1)} × faster` : `${(library / plain).toFixed(1)} × slower`;
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
  console.log('\nTimes of the second run. The library: host calls, upload and readback included.\n');
  console.log(
    table(
      ['by<', 'sort', 'plain JS', 'sort is', '5 quantiles', '6 results in 2 reduces', 'plain JS', 'reduces are'],
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
