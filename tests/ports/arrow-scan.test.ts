/** `webgpu-segmented/arrow`: scans of list columns, against plain JavaScript on their values. */
import * as arrow from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { scanList } from '../../src/arrow/index.ts';
import { expectRefusal } from '../support/refusal.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();

type Item = number | bigint | null;
type Row = Item[] | null;

const listOf = (type: arrow.DataType) => new arrow.List(new arrow.Field('item', type, true));
const ints = listOf(new arrow.Int32());

const rowsOf = (column: arrow.Vector): Row[] =>
  Array.from(column, (row) => row && Array.from(row as Iterable<Item>, (item) => item ?? null));

const ROWS: Row[] = [[3, null, 1, 4], [], null, [null], [5, 2, null, null, 9], [7]];

/** Running sums that skip nulls. */
function running(row: Item[], before = 0): Item[] {
  let sum = before;
  return row.map((item) => {
    if (item === null) return null;
    sum += item as number;
    return sum;
  });
}

describe('scanList', () => {
  it('skips null items, and null rows stay null', async () => {
    const column = arrow.vectorFromArray(ROWS as never[], ints);
    const found = await scanList(device(), column, 'sum');
    expect(rowsOf(found)).toEqual(ROWS.map((row) => row && running(row)));
    expect(String(found.type)).toBe(String(ints));
    expect(rowsOf(column), 'the input is not changed').toEqual(ROWS);
  });

  it('takes the options of segmentedScan', async () => {
    const column = arrow.vectorFromArray(ROWS as never[], ints);
    const exclusive = await scanList(device(), column, 'sum', { exclusive: true, initial: 10 });
    const shifted = (row: Item[]) => {
      const sums = running(row, 10);
      return row.map((item, i) => (item === null ? null : (sums[i] as number) - (item as number)));
    };
    expect(rowsOf(exclusive)).toEqual(ROWS.map((row) => row && shifted(row)));
    const reverse = await scanList(device(), column, 'max', { reverse: true });
    expect(rowsOf(reverse)[4]).toEqual([9, 9, null, null, 9]);
  });

  it('of slices and chunks', async () => {
    const around = arrow.vectorFromArray([[1, 2], ...ROWS, [9]] as never[], ints).slice(1, 1 + ROWS.length);
    const found = await scanList(device(), around.concat(arrow.vectorFromArray([[1, 1]] as never[], ints)), 'sum');
    expect(rowsOf(found)).toEqual([...ROWS, [1, 1]].map((row) => row && running(row)));
  });

  it.each([
    ['FixedSizeList', new arrow.FixedSizeList(2, new arrow.Field('item', new arrow.Float32(), true))],
    ['LargeList', new arrow.LargeList(new arrow.Field('item', new arrow.Float64(), true))],
  ])('of a %s gives one', async (_, type) => {
    const column = arrow.vectorFromArray([[1, 2], null, [null, 3]] as never[], type);
    const found = await scanList(device(), column, 'min');
    expect(String(found.type)).toBe(String(type));
    expect(rowsOf(found)).toEqual([[1, 1], null, [null, 3]]);
  });

  it('gives Float32 for sums of Float16, and the type of a custom operator', async () => {
    const halves = arrow.vectorFromArray([[1, 2], [0.5]] as never[], listOf(new arrow.Float16()));
    const sums = await scanList(device(), halves, 'sum');
    expect([String(sums.type.children[0]?.type), rowsOf(sums)]).toEqual(['Float32', [[1, 3], [0.5]]]);
    const most = await scanList(device(), halves, 'max');
    expect(String(most.type.children[0]?.type)).toBe('Float16');
    const count = { wgsl: 'return a + b;', identity: 0, type: 'u32', load: 'return 1u;' } as const;
    const places = await scanList(device(), arrow.vectorFromArray(ROWS as never[], ints), count);
    expect(String(places.type.children[0]?.type)).toBe('Uint32');
    expect(rowsOf(places)[4]).toEqual([1, 2, null, null, 3]);
  });

  it('of times keeps their type', async () => {
    const type = listOf(new arrow.Duration(arrow.TimeUnit.SECOND));
    const column = arrow.vectorFromArray([[5n, 3n]] as never[], type);
    const found = await scanList(device(), column, 'sum');
    expect([String(found.type), rowsOf(found)]).toEqual([String(type), [[5n, 8n]]]);
  });
});

it('operators that do not fit are refused', async () => {
  const column = arrow.vectorFromArray([[1]] as never[], ints);
  const dates = arrow.vectorFromArray([[1]] as never[], listOf(new arrow.DateDay()));
  const vectors = { wgsl: 'return a + b;', identity: 'vec2<f32>()', type: 'vec2<f32>' } as const;
  const wrong: [() => unknown, 'unsupported-type' | 'invalid-option', string[]][] = [
    [() => scanList(device(), dates, 'sum'), 'unsupported-type', ['op: sum of Date32<DAY>; allowed: min, max']],
    [() => scanList(device(), column, 'mean' as never), 'unsupported-type', ['op: mean']],
    [() => scanList(device(), column, vectors), 'unsupported-type', ['op: gives vec2<f32>']],
    [() => scanList(device(), column, 'sum', { inclusive: true } as never), 'invalid-option', ["'inclusive'"]],
    [() => scanList(device(), [[1]] as never, 'sum'), 'unsupported-type', ['column: a plain array']],
  ];
  for (const [call, code, says] of wrong) await expectRefusal(call, code, says);
});
