/** Recorded gathers: items of every size by any rows, counts on the GPU, and the plans that come before and after. */
import { describe, expect, it } from 'vitest';
import {
  createGather,
  createGroupBy,
  createSegmentedReduce,
  createSegmentedScan,
  createSegmentedSort,
  createSegmentedTopK,
  type GatherDescriptor,
} from '../../src/index.ts';
import { Random, SEED, tuningOf } from '../support/cases.ts';
import { countingDevice, openDevice } from '../support/device.ts';
import { GROUP_VARIANTS } from '../support/group-cases.ts';
import { expectedGroups } from '../support/group-oracle.ts';
import { expectRefusal, expectStillWorking, expectThrow } from '../support/refusal.ts';
import { Workspace } from '../support/run.ts';
import { bytesOf } from '../support/typed-cases.ts';
import { itOnDevice, useDevice } from '../support/use-device.ts';

const device = useDevice();

/** Types of every size, and their bytes. */
const TYPES: readonly (readonly [GatherDescriptor['itemType'], number])[] = [
  ['u8', 1],
  ['i8', 1],
  [{ bytes: 1 }, 1],
  ['f16', 2],
  ['u32', 4],
  ['f32', 4],
  ['i64', 8],
  ['vec2f', 8],
  ['vec3<f32>', 12],
  [{ bytes: 12 }, 12],
  [{ type: 'vec3<i32>', stride: 16 }, 16],
  ['vec4<u32>', 16],
];

/** Rows of every kind: in order, repeated, and such as `itemsIn` does not have. */
function someRows(count: number, sources: number, random: Random): Uint32Array<ArrayBuffer> {
  const wrong = [sources, sources + 1, 0xffffffff, 0x80000000];
  return Uint32Array.from({ length: count }, (_, i) => {
    const kind = random.below(8);
    if (kind === 0) return wrong[random.below(wrong.length)]!;
    return kind === 1 ? i % sources : random.below(sources);
  });
}

/** The bytes of the output after a gather, from the bytes before it. */
function gathered(before: Uint8Array, items: Uint8Array, rows: Uint32Array, itemBytes: number, sources: number) {
  const after = before.slice();
  rows.forEach((row, i) => {
    if (row < sources) after.set(items.subarray(row * itemBytes, (row + 1) * itemBytes), i * itemBytes);
  });
  return after;
}

interface Job {
  readonly itemBytes: number;
  readonly sources: number;
  readonly rows: Uint32Array<ArrayBuffer>;
  /** The u32 of a count on the GPU. */
  readonly countIn?: number;
  /** Items that the output holds. Default: one a row. */
  readonly room?: number;
}

/** Records a gather into garbage and compares all bytes with the oracle. */
async function checkGather(
  descriptor: GatherDescriptor,
  { itemBytes, sources, rows, countIn, room = rows.length }: Job,
): Promise<void> {
  const gather = await createGather(device(), descriptor);
  const space = new Workspace(device(), SEED);
  const words = (items: number) => Math.max(1, Math.ceil((items * itemBytes) / 4));
  const random = new Random(SEED + itemBytes);
  const itemsIn = space.input(
    'itemsIn',
    Uint32Array.from({ length: words(sources) }, () => random.word()),
  );
  const rowsIn = space.input('rows', rows);
  const itemsOut = space.output('itemsOut', words(room));
  const count = countIn === undefined ? undefined : space.input('count', Uint32Array.of(countIn));
  const temporary = space.scratch('temporary', gather.temporaryBytes);
  await space.submit((encoder) =>
    gather.encode(encoder, { itemsIn, rows: rowsIn, itemsOut, temporary, itemCount: count ?? rows.length }),
  );
  const readable = Math.floor((4 * words(sources)) / itemBytes);
  const given = rows.subarray(0, Math.min(countIn ?? room, room));
  const expected = gathered(bytesOf(itemsOut.before), bytesOf(itemsIn.before), given, itemBytes, readable);
  expect(Buffer.compare(bytesOf(itemsOut.found), expected)).toBe(0);
  gather.destroy();
  space.destroy();
}

describe.each(GROUP_VARIANTS)('a gather of the family $family', (variant) => {
  const random = new Random(SEED);
  const tuning = tuningOf(variant);
  for (const [itemType, itemBytes] of TYPES) {
    itOnDevice(device, variant, `moves items of ${JSON.stringify(itemType)}, and skips rows out of range`, async () => {
      for (const [count, sources] of [
        [1, 1],
        [3, 2],
        [63, 100],
        [64, 5],
        [65, 64],
        [2049, 700],
      ] as const) {
        const rows = someRows(count, sources, random);
        await checkGather({ itemType, maxItems: 3000, tuning }, { itemBytes, sources, rows });
      }
    });
  }

  itOnDevice(device, variant, 'takes its number of rows from a buffer, and clamps it', async () => {
    for (const [itemType, itemBytes] of [
      ['u16', 2],
      ['u32', 4],
      ['f64', 8],
    ] as const) {
      for (const countIn of [0, 1, 77, 200, 201, 0xffffffff]) {
        const rows = someRows(200, 90, random);
        await checkGather({ itemType, maxItems: 1000, tuning }, { itemBytes, sources: 90, rows, countIn });
      }
    }
    const job = { itemBytes: 4, sources: 90, rows: someRows(50, 90, random), countIn: 99 };
    await checkGather({ itemType: 'u32', maxItems: 50, tuning }, job);
    await checkGather({ itemType: 'u32', maxItems: 50, tuning }, { ...job, room: 31 });
  });
});

/** A column by groups: the ids, the column, and the items of each group in order. */
function columnCase(itemCount: number) {
  const random = new Random(SEED);
  const ids = Uint32Array.from({ length: itemCount }, () => random.below(40) * 99);
  const column = Uint32Array.from({ length: itemCount }, () => random.below(1_000_000));
  const groups = expectedGroups('u32', bytesOf(ids), {}).map(({ rows }) => rows.map((row) => column[row]!));
  return { ids, column, groups };
}

it('group, gather, then sort, reduce, top-k and scan of a column: one submission, nothing read back', async () => {
  const itemCount = 700;
  const { ids, column, groups } = columnCase(itemCount);
  const room = { maxItems: 1000, maxSegments: 100 };
  const group = await createGroupBy(device(), { keyType: 'u32', maxItems: 1000, maxGroups: 100 });
  const gather = await createGather(device(), { itemType: 'u32', maxItems: 1000 });
  const sort = await createSegmentedSort(device(), { keyType: 'u32', ...room });
  const reduce = await createSegmentedReduce(device(), { type: 'u32', op: 'sum', ...room });
  const topK = await createSegmentedTopK(device(), { keyType: 'u32', maxK: 3, ...room });
  const scan = await createSegmentedScan(device(), { type: 'u32', op: 'sum', ...room });
  const space = new Workspace(device(), SEED);
  const [idsIn, columnIn] = [space.input('idsIn', ids), space.input('column', column)];
  const output = (name: string, words: number) => space.output(name, words);
  const [offsetsOut, rowsOut, countOut] = [output('offsets', 101), output('rows', itemCount), output('count', 1)];
  const ordered = output('ordered', itemCount);
  const sorted = output('sorted', itemCount);
  const sums = output('sums', 100);
  const three = output('three', 300);
  const running = output('running', itemCount);
  const segments = { offsets: offsetsOut, count: countOut };
  await space.submit((encoder) => {
    const pass = encoder.beginComputePass();
    group.encode(pass, { idsIn, offsetsOut, rowsOut, countOut });
    gather.encode(pass, { itemsIn: columnIn, rows: rowsOut, itemsOut: ordered });
    sort.encode(pass, { keysIn: ordered, keysOut: sorted, segments });
    reduce.encode(pass, { input: ordered, output: sums, segments });
    topK.encode(pass, { keysIn: ordered, keysOut: three, segments });
    scan.encode(pass, { input: ordered, output: running, segments });
    pass.end();
  });
  expect([...ordered.found]).toEqual(groups.flat());
  expect([...sorted.found]).toEqual(groups.flatMap((items) => items.toSorted((a, b) => a - b)));
  const totals = groups.map((items) => items.map((_, i) => items.slice(0, i + 1).reduce((a, b) => a + b)));
  expect([...sums.found.subarray(0, groups.length)]).toEqual(totals.map((each) => each.at(-1)));
  expect([...running.found]).toEqual(totals.flat());
  for (const [i, items] of groups.entries()) {
    const most = items.toSorted((a, b) => b - a).slice(0, 3);
    expect([...three.found.subarray(3 * i, 3 * i + most.length)]).toEqual(most);
  }
  for (const plan of [group, gather, sort, reduce, topK, scan]) plan.destroy();
  space.destroy();
});

describe('the plan of a gather', () => {
  it('is one dispatch, whose times and bytes a profile has', async () => {
    const profiled = await openDevice();
    const gather = await createGather(profiled, { itemType: 'u16', maxItems: 100, profile: true });
    const { passes, classes } = gather.describe();
    expect(passes.map(({ kernel }) => kernel)).toEqual(['group/gather']);
    expect(classes).toHaveLength(1);
    const space = new Workspace(profiled, SEED);
    const [itemsIn, rows] = [space.input('itemsIn', new Uint32Array(4)), space.input('rows', new Uint32Array(40))];
    const itemsOut = space.output('itemsOut', 20);
    await space.submit((encoder) => gather.encode(encoder, { itemsIn, rows, itemsOut }));
    expect((await gather.profile()).passes).toMatchObject([{ kernel: 'group/gather', bytes: 40 * 8 }]);
    gather.destroy();
    space.destroy();
    profiled.destroy();
  });

  it('frees its buffers, and copies its descriptor at once', async () => {
    const { device, state } = await countingDevice();
    await createGather(device, { itemType: 'u32', maxItems: 100 }).then((gather) => gather.destroy());
    const before = state();
    const descriptor: GatherDescriptor = { itemType: 'u32', maxItems: 100 };
    const making = createGather(device, descriptor);
    descriptor.itemType = 'nothing' as never;
    (await making).destroy();
    expect(state()).toEqual(before);
    device.destroy();
  });

  it('records nothing for no rows, and for no items', async () => {
    const gather = await createGather(device(), { itemType: 'vec4<f32>', maxItems: 100 });
    const space = new Workspace(device(), SEED);
    const [few, rows] = [space.input('few', new Uint32Array(3)), space.input('rows', new Uint32Array(9))];
    const itemsOut = space.output('itemsOut', 36);
    await space.submit((encoder) => {
      gather.encode(encoder, { itemsIn: few, rows, itemsOut });
      gather.encode(encoder, { itemsIn: few, rows, itemsOut, itemCount: 0 });
    });
    expect(itemsOut.found).toEqual(itemsOut.before);
    gather.destroy();
    space.destroy();
  });
});

describe('wrong input of a gather is refused', () => {
  it.each([
    ['unsupported-type', { itemType: undefined }, ['itemType', 'undefined']],
    ['unsupported-type', { itemType: 'u33' }, ['itemType', 'u33', 'vec2<u32>']],
    ['unsupported-type', { itemType: { bytes: 5 } }, ['itemType.bytes: 5']],
    ['limit-exceeded', { maxItems: 2 ** 30 }, ['maxItems']],
    ['invalid-option', { maxItems: -1 }, ['maxItems: -1']],
    ['invalid-option', { itemTypes: 'u32' }, ["'itemType'"]],
  ] as const)('%s: %o', async (code, changed, says) => {
    const descriptor = { itemType: 'u32', maxItems: 100, ...changed } as never;
    await expectRefusal(() => createGather(device(), descriptor), code, says);
  });

  it('at once, by encode', async () => {
    const gather = await createGather(device(), { itemType: 'u64', maxItems: 100 });
    const space = new Workspace(device(), SEED);
    const buffers = {
      itemsIn: space.input('itemsIn', new Uint32Array(500)),
      rows: space.input('rows', new Uint32Array(120)),
      itemsOut: space.output('itemsOut', 200),
      itemCount: 100,
    };
    const encode = (changed: object) => () =>
      gather.encode(device().createCommandEncoder(), { ...buffers, ...changed } as never);
    await expectThrow(encode({ itemCount: undefined }), 'limit-exceeded', ['rows: 120 items', 'maxItems, 100']);
    await expectThrow(encode({ itemCount: 101 }), 'limit-exceeded', ['itemCount: 101']);
    await expectThrow(encode({ itemsOut: space.output('few', 199) }), 'limit-exceeded', ['796 bytes', '800']);
    await expectThrow(encode({ rows: space.input('few', new Uint32Array(99)) }), 'limit-exceeded', ['396 bytes']);
    await expectThrow(encode({ itemsOut: buffers.itemsIn }), 'overlapping-buffers', ['itemsIn (bytes']);
    await expectThrow(encode({ rows: undefined }), 'invalid-option', ['rows']);
    await expectThrow(encode({ itemIn: buffers.itemsIn }), 'invalid-option', ["'itemsIn'"]);
    gather.destroy();
    await expectThrow(encode({}), 'destroyed', ['gather']);
    space.destroy();
    await expectStillWorking(device());
  });
});
