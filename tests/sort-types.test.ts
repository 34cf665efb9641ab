/**
 * Every key type × order, bit range, zeros × value size × form of segments, in lengths around every class boundary:
 * each type with each order option; value sizes, forms and kernels alternate (full: WEBGPU_SEGMENTED_TEST_ROWS=full).
 */
import { describe, expect, it } from 'vitest';
import { type SortOptions, segmentedSort, segmentedStableSortByKey } from '../src/index.ts';
import { Random } from './support/cases.ts';
import { bytesOf, type Form, keyBytes, keysOf, segmentsCase } from './support/typed-cases.ts';
import { KEY_TYPES, type KeyType, permuted, sortedPlaces, type TypedOrder, widthOf } from './support/typed-oracle.ts';
import { useDevice } from './support/use-device.ts';

const device = useDevice();
const FULL = process.env.WEBGPU_SEGMENTED_TEST_ROWS === 'full';

const VALUE_BYTES = [0, 1, 2, 4, 8, 12, 16] as const;
const FORMS: readonly Form[] = ['offsets', 'ranges', 'fixed'];
const LENGTHS = [0, 1, 2, 3, 5, 9, 16, 17, 33, 64, 65, 129, 257, 513, 1024, 1025, 2049, 4096, 4097, 4500];

interface Case {
  readonly type: KeyType;
  readonly order: TypedOrder;
  readonly valueBytes: (typeof VALUE_BYTES)[number];
  readonly form: Form;
  readonly tuning: NonNullable<SortOptions['tuning']>;
  readonly seed: number;
}

function orders(width: number): TypedOrder[] {
  return [
    {},
    { order: 'descending' },
    { beginBit: width / 4, endBit: (width * 3) / 4 + 1 },
    { beginBit: width / 2, order: 'descending' },
    { beginBit: 3, endBit: 3 },
    { signedZero: 'equal' },
  ];
}

function cases(): Case[] {
  const list: Case[] = [];
  const add = (type: KeyType, order: TypedOrder, tuning: Case['tuning']) => {
    const n = list.length;
    const valueBytes = VALUE_BYTES[n % 7] ?? 0;
    list.push({ type, order, valueBytes, form: FORMS[n % 3] ?? 'offsets', tuning, seed: 0xbeef + n });
  };
  for (const type of KEY_TYPES) {
    for (const order of orders(widthOf(type))) {
      add(type, order, { family: 'cpu' });
      if (FULL) for (const subgroups of [true, false]) add(type, order, { family: 'gpu', subgroups });
      if (FULL) add(type, order, { family: 'cpu', subgroups: false });
    }
  }
  // A software adapter compiles the GPU family for seconds, once for each width of sort keys, pairs, and ties.
  if (!FULL) {
    for (const type of ['i16', 'f64'] as const) {
      const some = orders(widthOf(type));
      for (const order of [some[0], some[2]]) add(type, order ?? {}, { family: 'gpu' });
    }
  }
  return list;
}

function differing(found: Uint8Array, expected: Uint8Array): number {
  return expected.findIndex((byte, i) => found[i] !== byte);
}

async function check({ type, order, valueBytes, form, tuning, seed }: Case): Promise<void> {
  const random = new Random(seed);
  const segments = segmentsCase(form, LENGTHS, random);
  const keys = keyBytes(type, segments.itemCount, random);
  const before = keys.slice();
  const places = sortedPlaces(type, keys, segments.bounds, order);
  const given = 'offsets' in segments.given ? segments.given.offsets : segments.given;
  const options = { ...order, tuning };
  if (valueBytes === 0) {
    const found = await segmentedSort(device(), keysOf(type, keys), given, options);
    expect(differing(bytesOf(found), permuted(keys, widthOf(type) / 8, places)), 'first wrong byte of keys').toBe(-1);
  } else {
    const data = Uint8Array.from({ length: segments.itemCount * valueBytes }, () => random.below(256));
    const values = { type: { bytes: valueBytes }, data } as const;
    const found = await segmentedStableSortByKey(device(), keysOf(type, keys), values, given, options);
    expect(differing(bytesOf(found.keys), permuted(keys, widthOf(type) / 8, places)), 'first wrong byte of keys').toBe(
      -1,
    );
    expect(differing(bytesOf(found.values), permuted(data, valueBytes, places)), 'first wrong byte of values').toBe(-1);
  }
  expect(keys, 'input changed').toEqual(before);
}

describe('a sort of', () => {
  const named = cases().map((row) => {
    const kernels = `${row.tuning.family} kernels${row.tuning.subgroups === false ? ' without subgroups' : ''}`;
    const values = row.valueBytes === 0 ? 'alone' : `with ${row.valueBytes}-byte values`;
    return [
      `${row.type} ${values}, ${JSON.stringify(row.order)}, ${row.form}, ${kernels}, seed ${row.seed}`,
      row,
    ] as const;
  });
  it.each(named)('%s', async (_, row) => check(row));
});
