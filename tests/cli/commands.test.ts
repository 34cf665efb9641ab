/** The program on lists and on flat rows. Its results do not depend on how the rows are cut into batches. */
import {
  Field,
  FixedSizeList,
  Float16,
  Float32,
  Float64,
  Int32,
  List,
  Struct,
  Table,
  tableToIPC,
  Utf8,
  vectorFromArray,
} from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { emptyBatch } from '../../src/cli/columns.ts';
import { Random, SEED } from '../support/cases.ts';
import { useDevice } from '../support/use-device.ts';
import { columnsIn, cut, run, streamOf } from './program.ts';

const device = useDevice();

const LISTS = [[3, null, 1], null, [], [2, 9, 4]];
const lists = new Table({
  id: vectorFromArray([1, 2, 3, 4], new Int32()),
  x: vectorFromArray(LISTS, new List(new Field('item', new Float32(), true))),
});

/** The columns that a command gives. */
async function given(args: readonly string[], stdin: Uint8Array) {
  const { exit, stdout, stderr } = await run(device(), [...args, '--quiet'], stdin);
  expect(stderr).toBe('');
  expect(exit).toBe(0);
  return columnsIn(stdout);
}

describe('lists of a column', () => {
  const stream = streamOf(cut(lists, 1, 3));
  const ids = { id: [1, 2, 3, 4] };

  it.each([
    ['sort', [], { ...ids, x: [[1, 3, null], null, [], [2, 4, 9]] }],
    ['sort', ['--order', 'descending', '--nulls', 'first'], { ...ids, x: [[null, 3, 1], null, [], [9, 4, 2]] }],
    ['argsort', [], { ...ids, x: [[2, 0, 1], null, [], [0, 2, 1]] }],
    ['top-k', ['--k', '2'], { ...ids, x: [[3, 1], null, [], [9, 4]] }],
    ['top-k', ['--k', '1', '--order=ascending'], { ...ids, x: [[1], null, [], [2]] }],
    ['scan', ['--op', 'sum'], { ...ids, x: [[3, null, 4], null, [], [2, 11, 15]] }],
    ['rank', [], { ...ids, x: [[2, null, 1], null, [], [1, 3, 2]] }],
    ['rank', ['--ties', 'average', '--order', 'descending'], { ...ids, x: [[1, null, 2], null, [], [3, 1, 2]] }],
    ['unique', [], { ...ids, x: [[1, 3], null, [], [2, 4, 9]], count: [[1, 1], null, [], [1, 1, 1]] }],
    ['mode', ['--nan', 'omit'], { ...ids, mode: [1, null, null, 2], count: [1, null, 0, 1] }],
    ['histogram', ['--bins', '2', '--range', '1,9'], { ...ids, histogram: [[2, 0], null, [0, 0], [2, 1]] }],
    ['histogram', ['--edges', '0,2,3'], { ...ids, histogram: [[1, 1], null, [0, 0], [0, 1]] }],
    ['transform', ['--op', 'center'], { ...ids, x: [[1, null, -1], null, [], [-3, 4, -1]] }],
    ['transform', ['--op', 'diff', '--fill=-1'], { ...ids, x: [[4, null, -2], null, [], [3, 7, -5]] }],
    ['transform', ['--op', 'shift', '--lag', '2'], { ...ids, x: [[0, null, 0], null, [], [0, 0, 2]] }],
    ['quantile', ['--q', '0.5,1'], { ...ids, 'q0.5': [2, null, null, 4], q1: [3, null, null, 9] }],
    [
      'reduce',
      ['--op', 'sum,count,argmax'],
      {
        ...ids,
        sum: [4, null, 0, 15],
        count: ['2n', null, '0n', '3n'],
        argmax: [3, null, null, 9],
        argmax_index: ['0n', null, null, '1n'],
      },
    ],
  ] as const)('%s %s', async (command, options, want) => {
    expect(await given([command, '--column', 'x', ...options], stream)).toEqual(want);
  });

  it('hold rows of features', async () => {
    const rows = new FixedSizeList(2, new Field('item', new Float32(), false));
    const x = vectorFromArray(
      [
        [
          [1, 8],
          [3, 2],
        ],
        null,
        [],
        [[5, 6]],
      ] as never[],
      new List(new Field('item', rows, true)),
    );
    const table = new Table({ id: lists.getChild('id') as never, x });
    for (const more of [[], ['--batch-items', '1']]) {
      const args = ['reduce', '--column', 'x', '--op', 'sum,argmax,count', ...more];
      expect(await given(args, streamOf(cut(table, 1, 3)))).toEqual({
        ...ids,
        sum: [[4, 10], null, [0, 0], [5, 6]],
        argmax: [[3, 8], null, null, [5, 6]],
        argmax_index: [['1n', '0n'], null, null, ['0n', '0n']],
        count: [['2n', '2n'], null, ['0n', '0n'], ['1n', '1n']],
      });
    }
    const { exit, stderr } = await run(device(), ['sort', '--column', 'x'], streamOf(cut(table, 1, 3)));
    expect([exit, stderr]).toEqual([65, expect.stringContaining("'x' is a column of List")]);
  });

  it('of a file in a pipe, and of a stream of no batches', async () => {
    expect(await given(['sort', '--column', 'x'], tableToIPC(lists, 'file'))).toMatchObject({
      x: [[1, 3, null], null, [], [2, 4, 9]],
    });
    expect(await given(['sort', '--column', 'x'], streamOf([], lists.schema))).toEqual({ id: [], x: [] });
    const none = emptyBatch(lists.schema);
    expect(await given(['reduce', '--op', 'max', '--column', 'x'], streamOf([none]))).toEqual({ id: [], max: [] });
  });

  it.each([1, 2, 3, 100])('cut into calls of at most %i items', async (items) => {
    const args = ['sort', '--column', 'x', '--batch-items', String(items)];
    expect(await given(args, streamOf(lists.batches))).toMatchObject({ x: [[1, 3, null], null, [], [2, 4, 9]] });
  });
});

const random = new Random(SEED);
const KEYS = Array.from({ length: 300 }, (_, i) => `k${Math.floor(i / 7 + (i > 150 && i < 250 ? 0 : i / 40))}`);
const flat = new Table({
  key: vectorFromArray(KEYS, new Utf8()),
  part: vectorFromArray(
    KEYS.map((_, i) => (i % 90 < 45 ? 1 : 2)),
    new Int32(),
  ),
  y: vectorFromArray(
    KEYS.map(() => (random.below(20) === 0 ? null : random.below(50))),
    new Int32(),
  ),
});

/** Groups of neighbours by JavaScript. */
function groupsOf(): { key: string; part: number; y: (number | null)[] }[] {
  const groups: { key: string; part: number; y: (number | null)[] }[] = [];
  for (const { key, part, y } of flat.toArray()) {
    const last = groups.at(-1);
    if (last && last.key === key && last.part === part) last.y.push(y);
    else groups.push({ key, part, y: [y] });
  }
  return groups;
}

const CUTS = [[], [100], [1, 2, 3, 150, 151, 299], Array.from({ length: 299 }, (_, i) => i + 1)];
const valid = (items: (number | null)[]) => items.filter((item) => item !== null);

describe('flat rows', () => {
  it.each(CUTS.map((at) => [at.length, at] as const))(
    'reduced by two keys, in batches cut at %i rows',
    async (_, at) => {
      const found = await given(
        ['reduce', '--by', 'key,part', '--column', 'y', '--op', 'sum,count'],
        streamOf(cut(flat, ...at)),
      );
      const groups = groupsOf();
      expect(found).toEqual({
        key: groups.map(({ key }) => key),
        part: groups.map(({ part }) => part),
        sum: groups.map(({ y }) => valid(y).reduce((sum, item) => sum + item, 0)),
        count: groups.map(({ y }) => `${valid(y).length}n`),
      });
    },
  );

  it.each(CUTS.map((at) => [at.length, at] as const))(
    'sorted within groups, in batches cut at %i rows',
    async (_, at) => {
      const found = await given(['sort', '--by', 'key,part', '--column', 'y'], streamOf(cut(flat, ...at)));
      const want = groupsOf().map(({ y }) =>
        y.slice().sort((a, b) => (a ?? Number.POSITIVE_INFINITY) - (b ?? Number.POSITIVE_INFINITY)),
      );
      expect(found.y).toEqual(want.flat());
      expect(found.key).toEqual(KEYS);
    },
  );

  it.each(CUTS.map((at) => [at.length, at] as const))(
    'ranked and counted, in batches cut at %i rows',
    async (_, at) => {
      const stream = streamOf(cut(flat, ...at));
      const by = ['--by', 'key,part', '--column', 'y'];
      const groups = groupsOf();
      const rank = (y: readonly (number | null)[], item: number | null) =>
        item === null ? null : 1 + valid([...y]).filter((other) => other < item).length;
      expect(await given(['rank', '--ties', 'min', ...by], stream)).toEqual({
        key: KEYS,
        part: groups.flatMap(({ y, part }) => y.map(() => part)),
        y: groups.flatMap(({ y }) => y.map((item) => rank(y, item))),
      });
      const distinct = groups.map(({ y }) => [...new Set(valid(y))].sort((a, b) => a - b));
      const countOf = (i: number, key: number) => groups[i]!.y.filter((item) => item === key).length;
      expect(await given(['unique', ...by], stream)).toEqual({
        key: groups.flatMap(({ key }, i) => distinct[i]!.map(() => key)),
        part: groups.flatMap(({ part }, i) => distinct[i]!.map(() => part)),
        y: distinct.flat(),
        count: distinct.flatMap((keys, i) => keys.map((key) => countOf(i, key))),
      });
      const most = distinct.map((keys, i) => Math.max(0, ...keys.map((key) => countOf(i, key))));
      expect(await given(['mode', ...by], stream)).toMatchObject({
        mode: distinct.map((keys, i) => keys.find((key) => countOf(i, key) === most[i]) ?? null),
        count: most,
      });
      expect(await given(['histogram', '--edges', '0,10,49', ...by], stream)).toMatchObject({
        histogram: groups.map(({ y }) => [
          valid(y).filter((x) => x < 10).length,
          valid(y).filter((x) => x >= 10).length,
        ]),
      });
    },
  );

  it('of keys that are no neighbours: distinct items and shares', async () => {
    const rows = new Table({
      id: vectorFromArray([7, 3, 7, 3], new Int32()),
      x: vectorFromArray([1, 2, 3, 2], new Float32()),
    });
    const by = ['--by', 'id', '--unsorted', '--column', 'x'];
    expect(await given(['unique', ...by], streamOf(cut(rows, 1)))).toEqual({
      id: [7, 7, 3],
      x: [1, 3, 2],
      count: [1, 1, 2],
    });
    expect(await given(['transform', '--op', 'normalize', ...by], streamOf(cut(rows, 3)))).toEqual({
      id: [7, 7, 3, 3],
      x: [0.25, 0.75, 0.5, 0.5],
    });
  });

  it('sorted as a whole, with all their columns', async () => {
    const found = await given(['sort', '--column', 'y'], streamOf(cut(flat, 10, 200)));
    const rows = KEYS.map((_, i) => i).sort(
      (a, b) => (flat.getChild('y')?.get(a) ?? 1e9) - (flat.getChild('y')?.get(b) ?? 1e9) || a - b,
    );
    expect(found.key).toEqual(rows.map((row) => KEYS[row]));
    expect(found.part).toEqual(rows.map((row) => flat.getChild('part')?.get(row)));
  });

  it('that are not neighbours are grouped first, in the order of their first rows', async () => {
    const found = await given(
      ['top-k', '--k', '3', '--by', 'part', '--unsorted', '--column', 'y'],
      streamOf(cut(flat, 77)),
    );
    const top = (part: number) =>
      valid(flat.toArray().flatMap((row) => (row.part === part ? [row.y] : [])))
        .sort((a, b) => b - a)
        .slice(0, 3);
    expect(found).toEqual({ part: [1, 1, 1, 2, 2, 2], y: [...top(1), ...top(2)] });
  });

  const halves = vectorFromArray([0, 0, 1, 1, 0, 0, 1, 1], new Float16());
  halves.data[0]!.values.set([0x8000, 0, 0x3c00, 0x3c00, 0xfe00, 0x7e01, 0x3c00, 0x3c00]);
  const doubles = Float64Array.of(-0, 0, 1, 1, 0, 0, 1, 1);
  new BigUint64Array(doubles.buffer).set([0xfff8000000000001n, 0x7ff8000000000000n], 4);
  const record = new Struct([new Field('x', new Float64(), true)]);
  it.each([
    ['halves', halves],
    ['doubles', vectorFromArray(doubles)],
    [
      'structs',
      vectorFromArray(
        [-0, 0, 1, 1, NaN, NaN, null, Infinity].map((x) => ({ x })),
        record,
      ),
    ],
    [
      'lists',
      vectorFromArray(
        [-0, 0, 1, 1, NaN, NaN, null, Infinity].map((x) => [x]),
        new List(record.children[0]!),
      ),
    ],
  ])('by %s: all NaNs are one key, and so are the zeros', async (name, key) => {
    const ones = vectorFromArray(new Array(8).fill(1), new Int32());
    const rows = streamOf(cut(new Table({ key, ones }), 1, 5));
    const isNested = name === 'structs' || name === 'lists';
    for (const [args, counts] of [
      [[], isNested ? [2, 2, 2, 1, 1] : [2, 2, 2, 2]],
      [['--unsorted'], isNested ? [2, 2, 2, 1, 1] : [2, 4, 2]],
    ] as const) {
      const found = await given(['reduce', '--by', 'key', '--column', 'ones', '--op', 'count', ...args], rows);
      expect(found.count).toEqual(counts.map((count) => `${count}n`));
    }
  });

  it('of scans and argsorts have one row an item', async () => {
    const rows = streamOf(cut(flat.slice(0, 20), 3));
    const scan = await given(['scan', '--op', 'max', '--exclusive', '--by', 'key', '--column', 'y'], rows);
    expect(scan.key).toEqual(KEYS.slice(0, 20));
    const order = await given(['argsort', '--by', 'key', '--column', 'y'], rows);
    expect(order.y).toHaveLength(20);
    expect(order.key).toEqual(KEYS.slice(0, 20));
  });

  it('reduced by std, for a sample too, and by first', async () => {
    const values = groupsOf().map(({ y }) => valid(y));
    for (const ddof of [0, 1]) {
      const args = ['reduce', '--by', 'key,part', '--column', 'y', '--op', 'std,first', '--ddof', `${ddof}`];
      const found = await given(args, streamOf(cut(flat, 100)));
      const std = values.map((own) => {
        const mean = own.reduce((sum, item) => sum + item, 0) / own.length;
        const squares = own.reduce((sum, item) => sum + (item - mean) ** 2, 0);
        // NaN where a group has too few items, which is null in the columns here.
        return own.length > ddof ? Math.sqrt(squares / (own.length - ddof)) : null;
      });
      expect(found.first).toEqual(values.map((own) => own[0] ?? null));
      expect(found.std).toEqual(std.map((one) => (one ? expect.closeTo(one, 4) : one)));
    }
  });

  it('of no rows have a schema', async () => {
    const none = streamOf([], flat.schema);
    expect(await given(['reduce', '--by', 'key', '--column', 'y', '--op', 'sum'], none)).toEqual({ key: [], sum: [] });
    expect(await given(['sort', '--by', 'key', '--column', 'y', '--unsorted'], none)).toEqual({
      key: [],
      part: [],
      y: [],
    });
    const partial = await given(['reduce', '--partial', '--by', 'key', '--column', 'y', '--op', 'sum'], none);
    expect(partial).toEqual({ key: [], sum: [], part_state: [] });
  });
});

describe('help', () => {
  it('shows every command, and an example for each', async () => {
    const { stdout } = await run(device(), ['--help']);
    const names = Array.from(stdout.toString().matchAll(/^ {2}([a-z-]+) /gm), ([, name = '']) => name);
    expect(names.length).toBeGreaterThan(10);
    for (const name of names) {
      const help = await run(device(), [name, '--help']);
      expect(help.stdout.toString()).toContain(`Example:\n  webgpu-segmented ${name}`);
      expect(help.exit).toBe(0);
    }
  });
});
