/** Recorded sorts: buffers and segments in every form a caller may give them. */
import { describe, expect, it } from 'vitest';
import {
  createSegmentedReduce,
  createSegmentedSort,
  DoubleBuffer,
  segmentedReduce,
  segmentedSort,
} from '../../src/index.ts';
import type { InternalTuning } from '../../src/tuning/tuning.ts';
import { Random } from '../support/cases.ts';
import { plainBuffers } from '../support/plain-buffers.ts';
import { keyBytes, segmentsCase } from '../support/typed-cases.ts';
import { permuted, sortedIndices, type TypedOrder } from '../support/typed-oracle.ts';
import { itInTurn, useDevice } from '../support/use-device.ts';

const device = useDevice();
const { bufferOf, wordsOf, submitted } = plainBuffers(device);
const POISON = 0xdeadbeef;

const random = new Random(77);
const words = (count: number, below = 2 ** 32) => Uint32Array.from({ length: count }, () => random.below(below));
const sorted = (keys: Uint32Array, begin: number, end: number) => keys.slice(begin, end).sort();

describe('packed keys', () => {
  it.each(['u8', 'i16'] as const)('%s: neighbours in a word outside the segments are not torn', async (type) => {
    const items = 203;
    const bytes = keyBytes(type, items, random);
    const padded = new Uint8Array(Math.ceil(bytes.length / 4) * 4);
    padded.set(bytes);
    const keysIn = bufferOf(new Uint32Array(padded.buffer));
    const keysOut = bufferOf(new Uint32Array(padded.length / 4).fill(POISON));
    const bounds = [
      [1, 2],
      [3, 50],
      [50, 57],
      [62, 201],
    ] as const;
    const sort = await createSegmentedSort(device(), { keyType: type, maxItems: items, maxSegments: 4 });
    const begin = bufferOf(Uint32Array.from(bounds, ([first]) => first));
    const end = bufferOf(Uint32Array.from(bounds, ([, last]) => last));
    await submitted((encoder) =>
      sort.encode(encoder, { keysIn, keysOut, segments: { begin, end, count: 4 }, itemCount: items }),
    );
    const itemBytes = type === 'u8' ? 1 : 2;
    const expected = new Uint8Array(Uint32Array.from({ length: padded.length / 4 }, () => POISON).buffer);
    const all = permuted(bytes, itemBytes, sortedIndices(type, bytes, bounds, {}));
    for (const [from, to] of bounds) expected.set(all.subarray(from * itemBytes, to * itemBytes), from * itemBytes);
    expect(new Uint8Array((await wordsOf(keysOut)).buffer)).toEqual(expected);
    expect(new Uint8Array((await wordsOf(keysIn)).buffer)).toEqual(padded);
    sort.destroy();
  });

  it('are sorted in place', async () => {
    const bytes = keyBytes('u16', 4000, random);
    const keys = bufferOf(new Uint32Array(bytes.buffer));
    const sort = await createSegmentedSort(device(), { keyType: 'u16', maxItems: 4000, maxSegments: 1 });
    await submitted((encoder) =>
      sort.encode(encoder, { keysIn: keys, keysOut: keys, segments: { size: 4000, count: 1 } }),
    );
    const expected = permuted(bytes, 2, sortedIndices('u16', bytes, [[0, 4000]], {}));
    expect(new Uint8Array((await wordsOf(keys)).buffer)).toEqual(expected);
    sort.destroy();
  });
});

describe('in place', () => {
  it.each([
    ['an odd number of digits', { keyType: 'u32', beginBit: 4, endBit: 20 }, 4],
    ['two-word keys', { keyType: 'u64' }, 8],
    ['16-byte values', { keyType: 'u32', valueType: { bytes: 16 } }, 4],
    ['1-byte values', { keyType: 'u32', valueType: { bytes: 1 } }, 4],
  ] as const)('%s', async (_, descriptor, itemBytes) => {
    const { bounds, itemCount, given } = segmentsCase('offsets', [700, 5, 9500, 40, 0, 6000], random);
    const type = descriptor.keyType;
    const bytes = keyBytes(type, itemCount, random);
    const valueBytes = 'valueType' in descriptor ? descriptor.valueType.bytes : 0;
    const values = new Uint8Array(Math.ceil((itemCount * valueBytes) / 4) * 4).map(() => random.below(256));
    const keys = bufferOf(new Uint32Array(bytes.buffer));
    const value = bufferOf(new Uint32Array(values.buffer));
    // Segments here need no longer networks.
    const tuning: InternalTuning = { sort: { small: { maxLength: 8 } } };
    const room = { maxItems: itemCount, maxSegments: 6, tuning };
    const offsets = bufferOf((given as { offsets: Uint32Array }).offsets);
    const sort = await createSegmentedSort(device(), { ...descriptor, ...room });
    await submitted((encoder) =>
      sort.encode(encoder, {
        keysIn: keys,
        keysOut: keys,
        ...(valueBytes ? { valuesIn: value, valuesOut: value } : {}),
        segments: { offsets, count: 6 },
        itemCount,
      }),
    );
    const indices = sortedIndices(type, bytes, bounds, descriptor as TypedOrder);
    expect(new Uint8Array((await wordsOf(keys)).buffer)).toEqual(permuted(bytes, itemBytes, indices));
    if (valueBytes) {
      const found = new Uint8Array((await wordsOf(value)).buffer).subarray(0, itemCount * valueBytes);
      expect(found).toEqual(permuted(values.subarray(0, itemCount * valueBytes), valueBytes, indices));
    }
    sort.destroy();
  });
});

describe('a DoubleBuffer', () => {
  it('has its selector set to the sorted buffer', async () => {
    const keys = words(3000, 50);
    const values = Uint32Array.from(keys, (_, i) => i);
    const pair = new DoubleBuffer(bufferOf(keys), bufferOf(new Uint32Array(3000)));
    const valuePair = new DoubleBuffer(bufferOf(values), bufferOf(new Uint32Array(3000)));
    const descriptor = { keyType: 'u32', valueType: 'u32', maxItems: 3000, maxSegments: 2 } as const;
    const sort = await createSegmentedSort(device(), descriptor);
    const offsets = bufferOf(Uint32Array.of(0, 1000, 3000));
    await submitted((encoder) =>
      sort.encode(encoder, { keys: pair, values: valuePair, segments: { offsets, count: 2 } }),
    );
    expect(pair.selector).toBe(valuePair.selector);
    const found = await wordsOf(pair.current as GPUBuffer);
    expect(found).toEqual(Uint32Array.from([...sorted(keys, 0, 1000), ...sorted(keys, 1000, 3000)]));
    const rows = await wordsOf(valuePair.current as GPUBuffer);
    expect(Uint32Array.from(rows, (row) => keys[row] as number)).toEqual(found);
    sort.destroy();
  });
});

describe('a DoubleBuffer of no segments', () => {
  it('stays as it is', async () => {
    const pair = new DoubleBuffer(bufferOf(words(10)), bufferOf(words(10)));
    const sort = await createSegmentedSort(device(), { keyType: 'u32', maxItems: 10, maxSegments: 2 });
    await submitted((encoder) => sort.encode(encoder, { keys: pair, segments: { size: 5, count: 0 } }));
    expect(pair.selector).toBe(0);
    sort.destroy();
  });
});

describe('segments that the GPU made', () => {
  const run = async (
    segments: (
      offsets: Uint32Array,
    ) => Parameters<Awaited<ReturnType<typeof createSegmentedSort>>['encode']>[1]['segments'],
    raw: number[],
    items = 100,
  ) => {
    const keys = words(items);
    const offsets = Uint32Array.from(raw);
    const keysOut = bufferOf(new Uint32Array(items).fill(POISON));
    const sort = await createSegmentedSort(device(), { keyType: 'u32', maxItems: items, maxSegments: 8 });
    await submitted((encoder) =>
      sort.encode(encoder, { keysIn: bufferOf(keys), keysOut, segments: segments(offsets) }),
    );
    const found = await wordsOf(keysOut);
    sort.destroy();
    return { keys, found };
  };

  it('may be counted by a buffer; what lies after the count is not read', async () => {
    const count = bufferOf(Uint32Array.of(2));
    const { keys, found } = await run((offsets) => ({ offsets: bufferOf(offsets), count }), [0, 10, 30, 7, 0xffffffff]);
    const expected = new Uint32Array(100).fill(POISON);
    expected.set(sorted(keys, 0, 10), 0);
    expected.set(sorted(keys, 10, 30), 10);
    expect(found).toEqual(expected);
  });

  it('may have a count that is larger than the offsets hold', async () => {
    const count = bufferOf(Uint32Array.of(0xffffffff));
    const { keys, found } = await run((offsets) => ({ offsets: bufferOf(offsets), count }), [0, 60, 100]);
    expect(found).toEqual(Uint32Array.from([...sorted(keys, 0, 60), ...sorted(keys, 60, 100)]));
  });

  it('of one size are counted by a buffer, too', async () => {
    const count = bufferOf(Uint32Array.of(3));
    const { keys, found } = await run(() => ({ size: 20, count }), [0]);
    const expected = new Uint32Array(100).fill(POISON);
    for (let i = 0; i < 3; i++) expected.set(sorted(keys, i * 20, i * 20 + 20), i * 20);
    expect(found).toEqual(expected);
  });

  it('are clamped to the items, and empty where end < begin', async () => {
    const { keys, found } = await run((offsets) => ({ offsets: bufferOf(offsets), count: 3 }), [50, 20, 0xffffffff, 5]);
    const expected = new Uint32Array(100).fill(POISON);
    expected.set(sorted(keys, 20, 100), 20);
    expect(found).toEqual(expected);
  });

  it('are clamped and empty in the same way where they are begins and ends', async () => {
    const { keys, found } = await run(
      (begin) => ({ begin: bufferOf(begin), end: bufferOf(Uint32Array.of(40, 60, 0xffffffff, 7, 99)), count: 5 }),
      [50, 20, 90, 0xffffffff, 100],
    );
    const expected = new Uint32Array(100).fill(POISON);
    expected.set(sorted(keys, 20, 60), 20);
    expected.set(sorted(keys, 90, 100), 90);
    expect(found).toEqual(expected);
  });

  itInTurn(2)('change nothing outside the outputs, whatever the offsets are', async () => {
    const garbage = Uint32Array.from({ length: 4097 }, () => random.word());
    const items = 20_000;
    const keys = words(items);
    const guard = bufferOf(new Uint32Array(items + 64).fill(POISON));
    const sort = await createSegmentedSort(device(), { keyType: 'u32', maxItems: items, maxSegments: 4096 });
    await submitted((encoder) =>
      sort.encode(encoder, {
        keysIn: bufferOf(keys),
        keysOut: { buffer: guard, size: items * 4 },
        segments: { offsets: bufferOf(garbage), count: 4096 },
      }),
    );
    expect((await wordsOf(guard)).subarray(items)).toEqual(new Uint32Array(64).fill(POISON));
    sort.destroy();
    expect(await segmentedSort(device(), Uint32Array.of(2, 1), [0, 2])).toEqual(Uint32Array.of(1, 2));
  });
});

describe('hundreds of large segments that overlap, because their offsets on the GPU fall', () => {
  const TILE = 64;
  const items = 4 * TILE * (TILE + 1);
  // More segments than disjoint ones of their length could be. Their tiles are counted, but some have no table entry.
  const offsets = Uint32Array.from({ length: 4 * (TILE + 1) * 2 }, (_, i) => (i % 2) * (TILE + 1));
  const sort = {
    small: { maxLength: 8 },
    medium: { limits: [TILE], maxMerged: 0, workgroup: 16 },
    large: { tile: TILE, workgroup: 16 },
  };
  for (const family of ['software', 'gpu'] as const) {
    for (const order of [{}, { compare: { wgsl: 'return a < b;' } }]) {
      it(`end, ${'compare' in order ? 'compared' : 'radix sorted'}, ${family} kernels`, async () => {
        const room = { maxItems: items, maxSegments: offsets.length - 1 };
        const tuning: InternalTuning = { family, subgroups: false, sort };
        const plan = await createSegmentedSort(device(), { keyType: 'u32', ...order, ...room, tuning });
        const guard = bufferOf(new Uint32Array(items + 64).fill(POISON));
        await submitted((encoder) =>
          plan.encode(encoder, {
            keysIn: bufferOf(words(items)),
            keysOut: { buffer: guard, size: items * 4 },
            segments: { offsets: bufferOf(offsets), count: offsets.length - 1 },
          }),
        );
        expect((await wordsOf(guard)).subarray(items)).toEqual(new Uint32Array(64).fill(POISON));
        plan.destroy();
      });
    }
  }
});

describe('a reduce', () => {
  it('takes begin and end, which may overlap, and segments of one size', async () => {
    const values = words(50_000, 1000);
    const sum = (begin: number, end: number) => values.subarray(begin, end).reduce((a, b) => a + b, 0);
    const begin = [5, 0, 100, 40_000, 7];
    const end = [5, 50_000, 120, 40_003, 30_000];
    expect(await segmentedReduce(device(), values, { begin, end }, 'sum')).toEqual(
      Uint32Array.from(begin, (from, i) => sum(from, end[i] as number)),
    );
    for (const size of [1, 30, 500, 25_000]) {
      const found = await segmentedReduce(device(), values, { size, count: 2 }, 'sum');
      expect(found).toEqual(Uint32Array.of(sum(0, size), sum(size, 2 * size)));
    }
  });

  it('takes a count from a buffer', async () => {
    const output = bufferOf(new Uint32Array(4).fill(POISON));
    const reduce = await createSegmentedReduce(device(), { type: 'u32', op: 'sum', maxItems: 10, maxSegments: 4 });
    const input = bufferOf(Uint32Array.from({ length: 10 }, (_, i) => i));
    const offsets = bufferOf(Uint32Array.of(0, 3, 3, 10, 10));
    const count = bufferOf(Uint32Array.of(3));
    await submitted((encoder) => reduce.encode(encoder, { input, output, segments: { offsets, count } }));
    expect(await wordsOf(output)).toEqual(Uint32Array.of(3, 0, 42, POISON));
    reduce.destroy();
  });
});
