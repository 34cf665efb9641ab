/**
 * Times groups: `groupBy` plus means over its groups, and `reduceByKey`, compared with plain JS, polars and DuckDB. All
 * run in turn in one process on the same rows: random u32 ids, f32 values. CPU time is that of the process with all its
 * threads, among them those of a software adapter.
 *
 *   node bench/groups.mjs [--adapter lavapipe-256] [--sizes 20,22] [--groups 1000,1000000] [--repeats 7] [--json FILE]
 *
 * Peers are those of bench/package.json. polars and DuckDB keep rows and results in their memory, and use all cores.
 */
import { spawnSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { groupBy, reduceByKey, segmentedReduce } from '../dist/index.js';
import { requestDevice } from '../dist/node.js';
import { chosenRuns } from '../tests/adapters/environments.mjs';
import { CompensatedSum } from './compensated.mjs';
import { timedInTurn } from './timing.mjs';

const { values: options } = parseArgs({
  options: {
    adapter: { type: 'string', default: 'lavapipe-256' },
    sizes: { type: 'string', default: '20,22' },
    groups: { type: 'string', default: '1000,1000000' },
    repeats: { type: 'string', default: '7' },
    json: { type: 'string' },
    child: { type: 'boolean', default: false },
  },
});
const numbers = (text) => text.split(',').map(Number);
const HOW = { repeats: Number(options.repeats), warmups: 1, budgetMs: 4000 };

/** Rows from a seed. Every group has a row if there are at least as many rows as groups. */
function rowsOf(count, groups) {
  let state = 1;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const ids = Uint32Array.from({ length: count }, () => Math.floor(next() * groups));
  return { ids, values: Float32Array.from({ length: count }, () => Math.fround(next() * 100)) };
}

/** A `Map` from each id to its rows, then a loop over each list. */
function rowsByMap({ ids, values }) {
  const rows = new Map();
  for (let row = 0; row < ids.length; row++) {
    const list = rows.get(ids[row]);
    if (list) list.push(row);
    else rows.set(ids[row], [row]);
  }
  return Float32Array.from(rows.values(), (list) => {
    let sum = 0;
    for (const row of list) sum += values[row];
    return sum / list.length;
  });
}

/** A `Map` from each id to its sum and count. */
function sumsByMap({ ids, values }) {
  const sums = new Map();
  for (let row = 0; row < ids.length; row++) {
    const known = sums.get(ids[row]);
    if (known) {
      known.sum += values[row];
      known.count++;
    } else sums.set(ids[row], { sum: values[row], count: 1 });
  }
  return Float32Array.from(sums.values(), ({ sum, count }) => sum / count);
}

/** A counting sort of rows by numbered ids, then a loop over each group. */
function rowsByCounting({ ids, values }, groups) {
  const offsets = new Uint32Array(groups + 1);
  for (const id of ids) offsets[id + 1]++;
  for (let i = 0; i < groups; i++) offsets[i + 1] += offsets[i];
  const next = offsets.slice();
  const rows = new Uint32Array(ids.length);
  for (let row = 0; row < ids.length; row++) rows[next[ids[row]]++] = row;
  const means = new Float32Array(groups);
  for (let i = 0; i < groups; i++) {
    let sum = 0;
    for (let j = offsets[i]; j < offsets[i + 1]; j++) sum += values[rows[j]];
    means[i] = sum / (offsets[i + 1] - offsets[i]);
  }
  return means;
}

/** Two typed arrays of totals. */
function sumsByCounting({ ids, values }, groups) {
  const [sums, counts] = [new Float64Array(groups), new Uint32Array(groups)];
  for (let row = 0; row < ids.length; row++) {
    sums[ids[row]] += values[row];
    counts[ids[row]]++;
  }
  return Float32Array.from(sums, (sum, i) => sum / counts[i]);
}

async function polars({ ids, values }) {
  const { default: pl } = await import('nodejs-polars');
  const frame = pl.DataFrame({ id: pl.Series('id', ids, pl.UInt32), x: pl.Series('x', values, pl.Float32) });
  return () => frame.groupBy('id').agg(pl.col('x').mean());
}

async function duckdb({ ids, values }) {
  const { DuckDBDataChunk, DuckDBInstance, FLOAT, UINTEGER } = await import('@duckdb/node-api');
  const instance = await DuckDBInstance.create(':memory:', { threads: `${availableParallelism()}` });
  const connection = await instance.connect();
  await connection.run('CREATE TABLE t (id UINTEGER, x FLOAT)');
  const appender = await connection.createAppender('t');
  for (let row = 0; row < ids.length; row += 2048) {
    const end = Math.min(row + 2048, ids.length);
    const chunk = DuckDBDataChunk.create([UINTEGER, FLOAT], end - row);
    chunk.setColumns([Array.from(ids.subarray(row, end)), Array.from(values.subarray(row, end))]);
    appender.appendDataChunk(chunk);
  }
  appender.closeSync();
  const statement = await connection.prepare('SELECT id, avg(x) FROM t GROUP BY id');
  return async () => statement.run();
}

/** All programs that are timed, by name. A peer that does not load is named on stderr and left out. */
async function programs(device, rows, groups) {
  const { ids, values } = rows;
  const mean = async (how) => {
    const { offsets, rows: order } = await groupBy(device, ids, how);
    return segmentedReduce(device, values, { offsets, rows: order }, 'mean');
  };
  const words = new Uint32Array(values.buffer);
  const found = {
    'groupBy, mean': () => mean({}),
    'groupBy with groups, mean': () => mean({ groups }),
    'reduceByKey mean': () => reduceByKey(device, ids, values, 'mean'),
    'reduceByKey mean with groups': () => reduceByKey(device, ids, values, 'mean', { groups }),
    'reduceByKey sum of u32 with groups': () => reduceByKey(device, ids, words, 'sum', { groups }),
    'plain JS, Map of rows': () => rowsByMap(rows),
    'plain JS, Map of sums': () => sumsByMap(rows),
    'plain JS, counting sort of rows': () => rowsByCounting(rows, groups),
    'plain JS, typed totals': () => sumsByCounting(rows, groups),
  };
  for (const [name, make] of Object.entries({ polars, duckdb })) {
    await make(rows)
      .then((run) => {
        found[name] = run;
      })
      .catch((error) => console.error(`${name} is left out: ${error.message.split('\n')[0]}`));
  }
  return found;
}

/** Compensated means of the groups that have rows. */
function expectedMeans({ ids, values }, groups) {
  const sums = Array.from({ length: groups }, () => new CompensatedSum());
  const counts = new Uint32Array(groups);
  for (let row = 0; row < ids.length; row++) {
    sums[ids[row]].add(values[row]);
    counts[ids[row]]++;
  }
  return sums.map(({ value }, i) => value / counts[i]).filter((mean) => !Number.isNaN(mean));
}

/** Throws if a program gives wrong means, before it is timed. Values are positive, so errors are parts of the mean. */
async function check(found, rows, groups) {
  const right = expectedMeans(rows, groups);
  for (const name of ['groupBy, mean', 'reduceByKey mean']) {
    const given = await found[name]();
    const means = given.result ?? given;
    const wrong = means.findIndex((value, i) => !(Math.abs(value - right[i]) <= 2 ** -19 * right[i]));
    if (wrong >= 0 || means.length !== right.length) throw new Error(`${name}: group ${wrong} is wrong`);
  }
}

async function measure() {
  const device = await requestDevice({ quiet: true });
  for (const size of numbers(options.sizes)) {
    for (const groups of numbers(options.groups)) {
      const rows = rowsOf(2 ** size, groups);
      const found = await programs(device, rows, groups);
      await check(found, rows, groups);
      const cpu = Object.values(found).map(() => []);
      const times = await timedInTurn(
        Object.values(found).map((run, i) => ({
          run: async () => {
            const start = process.cpuUsage();
            await run();
            const { user, system } = process.cpuUsage(start);
            cpu[i].push((user + system) / 1000);
          },
        })),
        HOW,
      );
      console.log(`\n2^${size} rows, ${groups} groups, ms: CPU time; median (min to max)`);
      Object.keys(found).forEach((name, i) => {
        const { ms, min, max, error } = times[i];
        // The first call warms up.
        const timed = cpu[i].slice(1).sort((a, b) => a - b);
        const cpuMs = timed[timed.length >> 1];
        const wall = error ? `failed: ${error.message}` : `${ms.toFixed(1)} (${min.toFixed(1)} to ${max.toFixed(1)})`;
        console.log(`  ${name.padEnd(36)} ${cpuMs?.toFixed(0).padStart(6)}; ${wall}`);
        if (options.json) {
          const row = { adapter: options.adapter, size, groups, name, cpuMs, ms, min, max };
          appendFileSync(options.json, `${JSON.stringify(row)}\n`);
        }
      });
    }
  }
  device.destroy();
}

if (options.child) {
  await measure();
} else {
  for (const { env } of chosenRuns([options.adapter])) {
    const file = fileURLToPath(import.meta.url);
    const { status } = spawnSync(process.execPath, [file, ...process.argv.slice(2), '--child'], {
      stdio: 'inherit',
      env,
    });
    process.exitCode = status ?? 1;
  }
}
