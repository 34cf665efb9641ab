/**
 * The smallest program that ends a process on lavapipe of Mesa 26.1.6 (SIGSEGV): it is run by the `node` that
 * tests/compilers/debian-root.sh unpacks with that Mesa. Prints `no crash` elsewhere.
 *
 * A buffer is read in the body of a loop, again in an inner loop, and written after both. Mesa makes the buffer's
 * descriptor, which the body computes, a variable of each lane. Lane 0 does not enter the branch, so its pointer is
 * null. After the last lane's `break` the rest of the inner loop runs without a lane, and then the driver takes the
 * pointer of lane 0.
 */
import { spawnSync } from 'node:child_process';
import { create, globals } from 'webgpu';
import { findLavapipe, lavapipeEnvironment } from './lavapipe.mjs';

const WGSL = `
@group(0) @binding(0) var<storage, read_write> words: array<u32>;

@compute @workgroup_size(4)
fn main(@builtin(local_invocation_id) id: vec3u) {
  if (id.x == 1u) {
    var sum = 0u;
    for (var i = 0u; i < 40u; i++) {
      let word = words[i];
      var same = 0u;
      for (; same < i; same++) {
        if (words[same] == word) {
          break;
        }
      }
      sum += same;
    }
    words[0] = sum;
  }
}
`;

async function run() {
  Object.assign(globalThis, globals);
  // Without a reference the addon's objects are freed while they are in use.
  globalThis.gpu = create([]);
  const adapter = await globalThis.gpu.requestAdapter();
  const device = await adapter.requestDevice();
  console.log(device.adapterInfo.description);
  const module = device.createShaderModule({ code: WGSL });
  const pipeline = device.createComputePipeline({ layout: 'auto', compute: { module } });
  const buffer = device.createBuffer({ size: 256, usage: GPUBufferUsage.STORAGE });
  const entries = [{ binding: 0, resource: { buffer } }];
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  pass.setPipeline(pipeline);
  pass.setBindGroup(0, device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }));
  pass.dispatchWorkgroups(1);
  pass.end();
  device.queue.submit([encoder.finish()]);
  await device.queue.onSubmittedWorkDone();
  process.exit(0);
}

if (process.argv.includes('--run')) {
  await run();
} else {
  const icd = findLavapipe();
  const env = { ...process.env, ...lavapipeEnvironment(128), ...(icd ? { VK_ICD_FILENAMES: icd } : {}) };
  const { status, signal } = spawnSync(process.execPath, [process.argv[1], '--run'], { env, stdio: 'inherit' });
  // A shell in between gives 128 and the signal's number.
  console.log(signal || status > 128 ? `crash: ${signal ?? `exit code ${status}`}` : status ? 'failed' : 'no crash');
  process.exitCode = signal || status ? 1 : 0;
}
