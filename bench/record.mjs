/**
 * Prints the cost of recording a call: `npm run bench -- --record`, or `node bench/record.mjs [options]` after a build.
 *
 *   --adapter null|system   `null` (default): Dawn's null backend, which records and runs nothing, so that the time
 *                           excludes a driver; `system`: the adapter of the library's `requestDevice`
 *   --family NAMES          software, gpu, or both with a comma (default)
 *   --beside FOLDER         another build's `dist`, timed in turn with this one
 *   --repeats N             number of encoders with 20 calls each; default 100; prints the median of their mean times
 *
 * `same`: the buffers and numbers of the call before. `new`: the same buffers with new numbers of items and segments.
 * Each build is timed with immediate data, if it and the device have them, and with uniforms.
 */
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

const { values: given } = parseArgs({
  options: {
    adapter: { type: 'string', default: 'null' },
    family: { type: 'string', default: 'software,gpu' },
    beside: { type: 'string' },
    repeats: { type: 'string', default: '100' },
    record: { type: 'boolean' },
  },
});
const MAX_ITEMS = 2 ** 20;
const MAX_SEGMENTS = 2 ** 16;
const CALLS_OF_ENCODER = 20;
const WARMUPS = 20;

/** Dawn's instances. If garbage collection frees one, the process crashes. */
const instances = [];

async function openDevice() {
  if (given.adapter !== 'null') {
    const { requestDevice } = await import('../dist/node.js');
    return requestDevice({ quiet: true });
  }
  const { create, globals } = await import('webgpu');
  for (const [name, value] of Object.entries(globals)) globalThis[name] ??= value;
  const gpu = create(['backend=null']);
  instances.push(gpu);
  const adapter = await gpu.requestAdapter();
  return adapter.requestDevice({ requiredFeatures: ['subgroups'].filter((name) => adapter.features.has(name)) });
}

/** The device without immediate data. */
function withoutImmediates(device) {
  const limits = new Proxy(device.limits, {
    get: (all, name) => (name === 'maxImmediateSize' ? undefined : Reflect.get(all, name, all)),
  });
  return Object.defineProperty(device, 'limits', { value: limits });
}

const storage = (device, bytes) => device.createBuffer({ size: bytes, usage: GPUBufferUsage.STORAGE });

function sortPlan({ createSegmentedSort }, device, options) {
  const bytes = (options.keyType === 'u64' ? 8 : 4) * MAX_ITEMS;
  const keys = { keysIn: storage(device, bytes), keysOut: storage(device, bytes) };
  const values = { valuesIn: storage(device, 4 * MAX_ITEMS), valuesOut: storage(device, 4 * MAX_ITEMS) };
  return { plan: createSegmentedSort(device, options), buffers: options.valueType ? { ...keys, ...values } : keys };
}

function sumPlan({ createSegmentedReduce }, device, options) {
  const buffers = { input: storage(device, 4 * MAX_ITEMS), output: storage(device, 4 * MAX_SEGMENTS) };
  return { plan: createSegmentedReduce(device, options), buffers };
}

const CALLS = {
  'sort u32': [sortPlan, { keyType: 'u32' }],
  'sort u64 pairs': [sortPlan, { keyType: 'u64', valueType: 'u32' }],
  'sum f32': [sumPlan, { type: 'f32', op: 'sum' }],
};

const median = (numbers) => numbers.sort((a, b) => a - b)[numbers.length >> 1];

/** A call of one build on a separate device. */
async function prepare({ build, library, immediates }, [make, options], family) {
  const opened = await openDevice();
  const device = immediates ? opened : withoutImmediates(opened);
  const room = { maxItems: MAX_ITEMS, maxSegments: MAX_SEGMENTS, tuning: { family } };
  const { plan, buffers } = make(library, device, { ...options, ...room });
  const offsets = storage(device, 4 * (MAX_SEGMENTS + 1));
  return { build, immediates, device, plan: await plan, buffers, offsets, calls: 0, times: { same: [], new: [] } };
}

/** Mean milliseconds of `encode` over one encoder's calls. */
function timeOf({ device, plan, buffers, offsets, ...run }, kind) {
  const encoder = device.createCommandEncoder();
  const record = (more) =>
    plan.encode(encoder, { ...buffers, segments: { offsets, count: 1000 + more }, itemCount: 100_000 + more });
  record(0);
  const start = performance.now();
  for (let k = 1; k <= CALLS_OF_ENCODER; k++) record(kind === 'new' ? run.calls + k : 0);
  const time = (performance.now() - start) / CALLS_OF_ENCODER;
  device.queue.submit([encoder.finish()]);
  return time;
}

async function measure(runs) {
  for (let i = -WARMUPS; i < Number(given.repeats); i++) {
    for (const run of runs) {
      for (const kind of ['same', 'new']) {
        const time = timeOf(run, kind);
        run.calls += kind === 'new' ? CALLS_OF_ENCODER : 0;
        if (i >= 0) run.times[kind].push(time);
      }
      await run.device.queue.onSubmittedWorkDone();
    }
  }
}

const here = new URL('../dist/', import.meta.url);
const folders = {
  'this build': here,
  ...(given.beside ? { [given.beside]: pathToFileURL(`${path.resolve(given.beside)}/`) } : {}),
};
const builds = [];
for (const [build, folder] of Object.entries(folders)) {
  const library = await import(new URL('index.js', folder).href);
  for (const immediates of [true, false]) builds.push({ build, library, immediates });
}
console.log(`${'ms a call'.padEnd(70)} ${'same'.padStart(8)} ${'new'.padStart(8)}`);
for (const family of given.family.split(',')) {
  for (const [name, call] of Object.entries(CALLS)) {
    const runs = await Promise.all(builds.map((of) => prepare(of, call, family)));
    await measure(runs);
    for (const { build, immediates, times, plan } of runs) {
      const what = `${name}, ${family} kernels, ${build}, ${immediates ? 'as the device is' : 'no immediate data'}`;
      console.log(
        `${what.padEnd(70)} ${median(times.same).toFixed(3).padStart(8)} ${median(times.new).toFixed(3).padStart(8)}`,
      );
      plan.destroy();
    }
  }
}
process.exit(0);
