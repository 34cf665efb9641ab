/**
 * Writes the table of docs/gpu.md from the budgets: registers and instructions of the main kernels on one GPU of each
 * compiler. `run.mjs --update` calls it.
 *
 *   node tests/compilers/table.mjs
 */
import { readFileSync, writeFileSync } from 'node:fs';

const PAGE = new URL('../../docs/gpu.md', import.meta.url);
const GPUS = ['navi31', 'vega10', 'tgl', 'm1', 'ampere', '730'];
const KERNELS = [
  /^roomy, sort u32: partition\/(count|scatter)$/,
  /^roomy, sort u32: sort\/(small (8|32|128|256|512|1024)|medium .*|large .*)$/,
  /^roomy, sort u32 \+ u32: sort\/(small (32|256)|medium .*|large .*)$/,
  /^roomy, reduce u32 sum: reduce\//,
  /^roomy, top-k u32: select\/(top network (32|64|256)|count|descend|keep|keep rows)$/,
  /^roomy, top-k u32, 64 of long segments: select\/(top start|sift.*)$/,
  /^roomy, quantile u32 median: select\/(quantile network (32|256)|count first|descend|keep)$/,
];

const budgets = GPUS.map((id) => {
  const text = readFileSync(new URL(`budgets/${id}.txt`, import.meta.url), 'utf8');
  return new Map(
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split(' | ')),
  );
});

/** Writes the table between its two marks. */
export function writeTable() {
  const keys = [...new Set(budgets.flatMap((budget) => [...budget.keys()]))];
  const rows = KERNELS.flatMap((pattern) => keys.filter((key) => pattern.test(key))).map((key) => {
    const cells = budgets.map((budget) => budget.get(key)?.split(' ').slice(0, 2).join(' / ') ?? '');
    return `| ${key.replace('roomy, ', '')} | ${cells.join(' | ')} |`;
  });
  const head = [`| kernel | ${GPUS.join(' | ')} |`, `|---|${GPUS.map(() => '---|').join('')}`];
  const page = readFileSync(PAGE, 'utf8');
  const [before, , after] = page.split(/<!-- table(?: end)? -->\n/);
  writeFileSync(PAGE, `${before}<!-- table -->\n\n${[...head, ...rows].join('\n')}\n\n<!-- table end -->\n${after}`);
}

if (import.meta.url === `file://${process.argv[1]}`) writeTable();
