/** Recorded sorts that make indices: `valueType: 'index'`. */
import { afterEach, describe, expect, it } from 'vitest';
import { createSegmentedSort, DoubleBuffer, type SegmentedSortDescriptor } from '../../src/index.ts';
import { inTurn, quickRows, rowsOf, SEED, tuningOf, VARIANTS, variantName } from '../support/cases.ts';
import { COMPARATORS, ORDER_BYS } from '../support/comparators.ts';
import { plainBuffers } from '../support/plain-buffers.ts';
import { expectRefusal, expectStillWorking } from '../support/refusal.ts';
import { CALL_FACTORS, type TypedRow, typedRowName } from '../support/sort-cases.ts';
import type { Form } from '../support/typed-cases.ts';
import { checkBoundaries } from '../support/typed-check.ts';
import { KEY_TYPES } from '../support/typed-oracle.ts';
import { itInTurn, itOnDevice, useDevice } from '../support/use-device.ts';

const device = useDevice();
const { bufferOf, wordsOf, submitted } = plainBuffers(device);

const { valueBytes: _, ...FACTORS } = {
  ...CALL_FACTORS,
  call: ['encode', 'in place', 'double buffer'],
  indexFrom: ['array', 'segment'],
} as const;

/** Both families, with subgroups and without. */
function describeRows(title: string, types: readonly TypedRow['type'][], every: number): void {
  const factors = { ...FACTORS, type: types.map((_, i) => i), bits: ['all', 'middle'] } as const;
  describe(title, () => {
    for (const [i, numbered] of inTurn(quickRows(rowsOf(factors, types.length * 4), every)).entries()) {
      const type = types[numbered.type]!;
      const bits = typeof type === 'string' ? numbered.bits : 'all';
      const row: TypedRow & { form: Form } = { ...numbered, type, bits, signedZero: 'distinct', valueBytes: 4 };
      const seed = (SEED + i) >>> 0;
      itOnDevice(device, row, `${typedRowName(row)}, ${row.form}, seed ${seed}`, async () => {
        await checkBoundaries(device(), row, seed, [8500, 13_000]);
      });
    }
  });
}

describeRows('indices of sorted keys', KEY_TYPES, 14);
describeRows('indices under a custom comparator', COMPARATORS, 17);
describeRows('indices of keys sorted by numbers', ORDER_BYS, 14);

describe('indices of sorted segments and of segments with one key', () => {
  for (const variant of quickRows(VARIANTS, 2)) {
    itOnDevice(device, variant, variantName(variant), async () => {
      const offsets = [0, 9000, 9003, 18_000, 18_500, 19_000];
      const keys = Uint32Array.from({ length: 19_000 }, (_, i) => (i < 9003 || i >= 18_500 ? i : 7));
      const [keysIn, keysOut, valuesOut] = [keys, keys, keys].map((words) => bufferOf(words));
      const sort = await createSegmentedSort(device(), {
        ...{ keyType: 'u32', valueType: 'index', indexFrom: 'segment' },
        ...{ maxItems: 19_000, maxSegments: 5, tuning: tuningOf(variant) },
      });
      const segments = { offsets: bufferOf(Uint32Array.from(offsets)), count: 5 };
      await submitted((encoder) =>
        sort.encode(encoder, { keysIn: keysIn!, keysOut: keysOut!, valuesOut: valuesOut!, segments }),
      );
      const expected = offsets.slice(1).flatMap((end, i) => [...Array(end - offsets[i]!).keys()]);
      expect(await wordsOf(valuesOut!)).toEqual(Uint32Array.from(expected));
      expect(await wordsOf(keysOut!)).toEqual(keys);
      sort.destroy();
    });
  }
});

describe('a sort with indices', () => {
  const room = { maxItems: 1000, maxSegments: 10 } as const;
  const indices: SegmentedSortDescriptor = { keyType: 'u32', valueType: 'index', ...room };

  afterEach(() => expectStillWorking(device()));

  it('counts from the array’s start, or from the segment’s if indexFrom says so', async () => {
    const keysIn = bufferOf(Uint32Array.of(9, 8, 7, 7, 6, 5, 4));
    const offsets = bufferOf(Uint32Array.of(1, 2, 5, 5, 7));
    const [keysOut, valuesOut] = [bufferOf(new Uint32Array(7)), bufferOf(new Uint32Array(7).fill(77))];
    for (const [indexFrom, expected] of [
      [undefined, [77, 1, 4, 2, 3, 6, 5]],
      ['segment', [77, 0, 2, 0, 1, 1, 0]],
    ] as const) {
      const sort = await createSegmentedSort(device(), { ...indices, ...(indexFrom && { indexFrom }) });
      await submitted((encoder) =>
        sort.encode(encoder, { keysIn, keysOut, valuesOut, segments: { offsets, count: 4 } }),
      );
      expect(await wordsOf(valuesOut)).toEqual(Uint32Array.from(expected));
      sort.destroy();
    }
  });

  it('takes no values', async () => {
    const sort = await createSegmentedSort(device(), indices);
    const [keysIn, keysOut, valuesIn, valuesOut] = [0, 0, 0, 0].map(() => bufferOf(new Uint32Array(100)));
    const segments = { size: 10, count: 10 };
    const encode = (buffers: object) => () =>
      sort.encode(device().createCommandEncoder(), { keysIn: keysIn!, keysOut: keysOut!, segments, ...buffers });
    const says = (name: string) => [`${name}: given; allowed: only valuesOut with valueType: 'index'`];
    await expectRefusal(encode({ valuesIn, valuesOut }), 'invalid-option', says('valuesIn'));
    const values = new DoubleBuffer(valuesIn!, valuesOut!);
    await expectRefusal(encode({ values }), 'invalid-option', says('values'));
    await expectRefusal(encode({}), 'invalid-option', ['valuesOut']);
    sort.destroy();
  });

  it('refuses indexFrom where it has no meaning', async () => {
    const create = (descriptor: object) => () =>
      createSegmentedSort(device(), { ...indices, ...descriptor } as SegmentedSortDescriptor);
    const allowed = ["indexFrom: 'row'; allowed: 'array', 'segment'"];
    await expectRefusal(create({ indexFrom: 'row' }), 'invalid-option', allowed);
    await expectRefusal(create({ valueType: 'u32', indexFrom: 'array' }), 'invalid-option', [
      "indexFrom: 'array'; allowed: none without valueType: 'index'",
    ]);
  });

  itInTurn(2, 1)('binds no values, and its first kernels read none', async () => {
    for (const keyType of ['u32', 'f64'] as const) {
      const sort = await createSegmentedSort(device(), { ...indices, keyType });
      const { passes } = sort.describe();
      const bound = passes.flatMap(({ bindings }) => Object.values(bindings)).filter(({ kind }) => kind === 'argument');
      expect(bound).not.toContainEqual({ kind: 'argument', name: 'valuesIn' });
      expect(bound).toContainEqual({ kind: 'argument', name: 'valuesOut' });
      sort.destroy();
    }
  });
});
