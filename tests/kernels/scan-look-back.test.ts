/**
 * Scans in one pass. A piece of a long segment looks back at the subtrees that earlier merge tiles have published. If
 * one is missing, the workgroup computes it itself. Merge tiles that never publish are planted here.
 */
import { describe } from 'vitest';
import type { InternalTuning } from '../../src/tuning/tuning.ts';
import { inTurn, offsetsOf, Random, SEED, totalOf } from '../support/cases.ts';
import { reduceItems } from '../support/reduce-cases.ts';
import { expectScan, scanRecorded } from '../support/scan-check.ts';
import { type ScanWhat, scanned } from '../support/scan-oracle.ts';
import { SMALL_GPU } from '../support/small-tunings.ts';
import { type SegmentsCase, segmentsCase } from '../support/typed-cases.ts';
import type { KeyType } from '../support/typed-oracle.ts';
import { itOnDevice, useDevice } from '../support/use-device.ts';

/** Merge tiles of 512 items. `staged`: whether items pass through workgroup memory. */
const tuningOf = (staged: boolean): InternalTuning => ({
  ...SMALL_GPU,
  reduce: { ...SMALL_GPU.reduce, sweep: { tile: 512, maxLength: 512, staged, looksBack: true } },
});

interface Row extends ScanWhat {
  readonly type: KeyType;
  readonly bytes: number;
  /** Of 100 subtrees, how many are never published. */
  readonly missing: number;
  readonly staged: boolean;
  readonly form?: 'offsets' | 'ranges' | 'fixed';
  readonly inPlace?: boolean;
}

const FORWARD = { exclusive: false, reverse: false } as const;
const ROWS: readonly Row[] = [
  { type: 'f32', bytes: 4, op: 'sum', ...FORWARD, missing: 50, staged: true },
  { type: 'u32', bytes: 4, op: 'sum', exclusive: true, reverse: true, initial: 3, missing: 100, staged: true },
  { type: 'u64', bytes: 8, op: 'sum', ...FORWARD, missing: 50, staged: false, form: 'ranges' },
  { type: 'f32', bytes: 4, op: 'sum', ...FORWARD, missing: 100, staged: true, inPlace: true },
  { type: 'f32', bytes: 4, op: 'sum', exclusive: true, reverse: true, initial: 2, missing: 1, staged: true },
  { type: 'i32', bytes: 4, op: 'max', exclusive: true, reverse: false, missing: 1, staged: false },
  { type: 'f64', bytes: 8, op: 'sum', ...FORWARD, missing: 100, staged: false },
  { type: 'f32', bytes: 4, op: 'sum', exclusive: false, reverse: true, missing: 100, staged: true, form: 'fixed' },
  { type: 'u32', bytes: 4, op: 'xor', ...FORWARD, missing: 0, staged: true },
  { type: 'i32', bytes: 4, op: 'min', ...FORWARD, missing: 50, staged: true },
  { type: 'f32', bytes: 4, op: 'min', exclusive: true, reverse: false, missing: 50, staged: true, form: 'ranges' },
  { type: 'u32', bytes: 4, op: 'sum', ...FORWARD, missing: 50, staged: true },
];

/** Lengths at which pieces begin and end, up to pieces with subtrees of six levels. */
const LENGTHS = new Random(SEED).shuffled([
  ...[1, 2, 3, 4, 5, 7, 8, 13, 70].flatMap((pieces) => [pieces * 512 - 1, pieces * 512, pieces * 512 + 1]),
  ...[0, 0, 1, 15, 16, 17, 31, 33, 100, 300, 1000, 3, 7],
]);

const { bounds: BOUNDS, offsets: OFFSETS } = contiguous(LENGTHS);

function contiguous(lengths: readonly number[]) {
  const offsets = offsetsOf([...lengths], 3);
  return { offsets, bounds: lengths.map((_, i) => [offsets[i]!, offsets[i + 1]!] as const) };
}

function segmentsOf(form: Row['form']): SegmentsCase {
  if (form === 'ranges') return segmentsCase('ranges', LENGTHS, new Random(SEED));
  if (form === 'fixed') return segmentsCase('fixed', [9 * 512 + 1], new Random(SEED));
  return {
    form: 'offsets',
    given: { offsets: OFFSETS },
    bounds: BOUNDS,
    itemCount: 4 * Math.ceil(totalOf(OFFSETS) / 4) + 4,
  };
}

describe('a scan in one pass', () => {
  for (const { type, bytes, missing, staged, form = 'offsets', inPlace = false, ...what } of inTurn(ROWS, 4)) {
    const device = useDevice({ missingTiles: missing });
    const title = `of ${type}, ${missing} % missing, ${staged ? 'staged' : 'direct'}, ${form}, ${JSON.stringify(what)}`;
    itOnDevice(device, { subgroups: false }, title, async () => {
      const segments = segmentsOf(form);
      const items = reduceItems(type, 'summable', segments.itemCount, new Random(SEED));
      const expected = scanned(what, items, type, segments.bounds);
      const { op, ...options } = what;
      const scan = { type, op, bytes: items, segments, options, resultBytes: bytes };
      const found = await scanRecorded(device(), scan, expected, {
        ...{ tuning: tuningOf(staged), inPlace, maxItems: segments.itemCount },
      });
      expectScan(found, expected, scan, title);
    });
  }
});
