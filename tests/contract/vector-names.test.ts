/** Vectors by their short names, and vectors of three words with WGSL's padding. */
import { expect, it } from 'vitest';
import { createSegmentedSort, segmentedReduce, segmentedSort, segmentedSortByKey } from '../../src/index.ts';
import { expectRefusal } from '../support/refusal.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();

const POINTS = [
  [3, 0, 0],
  [0, 1, 1],
  [0, -2, 0],
  [0.5, 0, 0],
];
/** POINTS by ascending length. The squared lengths are 9, 2, 4 and 0.25. */
const BY_LENGTH = [3, 1, 2, 0].map((i) => POINTS[i] as number[]);
const compare = { wgsl: 'return dot(a, a) < dot(b, b);' };

it('short names are the same types; results keep the name given', async () => {
  for (const type of ['vec3f', 'vec3<f32>'] as const) {
    const keys = { type, data: Float32Array.from(POINTS.flat()) };
    const sorted = await segmentedSort(device(), keys, [0, 4], { compare });
    expect(sorted).toEqual({ type, data: Float32Array.from(BY_LENGTH.flat()) });
  }
  const values = { type: 'vec2u', data: Uint32Array.of(1, 2, 3, 4) } as const;
  const pairs = await segmentedSortByKey(device(), Uint32Array.of(5, 4), values, [0, 2]);
  expect(pairs.values).toEqual({ type: 'vec2u', data: Uint32Array.of(3, 4, 1, 2) });
  const op = { wgsl: 'return a + b;', identity: 0, type: 'vec2f' } as const;
  const input = { type: 'vec2f', data: Float32Array.of(1, 2, 3, 4) } as const;
  const { data } = (await segmentedReduce(device(), input, [0, 2], op)) as { data: Float32Array };
  expect(data).toEqual(Float32Array.of(4, 6));
  const room = { maxItems: 4, maxSegments: 1 };
  const plan = await createSegmentedSort(device(), { keyType: 'vec4i', valueType: 'vec3u', compare, ...room });
  plan.destroy();
});

it('a vec3 may have a stride of 16 bytes, as keys and as values; its padding moves with it', async () => {
  const padded = (points: readonly (readonly number[])[], pads: readonly number[]) =>
    Float32Array.from(points.flatMap((point, i) => [...point, pads[i] as number]));
  for (const name of ['vec3<f32>', 'vec3f'] as const) {
    const type = { type: name, stride: 16 } as const;
    const keys = { type, data: padded(POINTS, [10, 11, 12, 13]) };
    const expected = { type, data: padded(BY_LENGTH, [13, 11, 12, 10]) };
    expect(await segmentedSort(device(), keys, [0, 4], { compare })).toEqual(expected);
    const orderBy = { wgsl: 'return dot(key, key);', returns: 'f32' } as const;
    expect(await segmentedSort(device(), keys, [0, 4], { orderBy })).toEqual(expected);
    const pairs = await segmentedSortByKey(device(), Float32Array.of(9, 2, 4, 0.25), keys, [0, 4]);
    expect(pairs.values).toEqual(expected);
    const room = { maxItems: 4, maxSegments: 1 };
    (await createSegmentedSort(device(), { keyType: type, valueType: type, compare, ...room })).destroy();
  }
});

it('other names and strides are refused', async () => {
  // biome-ignore lint/suspicious/noExplicitAny: the tests pass wrong input
  const sort = (type: any) => () => segmentedSort(device(), { type, data: new Float32Array(12) }, [0, 1], { compare });
  for (const type of ['vec5f', 'vec3h', 'vec1u', { type: 'vec3f', stride: 12 }, { type: 'vec2f', stride: 16 }]) {
    await expectRefusal(sort(type), 'unsupported-type', [/^keys\.type: /, /stride: 16/]);
  }
});
