/**
 * Compiles the kernels of all plans for one GPU without its hardware, in one configuration, and writes the compiler's
 * figures. run.mjs starts it with a driver, a shim and the layer of paper/stats_layer.c.
 *
 *   node compile.mjs CONFIG FILE [--wide] [--plans TEXT,TEXT]
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { create, globals } from 'webgpu';
import { deviceDescriptor } from '../../dist/index.js';
import { figuresOf } from './drivers.mjs';
import { plansOf } from './plans.mjs';

Object.assign(globalThis, globals);
const [config, out] = process.argv.slice(2);
const gpu = create(['enable-dawn-features=allow_unsafe_apis', 'backend=vulkan']);
// Without a reference the addon's objects are freed while they are in use.
globalThis.paperGpu = gpu;

const adapter = await gpu.requestAdapter();
if (!adapter) throw new Error('Dawn finds no adapter');
const wanted = deviceDescriptor(adapter);
if (config === 'minimal') {
  const { maxStorageBufferBindingSize, maxBufferSize } = adapter.limits;
  wanted.requiredLimits = { maxStorageBufferBindingSize, maxBufferSize };
}
const device = await adapter.requestDevice(wanted);
const createModule = device.createShaderModule.bind(device);
const createPipeline = device.createComputePipeline.bind(device);
// The device of the plans compiles and runs nothing: its objects have every method, and each returns such an object.
// Kernels are compiled one by one, below.
const own = new Map([
  ['then', undefined],
  ['messages', []],
  ['getMappedRange', () => new ArrayBuffer(2 ** 20)],
]);
const hollow = new Proxy(() => {}, { apply: () => hollow, get: (_, name) => (own.has(name) ? own.get(name) : hollow) });
const createBuffer = device.createBuffer.bind(device);
for (const name of ['BindGroup', 'CommandEncoder']) device[`create${name}`] = () => hollow;
// Calls read the size of the scratch memory.
device.createBuffer = ({ size, usage }) =>
  new Proxy({ size, usage }, { get: (members, name) => members[name] ?? hollow[name] });
device.createShaderModule = ({ code }) => ({ code });
/** The pipelines that the latest plan asked for. */
let pipelines = [];
device.createComputePipelineAsync = async (pipeline) => device.createComputePipeline(pipeline);
device.createComputePipeline = (pipeline) => {
  pipelines.push(pipeline);
  return hollow;
};
Object.defineProperty(device, 'queue', { value: hollow });

let read = 0;
/** The lines that the layer wrote since the last call, one for each executable. */
function written() {
  if (!existsSync(process.env.PAPER_STATS)) return [];
  const text = readFileSync(process.env.PAPER_STATS, 'utf8');
  const lines = text.slice(read).split('\n').filter(Boolean);
  read = text.length;
  return lines.map((line) => JSON.parse(line));
}

/** The layout of a kernel's bindings. */
function layoutOf(bindings) {
  const entries = bindings.map(({ space }, binding) => ({
    binding,
    visibility: 4,
    buffer: { type: space === 'uniform' ? 'uniform' : 'storage' },
  }));
  return device.createPipelineLayout({ bindGroupLayouts: [device.createBindGroupLayout({ entries })] });
}

async function compiled(wgsl, entryPoint, layout) {
  written();
  device.pushErrorScope('validation');
  device.pushErrorScope('internal');
  const start = process.cpuUsage();
  createPipeline({ layout, compute: { module: createModule({ code: wgsl }), entryPoint } });
  const { user, system } = process.cpuUsage(start);
  const ms = Math.round((user + system) / 1000);
  const errors = [await device.popErrorScope(), await device.popErrorScope()].filter(Boolean);
  const found = written();
  if (errors.length > 0 || found.length === 0) {
    return { ms, error: errors[0]?.message.slice(0, 300) ?? 'the driver gave no figures' };
  }
  return { ms, ...figuresOf(found.at(-1)) };
}

const rows = [];
const known = new Set();

async function addRow(plan, kernel, wgsl, entryPoint, layout) {
  if (known.has(wgsl)) return;
  known.add(wgsl);
  // A nested plan has kernels with the same names.
  const same = rows.filter((row) => row.plan === plan && row.kernel.replace(/, \d+$/, '') === kernel).length;
  const name = same > 0 ? `${kernel}, ${same + 1}` : kernel;
  rows.push({ config, plan, kernel: name, ...(await compiled(wgsl, entryPoint, layout)) });
}

const at = process.argv.indexOf('--plans');
const texts = (process.argv[at + 1] ?? '').split(',');
/** An open pass that records nothing, and a buffer for any argument. */
const nothing = () => {};
const pass = new Proxy({ dispatchWorkgroups: nothing }, { get: () => nothing });
const buffer = createBuffer({ size: 2 ** 24, usage: 128 });
for (const [name, make, ranges] of plansOf(process.argv.includes('--wide'))) {
  if (at > 0 && !texts.some((text) => name.includes(text))) continue;
  let description;
  pipelines = [];
  try {
    const plan = await make(device, { family: 'gpu', ...(config === 'nosub' ? { subgroups: false } : {}) });
    description = plan.describe();
    // A call by begin and end has kernels that only it needs, and compiles them.
    if (ranges) plan.encode(pass, rangesCall(ranges));
    plan.destroy();
  } catch (error) {
    // A GPU's limits can be too small for these plans.
    const known = /maxStorageBufferBindingSize|maxBufferSize/.test(error.message);
    rows.push({ config, plan: name, kernel: '', [known ? 'refused' : 'error']: error.message.slice(0, 300) });
    continue;
  }
  for (const { name: kernel, wgsl, entryPoint, bindings } of description.kernels) {
    await addRow(name, kernel, wgsl, entryPoint, layoutOf(bindings));
  }
  // describe() has the kernels of calls whose bindings have no whole vectors. Plans compile those of others as well.
  for (const { label, layout, compute } of pipelines) {
    await addRow(name, label, compute.module.code, compute.entryPoint, layout);
  }
}

/** The arguments of a call by begin and end of a few items, whose count is on the GPU: every pass is recorded. */
function rangesCall(names) {
  const at = (index, size) => ({ buffer, offset: 2 ** 20 * index, size });
  const outputs = names.map((name, i) => [name, at(i + 3, 2 ** 20)]);
  return {
    ...Object.fromEntries(outputs),
    segments: { begin: at(0, 16), end: at(1, 16), count: at(2, 4) },
    itemCount: 99,
  };
}

const { vendor, architecture, subgroupMinSize, subgroupMaxSize, isFallbackAdapter } = device.adapterInfo;
const info = { vendor, architecture, subgroupMinSize, subgroupMaxSize, isFallbackAdapter };
writeFileSync(out, JSON.stringify({ info, rows }));
process.exit(0);
