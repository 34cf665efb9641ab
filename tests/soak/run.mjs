/**
 * Random calls of every operation, type, form of segments and family for a given time, on one adapter after another:
 * `npm run test:soak -- --minutes N [--seed S] [--only=name,name]`. Calls run alone, at once, are aborted, lose their
 * device, or find garbage in offsets, counts and k. Each result is compared with an oracle. A failure is shrunk, and
 * printed as a program. The last line is `N passed, N failed`.
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
    only: { type: 'string', default: 'swiftshader,lavapipe-256' },
  },
});
const [minutes, seed] = [Number(values.minutes), Number(values.seed)];
if (!(minutes > 0) || !Number.isSafeInteger(seed)) {
  console.error('usage: npm run test:soak -- --minutes N [--seed S] [--only=name,name]');
  process.exit(2);
}

/** Runs rounds in a process. Returns what it counted. */
function slice({ name, env }, seconds, round) {
  const file = path.join(root, 'out', `soak-${name}-${process.pid}.json`);
  mkdirSync(path.dirname(file), { recursive: true });
  const settings = { SECONDS: seconds, SEED: seed, ROUND: round, FILE: file };
  const variables = Object.entries(settings).map(([key, value]) => [`WEBGPU_SEGMENTED_SOAK_${key}`, `${value}`]);
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
  const args = [vitest, 'run', '--config', 'tests/soak/vitest.config.ts', '--reporter=dot'];
  const { status } = spawnSync(process.execPath, args, {
    cwd: root,
    env: { ...env, ...Object.fromEntries(variables) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const found = JSON.parse(readFileSync(file, 'utf8'));
  rmSync(file);
  return { ...found, failed: status !== 0 };
}

let passed = 0;
let failed = 0;
const runs = chosenRuns(values.only.split(','));
for (const run of runs) {
  const total = { calls: 0, segments: 0, aborted: 0, lost: 0, devices: 0, rounds: 0, rss: 0 };
  let seconds = Math.ceil((minutes * 60) / runs.length);
  let adapter = '';
  let stopped = false;
  while (seconds > 0 && !stopped) {
    const found = slice(run, Math.min(seconds, SLICE_SECONDS), total.rounds);
    for (const key of Object.keys(total))
      total[key] = key === 'rss' ? Math.max(total.rss, found.rss) : total[key] + found[key];
    adapter = found.adapter;
    stopped = found.failed;
    seconds -= SLICE_SECONDS;
  }
  const { calls, segments, aborted, lost, devices, rounds, rss } = total;
  console.log(`${run.name}: ${adapter}; seed ${seed}, ${rounds} rounds, ${devices} devices`);
  console.log(`  ${calls} calls of ${segments} segments; ${aborted} aborted, ${lost} lost; at most ${rss} MB resident`);
  passed += calls;
  failed += Number(stopped);
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
