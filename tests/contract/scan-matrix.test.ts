/**
 * Scans: type × operator × form of segments × way of calling × exclusive × reverse × initial × kernels. The rows are
 * those of reduce-matrix.test.ts: every combination of any two factors, and a part of them in `npm test`. Every row
 * scans segments of the lengths at the ends of leaves, pieces and merge tiles, ±1.
 */
import { describe, it } from 'vitest';
import { inTurn, quickRows, Random, ROWS, rowsOf, SEED, tuningOf } from '../support/cases.ts';
import { initialOf, itemKind, reduceItems, reduceSegments } from '../support/reduce-cases.ts';
import { itemBytesOf } from '../support/reduce-items.ts';
import { allows, resultType } from '../support/reduce-oracle.ts';
import { expectScan, type Scan, scanOnHost, scanRecorded } from '../support/scan-check.ts';
import { SCAN_OPS, scanned } from '../support/scan-oracle.ts';
import { KEY_TYPES } from '../support/typed-oracle.ts';
import { itOnDevice, useDevice } from '../support/use-device.ts';

const device = useDevice();

const FACTORS = {
  type: KEY_TYPES,
  op: SCAN_OPS,
  form: ['offsets', 'ranges', 'fixed'],
  call: ['encode', 'encode in place', 'host', 'host in batches'],
  exclusive: [false, true],
  reverse: [false, true],
  initial: [false, true],
  family: ['software', 'gpu'],
  subgroups: [true, false],
} as const;

const EDGES = [1, 2, 3, 4, 15, 16, 17, 31, 32, 33, 47, 48, 63, 64, 65, 127, 128, 129, 255, 256, 257, 511, 512, 513];
const LONG = [4095, 4096, 4097, 8191, 8192, 8193, 12_287, 12_288, 12_289, 20_001];

/** All short lengths, and as many of the long ones as fit. */
function lengthsOf(random: Random): number[] {
  const lengths = [0, 0, 1, 1, 2, ...EDGES];
  let room = 40_000;
  for (const length of random.shuffled(LONG)) {
    if (length > room) continue;
    lengths.push(length);
    room -= length;
  }
  return random.shuffled(lengths);
}

describe(`a scan (${ROWS} rows)`, () => {
  const all = rowsOf(FACTORS, 14, ({ type, op, call }) => {
    if (type !== undefined && op !== undefined && !allows(type, op)) return false;
    const wider = type === 'f16' && (op === 'sum' || op === 'product');
    return !(call === 'encode in place' && wider);
  });
  for (const [i, row] of inTurn([...quickRows(all, 16).entries()])) {
    const { type, op, form, call, exclusive, reverse } = row;
    const seed = (SEED + i) >>> 0;
    const how = [exclusive && 'exclusive', reverse && 'reverse', row.initial && 'initial'].filter(Boolean).join(', ');
    const title = `${op} of ${type}, ${form}, ${call}, ${how}, ${row.family}, subgroups ${row.subgroups}, seed ${seed}`;
    itOnDevice(device, row, title, async () => {
      const random = new Random(seed);
      const segments = reduceSegments(form, lengthsOf(random), random);
      const bytes = reduceItems(type, itemKind(type, [op]), segments.itemCount, random);
      const initial = row.initial ? initialOf(type, op, random) : undefined;
      const what = { op, exclusive, reverse, initial };
      const { op: _, ...options } = what;
      const scan: Scan = { type, bytes, segments, op, options, resultBytes: itemBytesOf(resultType(type, op)) };
      const expected = scanned(what, bytes, type, segments.bounds);
      const tuning = tuningOf(row);
      if (call === 'host' || call === 'host in batches') {
        const maxBindingBytes = Math.max(1024, 2048 * itemBytesOf(type));
        const more = call === 'host' ? { tuning } : { tuning: { ...tuning, maxBindingBytes } };
        expectScan(await scanOnHost(device(), scan, more), expected, scan, title);
        return;
      }
      const manner = { tuning, inPlace: call === 'encode in place', openPass: i % 3 === 0 };
      expectScan(await scanRecorded(device(), scan, expected, manner), expected, scan, title);
    });
  }
});

describe('with the table of the device', () => {
  it('a product of doubles ends each segment in a part of a leaf', async () => {
    const [type, op] = ['f64', 'product'] as const;
    const random = new Random(SEED);
    const lengths = [...Array.from({ length: 60 }, () => random.below(300)), 20_000, 0, 9000, 3, 2000];
    const segments = reduceSegments('offsets', lengths, random);
    const bytes = reduceItems(type, itemKind(type, [op]), segments.itemCount, random);
    const what = { op, exclusive: false, reverse: false, initial: undefined };
    const expected = scanned(what, bytes, type, segments.bounds);
    const scan: Scan = { type, bytes, segments, op, options: {}, resultBytes: 8 };
    expectScan(await scanOnHost(device(), scan), expected, scan, op);
  });
});
