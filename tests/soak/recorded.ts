/** Recorded calls. Outputs and scratch memory begin as garbage, and guards lie around every range. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { Random, type Variant } from '../support/cases.ts';
import { COMPARATORS } from '../support/comparators.ts';
import { checkRecordedGroups, idBytes, someIds } from '../support/group-cases.ts';
import { initialOf, itemKind, reduceItems } from '../support/reduce-cases.ts';
import { checkReduceCase } from '../support/reduce-check.ts';
import type { ReduceCase } from '../support/reduce-expectation.ts';
import { itemBytesOf } from '../support/reduce-items.ts';
import { allows, OP_NAMES, resultType } from '../support/reduce-oracle.ts';
import { expectScan, type Scan, scanRecorded } from '../support/scan-check.ts';
import { SCAN_OPS, scanned } from '../support/scan-oracle.ts';
import type { TypedRow } from '../support/sort-cases.ts';
import { checkTyped } from '../support/typed-check.ts';
import { KEY_TYPES } from '../support/typed-oracle.ts';
import { recordedSoakCall, type SoakRow } from './call.ts';
import { overlappingSegments, seeds, segments, tunings, types } from './draw.ts';

/** Kernels of a recorded call. Batches are for calls on arrays. */
const variants: fc.Arbitrary<Variant> = tunings.map(({ maxBindingBytes: _, ...tuning }) => ({
  family: tuning.family ?? 'software',
  subgroups: tuning.subgroups !== false,
  tuning,
}));

const sorts: fc.Arbitrary<SoakRow> = fc
  .record({
    type: fc.oneof(
      { arbitrary: fc.constantFrom<TypedRow['type']>(...KEY_TYPES), weight: 9 },
      { arbitrary: fc.constantFrom<TypedRow['type']>(...COMPARATORS), weight: 1 },
    ),
    order: fc.constantFrom('ascending', 'descending'),
    bits: fc.constantFrom('all', 'all', 'middle', 'upper', 'none'),
    signedZero: fc.constantFrom('distinct', 'equal'),
    nan: fc.constantFrom(undefined, 'last', 'first'),
    valueBytes: fc.constantFrom(0, 1, 2, 4, 8, 12, 16),
    call: fc.constantFrom('encode', 'in place', 'double buffer'),
    countOnGpu: fc.boolean(),
    variant: variants,
  })
  .map(({ variant, ...given }) => {
    const isKey = typeof given.type === 'string';
    const row = { ...given, ...variant, ...(isKey ? {} : { bits: 'all', nan: undefined }) } as TypedRow;
    return {
      what: JSON.stringify(row),
      calls: fc
        .tuple(segments, seeds)
        .map(([segments, seed]) =>
          recordedSoakCall('sort', segments.bounds.length, { row, segments, seed }, (device) =>
            checkTyped(device, row, segments, seed),
          ),
        ),
    };
  });

const reduces: fc.Arbitrary<SoakRow> = fc
  .record({ type: types, initial: fc.boolean(), countOnGpu: fc.boolean(), variant: variants })
  .chain(({ type, variant, ...given }) =>
    fc.constantFrom(...OP_NAMES.filter((op) => allows(type, op))).map((op): SoakRow => {
      const more = { list: false, accuracy: 'pairwise', call: 'encode' } as const;
      const row: ReduceCase = { ...given, ...variant, ...more, type, ops: [op] };
      return {
        what: JSON.stringify(row),
        calls: fc
          .tuple(overlappingSegments, seeds)
          .map(([segments, seed]) =>
            recordedSoakCall('reduce', segments.bounds.length, { row, segments, seed }, (device) =>
              checkReduceCase(device, row, segments, seed),
            ),
          ),
      };
    }),
  );

const scans: fc.Arbitrary<SoakRow> = types
  .chain((type) =>
    fc.record({
      type: fc.constant(type),
      op: fc.constantFrom(...SCAN_OPS.filter((op) => allows(type, op))),
      exclusive: fc.boolean(),
      reverse: fc.boolean(),
      hasInitial: fc.boolean(),
      variant: variants,
    }),
  )
  .map((row) => {
    const { type, op, exclusive, reverse, hasInitial, variant } = row;
    const calls = fc.tuple(segments, seeds).map(([segments, seed]) =>
      recordedSoakCall('scan', segments.bounds.length, { row, segments, seed }, async (device) => {
        const random = new Random(seed);
        const bytes = reduceItems(type, itemKind(type, [op]), segments.itemCount, random);
        const initial = hasInitial ? initialOf(type, op, random) : undefined;
        const options = { exclusive, reverse, initial };
        const expected = scanned({ op, ...options }, bytes, type, segments.bounds);
        const scan: Scan = { type, bytes, segments, op, options, resultBytes: itemBytesOf(resultType(type, op)) };
        const { tuning = {} } = variant;
        expectScan(await scanRecorded(device, scan, expected, { tuning }), expected, scan, 'recorded scan');
      }),
    );
    return { what: JSON.stringify(row), calls };
  });

const groups: fc.Arbitrary<SoakRow> = fc
  .record({ type: types, numbered: fc.boolean(), withKeys: fc.boolean(), variant: variants })
  .map((row) => {
    const { type, numbered, withKeys, variant } = row;
    const byNumber = numbered && !type.startsWith('f');
    const draw = fc.tuple(fc.integer({ min: 1, max: 2000 }), seeds);
    const calls = draw.map(([count, seed]) =>
      recordedSoakCall('group by', count, { row, count, seed }, async (device) => {
        const random = new Random(seed);
        const numbers = Array.from({ length: count }, () => random.below(60));
        const ids = byNumber ? idBytes(type, numbers) : someIds(type, count, random);
        const how = { ...(byNumber ? { groups: 57 } : {}), maxItems: 2000, withKeys, variant };
        await checkRecordedGroups(device, type, ids, how);
        expect(ids.length).toBeGreaterThan(0);
      }),
    );
    return { what: JSON.stringify(row), calls };
  });

export const recordedRows: fc.Arbitrary<SoakRow> = fc.oneof(sorts, reduces, scans, groups);
