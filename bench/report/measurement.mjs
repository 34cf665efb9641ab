// Measurements of a GPU that the playground's page "Measure this GPU" saves, laid side by side. The page and `report.mjs`
// use this file, so it imports nothing of Node.

export const FORMAT = 'webgpu-segmented/measurement';

/**
 * @typedef {{ lib: string, op: string, workload: string, n: number, ms: number, min?: number, max?: number, runs?: number,
 *   ok: boolean, share?: number, copyMs?: number, bytes?: number, compileMs?: number, scratch?: number }} MeasuredRow
 *   `share`: time of a copy of as many bytes / time. `bytes`: that the operation must read and write
 * @typedef {{ format: string, version: number, library: string, date: string, browser: string,
 *   adapter: { name: string, vendor: string, architecture: string, software: boolean, subgroupMinSize?: number,
 *   subgroupMaxSize?: number },
 *   features: string[], limits: Record<string, number>,
 *   selfTest: { calls: number, wrong: { call: string, says: string }[] },
 *   rows: MeasuredRow[], skipped: string[],
 *   tuning?: { budgetMs: number, table: object, tried: number, taken: string[] }, lab?: LabLine[],
 *   seconds: number }} Measurement
 * @typedef {{ experiment?: string, answers?: string[], skipped?: string, ran?: number, of?: number,
 *   [name: string]: unknown }} LabLine a line of `bench/lab`: its head, a row, or the answers of an experiment
 */

/**
 * A measurement from the text of its file; undefined for another text.
 * @param {string} text
 * @returns {Measurement | undefined}
 */
export function measurementOf(text) {
  if (!text.trimStart().startsWith('{')) return undefined;
  try {
    const value = JSON.parse(text);
    return value?.format === FORMAT && Array.isArray(value.rows) && value.adapter?.name ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Rows as the benchmark writes them, with the adapter in each.
 * @param {Measurement} measurement
 */
export function benchRows({ rows, adapter, library }) {
  const { name, subgroupMinSize: min, subgroupMaxSize: max } = adapter;
  const subgroupSize = min ? (min === max ? min : `${min} to ${max}`) : undefined;
  return rows.map((row) => ({ ...row, run: name, adapter: name, subgroupSize, commit: `version ${library}` }));
}

const OWN = 'webgpu-segmented';

/**
 * Every operation, workload and size that any of the measurements has, with each one's row.
 * @param {readonly Measurement[]} measurements
 */
export function sideBySide(measurements) {
  /** @type {Map<string, { op: string, workload: string, n: number, rows: (MeasuredRow | undefined)[] }>} */
  const lines = new Map();
  measurements.forEach(({ rows }, i) => {
    for (const row of rows) {
      if (row.lib !== OWN) continue;
      const key = `${row.op}|${row.workload}|${row.n}`;
      const line = lines.get(key) ?? {
        op: row.op,
        workload: row.workload,
        n: row.n,
        rows: measurements.map(() => undefined),
      };
      line.rows[i] = row;
      lines.set(key, line);
    }
  });
  return [...lines.values()];
}

/**
 * The answers of each experiment that ran.
 * @param {Measurement} measurement
 */
export const labAnswers = ({ lab = [] }) => lab.filter(({ answers = [] }) => answers.length > 0);

/** @param {number} n */
export const powerText = (n) => (Number.isInteger(Math.log2(n)) ? `2^${Math.log2(n)}` : `${n}`);

/** @param {number} ms */
export const timeText = (ms) => (ms >= 100 ? ms.toFixed(0) : ms.toPrecision(3));

/**
 * Milliseconds, with the share of a copy's bandwidth behind them.
 * @param {MeasuredRow | undefined} row
 */
export function cellText(row) {
  if (!row) return '';
  if (!row.ok) return 'wrong';
  return row.share === undefined ? timeText(row.ms) : `${timeText(row.ms)} (${Math.round(100 * row.share)}%)`;
}

/**
 * The measurements' names; of the same name twice, with numbers.
 * @param {readonly Measurement[]} measurements
 */
export function namesOf(measurements) {
  const names = measurements.map(({ adapter }) => adapter.name);
  return names.map((name, i) => {
    const before = names.slice(0, i).filter((other) => other === name).length;
    return names.indexOf(name) === names.lastIndexOf(name) ? name : `${name} (${before + 1})`;
  });
}
