/**
 * A table grouped by Arquero, whose columns are those of Flechette, then sorted and reduced per group by
 * `webgpu-segmented/arrow`. README.md says how to run it.
 */
import assert from 'node:assert/strict';
import { float32, list } from '@uwdata/flechette';
import { op, table } from 'arquero';
import { argsortList, reduceList, sortList } from 'webgpu-segmented/arrow';
import { requestDevice } from 'webgpu-segmented/node';

const FLIGHTS = 20_000;
const carrier = Array.from({ length: FLIGHTS }, (_, i) => (i * 7919) % 37);
const delay = Array.from({ length: FLIGHTS }, (_, i) => ((i * 104_729) % 1009) / 4 - 60);

const groups = table({ carrier, delay })
  .groupby('carrier')
  .rollup({ delays: (row) => op.array_agg(row.delay), longest: (row) => op.max(row.delay) });
const delays = groups.toArrow({ types: { delays: list(float32()) } }).getChild('delays');

const device = await requestDevice();
const lists = Array.from(groups.array('delays'));
const numbers = (column) => Array.from(column, (row) => Array.from(row));

const sorted = await sortList(device, delays);
assert.deepEqual(
  numbers(sorted),
  lists.map((row) => row.toSorted((a, b) => a - b)),
);
const longest = await reduceList(device, delays, 'max');
assert.deepEqual(Array.from(longest), Array.from(groups.array('longest')));
const order = await argsortList(device, delays, { order: 'descending' });
assert.deepEqual(
  numbers(order).map(([first], row) => lists[row][first]),
  Array.from(longest),
);
console.log(`${groups.numRows()} groups of ${FLIGHTS} flights: sorted and reduced as Arquero does`);
device.destroy();
