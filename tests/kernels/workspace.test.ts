/** The tests' `Workspace` detects a kernel that writes outside its ranges. */
import { describe, expect, it } from 'vitest';
import { type Range, Workspace, withoutGpuErrors } from '../support/run.ts';
import { itOnDevice, useDevice } from '../support/use-device.ts';

const device = useDevice();

/** Records one workgroup of a kernel on a whole buffer. */
async function kernelOn(buffer: GPUBuffer, code: string): Promise<(encoder: GPUCommandEncoder) => void> {
  const module = device().createShaderModule({ code });
  const pipeline = await device().createComputePipelineAsync({ layout: 'auto', compute: { module } });
  const entries = [{ binding: 0, resource: { buffer } }];
  const bindGroup = device().createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries });
  return (encoder) => {
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, bindGroup);
    pass.dispatchWorkgroups(1);
    pass.end();
  };
}

/** Writes 7 to one word of a whole buffer. */
function writeWord(range: Range, word: number) {
  return kernelOn(
    range.buffer,
    `@group(0) @binding(0) var<storage, read_write> words: array<u32>;
     @compute @workgroup_size(1) fn main() { words[${range.offset / 4 + word}] = 7u; }`,
  );
}

describe('a run', () => {
  it('reads what was written to an output, and leaves garbage elsewhere', async () => {
    const space = new Workspace(device(), 1);
    const output = space.output('output', 10);
    await space.submit(await writeWord(output, 3));
    expect(output.found[3]).toBe(7);
    expect(output.found.filter((word, i) => word !== output.before[i]).length).toBe(1);
    expect(new Set(output.before).size, 'garbage of more than one kind').toBeGreaterThan(2);
    space.destroy();
  });

  for (const [what, word] of [
    ['before', -1],
    ['behind', 10],
    ['far behind', 70],
  ] as const) {
    it(`fails when a word ${what} a range is written`, async () => {
      const space = new Workspace(device(), 1);
      const output = space.output('output', 10);
      await expect(space.submit(await writeWord(output, word))).rejects.toThrow(/guard word .* around output/);
      space.destroy();
    });
  }

  it('fails when a guard of scratch is written, and not when scratch is', async () => {
    const space = new Workspace(device(), 1);
    const scratch = space.scratch('temporary', 4000);
    await space.submit(await writeWord(scratch, 999));
    await expect(space.submit(await writeWord(scratch, 1000))).rejects.toThrow(/guard word .* around temporary/);
    space.destroy();
  });

  it('fails when an input is written, in a buffer of several ranges too', async () => {
    const space = new Workspace(device(), 1);
    const [, input] = space.allocate(
      { name: 'output', role: 'output', wordCount: 100 },
      { name: 'keysIn', role: 'input', words: new Uint32Array(100) },
    ) as [Range, Range];
    await expect(space.submit(await writeWord(input, 42))).rejects.toThrow('input keysIn, word 42, changed');
    space.destroy();
  });

  it('fails on a validation error', async () => {
    const work = () => device().createBuffer({ size: 4, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.STORAGE });
    await expect(withoutGpuErrors(device(), work)).rejects.toThrow('the GPU reported');
  });

  itOnDevice(device, { subgroups: true }, 'is on subgroups as wide as the adapter says', async () => {
    const { subgroupMinSize: least = 0, subgroupMaxSize: most = 0 } = device().adapterInfo;
    const space = new Workspace(device(), 1);
    const found = space.output('output', 2);
    const code = `enable subgroups;
      @group(0) @binding(0) var<storage, read_write> words: array<u32>;
      @compute @workgroup_size(256) fn main(@builtin(local_invocation_index) lane: u32, @builtin(subgroup_size) size: u32) {
        let counted = subgroupAdd(1u);
        if (lane == 0u) {
          words[${found.offset / 4}] = size;
          words[${found.offset / 4 + 1}] = counted;
        }
      }`;
    await space.submit(await kernelOn(found.buffer, code));
    const [size, counted] = found.found as unknown as [number, number];
    expect(size).toBeGreaterThanOrEqual(least);
    expect(size).toBeLessThanOrEqual(most);
    expect(counted).toBe(size);
    space.destroy();
  });
});
