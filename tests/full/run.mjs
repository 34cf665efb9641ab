/**
 * All rows on every adapter: `npm run test:full -- [--only=name,name] [--limit=minutes]`. SwiftShader takes any three
 * factors, lavapipe any two. outcomes.txt holds what passed, until a kernel changes. A file that is in it does not run
 * again, so a run that was cut goes on. With `--limit` each file has a process, which is killed after these minutes.
 * Files that did not end are named. The last line is `N passed, N failed` for all that is on record and for this run's
 * failures.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chosenRuns } from '../adapters/environments.mjs';
import { tally } from '../adapters/tally.mjs';
import { kernelsKey, outcomesOf, root } from './outcomes.mjs';

const { values } = parseArgs({ options: { only: { type: 'string' }, limit: { type: 'string' } } });
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

const commit = spawnSync('git', ['rev-parse', '--short=8', 'HEAD'], { cwd: root, encoding: 'utf8' }).stdout.trim();
if (!commit) throw new Error('no commit: git does not run, or this is no clone. Outcomes name their commit.');

/**
 * Runs files on one adapter. Its reporter puts each of them on record. Returns the number of failures. Files that are
 * killed at the limit are no failures.
 */
async function runFiles({ name, env }, files, reports) {
  const report = path.join(reports, `${name}.json`);
  const own = {
    WEBGPU_SEGMENTED_FULL_RUN: name,
    WEBGPU_SEGMENTED_FULL_KEY: key,
    WEBGPU_SEGMENTED_FULL_COMMIT: commit,
  };
  const reporters = ['./tests/full/reporter.mjs', 'json'].map((reporter) => `--reporter=${reporter}`);
  rmSync(report, { force: true });
  const vitest = spawn(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', ...files, ...reporters, `--outputFile.json=${report}`],
    {
      cwd: root,
      env: { ...env, ...QUICK_LLVM, ...own },
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
  if (isOver) {
    console.log(`${name}: not ended in ${values.limit} minutes: ${files.join(', ')}`);
    return 0;
  }
  return tally(report, status ?? 1).failed;
}

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
process.env.WEBGPU_SEGMENTED_TEST_ROWS = 'full';
const key = kernelsKey();
const reports = mkdtempSync(path.join(os.tmpdir(), 'test-full-'));
process.on('exit', () => rmSync(reports, { recursive: true, force: true }));
const pieces = chosenRuns(values.only?.split(',')).map((run) => ({
  run,
  files: testFiles().filter((file) => run.name === 'swiftshader' || ON_EVERY_ADAPTER.test(file)),
}));
let failed = 0;
for (const { run, files } of pieces) {
  const left = files.filter((file) => !outcomesOf(key).has(`${run.name} ${file}`));
  const processes = limitMs === undefined ? [left] : left.map((file) => [file]);
  for (const some of processes) if (some.length > 0) failed += await runFiles(run, some, reports);
}

const names = pieces.flatMap(({ run, files }) => files.map((file) => `${run.name} ${file}`));
const done = names.flatMap((name) => outcomesOf(key).get(name) ?? []);
const sum = (of) => done.reduce((total, outcome) => total + outcome[of], 0);
const hours = (sum('seconds') / 3600).toFixed(1);
console.log(`kernels ${key}: ${done.length} of ${names.length} files on record, ${hours} hours`);
console.log(`${sum('passed')} passed, ${failed} failed`);
process.exitCode = failed > 0 || done.length === 0 ? 1 : 0;
