/**
 * Prints what it costs to record a call: `npm run bench -- --record`, or `node bench/record.mjs [options]` on what is built.
 *
 *   --adapter null|system   `null` (default): Dawn's null backend, which records and runs nothing, so that no driver is in the
 *                           time; `system`: what `requestDevice` of the library gives
 *   --family NAMES          cpu, gpu, or both with a comma (default)
 *   --repeats N             counted calls; default 400, of which a median is taken
 *
 * `same`: the buffers and the numbers of the call before. `new`: its buffers, and counts of items and segments that no call had.
 * Once with numbers as immediate data, where the device takes it, and once as uniforms.
 */
import process from 'node:process';
import { parseArgs } from 'node:util';
import { createSegmentedReduce, createSegmentedSort } from '../dist/index.js';
import { requestDevice } from '../dist/node.js';

const { values: given } = parseArgs({
  options: {
    adapter: { type: 'string', default: 'null' },
    family: { type: 'string', default: 'cpu,gpu' },
    repeats: { type: 'string', default: '400' },
    record: { type: 'boolean' },
  },
});
const MAX_ITEMS = 2 ** 20;
const MAX_SEGMENTS = 2 ** 16;
/** Calls of one encoder. */
const BATCH = 20;
const WARMUPS = 100;

/** Dawn's instance, which takes the process down when it is collected. */
let nullBackend;

async function openDevice() {
  if (given.adapter !== 'null') return requestDevice({ quiet: true });
  const { create, globals } = await import('webgpu');
  for (const [name, value] of Object.entries(globals)) globalThis[name] ??= value;
  nullBackend ??= create(['backend=null']);
  const adapter = await nullBackend.requestAdapter();
  return adapter.requestDevice({ requiredFeatures: ['subgroups'].filter((name) => adapter.features.has(name)) });
}

/** The device as one that takes no immediate data. */
function withoutImmediates(device) {
  const limits = new Proxy(device.limits, {
    get: (all, name) => (name === 'maxImmediateSize' ? undefined : Reflect.get(all, name, all)),
  });
  return Object.defineProperty(device, 'limits', { value: limits });
}

const storage = (device, bytes) => device.createBuffer({ size: bytes, usage: GPUBufferUsage.STORAGE });

async function sortPlan(device, keyType, valueType, tuning) {
  const room = { maxItems: MAX_ITEMS, maxSegments: MAX_SEGMENTS, tuning };
  const plan = await createSegmentedSort(device, { keyType, ...(valueType ? { valueType } : {}), ...room });
  const bytes = (keyType === 'u64' ? 8 : 4) * MAX_ITEMS;
  const buffers = { keysIn: storage(device, bytes), keysOut: storage(device, bytes) };
  const values = { valuesIn: storage(device, 4 * MAX_ITEMS), valuesOut: storage(device, 4 * MAX_ITEMS) };
  return { plan, buffers: valueType ? { ...buffers, ...values } : buffers };
}

async function sumPlan(device, tuning) {
  const plan = await createSegmentedReduce(device, {
    ...{ type: 'f32', op: 'sum', maxItems: MAX_ITEMS, maxSegments: MAX_SEGMENTS },
    tuning,
  });
  return { plan, buffers: { input: storage(device, 4 * MAX_ITEMS), output: storage(device, 4 * MAX_SEGMENTS) } };
}

const CALLS = {
  'sort u32': (device, tuning) => sortPlan(device, 'u32', undefined, tuning),
  'sort u64 pairs': (device, tuning) => sortPlan(device, 'u64', 'u32', tuning),
  'sum f32': sumPlan,
};

const median = (numbers) => numbers.sort((a, b) => a - b)[numbers.length >> 1];

/** Milliseconds of `encode`, of the same numbers and of new ones in turn, so that what else goes on hits both. */
async function measure(device, { plan, buffers }) {
  const segments = { offsets: storage(device, 4 * (MAX_SEGMENTS + 1)) };
  const record = (encoder, count, itemCount) => {
    const start = performance.now();
    plan.encode(encoder, { ...buffers, segments: { ...segments, count }, itemCount });
    return performance.now() - start;
  };
  const times = { same: [], new: [] };
  const repeats = Number(given.repeats);
  let calls = 0;
  for (let i = -WARMUPS; i < repeats; i += BATCH) {
    for (const kind of ['same', 'new']) {
      const encoder = device.createCommandEncoder();
      record(encoder, 1000, 100_000);
      for (let k = 0; k < BATCH; k++) {
        calls += kind === 'new' ? 1 : 0;
        const time = kind === 'new' ? record(encoder, 1000 + calls, 100_000 + calls) : record(encoder, 1000, 100_000);
        if (i >= 0) times[kind].push(time);
      }
      device.queue.submit([encoder.finish()]);
      await device.queue.onSubmittedWorkDone();
    }
  }
  plan.destroy();
  return { same: median(times.same), new: median(times.new) };
}

console.log('ms a call                                    same      new');
for (const immediates of [true, false]) {
  for (const family of given.family.split(',')) {
    for (const [name, make] of Object.entries(CALLS)) {
      const opened = await openDevice();
      const device = immediates ? opened : withoutImmediates(opened);
      const { same, new: fresh } = await measure(device, await make(device, { family }));
      const what = `${name}, ${family} kernels, ${immediates ? 'as the device is' : 'uniforms'}`;
      console.log(`${what.padEnd(40)} ${same.toFixed(3).padStart(8)} ${fresh.toFixed(3).padStart(8)}`);
      opened.destroy();
    }
  }
}
process.exit(0);
