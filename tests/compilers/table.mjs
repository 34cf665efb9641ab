/** The table of docs/gpu.md: registers and instructions of the main kernels on one GPU of each compiler. */
import { readFileSync, writeFileSync } from 'node:fs';
import { keyOf } from './rules.mjs';

const PAGE = new URL('../../docs/gpu.md', import.meta.url);
const GPUS = ['navi31', 'vega10', 'tgl', 'm1', 'ampere', '730'];
const KERNELS = [
  /^roomy, sort u32: partition\/(count|scatter)$/,
  /^roomy, sort u32: sort\/(small (8|32|128|256|512|1024)|medium .*|large .*)$/,
  /^roomy, sort u32 \+ u32: sort\/(small (32|256)|medium .*|large .*)$/,
  /^roomy, reduce u32 sum: reduce\//,
  /^roomy, top-k u32: select\/top network (32|64|256)$/,
  /^roomy, top-k u32, 64 of long segments: select\/(pivots|sift|firsts of .*)$/,
  /^roomy, quantile u32 median: select\/(quantile network (32|256)|count first|descend|keep)$/,
];

/** Writes the table between its two marks. `rowsOf` has the rows of each GPU that was run. */
export function writeTable(rowsOf) {
  const missing = GPUS.filter((id) => !rowsOf.has(id));
  if (missing.length > 0) throw new Error(`--table needs the figures of ${missing.join(', ')}, which were not run`);
  const figures = GPUS.map((id) => new Map(rowsOf.get(id).map((row) => [keyOf(row), row])));
  const keys = [...new Set(figures.flatMap((of) => [...of.keys()]))];
  const rows = KERNELS.flatMap((pattern) => keys.filter((key) => pattern.test(key))).map((key) => {
    const cells = figures.map((of) => {
      const { registers = '-', instructions = '-' } = of.get(key) ?? {};
      return of.has(key) ? `${registers} / ${instructions}` : '';
    });
    return `| ${key.replace('roomy, ', '')} | ${cells.join(' | ')} |`;
  });
  const head = [`| kernel | ${GPUS.join(' | ')} |`, `|---|${GPUS.map(() => '---|').join('')}`];
  const page = readFileSync(PAGE, 'utf8');
  const [before, , after] = page.split(/<!-- table(?: end)? -->\n/);
  writeFileSync(PAGE, `${before}<!-- table -->\n\n${[...head, ...rows].join('\n')}\n\n<!-- table end -->\n${after}`);
}
