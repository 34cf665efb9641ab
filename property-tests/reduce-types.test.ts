/** A reduce of any type, operators, initial values, form of segments and way of calling agrees with the oracle. */
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { reduceSegmentsCases, runParameters, seeds } from '../tests/support/arbitraries.ts';
import type { Variant } from '../tests/support/cases.ts';
import { checkReduceCase } from '../tests/support/reduce-check.ts';
import type { ReduceCase } from '../tests/support/reduce-expectation.ts';
import type { InputType } from '../tests/support/reduce-items.ts';
import { allows, OP_NAMES, type OpName } from '../tests/support/reduce-oracle.ts';
import { KEY_TYPES } from '../tests/support/typed-oracle.ts';
import { runsOn, useDevice } from '../tests/support/use-device.ts';

const device = useDevice();

/** The tests of the matrix cover all kernels. These tests use two sets of them. */
const VARIANTS: Variant[] = [
  { family: 'software', subgroups: true },
  { family: 'software', subgroups: false },
];

const TYPES: readonly InputType[] = [...KEY_TYPES, 'vec3<u32>', 'vec2<f32>'];

/** Any single operator. Lists come from a few, because each new list is compiled. */
const LISTS: readonly (readonly OpName[])[] = [
  ...OP_NAMES.map((op) => [op]),
  ['sum', 'min', 'max'],
  ['argmin', 'count', 'argmax', 'sum'],
];

function rows(): fc.Arbitrary<ReduceCase> {
  const typed = fc.constantFrom(...TYPES).chain((type) => {
    const lists = LISTS.filter((ops) => ops.every((op) => allows(type, op)));
    return fc.constantFrom(...lists).map((ops) => ({ type, ops }));
  });
  return fc
    .record({
      typed,
      asList: fc.boolean(),
      initial: fc.boolean(),
      compensated: fc.boolean(),
      call: fc.constantFrom('host', 'host in batches', 'encode'),
      countOnGpu: fc.boolean(),
      variant: fc.constantFrom(...VARIANTS.filter((variant) => runsOn(device(), variant))),
    })
    .map(({ typed: { type, ops }, asList, compensated, variant, ...row }): ReduceCase => {
      const sumOfFloats = ops.length === 1 && ops[0] === 'sum' && (type === 'f16' || type === 'f32');
      const accuracy = compensated && sumOfFloats ? 'compensated' : 'pairwise';
      return { ...row, ...variant, type, ops, list: asList || ops.length > 1, accuracy };
    });
}

describe('any reduce of any type', () => {
  it('is the one the contract describes', async () => {
    const property = fc.asyncProperty(rows(), reduceSegmentsCases, seeds, (row, given, seed) =>
      checkReduceCase(device(), row, given, seed),
    );
    await fc.assert(property, runParameters(120));
  });
});
