/** webgpu-segmented/cub: the batched top-k. */
import { describe, expect, it } from 'vitest';
import { args, cudaSetDevice, DeviceBatchedTopK, type DevicePointer } from '../../src/cub/index.ts';
import { Random } from '../support/cases.ts';
import { type Buffers, families, runCub, useBuffers } from '../support/ports.ts';
import { expectRefusal } from '../support/refusal.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();
const newBuffers = useBuffers(device);

function buffersOf(): Buffers {
  cudaSetDevice(device());
  return newBuffers();
}

/** The value of a u32 or i32 that `Buffers.room` writes. */
const UNWRITTEN = { u32: 0xa5a5a5a5, i32: 0xa5a5a5a5 | 0 } as const;

/** Indices of the first k items of each segment in order, from the segment's start. */
function firstIndices(
  keys: ArrayLike<number>,
  bounds: readonly (readonly [number, number])[],
  k: number,
  sign: 1 | -1,
) {
  return bounds.map(([begin, end]) =>
    Array.from({ length: end - begin }, (_, i) => i)
      .sort((a, b) => sign * (keys[begin + a]! - keys[begin + b]!) || a - b)
      .slice(0, k),
  );
}

describe.each(families())("the originals' example, %s kernels", (family) => {
  const keys = [5, -3, 1, 7, 8, 2, 4, 6, 0, 9, 3, 2, 1, 8, 7, 4];
  const [sizes, k, rows] = [8, 3, 2];

  it('finds keys, and pairs with the indices of items', async () => {
    const buffers = buffersOf();
    const d_in = buffers.handle('i32', keys);
    const d_values = buffers.handle(
      'u32',
      keys.map((_, i) => 100 + i),
    );
    const ints = Array.from({ length: 4 }, () => buffers.room('i32', rows * k));
    const [max, min, maxOf, minOf] = ints as [DevicePointer, DevicePointer, DevicePointer, DevicePointer];
    const [indices, values] = [buffers.room('i32', rows * k), buffers.room('u32', rows * k)];
    const { MaxKeys, MinKeys, MaxPairs, MinPairs } = DeviceBatchedTopK;
    await runCub(
      buffers,
      { family },
      (temp, bytes, stream) => MaxKeys(temp, bytes, d_in, max, sizes, k, rows, stream),
      (temp, bytes, stream) =>
        MinKeys(temp, bytes, d_in, min, args.constant(sizes), args.immediate(k, args.bounds(1, 8)), rows, stream),
      (temp, bytes, stream) => MaxPairs(temp, bytes, d_in, maxOf, null, indices, sizes, k, rows, stream),
      (temp, bytes, stream) => MinPairs(temp, bytes, d_in, minOf, d_values, values, sizes, k, rows, stream),
    );
    expect(await buffers.read(max)).toEqual([8, 7, 6, 9, 8, 7]);
    expect(await buffers.read(maxOf)).toEqual([8, 7, 6, 9, 8, 7]);
    expect(await buffers.read(min)).toEqual([-3, 1, 2, 0, 1, 2]);
    expect(await buffers.read(minOf)).toEqual([-3, 1, 2, 0, 1, 2]);
    expect(await buffers.read(indices)).toEqual([4, 3, 7, 1, 5, 6]);
    expect(await buffers.read(values)).toEqual([101, 102, 105, 108, 112, 111]);
    expect(await buffers.read(d_in)).toEqual(keys);
  });
});

describe('segments of many sizes', () => {
  const random = new Random(3);
  const lengths = [0, 1, 2, 7, 40, 300, 5000, 3];
  const offsets = [0];
  for (const length of lengths) offsets.push((offsets.at(-1) as number) + length);
  const keys = Uint32Array.from({ length: offsets.at(-1) as number }, () => random.word() % 700);
  const bounds = lengths.map((_, i) => [offsets[i] as number, offsets[i + 1] as number] as const);

  it('by offsets of the device: short rows keep what was there', async () => {
    const buffers = buffersOf();
    const [d_in, d_offsets] = [buffers.handle('u32', keys), buffers.handle('u32', offsets)];
    const k = 5;
    const [out, from, values] = [buffers.room('u32', 8 * k), buffers.room('u32', 8 * k), buffers.room('u32', 8 * k)];
    const d_values = buffers.handle(
      'u32',
      keys.map((_, i) => i),
    );
    const all = args.deferred_sequence(d_offsets, d_offsets.add(1), args.bounds(0, 5000));
    await runCub(
      buffers,
      {},
      (temp, bytes, stream) => DeviceBatchedTopK.MaxPairs(temp, bytes, d_in, out, null, from, all, k, 8, stream),
      (temp, bytes, stream) => DeviceBatchedTopK.MaxPairs(temp, bytes, d_in, out, d_values, values, all, k, 8, stream),
    );
    const want = firstIndices(keys, bounds, k, -1);
    const rowsWith = (missing: number, itemOf: (segment: number, index: number) => number) =>
      want.flatMap((row, i) => Array.from({ length: k }, (_, j) => (j < row.length ? itemOf(i, row[j]!) : missing)));
    expect(await buffers.read(out)).toEqual(rowsWith(UNWRITTEN.u32, (i, index) => keys[bounds[i]![0] + index]!));
    expect(await buffers.read(from)).toEqual(rowsWith(0xffffffff, (_, index) => index));
    expect(await buffers.read(values)).toEqual(rowsWith(UNWRITTEN.u32, (i, index) => bounds[i]![0] + index));
  });

  it('by begins and ends of the host, with k on the device', async () => {
    const buffers = buffersOf();
    const d_in = buffers.handle('u32', keys);
    const sizes = args.deferred_sequence(offsets.slice(0, -1), offsets.slice(1));
    const want = firstIndices(keys, bounds, 2, 1);
    const { MinPairs } = DeviceBatchedTopK;
    for (const [requested, count] of [
      [2, 2],
      [0, 0],
      [4_000_000_000, 4],
    ] as const) {
      const [out, from] = [buffers.room('u32', 8 * 4), buffers.room('u32', 8 * 4)];
      const k = args.deferred(buffers.handle('u32', [requested]), args.bounds(0, 4));
      await runCub(buffers, {}, (temp, bytes, stream) =>
        MinPairs(temp, bytes, d_in, out, null, from, sizes, k, 8, stream),
      );
      const rows = firstIndices(keys, bounds, count, 1);
      expect(await buffers.read(from)).toEqual(rows.flatMap((row) => [0, 1, 2, 3].map((j) => row[j] ?? 0xffffffff)));
    }
    expect(want.length).toBe(8);
  });
});

it('-0 and +0 are equal, and k may be larger than the number of items', async () => {
  const buffers = buffersOf();
  const d_in = buffers.handle('f32', [-0, 0, -0, -1]);
  const out = buffers.room('f32', 6);
  await runCub(buffers, {}, (temp, bytes, stream) =>
    DeviceBatchedTopK.MaxKeys(temp, bytes, d_in, out, 4, 6, 1, stream),
  );
  expect((await buffers.read(out)).slice(0, 4)).toEqual([-0, 0, -0, -1]);
});

it('asks for little scratch memory where k is large', async () => {
  const buffers = buffersOf();
  const [d_in, out] = [buffers.room('u32', 100_000), buffers.room('u32', 60_000)];
  const bytes = await DeviceBatchedTopK.MaxKeys(null, 0, d_in, out, 100_000, 60_000, 1);
  expect(bytes).toBeLessThan(24 * 100_000);
});

it('refuses what it cannot do', async () => {
  const buffers = buffersOf();
  const { MaxKeys, MaxPairs } = DeviceBatchedTopK;
  const [d_in, out, floats] = [buffers.handle('u32', [1, 2, 3, 4]), buffers.room('u32', 4), buffers.room('f32', 4)];
  const k = args.deferred_sequence([0], [1]);
  const CASES: [() => Promise<unknown>, string, string][] = [
    [() => MaxKeys(null, 0, d_in, floats, 2, 1, 2), 'unsupported-type', 'd_keys_out: of f32; allowed: u32'],
    [() => MaxKeys(null, 0, d_in, out, 2, 3, 2), 'limit-exceeded', 'd_keys_out'],
    [() => MaxKeys(null, 0, d_in, out, 3, 1, 2), 'limit-exceeded', 'd_keys_in'],
    [() => MaxKeys(null, 0, d_in, out, '2' as never, 1, 2), 'invalid-option', "segment_sizes: '2'"],
    [() => MaxKeys(null, 0, d_in, out, 2, k as never, 2), 'invalid-option', 'k: deferred_sequence; allowed: a number'],
    [() => MaxKeys(null, 0, d_in, out, 2, -1, 2), 'invalid-option', 'k: -1'],
    [() => MaxKeys(null, 0, d_in, out, 2, 1, 2, ...([{}, 7] as never[])), 'invalid-option', 'arguments: 1 too many'],
    [() => MaxPairs(null, 0, d_in, out, null, floats, 2, 1, 2), 'unsupported-type', 'd_values_out: of f32'],
    [() => MaxPairs(null, 0, d_in, out, floats, out, 2, 1, 2), 'unsupported-type', 'd_values_out: of u32'],
    [
      () => MaxKeys(null, 0, d_in, out, 2, args.deferred(floats, args.bounds(0, 2)), 2),
      'unsupported-type',
      'k: deferred, of f32; allowed: u32',
    ],
    [async () => args.immediate(9, args.bounds(1, 8)), 'invalid-option', 'value: 9; allowed: 1 to 8'],
    [async () => args.deferred(out, undefined as never), 'invalid-option', 'bounds: undefined'],
  ];
  for (const [call, code, message] of CASES) await expectRefusal(call, code, [message]);
});
