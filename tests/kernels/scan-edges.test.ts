/** Segmented scans with segments that begin at every index of a leaf and of a tile, and with falling offsets. */
import { describe } from 'vitest';
import { inTurn, offsetsOf, Random, ROWS, SEED, totalOf, type Variant } from '../support/cases.ts';
import { itemKind, reduceItems } from '../support/reduce-cases.ts';
import { expectScan, type Scan, scanRecorded } from '../support/scan-check.ts';
import { type ScanWhat, scanned } from '../support/scan-oracle.ts';
import { SMALL_GPU, SMALL_SOFTWARE } from '../support/small-tunings.ts';
import type { SegmentsCase } from '../support/typed-cases.ts';
import { itOnDevice, useDevice } from '../support/use-device.ts';

const device = useDevice();

/** GPUs of vendors whose scans take three passes, and whose lanes read their items themselves. */
const IN_THREE_PASSES = {
  ...SMALL_GPU,
  reduce: { ...SMALL_GPU.reduce, sweep: { tile: 1024, maxLength: 400, staged: false, looksBack: false } },
};

/** Both families, with merge tiles of 512 and of 128 items. */
const VARIANTS: readonly Variant[] = [
  { family: 'gpu', subgroups: false, tuning: SMALL_GPU },
  { family: 'gpu', subgroups: false, tuning: IN_THREE_PASSES },
  { family: 'software', subgroups: true, tuning: SMALL_SOFTWARE },
];

/** Contiguous segments of these lengths, from item 0 on. */
function inARow(lengths: readonly number[]): SegmentsCase {
  const offsets = offsetsOf([...lengths], 0);
  const bounds = lengths.map((_, i) => [offsets[i]!, offsets[i + 1]!] as const);
  return { form: 'offsets', given: { offsets }, bounds, itemCount: totalOf(offsets) };
}

/** These lengths, repeated until segments begin at every index of 512 items. */
const EVERYWHERE: readonly (readonly number[])[] = [[513], [15, 18], [1, 0, 16, 17], [31, 2], [1000, 25], [33, 48]];

/** Offsets that fall somewhere, on the GPU: a segment that ends before it begins is empty. */
function fallingCase(offsets: readonly number[], itemCount: number): SegmentsCase {
  const bounds = offsets.slice(1).map((end, i) => [Math.min(offsets[i]!, end), end] as const);
  return { form: 'offsets', given: { offsets: Uint32Array.from(offsets) }, bounds, itemCount };
}

async function check(variant: Variant, what: ScanWhat, segments: SegmentsCase, type: 'f32' | 'u32' = 'f32') {
  const bytes = reduceItems(type, itemKind(type, [what.op]), segments.itemCount, new Random(SEED));
  const { op, ...options } = what;
  const scan: Scan = { type, op, bytes, segments, options, resultBytes: 4 };
  const expected = scanned(what, bytes, type, segments.bounds);
  const found = await scanRecorded(device(), scan, expected, {
    ...(variant.tuning ? { tuning: variant.tuning } : {}),
    maxItems: Math.max(1, segments.itemCount),
  });
  expectScan(found, expected, scan, JSON.stringify(what));
}

describe.each(inTurn(VARIANTS))('a scan of the family $family', (variant) => {
  for (const lengths of EVERYWHERE) {
    itOnDevice(
      device,
      variant,
      `of segments of ${lengths.join(', ')} items, which begin everywhere in a tile`,
      async () => {
        const repeats = ROWS === 'quick' ? 140 : Math.ceil(512 / lengths.length);
        const segments = inARow(Array.from({ length: repeats }, () => lengths).flat());
        await check(variant, { op: 'sum', exclusive: false, reverse: false }, segments);
        // Sums of integers do not depend on how terms are bracketed.
        await check(variant, { op: 'sum', exclusive: true, reverse: true, initial: 2 }, segments, 'u32');
      },
    );
  }

  itOnDevice(device, variant, 'of one segment of each number of pieces', async () => {
    for (const length of [127, 128, 129, 255, 257, 511, 512, 513, 1023, 1025, 4095, 4096, 4097, 9000]) {
      await check(variant, { op: 'sum', exclusive: true, reverse: false }, inARow([length]));
      await check(variant, { op: 'sum', exclusive: false, reverse: true }, inARow([length]), 'u32');
    }
  });

  itOnDevice(device, variant, 'of a long segment of which some merge tiles do not find a piece', async () => {
    for (const at of [5, 400, 700, 1500, 2100, 2999]) {
      for (const offsets of [
        [0, 3000, at, at],
        [0, 40, 3000, at, at],
        [3000, 5900, 3000 - at, 3000, 0, 1],
        [3000, 5900, 1500, 3000, 0, 1500],
      ]) {
        const segments = fallingCase(offsets, 6000);
        await check(variant, { op: 'sum', exclusive: false, reverse: false }, segments);
        await check(variant, { op: 'sum', exclusive: true, reverse: true, initial: 7 }, segments, 'u32');
      }
    }
  });

  itOnDevice(device, variant, 'of a long segment that a later merge tile owns', async () => {
    // The last segment, after empty ones that begin within it, with merge tiles of 128 items and of 512. A simulation
    // of the search found them.
    for (const offsets of [
      [4649, 3923, 3745, 3719, 3549, 3276, 2046, 1705, 690, 4764],
      [5263, 4879, 4418, 3114, 2934, 2496, 1868, 1122, 840, 93, 5461],
    ]) {
      const segments = fallingCase(offsets, 6000);
      await check(variant, { op: 'sum', exclusive: false, reverse: false }, segments);
      await check(variant, { op: 'sum', exclusive: true, reverse: false, initial: 7 }, segments, 'u32');
    }
  });

  itOnDevice(device, variant, 'of offsets of which only the last one falls, among many', async () => {
    // Several workgroups look at a share of the segments each. Some numbers of segments have a rest.
    const itemCount = 40_000;
    for (const segments of [1001, 1002, 1003, 1004]) {
      const offsets = Array.from({ length: segments }, (_, i) => Math.floor((i * itemCount) / (segments - 1)));
      const given = fallingCase([...offsets, itemCount - 777], itemCount);
      await check(variant, { op: 'sum', exclusive: false, reverse: false }, given, 'u32');
    }
  });

  itOnDevice(device, variant, 'of runs of segments whose order is turned', async () => {
    const random = new Random(SEED);
    for (let turn = 0; turn < (ROWS === 'quick' ? 12 : 100); turn++) {
      const itemCount = 8000;
      const cuts = new Set(Array.from({ length: random.pick([1, 3, 12, 300]) }, () => random.below(itemCount)));
      const bounds = [0, ...[...cuts].sort((a, b) => a - b), itemCount];
      const ends = bounds.map((_, i) => i > 0 && random.below(3) === 0);
      const runs: number[][] = [[]];
      bounds.forEach((bound, i) => {
        runs.at(-1)!.push(bound);
        if (ends[i]) runs.push([bound]);
      });
      const segments = fallingCase(runs.reverse().flat(), itemCount);
      const what = { op: 'sum', exclusive: turn % 2 === 0, reverse: turn % 4 > 1 } as const;
      await check(variant, what, segments, turn % 3 === 0 ? 'f32' : 'u32');
    }
  });
});
