// The demo's report on stdout.

import { EXACT_SUMS, MOMENT_BOUND } from './check.mjs';
import { CALLS } from './places.mjs';
import * as plainJs from './plain-js.mjs';
import { FEW_FLIGHTS } from './plot.mjs';
import { count, milliseconds, plural, table } from './print.mjs';
import { formatMinute } from './read-flights.mjs';
import { GROUP_HEADINGS, groupLine, quantile, quantilesOf, segmentsToShow, worstFlights } from './statistics.mjs';

const WORST_FLIGHTS = 3;
const GROUPS_WITH_WORST_FLIGHTS = 2;

/** What the table shows, a sentence a grouping. @param {readonly import('./demo.mjs').Outcome[]} outcomes */
export function findings(flights, outcomes) {
  const best = (outcome, q, least, sign = 1) => {
    const { offsets } = outcome.grouped;
    const quantiles = quantilesOf(outcome);
    let found = -1;
    for (let segment = 0; segment + 1 < offsets.length; segment++) {
      if (offsets[segment + 1] - offsets[segment] < least) continue;
      const isBetter = () => sign * (quantile(quantiles, segment, q) - quantile(quantiles, found, q)) > 0;
      if (found < 0 || isBetter()) found = segment;
    }
    if (found < 0) return undefined;
    const minutes = plural(quantile(quantiles, found, q), 'minute');
    return { label: outcome.grouping.label(found), flights: count(offsets[found + 1] - offsets[found]), minutes };
  };
  const [hour, origin, route, day, finest] = outcomes;
  const [early, late] = [best(hour, 0.9, FEW_FLIGHTS, -1), best(hour, 0.9, FEW_FLIGHTS)];
  const airport = best(origin, 0.9, flights.rowCount / 100);
  const [pair, worst, hourOfDay] = [
    best(route, 0.9, route.grouping.show.minFlights),
    best(day, 0.5, day.grouping.show.minFlights),
    best(finest, 0.5, finest.grouping.show.minFlights),
  ];
  return [
    early &&
      `Nine of ten flights at ${early.label} are at most ${early.minutes} late; at ${late.label}, ${late.minutes}.`,
    airport &&
      `${airport.label} is the latest of the large airports: nine of ten flights are at most ${airport.minutes} late.`,
    pair &&
      `${pair.label} is the latest route: one of ten of its ${pair.flights} flights is more than ${pair.minutes} late.`,
    worst &&
      `${worst.label} was the latest day: half of its ${worst.flights} flights were at least ${worst.minutes} late.`,
    hourOfDay &&
      `${hourOfDay.label} was the latest hour: half of its ${hourOfDay.flights} flights were at least ${hourOfDay.minutes} late.`,
  ].filter(Boolean);
}

/**
 * Prints the results of one grouping: some groups with quantiles, and their latest flights.
 *
 * @param {import('./read-flights.mjs').Flights} flights
 * @param {import('./demo.mjs').Outcome} outcome
 */
export function printGrouping(flights, outcome) {
  const { grouping, grouped, results } = outcome;
  const { offsets } = grouped;
  const shown = segmentsToShow(grouping.show, offsets, quantilesOf(outcome));
  console.log(`\nBy ${grouping.name}: ${grouping.show.title}; arrival delay in minutes\n`);
  const lines = shown.map((segment) => groupLine(segment, grouping.label(segment), flights, outcome));
  console.log(lines.length > 0 ? table(GROUP_HEADINGS, lines) : '  none among these rows');
  for (const segment of shown.slice(0, GROUPS_WITH_WORST_FLIGHTS)) {
    console.log(`\n  latest of ${grouping.label(segment)}:`);
    const [begin, end] = [offsets[segment], offsets[segment + 1]];
    for (const flight of worstFlights(flights, results.sorted, begin, end, WORST_FLIGHTS)) console.log(`    ${flight}`);
  }
}

/** @param {readonly { outcome: import('./demo.mjs').Outcome, error: number }[]} checks */
export function printChecks(checks) {
  console.log(
    '\nEverything above agrees with plain JS: keys bit for bit, rows, stable order, quantiles, min, argmax.\n',
  );
  const lines = checks.map(({ outcome: { grouping, grouped }, error }) => {
    const lengths = grouped.offsets.subarray(1).map((end, i) => end - grouped.offsets[i]);
    const empty = lengths.reduce((sum, length) => sum + Number(length === 0), 0);
    const longest = lengths.reduce((a, b) => Math.max(a, b), 0);
    return [
      grouping.name,
      count(grouping.segmentCount),
      count(empty),
      count(longest),
      'all exact',
      error.toExponential(1),
    ];
  });
  console.log(table(['by<', 'segments', 'empty', 'longest', 'sums<', 'delays off by'], lines));
  console.log(`\n  ${EXACT_SUMS}\n  ${MOMENT_BOUND}`);
}

const CALL_NAMES = {
  sorted: 'sort with row numbers',
  quantiles: 'quantiles',
  delays: 'min, argmax, mean, variance',
  distances: 'sum, mean of f64',
};

/** How many times as fast as plain JavaScript, from 10^5 items on: shorter calls say more about the clock. */
const LEAST_FOR_RATIO = 1e5;

const RECORDED =
  'Recorded on an NVIDIA H200, 2026-11-26: its kernels sort 2^22 pairs in 0.2 to 0.7 ms, data on the GPU.';

/**
 * @typedef {{ outcome: import('./demo.mjs').Outcome, times: import('./places.mjs').Times,
 *   adapterTimes?: Partial<Record<keyof typeof CALL_NAMES, number>> }} Line
 *
 * @param {readonly Line[]} lines
 * @param {import('./kernels.mjs').Kernels} kernels
 * @param {number} rowCount
 */
export function printTimes(lines, kernels, rowCount) {
  const hasRatio = rowCount >= LEAST_FOR_RATIO;
  const cells = lines.flatMap(({ outcome: { grouping }, times, adapterTimes }) =>
    CALLS.map((name, i) => {
      const { plain, js, auto } = times[name];
      const gpu = kernels.isHardware ? [milliseconds(adapterTimes[name])] : [];
      const ratio = hasRatio ? [`${(plain / auto).toFixed(1)} ×`] : [];
      return [
        ...[i === 0 ? grouping.name : '', CALL_NAMES[name], milliseconds(plain), milliseconds(js)],
        ...[...gpu, milliseconds(auto), ...ratio],
      ];
    }),
  );
  const gpu = kernels.isHardware ? [kernels.name] : [];
  const ratio = hasRatio ? ['faster than plain JS'] : [];
  console.log(`\nTimes of calls on ${plural(rowCount, 'row')}, the least of up to nine runs, in turns.\n`);
  console.log(table(['by<', 'call<', 'plain JS', 'webgpu-segmented/js', ...gpu, 'auto', ...ratio], cells));
  console.log(`\n  plain JS: ${plainJs.SORT_METHOD};\n  ${plainJs.REDUCE_METHOD}\n`);
  const calls = plural(lines.length * CALLS.length, 'call');
  if (!kernels.device) console.log(`The kernels did not run: ${kernels.name}`);
  else {
    console.log(`The kernels ran on ${kernels.name} too: ${calls}, and agree with JavaScript bit for bit.`);
    console.log('Means and variances of delays are within the bound above.');
  }
  console.log(RECORDED);
}

/** @param {readonly Line[]} lines @param {import('./kernels.mjs').Kernels} kernels */
export function printAdapterTimes(lines, kernels) {
  console.log(`\nTimes of the kernels on ${kernels.name}, which runs on the CPU, upload and readback included.\n`);
  const cells = lines.map(({ outcome: { grouping }, adapterTimes }) => [
    grouping.name,
    ...CALLS.map((name) => milliseconds(adapterTimes[name])),
  ]);
  console.log(table(['by<', ...CALLS.map((name) => CALL_NAMES[name])], cells));
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
