/** Reduces on host arrays, compared with tests/support/reduce-oracle.ts. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { drawnReduce, type ReduceCase, type ReduceExpectation } from '../support/reduce-expectation.ts';
import { isVector, itemBytesOf } from '../support/reduce-items.ts';
import { allows, OP_NAMES, type OpName } from '../support/reduce-oracle.ts';
import { bytesOf, keysOf, type SegmentsCase } from '../support/typed-cases.ts';
import { KEY_TYPES, type KeyType } from '../support/typed-oracle.ts';
import { hostCall, type SoakRow } from './call.ts';
import { given, overlappingSegments, seeds, tunings } from './draw.ts';

const LISTS: readonly (readonly OpName[])[] = [
  ...OP_NAMES.map((op) => [op]),
  ['sum', 'min', 'max'],
  ['argmin', 'count', 'argmax', 'sum'],
  ['mean', 'variance'],
];

const TYPES = [...KEY_TYPES, 'vec3<u32>', 'vec2<f32>'] as const;

const choices: fc.Arbitrary<ReduceCase> = fc
  .record({ type: fc.constantFrom(...TYPES), initial: fc.boolean(), compensated: fc.boolean(), tuning: tunings })
  .chain(({ type, compensated, tuning, initial }) =>
    fc.constantFrom(...LISTS.filter((ops) => ops.every((op) => allows(type, op)))).map((ops): ReduceCase => {
      const isFloatSum = ops.length === 1 && ops[0] === 'sum' && (type === 'f16' || type === 'f32');
      const accuracy = compensated && isFloatSum ? 'compensated' : 'pairwise';
      const { family = 'software', subgroups = true } = tuning;
      const kernels = { family, subgroups: subgroups === true, tuning } as Pick<ReduceCase, 'family' | 'subgroups'>;
      return { ...kernels, type, ops, initial, accuracy, list: ops.length > 1, call: 'host', countOnGpu: false };
    }),
  );

/** Throws if a result of the operators is wrong. */
export function checkResults(expectation: ReduceExpectation, result: unknown): void {
  const { list, ops } = expectation.told;
  const results = list ? (result as unknown[]) : [result];
  expect(results.length).toBe(ops.length);
  for (const [k, each] of results.entries()) {
    const isArg = ops[k] === 'argmin' || ops[k] === 'argmax';
    const { values, indices } = (isArg ? each : { values: each }) as { values: Uint8Array; indices?: Uint32Array };
    expectation.check(k, { values: bytesOf(values), indices });
  }
}

function reduceCall(row: ReduceCase, segments: SegmentsCase, seed: number) {
  const expectation = drawnReduce(row, segments, seed);
  const { type, wrapped } = expectation.told;
  const form = given(segments, seed);
  const items = form.bytes(expectation.input, itemBytesOf(type));
  const keys = keysOf(isVector(type) ? (type.slice(5, 8) as KeyType) : type, items);
  const data = 'data' in keys ? keys.data : keys;
  const { op, ...options } = expectation.options();
  return hostCall({
    name: 'segmentedReduce',
    args: [wrapped ? { type, data } : data, form.segments, op],
    options,
    tuning: (row as { tuning?: object }).tuning ?? {},
    segments: segments.bounds.length,
    check: (result) => checkResults(expectation, result),
  });
}

export const reduceRows: fc.Arbitrary<SoakRow> = choices.map((row) => ({
  what: JSON.stringify(row),
  calls: fc.tuple(overlappingSegments, seeds).map(([segments, seed]) => reduceCall(row, segments, seed)),
}));
