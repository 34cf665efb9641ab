/** `webgpu-segmented/arrow`: refused columns and offsets, with code and message. */
import * as arrow from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import * as library from '../../src/arrow/index.ts';
import { useDevice } from '../support/use-device.ts';

const { argsortList, groupBy, reduceList, SegmentedError, sortList } = library;

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

  const rows = (type: arrow.DataType, width = 2) =>
    listOf(new arrow.FixedSizeList(width, new arrow.Field('item', type, true)));
  const features = (type: arrow.DataType = new arrow.Float32()) =>
    arrow.vectorFromArray(
      [
        [
          [1, 2],
          [3, 4],
        ],
      ],
      rows(type),
    );
  const weighted = (weights: unknown, column = features()) =>
    reduceList(device(), column, 'sum', { weights: weights as Float32Array });
  const pair = arrow.vectorFromArray([[1, 2]], floats);
  const ofWeights: typeof CASES = [
    ['weights that are a column', () => weighted(arrow.vectorFromArray([1, 2], new arrow.Float32())), '', 'an Arrow'],
    [
      'weights that are a plain array',
      () => weighted([1, 2]),
      '',
      'a plain array is not supported; allowed: a Float32',
    ],
    [
      'the same of single numbers',
      () => weighted([1, 2], pair),
      '',
      'a plain array is not supported; allowed: a Float',
    ],
    ['weights that are null', () => weighted(null), '', 'null is not supported; allowed: a Float32Array'],
    ['weights that are doubles', () => weighted(Float64Array.of(1, 2)), '', 'f64; allowed: a Float32Array'],
    ['a text as weights', () => weighted('ab'), '', 'a string is not supported; allowed: a Float32Array'],
  ].map(([name, call, , text]) => [name, call, 'unsupported-type', `weights: ${text}`]) as typeof CASES;
  const shorter = () => {
    const child = arrow.makeData({ type: new arrow.Float32(), data: new Float32Array(3) });
    const inner = arrow.makeData({ type: rows(new arrow.Float32()).children[0]?.type, length: 2, child } as never);
    const lists = { type: rows(new arrow.Float32()), length: 1, valueOffsets: Int32Array.of(0, 2), child: inner };
    return new arrow.Vector([arrow.makeData(lists as never) as arrow.Data]);
  };
  CASES.push(
    ...ofWeights,
    [
      'weights of integers',
      () => weighted(Float32Array.of(1, 2), features(new arrow.Int32())),
      'unsupported-type',
      'column: rows of features of Int32; allowed: Float16, Float32, with weights',
    ],
    [
      'rows of doubles',
      () => reduceList(device(), features(new arrow.Float64()), 'sum'),
      'unsupported-type',
      'column: lists of FixedSizeList[2]<Float64>; allowed: rows of Int32, Uint32, Float16, Float32',
    ],
    [
      'rows without numbers',
      () => reduceList(device(), arrow.vectorFromArray([[[]]] as never[], rows(new arrow.Float32(), 0)), 'sum'),
      'unsupported-type',
      'column: lists of FixedSizeList[0]<Float32>; allowed: rows of 1 to 65536 numbers',
    ],
    [
      'rows of a child that is too short',
      () => reduceList(device(), shorter(), 'sum'),
      'length-mismatch',
      'column: 3 numbers in 2 rows of features; allowed: 4, 2 a row',
    ],
    [
      'options that are null',
      () => reduceList(device(), pair, 'sum', null as never),
      'invalid-option',
      'options: null',
    ],
    [
      'options of rows that are null',
      () => reduceList(device(), features(), 'sum', null as never),
      'invalid-option',
      'options: null',
    ],
    ['a number as options', () => sortList(device(), pair, 5 as never), 'invalid-option', 'options: 5'],
    [
      'options of a grouping that are null',
      () => groupBy(device(), new arrow.Table({ a: ints }), 'a', null as never),
      'invalid-option',
      'options: null',
    ],
    [
      'an argsort with indexFrom',
      () => argsortList(device(), pair, { indexFrom: 'array' } as never),
      'invalid-option',
      "options: unknown member 'indexFrom'",
    ],
  );

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
