/**
 * All rows on every adapter: `npm run test:full -- [--only=name,name] [--limit=minutes] [files]`. SwiftShader takes any
 * three factors, lavapipe any two. A file's line says what its tests gave. With `--limit` each file has a process, which
 * is killed after these minutes. Files that did not end are named. Files can be given by parts of their paths, so that a
 * run that was cut goes on with the others. The last line is `N passed, N failed`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chosenRuns } from '../adapters/environments.mjs';
import { tally } from '../adapters/tally.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const { values, positionals } = parseArgs({
  options: { only: { type: 'string' }, limit: { type: 'string' } },
  allowPositionals: true,
});
const limitMs = values.limit === undefined ? undefined : 60_000 * Number(values.limit);
if (limitMs !== undefined && !(limitMs > 0)) throw new Error(`--limit: '${values.limit}'; allowed: minutes`);

/**
 * LLVM compiles without its optimizer: reduces of several operators took 17 seconds instead of 33. `.ci/run` tests
 * optimized kernels on one adapter.
 */
const QUICK_LLVM = { GALLIVM_PERF: 'nopt' };

/** Files whose rows depend on the adapter. The others run only on SwiftShader. */
const ON_EVERY_ADAPTER = /^(?:tests\/(?:contract|kernels|ports|js)|property-tests)\//;

function testFiles() {
  const found = ['tests', 'property-tests'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      path.posix.join(folder, file.split(path.sep).join('/')),
    ),
  );
  return found.filter((file) => file.endsWith('.test.ts')).sort();
}

/** Runs files on one adapter. Returns the numbers of tests. Files that are killed at the limit have no failure. */
async function runFiles({ name, env }, files, reports) {
  const report = path.join(reports, `${name}.json`);
  const reporters = ['./tests/full/reporter.mjs', 'json'].map((reporter) => `--reporter=${reporter}`);
  rmSync(report, { force: true });
  const vitest = spawn(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', ...files, ...reporters, `--outputFile.json=${report}`],
    {
      cwd: root,
      env: { ...env, ...QUICK_LLVM, WEBGPU_SEGMENTED_FULL_RUN: name },
      stdio: ['ignore', 'inherit', 'inherit'],
      // A group of processes, so that vitest's workers end too, at the limit or with this process.
      detached: true,
    },
  );
  const end = () => process.kill(-vitest.pid, 'SIGKILL');
  process.once('exit', end);
  let isOver = false;
  const over = () => {
    isOver = true;
    end();
  };
  const timer = limitMs && setTimeout(over, limitMs);
  const [status] = await once(vitest, 'exit');
  clearTimeout(timer);
  process.off('exit', end);
  if (!isOver) return tally(report, status ?? 1);
  console.log(`${name}: not ended in ${values.limit} minutes: ${files.join(', ')}`);
  return { passed: 0, failed: 0 };
}

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
process.env.WEBGPU_SEGMENTED_TEST_ROWS = 'full';
const reports = mkdtempSync(path.join(os.tmpdir(), 'test-full-'));
process.on('exit', () => rmSync(reports, { recursive: true, force: true }));
const isGiven = (file) => positionals.length === 0 || positionals.some((part) => file.includes(part));
const total = { passed: 0, failed: 0 };
for (const run of chosenRuns(values.only?.split(','))) {
  const files = testFiles().filter(
    (file) => isGiven(file) && (run.name === 'swiftshader' || ON_EVERY_ADAPTER.test(file)),
  );
  const processes = limitMs === undefined ? [files] : files.map((file) => [file]);
  for (const some of processes.filter(({ length }) => length > 0)) {
    const { passed, failed } = await runFiles(run, some, reports);
    total.passed += passed;
    total.failed += failed;
  }
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
