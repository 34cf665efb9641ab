/** Row 1: what the driver's compiler says of the kernels, by the Vulkan layer of tests/compilers. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Paper } from '../../tests/compilers/paper.mjs';
import { aligned } from '../table.mjs';

const COMPILE = fileURLToPath(new URL('../../tests/compilers/compile.mjs', import.meta.url));
const PLANS = 'sort u32,reduce u32,quantile u32';
const SECONDS = 75;

export const compiler = {
  question:
    'What does the driver’s compiler do? Stack or scratch > 0: mend; registers > 64: smaller tiles or fewer items',
  seconds: SECONDS,
  isWanted: ({ small }) => !small,
  async run({ env, plans = PLANS }) {
    const work = mkdtempSync(path.join(os.tmpdir(), 'lab-compiler-'));
    try {
      const missing = new Paper(work).build();
      if (missing) return { lines: [`left out: the layer does not build: ${missing}`] };
      const out = path.join(work, 'figures.json');
      const { signal, stderr } = spawnSync(process.execPath, [COMPILE, 'roomy', out, '--plans', plans], {
        encoding: 'utf8',
        timeout: 1000 * SECONDS,
        env: {
          ...env,
          PAPER_STATS: path.join(work, 'stats'),
          VK_LAYER_PATH: work,
          VK_INSTANCE_LAYERS: 'VK_LAYER_PAPER_stats',
        },
      });
      if (signal) return { lines: [`left out: it took more than ${SECONDS} s`] };
      if (!existsSync(out)) return { lines: [`left out: ${stderr.trim().split('\n').pop()}`] };
      return figures(JSON.parse(readFileSync(out, 'utf8')).rows);
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  },
};

function figures(rows) {
  const found = rows.filter(({ error, refused }) => !error && !refused);
  const error = rows.find((row) => row.error)?.error;
  if (found.length === 0) return { lines: [`left out: ${error ?? 'no kernel was compiled'}`] };
  const cell = (value) => (value === undefined ? '' : `${value}`);
  const table = [
    ['kernel', 'registers', 'scratch', 'instructions', 'ms'],
    ...found.map(({ plan, kernel, registers, scratch, instructions, ms }) => [
      `${plan}: ${kernel}`,
      ...[registers, scratch, instructions, ms].map(cell),
    ]),
  ];
  return { lines: [aligned(table)], rows: found.map((row) => ({ compiler: true, ...row })) };
}
