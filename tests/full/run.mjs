/**
 * All rows on every adapter, a test file at a time: `npm run test:full -- [--state FILE] [--only=name,name]`. A run that
 * was cut goes on from its state file, which holds the outcome of every file. SwiftShader takes any three factors,
 * lavapipe any two. The last line is `N passed, N failed`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chosenRuns } from '../adapters/environments.mjs';
import { tally } from '../adapters/tally.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

const { values } = parseArgs({
  options: { state: { type: 'string', default: 'out/test-full.json' }, only: { type: 'string' } },
});

/** Files whose rows depend on the adapter. The others run once, on the first adapter. */
const ON_EVERY_ADAPTER = /^(?:tests\/(?:contract|kernels|ports|js)|property-tests)\//;

function testFiles() {
  const found = ['tests', 'property-tests'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      path.posix.join(folder, file.split(path.sep).join('/')),
    ),
  );
  return found.filter((file) => file.endsWith('.test.ts')).sort();
}

const commit = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).stdout.trim();

/** The outcomes so far, of this commit. */
function readState() {
  if (!existsSync(values.state)) return { commit, pieces: {} };
  const state = JSON.parse(readFileSync(values.state, 'utf8'));
  if (state.commit === commit) return state;
  console.error(`${values.state} is of commit ${state.commit}, not ${commit}: give another --state, or delete it`);
  process.exit(2);
}

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
const state = readState();
const reports = mkdtempSync(path.join(os.tmpdir(), 'test-full-'));
const runs = chosenRuns(values.only?.split(','));
mkdirSync(path.dirname(path.resolve(values.state)), { recursive: true });
try {
  for (const [i, run] of runs.entries()) {
    for (const file of testFiles()) {
      if (i > 0 && !ON_EVERY_ADAPTER.test(file)) continue;
      const name = `${run.name} ${file}`;
      if (state.pieces[name]) continue;
      const found = runPiece(run, file, reports);
      state.pieces[name] = found;
      writeFileSync(values.state, JSON.stringify(state, undefined, 1));
      console.log(
        `${name}: ${found.passed} passed, ${found.failed} failed, ${found.skipped} skipped, ${found.seconds} s`,
      );
    }
  }
} finally {
  rmSync(reports, { recursive: true, force: true });
}

const pieces = Object.values(state.pieces);
const sum = (key) => pieces.reduce((total, piece) => total + piece[key], 0);
console.log(`${commit}: ${pieces.length} pieces, ${(sum('seconds') / 3600).toFixed(1)} hours`);
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = sum('failed') > 0 || sum('passed') === 0 ? 1 : 0;
