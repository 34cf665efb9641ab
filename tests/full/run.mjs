/**
 * All rows on every adapter, a test file at a time: `npm run test:full -- [--only=name,name] [--part=1/2]`. SwiftShader
 * takes any three factors, lavapipe any two. outcomes.txt holds what passed, until a kernel changes. A file that is in
 * it does not run again, so a run that was cut goes on. Several processes can each run a part. The last line is
 * `N passed, N failed` for all that is on record and for this run's failures.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chosenRuns } from '../adapters/environments.mjs';
import { tally } from '../adapters/tally.mjs';
import { kernelsKey, outcomesOf, writeOutcomes } from './outcomes.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

const { values } = parseArgs({ options: { only: { type: 'string' }, part: { type: 'string', default: '1/1' } } });
const [part, parts] = values.part.split('/').map(Number);

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

/** Runs one file on one adapter. */
function runPiece({ env }, file, reports) {
  const report = path.join(reports, 'report.json');
  rmSync(report, { force: true });
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
  const start = performance.now();
  const { status } = spawnSync(
    process.execPath,
    [vitest, 'run', file, '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`],
    { cwd: root, env: { ...env }, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  return { ...tally(report, status ?? 1), seconds: Math.round((performance.now() - start) / 1000) };
}

process.env.WEBGPU_SEGMENTED_TEST_ROWS = 'full';
const key = kernelsKey();
const reports = mkdtempSync(path.join(os.tmpdir(), 'test-full-'));
const runs = chosenRuns(values.only?.split(','));
const pieces = runs.flatMap((run) =>
  testFiles()
    .filter((file) => run.name === 'swiftshader' || ON_EVERY_ADAPTER.test(file))
    .map((file) => ({ run, file, name: `${run.name} ${file}` })),
);
let failed = 0;
try {
  for (const [i, { run, file, name }] of pieces.entries()) {
    if (i % parts !== part - 1 || outcomesOf(key).has(name)) continue;
    const found = runPiece(run, file, reports);
    failed += found.failed;
    // A file whose tests are all skipped on this adapter passes.
    if (found.failed === 0) writeOutcomes(outcomesOf(key).set(name, { key, commit, name, ...found }));
    console.log(
      `${name}: ${found.passed} passed, ${found.failed} failed, ${found.skipped} skipped, ${found.seconds} s`,
    );
  }
} finally {
  rmSync(reports, { recursive: true, force: true });
}

const done = pieces.flatMap(({ name }) => outcomesOf(key).get(name) ?? []);
const sum = (of) => done.reduce((total, outcome) => total + outcome[of], 0);
const hours = (sum('seconds') / 3600).toFixed(1);
console.log(`kernels ${key}: ${done.length} of ${pieces.length} files on record, ${hours} hours`);
console.log(`${sum('passed')} passed, ${failed} failed`);
process.exitCode = failed > 0 || done.length === 0 ? 1 : 0;
