/** webgpu-segmented/cub: the calls on runs of equal keys. */
import { describe, expect, it } from 'vitest';
import { cudaSetDevice, DeviceReduce, DeviceRunLengthEncode, DeviceSelect, device_ptr } from '../../src/cub/index.ts';
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

const { ReduceByKey } = DeviceReduce;
const { Encode } = DeviceRunLengthEncode;
const { UniqueByKey } = DeviceSelect;

/** The items of the examples in CUB's manual. */
const ITEMS = [0, 2, 2, 9, 5, 5, 5, 8];

/** The word that buffers are filled with. No test expects it. */
const GARBAGE = 0xa5a5a5a5;

/** Runs of equal keys, their first rows and their ends. */
function runsOf(keys: readonly number[]): { begin: number; end: number }[] {
  const runs: { begin: number; end: number }[] = [];
  keys.forEach((key, i) => {
    const last = runs.at(-1);
    if (last && keys[last.begin] === key) last.end = i + 1;
    else runs.push({ begin: i, end: i + 1 });
  });
  return runs;
}

/** Keys in runs of 1 to 400. Some equal keys are in separate runs. */
function someKeys(count: number): number[] {
  const random = new Random(11);
  const keys: number[] = [];
  while (keys.length < count) {
    const length = random.below(4) === 0 ? 1 + random.below(400) : 1 + random.below(5);
    keys.push(...new Array<number>(length).fill(random.below(7)));
  }
  return keys.slice(0, count);
}

describe.each(families())("the originals' examples, %s kernels", (family) => {
  it('ReduceByKey, Encode and UniqueByKey', async () => {
    const buffers = buffersOf();
    const d_keys = buffers.handle('i32', ITEMS);
    const d_values = buffers.handle('u32', [0, 7, 1, 6, 2, 5, 3, 4]);
    const room = () => buffers.room('u32', 8);
    const [sums, lengths, first] = [room(), room(), room()];
    const unique = Array.from({ length: 3 }, () => buffers.room('i32', 8));
    const count = Array.from({ length: 3 }, () => buffers.room('i32', 1));
    await runCub(
      ...([buffers, { family }] as const),
      (temp, bytes, stream) =>
        ReduceByKey(temp, bytes, d_keys, unique[0]!, d_values, sums, count[0]!, 'sum', 8, stream),
      (temp, bytes, stream) => Encode(temp, bytes, d_keys, unique[1]!, lengths, count[1]!, 8, stream),
      (temp, bytes, stream) => UniqueByKey(temp, bytes, d_keys, d_values, unique[2]!, first, count[2]!, 8, stream),
    );
    for (const each of count) expect(await buffers.read(each)).toEqual([5]);
    for (const each of unique) expect((await buffers.read(each)).slice(0, 5)).toEqual([0, 2, 9, 5, 8]);
    const rest = [GARBAGE, GARBAGE, GARBAGE];
    expect(await buffers.read(sums)).toEqual([0, 8, 6, 10, 4, ...rest]);
    expect(await buffers.read(lengths)).toEqual([1, 2, 1, 3, 1, ...rest]);
    expect(await buffers.read(first)).toEqual([0, 7, 6, 2, 4, ...rest]);
  });

  it('long and short runs of many items', async () => {
    const keys = someKeys(3000);
    const values = keys.map((_, i) => (i * 2654435761) >>> 0);
    const runs = runsOf(keys);
    const buffers = buffersOf();
    const [d_keys, d_values] = [buffers.handle('u32', keys), buffers.handle('u32', values)];
    const [unique, most, lengths, first] = Array.from({ length: 4 }, () => buffers.room('u32', keys.length));
    const count = buffers.room('u32', 1);
    await runCub(
      ...([buffers, { family }] as const),
      (temp, bytes, stream) =>
        ReduceByKey(temp, bytes, d_keys, unique!, d_values, most!, count, 'max', keys.length, stream),
      (temp, bytes, stream) => Encode(temp, bytes, d_keys, unique!, lengths!, count, keys.length, stream),
      (temp, bytes, stream) => UniqueByKey(temp, bytes, d_keys, d_values, unique!, first!, count, keys.length, stream),
    );
    expect(await buffers.read(count)).toEqual([runs.length]);
    const read = async (of: typeof unique) => (await buffers.read(of!)).slice(0, runs.length);
    expect(await read(unique)).toEqual(runs.map(({ begin }) => keys[begin]));
    expect(await read(most)).toEqual(runs.map(({ begin, end }) => Math.max(...values.slice(begin, end))));
    expect(await read(lengths)).toEqual(runs.map(({ begin, end }) => end - begin));
    expect(await read(first)).toEqual(runs.map(({ begin }) => values[begin]));
  });
});

describe('keys', () => {
  it('of floats: -0 and +0 are one run, which has the first of them, and so are NaNs of any bits', async () => {
    const buffers = buffersOf();
    const keys = new Uint32Array(Float32Array.of(0, -0, 1, 0, 0, -0, 0).buffer);
    keys.set([0xffc00001, 0x7fc00000], 3);
    const d_keys = device_ptr(buffers.buffer(keys), 'f32');
    const d_values = buffers.handle('u16', [10, 11, 12, 13, 14, 15, 16]);
    const [unique, first, count] = [buffers.room('f32', 7), buffers.room('u16', 8), buffers.room('u32', 1)];
    await runCub(buffers, {}, (temp, bytes, stream) =>
      UniqueByKey(temp, bytes, d_keys, d_values, unique, first, count, 7, stream),
    );
    expect(await buffers.read(count)).toEqual([4]);
    expect((await buffers.read(unique)).slice(0, 4)).toEqual([0, 1, Number.NaN, -0]);
    expect((await buffers.read(first)).slice(0, 4)).toEqual([10, 12, 13, 15]);
  });

  it('of 8 and 64 bits', async () => {
    const buffers = buffersOf();
    const narrow = buffers.handle('u8', [3, 3, 200, 3]);
    const wide = buffers.handle('i64', [-1n, -1n, 1n << 40n, 0n] as never);
    const outs = [buffers.room('u8', 4), buffers.room('i64', 4)] as const;
    const lengths = [buffers.room('u32', 4), buffers.room('i32', 4)] as const;
    const counts = [buffers.room('u32', 1), buffers.room('u32', 1)] as const;
    await runCub(
      ...([buffers, {}] as const),
      (temp, bytes, stream) => Encode(temp, bytes, narrow, outs[0], lengths[0], counts[0], 4, stream),
      (temp, bytes, stream) => Encode(temp, bytes, wide, outs[1], lengths[1], counts[1], 4, stream),
    );
    expect((await buffers.read(outs[0])).slice(0, 3)).toEqual([3, 200, 3]);
    expect((await buffers.read(lengths[0])).slice(0, 3)).toEqual([2, 1, 1]);
    expect((await buffers.read(outs[1])).slice(0, 3)).toEqual([-1n, 1n << 40n, 0n]);
    expect((await buffers.read(lengths[1])).slice(0, 3)).toEqual([2, 1, 1]);
  });

  it('that are empty make no run', async () => {
    const buffers = buffersOf();
    const [d_in, room, count] = [buffers.handle('u32', [1]), buffers.room('u32', 1), buffers.room('u32', 1)];
    await runCub(buffers, {}, (temp, bytes, stream) =>
      Encode(temp, bytes, d_in, buffers.room('u32', 1), room, count, 0, stream),
    );
    expect(await buffers.read(count)).toEqual([0]);
    expect(await buffers.read(room)).toEqual([GARBAGE]);
  });

  it('only the first num_items count, and values may be larger than a word', async () => {
    const buffers = buffersOf();
    const d_keys = buffers.handle('u32', [4, 4, 4, 4]);
    const d_values = device_ptr(buffers.buffer(Uint32Array.from({ length: 16 }, (_, i) => i)), { bytes: 16 });
    const d_first = device_ptr(buffers.storage(64), { bytes: 16 });
    const [unique, count] = [buffers.room('u32', 4), buffers.room('u32', 1)];
    await runCub(buffers, {}, (temp, bytes, stream) =>
      UniqueByKey(temp, bytes, d_keys, d_values, unique, d_first, count, 2, stream),
    );
    expect(await buffers.read(count)).toEqual([1]);
    expect([...new Uint32Array((await buffers.bytes(d_first)).buffer, 0, 4)]).toEqual([0, 1, 2, 3]);
  });
});

it('wrong arguments are named', async () => {
  const buffers = buffersOf();
  const room = (type: 'u32' | 'f32', count = 3) => buffers.room(type, count);
  const [d_in, d_out, one] = [buffers.handle('u32', [2, 3, 5]), room('u32'), room('u32', 1)];
  const vectors = device_ptr(room('f32', 4).buffer, 'vec2<f32>');
  const loose = (call: unknown) => call as (...args: unknown[]) => unknown;
  const encoder = device().createCommandEncoder();
  const reduce = (op: unknown, out = d_out, count = one) =>
    loose(ReduceByKey)(null, 0, d_in, room('u32'), d_in, out, count, op, 3, encoder);
  const encode = (keys = d_in, unique = room('u32'), lengths = d_out, items: unknown = 3, ...more: unknown[]) =>
    loose(Encode)(null, 0, keys, unique, lengths, one, items, encoder, ...more);
  const wrong: [() => unknown, string, (string | RegExp)[]][] = [
    [() => reduce('add'), 'unsupported-type', [/^reduction_op: 'add'/, 'sum']],
    [() => reduce('argmin'), 'unsupported-type', [/^reduction_op: argmin/]],
    [() => reduce('sum', room('f32') as never), 'unsupported-type', ['d_aggregates_out: of f32', 'u32']],
    [() => reduce('sum', room('u32', 2)), 'limit-exceeded', ['d_aggregates_out: 8 bytes', '12']],
    [() => reduce('sum', d_out, room('f32', 1) as never), 'unsupported-type', ['d_num_runs_out: of f32', 'i32']],
    [() => encode(vectors as never, vectors as never), 'unsupported-type', [/^d_in: 'vec2<f32>'/]],
    [() => encode(d_in, room('f32') as never), 'unsupported-type', ['d_unique_out: of f32', 'd_in']],
    [() => encode(d_in, room('u32', 1)), 'limit-exceeded', ['d_unique_out: 4 bytes']],
    [() => encode(d_in, room('u32'), room('f32') as never), 'unsupported-type', ['d_counts_out: of f32']],
    [() => encode(d_in, room('u32'), d_out, -1), 'invalid-option', ['num_items: -1']],
    [() => encode(d_in, room('u32'), d_out, 3, 5), 'invalid-option', ['arguments: 1 too many']],
    [
      () => loose(UniqueByKey)(null, 0, d_in, d_in, room('u32'), room('f32'), one, 3, encoder),
      'unsupported-type',
      ['d_values_out: of f32', 'd_values_in'],
    ],
    [() => loose(UniqueByKey)(null, 0, d_in, [1], d_out, d_out, one, 3), 'unsupported-type', ['d_values_in']],
  ];
  for (const [call, code, says] of wrong) await expectRefusal(call, code, says);
});
