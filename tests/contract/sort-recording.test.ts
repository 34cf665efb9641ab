/** A recorded sort after other commands: offsets and counts made on the GPU, and results of other plans. */
import { afterEach, describe, expect, it } from 'vitest';
import { createSegmentedReduce, createSegmentedSort, segmentedSort } from '../../src/index.ts';
import { offsetsOf, Random, ROWS, repeated, SEED, totalOf } from '../support/cases.ts';
import { openDevice } from '../support/device.ts';
import { expectStillWorking } from '../support/refusal.ts';
import { type Recorder, recordInto, Workspace } from '../support/run.ts';
import { bytesOf, keyBytes } from '../support/typed-cases.ts';
import { permuted, sortedIndices } from '../support/typed-oracle.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();
const random = new Random(SEED);
const words = (count: number) => Uint32Array.from({ length: count }, () => random.word());

afterEach(() => expectStillWorking(device()));

/** A kernel that makes offsets and their count. Lengths grow, so that every class has segments. */
const MAKER = `
@group(0) @binding(0) var<storage, read_write> offsets: array<u32>;
@group(0) @binding(1) var<storage, read_write> count: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < arrayLength(&offsets)) { offsets[id.x] = id.x * id.x * id.x / 4; }
  if (id.x == 0u) { count[0] = 30u; }
}`;
const madeOffset = (i: number) => Math.floor((i * i * i) / 4);

describe('a sort', () => {
  it.each([
    ['u32', true],
    ['u32', false],
    ['u8', true],
  ] as const)(
    'of %s takes offsets and count from a kernel before it (in the same compute pass: %s)',
    async (keyType, samePass) => {
      const itemCount = madeOffset(30) + 9;
      const keys = keyBytes(keyType, Math.ceil(itemCount / 4) * 4, random);
      const sort = await createSegmentedSort(device(), { keyType, maxItems: keys.length, maxSegments: 40 });
      const layout = 'auto' as const;
      const module = device().createShaderModule({ code: MAKER });
      const maker = await device().createComputePipelineAsync({ layout, compute: { module } });
      const space = new Workspace(device(), SEED);
      const keysIn = space.input('keysIn', keys);
      const keysOut = space.output('keysOut', keysIn.size / 4);
      const offsets = space.output('offsets', 36);
      const count = space.output('count', 1);
      const temporary = space.scratch('temporary', sort.temporaryBytes);
      const group = device().createBindGroup({
        layout: maker.getBindGroupLayout(0),
        entries: [offsets, count].map(({ buffer, offset, size }, binding) => ({
          binding,
          resource: { buffer, offset, size },
        })),
      });
      const make = (pass: GPUComputePassEncoder) => {
        pass.setPipeline(maker);
        pass.setBindGroup(0, group);
        pass.dispatchWorkgroups(1);
      };
      const encode = (into: Recorder) =>
        sort.encode(into, { keysIn, keysOut, segments: { offsets, count }, itemCount, temporary });
      await space.submit((encoder) => {
        const pass = encoder.beginComputePass();
        make(pass);
        if (samePass) encode(pass);
        pass.end();
        if (!samePass) encode(encoder);
      });
      const bounds = Array.from({ length: 30 }, (_, i) => [madeOffset(i), madeOffset(i + 1)] as const);
      const itemBytes = keyType === 'u8' ? 1 : 4;
      const expected = bytesOf(keysOut.before).slice();
      const sorted = permuted(keys, itemBytes, sortedIndices(keyType, keys, bounds, {}));
      expected.set(sorted.subarray(0, madeOffset(30) * itemBytes));
      expect(bytesOf(keysOut.found)).toEqual(expected);
      space.destroy();
      sort.destroy();
    },
  );

  it('leaves out segments of one size that do not lie within the items', async () => {
    const keys = words(1000);
    const sort = await createSegmentedSort(device(), { keyType: 'u32', maxItems: 1000, maxSegments: 50 });
    const space = new Workspace(device(), SEED);
    const keysIn = space.input('keysIn', keys);
    const keysOut = space.output('keysOut', 1000);
    const count = space.input('count', Uint32Array.of(0xffffffff));
    await space.submit((encoder) =>
      sort.encode(encoder, { keysIn, keysOut, segments: { size: 300, count }, itemCount: 950 }),
    );
    const expected = Uint32Array.of(...keysOut.before);
    for (const from of [0, 300, 600]) expected.set(keys.slice(from, from + 300).sort(), from);
    expect(keysOut.found).toEqual(expected);
    space.destroy();
    sort.destroy();
  });
});

describe('two plans and a reduce', () => {
  it.each([true, false])(
    'see each other’s results in order, on one scratch (in one compute pass: %s)',
    async (onePass) => {
      const count = 12_000;
      const first = offsetsOf([5, 700, 0, 2095, 9200]);
      const second = offsetsOf(repeated(100, 120));
      const common = { keyType: 'u32', maxItems: count, maxSegments: 120 } as const;
      const up = await createSegmentedSort(device(), common);
      const down = await createSegmentedSort(device(), { ...common, order: 'descending' });
      const reduce = await createSegmentedReduce(device(), {
        type: 'u32',
        op: 'max',
        maxItems: count,
        maxSegments: 120,
      });
      const space = new Workspace(device(), SEED);
      const keys = words(count);
      const stages = [space.input('stage 0', keys), ...[1, 2, 3].map((i) => space.output(`stage ${i}`, count))];
      const maxima = space.output('maxima', 120);
      const bytes = Math.max(up.temporaryBytes, down.temporaryBytes, reduce.temporaryBytes);
      const temporary = space.scratch('temporary', bytes);
      const bound = [first, second, first].map((offsets, i) => ({
        offsets: space.input(`offsets ${i}`, offsets),
        count: offsets.length - 1,
      }));
      await space.submit((encoder) =>
        recordInto(encoder, onePass, (into) => {
          for (const [i, sort] of [up, down, up].entries()) {
            sort.encode(into, { keysIn: stages[i]!, keysOut: stages[i + 1]!, segments: bound[i]!, temporary });
          }
          reduce.encode(into, { input: stages[2]!, output: maxima, segments: bound[1]!, temporary });
        }),
      );
      let expected = keys;
      for (const [i, offsets] of [first, second, first].entries()) {
        const next = expected.slice();
        for (let s = 0; s + 1 < offsets.length; s++) {
          const segment = next.subarray(offsets[s], offsets[s + 1]).sort();
          if (i === 1) segment.reverse();
        }
        expect(stages[i + 1]!.found, `stage ${i + 1}`).toEqual(next);
        expected = next;
      }
      expect(maxima.found).toEqual(Uint32Array.from({ length: 120 }, (_, s) => stages[2]!.found[s * 100]!));
      space.destroy();
      for (const plan of [up, down, reduce]) plan.destroy();
    },
  );
});

describe.runIf(ROWS === 'full')('an array past 128 MiB', () => {
  it('is sorted on a device with bindings of 128 MiB, with one segment longer than a binding', {
    timeout: 1e6,
  }, async () => {
    const small = await openDevice({ limits: 'default' });
    expect(small.limits.maxStorageBufferBindingSize).toBe(2 ** 27);
    const offsets = offsetsOf([1000, 2 ** 25 + 12_345, 7, 500_000, ...repeated(50, 5000)], 17);
    const count = totalOf(offsets) + 11;
    const keys = words(count);
    const sorted = await segmentedSort(small, keys, offsets);
    const expected = keys.slice();
    for (let s = 0; s + 1 < offsets.length; s++) expected.subarray(offsets[s], offsets[s + 1]).sort();
    expect(expected.findIndex((word, i) => word !== sorted[i])).toBe(-1);
    small.destroy();
  });
});
