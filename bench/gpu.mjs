/**
 * Times calls on a GPU, without the latency of a submission:
 *
 *   node bench/gpu.mjs [--adapter system] [--sizes 22] [--workloads len8,len64] [--operations 'sort u32,sum u32']
 *                      [--family gpu] [--repeats 5] [--json FILE]
 *
 * For each case:
 *
 *   record ms     `encode` and `finish` of one call
 *   one ms        from `submit` of one call until the queue is done
 *   in a row ms   (time of a submission of eleven calls - time of one call) / 10
 *   dispatches    of the plan; a call does not record those that its numbers leave without work
 *
 * Times are medians. Data lie on the GPU. Before each case buffers are copied, since an idle GPU lowers its clock. No
 * result is checked: `bench/run.mjs` does that. The top-k always has 32 rows of 128,256 items and k = 50. Needs
 * `npm run build:code`.
 */
import { spawnSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createSegmentedScan, createSegmentedTopK } from '../dist/index.js';
import { requestDevice } from '../dist/node.js';
import { chosenRuns } from '../tests/adapters/environments.mjs';
import { ours, upload } from './ours.mjs';
import { aligned } from './table.mjs';
import { WORKLOADS, workloadKeys, workloadOffsets } from './workloads.mjs';

const CALLS_IN_A_ROW = 11;
const WARM_UP_MS = 15;
const COPY_BYTES = 2 ** 26;
const [ROWS, COLUMNS, K] = [32, 128256, 50];

/** `sort` and `sum` calls are those of `ours.mjs`. */
const OPERATIONS = {
  'sort u32': { kind: 'sort', type: 'u32' },
  'sort pairs u32': { kind: 'sort', type: 'u32', pairs: true },
  'sum u32': { kind: 'reduce', type: 'u32', op: 'sum' },
  'scan u32': { type: 'u32', prepare: scanCall },
  'top-k f32': { type: 'f32', prepare: topKCall, rows: true },
};

const { values: given } = parseArgs({
  options: {
    adapter: { type: 'string', default: 'system' },
    sizes: { type: 'string', default: '22' },
    workloads: { type: 'string', default: WORKLOADS.join(',') },
    operations: { type: 'string', default: Object.keys(OPERATIONS).join(',') },
    family: { type: 'string' },
    repeats: { type: 'string', default: '5' },
    json: { type: 'string' },
    child: { type: 'boolean' },
  },
});

async function scanCall(device, tuning, keys, offsets) {
  const count = offsets.length - 1;
  const room = { maxItems: keys.length, maxSegments: count };
  const plan = await createSegmentedScan(device, { type: 'u32', op: 'sum', ...room, tuning });
  const [input, output, offsetsIn] = [keys, keys, offsets].map((array) => upload(device, array));
  return { plan, bound: { input, output, segments: { offsets: offsetsIn, count } } };
}

async function topKCall(device, tuning, keys, offsets) {
  const room = { maxItems: keys.length, maxSegments: ROWS, maxSegmentSize: COLUMNS };
  const plan = await createSegmentedTopK(device, { keyType: 'f32', maxK: K, ...room, tuning });
  const result = new Uint32Array(ROWS * K);
  const [keysIn, keysOut, indicesOut, offsetsIn] = [keys, result, result, offsets].map((each) => upload(device, each));
  return { plan, bound: { keysIn, keysOut, indicesOut, segments: { offsets: offsetsIn, count: ROWS } } };
}

/** Copies until the GPU's clock is up. */
async function warmUp(device, [from, to]) {
  for (const start = performance.now(); performance.now() - start < WARM_UP_MS; ) {
    const encoder = device.createCommandEncoder();
    for (let i = 0; i < 16; i++) encoder.copyBufferToBuffer(from, 0, to, 0, COPY_BYTES);
    device.queue.submit([encoder.finish()]);
    await device.queue.onSubmittedWorkDone();
  }
}

/** Calls of a plan in one submission: how long they take to record and to run. */
async function timed(device, { plan, bound }, calls) {
  const start = performance.now();
  const encoder = device.createCommandEncoder();
  for (let i = 0; i < calls; i++) plan.encode(encoder, bound);
  const commands = encoder.finish();
  const recorded = performance.now();
  device.queue.submit([commands]);
  await device.queue.onSubmittedWorkDone();
  return { recordMs: recorded - start, ms: performance.now() - recorded };
}

const median = (times) => times.sort((a, b) => a - b)[times.length >> 1];

async function times(device, copied, call) {
  await warmUp(device, copied);
  await timed(device, call, 4);
  const [one, row] = [[], []];
  for (let i = 0; i < Number(given.repeats); i++) {
    one.push(await timed(device, call, 1));
    row.push((await timed(device, call, CALLS_IN_A_ROW)).ms);
  }
  const oneMs = median(one.map(({ ms }) => ms));
  const recordMs = median(one.map((each) => each.recordMs));
  return { recordMs, oneMs, inARowMs: (median(row) - oneMs) / (CALLS_IN_A_ROW - 1) };
}

/** Each operation on each workload and size. */
function cases() {
  const sizes = given.sizes.split(',').map((size) => 2 ** Number(size));
  const drawn = sizes.flatMap((n) => given.workloads.split(',').map((workload) => [workload, n]));
  const rows = [[`fixed${COLUMNS}`, ROWS * COLUMNS]];
  return given.operations.split(',').flatMap((name) => {
    return (OPERATIONS[name].rows ? rows : drawn).map(([workload, n]) => ({ name, workload, n }));
  });
}

async function measure() {
  const device = await requestDevice({ quiet: true });
  const copied = [0, 1].map(() => device.createBuffer({ size: COPY_BYTES, usage: 4 | 8 }));
  const tuning = given.family ? { family: given.family } : {};
  const { prepare } = ours(device, tuning);
  const lines = [['operation', 'workload', 'items', 'record ms', 'one ms', 'in a row ms', 'dispatches']];
  for (const { name, workload, n } of cases()) {
    const operation = OPERATIONS[name];
    const offsets = workloadOffsets(workload, n);
    const keys = workloadKeys(operation.type, 'uniform', offsets, n);
    const call = await (operation.prepare?.(device, tuning, keys, offsets) ?? prepare(operation, keys, offsets));
    const ms = await times(device, copied, call);
    const dispatches = call.plan.describe().passes.length;
    lines.push([name, workload, `${n}`, ...Object.values(ms).map((each) => each.toFixed(3)), `${dispatches}`]);
    const row = { adapter: given.adapter, op: name, workload, n, ...ms, dispatches };
    if (given.json) appendFileSync(given.json, `${JSON.stringify(row)}\n`);
    call.plan.destroy();
    for (const buffer of [call.bound.segments.offsets, ...Object.values(call.bound)]) buffer.destroy?.();
  }
  console.log(aligned(lines));
  device.destroy();
}

if (given.child) {
  await measure();
} else {
  for (const { env } of chosenRuns([given.adapter])) {
    const args = [fileURLToPath(import.meta.url), ...process.argv.slice(2), '--child'];
    process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit', env }).status ?? 1;
  }
}
