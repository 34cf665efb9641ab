/** webgpu-segmented/dpct: scans and reduces of runs of equal keys. */
import { describe, expect, it } from 'vitest';
import {
  exclusive_scan_by_segment,
  inclusive_scan_by_segment,
  type Policy,
  reduce_by_segment,
} from '../../src/dpct/index.ts';
import { families, useBuffers } from '../support/ports.ts';
import { expectRefusal } from '../support/refusal.ts';
import { withoutGpuErrors } from '../support/run.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();
const buffersOf = useBuffers(device);

const policy = (): Policy => ({ device: device() });

/** The example of oneDPL, and a second run of key 0. */
const KEYS = Uint32Array.of(0, 0, 0, 1, 1, 1, 0);
const VALUES = Uint32Array.of(1, 2, 3, 4, 5, 6, 7);

describe.each(families())('%s kernels', (family) => {
  const forced = () => ({ device: device(), tuning: { family } });

  it('scan by segment, of arrays', async () => {
    const result = new Uint32Array(7);
    expect(await inclusive_scan_by_segment(forced(), KEYS, KEYS.subarray(7), VALUES, result)).toBe(7);
    expect(result).toEqual(Uint32Array.of(1, 3, 6, 4, 9, 15, 7));
    expect(await exclusive_scan_by_segment(forced(), KEYS, 7, VALUES, result)).toBe(7);
    expect(result).toEqual(Uint32Array.of(0, 1, 3, 0, 4, 9, 0));
    await exclusive_scan_by_segment(forced(), KEYS, 7, VALUES, result, 10);
    expect(result).toEqual(Uint32Array.of(10, 11, 13, 10, 14, 19, 10));
  });

  it('reduce by segment, of arrays', async () => {
    const [keys, sums] = [new Uint32Array(7).fill(9), new Uint32Array(7).fill(9)];
    expect(await reduce_by_segment(forced(), KEYS, 7, VALUES, keys, sums)).toBe(3);
    expect(keys).toEqual(Uint32Array.of(0, 1, 0, 9, 9, 9, 9));
    expect(sums).toEqual(Uint32Array.of(6, 15, 7, 9, 9, 9, 9));
  });
});

describe('by segment', () => {
  it('takes an operator after the predicate', async () => {
    const result = new Int32Array(4);
    const [keys, values] = [Uint8Array.of(2, 2, 2, 7), Int32Array.of(3, -1, 5, 4)];
    await inclusive_scan_by_segment(policy(), keys, 4, values, result, 'equal_to', 'min');
    expect(result).toEqual(Int32Array.of(3, -1, -1, 4));
    await exclusive_scan_by_segment(policy(), keys, 4, values, result, 9, undefined, 'max');
    expect(result).toEqual(Int32Array.of(9, 9, 9, 9));
    const unique = new Uint8Array(4);
    expect(await reduce_by_segment(policy(), keys, 4, values, unique, result, undefined, 'min')).toBe(2);
    expect([...unique.subarray(0, 2), ...result.subarray(0, 2)]).toEqual([2, 7, -1, 4]);
  });

  it('takes only the keys before keys_last, also no keys', async () => {
    const result = new Uint32Array(7).fill(5);
    expect(await inclusive_scan_by_segment(policy(), KEYS, KEYS.subarray(2), VALUES, result)).toBe(2);
    expect(result).toEqual(Uint32Array.of(1, 3, 5, 5, 5, 5, 5));
    expect(await reduce_by_segment(policy(), KEYS, 0, VALUES, new Uint32Array(1), result)).toBe(0);
    expect(result[0]).toBe(1);
  });

  it('-0 and +0 are one run, which has the first of them', async () => {
    const [keys, counts] = [new Float32Array(4), new Uint32Array(4)];
    const given = Float32Array.of(-0, 0, 0, 1);
    expect(await reduce_by_segment(policy(), given, 4, given, keys, counts, 'equal_to', 'count')).toBe(2);
    expect([keys[0], keys[1], counts[0], counts[1]]).toEqual([-0, 1, 3, 1]);
  });

  it('sums of f16 are f32', async () => {
    const result = new Float32Array(2);
    const half = { type: 'f16', data: Uint16Array.of(0x3c00, 0x4000) } as const;
    await inclusive_scan_by_segment(policy(), half, 2, half, result);
    expect(result).toEqual(Float32Array.of(1, 2));
  });

  it('takes handles, and in an encoder only records', async () => {
    const buffers = buffersOf();
    const [keys, values] = [buffers.handle('u32', [...KEYS]), buffers.handle('u32', [...VALUES])];
    const sums = buffers.room('u32', 7);
    const unique = buffers.room('u32', 7);
    expect(await reduce_by_segment(policy(), keys, keys.add(7), values, unique, sums)).toBe(3);
    expect((await buffers.read(sums)).slice(0, 3)).toEqual([6, 15, 7]);
    await withoutGpuErrors(device(), async () => {
      const encoder = device().createCommandEncoder();
      const recording = { device: device(), encoder };
      // First in place, then an exclusive scan of the first call's output.
      await inclusive_scan_by_segment(recording, keys, keys.add(7), values, values);
      await exclusive_scan_by_segment(recording, KEYS, 7, values, sums);
      device().queue.submit([encoder.finish()]);
      await device().queue.onSubmittedWorkDone();
    });
    expect(await buffers.read(values)).toEqual([1, 3, 6, 4, 9, 15, 7]);
    expect(await buffers.read(sums)).toEqual([0, 1, 4, 0, 4, 13, 0]);
  });
});

it('wrong arguments are named', async () => {
  const [p, result] = [policy(), new Uint32Array(7)];
  const recording = { device: device(), encoder: device().createCommandEncoder() };
  const scan = (last: unknown, ...more: unknown[]) =>
    inclusive_scan_by_segment(p, KEYS, last as number, VALUES, result, ...(more as []));
  const wrong: [() => unknown, string, (string | RegExp)[]][] = [
    [() => scan(8), 'limit-exceeded', ['keys_last: 8', '7']],
    [() => scan(-1), 'invalid-option', ['keys_last: -1']],
    [() => scan(undefined), 'invalid-option', ['keys_last: undefined', 'subarray']],
    [() => scan(VALUES), 'invalid-option', ['keys_last: of another buffer', 'keys_first.add(n)']],
    [() => scan(7, 'less'), 'unsupported-type', ['binary_pred: less', 'equal_to']],
    [() => scan(7, 'equal_to', 'plus'), 'unsupported-type', [/^binary_op: plus/]],
    [() => exclusive_scan_by_segment(p, KEYS, 7, VALUES, result, 0.5), 'invalid-option', [/^init: 0.5/]],
    [() => inclusive_scan_by_segment(p, KEYS, 7, VALUES, new Float32Array(7)), 'unsupported-type', ['result: of f32']],
    [() => inclusive_scan_by_segment(p, KEYS, 7, VALUES, new Uint32Array(6)), 'length-mismatch', ['result: 6']],
    [
      () => inclusive_scan_by_segment(p, KEYS, 7, VALUES.subarray(1), result),
      'length-mismatch',
      ['values_first: 6', '7'],
    ],
    [() => inclusive_scan_by_segment(recording, KEYS, 7, VALUES, result), 'invalid-option', ['result', 'device_ptr']],
    [() => reduce_by_segment(recording, KEYS, 7, VALUES, result, result), 'invalid-option', ['policy.encoder']],
    [
      () => reduce_by_segment(p, KEYS, 7, VALUES, new Int32Array(7), result),
      'unsupported-type',
      ['keys_result: of i32'],
    ],
    [() => reduce_by_segment(p, KEYS, 7, VALUES, result, new Uint32Array(1)), 'length-mismatch', ['values_result: 1']],
  ];
  for (const [call, code, says] of wrong) await expectRefusal(call, code, says);
});
