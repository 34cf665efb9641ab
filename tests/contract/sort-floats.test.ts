/** Sort: every f32 bit pattern has one rank, the same in every size class, and no bit is changed. */
import { describe, it } from 'vitest';
import { createSegmentedSort } from '../../src/index.ts';
import {
  distinctValues,
  type Fill,
  FLOAT_SPECIALS,
  fill,
  fromPalette,
  inTurn,
  lengthsInEveryClass,
  narrowed,
  offsetsOf,
  quickRows,
  Random,
  ROWS,
  SEED,
  sortRowName,
  totalOf,
  uniform,
} from '../support/cases.ts';
import { planOptions, sortClasses } from '../support/classes.ts';
import { checkHostSort, checkSort } from '../support/typed-check.ts';
import { itOnDevice, useDevice } from '../support/use-device.ts';
import { viewAs, type WordArray } from '../support/words.ts';

const device = useDevice();

const SIGN = 0x80000000;

/** The keys of the segments. */
const FILLS: Record<string, Fill> = {
  'all specials': fromPalette(FLOAT_SPECIALS),
  'NaNs of both signs with any payload': (r) => ((r.word() & SIGN) | 0x7f800000 | (1 + r.below(0x7fffff))) >>> 0,
  'NaNs among numbers': (r) => (r.below(5) === 0 ? r.pick([0x7fc00000, 0xffc00000, 0x7f800001, 0xffffffff]) : r.word()),
  'both zeros': fromPalette([0x00000000, 0x80000000]),
  'infinities and the largest numbers': fromPalette([0x7f800000, 0xff800000, 0x7f7fffff, 0xff7fffff]),
  'denormals of both signs': (r) => ((r.word() & SIGN) | r.below(0x800000)) >>> 0,
  'denormals, zeros and the smallest normals': fromPalette([0, SIGN, 1, 0x80000001, 0x7fffff, 0x807fffff, 0x800000]),
  'uniform bits': uniform,
};

// Every combination of any two of order, family, subgroups, each with every kind of keys. Values do not change the
// order. In the quick mode the gpu family sorts only in the order that kernels/sort-classes compiles.
const ALL = narrowed({ keyType: ['f32'], pairs: [false] });
const QUICK = quickRows(ALL).concat({ ...ALL[0]!, family: 'gpu', subgroups: true, order: 'descending' });

for (const row of inTurn(ROWS === 'quick' ? QUICK : ALL, 2, 1)) {
  describe(sortRowName(row), () => {
    itOnDevice(device, row, 'puts every float at its index in every size class', async () => {
      const lengths = lengthsInEveryClass(await sortClasses(device(), row));
      const offsets = offsetsOf(lengths);
      const count = totalOf(offsets);
      const plan = await createSegmentedSort(device(), planOptions(row, count, lengths.length));
      for (const [what, word] of Object.entries(FILLS)) {
        const keys = fill('f32', count, new Random(SEED), word);
        const { order } = row;
        await checkSort(device(), plan, { what, seed: SEED, offsets, keys, order });
      }
      plan.destroy();
    });
  });
}

describe('the call on host arrays', () => {
  const specials = (): WordArray => viewAs('f32', Uint32Array.from(new Random(SEED).shuffled(FLOAT_SPECIALS)));

  for (const order of ['ascending', 'descending'] as const) {
    it(`keeps NaN payloads and the sign of zero, ${order}`, async () => {
      const keys = specials();
      const job = { what: 'specials', offsets: [0, keys.length], keys, order };
      await checkHostSort(device(), job);
      await checkHostSort(device(), { ...job, values: distinctValues(keys.length) });
    });
  }

  it('orders numbers as TypedArray.prototype.sort does', async () => {
    const keys = fill('f32', 3000, new Random(SEED), uniform).filter((x) => !Number.isNaN(x)) as Float32Array;
    const job = { what: 'numbers', offsets: [0, keys.length], keys, order: 'ascending' as const };
    await checkHostSort(device(), job);
  });

  it('moves values of other classes as opaque words', async () => {
    const keys = Uint32Array.of(3, 1, 2, 1, 0, 9);
    const words = Uint32Array.of(0x7f800001, 0xffc12345, 0x80000000, 0xffffffff, 0x00000001, 0x7fffffff);
    for (const type of ['i32', 'f32'] as const) {
      const values = viewAs(type, words.slice());
      const job = {
        what: `${type} values`,
        offsets: [0, 4, 6],
        keys,
        values,
        order: 'ascending' as const,
      };
      await checkHostSort(device(), job);
    }
  });
});
