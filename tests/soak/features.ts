/** Reduces of rows of features: each column by tests/support/policies-oracle.ts, on arrays and recorded. */
import fc from 'fast-check';
import { createSegmentedReduce } from '../../src/index.ts';
import { Random } from '../support/cases.ts';
import { reducedBy, withNans } from '../support/policies-oracle.ts';
import { expectBytes, recordCall } from '../support/recorded-call.ts';
import { itemKind, reduceItems } from '../support/reduce-cases.ts';
import { expectNearNumbers } from '../support/reduce-expectation.ts';
import { Items } from '../support/reduce-items.ts';
import { type OpName, resultType } from '../support/reduce-oracle.ts';
import type { Range } from '../support/run.ts';
import { bytesOf, keysOf, type SegmentsCase } from '../support/typed-cases.ts';
import { type KeyType, widthOf } from '../support/typed-oracle.ts';
import { hostCall, recordedSoakCall, type SoakCall, type SoakRow } from './call.ts';
import { itemsAt, overlappingShortSegments, recordedTuning, seeds, tunings } from './draw.ts';

const LISTS: readonly (readonly OpName[])[] = [
  ...(['sum', 'product', 'min', 'max', 'argmin', 'argmax', 'mean', 'variance', 'std', 'count'] as const).map((op) => [
    op,
  ]),
  ...([
    ['sum', 'max'],
    ['mean', 'std'],
    ['argmax', 'count', 'min'],
    ['first', 'last'],
    ['any', 'all'],
  ] as const),
];

const choices = fc.record({
  type: fc.constantFrom<KeyType>('f32', 'f32', 'f16', 'u32', 'i32'),
  width: fc.constantFrom(1, 2, 3, 4, 7, 8, 16, 33, 70),
  ops: fc.constantFrom(...LISTS),
  /** How the rows of segments are found. */
  gathered: fc.boolean(),
  weighted: fc.boolean(),
  omit: fc.boolean(),
  recorded: fc.boolean(),
  tuning: tunings,
});
type Choice = typeof choices extends fc.Arbitrary<infer T> ? T : never;

/** The terms of one column, one a row of segments. */
function columnOf(
  { type, width }: Choice,
  table: Uint8Array,
  rows: Uint32Array,
  column: number,
  weights?: Float32Array,
) {
  const size = widthOf(type) / 8;
  const bytes = itemsAt(
    table,
    size,
    Array.from(rows, (row) => row * width + column),
  );
  if (!weights) return { type, bytes };
  const { numbers } = new Items(type, bytes);
  const products = Float32Array.from(numbers, (number, i) => Math.fround(number * weights[i]!));
  return { type: 'f32' as KeyType, bytes: new Uint8Array(products.buffer) };
}

function rowCall(choice: Choice, segments: SegmentsCase, seed: number): SoakCall {
  const { type, width, tuning } = choice;
  const random = new Random(seed);
  const { bounds, itemCount: count } = segments;
  const isFloat = type.startsWith('f');
  const hasWeights = choice.weighted && isFloat;
  const ops: readonly OpName[] = hasWeights ? ['sum'] : choice.ops;
  const isGathered = choice.gathered && segments.form === 'offsets';
  const omits = choice.omit && isFloat && !choice.recorded && !hasWeights;
  const rowCount = isGathered ? 1 + random.below(2 * count) : count;
  const table = reduceItems(type, itemKind(type, ops), rowCount * width, random);
  if (omits) withNans(type, table, [[0, rowCount * width]], random);
  const rows = Uint32Array.from({ length: count }, (_, i) => (isGathered ? random.below(rowCount) : i));
  const weights = hasWeights ? Float32Array.from(rows, () => (random.below(64) - 32) / 8) : undefined;
  const policies = omits ? ({ nan: 'omit' } as const) : {};
  const list = ops.length > 1;
  const columns = Array.from({ length: width }, (_, c) => {
    const terms = columnOf(choice, table, rows, c, weights);
    return ops.map((op) => reducedBy(op, terms.type, terms.bytes, bounds, policies));
  });
  const check = (k: number, values: Uint8Array, indices?: Uint32Array) => {
    for (const [c, wanted] of columns.entries()) {
      const want = wanted[k]!;
      const what = `${ops[k]} of column ${c}`;
      const places = bounds.map((_, s) => s * width + c);
      const own = itemsAt(values, want.kind === 'near' ? 4 : widthOf(want.type) / 8, places);
      if (want.kind === 'near') expectNearNumbers(own, want, { what, bounds });
      else expectBytes(what, own, want.values, widthOf(want.type) / 8);
      if (want.kind === 'near' || !want.indices) continue;
      expectBytes(`indices, ${what}`, itemsAt(bytesOf(indices!), 4, places), bytesOf(want.indices), 4);
    }
  };
  const isArg = (op: OpName) => op === 'argmin' || op === 'argmax';
  const one = <T>(of: readonly T[]) => (list ? of : of[0]);
  if (!choice.recorded) {
    const { given } = segments;
    const keys = keysOf(type, table);
    const data = 'data' in keys ? keys.data : keys;
    const form = 'offsets' in given ? (isGathered ? { offsets: given.offsets, rows } : given.offsets) : given;
    return hostCall({
      ...{
        name: 'segmentedReduce',
        tuning,
        segments: bounds.length,
        options: { ...policies, ...(weights ? { weights } : {}) },
      },
      args: [{ type, width, data }, form, one(ops)],
      check(result: never) {
        for (const [k, each] of ((list ? result : [result]) as unknown[]).entries()) {
          const { values, indices } = (isArg(ops[k]!) ? each : { values: each }) as Record<
            'values' | 'indices',
            Uint32Array
          >;
          check(k, bytesOf(values), indices);
        }
      },
    });
  }
  const kernels = recordedTuning(tuning);
  const data = { type, width, ops, isGathered, hasWeights, kernels, segments, seed };
  return recordedSoakCall('reduce of rows', bounds.length, data, async (device) => {
    const wide = width * bounds.length;
    const outputs = Object.fromEntries(
      ops.flatMap((op, k): [string, number][] => [
        [`output ${k}`, (wide * widthOf(resultType(hasWeights ? 'f32' : type, op))) / 8],
        ...(isArg(op) ? [[`index ${k}`, 4 * wide] as [string, number]] : []),
      ]),
    );
    const named = (ranges: Readonly<Record<string, Range>>) => ({
      ...{ input: ranges.input, output: one(ops.map((_, k) => ranges[`output ${k}`])) },
      ...(isGathered ? { rowsIn: ranges.rowsIn } : {}),
      ...(hasWeights ? { weightsIn: ranges.weightsIn } : {}),
      ...(ops.some(isArg) ? { outputIndex: one(ops.map((_, k) => ranges[`index ${k}`])) } : {}),
    });
    const inputs = {
      input: table,
      ...(isGathered ? { rowsIn: bytesOf(rows) } : {}),
      ...(weights ? { weightsIn: bytesOf(weights) } : {}),
    };
    const lists = { ...(isGathered ? { rows: true } : {}), ...(hasWeights ? { weights: true } : {}) };
    const descriptor = { type, width, op: one(ops), ...lists, tuning: kernels };
    const what = { segments, inputs, outputs, named };
    const found = await recordCall(device, createSegmentedReduce as never, descriptor, what, seed);
    for (const k of ops.keys()) {
      const index = found[`index ${k}`];
      check(k, found[`output ${k}`]!.found, index && new Uint32Array(index.found.slice().buffer));
    }
  });
}

export const featureRows: fc.Arbitrary<SoakRow> = choices.map((choice) => ({
  what: JSON.stringify(choice),
  calls: fc.tuple(overlappingShortSegments, seeds).map(([segments, seed]) => rowCall(choice, segments, seed)),
}));
