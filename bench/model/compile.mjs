/**
 * Compiles kernels for a GPU that exists only on paper. nak.mjs starts it with a file of [{ code, entryPoint }]. stderr
 * has the compiler's text of each kernel, after a line `@@@ index`.
 */
import { readFileSync, writeSync } from 'node:fs';
import { create, globals } from 'webgpu';
import { deviceDescriptor } from '../../dist/index.js';

Object.assign(globalThis, globals);
const gpu = create(['enable-dawn-features=allow_unsafe_apis', 'backend=vulkan']);
// Without a reference the addon's objects are freed while they are in use.
globalThis.paperGpu = gpu;
const adapter = await gpu.requestAdapter();
const device = await adapter.requestDevice(deviceDescriptor(adapter));
const BINDING = /@group\(0\)\s*@binding\((\d+)\)\s*var<(\w+)/g;

for (const [i, { code, entryPoint }] of JSON.parse(readFileSync(process.argv[2], 'utf8')).entries()) {
  const entries = [...code.matchAll(BINDING)].map(([, binding, space]) => ({
    binding: Number(binding),
    visibility: 4,
    buffer: { type: space === 'uniform' ? 'uniform' : 'storage' },
  }));
  const layout = device.createPipelineLayout({ bindGroupLayouts: [device.createBindGroupLayout({ entries })] });
  device.pushErrorScope('validation');
  device.pushErrorScope('internal');
  writeSync(2, `@@@ ${i}\n`);
  device.createComputePipeline({ layout, compute: { module: device.createShaderModule({ code }), entryPoint } });
  const errors = [await device.popErrorScope(), await device.popErrorScope()];
  for (const error of errors) if (error) writeSync(2, `ERROR ${error.message}\n`);
}
process.exit(0);
