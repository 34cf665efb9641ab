/** Options that a call does not know: refused, with the nearest name that it knows. */
import { afterEach, describe, expect, it } from 'vitest';
import { nearest } from '../../src/checks.ts';
import {
  createSegmentedReduce,
  createSegmentedSort,
  segmentedArgsort,
  segmentedReduce,
  segmentedSort,
  segmentedSortByKey,
  tune,
} from '../../src/index.ts';
import { expectRefusal, expectStillWorking, expectThrow } from '../support/refusal.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();
afterEach(() => expectStillWorking(device()));

// biome-ignore lint/suspicious/noExplicitAny: the tests pass wrong input
type Wrong = any;

const keys = Uint32Array.of(3, 1, 2, 0);
const ROOM = { maxItems: 4, maxSegments: 4 };
const SORTS: Record<string, (options: Wrong) => Promise<unknown>> = {
  segmentedSort: (options) => segmentedSort(device(), keys, [0, 4], options),
  segmentedSortByKey: (options) => segmentedSortByKey(device(), keys, keys, [0, 4], options),
  segmentedArgsort: (options) => segmentedArgsort(device(), keys, [0, 4], options),
};
const reduce = (options: Wrong, op: Wrong = 'sum') => segmentedReduce(device(), keys, [0, 4], op, options);
const sortPlan = (wrong: Wrong) => createSegmentedSort(device(), { keyType: 'u32', ...ROOM, ...wrong });
const reducePlan = (wrong: Wrong) => createSegmentedReduce(device(), { type: 'u32', op: 'sum', ...ROOM, ...wrong });

/** The message must have the argument, the name found, the nearest name, and the names allowed. */
const says = (argument: string, name: string, meant: string, ...allowed: string[]) => [
  `${argument}: unknown member '${name}', did you mean '${meant}'?; allowed: `,
  ...allowed.map((each) => new RegExp(`allowed: .*\\b${each}\\b`)),
];

describe('calls on arrays refuse', () => {
  it.each(Object.entries(SORTS))('%s', async (_, sort) => {
    const allowed = [
      'order',
      'beginBit',
      'compare',
      'orderBy',
      'signedZero',
      'tuning',
      'onProgress',
      'signal',
      'cover',
    ];
    for (const [name, meant] of [
      ['descending', 'order'],
      ['direction', 'order'],
      ['ordre', 'order'],
      ['orderby', 'orderBy'],
      ['signedzero', 'signedZero'],
      ['onprogress', 'onProgress'],
      ['comparer', 'compare'],
    ] as const) {
      const call = () => sort({ [name]: name === 'direction' ? 'descending' : true });
      await expectRefusal(call, 'invalid-option', says('options', name, meant, ...allowed));
    }
    await expectRefusal(() => sort({ stable: true }), 'invalid-option', [
      /^options: unknown member 'stable'; allowed: /,
    ]);
    // An unknown member is refused whatever its value is. An undefined one is allowed.
    await sort({ descending: undefined, order: undefined });
  });

  it('segmentedReduce, and operators and results for empty segments with unknown members', async () => {
    const allowed = ['initial', 'whenEmpty', 'accuracy', 'cover'];
    await expectRefusal(
      () => reduce({ intial: 1 }),
      'invalid-option',
      says('options', 'intial', 'initial', ...allowed),
    );
    await expectRefusal(() => reduce({ whenempty: 1 }), 'invalid-option', says('options', 'whenempty', 'whenEmpty'));
    const op = { wgsl: 'return a + b;', identity: 0, declaration: '' };
    const ofOp = ['op', 'declaration', 'declarations', 'wgsl', 'identity', 'type', 'load'] as const;
    await expectRefusal(() => reduce({}, op), 'invalid-option', says(...ofOp));
    await expectRefusal(() => reducePlan({ op }), 'invalid-option', says(...ofOp));
    const [, ...rest] = ofOp;
    await expectRefusal(() => reduce({}, ['sum', op]), 'invalid-option', says('op[1]', ...rest));
    const empty = () => reduce({ whenEmpty: { value: 0, indx: 1 } }, 'argmin');
    await expectRefusal(empty, 'invalid-option', says('whenEmpty', 'indx', 'index', 'value'));
  });

  it('a misspelt indexFrom of an argsort, and any indexFrom of other calls', async () => {
    const sort = SORTS.segmentedArgsort as (options: Wrong) => Promise<unknown>;
    await expectRefusal(
      () => sort({ indexfrom: 'segment' }),
      'invalid-option',
      says('options', 'indexfrom', 'indexFrom'),
    );
    await expectRefusal(() => SORTS.segmentedSort?.({ indexFrom: 'segment' }), 'invalid-option', [
      /'indexFrom'; allowed/,
    ]);
  });

  it('and of orders, tunings and options of tune', async () => {
    const wgsl = 'return key;';
    for (const sort of Object.values(SORTS)) {
      const by = says('orderBy', 'return', 'returns', 'wgsl', 'declarations', 'bits', 'type');
      await expectRefusal(() => sort({ orderBy: { wgsl, return: 'u32' } }), 'invalid-option', by);
      const compare = { wgsl: 'return a < b;', declaration: '' };
      await expectRefusal(
        () => sort({ compare }),
        'invalid-option',
        says('compare', 'declaration', 'declarations', 'wgsl'),
      );
      const tuning = { sort: { digitbits: 8 } };
      await expectRefusal(
        () => sort({ tuning }),
        'invalid-option',
        says('tuning.sort', 'digitbits', 'digitBits', 'large'),
      );
    }
    await expectRefusal(
      () => tune(device(), { budgets: 1 } as Wrong),
      'invalid-option',
      says('options', 'budgets', 'budget'),
    );
  });
});

describe('descriptors and buffers refuse', () => {
  it('of a sort', async () => {
    for (const [name, meant] of [
      ['maxSegmentsize', 'maxSegmentSize'],
      ['descending', 'order'],
      ['keytype', 'keyType'],
      ['inplace', 'inPlace'],
    ] as const) {
      await expectRefusal(
        () => sortPlan({ [name]: 1 }),
        'invalid-option',
        says('descriptor', name, meant, 'valueType'),
      );
    }
  });

  it('of a reduce', async () => {
    const plan = () => reducePlan({ maxSegmentsize: 1 });
    await expectRefusal(plan, 'invalid-option', says('descriptor', 'maxSegmentsize', 'maxSegmentSize', 'type', 'op'));
  });

  it('of encode', async () => {
    const make = () => device().createBuffer({ size: 16, usage: GPUBufferUsage.STORAGE });
    const [keysIn, keysOut, offsets] = [make(), make(), make()];
    const encoder = device().createCommandEncoder();
    const sort = await sortPlan({});
    const sum = await reducePlan({});
    const segments = { offsets, count: 3 };
    const encode = (wrong: Wrong) => () => sort.encode(encoder, { keysIn, keysOut, segments, ...wrong });
    await expectThrow(encode({ itemcount: 2 }), 'invalid-option', says('buffers', 'itemcount', 'itemCount', 'keysIn'));
    await expectThrow(encode({ keyIn: keysIn }), 'invalid-option', says('buffers', 'keyIn', 'keysIn'));
    const wrong = { ...segments, cuont: 1 };
    await expectThrow(encode({ segments: wrong }), 'invalid-option', says('segments', 'cuont', 'count', 'offsets'));
    const range = { buffer: keysIn, ofset: 256 };
    await expectThrow(encode({ keysIn: range }), 'invalid-option', says('keysIn', 'ofset', 'offset', 'buffer', 'size'));
    const view = { buffer: keysIn, byteOffset: 0, byteLength: 16 };
    await expectThrow(encode({ keysIn: view }), 'invalid-option', says('keysIn', 'byteOffset', 'offset'));
    const reduces = () =>
      sum.encode(encoder, { input: keysIn, output: keysOut, segments, outputindex: offsets } as Wrong);
    await expectThrow(reduces, 'invalid-option', says('buffers', 'outputindex', 'outputIndex', 'input'));
    encode({})();
    device().queue.submit([encoder.finish()]);
    for (const each of [sort, sum, keysIn, keysOut, offsets]) each.destroy();
  });
});

describe('the nearest name', () => {
  it('differs by few letters, or is what another library calls it', () => {
    expect(nearest('beginbit', ['endBit', 'beginBit'])).toBe('beginBit');
    expect(nearest('ordr', ['order', 'orderBy'])).toBe('order');
    expect(nearest('signal2', ['signal'])).toBe('signal');
    expect(nearest('MAXITEMS', ['maxItems', 'minItems'])).toBe('maxItems');
    expect(nearest('desc', ['tuning', 'order'])).toBe('order');
    expect(nearest('desc', ['tuning'])).toBeUndefined();
    expect(nearest('completely', ['order', 'tuning'])).toBeUndefined();
    expect(nearest('constructor', ['order'])).toBeUndefined();
  });
});
