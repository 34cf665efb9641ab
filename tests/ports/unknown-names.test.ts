/** The ports refuse unknown members of their option objects, and name the nearest known member. */
import { describe, expect, it } from 'vitest';
import { DeviceSegmentedReduce, DeviceSegmentedSort } from '../../src/cub/index.ts';
import { device_ptr, reduce_argmin, sort_keys } from '../../src/dpct/index.ts';
import { plainBuffers } from '../support/plain-buffers.ts';
import { expectRefusal } from '../support/refusal.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();
const { bufferOf } = plainBuffers(device);

// biome-ignore lint/suspicious/noExplicitAny: the tests pass wrong input
type Wrong = any;

const says = (argument: string, name: string, meant: string) => [
  `${argument}: unknown member '${name}', did you mean '${meant}'?; allowed: `,
];

describe('/cub refuses unknown members of', () => {
  const handle = (type: 'u32' | 'f32') => device_ptr(bufferOf(new Uint32Array(8)), type);

  it('the stream', async () => {
    const offsets = device_ptr(bufferOf(Uint32Array.of(0, 4)), 'u32');
    const [keysIn, keysOut] = [handle('u32'), handle('u32')];
    const sort = (stream: Wrong) =>
      DeviceSegmentedSort.SortKeys(null, 0, keysIn, keysOut, 4, 1, offsets, offsets.add(1), stream);
    const wrong = { device: device(), encodr: undefined, tunning: {} };
    await expectRefusal(() => sort(wrong), 'invalid-option', says('stream', 'tunning', 'tuning'));
    expect(await sort({ device: device(), encoder: undefined })).toBeGreaterThan(0);
  });

  it('the outputs of ArgMin', async () => {
    const out: Wrong = { key: handle('u32'), value: handle('f32'), values: handle('f32') };
    const reduce = () => DeviceSegmentedReduce.ArgMin(null, 0, handle('f32'), out, 1, 4, { device: device() });
    await expectRefusal(reduce, 'invalid-option', says('d_out', 'values', 'value'));
  });
});

describe('/dpct refuses unknown members of', () => {
  const keys = Uint32Array.of(2, 1);

  it('the policy', async () => {
    const policy: Wrong = { device: device(), encodr: {} };
    const sort = () => sort_keys(policy, keys, new Uint32Array(2), 2);
    await expectRefusal(sort, 'invalid-option', says('policy', 'encodr', 'encoder'));
  });

  it('the outputs of reduce_argmin', async () => {
    const out: Wrong = { key: new Uint32Array(1), value: new Uint32Array(1), vlaue: 0 };
    const reduce = () => reduce_argmin({ device: device() }, keys, out, 2);
    await expectRefusal(reduce, 'invalid-option', says('output', 'vlaue', 'value'));
  });

  it('the part of a buffer', async () => {
    const part: Wrong = { buffer: bufferOf(new Uint32Array(8)), ofset: 4 };
    await expectRefusal(() => device_ptr(part, 'u32'), 'invalid-option', says('buffer', 'ofset', 'offset'));
  });
});
