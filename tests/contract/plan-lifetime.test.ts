/** Plans of sorts and reduces: their description, scratch memory, usages of buffers, and destruction. */
import { describe, expect, it } from 'vitest';
import { createSegmentedReduce, createSegmentedSort, SegmentedError } from '../../src/index.ts';
import {
  distinctValues,
  fill,
  mixed,
  offsetsOf,
  quickRows,
  Random,
  SEED,
  VARIANTS,
  type Variant,
  variantName,
} from '../support/cases.ts';
import { classesOf } from '../support/classes.ts';
import { Workspace, withoutGpuErrors } from '../support/run.ts';
import { permutationOf } from '../support/sort-cases.ts';
import { checkSort } from '../support/typed-check.ts';
import { itOnDevice, useDevice } from '../support/use-device.ts';
import { gather } from '../support/words.ts';

const device = useDevice();

const MAX_ITEMS = 10_000;
const MAX_SEGMENTS = 100;

const KINDS = {
  sort: (tuning: Variant) =>
    createSegmentedSort(device(), {
      keyType: 'u32',
      maxItems: MAX_ITEMS,
      maxSegments: MAX_SEGMENTS,
      tuning,
    }),
  reduce: (tuning: Variant) =>
    createSegmentedReduce(device(), {
      type: 'f32',
      op: 'sum',
      maxItems: MAX_ITEMS,
      maxSegments: MAX_SEGMENTS,
      tuning,
    }),
};

/** Fails at the first value that JSON would drop or change. The last class may have Infinity as its maximum length. */
function expectPlainData(data: unknown, path: string): void {
  if (data === null || ['string', 'number', 'boolean'].includes(typeof data)) {
    expect(Number.isNaN(data), path).toBe(false);
  } else if (Array.isArray(data)) {
    for (const [i, item] of data.entries()) expectPlainData(item, `${path}[${i}]`);
  } else {
    expect(typeof data, path).toBe('object');
    expect(Object.getPrototypeOf(data), path).toBe(Object.prototype);
    for (const [name, member] of Object.entries(data as object)) {
      // JSON drops an optional member that is undefined. That is allowed.
      if (member !== undefined) expectPlainData(member, `${path}.${name}`);
    }
  }
}

for (const variant of quickRows(VARIANTS, 2)) {
  for (const [kind, create] of Object.entries(KINDS)) {
    describe(`a ${kind} plan, ${variantName(variant)}`, () => {
      itOnDevice(device, variant, 'describes itself as plain data, with every kernel in WGSL', async () => {
        const plan = await create(variant);
        const description = plan.describe();
        expectPlainData(description, 'describe()');
        const text = JSON.stringify(description);
        expect(text).toContain('@compute');
        expect(text).toContain('@workgroup_size');
        if (!variant.subgroups) expect(text).not.toContain('enable subgroups');
        expect(plan.describe(), 'described twice').toEqual(description);
        plan.destroy();
      });

      itOnDevice(device, variant, 'has classes and bins that cover every length from 2 on without a gap', async () => {
        const plan = await create(variant);
        const classes = classesOf(plan);
        const order = ['small', 'medium', 'large'];
        // Lengths 0 and 1 may need no bin.
        expect(classes[0]!.minLength).toBeLessThanOrEqual(2);
        for (let i = 0; i < classes.length; i++) {
          expect(order).toContain(classes[i]!.name);
          expect(classes[i]!.maxLength).toBeGreaterThanOrEqual(classes[i]!.minLength);
          if (i === 0) continue;
          expect(classes[i]!.minLength).toBe(classes[i - 1]!.maxLength + 1);
          expect(order.indexOf(classes[i]!.name)).toBeGreaterThanOrEqual(order.indexOf(classes[i - 1]!.name));
        }
        expect(classes.at(-1)!.maxLength, 'the last bin takes a segment of all items').toBeGreaterThanOrEqual(
          MAX_ITEMS,
        );
        plan.destroy();
      });

      itOnDevice(device, variant, 'needs a whole number of words as scratch', async () => {
        const plan = await create(variant);
        expect(Number.isInteger(plan.temporaryBytes / 4)).toBe(true);
        plan.destroy();
      });
    });
  }
}

describe('the buffers of the caller', () => {
  it('need STORAGE only, temporary too', async () => {
    const room = { maxItems: MAX_ITEMS, maxSegments: MAX_SEGMENTS };
    const plan = await createSegmentedSort(device(), { keyType: 'u32', valueType: 'u32', ...room });
    const offsets = offsetsOf([1, 40, 900, 8800]);
    const count = 9741;
    const keys = fill('u32', count, new Random(SEED), mixed) as Uint32Array;
    const values = distinctValues(count);
    const buffer = (words: Uint32Array | number, usage = GPUBufferUsage.STORAGE) => {
      const size = typeof words === 'number' ? words : words.byteLength;
      const made = device().createBuffer({ size, usage, mappedAtCreation: typeof words !== 'number' });
      if (typeof words !== 'number') {
        new Uint32Array(made.getMappedRange()).set(words);
        made.unmap();
      }
      return made;
    };
    const readable = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC;
    const keysOut = buffer(count * 4, readable);
    const valuesOut = buffer(count * 4, readable);
    const read = device().createBuffer({ size: count * 8, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
    await withoutGpuErrors(device(), async () => {
      const encoder = device().createCommandEncoder();
      const segments = { offsets: buffer(offsets), count: offsets.length - 1 };
      const temporary = buffer(plan.temporaryBytes);
      const mid = { keys: buffer(count * 4), values: buffer(count * 4) };
      const first = { keysIn: buffer(keys), valuesIn: buffer(values), keysOut: mid.keys, valuesOut: mid.values };
      plan.encode(encoder, { ...first, segments, temporary });
      plan.encode(encoder, { keysIn: mid.keys, valuesIn: mid.values, keysOut, valuesOut, segments, temporary });
      encoder.copyBufferToBuffer(keysOut, 0, read, 0, count * 4);
      encoder.copyBufferToBuffer(valuesOut, 0, read, count * 4, count * 4);
      device().queue.submit([encoder.finish()]);
      await read.mapAsync(GPUMapMode.READ);
    });
    const found = new Uint32Array(read.getMappedRange());
    const indices = permutationOf(keys, offsets, 'ascending');
    expect(found.subarray(0, count)).toEqual(gather(keys, indices));
    expect(found.subarray(count)).toEqual(gather(values, indices));
    plan.destroy();
  });
});

describe('a destroyed plan', () => {
  for (const [kind, create] of Object.entries(KINDS)) {
    it(`of a ${kind} refuses to encode, and may be destroyed again`, async () => {
      const plan = await create(VARIANTS[0]!);
      plan.destroy();
      plan.destroy();
      const space = new Workspace(device());
      const words = space.output('words', 64);
      const io = { keysIn: words, keysOut: words, valuesIn: words, valuesOut: words, input: words, output: words };
      const buffers = { ...io, segments: { offsets: space.output('offsets', 2), count: 1 } };
      const encoder = device().createCommandEncoder();
      let error: unknown;
      try {
        (plan.encode as (encoder: GPUCommandEncoder, buffers: unknown) => void)(encoder, buffers);
      } catch (caught) {
        error = caught;
      }
      expect(error).toBeInstanceOf(SegmentedError);
      expect((error as SegmentedError).code).toBe('destroyed');
      space.destroy();
    });
  }

  it('keeps other plans usable', async () => {
    const one = await KINDS.sort(VARIANTS[0]!);
    const other = await KINDS.sort(VARIANTS[0]!);
    one.destroy();
    const offsets = offsetsOf([3, 50, 800]);
    const keys = fill('u32', 853, new Random(SEED), mixed);
    await checkSort(device(), other, { what: 'the other plan', offsets, keys, order: 'ascending' });
    other.destroy();
  });
});
