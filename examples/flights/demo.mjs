// npm run demo — the library's main job on a real table of three million flights. Cuts the table into segments in five
// ways. Sorts the delays within every segment, with the row number as value, reduces them and finds their quantiles.
// Shows delay quantiles by hour as a plot, here and as an SVG. Checks every result against plain JavaScript in the same
// run, and times both.

import { parseArgs } from 'node:util';
import { createSegmentedSort, segmentedQuantile, segmentedReduce, segmentedStableSortByKey } from 'webgpu-segmented';
import { requestDevice } from 'webgpu-segmented/node';
import {
  checkExact,
  checkExtremes,
  checkIndices,
  checkMoments,
  checkQuantiles,
  checkSort,
  EXACT_SUMS,
  Mismatch,
  MOMENT_BOUND,
} from './check.mjs';
import { classCounts } from './classes.mjs';
import { groupings, groupRows } from './groupings.mjs';
import * as plainJs from './plain-js.mjs';
import { plotQuantilesByHour } from './plot.mjs';
import { count, plural, progress } from './print.mjs';
import { formatMinute, readFlights } from './read-flights.mjs';
import { describeAdapter, printChecks, printFlights, printGrouping, printTimes } from './report.mjs';
import { PLOT_QUANTILES, TABLE_QUANTILES } from './statistics.mjs';
import { textPlot } from './text-plot.mjs';

const USAGE = `node examples/flights/demo.mjs [--rows N] [--svg FILE]

  --rows N    read only the first N of the 3,000,000 flights
  --svg FILE  where the plot goes (default out/flights-delays-by-hour.svg)`;

/**
 * @typedef {import('./groupings.mjs').Grouping} Grouping
 * @typedef {import('./groupings.mjs').Grouped} Grouped
 * @typedef {import('./read-flights.mjs').Flights} Flights
 *
 * @typedef {{ sort: number, plainSort: number, quantiles: number, reduce: number, plainReduce: number }} Times
 *   milliseconds
 *
 * @typedef {object} Outcome the results of one grouping
 * @property {Grouped} grouped
 * @property {{ keys: Int32Array | Float32Array, values: Uint32Array }} sorted
 * @property {import('./statistics.mjs').Quantiles} quantiles
 * @property {Awaited<ReturnType<typeof reduceOnDevice>>} reduced
 * @property {number} momentError see `checkMoments`
 * @property {Times} times
 */

function readOptions() {
  const { values } = parseArgs({
    options: {
      rows: { type: 'string', default: '3000000' },
      svg: { type: 'string', default: 'out/flights-delays-by-hour.svg' },
      help: { type: 'boolean', default: false },
    },
  });
  const rows = Number(values.rows);
  if (!Number.isInteger(rows) || rows < 1) throw new Error(`--rows: ${values.rows} is not a whole number above 0`);
  return { rows, svg: values.svg, help: values.help };
}

async function timedOnce(work) {
  const started = performance.now();
  const result = await work();
  return { result, time: performance.now() - started };
}

/** Runs twice and times the second run, so that the time does not contain the compilation of kernels. */
async function timed(work) {
  await work();
  return timedOnce(work);
}

/** @param {GPUDevice} device @param {Grouped} grouped */
async function reduceOnDevice(device, { delays, distances, offsets }) {
  const delayOps = /** @type {const} */ (['min', 'argmax', 'mean', 'variance']);
  const [min, latest, mean, variance] = await segmentedReduce(device, delays, offsets, delayOps);
  const [miles, meanMiles] = await segmentedReduce(device, distances, offsets, ['sum', 'mean']);
  return { min, latest, mean, variance, miles, meanMiles };
}

/**
 * The size classes of a sort of as many items and segments.
 *
 * @returns {Promise<import('./classes.mjs').SizeClass[]>}
 */
async function sizeClasses(device, { delays, offsets }, keyType) {
  const plan = await createSegmentedSort(device, {
    keyType,
    valueType: 'u32',
    order: 'ascending',
    stable: true,
    maxItems: delays.length,
    maxSegments: offsets.length - 1,
  });
  const { classes } = plan.describe();
  plan.destroy();
  return classes;
}

/**
 * Groups, sorts, reduces and checks one grouping.
 *
 * @param {GPUDevice} device
 * @param {Flights} flights
 * @param {Grouping} grouping
 * @param {boolean} isFirst whether no grouping before has its type of keys
 * @returns {Promise<Outcome>}
 */
async function runGrouping(device, flights, grouping, isFirst) {
  const line = progress(`by ${grouping.name}`);
  try {
    line.update('grouping rows');
    const grouped = await groupRows(device, flights, grouping);
    const { delays, rows, offsets } = grouped;
    const size = `${plural(delays.length, 'row')} in ${plural(grouping.segmentCount, 'segment')}`;
    line.update(`sorting ${size}`);
    const sort = await timed(() => segmentedStableSortByKey(device, delays, rows, offsets));
    line.update(`quantiles of ${size}`);
    const interpolation = 'nearest';
    const fractions = grouping.name === 'hour of departure' ? PLOT_QUANTILES : TABLE_QUANTILES;
    const found = await timedOnce(() => segmentedQuantile(device, delays, offsets, fractions, { interpolation }));
    line.update(`reducing ${size}`);
    // The kernels of reduces, and the code of plain JS, are compiled once for each type of keys.
    const timedAfterFirst = isFirst ? timed : timedOnce;
    const reduce = await timedAfterFirst(() => reduceOnDevice(device, grouped));
    line.update(`the same in plain JS, ${size}`);
    const plainSort = await timedAfterFirst(() => plainJs.sortByKey(delays, rows, offsets));
    const plainReduce = await timedAfterFirst(() => plainJs.reduce(grouped));
    line.update(`checking ${size}`);
    const results = { sorted: sort.result, quantiles: { fractions, values: found.result }, reduced: reduce.result };
    const errors = checkAll(grouping, grouped, flights, results, plainReduce.result);
    const times = {
      ...{ sort: sort.time, plainSort: plainSort.time, quantiles: found.time },
      ...{ reduce: reduce.time, plainReduce: plainReduce.time },
    };
    return { grouped, ...results, ...errors, times };
  } finally {
    line.done();
  }
}

/** Throws a `Mismatch` that names the grouping. Returns the largest error of means and variances of delays. */
function checkAll(grouping, grouped, flights, { sorted, quantiles, reduced }, expected) {
  try {
    checkSort(grouped, sorted, flights.delay);
    checkQuantiles(quantiles.values, sorted.keys, grouped.offsets, quantiles.fractions);
    checkExtremes('min', reduced.min, expected.min);
    checkExtremes('max', reduced.latest.values, expected.max);
    checkIndices(reduced.latest.indices, expected.argmax);
    checkExact('sum of distances', reduced.miles, expected.miles);
    checkExact('mean of distances', reduced.meanMiles, expected.meanMiles);
    return { momentError: checkMoments('delays', reduced, grouped.delays, grouped.offsets) };
  } catch (error) {
    if (error instanceof Mismatch) error.message = `by ${grouping.name}: ${error.message}`;
    throw error;
  }
}

function plotSubtitle({ rowCount, minute }) {
  const [first, last] = [minute[0], minute[rowCount - 1]].map((time) => formatMinute(time).slice(0, 10));
  return `Quantiles of arrival delay, ${count(rowCount)} US domestic flights, ${first} to ${last} (BTS, by vega-datasets)`;
}

/** @param {GPUDevice} device */
async function run(device, options) {
  console.log('At which hour are flights late? From where, on which routes, and on which days?\n');
  const started = performance.now();
  const flights = await readFlights(options.rows);
  printFlights(flights, `${((performance.now() - started) / 1000).toFixed(1)} s`);
  const runs = [];
  for (const grouping of groupings(flights)) {
    const outcome = await runGrouping(
      device,
      flights,
      grouping,
      !runs.some(({ keyType }) => keyType === grouping.keyType),
    );
    const classes = await sizeClasses(device, outcome.grouped, grouping.keyType);
    if (runs.length === 0) {
      const { grouped, quantiles } = outcome;
      await plotQuantilesByHour(options.svg, grouped.offsets, quantiles, plotSubtitle(flights));
      console.log(`\nArrival delay by hour of departure, in minutes; as a picture: ${options.svg}\n`);
      console.log(textPlot(grouped.offsets, quantiles));
    }
    printGrouping(flights, grouping, outcome);
    const { grouped, momentError, times } = outcome;
    const { name, keyType } = grouping;
    runs.push({ name, keyType, counts: classCounts(grouped.offsets, classes), momentError, times });
  }
  printChecks(runs);
  console.log(`\n  ${EXACT_SUMS}\n  ${MOMENT_BOUND}`);
  printTimes(runs, describeAdapter(device));
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
  const device = await requestDevice({ quiet: true });
  try {
    await run(device, options);
  } catch (error) {
    if (!(error instanceof Mismatch)) throw error;
    console.error(`\nMISMATCH ${error.message}`);
    process.exitCode = 1;
  } finally {
    device.destroy();
  }
}

await main();
