/**
 * Plants one fault after another, and checks that a test detects each:
 * `npm run test:mutants -- [--only=text,text] [--changed[=REF]] [--part=1/3] [--list]`. `--only` takes parts of files and
 * of descriptions. `--changed` takes mutants of files that differ from a commit, by default HEAD's parent. Several
 * processes can each run a part. `--list` plants nothing: it checks that each fault changes code that exists.
 * A fault that no test detects is a gap in the tests. One that does not compile, or whose code is gone, proves nothing.
 * Each gives exit code 1.
 */
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { MUTANTS } from './mutants.mjs';
import { planted } from './planted.mjs';

/** A test that runs longer hangs. A busy computer may need minutes for tests that do not. */
const LIMIT_MS = 300_000;
const SERVER = fileURLToPath(new URL('server.mjs', import.meta.url));

/** The process that runs tests, once it is needed. */
let server;

/** Ends the server and all that it started, since a worker in an endless shader stays. */
function stop() {
  if (server?.exitCode === null) process.kill(-server.pid, 'SIGKILL');
  server = undefined;
}

async function start() {
  const env = { ...process.env, WEBGPU_SEGMENTED_ADAPTER: 'swiftshader', WEBGPU_SEGMENTED_TEST_ROWS: 'pairwise' };
  server = fork(SERVER, { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'], detached: true });
  await Promise.race([
    once(server, 'message'),
    once(server, 'exit').then(() => Promise.reject(new Error(`${SERVER} ended before it was ready`))),
  ]);
}

/** The outcome of one mutant: the test that detected it, or why none did. */
async function run(index) {
  if (!server) await start();
  const limit = new AbortController();
  const { signal } = limit;
  const timer = setTimeout(() => limit.abort(), LIMIT_MS);
  server.send({ index });
  try {
    const answer = once(server, 'message', { signal }).then(([outcome]) => outcome);
    const end = once(server, 'exit', { signal }).then(() => ({ outcome: 'caught', detail: 'the test process died' }));
    const found = await Promise.race([answer, end]);
    if (found.detail.startsWith('the test process died')) stop();
    return found;
  } catch (error) {
    if (!signal.aborted) throw error;
    stop();
    return { outcome: 'caught', detail: `a hang: killed after ${LIMIT_MS / 1000} s` };
  } finally {
    clearTimeout(timer);
    // The listener that did not get its event is removed.
    limit.abort();
  }
}

const option = (name) =>
  process.argv
    .slice(2)
    .find((arg) => arg.startsWith(`--${name}=`))
    ?.slice(name.length + 3);
const only = option('only')?.split(',');
const [part = 1, parts = 1] = option('part')?.split('/').map(Number) ?? [];
const since = option('changed') ?? (process.argv.includes('--changed') ? 'HEAD~1' : undefined);
const changed =
  since === undefined
    ? undefined
    : new Set(execFileSync('git', ['diff', '--name-only', since], { encoding: 'utf8' }).trim().split('\n'));
const isChosen = ({ file, what }) =>
  (!only || only.some((text) => file.includes(text) || what.includes(text))) && (!changed || changed.has(file));
const chosen = [...MUTANTS.entries()].filter(([index, mutant]) => index % parts === part - 1 && isChosen(mutant));

const testFiles = readdirSync('tests', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => `tests/${file.split(path.sep).join('/')}`);

/** Why a mutant can't be planted: its code or its tests are gone, or another one has its description. */
function faultOf(mutant) {
  try {
    planted(mutant, readFileSync(mutant.file, 'utf8'));
  } catch (error) {
    return error.message;
  }
  const missing = mutant.tests.find((part) => !testFiles.some((file) => file.includes(part)));
  if (missing) return `${mutant.what}: no test file has '${missing}' in its name`;
  const same = MUTANTS.filter(({ what }) => what === mutant.what);
  return same.length > 1 ? `${same.length} mutants are described as '${mutant.what}'` : undefined;
}

const faults = new Map(chosen.map(([index, mutant]) => [index, faultOf(mutant)]));
const plantable = chosen.filter(([index]) => !faults.get(index));
for (const fault of faults.values()) if (fault) console.log(fault);
const lost = chosen.length - plantable.length;
console.log(`${chosen.length} mutants, ${lost} of which can't be planted`);
if (process.argv.includes('--list')) process.exit(lost > 0 ? 1 : 0);
const count = {};
try {
  for (const [index, mutant] of plantable) {
    const start = performance.now();
    const { outcome, detail } = await run(index);
    count[outcome] = (count[outcome] ?? 0) + 1;
    const seconds = Math.round((performance.now() - start) / 1000);
    console.log(`${outcome.padEnd(8)} ${mutant.file}: ${mutant.what} (${seconds} s)\n         ${detail.slice(0, 240)}`);
  }
} finally {
  stop();
}
console.log(`${count.caught ?? 0} caught, ${count.survived ?? 0} survived, ${count.invalid ?? 0} invalid`);
process.exitCode = count.survived || count.invalid || lost || chosen.length === 0 ? 1 : 0;
