/**
 * Runs the examples on clusters: `npm run test:engines -- [name …]`, after a build. Each result must have the same hash
 * as that of one process. The tests kill some workers. The last line is `N passed, N failed`.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bullmq } from './bullmq.mjs';
import { dask } from './dask.mjs';
import { slurm } from './slurm.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const examples = path.join(root, 'examples/distributed');
const program = [process.execPath, path.join(root, 'dist/cli.js')];

/** What an engine's test gets: folders, the program, and helper functions. */
function around(folder, parts, rows) {
  const data = (...args) =>
    execFileSync(process.execPath, [path.join(examples, 'data.mjs'), ...args], { encoding: 'utf8' });
  const env = { ...process.env, WEBGPU_SEGMENTED: program.join(' ') };
  return {
    ...{ root, examples, folder, parts, env },
    /** Makes new data. */
    make: () => data('make', folder, String(parts), String(rows)),
    hash: (name) => data('hash', path.join(folder, name)).trim(),
    run(command, args, options = {}) {
      const { status, stdout, stderr, error } = spawnSync(command, args, {
        encoding: 'utf8',
        env,
        timeout: 100_000,
        ...options,
      });
      if (status !== 0)
        throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? `exit code ${status}`}\n${stdout}${stderr}`);
      return stdout;
    },
  };
}

/** The hash of one process that reads all parts. */
function wholeHash(place) {
  const inputs = Array.from({ length: place.parts }, (_, i) => ['--input', path.join(place.folder, `rows${i}.arrow`)]);
  const [whole, total] = ['whole.arrow', 'total.arrow'].map((name) => path.join(place.folder, name));
  const reduce = [
    'reduce',
    '--quiet',
    '--by',
    'key',
    '--column',
    'amount',
    '--partial',
    '--op',
    'sum,count,max,argmin',
  ];
  place.run(program[0], [program[1], ...reduce, ...inputs.flat(), '--output', whole]);
  place.run(program[0], [program[1], 'combine', '--input', whole, '--output', total]);
  return place.hash('total.arrow');
}

const ENGINES = { dask, bullmq, slurm };

async function main() {
  if (!existsSync(program[1])) throw new Error('dist is empty: npm run build comes first');
  const named = process.argv.slice(2);
  const totals = { passed: 0, failed: 0 };
  const folder = mkdtempSync(path.join(os.tmpdir(), 'webgpu-segmented-engines-'));
  try {
    const place = around(folder, 4, 20_000);
    place.make();
    const want = wholeHash(place);
    console.log(`one process: ${want.slice(0, 16)}`);
    for (const [name, { lack, tests }] of Object.entries(ENGINES)) {
      if (named.length > 0 && !named.includes(name)) continue;
      const reason = lack(place);
      if (reason) {
        console.log(`${name}: not run: ${reason}`);
        continue;
      }
      for (const [title, test] of Object.entries(tests)) {
        const start = performance.now();
        const seconds = () => `${((performance.now() - start) / 1000).toFixed(1)} s`;
        try {
          rmSync(path.join(folder, 'totals.arrow'), { force: true });
          const said = await test(place);
          const found = place.hash('totals.arrow');
          if (found !== want) throw new Error(`hash ${found.slice(0, 16)}`);
          totals.passed++;
          console.log(
            `ok  ${name}: ${title}, the same hash (${seconds()})\n    ${said.trim().split('\n').join('\n    ')}`,
          );
        } catch (error) {
          totals.failed++;
          console.log(`FAILED  ${name}: ${title} (${seconds()})\n    ${error.stack}`);
        }
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(`\n${totals.passed} passed, ${totals.failed} failed`);
  process.exitCode = totals.failed > 0 ? 1 : 0;
}

await main();
