/**
 * Type × operator × form of segments × way of calling × initial value × kernels. `npm run test:full` runs every
 * combination of any three factors, `.ci/run` a seeded sample of these, and `npm test` a part of all combinations of
 * two.
 * Every row reduces segments of the lengths at the ends of every size class, ±1, or several segments of one such
 * length.
 * Lists of operators, counts of vectors and compensated sums have separate rows.
 */
import { describe } from 'vitest';
import { inTurn, quickRows, Random, ROWS, rowsOf, SEED } from '../support/cases.ts';
import type { Row } from '../support/covering.ts';
import { boundedLengths, type ReduceForm, reduceSegments } from '../support/reduce-cases.ts';
import { checkReduceCase, reduceCaseClasses } from '../support/reduce-check.ts';
import { REDUCE_CALL_FACTORS, type ReduceCase, reduceCaseName } from '../support/reduce-expectation.ts';
import type { InputType } from '../support/reduce-items.ts';
import { allows, OP_NAMES, type OpName, takesInitial } from '../support/reduce-oracle.ts';
import { KEY_TYPES } from '../support/typed-oracle.ts';
import { itOnDevice, useDevice } from '../support/use-device.ts';

const device = useDevice();

const VECTORS = ['vec2<u32>', 'vec3<i32>', 'vec4<f32>'] as const;

type CallRow = Row<typeof REDUCE_CALL_FACTORS>;

/** A test that reduces segments of all boundary lengths. */
function itReduces(index: number, what: Pick<ReduceCase, 'type' | 'ops' | 'list' | 'accuracy'>, call: CallRow): void {
  const row: ReduceCase & { form: ReduceForm } = { ...call, ...what };
  const seed = (SEED + index) >>> 0;
  itOnDevice(device, row, `${reduceCaseName(row)}, ${row.form}, seed ${seed}`, async () => {
    const random = new Random(seed);
    const lengths = boundedLengths(await reduceCaseClasses(device(), row), random);
    await checkReduceCase(device(), row, reduceSegments(row.form, lengths, random), seed);
  });
}

/** A sample has one row in three, and `npm test` each of the software family in one turn of 18. */
const EVERY = ROWS === 'quick' ? 1 : 3;
const TURNS = 18;

describe(`an operator (${ROWS} rows)`, () => {
  const factors = { type: KEY_TYPES, op: OP_NAMES, ...REDUCE_CALL_FACTORS } as const;
  const all = rowsOf(factors, 18, ({ type, op, initial }) => {
    if (type !== undefined && op !== undefined && !allows(type, op)) return false;
    return !initial || op === undefined || takesInitial(op);
  });
  const rows = inTurn(quickRows(all, EVERY), TURNS);
  for (const [i, { type, op, ...call }] of rows.entries()) {
    // A list of one operator is a list as well.
    itReduces(i, { type, ops: [op], list: i % 4 === 3, accuracy: 'pairwise' }, call);
  }
});

/** Lists of operators. A row drops the operators that its type does not have. */
const LISTS: Readonly<Record<string, readonly OpName[]>> = {
  'sum, min, max': ['sum', 'min', 'max'],
  'eight outputs': ['count', 'argmin', 'argmax', 'mean', 'variance', 'product'],
  bits: ['xor', 'and', 'sum', 'or'],
  extremes: ['argmax', 'min', 'max', 'argmin'],
  'the same twice': ['max', 'sum', 'max', 'count', 'sum'],
  'the first twelve': OP_NAMES.slice(0, 12),
  'the other ones': ['first', 'std', 'all', 'any', 'last', 'variance'],
};

describe(`a list of operators (${ROWS} rows)`, () => {
  const factors = { name: Object.keys(LISTS), ...REDUCE_CALL_FACTORS } as const;
  // Types take turns. All types for each list would give twice as many rows as single operators have.
  const twice = ROWS === 'pairwise' ? [...rowsOf(factors), ...rowsOf(factors)] : rowsOf(factors, 9);
  const rows = inTurn(quickRows(twice, EVERY), TURNS);
  for (const [i, { name, ...call }] of rows.entries()) {
    const type = KEY_TYPES[i % KEY_TYPES.length]!;
    const ops = LISTS[name]!.filter((op) => allows(type, op));
    if (ops.length > 1) itReduces(1000 + i, { type, ops, list: true, accuracy: 'pairwise' }, call);
  }
});

describe(`the count of vectors, and compensated sums (${ROWS} rows)`, () => {
  const types: readonly InputType[] = ['f32', 'f16', ...VECTORS];
  const all = rowsOf({ type: types, ...REDUCE_CALL_FACTORS }, 6, ({ type, initial }) => {
    return !initial || type === undefined || type === 'f32' || type === 'f16';
  });
  const rows = inTurn(quickRows(all, EVERY), TURNS);
  for (const [i, { type, ...call }] of rows.entries()) {
    const float = type === 'f32' || type === 'f16';
    const ops: OpName[] = float ? ['sum'] : ['count'];
    itReduces(2000 + i, { type, ops, list: i % 3 === 0, accuracy: float ? 'compensated' : 'pairwise' }, call);
  }
});
