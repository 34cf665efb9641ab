// The rows as Markdown: a page with all tables, one section per adapter, and a summary.
import { MAIN } from '../operations.mjs';
import { cellText, namesOf, powerText, sideBySide } from './measurement.mjs';
import {
  ascending,
  digits,
  edgeRows,
  find,
  grouped,
  isOwn,
  isPeer,
  isReference,
  mainSizes,
  nsPerKey,
  peerSizes,
  power,
  scalingRows,
} from './rows.mjs';

function table(head, lines) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...lines.map(line)].join('\n');
}

/** Whether a line has a filled cell after its name. */
const isFilled = (line) => line.slice(1).some((cell) => cell !== '');

const present = (parts) => parts.filter((part) => part !== undefined && part !== '').join('\n\n');

const fold = (summary, text) => present([`<details><summary>${summary}</summary>`, text, '</details>']);

/** Measurements of playgrounds, one column each: ms, and the share of a copy's bandwidth. */
export function measurementsSection(measurements) {
  if (measurements.length === 0) return undefined;
  const head = ['operation', 'workload', 'items', ...namesOf(measurements)];
  const lines = sideBySide(measurements).map(({ op, workload, n, rows }) => [
    op,
    workload,
    powerText(n),
    ...rows.map(cellText),
  ]);
  const tests = measurements.map(({ adapter, selfTest, library, browser }) => {
    const wrong = selfTest.wrong.map(({ call, says }) => `${call}: ${says}`).join('; ');
    const result = wrong
      ? `of ${selfTest.calls} calls ${selfTest.wrong.length} differ: ${wrong}`
      : `${selfTest.calls} calls agree`;
    return `- ${adapter.name}, version ${library}, ${browser}: ${result} with plain JS.`;
  });
  const note = 'Milliseconds; in brackets the share of the bandwidth of a copy.';
  return present(['### Measurements side by side', tests.join('\n'), note, table(head, lines)]);
}

/** @param plots Markdown of the pictures of this adapter, by name */
export function adapterSection(adapter, plots) {
  const { name, adapter: device, subgroupSize, rows, commits } = adapter;
  const count = `${rows.length} ${rows.length === 1 ? 'row' : 'rows'}`;
  const facts = [device, subgroupSize && `subgroup size ${subgroupSize}`, commitsText(commits), count];
  return present([
    `### ${name}`,
    `${facts.filter(Boolean).join('; ')}.`,
    ratiosToPlainJs(adapter, plots.ratio),
    comparedWithPeers(adapter, plots.peers),
    scaling(adapter, plots.scaling),
    edges(adapter, plots.edges),
    costs(adapter),
    passes(adapter),
    wrong(adapter),
  ]);
}

function commitsText(commits) {
  if (commits.length === 0) return undefined;
  return `${commits.length > 1 ? 'commits' : 'commit'} ${commits.join(', ')}`;
}

function ratiosToPlainJs(adapter, plot, sizes = mainSizes(adapter)) {
  const { rows, libs, operations, workloads } = adapter;
  const tables = libs.filter(isOwn).map((lib) => {
    const columns = operations
      .flatMap((op) => sizes.map((n) => ({ op, n })))
      .filter(({ op, n }) => rows.some((row) => row.lib === lib && row.op === op && row.n === n && row.ratio));
    if (columns.length === 0) return undefined;
    const cell = (workload) => (column) => {
      const row = find(rows, { lib, workload, ...column });
      return row?.ratio ? digits(row.ratio) : '';
    };
    const head = ['', ...columns.map(({ op, n }) => `${op}, ${power(n)}`)];
    const lines = workloads.map((workload) => [workload, ...columns.map(cell(workload))]);
    return `${lib}:\n\n${table(head, lines.filter(isFilled))}`;
  });
  if (present(tables) === '') return undefined;
  return present(['#### Times as fast as plain JS in the same run', plot, ...tables]);
}

/** Shows the main operations at the largest size, and folds the others. */
function comparedWithPeers(adapter, plot) {
  const sizes = peerSizes(adapter);
  const calls = adapter.operations.flatMap((op) => sizes.map((n) => ({ op, n })));
  const isShown = ({ op, n }) => n === sizes.at(-1) && MAIN.includes(op);
  const shown = calls.filter(isShown).map((call) => peerTable(adapter, call));
  const folded = present(calls.filter((call) => !isShown(call)).map((call) => peerTable(adapter, call)));
  if (present(shown) === '' && folded === '') return undefined;
  return present([
    '#### Compared with peers',
    plot,
    ...shown,
    folded && fold('Other sizes and operations compared with peers', folded),
  ]);
}

/** Medians in ms. The smallest of a line is bold. */
function peerTable({ rows, libs: all, workloads }, { op, n }) {
  const block = rows.filter((row) => row.op === op && row.n === n && workloads.includes(row.workload));
  const libs = all.filter((lib) => block.some((row) => row.lib === lib));
  if (!libs.some(isPeer)) return undefined;
  const lines = workloads
    .map((workload) => {
      const cells = libs.map((lib) => find(block, { lib, workload })?.ms);
      const least = Math.min(...cells.filter((ms) => ms !== undefined));
      const text = (ms) => (ms === undefined ? '' : ms === least ? `**${digits(ms)}**` : digits(ms));
      return [workload, ...cells.map(text)];
    })
    .filter(isFilled);
  return `${op}, ${power(n)} items, ms:\n\n${table(['', ...libs], lines)}`;
}

function scaling(adapter, plot) {
  const tables = scalingRows(adapter).map(({ op, series }) => {
    const sizes = ascending(series.flatMap(({ points }) => points.map(({ n }) => n)));
    const cell = (points) => (n) => {
      const row = find(points, { n });
      return row ? digits(nsPerKey(row)) : '';
    };
    const lines = series.map(({ workload, points }) => [workload, ...sizes.map(cell(points))]);
    return `${op}, ns per key:\n\n${table(['', ...sizes.map(power)], lines)}`;
  });
  return tables.length === 0 ? undefined : present(['#### Scaling', plot, ...tables]);
}

function edges(adapter, plot) {
  const tables = edgeRows(adapter).map(({ op, n, points, lengths }) => {
    const libs = adapter.libs.filter((lib) => points.some((row) => row.lib === lib));
    const cell = (length) => (lib) => {
      const row = find(points, { length, lib });
      return row ? digits(nsPerKey(row)) : '';
    };
    const lines = lengths.map((length) => [`${length}`, ...libs.map(cell(length))]);
    return `${op}, ${power(n)} items in segments of one length, ns per key:\n\n${table(['length', ...libs], lines)}`;
  });
  return tables.length === 0 ? undefined : present(['#### Class edges', plot, ...tables]);
}

/** Later plans of a process find their pipelines compiled, so the longest compilation is the first. */
function costs({ rows, libs, operations }) {
  const lines = libs.filter(isOwn).flatMap((lib) =>
    operations.flatMap((op) => {
      const of = rows.filter((row) => row.lib === lib && row.op === op && row.compileMs !== undefined);
      if (of.length === 0) return [];
      const n = Math.max(...of.map((row) => row.n));
      const scratch = Math.max(...of.filter((row) => row.n === n).map((row) => row.scratch ?? 0));
      const compile = Math.max(...of.map(({ compileMs }) => compileMs));
      return [[lib, op, compile.toFixed(0), `${(scratch / 2 ** 20).toFixed(1)} (${power(n)} items)`]];
    }),
  );
  if (lines.length === 0) return undefined;
  const head = ['', 'operation', 'longest compilation, ms', 'most scratch, MiB'];
  return present(['#### Compilation and scratch', table(head, lines)]);
}

/** GPU times of the passes, only at the largest size of each call. */
function passes({ passes: rows }) {
  const calls = grouped(rows, ({ lib, op, workload }) => `${op}, ${workload}, ${lib}`);
  const tables = [...calls].map(([title, of]) => {
    const n = Math.max(...of.map((row) => row.n));
    const block = of.filter((row) => row.n === n);
    const compared = block.some(({ ofCopy }) => ofCopy);
    const lines = block.map(({ pass, lengths, dispatches, ms, bytes, ofCopy }) => [
      pass,
      lengths ?? '',
      `${dispatches}`,
      ms.toFixed(3),
      bytes ? (bytes / 2 ** 20).toFixed(1) : '',
      bytes && ms > 0 ? (bytes / ms / 1e6).toFixed(1) : '',
      ...(compared ? [ofCopy ? `${(100 * ofCopy).toFixed(0)} %` : ''] : []),
    ]);
    const head = ['pass', 'lengths', 'dispatches', 'ms', 'MiB', 'GB/s', ...(compared ? ['of a copy'] : [])];
    return `${title}, ${power(n)} items:\n\n${table(head, lines)}`;
  });
  if (tables.length === 0) return undefined;
  return fold('GPU times of the passes', present(tables));
}

function wrong({ wrong: rows }) {
  if (rows.length === 0) return undefined;
  const line = ({ lib, op, workload, n, fault }) => `- ${lib}, ${op}, ${workload}, ${power(n)}: ${fault ?? 'wrong'}`;
  return present(['Wrong results, not counted:', rows.map(line).join('\n')]);
}

/** Text that holds for every section. */
export function preamble(adapters) {
  const libs = [...new Set(adapters.flatMap((adapter) => adapter.libs))];
  const against = libs.filter((lib) => isPeer(lib) || isReference(lib));
  return [
    'Made by `node bench/report.mjs` from the rows of `npm run bench -- --json FILE`.',
    `Times are medians. Compared with: ${against.join(', ') || 'nothing'}.`,
  ].join('\n');
}

/**
 * The summary for users: ratios of the main operations, and the peers of a sort at the largest size. The adapter with
 * the most rows comes first. The others have one table.
 */
export function summary(adapters, pictureOf) {
  const [first, ...others] = adapters.toSorted((a, b) => b.rows.length - a.rows.length);
  const shown = { ...first, operations: first.operations.filter((op) => MAIN.includes(op)) };
  const peers = peerTable(first, { op: 'sort u32', n: peerSizes(first).at(-1) });
  return present([
    `### ${first.name}`,
    `${[first.adapter, commitsText(first.commits)].filter(Boolean).join('; ')}.`,
    ratiosToPlainJs(shown, pictureOf(first, 'ratio'), peerSizes(first)),
    peers && '#### Compared with peers',
    peers,
    otherAdapters(others),
  ]);
}

/** Ratios to plain JS of several adapters, next to each other. */
function otherAdapters(adapters) {
  const ops = MAIN.filter((op) => adapters.some(({ rows }) => rows.some((row) => row.op === op && row.ratio)));
  const columns = adapters.flatMap((adapter) => ops.map((op) => ({ adapter, op, n: mainSizes(adapter).at(-1) })));
  if (columns.length === 0) return undefined;
  const cell = (workload) => (column) => {
    const row = column.adapter.rows.find(
      ({ lib, op, n, ...row }) => isOwn(lib) && op === column.op && n === column.n && row.workload === workload,
    );
    return row?.ratio ? digits(row.ratio) : '';
  };
  const head = ['', ...columns.map(({ adapter, op, n }) => `${adapter.name}: ${op}, ${power(n)}`)];
  const lines = adapters[0].workloads.map((workload) => [workload, ...columns.map(cell(workload))]);
  return present(['### Other adapters', 'Times as fast as plain JS:', table(head, lines.filter(isFilled))]);
}
