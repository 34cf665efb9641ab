/** Members that arrays with a type, segments and bindings do not have: refused by every call, with the nearest name. */
import { afterEach, describe, expect, it } from 'vitest';
import * as core from '../../src/index.ts';
import { createGather, createSegmentedReduce, createSegmentedSort, DoubleBuffer } from '../../src/index.ts';
import * as js from '../../src/js/index.ts';
import { reduceParts, sampleKeys } from '../../src/parts/index.ts';
import { expectRefusal, expectStillWorking, expectThrow } from '../support/refusal.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();
afterEach(() => expectStillWorking(device()));

// biome-ignore lint/suspicious/noExplicitAny: the tests pass wrong input
type Wrong = any;

const ENTRIES: [string, Wrong, () => Wrong][] = [
  ['a device', core, device],
  ['/js', js, () => null],
];

const KEYS = Float32Array.of(3, 1, 2, 0);
const IDS = Uint32Array.of(0, 1, 0, 1);
const CUSTOM = { wgsl: 'return a + b;', identity: 0, js: (a: number, b: number) => a + b };

/** The calls on arrays, by the name of the argument that `operand` is. */
const calls = (on: Wrong, own: Wrong): [string, (operand: Wrong, segments: Wrong) => Promise<unknown>][] => [
  ['keys', (operand, segments) => on.segmentedSort(own, operand, segments)],
  ['keys', (operand, segments) => on.segmentedStableSort(own, operand, segments)],
  ['keys', (operand, segments) => on.segmentedSortByKey(own, operand, KEYS, segments)],
  ['values', (operand, segments) => on.segmentedSortByKey(own, KEYS, operand, segments)],
  ['keys', (operand, segments) => on.segmentedArgsort(own, operand, segments)],
  ['values', (operand, segments) => on.segmentedReduce(own, operand, segments, ['sum', 'argmax'])],
  ['values', (operand, segments) => on.segmentedReduce(own, operand, segments, CUSTOM)],
  ['values', (operand, segments) => on.segmentedScan(own, operand, segments, 'max')],
  ['keys', (operand, segments) => on.segmentedTopK(own, operand, segments, 1)],
  ['values', (operand, segments) => on.segmentedTopK(own, KEYS, segments, 1, { values: operand })],
  ['keys', (operand, segments) => on.segmentedQuantile(own, operand, segments, [0.5])],
];
const groupings = (on: Wrong, own: Wrong): [string, (operand: Wrong) => Promise<unknown>][] => [
  ['ids', (operand) => on.groupBy(own, operand)],
  ['ids', (operand) => on.reduceByKey(own, operand, KEYS, 'sum')],
  ['values', (operand) => on.reduceByKey(own, IDS, operand, 'sum')],
];

/** Arrays with a type that has a wrong member: the member, its owner after the argument's name, and the nearest name. */
const OPERANDS: [Wrong, string, string, string | undefined][] = [
  [{ type: 'f32', data: KEYS, stirde: 16 }, 'stirde', '', 'type.stride'],
  [{ type: 'f32', data: KEYS, bytes: 4 }, 'bytes', '', 'type.bytes'],
  [{ tpye: 'f32', data: KEYS }, 'tpye', '', 'type'],
  [{ type: 'f32', dta: KEYS }, 'dta', '', 'data'],
  [{ type: 'f32', data: KEYS, shape: [4] }, 'shape', '', undefined],
  [{ type: { bytes: 4, byte: 4 }, data: KEYS }, 'byte', '.type', 'bytes'],
  [{ type: { type: 'vec3<f32>', stride: 16, strid: 16 }, data: KEYS }, 'strid', '.type', 'stride'],
];

/** Segments with a wrong member, and the nearest name. */
const SEGMENTS: [Wrong, string, string | undefined, string][] = [
  [{ size: 2, cuont: 1 }, 'cuont', 'count', 'size, count'],
  [{ siez: 2, count: 1 }, 'siez', 'size', 'size, count'],
  [{ sizes: 2 }, 'sizes', 'size', 'begin, end, size, count, lengths, offsets, rows'],
  [{ begin: [0], end: [1], count: 1 }, 'count', undefined, 'begin, end'],
  [{ begin: [0], edn: [1] }, 'edn', 'end', 'begin, end'],
  [{ begins: [0], end: [1] }, 'begins', 'begin', 'begin, end'],
  [{ lengths: [1], count: 1 }, 'count', undefined, 'lengths'],
  [{ lenghts: [1] }, 'lenghts', 'lengths', 'begin, end, size, count, lengths, offsets, rows'],
  [{ length: [1] }, 'length', 'lengths', 'begin, end, size, count, lengths, offsets, rows'],
  [{ offsets: [0, 1], row: [1] }, 'row', 'rows', 'offsets, rows'],
  [{ offsets: [0, 1], rows: [1], valeus: KEYS }, 'valeus', undefined, 'offsets, rows'],
];

const says = (argument: string, name: string, meant: string | undefined, allowed = '') =>
  `${argument}: unknown member '${name}'${meant === undefined ? '' : `, did you mean '${meant}'?`}; allowed: ${allowed}`;

describe.each(ENTRIES)('calls on arrays: %s', (_, on, own) => {
  it.each(OPERANDS)('refuse %j', async (operand, name, owner, meant) => {
    for (const [argument, call] of [...calls(on, own()), ...groupings(on, own())]) {
      await expectRefusal(() => call(operand, [0, 4]), 'invalid-option', [says(`${argument}${owner}`, name, meant)]);
    }
  });

  it.each(SEGMENTS)('refuse %j', async (segments, name, meant, allowed) => {
    for (const [, call] of calls(on, own())) {
      await expectRefusal(() => call(KEYS, segments), 'invalid-option', [says('segments', name, meant, allowed)]);
    }
  });

  it('take the result of a grouping, and members that are undefined', async () => {
    const groups = { ...(await on.groupBy(own(), IDS)), groups: IDS };
    const further = { type: 'f32', data: KEYS, stride: undefined };
    const size = { size: 2, cuont: undefined };
    for (const [, call] of calls(on, own())) await call(KEYS, groups).then(() => call(further, size));
  });

  it('take objects with a class, which may have further members', async () => {
    class Tensor {
      readonly type = 'f32';
      readonly shape = [4];
      readonly data = KEYS;
    }
    class Groups {
      readonly offsets = [0, 2];
      readonly rows = [3, 0];
      readonly of = 'a table';
    }
    for (const [, call] of calls(on, own())) await call(new Tensor(), new Groups());
    // Their own refusals name the type.
    class Other extends Tensor {
      override readonly type = 'float32' as never;
    }
    for (const [argument, call] of calls(on, own())) {
      const refusal = [new RegExp(`^${argument}.type: float32 is not supported`)];
      await expectRefusal(() => call(new Other(), [0, 4]), 'unsupported-type', refusal);
    }
  });

  it('refuse one offset that is not 0, and say how lengths are given', async () => {
    for (const [, call] of calls(on, own())) {
      for (const [segments, name] of [
        [[3], 'segments'],
        [Uint32Array.of(3), 'segments'],
        [BigInt64Array.of(9n), 'segments'],
        [{ offsets: [1], rows: [0, 1] }, 'segments.offsets'],
      ] as const) {
        const refusal = [new RegExp(`^${name.replace('.', '\\.')}: 1 offset, which is `), /\{ lengths \}/];
        await expectRefusal(() => call(KEYS, segments), 'length-mismatch', refusal);
      }
      await call(KEYS, [0]);
      const empty = [/^segments: 0 offsets; allowed: segmentCount \+ 1 offsets/];
      await expectRefusal(() => call(KEYS, []), 'length-mismatch', empty);
      // What is no number of an offset is refused as such.
      for (const wrong of [[-1], [0.5], ['3']]) {
        await expectRefusal(() => call(KEYS, wrong), 'offsets-out-of-range', [/^segments: offset 0 is /]);
      }
    }
  });

  it('do not take the size of a Set, a Map or a GPUBuffer for that of segments', async () => {
    const buffer = device().createBuffer({ size: 4, usage: GPUBufferUsage.STORAGE });
    for (const wrong of [new Set([0, 2, 4]), new Map([[0, 4]]), buffer]) {
      for (const [, call] of calls(on, own())) {
        await expectRefusal(() => call(KEYS, wrong), 'unsupported-type', [
          /^segments: \w+ is not supported; allowed: /,
        ]);
      }
    }
    buffer.destroy();
  });
});

it('/parts refuses them', async () => {
  const operand = { type: 'f32', data: KEYS, stirde: 4 } as Wrong;
  const refusal = (argument: string) => [says(argument, 'stirde', 'type.stride')];
  await expectRefusal(() => reduceParts(device(), operand, [0, 4], ['sum']), 'invalid-option', refusal('values'));
  await expectRefusal(() => sampleKeys(operand), 'invalid-option', refusal('keys'));
  const segments = { size: 2, cuont: 1 } as Wrong;
  const form = [says('segments', 'cuont', 'count')];
  await expectRefusal(() => reduceParts(device(), KEYS, segments, ['sum']), 'invalid-option', form);
});

describe('recorded plans', () => {
  it('refuse unknown members of bindings, double buffers, segments and types', async () => {
    const room = { maxItems: 4, maxSegments: 4 };
    const sort = await createSegmentedSort(device(), { keyType: 'f32', ...room });
    const sum = await createSegmentedReduce(device(), { type: 'f32', op: 'sum', ...room });
    const make = () => device().createBuffer({ size: 16, usage: GPUBufferUsage.STORAGE });
    const [a, b, offsets] = [make(), make(), make()];
    const encoder = device().createCommandEncoder();
    const right = { keysIn: a, keysOut: b, segments: { size: 2, count: 2 } };
    const encode = (wrong: Wrong) => () => sort.encode(encoder, { ...right, ...wrong });
    const bindings: [Wrong, string, string | undefined][] = [
      [{ buffer: a, ofset: 0 }, 'ofset', 'offset'],
      [{ buffer: a, offset: 0, sizes: 16 }, 'sizes', 'size'],
      [{ buffer: a, byteLength: 16 }, 'byteLength', 'size'],
    ];
    for (const [binding, name, meant] of bindings) {
      const refusal = (argument: string) => [says(argument, name, meant, 'buffer, offset, size')];
      for (const argument of ['keysIn', 'keysOut', 'temporary']) {
        await expectThrow(encode({ [argument]: binding }), 'invalid-option', refusal(argument));
      }
      for (const segments of [
        { offsets: binding, count: 2 },
        { begin: binding, end: offsets, count: 2 },
        { begin: offsets, end: binding, count: 2 },
        { size: 2, count: binding },
      ]) {
        const [argument] = Object.entries(segments).find(([, value]) => value === binding) as [string, unknown];
        await expectThrow(encode({ segments }), 'invalid-option', refusal(`segments.${argument}`));
      }
      const input = () => sum.encode(encoder, { input: binding, output: b, segments: right.segments });
      await expectThrow(input, 'invalid-option', refusal('input'));
    }
    // A framework's object without a class: the message names the member to pass.
    const wrapped = encode({ keysIn: { buffer: a, tensorRef: {} } });
    await expectThrow(wrapped, 'invalid-option', [/unknown member 'tensorRef'; allowed: .*: pass its \.buffer$/]);
    const double = { keysIn: undefined, keysOut: undefined, keys: { current: a, alternate: b, selectr: 0 } };
    await expectThrow(encode(double), 'invalid-option', [says('keys', 'selectr', 'selector')]);
    await expectThrow(encode({ segments: { size: 2, cuont: 2 } }), 'invalid-option', [
      says('segments', 'cuont', 'count'),
    ]);
    encode({ keysIn: undefined, keysOut: undefined, keys: new DoubleBuffer(a, b) })();
    device().queue.submit([encoder.finish()]);
    const type = { bytes: 4, byte: 4 } as Wrong;
    const refusal = (argument: string) => [says(argument, 'byte', 'bytes')];
    const pairs = () => createSegmentedSort(device(), { keyType: 'f32', valueType: type, ...room });
    await expectRefusal(pairs, 'invalid-option', refusal('valueType'));
    const compare = { wgsl: 'return a.x < b.x;', declarations: 'struct S { x: u32 }', type: 'S' };
    const structs = () => createSegmentedSort(device(), { keyType: type, compare, ...room });
    await expectRefusal(structs, 'invalid-option', refusal('keyType'));
    await expectRefusal(
      () => createGather(device(), { itemType: type, maxItems: 4 }),
      'invalid-option',
      refusal('itemType'),
    );
    for (const each of [sort, sum, a, b, offsets]) each.destroy();
  });
});

it('an operand without a class keeps the refusal of its type', async () => {
  await expectRefusal(() => core.segmentedSort(device(), { data: KEYS } as Wrong, [0, 4]), 'unsupported-type', [
    /^keys\.type: undefined/,
  ]);
  expect(await core.segmentedSort(device(), { type: 'f32', data: KEYS }, [0, 4])).toEqual({
    type: 'f32',
    data: Float32Array.of(0, 1, 2, 3),
  });
});
