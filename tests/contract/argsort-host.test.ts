/** Argsort on arrays: the kernels compute the indices. No index is uploaded, and no key is read back. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type ArgsortOptions, segmentedArgsort } from '../../src/index.ts';
import { inTurn, Random, ROWS, someVariants, tuningOf, variantName } from '../support/cases.ts';
import { keyBytes, keysOf } from '../support/typed-cases.ts';
import { KEY_TYPES, sortedIndices, widthOf } from '../support/typed-oracle.ts';
import { itInTurn, itOnDevice, useDevice } from '../support/use-device.ts';

const device = useDevice();
const random = new Random(123);

afterEach(() => vi.restoreAllMocks());

/** Bytes that the call writes into buffers, by the buffers' labels, and bytes of the buffers that it reads back. */
async function traffic<T>(call: () => Promise<T>): Promise<{ result: T; up: Map<string, number>; down: number }> {
  const up = new Map<string, number>();
  let down = 0;
  const { queue } = device();
  const write = queue.writeBuffer.bind(queue);
  vi.spyOn(queue, 'writeBuffer').mockImplementation((...given) => {
    const [{ label }, , data, , size = data.byteLength] = given;
    up.set(label, (up.get(label) ?? 0) + size);
    write(...given);
  });
  const create = device().createBuffer.bind(device());
  vi.spyOn(device(), 'createBuffer').mockImplementation((descriptor) => {
    const { label = '', size, usage, mappedAtCreation } = descriptor;
    if (mappedAtCreation) up.set(label, (up.get(label) ?? 0) + size);
    if (usage & GPUBufferUsage.MAP_READ) down += size;
    return create(descriptor);
  });
  const result = await call();
  vi.restoreAllMocks();
  return { result, up, down };
}

const LENGTHS = [3, 0, 1, 700, 40, 2, 2500, 1, 90];

interface Case {
  readonly given: Parameters<typeof segmentedArgsort>[2];
  readonly bounds: readonly (readonly [number, number])[];
  readonly items: number;
  /** Bytes of the arrays that give the segments. */
  readonly bytes: number;
  readonly rows?: Uint32Array;
}

function boundsOf(first: number, gap: number): [number, number][] {
  let next = first;
  return LENGTHS.map((length) => {
    const begin = next;
    next += length + gap;
    return [begin, begin + length];
  });
}

/** Segments in every form. Some items are outside all segments, where the form allows it. */
const FORMS: Readonly<Record<string, () => Case>> = {
  offsets() {
    const bounds = boundsOf(5, 0);
    const given = Uint32Array.of(5, ...bounds.map(([, end]) => end));
    return { given, bounds, items: given.at(-1)! + 3, bytes: given.byteLength };
  },
  lengths() {
    const bounds = boundsOf(0, 0);
    return { given: { lengths: LENGTHS }, bounds, items: bounds.at(-1)![1], bytes: 4 * (LENGTHS.length + 1) };
  },
  'begin and end'() {
    const bounds = boundsOf(2, 3).reverse();
    const [begin, end] = [0, 1].map((side) => Uint32Array.from(bounds, (of) => of[side]!));
    return { given: { begin: begin!, end: end! }, bounds, items: end![0]! + 4, bytes: 8 * LENGTHS.length };
  },
  size() {
    const bounds = Array.from({ length: 7 }, (_, i) => [300 * i, 300 * i + 300] as const);
    return { given: { size: 300, count: 7 }, bounds, items: 2103, bytes: 0 };
  },
  rows() {
    const bounds = boundsOf(1, 0);
    const offsets = Uint32Array.of(1, ...bounds.map(([, end]) => end));
    const items = 900;
    const rows = Uint32Array.from({ length: offsets.at(-1)! + 2 }, () => random.below(items));
    return { given: { offsets, rows }, bounds, items, bytes: offsets.byteLength, rows };
  },
};

/** Items of `rows`, one after another. */
function gathered(bytes: Uint8Array, width: number, rows: Uint32Array | undefined): Uint8Array {
  if (!rows) return bytes;
  return Uint8Array.from(Array.from(rows).flatMap((row) => [...bytes.subarray(row * width, (row + 1) * width)]));
}

/** The expected indices, counted from the array or from each segment. */
function expected(indices: Uint32Array, { bounds }: Case, indexFrom: ArgsortOptions['indexFrom']): Uint32Array {
  const result = indices.slice();
  if (indexFrom !== 'segment') return result;
  for (const [begin, end] of bounds) for (let i = begin; i < end; i++) result[i] = result[i]! - begin;
  return result;
}

describe('an argsort uploads keys and segments, and reads back indices', () => {
  for (const [v, variant] of someVariants().entries()) {
    // The kernels of GPUs take seconds to compile.
    const isQuick = ROWS === 'quick' && variant.family === 'gpu';
    const forms = Object.entries(FORMS).map(([form, caseOf], i) => ({ form, caseOf, i }));
    const onlyForm = variant.subgroups ? 'offsets' : 'begin and end';
    for (const { form, caseOf, i } of isQuick ? forms.filter(({ form }) => form === onlyForm) : inTurn(forms)) {
      itOnDevice(device, variant, `of ${form}, ${variantName(variant)}`, async () => {
        const of = caseOf();
        for (const [k, indexFrom] of [undefined, 'array', 'segment'].entries()) {
          if (isQuick && k !== 1 + (i % 2)) continue;
          const type = KEY_TYPES[(i + 3 * v + 5 * k) % KEY_TYPES.length]!;
          const order = (['ascending', 'descending'] as const)[(i + k) % 2]!;
          const width = widthOf(type) / 8;
          const bytes = keyBytes(type, of.items, random);
          const sorted = gathered(bytes, width, of.rows);
          const options = { order, indexFrom, tuning: tuningOf(variant) } as ArgsortOptions;
          const call = () => segmentedArgsort(device(), keysOf(type, bytes), of.given, options);
          const { result, up, down } = await traffic(call);
          const indices = expected(sortedIndices(type, sorted, of.bounds, { order }), of, options.indexFrom);
          expect(result, type).toEqual(indices);
          // A buffer has whole words; beside it the call may write its numbers.
          expect(up.get('keysIn')).toBe(4 * Math.ceil(sorted.length / 4));
          expect([...up.keys()]).not.toContain('valuesIn');
          const uploaded = [...up.values()].reduce((sum, size) => sum + size, 0);
          expect(uploaded).toBeLessThan(sorted.length + of.bytes + 1000);
          expect(down).toBeLessThan(4 * result.length + 16);
        }
      });
    }
  }
});

describe('an argsort in batches', () => {
  const tuning = { maxBindingBytes: 16_384 };
  const forms = Object.entries(FORMS).filter(([form]) => form !== 'size');
  it.each(inTurn(forms))('of %s uploads no index', async (_, caseOf) => {
    const of = caseOf();
    const rows = [
      ['f32', 'array'],
      ['u16', 'segment'],
      ['i64', 'array'],
      ['f64', 'segment'],
    ] as const;
    for (const [type, indexFrom] of inTurn(rows)) {
      // Keys of 8 bytes make batches of 1984 items, so one segment is cut.
      const isCut = widthOf(type) === 64;
      const bytes = keyBytes(type, of.items, random);
      const sorted = gathered(bytes, widthOf(type) / 8, of.rows);
      const call = () => segmentedArgsort(device(), keysOf(type, bytes), of.given, { indexFrom, tuning });
      const { result, up } = await traffic(call);
      expect(result, type).toEqual(expected(sortedIndices(type, sorted, of.bounds, {}), of, indexFrom));
      expect(up.has('valuesIn'), type).toBe(isCut);
    }
  });

  it('of many segments gives each batch’s indices', async () => {
    const keys = Uint32Array.from({ length: 20_000 }, () => random.below(9));
    const bounds = Array.from({ length: 2000 }, (_, i) => [10 * i, 10 * i + 10] as const);
    const of = { bounds } as unknown as Case;
    const indices = sortedIndices('u32', new Uint8Array(keys.buffer), bounds, {});
    for (const indexFrom of ['array', 'segment'] as const) {
      const options = { indexFrom, tuning };
      expect(await segmentedArgsort(device(), keys, { size: 10 }, options)).toEqual(expected(indices, of, indexFrom));
    }
  });
});

describe('an argsort', () => {
  const compare = { wgsl: 'return a % 100u < b % 100u;' };
  const orderBy = { wgsl: 'return key % 100u;' };

  itInTurn(4)('under a custom order uploads no index', async () => {
    const of = FORMS.offsets!();
    const keys = Uint32Array.from({ length: of.items }, () => random.below(1000));
    const ranks = keys.map((key) => key % 100);
    const indices = sortedIndices('u32', new Uint8Array(ranks.buffer), of.bounds, {});
    for (const order of [{ compare }, { orderBy }]) {
      for (const indexFrom of ['array', 'segment'] as const) {
        for (const tuning of [{}, { maxBindingBytes: 12_000 }]) {
          const call = () => segmentedArgsort(device(), keys, of.given, { ...order, indexFrom, tuning });
          const { result, up } = await traffic(call);
          expect(result).toEqual(expected(indices, of, indexFrom));
          expect([...up.keys()]).not.toContain('valuesIn');
        }
      }
    }
  });

  it('under a custom order sorts a segment longer than a batch', async () => {
    const keys = Uint32Array.from({ length: 9000 }, () => random.below(1000));
    const ranks = keys.map((key) => key % 100);
    const bounds = [
      [3, 8000],
      [8000, 8050],
    ] as const;
    const of = { bounds } as unknown as Case;
    const indices = sortedIndices('u32', new Uint8Array(ranks.buffer), of.bounds, {});
    for (const order of [{ compare }, { orderBy }]) {
      for (const indexFrom of ['array', 'segment'] as const) {
        const options = { ...order, indexFrom, tuning: { maxBindingBytes: 12_000 } };
        expect(await segmentedArgsort(device(), keys, [3, 8000, 8050], options)).toEqual(
          expected(indices, of, indexFrom),
        );
      }
    }
  });

  it('of segments of at most one item runs nothing; items outside have their index in the array', async () => {
    const keys = Uint32Array.of(5, 4, 3, 2, 1, 0);
    const submit = vi.spyOn(device().queue, 'submit');
    for (const offsets of [[2, 3, 3, 4], Uint32Array.of(2, 3, 3, 4)]) {
      expect(await segmentedArgsort(device(), keys, offsets)).toEqual(Uint32Array.of(0, 1, 2, 3, 4, 5));
    }
    const fromSegment = await segmentedArgsort(device(), keys, [2, 3, 3, 4], { indexFrom: 'segment' });
    expect(fromSegment).toEqual(Uint32Array.of(0, 1, 0, 0, 4, 5));
    expect(await segmentedArgsort(device(), keys, [0])).toEqual(Uint32Array.of(0, 1, 2, 3, 4, 5));
    expect(submit).not.toHaveBeenCalled();
  });
});
