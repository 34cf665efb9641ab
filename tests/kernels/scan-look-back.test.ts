/**
 * Scans in one pass. A piece of a long segment looks back at the subtrees that earlier merge tiles have published. If
 * one is missing, the workgroup computes it itself. Merge tiles that never publish are planted here.
 */
import { describe, expect, it } from 'vitest';
import { passesFor } from '../../src/plan/plan.ts';
import type { InternalTuning } from '../../src/tuning/tuning.ts';
import { DEVICES } from '../plans/wide-set.ts';
import { inTurn, offsetsOf, Random, SEED, totalOf } from '../support/cases.ts';
import { scanOf } from '../support/plans.ts';
import { itemKind, reduceItems } from '../support/reduce-cases.ts';
import { expectScan, scanRecorded } from '../support/scan-check.ts';
import { type ScanWhat, scanned } from '../support/scan-oracle.ts';
import { SMALL_GPU } from '../support/small-tunings.ts';
import { type SegmentsCase, segmentsCase } from '../support/typed-cases.ts';
import type { KeyType } from '../support/typed-oracle.ts';
import { itOnDevice, useDevice } from '../support/use-device.ts';

/** Merge tiles of 16 items a lane. `staged`: whether items pass through workgroup memory. */
const tuningOf = (staged: boolean, workgroup: number): InternalTuning => ({
  ...SMALL_GPU,
  reduce: { ...SMALL_GPU.reduce, workgroup, sweep: { tile: 512, maxLength: 512, staged, looksBack: true } },
});

interface Row extends ScanWhat {
  readonly type: KeyType;
  readonly bytes: number;
  /** Of 100 subtrees, how many are never published. */
  readonly missing: number;
  readonly staged: boolean;
  /** `short`: segments of one size, several in a merge tile. `many`: short segments of all lengths. */
  readonly form?: 'offsets' | 'ranges' | 'fixed' | 'short' | 'many';
  readonly inPlace?: boolean;
  /** Default: 32. */
  readonly lanes?: number;
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
  { type: 'f16', bytes: 2, op: 'max', exclusive: false, reverse: true, missing: 50, staged: false },
  { type: 'u8', bytes: 1, op: 'sum', exclusive: true, reverse: true, missing: 50, staged: false, inPlace: true },
];

/** Lanes whose totals are scanned in four rows of 16. Segments begin and end in every place of a row. */
const IN_ROWS: readonly Row[] = [
  { type: 'u32', bytes: 4, op: 'sum', ...FORWARD, missing: 0, staged: false, form: 'many', lanes: 64 },
  { type: 'u32', bytes: 4, op: 'sum', ...FORWARD, missing: 0, staged: true, form: 'many', lanes: 64 },
  {
    type: 'i32',
    bytes: 4,
    op: 'sum',
    exclusive: true,
    reverse: true,
    missing: 0,
    staged: true,
    form: 'many',
    lanes: 64,
  },
];

/** Scratch memory begins as garbage. Where segments have one size and none is cut, no piece looks back. */
const SHORT: readonly Row[] = [
  { type: 'f16', bytes: 2, op: 'max', exclusive: false, reverse: true, missing: 0, staged: false, form: 'short' },
  { type: 'u32', bytes: 4, op: 'sum', exclusive: true, reverse: false, missing: 0, staged: true, form: 'short' },
  { type: 'i8', bytes: 1, op: 'min', ...FORWARD, missing: 0, staged: false, form: 'short', inPlace: true },
];

/** Lengths at which pieces begin and end, up to pieces with subtrees of six levels. */
const LENGTHS = new Random(SEED).shuffled([
  ...[1, 2, 3, 4, 5, 7, 8, 13, 70].flatMap((pieces) => [pieces * 512 - 1, pieces * 512, pieces * 512 + 1]),
  ...[0, 0, 1, 15, 16, 17, 31, 33, 100, 300, 1000, 3, 7],
]);

/** Up to eight leaves each. */
const MANY = Array.from({ length: 300 }, (_, i) => (i * 37) % 131);

const { bounds: BOUNDS, offsets: OFFSETS } = contiguous(LENGTHS);

const SINGLE = Array.from({ length: 5 }, (_, i) => [i, i + 1] as const);

function contiguous(lengths: readonly number[]) {
  const offsets = offsetsOf([...lengths], 3);
  return { offsets, bounds: lengths.map((_, i) => [offsets[i]!, offsets[i + 1]!] as const) };
}

function segmentsOf(form: Row['form']): SegmentsCase {
  if (form === 'many') return segmentsCase('offsets', MANY, new Random(SEED));
  if (form === 'ranges') return segmentsCase('ranges', LENGTHS, new Random(SEED));
  if (form === 'fixed') return segmentsCase('fixed', [9 * 512 + 1], new Random(SEED));
  // 5 of 8 items are in segments: half of a word is not.
  if (form === 'short') return { form: 'fixed', given: { size: 1, count: 5 }, bounds: SINGLE, itemCount: 8 };
  return {
    form: 'offsets',
    given: { offsets: OFFSETS },
    bounds: BOUNDS,
    itemCount: 4 * Math.ceil(totalOf(OFFSETS) / 4) + 4,
  };
}

describe('a scan in one pass', () => {
  for (const row of [...inTurn(ROWS, 4), ...inTurn(SHORT), ...inTurn(IN_ROWS)]) {
    const { type, bytes, missing, staged, form = 'offsets', inPlace = false, lanes = 32, ...what } = row;
    const device = useDevice({ missingTiles: missing });
    const how = [staged ? 'staged' : 'direct', inPlace ? 'in place' : 'copied', form].join(', ');
    const title = `of ${type}, ${missing} % missing, ${how}, ${JSON.stringify(what)}`;
    itOnDevice(device, { subgroups: false }, title, async () => {
      const segments = segmentsOf(form);
      const items = reduceItems(type, itemKind(type, [what.op]), segments.itemCount, new Random(SEED));
      const expected = scanned(what, items, type, segments.bounds);
      const { op, ...options } = what;
      const scan = { type, op, bytes: items, segments, options, resultBytes: bytes };
      const found = await scanRecorded(device(), scan, expected, {
        ...{ tuning: tuningOf(staged, lanes), inPlace, maxItems: Math.max(2048, segments.itemCount) },
      });
      expectScan(found, expected, scan, title);
    });
  }
});

describe('passes of a scan that may look back', () => {
  const device = DEVICES.nvidia!;
  const passes = (size: number, changes = {}, type: KeyType = 'u32') =>
    passesFor(scanOf(device, { type, op: 'sum' }, changes), size)
      .map(({ kernel }) => kernel.name.replace(/^\w+\//, ''))
      .join(', ');

  it('the counter of merge tiles is cleared, also where the host knows that no segment is cut', () => {
    for (const size of [0, 1, 4096, 4097]) {
      expect(passes(size)).toBe('clear, windows');
      expect(passes(size, {}, 'f32')).toBe('clear, one_pass');
    }
  });

  it('a workgroup has a lane for each bit of the index of a piece, or takes three passes', () => {
    expect(passes(0, { tuning: { reduce: { workgroup: 32 } } })).toBe('clear, windows');
    expect(passes(0, { tuning: { reduce: { workgroup: 16 } } })).toBe('setup, fold, join, apply');
  });

  it('nothing is cleared where no segment can be cut', () => {
    expect(passes(0, { maxSegmentSize: 4096 })).toBe('one_pass');
  });

  it('in place, and with a custom operator, pieces do not look back', () => {
    expect(passes(0, { inPlace: true })).toBe('setup, fold, join, apply');
    const custom = scanOf(device, { type: 'u32', op: { wgsl: 'return a + b;', identity: 0 } });
    expect(custom.passes.map(({ kernel }) => kernel.name)).not.toContain('segmented_scan/one_pass');
  });
});
