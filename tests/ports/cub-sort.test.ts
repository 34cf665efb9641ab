/** webgpu-segmented/cub: the sorts. */
import { describe, expect, it } from 'vitest';
import {
  cudaSetDevice,
  type DevicePointer,
  DeviceSegmentedRadixSort,
  DeviceSegmentedSort,
  DoubleBuffer,
} from '../../src/cub/index.ts';
import { createSegmentedSort } from '../../src/index.ts';
import { Random } from '../support/cases.ts';
import { type Buffers, type CubCall, families, runCub, useBuffers, VECTORS } from '../support/ports.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();
const newBuffers = useBuffers(device);

function buffersOf(): Buffers {
  cudaSetDevice(device());
  return newBuffers();
}

const FAMILIES = families();
const NAME = { ascending: '', descending: 'Descending' } as const;

describe.each(FAMILIES)("the originals' cases, %s kernels", (family) => {
  const { offsets, keys, values, cases } = VECTORS.sort;
  const rows = cases.flatMap((vector) => vector.bits.map(([begin, end]) => ({ ...vector, begin, end })));

  it.each(rows)('radix sort, $order, bits $begin to $end', async ({ order, begin, end, ...expected }) => {
    const buffers = buffersOf();
    const d_offsets = buffers.handle('i32', offsets);
    const d_in = buffers.handle('i32', keys);
    const d_values = buffers.handle('u32', values);
    const [onlyKeysOut, keysOut, valuesOut] = [buffers.room('i32', 7), buffers.room('i32', 7), buffers.room('u32', 7)];
    const rest = [7, 3, d_offsets, d_offsets.add(1), begin, end] as const;
    await runCub(
      buffers,
      { family },
      (temp, bytes, stream) =>
        DeviceSegmentedRadixSort[`SortKeys${NAME[order]}`](temp, bytes, d_in, onlyKeysOut, ...rest, stream),
      (temp, bytes, stream) =>
        DeviceSegmentedRadixSort[`SortPairs${NAME[order]}`](
          ...([temp, bytes, d_in, keysOut, d_values, valuesOut, ...rest] as const),
          stream,
        ),
    );
    expect(await buffers.read(onlyKeysOut)).toEqual(expected.keys);
    expect(await buffers.read(keysOut)).toEqual(expected.keys);
    expect(await buffers.read(valuesOut)).toEqual(expected.values);
    expect(await buffers.read(d_in)).toEqual(keys);
  });

  it.each(['', 'Stable'] as const)('%sSort… in all forms', async (stable) => {
    const buffers = buffersOf();
    const d_offsets = buffers.handle('u32', offsets);
    const segments = [7, 3, d_offsets, d_offsets.add(1)] as const;
    for (const { order, bits, ...expected } of cases) {
      if (bits[0]?.[0] !== 0) continue;
      const [keysOut, valuesOut] = [buffers.room('u32', 7), buffers.room('u32', 7)];
      const double = () => new DoubleBuffer(buffers.handle('u32', keys), buffers.room('u32', 7));
      const [onlyKeys, d_keys, d_values] = [double(), double(), double()];
      const sortKeys = DeviceSegmentedSort[`${stable}SortKeys${NAME[order]}`];
      const sortPairs = DeviceSegmentedSort[`${stable}SortPairs${NAME[order]}`];
      const [d_in, d_values_in] = [buffers.handle('u32', keys), buffers.handle('u32', values)];
      await runCub(
        buffers,
        { family },
        (temp, bytes, stream) => sortPairs(temp, bytes, d_in, keysOut, d_values_in, valuesOut, ...segments, stream),
        (temp, bytes, stream) => sortKeys(temp, bytes, onlyKeys, ...segments, stream),
        (temp, bytes, stream) => sortPairs(temp, bytes, d_keys, d_values, ...segments, stream),
      );
      for (const handle of [keysOut, onlyKeys.Current(), d_keys.Current()]) {
        expect(await buffers.read(handle)).toEqual(expected.keys);
      }
      expect(await buffers.read(valuesOut)).toEqual(expected.values);
      // The values of that case were the keys again.
      expect(await buffers.read(d_values.Current())).toEqual(expected.keys);
      expect([onlyKeys.selector, d_keys.selector, d_values.selector]).toEqual([1, 1, 1]);
    }
  });

  it('100 segments of 100 f32, both orders, with the indices they came from', async () => {
    const buffers = buffersOf();
    const random = new Random(7);
    const keys = Float32Array.from({ length: 10_000 }, () => random.word() / 2 ** 16 - 30_000);
    const offsets = buffers.handle(
      'u32',
      Array.from({ length: 101 }, (_, i) => 100 * i),
    );
    for (const order of ['ascending', 'descending'] as const) {
      const d_keys = new DoubleBuffer(buffers.handle('f32', keys), buffers.room('f32', 10_000));
      const indices = Uint32Array.from(keys, (_, i) => i);
      const d_values = new DoubleBuffer(buffers.handle('u32', indices), buffers.room('u32', 10_000));
      await runCub(buffers, { family }, (temp, bytes, stream) =>
        DeviceSegmentedSort[`SortPairs${NAME[order]}`](
          ...([temp, bytes, d_keys, d_values, 10_000, 100, offsets, offsets.add(1)] as const),
          stream,
        ),
      );
      const [found, from] = [await buffers.read(d_keys.Current()), await buffers.read(d_values.Current())];
      const expected = keys.slice();
      for (let i = 0; i < 10_000; i += 100) {
        expected.subarray(i, i + 100).sort();
        if (order === 'descending') expected.subarray(i, i + 100).reverse();
      }
      expect(found).toEqual(Array.from(expected));
      expect(from.map((index) => keys[Number(index)])).toEqual(found);
    }
  });
});

describe('the radix map of keys, bit by bit', () => {
  it.each(['i32', 'f32'] as const)('%s', async (type) => {
    const buffers = buffersOf();
    const zeros = [-0, 0].map((value) => ({ value, bits: '80000000' }));
    const known = VECTORS.orderedKey.filter((vector) => vector.type === type && typeof vector.value === 'number');
    const rows = [...known, ...(type === 'f32' ? zeros : [])];
    const d_in = buffers.handle(
      type,
      rows.map(({ value }) => value as number),
    );
    const indices = buffers.handle(
      'u32',
      rows.map((_, i) => i),
    );
    const [count, begin, end] = [rows.length, buffers.handle('u32', [0]), buffers.handle('u32', [rows.length])];
    const found: DevicePointer[] = [];
    const calls = Array.from({ length: 32 }, (_, bit): CubCall => {
      const values = buffers.room('u32', count);
      found.push(values);
      return (temp, bytes, stream) =>
        DeviceSegmentedRadixSort.SortPairsDescending(
          ...([temp, bytes, d_in, buffers.room(type, count), indices, values] as const),
          ...([count, 1, begin, end, bit, bit + 1, stream] as const),
        );
    });
    await runCub(buffers, {}, ...calls);
    const bitOf = (i: number, bit: number) => (Number(`0x${rows[i]?.bits}`) >>> bit) & 1;
    for (let bit = 0; bit < 32; bit++) {
      const expected = rows.map((_, i) => i).sort((a, b) => bitOf(b, bit) - bitOf(a, bit) || a - b);
      expect(await buffers.read(found[bit] as DevicePointer), `bit ${bit}`).toEqual(expected);
    }
  });
});

describe('where CUB and the core differ', () => {
  const KEYS = [0, -0, 1, 0, -0, -1];
  // Object.is and toEqual distinguish the zeros.
  it('-0 and +0 tie, in the order they came in; in the core -0 comes first, or they tie when asked to', async () => {
    const buffers = buffersOf();
    const d_in = buffers.handle('f32', KEYS);
    const [begin, end] = [buffers.handle('u32', [0]), buffers.handle('u32', [6])];
    const outs = Array.from({ length: 4 }, () => buffers.room('f32', 6));
    const [up, down, radix, core] = outs as [DevicePointer, DevicePointer, DevicePointer, DevicePointer];
    const segments = [6, 1, begin, end] as const;
    const sort = await createSegmentedSort(device(), { keyType: 'f32', maxItems: 6, maxSegments: 1 });
    await runCub(
      buffers,
      {},
      (temp, bytes, stream) => DeviceSegmentedSort.SortKeys(temp, bytes, d_in, up, ...segments, stream),
      (temp, bytes, stream) => DeviceSegmentedSort.SortKeysDescending(temp, bytes, d_in, down, ...segments, stream),
      (temp, bytes, stream) => DeviceSegmentedRadixSort.SortKeys(temp, bytes, d_in, radix, ...segments, stream),
    );
    const encoder = device().createCommandEncoder();
    sort.encode(encoder, { keysIn: d_in.buffer, keysOut: core.buffer, segments: { size: 6, count: 1 } });
    device().queue.submit([encoder.finish()]);
    expect(await buffers.read(up)).toEqual([-1, 0, -0, 0, -0, 1]);
    expect(await buffers.read(radix)).toEqual([-1, 0, -0, 0, -0, 1]);
    expect(await buffers.read(down)).toEqual([1, 0, -0, 0, -0, -1]);
    expect(await buffers.read(core)).toEqual([-1, -0, -0, 0, 0, 1]);
    sort.destroy();
  });

  it('items outside every segment are not touched', async () => {
    const buffers = buffersOf();
    const d_in = buffers.handle('u32', [9, 8, 7, 6, 5, 4, 3, 2]);
    const d_out = buffers.handle('u32', [1, 1, 1, 1, 1, 1, 1, 1]);
    const [begin, end] = [buffers.handle('u32', [5, 1, 3]), buffers.handle('u32', [100, 3, 3])];
    // An end past num_items is clamped, so there is no item 7.
    await runCub(buffers, {}, (temp, bytes, stream) =>
      DeviceSegmentedSort.SortKeys(temp, bytes, d_in, d_out, 7, 3, begin, end, stream),
    );
    expect(await buffers.read(d_out)).toEqual([1, 7, 8, 1, 1, 3, 4, 1]);
  });
});
