/**
 * Long runs: thousands of calls on one device without growth, and a device lost many times at random moments. The
 * numbers are those of `npm run test:soak -- --calls N --losses N` (run.mjs).
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SegmentedError } from '../../src/index.ts';
import { Random } from '../support/cases.ts';
import { countingDevice, forgetDevice, openDevice } from '../support/device.ts';
import type { SoakCall, SoakRow } from './call.ts';
import { groupRows } from './groups.ts';
import { reduceRows } from './reduces.ts';
import { scanRows } from './scans.ts';
import { selectionRows } from './selections.ts';
import { sortRows } from './sorts.ts';

const number = (name: string) => Number(process.env[`WEBGPU_SEGMENTED_SOAK_${name}`] ?? 0);
const [CALLS, LOSSES, SEED] = [number('CALLS'), number('LOSSES'), number('SEED')];
const ROWS = [sortRows, reduceRows, scanRows, selectionRows, groupRows];
const HOURS = 3_600_000;

const drawnRows = (random: Random) =>
  ROWS.map((rows) => fc.sample(rows, { seed: random.below(2 ** 31), numRuns: 1 })[0] as SoakRow);

function drawnCall(rows: readonly SoakRow[], random: Random): SoakCall {
  const { calls } = rows[random.below(rows.length)] as SoakRow;
  return fc.sample(calls, { seed: random.below(2 ** 31), numRuns: 1 })[0] as SoakCall;
}

/** Resident memory in MB after garbage collection, if the process can request it. */
function resident(): number {
  (globalThis as { gc?: () => void }).gc?.();
  return process.memoryUsage.rss() / 2 ** 20;
}

it.runIf(CALLS > 0)(`${CALLS} calls on one device do not grow`, { timeout: 3 * HOURS }, async () => {
  const random = new Random(SEED);
  const { device, state } = await countingDevice({ ignored: ['webgpu-segmented call', 'webgpu-segmented constants'] });
  const rows = drawnRows(random);
  const sixth = Math.ceil(CALLS / 6);
  const sizes: number[] = [];
  let buffers = state();
  for (let i = 0; i < CALLS; i++) {
    await drawnCall(rows, random).run(device);
    if ((i + 1) % sixth > 0) continue;
    sizes.push(Math.round(resident()));
    if (sizes.length === 1) buffers = state();
  }
  console.error(`${CALLS} calls: MB resident after each sixth: ${sizes.join(', ')}`);
  expect(state()).toEqual(buffers);
  // Pipelines, caches and the heap have their final size after half of the calls.
  expect(sizes.at(-1)).toBeLessThan((sizes[2] as number) * 1.1 + 32);
  device.destroy();
});

it.runIf(LOSSES > 0)(`${LOSSES} lost devices end their calls by name`, { timeout: 3 * HOURS }, async () => {
  const random = new Random(SEED);
  const outcomes = { right: 0, lost: 0 };
  let rows: readonly SoakRow[] = [];
  for (let i = 0; i < LOSSES; i++) {
    const device = await openDevice();
    // lavapipe finds the kernels of earlier rounds in its cache. Then calls have time to run.
    if (i % 20 === 0) rows = drawnRows(random);
    // Half of the devices are lost while kernels run, the others mostly while they are compiled.
    if (i % 2 === 0) for (const { calls } of rows) await fc.sample(calls, { seed: i, numRuns: 1 })[0]?.run(device);
    const running = Array.from({ length: 1 + random.below(3) }, () => drawnCall(rows, random).run(device));
    const ended = Promise.allSettled(running);
    await new Promise((resolve) => setTimeout(resolve, random.below(3) === 0 ? 0 : random.below(150)));
    device.destroy();
    for (const outcome of await ended) {
      if (outcome.status === 'fulfilled') outcomes.right++;
      else if (outcome.reason instanceof SegmentedError && outcome.reason.code === 'device-lost') outcomes.lost++;
      else throw outcome.reason;
    }
    forgetDevice(device);
    if ((i + 1) % 100 === 0) console.error(`${i + 1} devices lost`);
  }
  console.error(`${LOSSES} devices lost: ${outcomes.lost} calls ended as lost, ${outcomes.right} with a right result`);
  expect(outcomes.lost).toBeGreaterThan(LOSSES / 4);
});
