/** webgpu-segmented/cub: the segmented scans. */
import { describe, expect, it } from 'vitest';
import { cudaSetDevice, DeviceSegmentedScan, device_ptr } from '../../src/cub/index.ts';
import { type Buffers, families, runCub, useBuffers } from '../support/ports.ts';
import { expectRefusal } from '../support/refusal.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();
const newBuffers = useBuffers(device);

function buffersOf(): Buffers {
  cudaSetDevice(device());
  return newBuffers();
}

/** The seven items of the example in CUB's manual, in segments of 2, 3 and 2. */
const ITEMS = [8, 6, 7, 5, 3, -2, 9];
const OFFSETS = [0, 2, 5, 7];

const { ExclusiveSegmentedSum, InclusiveSegmentedSum } = DeviceSegmentedScan;
const { ExclusiveSegmentedScan, InclusiveSegmentedScan, InclusiveSegmentedScanInit } = DeviceSegmentedScan;

describe.each(families())('%s kernels', (family) => {
  it.each(['i32', 'f32'] as const)('sums of %s: exclusive as in the example of CUB, and inclusive', async (type) => {
    const buffers = buffersOf();
    const [d_in, d_offsets] = [buffers.handle(type, ITEMS), buffers.handle('i32', OFFSETS)];
    const [exclusive, inclusive] = [buffers.room(type, 7), buffers.room(type, 7)];
    const segments = [d_offsets, d_offsets.add(1), 3] as const;
    await runCub(
      ...([buffers, { family }] as const),
      (temp, bytes, stream) => ExclusiveSegmentedSum(temp, bytes, d_in, exclusive, ...segments, stream),
      (temp, bytes, stream) => InclusiveSegmentedSum(temp, bytes, d_in, inclusive, ...segments, stream),
    );
    expect(await buffers.read(exclusive)).toEqual([0, 8, 0, 7, 12, 0, -2]);
    expect(await buffers.read(inclusive)).toEqual([8, 14, 7, 12, 15, -2, 7]);
  });

  it('scans by an operator, with and without a start value', async () => {
    const buffers = buffersOf();
    const d_in = buffers.handle('i32', ITEMS);
    const outs = [buffers.room('i32', 7), buffers.room('i32', 7), buffers.room('i32', 7)] as const;
    const [begin, end] = [
      [0, 2, 5],
      [2, 5, 7],
    ];
    await runCub(
      ...([buffers, { family }] as const),
      (temp, bytes, stream) => InclusiveSegmentedScan(temp, bytes, d_in, outs[0], begin, end, 3, 'max', stream),
      (temp, bytes, stream) => InclusiveSegmentedScanInit(temp, bytes, d_in, outs[1], begin, end, 3, 'min', 6, stream),
      (temp, bytes, stream) => ExclusiveSegmentedScan(temp, bytes, d_in, outs[2], begin, end, 3, 'max', 4, stream),
    );
    expect(await buffers.read(outs[0])).toEqual([8, 8, 7, 7, 7, -2, 9]);
    expect(await buffers.read(outs[1])).toEqual([6, 6, 6, 5, 3, -2, -2]);
    expect(await buffers.read(outs[2])).toEqual([4, 8, 4, 7, 7, 4, 4]);
  });
});

describe('a scan', () => {
  it('may be in place, and leaves items outside every segment alone', async () => {
    const buffers = buffersOf();
    const d_in = buffers.handle('u32', [1, 2, 3, 4, 5]);
    await runCub(buffers, {}, (temp, bytes, stream) =>
      InclusiveSegmentedSum(temp, bytes, d_in, d_in, [3, 0], [9, 2], 2, stream),
    );
    expect(await buffers.read(d_in)).toEqual([1, 3, 3, 4, 9]);
  });

  it('of f16 gives f32, and without a start value begins at the identity', async () => {
    const buffers = buffersOf();
    const d_in = buffers.handle('f16', [0x3c00, 0x4000]); // 1, 2
    const d_out = buffers.room('f32', 2);
    await runCub(buffers, {}, (temp, bytes, stream) =>
      ExclusiveSegmentedScan(temp, bytes, d_in, d_out, [0], [2], 1, 'product', undefined, stream),
    );
    expect(await buffers.read(d_out)).toEqual([1, 1]);
  });

  it('combines by an operator in WGSL, in order', async () => {
    const buffers = buffersOf();
    const [d_in, d_out] = [buffers.handle('u32', [2, 3, 5]), buffers.room('u32', 3)];
    const digits = 'fn weight(b: u32) -> u32 { var w = 1u; while (w <= b) { w *= 10u; } return w; }';
    const op = { wgsl: 'return a * weight(b) + b;', identity: 0, declarations: digits };
    await runCub(buffers, {}, (temp, bytes, stream) =>
      InclusiveSegmentedScanInit(temp, bytes, d_in, d_out, [0, 2], [2, 3], 2, op, 7, stream),
    );
    expect(await buffers.read(d_out)).toEqual([72, 723, 75]);
  });

  it('without segments or items records nothing', async () => {
    const buffers = buffersOf();
    const d_in = buffers.handle('u32', [1, 2]);
    await runCub(buffers, {}, (temp, bytes, stream) =>
      InclusiveSegmentedSum(temp, bytes, d_in, d_in, [0], [0], 0, stream),
    );
    expect(await buffers.read(d_in)).toEqual([1, 2]);
  });
});

it('wrong arguments are named', async () => {
  const buffers = buffersOf();
  const [d_in, d_out] = [buffers.handle('u32', [2, 3, 5]), buffers.room('u32', 3)];
  const vectors = device_ptr(buffers.room('f32', 4).buffer, 'vec2<f32>');
  const encoder = device().createCommandEncoder();
  const head = [null, 0, d_in, d_out, [0], [3]] as const;
  const loose = (call: unknown) => call as (...args: unknown[]) => unknown;
  const wrong: [() => unknown, string, (string | RegExp)[]][] = [
    [() => InclusiveSegmentedScan(...head, 1, 'add' as never, encoder), 'unsupported-type', [/^scan_op: add/, 'sum']],
    [() => InclusiveSegmentedScan(...head, 1, 'mean' as never, encoder), 'unsupported-type', [/^scan_op: mean/]],
    [() => ExclusiveSegmentedScan(...head, 1, 'sum', 0.5, encoder), 'invalid-option', [/^init_value: 0.5/]],
    [() => loose(InclusiveSegmentedSum)(...head, d_in, 1, encoder), 'invalid-option', [/^d_out_begin_offsets/]],
    [() => InclusiveSegmentedSum(...head, -1, encoder), 'invalid-option', ['num_segments: -1']],
    [() => InclusiveSegmentedSum(null, 0, vectors, vectors, [0], [1], 1), 'unsupported-type', [/^d_in: 'sum' of vec2/]],
    [() => InclusiveSegmentedSum(null, 0, d_in, vectors, [0], [1], 1), 'unsupported-type', ['d_out: of vec2<f32>']],
    [
      () => InclusiveSegmentedSum(null, 0, buffers.room('u32', 4), d_out, [0], [1], 1),
      'limit-exceeded',
      ['d_out: 12 bytes', '16'],
    ],
    [() => loose(InclusiveSegmentedSum)(...head, 1, encoder, 5), 'invalid-option', ['arguments: 1 too many']],
  ];
  for (const [call, code, says] of wrong) await expectRefusal(call, code, says);
});
