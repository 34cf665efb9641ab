/** Recorded groupings: later plans in the same encoder, refusals, and the memory of the plan. */
import { describe, expect, it } from 'vitest';
import {
  createGroupBy,
  createSegmentedReduce,
  createSegmentedScan,
  createSegmentedSort,
  createSegmentedTopK,
  groupBy,
  reduceByKey,
} from '../../src/index.ts';
import { Random, SEED } from '../support/cases.ts';
import { countingDevice } from '../support/device.ts';
import { expectedGroups, groupArrays } from '../support/group-oracle.ts';
import { expectRefusal, expectStillWorking, expectThrow } from '../support/refusal.ts';
import { Workspace } from '../support/run.ts';
import { bytesOf } from '../support/typed-cases.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();
const random = new Random(SEED);

describe('a recorded grouping', () => {
  it('feeds a sort, a reduce, a top-k and a scan in one submission, the number of groups in a buffer', async () => {
    const itemCount = 700;
    const ids = Uint32Array.from({ length: itemCount }, () => random.below(40) * 99);
    const group = await createGroupBy(device(), { keyType: 'u32', maxItems: 1000, maxGroups: 100 });
    const room = { maxItems: 1000, maxSegments: 100 };
    const sort = await createSegmentedSort(device(), { keyType: 'u32', order: 'descending', ...room });
    const reduce = await createSegmentedReduce(device(), { type: 'u32', op: 'max', ...room });
    const topK = await createSegmentedTopK(device(), { keyType: 'u32', maxK: 3, ...room });
    const scan = await createSegmentedScan(device(), { type: 'u32', op: 'sum', ...room });
    const space = new Workspace(device(), SEED);
    const idsIn = space.input('idsIn', ids);
    const offsetsOut = space.output('offsets', 101);
    const rowsOut = space.output('rows', itemCount);
    const countOut = space.output('count', 1);
    const sorted = space.output('sorted', itemCount);
    const greatest = space.output('greatest', 100);
    const three = space.output('three', 300);
    const running = space.output('running', itemCount);
    const segments = { offsets: offsetsOut, count: countOut };
    await space.submit((encoder) => {
      const pass = encoder.beginComputePass();
      group.encode(pass, { idsIn, offsetsOut, rowsOut, countOut });
      sort.encode(pass, { keysIn: rowsOut, keysOut: sorted, segments });
      reduce.encode(pass, { input: rowsOut, output: greatest, segments });
      topK.encode(pass, { keysIn: rowsOut, keysOut: three, segments });
      scan.encode(pass, { input: rowsOut, output: running, segments });
      pass.end();
    });
    const expected = expectedGroups('u32', bytesOf(ids), {});
    const { offsets, rows } = groupArrays('u32', expected);
    expect(countOut.found[0]).toBe(expected.length);
    expect([...offsetsOut.found.subarray(0, offsets.length)]).toEqual(offsets);
    expect([...rowsOut.found]).toEqual(rows);
    expect([...sorted.found]).toEqual(expected.flatMap(({ rows }) => rows.toReversed()));
    expect([...greatest.found.subarray(0, expected.length)]).toEqual(expected.map(({ rows }) => rows.at(-1)));
    expect(greatest.found.subarray(expected.length)).toEqual(greatest.before.subarray(expected.length));
    for (const [i, { rows }] of expected.entries()) {
      const most = rows.toReversed().slice(0, 3);
      expect([...three.found.subarray(3 * i, 3 * i + most.length)]).toEqual(most);
    }
    expect(three.found.subarray(3 * expected.length)).toEqual(three.before.subarray(3 * expected.length));
    const sums = expected.flatMap(({ rows }) => rows.map((_, k) => rows.slice(0, k + 1).reduce((a, b) => a + b)));
    expect([...running.found]).toEqual(sums);
    for (const plan of [group, sort, reduce, topK, scan]) plan.destroy();
    space.destroy();
  });

  it('says what it records', async () => {
    const group = await createGroupBy(device(), { keyType: 'u16', maxItems: 100, groups: 9 });
    expect(group.describe().passes.map(({ kernel }) => kernel)).toContain('group/numbered/offsets');
    expect(group.temporaryBytes).toBeGreaterThan(400);
    group.destroy();
  });

  it('refuses wrong buffers, at once', async () => {
    const group = await createGroupBy(device(), { keyType: 'u32', maxItems: 100, maxGroups: 10 });
    const space = new Workspace(device(), SEED);
    const idsIn = space.input('idsIn', new Uint32Array(120));
    const buffers = {
      idsIn,
      offsetsOut: space.output('offsets', 11),
      rowsOut: space.output('rows', 100),
      countOut: space.output('count', 1),
    };
    const encode = (changed: object) => () =>
      group.encode(device().createCommandEncoder(), { ...buffers, itemCount: 100, ...changed });
    await expectThrow(encode({ itemCount: undefined }), 'limit-exceeded', [
      'idsIn: 120 items',
      'maxItems, 100',
      'itemCount',
    ]);
    await expectThrow(encode({ itemCount: 101 }), 'limit-exceeded', ['itemCount: 101']);
    await expectThrow(encode({ offsetsOut: space.output('few', 10) }), 'limit-exceeded', ['40 bytes', '44']);
    await expectThrow(encode({ rowsOut: space.output('few', 99) }), 'limit-exceeded', ['396 bytes', '400']);
    await expectThrow(encode({ keysOut: space.output('few', 9) }), 'limit-exceeded', ['36 bytes', '40']);
    await expectThrow(encode({ rowsOut: idsIn }), 'overlapping-buffers', ['idsIn']);
    await expectThrow(encode({ countOut: undefined }), 'invalid-option', ['countOut']);
    await expectThrow(encode({ keyOut: idsIn }), 'invalid-option', ['keyOut', "'keysOut'"]);
    group.destroy();
    await expectThrow(encode({}), 'destroyed', ['group by']);
    space.destroy();
    await expectStillWorking(device());
  });
});

describe('wrong input is refused', () => {
  it.each([
    ['unsupported-type', { keyType: 'vec2<u32>' }, ['keyType']],
    ['unsupported-type', { keyType: 'f32', groups: 3 }, ['f32', 'u32']],
    ['invalid-option', { keyType: 'u8', groups: 257 }, ['groups: 257', '256']],
    ['invalid-option', { groups: 10, maxGroups: 9 }, ['maxGroups: 9', '10']],
    ['invalid-option', { sorted: 1 }, ['sorted']],
    ['invalid-option', { signedZero: 'no' }, ['signedZero']],
    ['invalid-option', { maxGroup: 5 }, ["'maxGroups'"]],
    ['limit-exceeded', { maxItems: 2 ** 30 }, ['maxItems']],
  ] as const)('%s: %o', async (code, changed, says) => {
    const descriptor = { keyType: 'u32', maxItems: 100, ...changed } as never;
    await expectRefusal(() => createGroupBy(device(), descriptor), code, says);
  });

  it.each([
    ['unsupported-type', [1, 2], {}, ['ids']],
    ['unsupported-type', { type: { bytes: 4 }, data: new Uint32Array(4) }, {}, ['ids']],
    ['unsupported-type', new Float32Array(4), { groups: 3 }, ['f32']],
    ['invalid-option', new Int8Array(4), { groups: 129 }, ['129', '128']],
    ['invalid-option', new Int8Array(4), { groups: -1 }, ['groups: -1', 'from 0 to 128']],
    ['invalid-option', new Int8Array(4), { group: 3 }, ["'groups'"]],
    ['offsets-not-monotonic', Int8Array.of(0, 1, -1), { sorted: true }, ['id 2', 'id 1']],
    ['offsets-not-monotonic', Float32Array.of(Number.NaN, 1), { sorted: true }, ['id 1']],
    ['offsets-not-monotonic', Float64Array.of(0, -0), { sorted: true, signedZero: 'distinct' }, ['id 1']],
  ] as const)('%s: groupBy of %o, %o', async (code, ids, options, says) => {
    await expectRefusal(() => groupBy(device(), ids as never, options as never), code, says);
  });

  it('and what is not a device', async () => {
    await expectRefusal(() => groupBy({} as never, Uint32Array.of(1)), 'invalid-option', ['device']);
  });
});

it('calls on arrays copy their input at once, and free what they made', async () => {
  const { device, state } = await countingDevice();
  const ids = Uint32Array.of(4, 2, 4);
  await reduceByKey(device, ids, Float32Array.of(1, 2, 3), 'sum');
  const before = state();
  const first = groupBy(device, ids);
  const second = reduceByKey(device, ids, Float32Array.of(1, 2, 3), 'sum');
  ids.fill(0);
  expect([...(await first).keys]).toEqual([2, 4]);
  expect([...(await second).result]).toEqual([2, 4]);
  const controller = new AbortController();
  const aborted = groupBy(device, Uint32Array.of(1, 2), { signal: controller.signal });
  controller.abort('enough');
  await expectRefusal(() => aborted, 'aborted', ['enough']);
  expect(state()).toEqual(before);
  device.destroy();
});
