/**
 * How calls read what they are given: as JavaScript reads members, own or inherited, in every entry alike. Null is a
 * value, which no option has. An option without a meaning for the call is refused.
 */
import { Field, Float32, List, vectorFromArray } from 'apache-arrow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as O from '../../src/api/options.ts';
import * as arrow from '../../src/arrow/index.ts';
import * as auto from '../../src/auto/index.ts';
import * as core from '../../src/index.ts';
import * as js from '../../src/js/index.ts';
import { useBuiltWorker } from '../support/js-worker.ts';
import { expectRefusal } from '../support/refusal.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();
const built = useBuiltWorker();

// biome-ignore lint/suspicious/noExplicitAny: the tests pass wrong input
type Loose = any;

let place: auto.Place;
beforeAll(async () => {
  place = await auto.openPlace({ prefer: 'js' });
});
afterAll(() => place.close());

/** Options as a class has them: a field, a getter, a method that no call knows, and what its base has. */
function inherited(options: object): object {
  const [first, ...rest] = Object.entries(options);
  class Base {}
  class Options extends Base {
    helper() {}
  }
  const object: Record<string, unknown> = new Options() as never;
  if (first) Object.defineProperty(Base.prototype, first[0], { get: () => first[1], configurable: true });
  for (const [i, [name, value]] of rest.entries()) {
    if (i % 2 === 0) object[name] = value;
    else Object.defineProperty(Options.prototype, name, { value, enumerable: false });
  }
  return object;
}

/** Options that an object inherits from a literal. */
const derived = (options: object): object => Object.create(options) as object;

const keys = Float32Array.of(3, -1, Number.NaN, 0.5, -0, 7, 2, -0, 0, 0);
const offsets = [0, 6, 6, 10];
const ids = Uint32Array.of(3, 1, 3, 2, 9);
const less = { wgsl: 'return a > b;', js: (a: number, b: number) => a > b };
/** A function as a method of a class. */
class Greater {
  readonly wgsl = 'return a > b;';
  js(a: number, b: number) {
    return a > b;
  }
}
class Sum {
  get identity() {
    return 0;
  }
  readonly wgsl = 'return a + b;';
  js(a: number, b: number) {
    return a + b;
  }
}
class Share {
  readonly of = ['max'];
  get wgsl() {
    return 'return x - a;';
  }
  js(x: number, a: number) {
    return x - a;
  }
}

type Call = (lib: Loose, on: Loose, options: Loose) => Promise<unknown>;
/** A call, options that change its result, and the names of all its options. */
const CALLS: Readonly<Record<string, readonly [Call, object, readonly string[]]>> = {
  segmentedSort: [
    (lib, on, o) => lib.segmentedSort(on, keys, offsets, o),
    { order: 'descending', nan: 'first', signedZero: 'equal' },
    O.SORT_OPTIONS,
  ],
  'segmentedSort by bits': [
    (lib, on, o) => lib.segmentedSort(on, ids, [0, 5], o),
    { beginBit: 1, endBit: 2, order: 'descending' },
    [],
  ],
  segmentedSortByKey: [
    (lib, on, o) => lib.segmentedSortByKey(on, keys, keys, offsets, o),
    { order: 'descending', cover: true },
    O.SORT_OPTIONS,
  ],
  segmentedArgsort: [
    (lib, on, o) => lib.segmentedArgsort(on, keys, offsets, o),
    { indexFrom: 'segment', order: 'descending' },
    [...O.SORT_OPTIONS, 'indexFrom'],
  ],
  segmentedReduce: [
    (lib, on, o) => lib.segmentedReduce(on, keys, offsets, 'sum', o),
    { nan: 'omit', initial: 5 },
    O.REDUCE_OPTIONS,
  ],
  'segmentedReduce to several': [
    (lib, on, o) => lib.segmentedReduce(on, keys.map(Math.abs), offsets, ['variance', 'max'], o),
    { ddof: 1, nan: 'omit', whenEmpty: [4, 5] },
    [],
  ],
  'segmentedReduce of rows': [
    (lib, on, o) => lib.segmentedReduce(on, { type: 'f32', width: 2, data: keys }, [0, 3, 5], 'sum', o),
    { nan: 'omit', weights: Float32Array.of(1, 2, 3, 4, 5) },
    O.REDUCE_OPTIONS,
  ],
  segmentedScan: [
    (lib, on, o) => lib.segmentedScan(on, keys, offsets, 'max', o),
    { reverse: true, exclusive: true, nan: 'omit', initial: 2 },
    O.SCAN_OPTIONS,
  ],
  segmentedTopK: [
    (lib, on, o) => lib.segmentedTopK(on, keys, offsets, 2, o),
    { order: 'ascending', values: keys, indexFrom: 'segment', nan: 'omit' },
    O.TOP_K_OPTIONS,
  ],
  segmentedQuantile: [
    (lib, on, o) => lib.segmentedQuantile(on, keys, offsets, [0.3], o),
    { interpolation: 'lower', indices: true, nan: 'omit' },
    O.QUANTILE_OPTIONS,
  ],
  groupBy: [(lib, on, o) => lib.groupBy(on, ids, o), { inverse: true, groups: 4 }, [...O.GROUP_OPTIONS, 'inverse']],
  'groupBy of floats': [(lib, on, o) => lib.groupBy(on, keys, o), { signedZero: 'distinct' }, []],
  reduceByKey: [
    (lib, on, o) => lib.reduceByKey(on, ids, keys.subarray(0, 5), 'sum', o),
    { nan: 'omit', groups: 5, whenEmpty: -1 },
    [...O.GROUP_OPTIONS, ...O.BY_KEY_OPTIONS],
  ],
  segmentedTransform: [
    (lib, on, o) => lib.segmentedTransform(on, keys, offsets, 'shift', o),
    { lag: -2, fill: 9 },
    O.TRANSFORM_OPTIONS,
  ],
  'segmentedTransform by ddof': [
    (lib, on, o) => lib.segmentedTransform(on, Float32Array.of(1, 3, 7, 7), [0, 2, 4], 'standardize', o),
    { ddof: 1 },
    [],
  ],
  segmentedRank: [
    (lib, on, o) => lib.segmentedRank(on, keys, offsets, o),
    { ties: 'min', order: 'descending', signedZero: 'equal', nan: 'omit' },
    O.RANK_OPTIONS,
  ],
  segmentedUnique: [
    (lib, on, o) => lib.segmentedUnique(on, keys, offsets, o),
    { signedZero: 'distinct' },
    O.UNIQUE_OPTIONS,
  ],
  segmentedMode: [
    (lib, on, o) => lib.segmentedMode(on, keys, offsets, o),
    { nan: 'omit', signedZero: 'distinct' },
    O.MODE_OPTIONS,
  ],
  segmentedHistogram: [(lib, on, o) => lib.segmentedHistogram(on, keys, offsets, o), { bins: 3, range: [-1, 4] }, []],
};

const ENTRIES: Readonly<Record<string, () => readonly [Loose, unknown]>> = {
  core: () => [core, device()],
  js: () => [js, null],
  auto: () => [auto, place],
  worker: () => [built().made({ workers: 1 }), null],
};

describe.each(Object.entries(ENTRIES))('members that objects inherit are read: %s', (entry, opened) => {
  it.each(Object.entries(CALLS))('%s', async (name, [call, options]) => {
    const [lib, on] = opened();
    const expected = await call(lib, on, options);
    if (name !== 'segmentedHistogram') expect(await call(lib, on, {})).not.toEqual(expected);
    expect(await call(lib, on, inherited(options))).toEqual(expected);
    expect(await call(lib, on, derived(options))).toEqual(expected);
    expect(await call(lib, on, derived(inherited(options)))).toEqual(expected);
    // A name that no call knows is refused wherever it stands.
    const unknown = derived({ ...options, ordre: 'descending' });
    await expectRefusal(() => call(lib, on, unknown), 'invalid-option', [/unknown member 'ordre'/]);
    if (entry === 'worker') lib.close();
  });
});

describe.each(['core', 'js', 'auto'])('functions that are methods are read: %s', (entry) => {
  it.each<[string, (lib: Loose, on: Loose, own: object) => Promise<unknown>, object, object]>([
    ['compare', (lib, on, compare) => lib.segmentedSort(on, keys, offsets, { compare }), less, new Greater()],
    [
      'an operator of a reduce',
      (lib, on, op) => lib.segmentedReduce(on, ids, [0, 2, 5], op),
      { identity: 0, wgsl: 'return a + b;', js: (a: number, b: number) => a + b },
      new Sum(),
    ],
    [
      'an operator of a scan',
      (lib, on, op) => lib.segmentedScan(on, ids, [0, 2, 5], op),
      { identity: 0, wgsl: 'return a + b;', js: (a: number, b: number) => a + b },
      new Sum(),
    ],
    [
      'a transform',
      (lib, on, of) => lib.segmentedTransform(on, keys, offsets, of),
      { of: ['max'], wgsl: 'return x - a;', js: (x: number, a: number) => x - a },
      new Share(),
    ],
  ])('%s', async (_, call, plain, own) => {
    const [lib, on] = ENTRIES[entry]!();
    const expected = await call(lib, on, plain);
    expect(await call(lib, on, own)).toEqual(expected);
    expect(await call(lib, on, derived(plain))).toEqual(expected);
  });
});

it('Arrow columns: members that objects inherit are read', async () => {
  const lists = vectorFromArray([[3, null, 1], null, [], [2, 9, 4]], new List(new Field('item', new Float32())));
  const calls: readonly (readonly [(options: Loose) => Promise<unknown>, object])[] = [
    [(o) => arrow.sortList(device(), lists, o), { order: 'descending', nulls: 'first' }],
    [(o) => arrow.argsortList(device(), lists, o), { order: 'descending', nulls: 'first' }],
    [(o) => arrow.reduceList(device(), lists, 'sum', o), { initial: 5, whenEmpty: 7 }],
    [(o) => arrow.topKList(device(), lists, 2, o), { order: 'ascending' }],
    [(o) => arrow.quantileList(device(), lists, [0.3], o), { interpolation: 'lower' }],
    [(o) => arrow.scanList(device(), lists, 'sum', o), { exclusive: true, initial: 3 }],
  ];
  for (const [call, options] of calls) {
    const expected = JSON.stringify(await call(options));
    expect(JSON.stringify(await call({}))).not.toEqual(expected);
    for (const each of [inherited(options), derived(options)])
      expect(JSON.stringify(await call(each))).toEqual(expected);
  }
});

it('recorded plans: members that descriptors inherit are read', async () => {
  const room = { maxItems: 16, maxSegments: 4 };
  const makers: readonly (readonly [(given: Loose) => Promise<{ describe(): unknown; destroy(): void }>, object])[] = [
    [
      (d) => core.createSegmentedSort(device(), d),
      { keyType: 'u32', order: 'descending', valueType: 'index', ...room },
    ],
    [(d) => core.createSegmentedReduce(device(), d), { type: 'f32', op: 'variance', ddof: 1, ...room }],
    [(d) => core.createSegmentedScan(device(), d), { type: 'f32', op: 'sum', exclusive: true, ...room }],
    [(d) => core.createSegmentedTopK(device(), d), { keyType: 'f32', maxK: 2, order: 'ascending', ...room }],
    [(d) => core.createSegmentedQuantile(device(), d), { keyType: 'f32', quantiles: [0.5], nan: 'omit', ...room }],
    [(d) => core.createGroupBy(device(), d), { keyType: 'u32', maxItems: 16, maxGroups: 3 }],
    [(d) => core.createGather(device(), d), { itemType: 'f32', maxItems: 16 }],
    [(d) => core.createSegmentedTransform(device(), d), { type: 'f32', transform: 'shift', lag: 2, ...room }],
    [(d) => core.createSegmentedRank(device(), d), { keyType: 'f32', ties: 'min', ...room }],
    [(d) => core.createSegmentedUnique(device(), d), { keyType: 'f32', signedZero: 'distinct', ...room }],
    [(d) => core.createSegmentedMode(device(), d), { keyType: 'f32', nan: 'omit', ...room }],
    [(d) => core.createSegmentedHistogram(device(), d), { type: 'f32', bins: 4, range: [0, 1], ...room }],
  ];
  for (const [make, descriptor] of makers) {
    const described = async (given: object) => {
      const plan = await make(given);
      const text = JSON.stringify(plan.describe());
      plan.destroy();
      return text;
    };
    const expected = await described(descriptor);
    expect(await described(inherited(descriptor))).toBe(expected);
    expect(await described(derived(descriptor))).toBe(expected);
  }
});

const OF_ALL = ['cover', 'tuning', 'onProgress', 'signal'];

describe.each(Object.entries(CALLS))('null is no option: %s', (name, [call, needed, names]) => {
  // `initial` and the like have no meaning where the operator has none, which is said first.
  it.each([...names, ...OF_ALL])('%s', async (option) => {
    if (/^(groupBy|reduceByKey)/.test(name) && option === 'cover') return;
    const options = { ...(name === 'segmentedHistogram' ? needed : {}), [option]: null };
    const messages: string[] = [];
    for (const entry of ['core', 'js', 'auto']) {
      const [lib, on] = ENTRIES[entry]!();
      const found = await call(lib, on, options).then(
        () => 'accepted',
        (error: Error) => error.message,
      );
      expect(found).toMatch(new RegExp(`^(options\\.)?${option}(\\.\\w+)?: .*null`));
      messages.push(found);
    }
    if (!/^(compare|orderBy)$/.test(option)) expect(new Set(messages).size, messages.join('\n')).toBe(1);
  });
});

it('null is no option of a plan, and no count', async () => {
  const room = { maxItems: 16, maxSegments: 4 };
  const reduce = { type: 'f32', op: 'sum', ...room } as const;
  const wrong = (given: object) => given as Loose;
  await expectRefusal(() => core.createSegmentedReduce(device(), wrong({ ...reduce, width: null })), 'invalid-option', [
    /^width: null; allowed: /,
  ]);
  const group = wrong({ keyType: 'u32', maxItems: 16, maxGroups: null });
  await expectRefusal(() => core.createGroupBy(device(), group), 'invalid-option', [/^maxGroups: null; allowed: /]);
  const sort = wrong({ keyType: 'u32', valueType: 'index', indexFrom: null, ...room });
  await expectRefusal(() => core.createSegmentedSort(device(), sort), 'invalid-option', [
    /^indexFrom: null; allowed: /,
  ]);
  for (const lib of [core, js] as Loose[]) {
    for (const size of [0, 5]) {
      const call = () => lib.segmentedSort(device(), keys, { size, count: null });
      await expectRefusal(call, 'invalid-option', [/^segments.count: null; allowed: /]);
    }
  }
});

describe.each(['core', 'js', 'auto'])('what has no meaning is refused: %s', (entry) => {
  const [wgsl, function_] = ['return a < b;', (a: number, b: number) => a < b];
  it.each<[string, RegExp, (lib: Loose, on: Loose) => Promise<unknown>]>([
    ...[-1, 'x', true, []].map((compare): [string, RegExp, (lib: Loose, on: Loose) => Promise<unknown>] => [
      `compare ${JSON.stringify(compare)}`,
      /^compare: .*; allowed: an object with /,
      (lib, on) => lib.segmentedSort(on, keys, offsets, { compare }),
    ]),
    [
      'a function as a comparator',
      /^compare: a function; allowed: an object with /,
      (lib, on) => lib.segmentedSort(on, keys, offsets, { compare: function_ }),
    ],
    [
      'compare.js that is no function',
      /^compare.js: 5; allowed: a function/,
      (lib, on) => lib.segmentedSort(on, keys, offsets, { compare: { wgsl, js: 5 } }),
    ],
    [
      'orderBy.js that is no function',
      /^orderBy.js: null; allowed: a function/,
      (lib, on) => lib.segmentedSort(on, keys, offsets, { orderBy: { wgsl: 'return u32(key);', js: null } }),
    ],
    [
      'js of an operator that is no function',
      /^op.js: 5; allowed: a function/,
      (lib, on) => lib.segmentedReduce(on, ids, [0, 5], { wgsl: 'return a + b;', identity: 0, js: 5 }),
    ],
    [
      'jsLoad that is no function',
      /^op\[1\].jsLoad: 5; allowed: a function/,
      (lib, on) =>
        lib.segmentedReduce(
          on,
          ids,
          [0, 5],
          ['sum', { wgsl: 'return a + b;', identity: 0, js: (a: number) => a, jsLoad: 5 }],
        ),
    ],
    [
      'js of an operator of a scan',
      /^op.js: 'x'; allowed: a function/,
      (lib, on) => lib.segmentedScan(on, ids, [0, 5], { wgsl: 'return a + b;', identity: 0, js: 'x' }),
    ],
    [
      'js of a transform',
      /^transform.js: 5; allowed: a function/,
      (lib, on) => lib.segmentedTransform(on, keys, offsets, { wgsl: 'return x;', js: 5 }),
    ],
    ...(['softmax', 'logSoftmax', 'normalize', 'center', 'standardize'] as const).flatMap((name) =>
      (['lag', 'fill'] as const).map((option): [string, RegExp, (lib: Loose, on: Loose) => Promise<unknown>] => [
        `${option} of ${name}`,
        new RegExp(`^${option}: 2; allowed: undefined, except with 'diff', 'shift' and functions`),
        (lib, on) => lib.segmentedTransform(on, keys, offsets, name, { [option]: 2 }),
      ]),
    ),
    ...(['softmax', 'center', 'diff', { wgsl: 'return x;', js: (x: number) => x }] as const).map(
      (name): [string, RegExp, (lib: Loose, on: Loose) => Promise<unknown>] => [
        `ddof of ${typeof name === 'string' ? name : 'a function without a variance'}`,
        /^ddof: 1; allowed: undefined, except with 'standardize', and functions of 'variance' or 'std'/,
        (lib, on) => lib.segmentedTransform(on, keys, offsets, name, { ddof: 1 }),
      ],
    ),
    [
      'ddof of a function that is not whole',
      /^ddof: 0.5; allowed: whole numbers/,
      (lib, on) =>
        lib.segmentedTransform(
          on,
          keys,
          offsets,
          { of: 'std', wgsl: 'return a;', js: (_: number, a: number) => a },
          {
            ddof: 0.5,
          },
        ),
    ],
  ])('%s', async (_, says, call) => {
    const [lib, on] = ENTRIES[entry]!();
    await expectRefusal(() => call(lib, on), 'invalid-option', [says]);
  });
});

it.each(['core', 'js'])('a function of std has the ddof of the call: %s', async (entry) => {
  const [lib, on] = ENTRIES[entry]!();
  const spread = { of: ['std', 'variance'], wgsl: 'return a + b;', js: (_: number, a: number, b: number) => a + b };
  const items = Float32Array.of(1, 3, 5, 2, 4);
  const found = await lib.segmentedTransform(on, items, [0, 3, 5], spread, { ddof: 1 });
  for (const [i, expected] of [6, 6, 6, 2 + Math.SQRT2, 2 + Math.SQRT2].entries()) {
    expect(found[i]).toBeCloseTo(expected, 5);
  }
});

it.each(['core', 'js'])(
  'a function in place of an object is refused, though its members may not be read: %s',
  async (entry) => {
    const [lib, on] = ENTRIES[entry]!();
    const items = Float32Array.of(3, 1);
    const none = () => 1;
    await expectRefusal(() => lib.segmentedSort(on, items, none), 'unsupported-type', ['segments']);
    await expectRefusal(() => lib.segmentedSort(on, items, [0, 2], none), 'invalid-option', ['options']);
    await expectRefusal(() => lib.segmentedReduce(on, items, [0, 2], none), 'unsupported-type', ['op']);
  },
);
