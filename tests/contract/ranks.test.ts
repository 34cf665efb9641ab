/**
 * Ranks, distinct keys and modes on a GPU: what is made × type × form of segments × way of calling × kernels, against
 * their definitions.
 */
import { describe, expect, it } from 'vitest';
import {
  createSegmentedMode,
  createSegmentedRank,
  createSegmentedUnique,
  segmentedMode,
  segmentedRank,
  segmentedUnique,
} from '../../src/index.ts';
import type { InternalTuning } from '../../src/tuning/tuning.ts';
import { inTurn, quickRows, Random, ROWS, rowsOf, SEED, tuningOf } from '../support/cases.ts';
import { type KeysCase, modesOf, ranksOf, TIES, uniqueOf } from '../support/keys-oracle.ts';
import { reduceSegments } from '../support/reduce-cases.ts';
import { boundSegments, givenSegments, padded, rangesCase } from '../support/reduce-run.ts';
import { expectRefusal, expectThrow } from '../support/refusal.ts';
import { recordInto, Workspace, withoutGpuErrors } from '../support/run.ts';
import { bytesOf, keyBytes, keysOf } from '../support/typed-cases.ts';
import { KEY_TYPES, widthOf } from '../support/typed-oracle.ts';
import { itInTurn, itOnDevice, useDevice } from '../support/use-device.ts';

const device = useDevice();

const MAKES = ['ranks', 'distinct', 'modes'] as const;
type Makes = (typeof MAKES)[number];

// biome-ignore lint/suspicious/noExplicitAny: the calls as callers without types see them
type Loose = (...given: any[]) => Promise<any>;
const onHost: Record<Makes, Loose> = { ranks: segmentedRank, distinct: segmentedUnique, modes: segmentedMode };
const create: Record<Makes, Loose> = {
  ranks: createSegmentedRank,
  distinct: createSegmentedUnique,
  modes: createSegmentedMode,
};

/** Numbers of each result, by name. */
type Results = Readonly<Record<string, readonly number[]>>;

interface Options {
  readonly ties?: (typeof TIES)[number];
  readonly order?: 'ascending' | 'descending';
  readonly signedZero?: 'distinct' | 'equal';
  readonly nan?: string;
}

function wanted(makes: Makes, what: KeysCase, options: Options): Results {
  if (makes === 'ranks') return { ranks: ranksOf(what, { ties: 'ordinal', ...options } as never) };
  return makes === 'distinct' ? uniqueOf(what, options as never) : modesOf(what, options as never);
}

async function foundOnHost(makes: Makes, { type, bytes, segments }: KeysCase, options: object): Promise<Results> {
  const given = bytes.slice();
  const call = () => onHost[makes](device(), keysOf(type, given), givenSegments(segments), options);
  const found = await withoutGpuErrors(device(), call);
  expect(given).toEqual(bytes);
  if (makes === 'ranks') return { ranks: [...found] };
  if (makes === 'modes') return { values: [...bytesOf(found.values)], counts: [...found.counts] };
  return { keys: [...bytesOf(found.keys)], counts: [...found.counts], offsets: [...found.offsets] };
}

interface Manner {
  readonly tuning?: InternalTuning;
  readonly openPass?: boolean;
  readonly gpuCount?: number;
}

/** The results of a recorded call. Bytes that belong to no result must keep their content. */
async function foundRecorded(makes: Makes, what: KeysCase, options: Options, manner: Manner = {}): Promise<Results> {
  const { type, bytes, segments } = what;
  const { itemCount, bounds } = segments;
  const room = { maxItems: itemCount + 77, maxSegments: Math.max(1, bounds.length) };
  const { tuning, openPass = false, gpuCount } = manner;
  const plan = await withoutGpuErrors(device(), () =>
    create[makes](device(), { keyType: type, ...options, ...room, ...(tuning ? { tuning } : {}) }),
  );
  const space = new Workspace(device());
  const size = widthOf(type) / 8;
  const words = (count: number, itemBytes: number) => Math.max(1, Math.ceil((count * itemBytes) / 4));
  const rankBytes = options.ties === 'average' ? 8 : 4;
  try {
    const entries: Record<Makes, readonly (readonly [string, number, number])[]> = {
      ranks: [['ranksOut', itemCount, rankBytes]],
      distinct: [
        ['keysOut', itemCount, size],
        ['countsOut', itemCount, 4],
        ['offsetsOut', bounds.length + 1, 4],
      ],
      modes: [
        ['valuesOut', bounds.length, size],
        ['countsOut', bounds.length, 4],
      ],
    };
    const outputs = Object.fromEntries(
      entries[makes].map(([name, count, each]) => [name, space.output(name, words(count, each))]),
    );
    const args = {
      ...{ keysIn: space.input('keysIn', padded(bytes)), ...outputs, itemCount },
      segments: boundSegments(space, segments, gpuCount),
      temporary: space.scratch('temporary', plan.temporaryBytes),
    };
    await space.submit((encoder) => recordInto(encoder, openPass, (into) => plan.encode(into, args)));
    const count = gpuCount ?? bounds.length;
    const take = (name: string, from: number, end: number) => {
      const [found, before] = [bytesOf(outputs[name]!.found).slice(), bytesOf(outputs[name]!.before)];
      for (let i = 0; i < found.length; i++) {
        if ((i < from || i >= end) && found[i] !== before[i]) throw new Error(`byte ${i} of ${name} was written`);
      }
      return found.slice(from, end);
    };
    const wordsOf = (found: Uint8Array) => [...new Uint32Array(found.slice().buffer)];
    if (makes === 'ranks') {
      const inside = new Uint8Array(itemCount);
      for (const [begin, end] of bounds.slice(0, count)) inside.fill(1, begin, end);
      const found = bytesOf(outputs.ranksOut!.found).slice();
      const before = bytesOf(outputs.ranksOut!.before);
      for (let i = 0; i < found.length; i++) {
        if (inside[Math.floor(i / rankBytes)]) continue;
        if (found[i] !== before[i]) throw new Error(`byte ${i} of the ranks was written, outside every segment`);
        found[i] = 0;
      }
      const Ranks = rankBytes === 8 ? Float64Array : Uint32Array;
      return { ranks: [...new Ranks(found.buffer, 0, itemCount)] };
    }
    if (makes === 'modes') {
      return { values: [...take('valuesOut', 0, size * count)], counts: wordsOf(take('countsOut', 0, 4 * count)) };
    }
    const offsets = wordsOf(take('offsetsOut', 0, 4 * (count + 1)));
    const total = offsets.at(-1)!;
    return { keys: [...take('keysOut', 0, size * total)], counts: wordsOf(take('countsOut', 0, 4 * total)), offsets };
  } finally {
    space.destroy();
    plan.destroy();
  }
}

/** Lengths about the steps of lanes, of words of bits, and of tiles. */
const LENGTHS = [0, 0, 1, 1, 2, 3, 4, 15, 17, 31, 32, 33, 63, 65, 0, 257, 1023, 2049, 4097, 0];

const FACTORS = {
  makes: ['ranks', 'ranks', 'distinct', 'modes'],
  ties: TIES,
  type: KEY_TYPES,
  order: ['ascending', 'descending'],
  signedZero: ['distinct', 'equal'],
  nan: [undefined, 'last', 'first', 'omit'],
  form: ['offsets', 'ranges', 'fixed'],
  call: ['encode', 'host', 'host in batches', 'host in short batches'],
  family: ['software', 'gpu'],
  subgroups: [true, false],
} as const;

function optionsOf({ makes, ties, order, signedZero, nan }: { readonly makes: Makes } & Options): Options {
  if (makes === 'ranks') return { ties: ties!, order: order!, signedZero: signedZero!, ...(nan ? { nan } : {}) };
  if (makes === 'distinct') return { signedZero: signedZero! };
  return { signedZero: signedZero!, ...(nan === undefined ? {} : { nan: nan === 'omit' ? nan : 'propagate' }) };
}

describe(`ranks, distinct keys and modes (${ROWS} rows)`, () => {
  const all = rowsOf(FACTORS, 10, () => true);
  for (const [i, row] of inTurn([...quickRows(all, 12).entries()])) {
    const { makes, type, form, call } = row;
    const seed = (SEED + i) >>> 0;
    const options = optionsOf(row as never);
    const how = Object.values(options).join(' ');
    const kernels = `${row.family}, subgroups ${row.subgroups}`;
    const title = `${makes} of ${type} ${how}, ${form}, ${call}, ${kernels}, seed ${seed}`;
    itOnDevice(device, row, title, async () => {
      const random = new Random(seed);
      const segments = reduceSegments(form, random.shuffled(LENGTHS), random);
      const what = { type, bytes: keyBytes(type, segments.itemCount, random), segments };
      const tuning = tuningOf(row);
      // Some segments are longer than a short batch.
      const most = call === 'host in batches' ? 40_960 : 10_240;
      const batches = call === 'host' ? {} : { maxBindingBytes: most };
      const found =
        call === 'encode'
          ? await foundRecorded(makes, what, options, { tuning, openPass: i % 3 === 0 })
          : await foundOnHost(makes, what, { ...options, tuning: { ...tuning, ...batches } });
      expect(found).toEqual(wanted(makes, what, options));
    });
  }
});

describe('ranks, distinct keys and modes on a GPU', () => {
  itInTurn(2)('stay inside the outputs, whatever the offsets are', async () => {
    const random = new Random(SEED);
    const count = 40;
    const garbage = () =>
      Uint32Array.from({ length: count + 1 }, () =>
        random.below(3) === 0 ? random.below(2 ** 32) : random.below(5000),
      );
    for (const [i, makes] of MAKES.entries()) {
      for (const ranged of [false, true]) {
        const options = makes === 'ranks' ? { ties: 'average' } : {};
        const type = makes === 'modes' ? 'u8' : 'f32';
        const room = { maxItems: 4800, maxSegments: count };
        const plan = await create[makes](device(), { keyType: type, ...options, ...room });
        const space = new Workspace(device(), SEED + i);
        try {
          const list = (name: string) => space.input(name, garbage());
          const segments = ranged
            ? { begin: list('begin'), end: list('end'), count: space.input('count', Uint32Array.of(0xffffffff)) }
            : { offsets: list('offsets'), count };
          const outputs = {
            ranks: { ranksOut: 9600 },
            distinct: { keysOut: 4800, countsOut: 4800, offsetsOut: count + 1 },
            modes: { valuesOut: count / 4, countsOut: count },
          }[makes];
          const ranges = Object.entries(outputs).map(([name, words]) => [name, space.output(name, words)]);
          const keysIn = space.input(
            'keysIn',
            Uint32Array.from({ length: 4800 }, () => random.below(50)),
          );
          const temporary = space.scratch('temporary', plan.temporaryBytes);
          const args = { keysIn, ...Object.fromEntries(ranges), segments, itemCount: 4800, temporary };
          // `submit` checks the words around each range, and that inputs stay.
          await space.submit((encoder) => plan.encode(encoder, args));
        } finally {
          space.destroy();
          plan.destroy();
        }
      }
    }
  });

  itInTurn(2, 1)('take a count on the GPU, and calls without items or segments', async () => {
    const random = new Random(SEED);
    for (const form of ['offsets', 'ranges'] as const) {
      const segments = reduceSegments(form, [3, 5, 700, 4, 9], random);
      const cut = { ...segments, bounds: segments.bounds.slice(0, 3) };
      for (const makes of MAKES) {
        const what = { type: 'u16', bytes: keyBytes('u16', segments.itemCount, random), segments } as const;
        const found = await foundRecorded(makes, what, {}, { gpuCount: 3 });
        expect(found).toEqual(wanted(makes, { ...what, segments: cut }, {}));
      }
    }
    for (const count of [0, 2]) {
      const bounds = Array.from({ length: count }, () => [0, 0] as const);
      const segments = {
        form: 'offsets',
        given: { offsets: new Uint32Array(count + 1) },
        bounds,
        itemCount: 0,
      } as const;
      for (const makes of MAKES) {
        const what = { type: 'f64', bytes: new Uint8Array(0), segments } as const;
        expect(await foundOnHost(makes, what, {})).toEqual(wanted(makes, what, {}));
        expect(await foundRecorded(makes, what, {})).toEqual(wanted(makes, what, {}));
      }
    }
  });

  itInTurn(2)('take segments longer than a batch among others', async () => {
    const lengths = [0, 3, 900, 0, 5, 2000, 17, 1, 0];
    const tuning = { maxBindingBytes: 4096 };
    const cases: readonly (readonly [Makes, Options])[] = [
      ['ranks', { ties: 'ordinal', order: 'descending', nan: 'omit' }],
      ['ranks', { ties: 'average', signedZero: 'equal', nan: 'first' }],
      ['ranks', { ties: 'dense', nan: 'last', order: 'descending' }],
      ['distinct', {}],
      ['distinct', { signedZero: 'distinct' }],
      ['modes', { nan: 'omit' }],
      ['modes', { signedZero: 'distinct' }],
    ];
    for (const [i, type] of (['f16', 'f32', 'f64', 'u8', 'i64'] as const).entries()) {
      for (const [k, [makes, options]] of cases.entries()) {
        const random = new Random(SEED + i);
        const form = (i + k) % 3 === 0 ? 'ranges' : 'offsets';
        const segments = reduceSegments(form, random.shuffled(lengths), random);
        const what = { type, bytes: keyBytes(type, segments.itemCount, random), segments } as const;
        let [done, total] = [0, -1];
        const onProgress = (at: { done: number; total: number }) => {
          expect(at.done).toBeGreaterThan(done);
          ({ done, total } = at);
        };
        const found = await foundOnHost(makes, what, { ...options, tuning, onProgress });
        expect(found, `${makes} of ${type} ${Object.values(options)}`).toEqual(wanted(makes, what, options));
        expect(done).toBe(total);
      }
    }
  });

  itInTurn(2)('tell NaNs from infinities and the greatest numbers', async () => {
    const listOf = (most: number) => [1 / 0, most, Number.NaN, -1 / 0, 1 / 0, Number.NaN, Number.NaN];
    const repeated =
      (times: number) =>
      <T extends Float32Array | Float64Array>(numbers: T) => {
        const all = Array.from({ length: times }, () => [...numbers]).flat();
        return new (numbers.constructor as new (all: number[]) => T)(all);
      };
    // The longer segment is longer than a batch.
    for (const [times, tuning] of [
      [1, undefined],
      [30, { maxBindingBytes: 1024 }],
    ] as const) {
      const segments = rangesCase([[0, 7 * times]], 7 * times);
      for (const [type, numbers] of [
        ['f32', repeated(times)(Float32Array.from(listOf((2 - 2 ** -23) * 2 ** 127)))],
        ['f64', repeated(times)(Float64Array.from(listOf(Number.MAX_VALUE)))],
      ] as const) {
        const what = { type, bytes: new Uint8Array(numbers.buffer), segments };
        const found = (makes: Makes, options: object) => foundOnHost(makes, what, { ...options, tuning });
        for (const order of ['ascending', 'descending'] as const) {
          const options = { ties: 'min', nan: 'omit', order } as const;
          expect(await found('ranks', options), type).toEqual(wanted('ranks', what, options));
        }
        expect(await found('distinct', {}), type).toEqual(wanted('distinct', what, {}));
        expect(await found('modes', { nan: 'omit' }), type).toEqual(wanted('modes', what, { nan: 'omit' }));
      }
    }
  });

  itInTurn(2, 1)('have mean ranks of more bits than the high word of a double holds', async () => {
    const count = 2 ** 20 + 1;
    const keys = new Uint8Array(count).fill(1, count - 2);
    const found = await onHost.ranks(device(), keys, [0, count], { ties: 'average' });
    expect([...found.subarray(0, 1), ...found.subarray(-3)]).toEqual([2 ** 19, 2 ** 19, count - 0.5, count - 0.5]);
  });

  it('refuse wrong input by name', async () => {
    const keys = new Float32Array(4);
    const rank = (options: object, given: unknown = keys, segments: unknown = [0, 4]) => {
      return () => segmentedRank(device(), given as never, segments as never, options as never);
    };
    await expectRefusal(rank({ ties: 'mean' }), 'invalid-option', [/^ties/, /'mean'/]);
    await expectRefusal(rank({ order: 'up' }), 'invalid-option', [/^order/, /'up'/]);
    await expectRefusal(rank({ nan: 'propagate' }), 'invalid-option', [/^nan/, /'omit'/]);
    await expectRefusal(rank({ tie: 'min' }), 'invalid-option', [/tie/, /ties/]);
    await expectRefusal(rank({}, { type: { bytes: 4 }, data: keys }), 'unsupported-type', [/^keys/, /opaque bytes/]);
    await expectRefusal(rank({}, keys, { begin: [0, 1], end: [2, 3] }), 'segments-overlap', []);
    const mode = () => segmentedMode(device(), keys, [0, 4], { nan: 'last' } as never);
    await expectRefusal(mode, 'invalid-option', [/^nan/, /'propagate'/]);
    const room = { maxItems: 4, maxSegments: 1 };
    const wrong = { keyType: 'u33', ...room };
    await expectRefusal(() => create.distinct(device(), wrong), 'unsupported-type', [/^keyType/, /u33/]);
    const unknown = { keyType: 'u32', ties: 'min', ...room };
    await expectRefusal(() => create.modes(device(), unknown), 'invalid-option', [/ties/]);
    const plan = await create.ranks(device(), { keyType: 'u32', ...room });
    const space = new Workspace(device());
    try {
      const keysIn = space.input('keysIn', new Uint32Array(8));
      const args = { keysIn, segments: { size: 4, count: 1 }, itemCount: 4 };
      const encoder = device().createCommandEncoder();
      const encode = (more: object) => () => plan.encode(encoder, { ...args, ...more });
      await expectThrow(encode({}), 'invalid-option', [/^ranksOut/]);
      await expectThrow(encode({ ranksOut: keysIn }), 'overlapping-buffers', [/^keysIn/]);
      await expectThrow(encode({ ranksOut: keysIn, itemCount: 5 }), 'limit-exceeded', [/^itemCount/]);
      plan.destroy();
      await expectThrow(encode({ ranksOut: keysIn }), 'destroyed', []);
    } finally {
      space.destroy();
    }
  });
});
