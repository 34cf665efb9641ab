/** Arrays of host calls: views, shared memory, and changes of an array after the call was made. */
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import {
  segmentedArgsort,
  segmentedReduce,
  segmentedSort,
  segmentedSortByKey,
  segmentedStableSortByKey,
} from '../../src/index.ts';
import { Random } from '../support/cases.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();
const random = new Random(4711);

const COUNT = 500;
const BOUNDS = [
  [3, 40],
  [40, 41],
  [50, 170],
  [170, 499],
] as const;

const CLASSES = [
  Uint8Array,
  Int8Array,
  Uint16Array,
  Int16Array,
  Uint32Array,
  Int32Array,
  Float32Array,
  Float64Array,
  BigUint64Array,
  BigInt64Array,
] as const;
type Class = (typeof CLASSES)[number];

/** Random numbers in a buffer of this kind, which begins before them. */
function filled(Class: Class, Buffer: typeof ArrayBuffer | typeof SharedArrayBuffer) {
  const start = 3 * Class.BYTES_PER_ELEMENT;
  const buffer = new Buffer(start + COUNT * Class.BYTES_PER_ELEMENT + 8);
  const view = new Class(buffer as ArrayBuffer, start, COUNT);
  for (let i = 0; i < COUNT; i++) {
    const value = random.below(100);
    view[i] = view instanceof BigUint64Array || view instanceof BigInt64Array ? BigInt(value) : value;
  }
  return view;
}

function shared(words: ArrayLike<number>): Uint32Array {
  const view = new Uint32Array(new SharedArrayBuffer(words.length * 4) as unknown as ArrayBuffer);
  view.set(words);
  return view;
}

/** The result of a stable sort of keys and their positions. */
function expectedOf(keys: ArrayLike<number | bigint>) {
  const indices = Uint32Array.from({ length: keys.length }, (_, i) => i);
  for (const [begin, end] of BOUNDS) {
    indices.subarray(begin, end).sort((a, b) => (keys[a]! < keys[b]! ? -1 : keys[a]! > keys[b]! ? 1 : a - b));
  }
  return { indices, keys: Array.from(indices, (index) => keys[index]) };
}

const begin = BOUNDS.map(([first]) => first);
const end = BOUNDS.map(([, last]) => last);

describe('views', () => {
  for (const Class of CLASSES) {
    for (const Buffer of [ArrayBuffer, SharedArrayBuffer]) {
      it(`of ${Class.name} in the middle of a ${Buffer.name} are sorted; they and what surrounds them stay`, async () => {
        const keys = filled(Class, Buffer);
        const before = new Uint8Array(keys.buffer).slice();
        const expected = expectedOf(keys);
        const values = shared(Array.from({ length: COUNT }, (_, i) => i));
        const ranges = { begin: shared(begin), end: shared(end) };
        const sorted = await segmentedStableSortByKey(device(), keys, values, ranges);
        expect(sorted.keys).toBeInstanceOf(Class);
        expect(sorted.keys.buffer).toBeInstanceOf(ArrayBuffer);
        expect(Array.from(sorted.keys as ArrayLike<number | bigint>)).toEqual(expected.keys);
        expect(sorted.values).toEqual(expected.indices);
        expect(new Uint8Array(keys.buffer)).toEqual(before);
      });
    }
  }

  it('of shared memory are reduced, and their offsets may be shared', async () => {
    const values = filled(Int32Array, SharedArrayBuffer) as Int32Array;
    const sum = values.subarray(10, 300).reduce((a, b) => a + b, 0);
    expect(await segmentedReduce(device(), values, shared([10, 300, 300]), 'sum')).toEqual(Int32Array.of(sum, 0));
  });

  it('of another realm are sorted, and are offsets', async () => {
    const foreign = (list: string) => runInNewContext(`Uint32Array.of(${list})`) as Uint32Array<ArrayBuffer>;
    const sorted = await segmentedSort(device(), foreign('3, 2, 9, 1'), foreign('0, 2, 4'));
    expect([...sorted]).toEqual([2, 3, 1, 9]);
  });

  it('of offsets in the middle of a buffer are read from their own start', async () => {
    const offsets = Uint32Array.of(99, 0, 2, 4, 99).subarray(1, 4);
    expect(await segmentedSort(device(), Uint32Array.of(4, 3, 2, 1), offsets)).toEqual(Uint32Array.of(3, 4, 1, 2));
  });
});

describe('the arguments of a call', () => {
  const offsets = () => Uint32Array.of(3, 40, 41, 400);
  const keysOf = () => Uint32Array.from({ length: COUNT }, () => random.below(1000));

  it('may be overwritten as soon as the call is made', async () => {
    const keys = keysOf();
    const given = { keys: keys.slice(), values: keys.slice(), offsets: offsets() };
    const running = segmentedSortByKey(device(), given.keys, given.values, given.offsets);
    const indices = segmentedArgsort(device(), given.keys, given.offsets);
    const reduced = segmentedReduce(device(), given.keys, given.offsets, 'max');
    given.keys.fill(7);
    given.values.fill(7);
    given.offsets.fill(0);
    const expected = await segmentedSortByKey(device(), keys, keys, offsets());
    expect(await running).toEqual(expected);
    expect((await indices).map((i) => keys[i]!)).toEqual(expected.keys);
    expect(await reduced).toEqual(await segmentedReduce(device(), keys, offsets(), 'max'));
  });

  it('may have options that change as soon as the call is made', async () => {
    const keys = keysOf();
    const segments = { size: 50 };
    const expected = await segmentedSort(device(), keys, segments);
    for (const own of [{ compare: { wgsl: 'return a < b;' } }, { orderBy: { wgsl: 'return key;' } }]) {
      // Batches of one segment, and of two.
      const options = { ...own, tuning: { maxBindingBytes: 1024 } };
      const running = segmentedSort(device(), keys, segments, options);
      for (const texts of Object.values(own)) texts.wgsl = texts.wgsl.replace('a < b', 'a > b').replace('key', '~key');
      options.tuning.maxBindingBytes = 1;
      expect(await running).toEqual(expected);
    }
  });

  it('may be transferred as soon as the call is made', async () => {
    const keys = keysOf();
    const given = keys.slice();
    const running = segmentedSort(device(), given, offsets());
    structuredClone(given.buffer, { transfer: [given.buffer] });
    expect(given.length).toBe(0);
    expect(await running).toEqual(await segmentedSort(device(), keys, offsets()));
  });
});
