/** The table of docs/gpu.md: what the model predicts, a row a case, with the kernel that takes most of its time. */
import { readFileSync, writeFileSync } from 'node:fs';
import { bound, total } from './rows.mjs';
import { broken } from './rules.mjs';

const PAGE = new URL('../../docs/gpu.md', import.meta.url);
/** By how much a figure may exceed the table's. */
const ALLOWED = 1.05;
/** Differences that rounding makes. */
const ROUNDING = 0.06;

const HEAD = ['case', 'dispatches', 'instr', 'sectors', 'µs', 'longest kernel', 'instr', 'sectors', 'µs', 'bound by'];
const FIGURES = [2, 3, 4, 6, 7, 8];

const sectors = (kernels) => {
  const ideal = total(kernels, 'ideal');
  return ideal > 0 ? total(kernels, 'touched') / ideal : 0;
};

const figures = (kernels) =>
  [total(kernels, 'perItem'), sectors(kernels), total(kernels, 'us')].map((figure) => figure.toFixed(1));

function row({ name, kernels }) {
  const longest = kernels.reduce((most, each) => (each.us > most.us ? each : most));
  const title = `${longest.name}${longest.times > 1 ? ` × ${longest.times}` : ''}`;
  const all = [`${total(kernels, 'times')}`, ...figures(kernels)];
  return [name, ...all, title, ...figures([longest]), bound(longest)];
}

const parts = () => readFileSync(PAGE, 'utf8').split(/<!-- model(?: end)? -->\n/);

/** Writes the table between its two marks, if all cases were run. */
export function writeTable(found) {
  const [before, , after] = parts();
  const lines = [HEAD, HEAD.map(() => '---'), ...found.map(row)].map((cells) => `| ${cells.join(' | ')} |`);
  writeFileSync(PAGE, `${before}<!-- model -->\n\n${lines.join('\n')}\n\n<!-- model end -->\n${after}`);
}

/** Figures above the table's, and kernels that break a rule. A kernel that is not in the table has no figure yet. */
export function faults(all, isWhole) {
  const found = all.filter(({ kernels }) => kernels.length > 0);
  const known = parts()[1]
    .split('\n')
    .map((line) =>
      line
        .split('|')
        .map((cell) => cell.trim())
        .slice(1, -1),
    );
  const above = found.flatMap((one) => {
    const is = row(one);
    const was = known.find(([name]) => name === one.name);
    if (!was) return [`${one.name} is not in the table of docs/gpu.md: npm run model -- --write`];
    const isSame = is[5] === was[5];
    return FIGURES.filter((i) => i < 5 || isSame)
      .filter((i) => Number(is[i]) > Number(was[i]) * ALLOWED + ROUNDING)
      .map((i) => `${one.name}: ${i < 5 ? '' : `${is[5]}, `}${HEAD[i]} ${is[i]}, in docs/gpu.md ${was[i]}`);
  });
  return [...above, ...broken(found, isWhole)];
}
