/**
 * A query's result, grouped by DuckDB, then sorted and reduced per group by `webgpu-segmented/arrow`. DuckDB brings its
 * own copy of Apache Arrow, which is older than that of this repository. README.md says how to run it.
 */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { argsortList, reduceList, sortList } from 'webgpu-segmented/arrow';
import { requestDevice } from 'webgpu-segmented/node';

/** A connection to a database in memory. */
async function openDatabase() {
  const require = createRequire(import.meta.url);
  const duckdb = require('@duckdb/duckdb-wasm/blocking');
  const mainModule = require.resolve('@duckdb/duckdb-wasm/dist/duckdb-eh.wasm');
  const bundles = { mvp: { mainModule, mainWorker: '' }, eh: { mainModule, mainWorker: '' } };
  const database = await duckdb.createDuckDB(bundles, new duckdb.VoidLogger(), duckdb.NODE_RUNTIME);
  await database.instantiate(() => {});
  return database.connect();
}

const numbers = (column) => Array.from(column, (row) => row && Array.from(row, (item) => item ?? null));

const connection = await openDatabase();
// Delays of 20,000 flights, a few of them missing.
connection.query(`CREATE TABLE flights AS SELECT
  i % 37 AS carrier,
  CASE WHEN i % 101 = 0 THEN NULL ELSE CAST((i * 7919) % 1009 - 200 AS FLOAT) END AS delay
  FROM range(20000) AS t(i)`);

const groups = connection.query(`SELECT carrier, list(delay) AS delays FROM flights GROUP BY carrier ORDER BY carrier`);
const delays = groups.getChild('delays');
const device = await requestDevice();

// DuckDB's answers to the same questions.
const expected = connection.query(`SELECT
  list_sort(list(delay), 'ASC', 'NULLS LAST') AS sorted, max(delay) AS largest, count(delay) AS counted
  FROM flights GROUP BY carrier ORDER BY carrier`);
const found = (name) => Array.from(expected.getChild(name));

const sorted = await sortList(device, delays);
assert.deepEqual(numbers(sorted), numbers(expected.getChild('sorted')));

const [largest, counted] = await reduceList(device, delays, ['max', 'count']);
assert.deepEqual(Array.from(largest), found('largest'));
assert.deepEqual(Array.from(counted), found('counted').map(Number));

const order = await argsortList(device, delays, { order: 'descending' });
const lists = numbers(delays);
const worst = numbers(order).map((indices, row) => lists[row][indices[0]]);
assert.deepEqual(worst, found('largest'));

console.log(`${groups.numRows} groups: sorted and reduced as DuckDB does`);
console.log(`longest delays of carriers 0 to 2: ${worst.slice(0, 3).join(', ')}`);
connection.close();
device.destroy();
