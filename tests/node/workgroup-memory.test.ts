/** SwiftShader clears workgroup memory in a loop (src/node/vulkan-loader.ts). */
import { describe, expect, it } from 'vitest';
import { requestDevice } from '../../src/node/index.ts';

describe.runIf(process.platform === 'linux' && process.arch === 'x64')('SwiftShader', () => {
  it('compiles a kernel with 32 KB of workgroup memory soon, and gives it zeros', async () => {
    const device = await requestDevice({ adapter: 'swiftshader', quiet: true });
    const code = `
      var<workgroup> words: array<u32, 8192>;
      @group(0) @binding(0) var<storage, read_write> found: array<u32>;
      @compute @workgroup_size(64) fn main(@builtin(local_invocation_index) local: u32) {
        var bits = 0u;
        for (var i = local; i < 8192u; i += 64u) { bits |= words[i]; words[i] = ~0u; }
        found[local] = bits;
      }`;
    const start = process.cpuUsage();
    const module = device.createShaderModule({ code });
    const pipeline = device.createComputePipeline({ layout: 'auto', compute: { module } });
    const { user, system } = process.cpuUsage(start);
    // With stores written out it takes more than 5 s.
    expect((user + system) / 1e6).toBeLessThan(1.5);

    const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
    const found = device.createBuffer({ size: 256, usage });
    device.queue.writeBuffer(found, 0, new Uint32Array(64).fill(7));
    const read = device.createBuffer({ size: 256, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
    const encoder = device.createCommandEncoder();
    const entries = [{ binding: 0, resource: { buffer: found } }];
    const group = device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries });
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, group);
    // The second run finds the memory as the first one leaves it, unless it is cleared.
    for (let run = 0; run < 2; run++) pass.dispatchWorkgroups(1);
    pass.end();
    encoder.copyBufferToBuffer(found, 0, read, 0, 256);
    device.queue.submit([encoder.finish()]);
    await read.mapAsync(GPUMapMode.READ);
    expect(new Set(new Uint32Array(read.getMappedRange()))).toEqual(new Set([0]));
    device.destroy();
  });
});
