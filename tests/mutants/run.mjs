/**
 * Plants one fault after another, and checks that a test detects each:
 * `npm run test:mutants -- [--only=text,text] [--part=1/3] [--all]`. outcomes.txt names the mutants that were detected,
 * with the commit and the test. They are not run again, except with `--all`, so a run that was cut goes on. A mutant whose text or
 * tests changed is a new one. Several processes can each run a part.
 * A fault that no test detects is a gap in the tests. One that does not compile proves nothing. Either gives exit code
 * 1.
 */
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { MUTANTS } from './mutants.mjs';
import { caughtMutants, keyOf, titleIn, writeCaughtMutants } from './outcomes.mjs';

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

/**
 * The outcome of one mutant: the test that detected it, or why none did.
 *
 * @param title a test to try before the others
 */
async function run(index, title) {
  if (!server) await start();
  const limit = new AbortController();
  const { signal } = limit;
  const timer = setTimeout(() => limit.abort(), LIMIT_MS);
  server.send({ index, title });
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
const all = process.argv.includes('--all');
const commit = execFileSync('git', ['rev-parse', '--short=7', 'HEAD'], { encoding: 'utf8' }).trim();
const keys = new Set(MUTANTS.map(keyOf));
/** Without those of mutants that were changed or removed. */
const caughtOfNow = () => new Map([...caughtMutants()].filter(([key]) => keys.has(key)));
const caught = caughtOfNow();
const known = all ? new Map() : caught;
const chosen = [...MUTANTS.entries()].filter(
  ([index, { file, what }]) =>
    index % parts === part - 1 && (!only || only.some((text) => file.includes(text) || what.includes(text))),
);
const waiting = chosen.filter(([, mutant]) => !known.has(keyOf(mutant)));
console.log(`${chosen.length} mutants, ${chosen.length - waiting.length} of them caught before`);
const count = {};
try {
  for (const [index, mutant] of waiting) {
    const start = performance.now();
    const { outcome, detail, title } = await run(index, titleIn(caught.get(keyOf(mutant))));
    if (outcome === 'caught') {
      const line = `${keyOf(mutant)} ${commit} ${mutant.file}: ${mutant.what} | ${title ?? detail.split(':')[0]}`;
      writeCaughtMutants(caughtOfNow().set(keyOf(mutant), line));
    }
    count[outcome] = (count[outcome] ?? 0) + 1;
    const seconds = Math.round((performance.now() - start) / 1000);
    console.log(`${outcome.padEnd(8)} ${mutant.file}: ${mutant.what} (${seconds} s)\n         ${detail.slice(0, 240)}`);
  }
} finally {
  stop();
}
console.log(`${count.caught ?? 0} caught, ${count.survived ?? 0} survived, ${count.invalid ?? 0} invalid`);
process.exitCode = count.survived || count.invalid || chosen.length === 0 ? 1 : 0;
