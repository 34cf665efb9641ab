/**
 * Random calls of every operation, type, form of segments and family for a given time, on one adapter after another:
 * `npm run test:soak -- --minutes N [--seed S] [--round N] [--only=name,name]`. Calls run alone, at once, are aborted,
 * lose their device, or find garbage in offsets, counts and k. Each result is compared with an oracle. A failure is
 * shrunk, and printed as a program. `--round`: calls of the same kernels, 1,500 by default. With `--calls N` and
 * `--losses N` instead of minutes: N calls on one device, whose memory may not grow, and N devices that are lost while
 * calls run. The last line is `N passed, N failed`.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chosenRuns } from '../adapters/environments.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
/** A process ends after this time; the next one begins with the next round. */
const SLICE_SECONDS = 600;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '2' },
    seed: { type: 'string', default: '1' },
    round: { type: 'string', default: '1500' },
    calls: { type: 'string', default: '0' },
    losses: { type: 'string', default: '0' },
    only: { type: 'string', default: 'swiftshader,lavapipe-256' },
  },
});
const { minutes, seed, round, calls, losses } = Object.fromEntries(
  Object.entries(values).map(([name, value]) => [name, Number(value)]),
);
if (!(minutes > 0) || ![seed, round, calls, losses].every(Number.isSafeInteger)) {
  console.error('usage: npm run test:soak -- [--minutes N | --calls N --losses N] [--seed S] [--round N] [--only=…]');
  process.exit(2);
}

/** Runs a test file of this folder with settings. */
function runFile(file, env, settings) {
  const variables = Object.entries(settings).map(([key, value]) => [`WEBGPU_SEGMENTED_SOAK_${key}`, `${value}`]);
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
  const args = [vitest, 'run', file, '--config', 'tests/soak/vitest.config.ts', '--reporter=dot'];
  return spawnSync(process.execPath, args, {
    cwd: root,
    env: { ...env, ...Object.fromEntries(variables) },
    stdio: ['ignore', 'ignore', 'inherit'],
  }).status;
}

/** Runs rounds in a process. Returns what it counted. */
function slice({ name, env }, seconds, first) {
  const file = path.join(root, 'out', `soak-${name}-${process.pid}.json`);
  mkdirSync(path.dirname(file), { recursive: true });
  const settings = { SECONDS: seconds, SEED: seed, ROUND: first, ROUND_CALLS: round, FILE: file };
  const status = runFile('tests/soak/soak.check.ts', env, settings);
  const found = JSON.parse(readFileSync(file, 'utf8'));
  rmSync(file);
  return { ...found, failed: status !== 0 };
}

/** Random rounds on an adapter for a time. Returns the numbers of right calls and of failures. */
function soak(run, seconds) {
  const total = { calls: 0, segments: 0, aborted: 0, lost: 0, devices: 0, rounds: 0, rss: 0 };
  let [left, adapter, failed] = [seconds, '', false];
  while (left > 0 && !failed) {
    const found = slice(run, Math.min(left, SLICE_SECONDS), total.rounds);
    for (const key of Object.keys(total))
      total[key] = key === 'rss' ? Math.max(total.rss, found.rss) : total[key] + found[key];
    ({ adapter, failed } = found);
    left -= SLICE_SECONDS;
  }
  const { calls, segments, aborted, lost, devices, rounds, rss } = total;
  console.log(`${run.name}: ${adapter}; seed ${seed}, ${rounds} rounds, ${devices} devices`);
  console.log(`  ${calls} calls of ${segments} segments; ${aborted} aborted, ${lost} lost; at most ${rss} MB resident`);
  return [calls, Number(failed)];
}

/** Many calls on one device, and many lost devices. */
function long(run) {
  const failed = runFile('tests/soak/long.check.ts', run.env, { SEED: seed, CALLS: calls, LOSSES: losses }) !== 0;
  return [failed ? 0 : calls + losses, Number(failed)];
}

const runs = chosenRuns(values.only.split(','));
const seconds = Math.ceil((minutes * 60) / runs.length);
const outcomes = runs.map((run) => (calls + losses > 0 ? long(run) : soak(run, seconds)));
const [passed, failed] = outcomes.reduce(([a, b], [c, d]) => [a + c, b + d], [0, 0]);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
