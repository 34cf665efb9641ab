/** webgpu-segmented/cub: temporary storage, handles, streams, and refusals of every call. */
import { describe, expect, it, vi } from 'vitest';
import {
  cudaSetDevice,
  type DevicePointer,
  DeviceSegmentedRadixSort,
  DeviceSegmentedReduce,
  DeviceSegmentedSort,
  DoubleBuffer,
  device_ptr,
  type Stream,
} from '../../src/cub/index.ts';
import { type Buffers, runCub, useBuffers } from '../support/ports.ts';
import { expectRefusal } from '../support/refusal.ts';
import { withoutGpuErrors } from '../support/run.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();
const newBuffers = useBuffers(device);

function buffersOf(): Buffers {
  cudaSetDevice(device());
  return newBuffers();
}

describe('the protocol', () => {
  const calls = {
    'a sort of pairs': (handles: Record<'u' | 'v' | 'out' | 'index' | 'offsets', DevicePointer>, stream?: Stream) =>
      [
        (temp: GPUBuffer | null, bytes: number) =>
          DeviceSegmentedSort.SortPairs(
            ...([temp, bytes, handles.u, handles.out, handles.v, handles.index, 5000, 2] as const),
            ...([handles.offsets, handles.offsets.add(1), stream] as const),
          ),
      ] as const,
    'an argmax': (handles: Record<'u' | 'v' | 'out' | 'index' | 'offsets', DevicePointer>, stream?: Stream) =>
      [
        (temp: GPUBuffer | null, bytes: number) =>
          DeviceSegmentedReduce.ArgMax(
            ...([temp, bytes, handles.u, { key: handles.index, value: handles.out }, 2] as const),
            ...([handles.offsets, handles.offsets.add(1), stream] as const),
          ),
      ] as const,
  };

  it.each(Object.keys(calls) as (keyof typeof calls)[])(
    '%s: null tells the bytes and records nothing; a byte less is refused',
    async (which) => {
      const buffers = buffersOf();
      const handles = {
        u: buffers.handle(
          'u32',
          new Uint32Array(5000).map((_, i) => 5000 - i),
        ),
        v: buffers.room('u32', 5000),
        out: buffers.room('u32', 5000),
        index: buffers.room('u32', 5000),
        offsets: buffers.handle('u32', [0, 10, 5000]),
      };
      const before = await buffers.bytes(handles.out);
      const untouched = new Proxy({} as GPUCommandEncoder, {
        has: (_, name) => name === 'beginComputePass',
        get: (_, name) => {
          throw new Error(`${String(name)} was asked of the encoder`);
        },
      });
      const [query] = calls[which](handles, untouched);
      const bytes = await query(null, 0);
      expect(bytes).toBeGreaterThan(0);
      // A call without a stream is allowed as well.
      expect(await calls[which](handles)[0](null, 0)).toBe(bytes);
      expect(await buffers.bytes(handles.out)).toEqual(before);
      const encoder = device().createCommandEncoder();
      const [call] = calls[which](handles, encoder);
      const short = () => call(buffers.storage(bytes), bytes - 1);
      await expectRefusal(short, 'limit-exceeded', ['temp_storage_bytes', `${bytes - 1}`, `${bytes}`]);
      await expectRefusal(() => call(buffers.storage(bytes - 4), bytes), 'limit-exceeded', ['temp_storage_bytes']);
      await withoutGpuErrors(device(), async () => {
        expect(await call(buffers.storage(bytes), bytes)).toBe(bytes);
        device().queue.submit([encoder.finish()]);
        await device().queue.onSubmittedWorkDone();
      });
      expect(await buffers.bytes(handles.out)).not.toEqual(before);
    },
  );

  it('calls with a count of 0 write nothing and set no selector', async () => {
    const buffers = buffersOf();
    const d_keys = new DoubleBuffer(buffers.handle('u32', [3, 1, 2]), buffers.handle('u32', [9, 9, 9]));
    const offsets = buffers.handle('u32', [0, 3]);
    for (const [items, segments] of [
      [0, 1],
      [3, 0],
    ] as const) {
      await runCub(buffers, {}, (temp, bytes, stream) =>
        DeviceSegmentedSort.SortKeys(temp, bytes, d_keys, items, segments, offsets, offsets.add(1), stream),
      );
    }
    expect(d_keys.selector).toBe(0);
    expect(await buffers.read(d_keys.Alternate())).toEqual([9, 9, 9]);
  });

  it('takes handles at multiples of 256 bytes, neighbouring ones too, and offsets of the host', async () => {
    const buffers = buffersOf();
    const all = buffers.handle('u32', [...new Array(64).fill(0), 0, 2, 4, ...new Array(61).fill(0), 4, 3, 2, 1]);
    const [offsets, d_in] = [all.add(64), all.add(128)];
    const d_out = [buffers.room('u32', 4), buffers.room('u32', 4)] as const;
    await runCub(
      buffers,
      {},
      (temp, bytes, stream) =>
        DeviceSegmentedSort.SortKeys(temp, bytes, d_in, d_out[0], 4, 2, offsets, offsets.add(1), stream),
      (temp, bytes, stream) =>
        DeviceSegmentedSort.SortKeys(temp, bytes, d_in, d_out[1], 4, 2, [0, 2], Int32Array.of(2, 4, 9), stream),
    );
    for (const handle of d_out) expect(await buffers.read(handle)).toEqual([3, 4, 1, 2]);
  });

  it('records into an open compute pass', async () => {
    const buffers = buffersOf();
    const [d_in, d_out] = [buffers.handle('u32', [3, 1, 2]), buffers.room('u32', 3)];
    const offsets = buffers.handle('u32', [0, 3]);
    await withoutGpuErrors(device(), async () => {
      const encoder = device().createCommandEncoder();
      const pass = encoder.beginComputePass();
      const segments = [3, 1, offsets, offsets.add(1)] as const;
      const bytes = await DeviceSegmentedSort.SortKeys(null, 0, d_in, d_out, ...segments, pass);
      const temp = device_ptr(buffers.storage(bytes), { bytes: 1 });
      await DeviceSegmentedSort.SortKeys(temp, bytes, d_in, d_out, ...segments, pass);
      pass.end();
      device().queue.submit([encoder.finish()]);
      await device().queue.onSubmittedWorkDone();
    });
    expect(await buffers.read(d_out)).toEqual([1, 2, 3]);
  });

  it('one plan serves calls of about one size, and keeps no scratch memory', async () => {
    const buffers = buffersOf();
    const { u, out } = { u: buffers.room('u32', 900), out: buffers.room('u32', 900) };
    const offsets = buffers.handle('u32', [0, 500]);
    const call = (n: number) => DeviceSegmentedSort.SortKeys(null, 0, u, out, n, 1, offsets, offsets.add(1));
    const bytes = await call(800);
    const { createBuffer } = device();
    let made = 0;
    device().createBuffer = (descriptor) => {
      made++;
      return createBuffer.call(device(), descriptor);
    };
    try {
      expect(await call(900)).toBe(bytes);
    } finally {
      device().createBuffer = createBuffer;
    }
    expect(made).toBe(0);
  });
});

describe('wrong arguments', () => {
  const good = () => {
    const buffers = buffersOf();
    const [d_in, d_out] = [buffers.room('f32', 8), buffers.room('f32', 8)];
    return {
      buffers,
      d_in,
      d_out,
      offsets: buffers.handle('u32', [0, 4, 8]),
      encoder: device().createCommandEncoder(),
    };
  };

  it('name the argument, what was found and what is allowed', async () => {
    const { buffers, d_in, d_out, offsets, encoder } = good();
    const temp = buffers.storage(1 << 20);
    const head = [temp, temp.size, d_in, d_out] as const;
    const { SortKeys } = DeviceSegmentedSort;
    const radix = (begin: number, end: number) =>
      DeviceSegmentedRadixSort.SortKeys(...head, 8, 2, offsets, offsets.add(1), begin, end, encoder);
    const tail = [2, offsets, offsets.add(1), encoder] as const;
    const wrong: [() => unknown, string, (string | RegExp)[]][] = [
      [() => SortKeys(...head, -1, ...tail), 'invalid-option', ['num_items: -1']],
      [() => SortKeys(...head, 9, ...tail), 'limit-exceeded', ['d_keys_in: 32 bytes', '36']],
      [
        () => SortKeys(...head, 8, 3, offsets, offsets.add(1), encoder),
        'limit-exceeded',
        ['d_end_offsets', '12', '16'],
      ],
      [() => SortKeys(...head, 8, 1, offsets, offsets.add(2), encoder), 'invalid-option', ['d_end_offsets', /256/]],
      [() => SortKeys(...head, 8, 1, d_in, offsets, encoder), 'unsupported-type', ['d_begin_offsets: of f32', 'u32']],
      [() => SortKeys(...head, 8, 2, [0], [4], encoder), 'length-mismatch', ['d_begin_offsets: 1', '2']],
      [() => SortKeys(...head, 8, 1, [-1], [4], encoder), 'offsets-out-of-range', ['d_begin_offsets', '-1']],
      [
        () => SortKeys(...head, 8, 1, [Object.create(null)], [4], encoder),
        'offsets-out-of-range',
        ['d_begin_offsets', 'offset 0', 'object'],
      ],
      [() => SortKeys(...head, 8, 2, offsets, offsets.add(1), 5 as never), 'invalid-option', ['stream: 5']],
      [
        () => SortKeys(temp, temp.size, d_in, offsets, 2, 1, offsets, offsets.add(1), encoder),
        'unsupported-type',
        ['d_keys_out: of u32', 'f32'],
      ],
      [
        () => SortKeys(temp, temp.size, new Float32Array(8) as never, d_out, 8, ...tail),
        'unsupported-type',
        ['d_keys_in: Float32Array', 'device_ptr'],
      ],
      [
        () => SortKeys(temp, temp.size, d_in.add(1), d_out, 7, ...tail),
        'invalid-option',
        ['d_keys_in', 'byte 4', '256'],
      ],
      [() => radix(-1, 32), 'invalid-option', ['begin_bit: -1', '32']],
      [() => radix(0, 33), 'invalid-option', ['end_bit: 33', '32']],
      [() => radix(9, 8), 'invalid-option', ['begin_bit: 9', '8']],
      [() => SortKeys(...head, 8, 2, offsets, offsets.add(1)), 'invalid-option', ['stream', 'GPUCommandEncoder']],
    ];
    for (const [call, code, says] of wrong) await expectRefusal(call, code, says);
  });

  it('a device_ptr that ends between words, which no binding can do', () => {
    const { buffers } = good();
    const buffer = buffers.storage(16);
    expect(() => device_ptr({ buffer, size: 14 }, 'f16')).toThrow(/buffer: ends at byte 14; allowed: multiples of 4/);
    expect(device_ptr({ buffer, size: 12 }, 'f16').length).toBe(6);
    const odd = device().createBuffer({ size: 7, usage: GPUBufferUsage.STORAGE });
    expect(device_ptr(odd, 'u8').length).toBe(4);
    odd.destroy();
  });

  it('a device_ptr with a wrong buffer or type, or beyond its buffer', async () => {
    const { buffers, d_in } = good();
    const buffer = buffers.storage(64);
    await expectRefusal(() => device_ptr(new Float32Array(4) as never, 'f32'), 'invalid-option', [
      'buffer',
      'Float32Array',
    ]);
    await expectRefusal(() => device_ptr(undefined as never, 'f32'), 'invalid-option', ['buffer', 'undefined']);
    await expectRefusal(() => device_ptr(buffer, 'float' as never), 'unsupported-type', ['type: float', 'f32']);
    await expectRefusal(() => device_ptr({ buffer, offset: 256 }, 'f32'), 'invalid-option', ['256', '64']);
    await expectRefusal(() => d_in.add(9), 'invalid-option', ['count: 9', '8']);
    await expectRefusal(() => d_in.add(-1), 'invalid-option', ['count: -1']);
    expect(d_in.add(8).add(-8).byteOffset).toBe(0);
  });

  it('a missing device', async () => {
    const { d_in, d_out, offsets } = good();
    await expectRefusal(() => cudaSetDevice(undefined as never), 'invalid-option', ['device: undefined']);
    const { SortKeys } = DeviceSegmentedSort;
    const stream = { device: device() };
    expect(await SortKeys(null, 0, d_in, d_out, 8, 2, offsets, offsets.add(1), stream)).toBeGreaterThan(0);
  });
});

describe('without cudaSetDevice', () => {
  const KNOWN = Symbol.for('webgpu-segmented.known-devices');
  const holder = globalThis as { [KNOWN]?: unknown };

  it('the only open device is used; with none or two, a call is refused', async () => {
    const buffers = newBuffers();
    const before = holder[KNOWN];
    vi.resetModules();
    try {
      holder[KNOWN] = new Set();
      // A separate program, in which no device is set.
      const cub = await import('../../src/cub/index.ts');
      const { noteDevice } = await import('../../src/gpu/device.ts');
      const words = () => cub.device_ptr(buffers.buffer(new Uint32Array(16)), 'u32');
      const [input, output, offsets] = [words(), words(), words()];
      const size = () => cub.DeviceSegmentedReduce.Sum(null, 0, input, output, 1, offsets, offsets.add(1));
      await expect(size()).rejects.toMatchObject({ code: 'invalid-option', message: /one of 0.*cudaSetDevice/ });
      noteDevice(device());
      noteDevice(device());
      expect(await size()).toBeGreaterThan(0);
      let lose = () => {};
      const lost = new Promise<void>((resolve) => {
        lose = resolve;
      });
      noteDevice({ lost } as unknown as GPUDevice);
      await expect(size()).rejects.toMatchObject({ message: /one of 2/ });
      lose();
      await lost;
      expect(await size(), 'once the other is lost').toBeGreaterThan(0);
    } finally {
      holder[KNOWN] = before;
      vi.resetModules();
    }
  });
});
