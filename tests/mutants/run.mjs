/**
 * Plants one fault after another, and checks that a test detects each:
 * `npm run test:mutants -- [--only=text,text] [--part=1/3] [--state=FILE]`. A state file stores the outcome of each
 * mutant, so that a run can continue. An outcome stays valid while the mutant's text is the same, even if the sources
 * change. Several processes can each run a part, with one state file.
 * A fault that no test detects is a gap in the tests. One that does not compile proves nothing. Either gives exit code
 * 1.
 */
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { MUTANTS } from './mutants.mjs';

const LIMIT_MS = 150_000;
const vitest = path.join(path.dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
const folder = mkdtempSync(path.join(os.tmpdir(), 'mutants-'));

/**
 * Runs a Node program. True if it had to be killed, with all that it started, since a worker in an endless shader
 * stays.
 */
function ends(args, env) {
  const child = spawn(process.execPath, args, { env, stdio: 'ignore', detached: true });
  return new Promise((resolve, reject) => {
    let hung = false;
    const timer = setTimeout(() => {
      hung = true;
      process.kill(-child.pid, 'SIGKILL');
    }, LIMIT_MS);
    child.on('error', reject);
    child.on('exit', () => {
      clearTimeout(timer);
      resolve(hung);
    });
  });
}

/** The outcome of one mutant: the test that detected it, or why none did. */
async function run(mutant, index) {
  const report = path.join(folder, `${index}.json`);
  const filter = mutant.name ? ['-t', mutant.name] : [];
  const reporters = ['--reporter=json', `--outputFile.json=${report}`];
  const config = ['-c', 'tests/mutants/vitest.config.mjs'];
  const hung = await ends([vitest, 'run', ...config, '--bail=1', ...reporters, ...filter, ...mutant.tests], {
    ...process.env,
    WEBGPU_SEGMENTED_ADAPTER: 'swiftshader',
    WEBGPU_SEGMENTED_TEST_ROWS: 'pairwise',
    WEBGPU_SEGMENTED_TEST_MUTANT: mutant.what,
  });
  if (hung) return { outcome: 'caught', detail: `a hang: killed after ${LIMIT_MS / 1000} s` };
  if (!existsSync(report)) return { outcome: 'caught', detail: 'the test process died' };
  const { testResults, numTotalTests } = JSON.parse(readFileSync(report, 'utf8'));
  const failed = testResults.flatMap((file) => file.assertionResults).find(({ status }) => status === 'failed');
  if (failed) {
    const message = failed.failureMessages.join('\n');
    const broken = /shader-compile|does not compile|SyntaxError|TypeError|ReferenceError/.test(message);
    return { outcome: broken ? 'invalid' : 'caught', detail: `${failed.fullName}: ${message.split('\n')[0]}` };
  }
  const other = testResults.find(({ status, message }) => status === 'failed' && message);
  if (other) return { outcome: 'invalid', detail: other.message.split('\n')[0] };
  return { outcome: numTotalTests > 0 ? 'survived' : 'invalid', detail: `${numTotalTests} tests passed or skipped` };
}

const option = (name) =>
  process.argv
    .slice(2)
    .find((arg) => arg.startsWith(`--${name}=`))
    ?.slice(name.length + 3);
const only = option('only')?.split(',');
const state = option('state');
const [part = 1, parts = 1] = option('part')?.split('/').map(Number) ?? [];
const keyOf = ({ file, find, replace, tests, name }) => JSON.stringify([file, find, replace, tests, name]);
/** Outcomes of an earlier run, by the text of the mutant. */
const known = new Map(
  state && existsSync(state)
    ? readFileSync(state, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    : [],
);
const chosen = [...MUTANTS.entries()].filter(
  ([index, { file, what }]) =>
    index % parts === part - 1 && (!only || only.some((text) => file.includes(text) || what.includes(text))),
);
const count = {};
try {
  for (const [index, mutant] of chosen) {
    const start = performance.now();
    const kept = known.get(keyOf(mutant));
    const { outcome, detail } = kept ?? (await run(mutant, index));
    if (state && !kept) appendFileSync(state, `${JSON.stringify([keyOf(mutant), { outcome, detail }])}\n`);
    count[outcome] = (count[outcome] ?? 0) + 1;
    const seconds = Math.round((performance.now() - start) / 1000);
    console.log(`${outcome.padEnd(8)} ${mutant.file}: ${mutant.what} (${seconds} s)\n         ${detail.slice(0, 240)}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(
  Object.entries(count)
    .map(([outcome, n]) => `${n} ${outcome}`)
    .join(', '),
);
process.exitCode = count.survived || count.invalid || chosen.length === 0 ? 1 : 0;
