/** webgpu-segmented/dpct: the sorts. */
import { describe, expect, it } from 'vitest';
import {
  type DataArgument,
  type DevicePointer,
  io_iterator_pair,
  type Policy,
  segmented_sort_keys,
  segmented_sort_pairs,
  sort_keys,
  sort_pairs,
} from '../../src/dpct/index.ts';
import { segmentedSort, segmentedStableSortByKey } from '../../src/index.ts';
import { inTurn, Random } from '../support/cases.ts';
import { countingDevice } from '../support/device.ts';
import { bounds, families, useBuffers, VECTORS } from '../support/ports.ts';
import { expectRefusal } from '../support/refusal.ts';
import { withoutGpuErrors } from '../support/run.ts';
import { itInTurn, useDevice } from '../support/use-device.ts';

const device = useDevice();
const buffersOf = useBuffers(device);

const policy = (): Policy => ({ device: device() });

describe.each(families())("the originals' cases, %s kernels", (family) => {
  const { offsets, keys, values, cases } = VECTORS.sort;
  const { begin, end, count } = bounds(offsets);
  const rows = cases.flatMap((vector) => vector.bits.map(([from, to]) => ({ ...vector, from, to })));
  const forced = () => ({ device: device(), tuning: { family } });

  it.each(inTurn(rows, 6))('$order, bits $from to $to: handles and arrays, in and out or pairs', async (row) => {
    const descending = row.order === 'descending';
    const bits = [row.from, row.to] as const;
    const segments = [7, count, begin, end] as const;
    const [keysOut, valuesOut] = [new Int32Array(7), new Uint32Array(7)];
    const [keysIn, valuesIn] = [Int32Array.from(keys), Uint32Array.from(values)];
    await segmented_sort_keys(forced(), keysIn, keysOut, ...segments, descending, ...bits);
    expect(Array.from(keysOut)).toEqual(row.keys);
    const twice = new io_iterator_pair(keysIn, keysOut.fill(0));
    const indices = new io_iterator_pair(valuesIn, valuesOut);
    await segmented_sort_pairs(forced(), twice, indices, ...segments, descending, true, ...bits);
    expect(Array.from(twice.first())).toEqual(row.keys);
    expect(Array.from(indices.first())).toEqual(row.values);
    expect(Array.from(keysIn), 'inputs are as they were').toEqual(keys);

    const buffers = buffersOf();
    const d_offsets = buffers.handle('i32', offsets);
    const listed = [7, count, d_offsets, d_offsets.add(1)] as const;
    const pair = new io_iterator_pair(buffers.handle('i32', keys), buffers.room('i32', 7));
    await segmented_sort_keys(forced(), pair, ...listed, descending, false, ...bits);
    expect(await buffers.read(pair.second())).toEqual(row.keys);
    const [d_keys, d_values] = [buffers.room('i32', 7), buffers.room('u32', 7)];
    const [from, with_] = [buffers.handle('i32', keys), buffers.handle('u32', values)];
    await segmented_sort_pairs(forced(), from, d_keys, with_, d_values, ...listed, descending, ...bits);
    expect(await buffers.read(d_keys)).toEqual(row.keys);
    expect(await buffers.read(d_values)).toEqual(row.values);
  });

  it('100 segments of 100 f32, both orders, each compared with a separate sort', async () => {
    const random = new Random(11);
    const input = Float32Array.from({ length: 10_000 }, () => random.word() / 2 ** 20 - 2000);
    const starts = Array.from({ length: 100 }, (_, i) => 100 * i);
    const ends = starts.map((start) => start + 100);
    for (const descending of [false, true]) {
      const [output, index] = [new Float32Array(10_000), new Uint32Array(10_000)];
      const indices = Uint32Array.from(input, (_, i) => i);
      await segmented_sort_pairs(
        ...([forced(), input, output, indices, index, 10_000, 100, starts, ends] as const),
        descending,
      );
      for (const start of starts) {
        const expected = input.slice(start, start + 100).sort();
        if (descending) expected.reverse();
        expect(output.subarray(start, start + 100)).toEqual(expected);
      }
      expect(Float32Array.from(index, (i) => input[i] as number)).toEqual(output);
      // After the swap, first() of the double buffer is the sorted side.
      const pair = new io_iterator_pair(input.slice(), new Float32Array(10_000));
      await segmented_sort_keys(forced(), pair, 10_000, 100, starts, ends, descending, true);
      expect(pair.first()).toEqual(output);
      expect(pair.second()).toEqual(input);
    }
  });
});

describe('sort_keys and sort_pairs', () => {
  it('sort the first n items, by defaults ascending and by all bits', async () => {
    const keys = Float32Array.of(3, -1, 2.5, -7, 100, -100);
    const [sorted, moved] = [Float32Array.from(keys), new Uint8Array(6)];
    await sort_keys(policy(), keys, sorted, 4);
    expect(sorted).toEqual(Float32Array.of(-7, -1, 2.5, 3, 100, -100));
    await sort_pairs(policy(), keys, sorted, Uint8Array.of(0, 1, 2, 3, 4, 5), moved, 5, true);
    expect(moved).toEqual(Uint8Array.of(4, 0, 2, 1, 3, 0));
    expect(sorted).toEqual(Float32Array.of(100, 3, 2.5, -1, -7, -100));
    await sort_keys(policy(), keys, sorted, 0);
    expect(sorted).toEqual(Float32Array.of(100, 3, 2.5, -1, -7, -100));
  });

  it('in place, with pairs, and by bits', async () => {
    const keys = Uint32Array.of(0x31, 0x12, 0x23, 0x01);
    await sort_keys(policy(), keys, keys, 4, false, 4, 8);
    expect(keys).toEqual(Uint32Array.of(0x01, 0x12, 0x23, 0x31));
    const buffers = buffersOf();
    const inPlace = buffers.handle('u32', [3, 1, 2]);
    await sort_keys(policy(), inPlace, inPlace, 3);
    expect(await buffers.read(inPlace)).toEqual([1, 2, 3]);
    const pair = new io_iterator_pair<DevicePointer>(buffers.handle('u32', [3, 1, 2]), buffers.room('u32', 3));
    const [first, second] = [pair.first(), pair.second()];
    await sort_keys(policy(), pair, 3);
    expect([pair.first(), pair.second()]).toEqual([first, second]);
    expect(await buffers.read(second)).toEqual([1, 2, 3]);
    const values = new io_iterator_pair<DataArgument>(Uint8Array.of(0, 1, 2), new Uint8Array(3));
    await sort_pairs(policy(), pair, values, 3, true, true);
    expect(pair.first()).toBe(second);
    expect(await buffers.read(second)).toEqual([3, 2, 1]);
    expect(values.first()).toEqual(Uint8Array.of(0, 2, 1));
  });

  itInTurn(2, 1)('keys of 8, 16 and 64 bits, f16 as { type, data }, opaque values', async () => {
    const half = { type: 'f16', data: Uint16Array.of(0x4000, 0xc000, 0x3c00) } as const; // 2, -2, 1
    const sorted = { type: 'f16', data: new Uint16Array(3) } as const;
    const moved = { type: { bytes: 12 }, data: new Uint32Array(9) } as const;
    const triples = { type: { bytes: 12 }, data: Uint32Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9) } as const;
    await sort_pairs(policy(), half, sorted, triples, moved, 3);
    expect(sorted.data).toEqual(Uint16Array.of(0xc000, 0x3c00, 0x4000));
    expect(moved.data).toEqual(Uint32Array.of(4, 5, 6, 7, 8, 9, 1, 2, 3));
    const wide = BigInt64Array.of(3n, -5n, 1n << 40n);
    await sort_keys(policy(), wide, wide, 3, true);
    expect(wide).toEqual(BigInt64Array.of(1n << 40n, 3n, -5n));
    const bytes = Int8Array.of(5, -3, 0, 7, 9);
    await sort_keys(policy(), bytes, bytes, 3);
    expect(bytes).toEqual(Int8Array.of(-3, 0, 5, 7, 9));
  });
});

describe('where SYCLomatic and the core differ', () => {
  it('-0 and +0 tie, in the order they came in; in the core -0 comes first', async () => {
    const keys = Float32Array.of(0, -0, 1, 0, -0, -1);
    const sorted = new Float32Array(6);
    await sort_keys(policy(), keys, sorted, 6);
    expect(Array.from(sorted)).toEqual([-1, 0, -0, 0, -0, 1]);
    expect(Array.from(await segmentedSort(device(), keys, [0, 6]))).toEqual([-1, -0, -0, 0, 0, 1]);
  });

  it('items outside every segment are not touched; the core copies them from the input', async () => {
    const keys = Uint16Array.of(9, 8, 7, 6, 5);
    const sorted = new Uint16Array(5).fill(77);
    await segmented_sort_keys(policy(), keys, sorted, 5, 1, [1], [4]);
    expect(sorted).toEqual(Uint16Array.of(77, 6, 7, 8, 77));
    const core = await segmentedSort(device(), keys, { begin: [1], end: [4] });
    expect(core).toEqual(Uint16Array.of(9, 6, 7, 8, 5));
  });

  it('nor by a call that later calls overtake', async () => {
    const keys = Uint32Array.of(3, 2, 1, 6, 5, 4, 9);
    const sorted = new Uint32Array(7);
    const both = [
      segmented_sort_keys(policy(), keys, sorted, 7, 1, [0], [3]),
      segmented_sort_keys(policy(), keys, sorted, 7, 1, [3], [6]),
    ];
    sorted[6] = 99;
    await Promise.all(both);
    expect(sorted).toEqual(Uint32Array.of(1, 2, 3, 4, 5, 6, 99));
  });

  it('a segment ends at min(n, end), and empty ones are skipped; the core refuses such ends', async () => {
    const keys = Uint32Array.of(5, 4, 3, 2, 1, 0);
    const sorted = new Uint32Array(6).fill(77);
    await segmented_sort_keys(policy(), keys, sorted, 5, 4, [3, 0, 2, 9], [2 ** 31, 2, 2, 12]);
    expect(sorted).toEqual(Uint32Array.of(4, 5, 77, 1, 2, 77));
    const wrong = () => segmentedSort(device(), keys, { begin: [3], end: [9] });
    await expectRefusal(wrong, 'offsets-out-of-range', ['9']);
  });

  it('pairs by a range of bits move float keys as bits: no key is rounded', async () => {
    const random = new Random(3);
    const keys = Float32Array.from({ length: 300 }, () => random.word() / 2 ** 31 - 1);
    const values = Uint32Array.from(keys, (_, i) => i);
    const [sorted, moved] = [new Float32Array(300), new Uint32Array(300)];
    await sort_pairs(policy(), keys, sorted, values, moved, 300, false, 3, 19);
    const expected = await segmentedStableSortByKey(device(), keys, values, [0, 300], { beginBit: 3, endBit: 19 });
    expect(sorted).toEqual(expected.keys);
    expect(moved).toEqual(expected.values);
    const map = (key: number) => {
      const [bits = 0] = new Uint32Array(Float32Array.of(key).buffer);
      return ((bits >>> 31 ? ~bits : bits ^ 0x80000000) >>> 3) & 0xffff;
    };
    const order = Array.from(values).sort((a, b) => map(keys[a] as number) - map(keys[b] as number) || a - b);
    expect(Array.from(moved)).toEqual(order);
  });
});

describe('an encoder in the policy', () => {
  it('makes calls record: nothing happens before it is submitted, and calls see what earlier ones wrote', async () => {
    const buffers = buffersOf();
    const items = Uint32Array.from({ length: 5000 }, (_, i) => (i * 2654435761) >>> 0);
    const pair = new io_iterator_pair(buffers.handle('u32', items), buffers.room('u32', 5000));
    const before = await buffers.bytes(pair.second());
    await withoutGpuErrors(device(), async () => {
      const encoder = device().createCommandEncoder();
      const recording = { device: device(), encoder };
      // Ascending by the low half, then by the high half. Both sorts are stable, so the result is ascending by the key.
      await sort_keys(recording, pair, 5000, false, true, 0, 16);
      await segmented_sort_keys(recording, pair, 5000, 1, [0], [5000], false, true, 16, 32);
      expect(pair.selector).toBe(false);
      expect(await buffers.bytes(pair.second())).toEqual(before);
      device().queue.submit([encoder.finish()]);
      await device().queue.onSubmittedWorkDone();
    });
    expect(await buffers.read(pair.first())).toEqual(Array.from(items.slice().sort()));
  });

  it('takes inputs of the host, and refuses outputs there', async () => {
    const buffers = buffersOf();
    const d_out = buffers.room('u32', 3);
    const encoder = device().createCommandEncoder();
    const recording = { device: device(), encoder };
    await sort_keys(recording, Uint32Array.of(3, 1, 2), d_out, 3);
    device().queue.submit([encoder.finish()]);
    expect(await buffers.read(d_out)).toEqual([1, 2, 3]);
    const refused = () => sort_keys(recording, d_out, new Uint32Array(3), 3);
    await expectRefusal(refused, 'invalid-option', ['keys_out', 'array of the host', 'device_ptr']);
  });
});

describe('memory', () => {
  it('calls free all buffers that they make; recorded calls share one scratch buffer per device, which grows', async () => {
    // Garbage collection frees uniforms of calls, on devices without immediate data.
    const { device: counted, state } = await countingDevice({ ignored: ['webgpu-segmented call'] });
    const buffers = buffersOf(counted);
    const [d_in, d_out] = [buffers.room('u32', 900), buffers.room('u32', 900)];
    const submit = async (n: number) => {
      const keys = new Uint32Array(n).map((_, i) => n - i);
      await segmented_sort_keys({ device: counted }, keys, keys, n, 2, [0, 7], [7, n]);
      await sort_keys({ device: counted }, d_in, d_out, n);
      await expect(sort_keys({ device: counted }, d_in, d_out, 901)).rejects.toMatchObject({ code: 'limit-exceeded' });
    };
    const record = async (n: number) => {
      const encoder = counted.createCommandEncoder();
      await sort_keys({ device: counted, encoder }, d_in, d_out, n);
      await sort_keys({ device: counted, encoder }, d_out, d_in, n);
      counted.queue.submit([encoder.finish()]);
    };
    await submit(900);
    const first = state();
    for (let n = 10; n < 900; n += 89) await submit(n);
    expect(state()).toEqual(first);
    await record(900);
    const second = state();
    expect(second.buffers).toBe(first.buffers + 1);
    for (let n = 10; n < 900; n += 89) await record(n);
    expect(state()).toEqual(second);
    buffers.destroy();
    counted.destroy();
  });
});

describe('wrong arguments', () => {
  it('name the argument, what was found and what is allowed', async () => {
    const keys = Uint32Array.of(3, 1, 2);
    const out = new Uint32Array(3);
    const p = policy();
    const pair = new io_iterator_pair<DataArgument>(keys, out);
    const call = (...args: unknown[]) => (segmented_sort_pairs as (...args: unknown[]) => unknown)(...args);
    const wrong: [() => unknown, string, (string | RegExp)[]][] = [
      [() => sort_keys(undefined as never, keys, out, 3), 'invalid-option', ['policy: undefined', 'device']],
      [() => sort_keys({ device: 5 as never }, keys, out, 3), 'invalid-option', ['device: 5']],
      [() => sort_keys(p, keys, out, 4), 'length-mismatch', ['keys_in: 3', '4']],
      [() => sort_keys(p, keys, new Uint32Array(2), 3), 'length-mismatch', ['keys_out: 2', '3']],
      [() => sort_keys(p, keys, new Int32Array(3), 3), 'unsupported-type', ['keys_out: of i32', 'u32']],
      [() => sort_keys(p, [1, 2, 3] as never, out, 3), 'unsupported-type', ['keys_in: a plain array', 'device_ptr']],
      [() => sort_keys(p, keys, out, 3, 1 as never), 'invalid-option', ['descending: 1', 'true, false']],
      [() => sort_keys(p, pair, 3, false, 8 as never), 'invalid-option', ['do_swap_iters: 8']],
      [() => sort_keys(p, keys, out, 3, false, 0, 64), 'invalid-option', ['end_bit: 64', '32']],
      [() => sort_keys(p, keys, out, 1.5), 'invalid-option', ['n: 1.5']],
      [() => call(p, pair, keys, out, 3, 1, [0], [3]), 'invalid-option', ['values', 'io_iterator_pair']],
      [() => call(p, keys, out, pair, 3, 1, [0], [3]), 'invalid-option', ['values', 'io_iterator_pair']],
      [() => call(p, pair, pair, 3, 1, [0], [3], false, false, 0, 32, 1), 'invalid-option', ['arguments: 1']],
      [() => segmented_sort_keys(p, keys, out, 3, 2, [0, 1], [1]), 'length-mismatch', ['end_offsets: 1', '2']],
      [() => segmented_sort_keys(p, keys, out, 3, 1, [0.5], [1]), 'offsets-out-of-range', ['begin_offsets', '0.5']],
      [
        () => segmented_sort_keys(p, keys, out, 3, 1, out.subarray(0, 1), 3 as never),
        'unsupported-type',
        ['end_offsets: 3'],
      ],
    ];
    for (const [refused, code, says] of wrong) await expectRefusal(refused, code, says);
    expect(out).toEqual(new Uint32Array(3));
    const four = { type: { bytes: 4 }, data: keys } as const;
    await expectRefusal(() => sort_keys(p, four, four, 3), 'unsupported-type', ['keys_in', 'f32']);
  });
});
