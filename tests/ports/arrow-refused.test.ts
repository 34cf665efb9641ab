/** `webgpu-segmented/arrow`: refused columns and offsets, with code and message. */
import * as arrow from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import * as library from '../../src/arrow/index.ts';
import { useDevice } from '../support/use-device.ts';

const { argsortList, reduceList, SegmentedError, sortList } = library;

const device = useDevice();

const listOf = (type: arrow.DataType) => new arrow.List(new arrow.Field('item', type, true));
const floats = listOf(new arrow.Float32());

describe('refused arguments', () => {
  const ints = arrow.vectorFromArray([1, 2], new arrow.Int32());
  const words = arrow.vectorFromArray([['a']], listOf(new arrow.Utf8()));
  const dates = arrow.vectorFromArray([[1]], listOf(new arrow.DateDay()));
  const CASES: [string, () => Promise<unknown>, string, string][] = [
    [
      'an array',
      () => sortList(device(), [[1]] as never),
      'unsupported-type',
      'column: a plain array without type.typeId and data; allowed: an Arrow column of lists',
    ],
    ['a flat column', () => sortList(device(), ints), 'unsupported-type', 'column: a Vector of Int32; allowed: List'],
    [
      'lists of strings',
      () => argsortList(device(), words),
      'unsupported-type',
      'column: lists of Utf8; allowed: lists of Int8',
    ],
    [
      'a sum of dates',
      () => reduceList(device(), dates, 'sum'),
      'unsupported-type',
      'op: sum of Date32<DAY>; allowed: min',
    ],
    [
      'a wrong nullPlacement',
      () => sortList(device(), dates, { nulls: 'end' as never }),
      'invalid-option',
      "nulls: 'end'; allowed: 'first'",
    ],
  ];

  it.each(CASES)('%s', async (_, call, code, message) => {
    const error = await call().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(SegmentedError);
    expect((error as library.SegmentedError).code).toBe(code);
    expect((error as library.SegmentedError).message).toContain(message);
  });

  it.each([
    [[0, 3, 2], 'offsets-not-monotonic', 'row 1 goes from 3 to 2'],
    [[0, 1, 9], 'offsets-out-of-range', "row 1 goes from 1 to 9; allowed: 0 to the child's length 3"],
  ] as const)('offsets %j', async (offsets, code, message) => {
    const child = arrow.makeData({ type: new arrow.Float32(), data: new Float32Array(3) });
    const data = arrow.makeData({ type: floats, length: 2, valueOffsets: new Int32Array(offsets), child } as never);
    const call = sortList(device(), new arrow.Vector([data as arrow.Data]));
    await expect(call).rejects.toMatchObject({ code, message: expect.stringContaining(message) });
  });
});
