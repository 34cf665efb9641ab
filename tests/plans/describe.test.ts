/** The result of `describe()` suffices to run the kernels without the library. This test uses only WebGPU. */
import { describe, expect, it } from 'vitest';
import { createSegmentedReduce, createSegmentedSort, type PlanDescription } from '../../src/index.ts';
import {
  distinctValues,
  fill,
  offsetsOf,
  quickRows,
  Random,
  repeated,
  SEED,
  totalOf,
  uniform,
} from '../support/cases.ts';
import { reducedWords } from '../support/reduce-expectation.ts';
import { withoutGpuErrors } from '../support/run.ts';
import { permutationOf } from '../support/sort-cases.ts';
import { useDevice } from '../support/use-device.ts';
import { gather } from '../support/words.ts';

const device = useDevice();

const LENGTHS = [3, ...repeated(40, 9), 700, 0, 9001, 5];
const OFFSETS = offsetsOf(LENGTHS);
const ITEMS = totalOf(OFFSETS);
const KEYS = fill('u32', ITEMS, new Random(SEED), uniform);

const STORAGE = 0x80 | 0x04 | 0x08;

function buffer(words: ArrayLike<number>, usage = STORAGE): GPUBuffer {
  const data = Uint32Array.from(words);
  const made = device().createBuffer({ size: Math.max(16, data.byteLength), usage });
  device().queue.writeBuffer(made, 0, data);
  return made;
}

async function readWords(source: GPUBuffer, count: number): Promise<Uint32Array> {
  const staging = device().createBuffer({ size: 4 * count, usage: 0x01 | 0x08 });
  const encoder = device().createCommandEncoder();
  encoder.copyBufferToBuffer(source, 0, staging, 0, 4 * count);
  device().queue.submit([encoder.finish()]);
  await staging.mapAsync(1);
  const words = new Uint32Array(staging.getMappedRange().slice(0));
  staging.destroy();
  return words;
}

/** A host that is independent of the library: buffers by argument name, a bind group and a dispatch for each pass. */
class OtherHost {
  readonly #plan: PlanDescription;
  readonly #buffers: Record<string, GPUBuffer>;
  readonly #scratch: GPUBuffer;
  readonly #indirect: GPUBuffer;

  constructor(plan: PlanDescription, buffers: Record<string, GPUBuffer>) {
    this.#plan = plan;
    this.#buffers = buffers;
    const ends = Object.values(plan.scratch).map(({ offset, size }) => offset + size);
    this.#scratch = buffer(new Uint32Array(Math.max(...ends) / 4).fill(0xdeadbeef));
    this.#indirect = buffer(new Uint32Array(plan.indirectBytes / 4), STORAGE | 0x0100 | 0x40);
  }

  #binding(source: PlanDescription['passes'][number]['bindings'][string]): GPUBufferBinding {
    const numbers: Record<string, number> = { items: ITEMS, segments: LENGTHS.length, size: 0 };
    const uniform = (words: number[]) => ({ buffer: buffer([...words, 0, 0, 0], 0x40 | 0x08) });
    switch (source.kind) {
      case 'argument':
        return { buffer: this.#buffers[source.name]! };
      case 'scratch':
        return { buffer: this.#scratch, ...this.#plan.scratch[source.name]! };
      case 'indirect':
        return { buffer: this.#indirect };
      case 'words':
        return uniform(source.words);
      case 'call':
        return uniform(source.members.map((name) => numbers[name]!));
    }
  }

  #workgroups(rule: PlanDescription['passes'][number]['workgroups']): number | undefined {
    if (typeof rule === 'number') return rule;
    if (rule.kind === 'indirect') return undefined;
    if (rule.kind === 'bounded') {
      const { shortest, rows, tile, perWorkgroup, additional, maxWorkgroups, overflow } = rule;
      const segments = Math.min(LENGTHS.length, shortest > 0 ? Math.floor(ITEMS / shortest) : Number.POSITIVE_INFINITY);
      const tasks = segments * rows + (tile ? Math.floor(ITEMS / tile) : 0);
      const bound = segments === 0 ? 0 : Math.ceil(tasks / perWorkgroup) + additional;
      return bound > maxWorkgroups && overflow === 'indirect' ? undefined : Math.min(bound, maxWorkgroups);
    }
    const of = { items: ITEMS, segments: LENGTHS.length, both: ITEMS + LENGTHS.length }[rule.of];
    return Math.ceil((Math.ceil(of / rule.perBlock) * rule.rows + rule.additional) / rule.perWorkgroup);
  }

  run(): void {
    const encoder = device().createCommandEncoder();
    const target = encoder.beginComputePass();
    for (const pass of this.#plan.passes) {
      const kernel = this.#plan.kernels[pass.kernelIndex]!;
      const layout = device().createBindGroupLayout({
        entries: kernel.bindings.map(({ space }, binding) => ({
          binding,
          visibility: 4,
          buffer: { type: space === 'uniform' ? 'uniform' : 'storage' },
        })),
      });
      const pipeline = device().createComputePipeline({
        layout: device().createPipelineLayout({ bindGroupLayouts: [layout] }),
        compute: { module: device().createShaderModule({ code: kernel.wgsl }), entryPoint: kernel.entryPoint },
      });
      const entries = kernel.bindings.map(({ name }, binding) => ({
        binding,
        resource: this.#binding(pass.bindings[name]!),
      }));
      target.setPipeline(pipeline);
      target.setBindGroup(0, device().createBindGroup({ layout, entries }));
      const workgroups = this.#workgroups(pass.workgroups);
      if (workgroups !== undefined) target.dispatchWorkgroups(workgroups);
      else target.dispatchWorkgroupsIndirect(this.#indirect, 12 * (pass.workgroups as { slot: number }).slot);
    }
    target.end();
    device().queue.submit([encoder.finish()]);
  }
}

describe('a program that has only the description', () => {
  for (const { family } of quickRows([{ family: 'software' }, { family: 'gpu' }] as const)) {
    it(`sorts pairs, ${family} kernels`, async () => {
      const room = { maxItems: ITEMS, maxSegments: LENGTHS.length, tuning: { family } };
      const plan = await createSegmentedSort(device(), {
        keyType: 'u32',
        valueType: 'u32',
        order: 'descending',
        ...room,
      });
      const description = JSON.parse(JSON.stringify(plan.describe())) as PlanDescription;
      plan.destroy();
      const values = distinctValues(ITEMS);
      const [keysOut, valuesOut] = [buffer(new Uint32Array(ITEMS)), buffer(new Uint32Array(ITEMS))];
      const arguments_ = {
        keysIn: buffer(KEYS),
        keysOut,
        valuesIn: buffer(values),
        valuesOut,
        offsets: buffer(OFFSETS),
      };
      await withoutGpuErrors(device(), () => new OtherHost(description, arguments_).run());
      const indices = permutationOf(KEYS, OFFSETS, 'descending');
      expect(await readWords(keysOut, ITEMS)).toEqual(gather(KEYS, indices));
      expect(await readWords(valuesOut, ITEMS)).toEqual(gather(values, indices));
    });
  }

  for (const family of ['software', 'gpu'] as const) {
    it(`reduces a buffer that ends with its last item, ${family} kernels`, async () => {
      const tuning: object = { family, reduce: { vectors: true } };
      const room = { maxItems: ITEMS, maxSegments: LENGTHS.length, tuning };
      const plan = await createSegmentedReduce(device(), { type: 'u32', op: 'sum', ...room });
      // The last vector of four words ends after the buffer.
      expect(ITEMS % 4).not.toBe(0);
      const description = JSON.parse(JSON.stringify(plan.describe())) as PlanDescription;
      plan.destroy();
      const outputs = Object.fromEntries(
        description.passes
          .flatMap(({ bindings }) => Object.values(bindings))
          .flatMap((source) => (source.kind === 'argument' ? [source.name] : []))
          .map((name) => [name, buffer(new Uint32Array(LENGTHS.length))]),
      );
      const given = { ...outputs, input: buffer(KEYS), offsets: buffer(OFFSETS) };
      await withoutGpuErrors(device(), () => new OtherHost(description, given).run());
      const [output] = Object.keys(outputs).filter((name) => name.startsWith('output'));
      expect(await readWords(outputs[output!]!, LENGTHS.length)).toEqual(reducedWords(KEYS, OFFSETS, 'sum'));
    });
  }
});

describe('a description', () => {
  const families = [{ family: 'software' }, { family: 'gpu' }] as const;
  const sizes = [{ maxItems: 100 }, { maxItems: 100_000, maxSegmentSize: 300 }, { maxItems: 100_000 }];

  it.each(families)('has every class that its passes name, %o', async (tuning) => {
    for (const size of sizes) {
      const room = { ...size, maxSegments: 10, tuning };
      const sort = await createSegmentedSort(device(), { keyType: 'u32', ...room });
      const reduce = await createSegmentedReduce(device(), { type: 'f32', op: 'sum', ...room });
      for (const plan of [sort, reduce]) {
        const { classes, passes } = plan.describe();
        for (const { kernel, bins = [] } of passes) {
          for (const bin of bins) expect(classes[bin], `${kernel}, bin ${bin}`).toBeDefined();
        }
        plan.destroy();
      }
    }
  });

  it('names the tiles that a sweep cuts', async () => {
    const tuning = { family: 'software', reduce: { tile: 8192, sweep: { tile: 2048 } } } as const;
    const plan = await createSegmentedReduce(device(), {
      ...{ type: 'u32', op: 'sum', maxItems: 100_000, maxSegments: 10 },
      tuning,
    });
    expect(plan.describe().classes.at(-1)?.method).toBe('tiles of 2048 items, then their results');
    plan.destroy();
  });
});
