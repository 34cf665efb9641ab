/**
 * Runs the test suite on one adapter after another: `npm run test:adapters -- [--only=name,name] [vitest arguments]`.
 * The last line is `N passed, N failed` for all adapters. The exit code is 1 if a test failed.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'tsup';
import { chosenRuns } from './environments.mjs';
import { tally } from './tally.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const cache = path.join(root, 'node_modules', '.cache', 'webgpu-segmented');

/** Builds a program that prints the adapter of its environment, and the subgroup size. */
async function buildProbe() {
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(path.join(cache, 'probe-'));
  await build({
    config: false,
    entry: { node: path.join(root, 'src', 'node', 'index.ts') },
    outDir: folder,
    format: ['esm'],
    target: 'es2022',
    external: ['webgpu', '@sparticuz/chromium', /^node:/],
    // A device needs none of the kernels that its files import.
    loader: { '.wgsl': 'text' },
    outExtension: () => ({ js: '.mjs' }),
    silent: true,
  });
  const program = path.join(folder, 'probe.mjs');
  writeFileSync(
    program,
    `import { requestDevice } from './node.mjs';
     const off = process.env.WEBGPU_SEGMENTED_TEST_SUBGROUPS === 'off';
     const device = await requestDevice({ quiet: true, withoutFeatures: off ? ['subgroups'] : [] });
     const { vendor, architecture, description, subgroupMinSize: min, subgroupMaxSize: max } = device.adapterInfo;
     const subgroupSize = !device.features.has('subgroups') ? 'none' : min === max ? String(min) : min + '-' + max;
     console.log(JSON.stringify({ adapter: description + ' (' + vendor + ' ' + architecture + ')', subgroupSize }));`,
  );
  return { folder, program };
}

function probe(program, env) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program], { env, encoding: 'utf8' });
  if (status === 0) return JSON.parse(stdout);
  // The tests fail with more details. This line only says why there is no adapter to name.
  const reason = stderr.match(/^.*Error.*$/m)?.[0] ?? `exit code ${status}`;
  return { adapter: `no adapter: ${reason.trim()}`, subgroupSize: '?' };
}

function runTests({ name, env }, { adapter, subgroupSize }, args, reports) {
  console.log(`\n=== ${name}: ${adapter}, subgroup size ${subgroupSize} ===`);
  const report = path.join(reports, `${name}.json`);
  const vitest = path.join(path.dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const start = performance.now();
  const { status } = spawnSync(process.execPath, [vitest, 'run', ...reporters, ...args], {
    cwd: root,
    env,
    stdio: 'inherit',
  });
  const seconds = Math.round((performance.now() - start) / 1000);
  return { run: name, subgroupSize, ...tally(report, status ?? 1), seconds };
}

function printTable(rows) {
  const header = ['run', 'subgroup size', 'passed', 'failed', 'skipped', 'seconds'];
  const lines = [
    header,
    ...rows.map((row) => [row.run, row.subgroupSize, row.passed, row.failed, row.skipped, row.seconds]),
  ];
  const widths = header.map((_, column) => Math.max(...lines.map((line) => String(line[column]).length)));
  console.log('');
  for (const line of lines) {
    console.log(
      line.map((cell, column) => String(cell)[column === 0 ? 'padEnd' : 'padStart'](widths[column])).join('  '),
    );
  }
}

async function main() {
  const onlyArg = process.argv.slice(2).find((arg) => arg.startsWith('--only='));
  const args = process.argv.slice(2).filter((arg) => arg !== onlyArg);
  const runs = chosenRuns(onlyArg?.slice('--only='.length).split(','));
  const reports = mkdtempSync(path.join(os.tmpdir(), 'test-adapters-'));
  const { folder, program } = await buildProbe();
  try {
    const rows = runs.map((run) => runTests(run, probe(program, run.env), args, reports));
    printTable(rows);
    const sum = (key) => rows.reduce((total, row) => total + row[key], 0);
    console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
    // A run without tests is a failure too.
    process.exitCode = sum('failed') > 0 || sum('passed') === 0 ? 1 : 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
    rmSync(reports, { recursive: true, force: true });
  }
}

await main();
