// Rows of the benchmark, read from JSON lines and ordered for tables and plots.
import { readFileSync } from 'node:fs';
import { OPERATIONS } from '../operations.mjs';
import { WORKLOADS } from '../workloads.mjs';
import { benchRows, measurementOf } from './measurement.mjs';

const REFERENCE = 'plain JS';
const OWN = 'webgpu-segmented';

const OPERATION_NAMES = OPERATIONS.map(({ name }) => name);

/** Values in the order of `known`, and others after them. */
function ordered(values, known) {
  const place = (value) => (known.includes(value) ? known.indexOf(value) : known.length);
  return [...new Set(values)].sort((a, b) => place(a) - place(b));
}

export function grouped(rows, keyOf) {
  const found = new Map();
  for (const row of rows) {
    const key = keyOf(row);
    if (!found.has(key)) found.set(key, []);
    found.get(key).push(row);
  }
  return found;
}

/** The measurement of a playground that a file holds, or nothing. */
export const readMeasurement = (file) => measurementOf(readFileSync(file, 'utf8'));

function parsed(file) {
  const measurement = readMeasurement(file);
  if (measurement) return benchRows(measurement);
  return readFileSync(file, 'utf8')
    .split('\n')
    .map((line, i) => {
      if (line.trim() === '') return undefined;
      try {
        return JSON.parse(line);
      } catch {
        throw new Error(`${file}, line ${i + 1}: not JSON`);
      }
    })
    .filter((row) => row?.lib !== undefined);
}

const adapterKey = ({ run, adapter }) => `${run ?? ''}|${adapter ?? ''}`;

/**
 * Gives every row its ratio to plain JS. Only rows measured together are compared. These are consecutive rows of one
 * adapter, operation, workload and size, until a library occurs again.
 */
function withRatios(rows) {
  let block = [];
  let blockKey;
  const close = () => {
    const reference = block.find(({ lib, ok }) => lib === REFERENCE && ok);
    for (const row of block) row.ratio = reference && row.ok ? reference.ms / row.ms : undefined;
  };
  for (const row of rows) {
    const key = [adapterKey(row), row.op, row.workload, row.n, row.commit].join('|');
    if (key !== blockKey || block.some(({ lib }) => lib === row.lib)) {
      close();
      block = [];
      blockKey = key;
    }
    block.push(row);
  }
  close();
  return rows;
}

/** The newest of the rows with one key. */
function newest(rows, keyOf) {
  return [...new Map(rows.map((row) => [keyOf(row), row])).values()];
}

/** The passes of the newest run of every call, which are consecutive rows. */
function newestPasses(rows) {
  const calls = grouped(rows, ({ lib, op, workload, n }) => [lib, op, workload, n].join('|'));
  return [...calls.values()].flatMap((call) => {
    const first = ({ pass, lengths }) => pass === call[0].pass && lengths === call[0].lengths;
    return call.slice(call.findLastIndex(first));
  });
}

/** @returns one object per adapter, with its rows; wrong rows are separate */
export function readAdapters(files) {
  const adapters = [...grouped(files.flatMap(parsed), adapterKey).values()];
  const runs = adapters.map(([{ run }]) => run);
  return adapters.map((rows) => {
    const { run, adapter, subgroupSize } = rows[0];
    // The adapter that the system chooses differs between machines.
    const ambiguous = run === 'system' || runs.indexOf(run) !== runs.lastIndexOf(run);
    const times = withRatios(rows.filter(({ pass }) => pass === undefined));
    const latest = newest(times, ({ lib, op, workload, n }) => [lib, op, workload, n].join('|'));
    const good = latest.filter(({ ok }) => ok);
    return {
      name: (ambiguous ? adapter : run) ?? adapter ?? run ?? 'unnamed',
      adapter,
      subgroupSize,
      rows: good,
      wrong: latest.filter(({ ok }) => !ok),
      passes: newestPasses(rows.filter(({ pass }) => pass !== undefined)),
      operations: ordered(
        good.map(({ op }) => op),
        OPERATION_NAMES,
      ),
      workloads: ordered(
        good.map(({ workload }) => workload).filter((name) => fixedLength(name) === undefined),
        WORKLOADS,
      ),
      libs: ordered(
        good.map(({ lib }) => lib),
        [OWN, `${OWN} (software)`, `${OWN} (gpu)`, REFERENCE],
      ),
      commits: [...new Set(latest.map(({ commit }) => commit).filter(Boolean))],
    };
  });
}

/** The length of all segments of a workload `fixed…`. */
export function fixedLength(workload) {
  const digits = /^fixed(\d+)$/.exec(workload)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

export const isOwn = (lib) => lib.startsWith(OWN);
export const isReference = (lib) => lib === REFERENCE;
export const isPeer = (lib) => !isOwn(lib) && !isReference(lib);

export function find(rows, wanted) {
  return rows.find((row) => Object.entries(wanted).every(([name, value]) => row[name] === value));
}

export const ascending = (numbers) => [...new Set(numbers)].sort((a, b) => a - b);

/** Sizes at which most workloads were measured. The other sizes belong to the scaling. */
export function mainSizes({ rows, workloads }) {
  const counts = [...grouped(rows, ({ n }) => n)].map(([n, of]) => ({
    n,
    count: workloads.filter((workload) => of.some((row) => row.workload === workload && isOwn(row.lib))).length,
  }));
  const most = Math.max(1, ...counts.map(({ count }) => count));
  return ascending(counts.filter(({ count }) => 2 * count > most).map(({ n }) => n));
}

/** The main sizes at which peers were timed. */
export function peerSizes(adapter) {
  return mainSizes(adapter).filter((n) => adapter.rows.some((row) => row.n === n && isPeer(row.lib)));
}

/** Rows of the library in workloads measured at three sizes or more. */
export function scalingRows({ rows, libs, operations, workloads }) {
  const [lib] = libs.filter(isOwn);
  return operations
    .map((op) => {
      const series = workloads
        .map((workload) => ({
          workload,
          points: rows
            .filter((row) => row.lib === lib && row.op === op && row.workload === workload)
            .sort((a, b) => a.n - b.n),
        }))
        .filter(({ points }) => points.length >= 3);
      return { op, series };
    })
    .filter(({ series }) => series.length > 0);
}

/** Rows by fixed length, an operation and size at a time, where three lengths or more were measured. */
export function edgeRows({ rows, operations }) {
  const fixed = rows.filter(({ workload }) => fixedLength(workload) !== undefined);
  return operations
    .flatMap((op) => ascending(fixed.map(({ n }) => n)).map((n) => ({ op, n })))
    .map(({ op, n }) => {
      const points = fixed
        .filter((row) => row.op === op && row.n === n)
        .map((row) => ({ ...row, length: fixedLength(row.workload) }))
        .sort((a, b) => a.length - b.length);
      return { op, n, points, lengths: ascending(points.map(({ length }) => length)) };
    })
    .filter(({ lengths }) => lengths.length >= 3);
}

export const nsPerKey = ({ ms, n }) => (ms * 1e6) / n;

export const power = (n) => (Number.isInteger(Math.log2(n)) ? `2^${Math.log2(n)}` : `${n}`);

/** Three digits, at least those before the decimal point. */
export function digits(value) {
  if (value >= 100) return value.toFixed(0);
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
