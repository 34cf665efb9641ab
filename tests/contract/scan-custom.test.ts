/** Scans by custom operators, most of them not commutative. Each operator has a recorded call and one in batches. */
import { describe, expect, it } from 'vitest';
import { quickRows, Random, ROWS, SEED } from '../support/cases.ts';
import { type Components, elementAt, itemBytesOf, itemsOf } from '../support/elements.ts';
import { accumulatorOf, type Operator, randomItems } from '../support/operator.ts';
import { CHOSEN, OPERATORS } from '../support/operators.ts';
import { reduceSegments } from '../support/reduce-cases.ts';
import { expectScan, type Scan, scanHost, scanOnHost, scanRecorded } from '../support/scan-check.ts';
import { scannedSegment } from '../support/scan-oracle.ts';
import type { SegmentsCase } from '../support/typed-cases.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();

interface How {
  readonly exclusive: boolean;
  readonly reverse: boolean;
}

/** The results of the operator's twin. The load of an item outside every segment gets index 0. */
function twin(operator: Operator, bytes: Uint8Array<ArrayBuffer>, { bounds, itemCount }: SegmentsCase, how: How) {
  const { element, load = (seen: Components) => seen, combine, identity, initial } = operator;
  const view = new DataView(bytes.buffer);
  const at = (i: number, index: number) => load(elementAt(element, view, i), index);
  const results = Array.from({ length: itemCount }, (_, i) => at(i, 0));
  const start = how.exclusive ? [initial].flat() : undefined;
  for (const [begin, end] of bounds) {
    const items = Array.from({ length: end - begin }, (_, i) => at(begin + i, i));
    for (const [i, value] of scannedSegment(items, combine, how, identity, start).entries()) results[begin + i] = value;
  }
  return itemsOf(accumulatorOf(operator), itemCount, (i) => results[i]!);
}

function scanOf(operator: Operator, segments: SegmentsCase, how: How): Scan {
  const { element, op, initial } = operator;
  const bytes = randomItems(operator, segments.itemCount, new Random(SEED));
  const options = { ...how, ...(how.exclusive ? { initial } : {}) };
  return { type: element, bytes, segments, op, options, resultBytes: itemBytesOf(accumulatorOf(operator)) };
}

// Only exact operators: a twin rounds the others differently.
const chosen = ROWS === 'quick' ? [CHOSEN.byIndex] : OPERATORS;
const exact = chosen.filter(({ tolerance }) => tolerance === undefined);

describe('a custom operator scans in the order of the items', () => {
  for (const [i, operator] of exact.entries()) {
    for (const family of quickRows([{ family: 'software' as const }, { family: 'gpu' as const }]).map(
      (one) => one.family,
    )) {
      it(`${operator.name}, ${family}`, async () => {
        const how = { exclusive: i % 2 === 0, reverse: i % 4 > 1 };
        const form = (['ranges', 'offsets'] as const)[i % 2]!;
        const segments = reduceSegments(form, [0, 1, 5, 17, 64, 300, 9001, 33], new Random(SEED));
        const scan = scanOf(operator, segments, how);
        const expected = twin(operator, scan.bytes, segments, how);
        const what = `${operator.name}, ${JSON.stringify(how)}`;
        expectScan(await scanRecorded(device(), scan, expected, { tuning: { family } }), expected, scan, what);
        const tuning = { family, maxBindingBytes: 16_384 };
        expectScan(await scanOnHost(device(), scan, { tuning }), expected, scan, `${what}, in batches`);
      });
    }
  }
});

describe('a custom operator', () => {
  it('gives an array of its type, also where elements have another', async () => {
    const op = { wgsl: 'return a + b;', identity: 0, type: 'f32', load: 'return f32(element) * 0.5;' };
    expect(await scanHost(device(), new Uint8Array([2, 4, 6]), [0, 3], op)).toEqual(Float32Array.of(1, 3, 6));
    const pairs = { wgsl: 'return a + b;', identity: 0, type: 'vec2<u32>', load: 'return vec2u(element, index);' };
    expect(await scanHost(device(), new Uint16Array([7, 1, 3]), [0, 2], pairs)).toEqual({
      type: 'vec2<u32>',
      data: Uint32Array.of(7, 0, 8, 1, 3, 0),
    });
  });

  it('that does not compile says where', async () => {
    const op = { wgsl: 'return a +;', identity: 0 };
    await expect(scanHost(device(), new Uint32Array(3), [0, 3], op)).rejects.toThrow(/op\.wgsl/);
  });
});
