// npm run demo — the library's main job on a real table of three million flights. Cuts the table into segments in five
// ways. Sorts the delays within every segment, with the row number as value, reduces them and finds their quantiles.
// Says what the table shows, with a plot by hour, here and as an SVG. Checks every result against plain JavaScript in
// the same run, and times both. Then the kernels run on the GPU or SwiftShader, and must give the same results.

import { parseArgs } from 'node:util';
import { openPlace } from 'webgpu-segmented/auto';
import { checkAll, Mismatch } from './check.mjs';
import { groupings, groupRows } from './groupings.mjs';
import { closeKernels, openKernels, runKernels } from './kernels.mjs';
import { CALLS, callsIn, timeCalls } from './places.mjs';
import { plotQuantilesByHour } from './plot.mjs';
import { count, plural, progress } from './print.mjs';
import { formatMinute, readFlights } from './read-flights.mjs';
import { findings, printAdapterTimes, printChecks, printFlights, printGrouping, printTimes } from './report.mjs';
import { PLOT_QUANTILES, quantilesOf, TABLE_QUANTILES } from './statistics.mjs';
import { textPlot } from './text-plot.mjs';

const USAGE = `node examples/flights/demo.mjs [--rows N] [--svg FILE] [--adapter-times]

  --rows N         read only the first N of the 3,000,000 flights
  --svg FILE       where the plot goes (default out/flights-delays-by-hour.svg)
  --adapter-times  print the times of the kernels too, where they run on a software adapter`;

/**
 * @typedef {import('./groupings.mjs').Grouping} Grouping
 * @typedef {import('./groupings.mjs').Grouped} Grouped
 * @typedef {import('./read-flights.mjs').Flights} Flights
 *
 * @typedef {object} Outcome one grouping and its results
 * @property {Grouping} grouping
 * @property {Grouped} grouped
 * @property {import('./places.mjs').Results} results
 */

function readOptions() {
  const { values } = parseArgs({
    options: {
      rows: { type: 'string', default: '3000000' },
      svg: { type: 'string', default: 'out/flights-delays-by-hour.svg' },
      'adapter-times': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const rows = Number(values.rows);
  if (!Number.isInteger(rows) || rows < 1) throw new Error(`--rows: ${values.rows} is not a whole number above 0`);
  return { rows, svg: values.svg, adapterTimes: values['adapter-times'], help: values.help };
}

/** Runs a step with a progress line, and names the grouping in a mismatch. */
async function step(what, { grouping, grouped }, work) {
  const line = progress(`by ${grouping.name}`);
  try {
    line.update(`${what}, ${plural(grouped.rows.length, 'row')} in ${plural(grouping.segmentCount, 'segment')}`);
    return await work();
  } catch (error) {
    if (error instanceof Mismatch) error.message = `by ${grouping.name}: ${error.message}`;
    throw error;
  } finally {
    line.done();
  }
}

/** Groups the flights, and runs all calls in the place. @returns {Promise<Outcome>} */
async function runGrouping(place, flights, grouping) {
  const grouped = await groupRows(place, flights, grouping);
  grouped.fractions = grouping.name === 'hour of departure' ? PLOT_QUANTILES : TABLE_QUANTILES;
  const outcome = { grouping, grouped, results: {} };
  await step('sorting and reducing', outcome, async () => {
    for (const name of CALLS) outcome.results[name] = await callsIn.auto(place)[name](grouped);
  });
  return outcome;
}

function plotSubtitle({ rowCount, minute }) {
  const [first, last] = [minute[0], minute[rowCount - 1]].map((time) => formatMinute(time).slice(0, 10));
  return `Quantiles of arrival delay, ${count(rowCount)} US domestic flights, ${first} to ${last} (BTS, by vega-datasets)`;
}

async function printResults(flights, outcomes, svg) {
  for (const line of findings(flights, outcomes)) console.log(`- ${line}`);
  const { offsets } = outcomes[0].grouped;
  const quantiles = quantilesOf(outcomes[0]);
  await plotQuantilesByHour(svg, offsets, quantiles, plotSubtitle(flights));
  console.log(`\nArrival delay by hour of departure, in minutes; as a picture: ${svg}\n`);
  console.log(textPlot(offsets, quantiles));
  for (const outcome of outcomes) printGrouping(flights, outcome);
}

/** @param {import('webgpu-segmented/auto').Place} place */
async function run(place, options) {
  const started = performance.now();
  const flights = await readFlights(options.rows);
  const seconds = (performance.now() - started) / 1000;
  const outcomes = [];
  for (const grouping of groupings(flights)) outcomes.push(await runGrouping(place, flights, grouping));
  console.log('At which hour are flights late? From where, on which routes, and on which days?\n');
  await printResults(flights, outcomes, options.svg);

  const lines = [];
  const checks = [];
  const keyTypes = new Set();
  for (const outcome of outcomes) {
    const { keyType } = outcome.grouping;
    const { times, plain } = await step('timing', outcome, () =>
      timeCalls(place, outcome.grouped, !keyTypes.has(keyType)),
    );
    keyTypes.add(keyType);
    const error = await step('checking', outcome, () => checkAll(outcome, plain));
    lines.push({ outcome, times });
    checks.push({ outcome, error });
  }
  printFlights(flights, `${seconds.toFixed(1)} s`);
  printChecks(checks);

  const kernels = await openKernels();
  try {
    for (const line of lines) {
      if (!kernels.device) break;
      const compared = () => runKernels(kernels, line.outcome, options.adapterTimes);
      line.adapterTimes = await step(`the kernels on ${kernels.name}`, line.outcome, compared);
    }
  } finally {
    closeKernels(kernels);
  }
  printTimes(lines, kernels, flights.rowCount);
  if (options.adapterTimes && kernels.device && !kernels.isHardware) printAdapterTimes(lines, kernels);
}

async function main() {
  let options;
  try {
    options = readOptions();
  } catch (error) {
    console.error(`${error.message}\n\n${USAGE}`);
    process.exitCode = 2;
    return;
  }
  if (options.help) {
    console.log(USAGE);
    return;
  }
  const place = await openPlace();
  try {
    await run(place, options);
  } catch (error) {
    if (!(error instanceof Mismatch)) throw error;
    console.error(`\nMISMATCH ${error.message}`);
    process.exitCode = 1;
  } finally {
    place.close();
  }
}

await main();
