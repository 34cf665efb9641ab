/**
 * The ranking of a tile on GPUs: workgroups with less than a subgroup, with one and with several, items a lane that are
 * no power of two, digits of every size, both forms of what a lane keeps of an item, and ballots.
 */
import { describe } from 'vitest';
import { createSegmentedSort } from '../../src/index.ts';
import type { InternalTuning } from '../../src/tuning/tuning.ts';
import { distinctValues, fill, inTurn, mixed, offsetsOf, Random, SEED, totalOf } from '../support/cases.ts';
import { checkSort } from '../support/typed-check.ts';
import { itOnDevice, useDevice } from '../support/use-device.ts';

const device = useDevice();

interface Row {
  readonly workgroup: number;
  readonly limits: readonly number[];
  readonly tile: number;
  readonly digitBits: number;
  readonly ranks: 'apart' | 'packed' | 'ballots';
  readonly subgroups: boolean;
  readonly keyType: 'u32' | 'f32';
  readonly pairs: boolean;
}

const [APART, PACKED, BALLOTS] = [{ ranks: 'apart' }, { ranks: 'packed' }, { ranks: 'ballots' }] as const;
const [KEYS, PAIRS] = [{ keyType: 'u32', pairs: false } as const, { keyType: 'f32', pairs: true } as const];

const CASES: readonly Row[] = [
  { workgroup: 64, limits: [100, 900], tile: 512, digitBits: 8, subgroups: true, ...PACKED, ...PAIRS },
  { workgroup: 64, limits: [100, 900], tile: 512, digitBits: 8, subgroups: true, ...APART, ...KEYS },
  { workgroup: 64, limits: [900], tile: 896, digitBits: 2, subgroups: false, ...PACKED, ...KEYS },
  { workgroup: 16, limits: [128], tile: 112, digitBits: 8, subgroups: true, ...PACKED, ...KEYS },
  { workgroup: 128, limits: [1000], tile: 992, digitBits: 4, subgroups: true, ...PACKED, ...KEYS },
  { workgroup: 256, limits: [2048], tile: 2048, digitBits: 8, subgroups: true, ...APART, ...PAIRS },
  { workgroup: 256, limits: [2048], tile: 128, digitBits: 1, subgroups: true, ...PACKED, ...KEYS },
  { workgroup: 64, limits: [100, 900], tile: 512, digitBits: 8, subgroups: true, ...BALLOTS, ...PAIRS },
  { workgroup: 16, limits: [128], tile: 112, digitBits: 8, subgroups: true, ...BALLOTS, ...KEYS },
  { workgroup: 128, limits: [1000], tile: 992, digitBits: 4, subgroups: true, ...BALLOTS, ...KEYS },
  { workgroup: 256, limits: [2048], tile: 128, digitBits: 1, subgroups: true, ...BALLOTS, ...KEYS },
  // Two items a lane: LLVM compiles this for subgroups of 32 and 64 lanes as well.
  { workgroup: 64, limits: [128], tile: 128, digitBits: 4, subgroups: true, ...BALLOTS, ...KEYS },
  { workgroup: 32, limits: [200], tile: 96, digitBits: 8, subgroups: false, ...BALLOTS, ...KEYS },
];

function tuningOf({ workgroup, limits, tile, digitBits, ranks, subgroups }: Row) {
  const [small, medium] = [{ maxLength: 8 }, { workgroup, limits }];
  const ranking = ranks === 'ballots' ? ranks : 'counters';
  const large = { workgroup, tile, ranking };
  const sort = { digitBits, packedRanks: ranks === 'packed', small, medium, large };
  return { family: 'gpu', subgroups, sort } as InternalTuning;
}

/** Lengths at which bins, parts of tiles and rows of counters begin and end. */
function lengthsOf({ workgroup, limits, tile }: Row): number[] {
  const ends = new Set([workgroup, ...limits, tile, 8 * workgroup]);
  const lengths = [...ends].flatMap((end) => [end - 1, end, end + 1]);
  return new Random(SEED).shuffled([...lengths, 0, 1, 9, 17, 3 * tile + 5]);
}

function titleOf({ workgroup, limits, digitBits, ranks, subgroups, pairs }: Row): string {
  const exchange = subgroups ? 'subgroups' : 'no subgroups';
  const items = pairs ? 'pairs' : 'keys';
  return `${items}, ${workgroup} lanes, limits ${limits}, digits of ${digitBits} bits, ${ranks}, ${exchange}`;
}

describe('the ranking of a tile sorts stably', () => {
  for (const row of inTurn(CASES, 6)) {
    itOnDevice(device, row, titleOf(row), async () => {
      const { keyType, pairs } = row;
      const offsets = offsetsOf(lengthsOf(row), 3);
      const count = totalOf(offsets);
      const plan = await createSegmentedSort(device(), {
        keyType,
        maxItems: count,
        maxSegments: offsets.length - 1,
        ...(pairs && { valueType: 'u32' as const }),
        tuning: tuningOf(row),
      });
      const keys = fill(keyType, count, new Random(SEED), mixed);
      const values = pairs ? distinctValues(count) : undefined;
      await checkSort(device(), plan, { what: titleOf(row), seed: SEED, offsets, keys, values, order: 'ascending' });
      plan.destroy();
    });
  }
});
