/** Reduces and scans with `nan`, `whenEmpty`, `widen` and `ddof`, and logsumexp: tests/support/policies-oracle.ts. */
import fc from 'fast-check';
import { createSegmentedReduce, createSegmentedScan } from '../../src/index.ts';
import type { InternalTuning } from '../../src/tuning/tuning.ts';
import { Random } from '../support/cases.ts';
import { type Policies, type PolicyOp, reducedBy, scannedBy, withNans } from '../support/policies-oracle.ts';
import { expectBytes, expectWritten, recordCall } from '../support/recorded-call.ts';
import { initialOf, itemKind, reduceItems } from '../support/reduce-cases.ts';
import { expectNearNumbers } from '../support/reduce-expectation.ts';
import {
  allows,
  type Exact,
  type Near,
  OP_NAMES,
  type OpName,
  resultType,
  takesInitial,
} from '../support/reduce-oracle.ts';
import type { Range } from '../support/run.ts';
import { SCAN_OPS } from '../support/scan-oracle.ts';
import { bytesOf, keysOf, type SegmentsCase } from '../support/typed-cases.ts';
import { type KeyType, widthOf } from '../support/typed-oracle.ts';
import { hostCall, recordedSoakCall, type SoakCall, type SoakRow } from './call.ts';
import { given, overlappingSegments, recordedTuning, seeds, segments, tunings, types } from './draw.ts';

const isNarrow = (type: KeyType) => widthOf(type) < 32 && !type.startsWith('f');
const wideOf = (type: KeyType) => (type[0] === 'u' ? 'u32' : 'i32') as KeyType;

// --------------------------------------------------------------------------------------------------------- reduces

interface Reduce {
  readonly type: KeyType;
  readonly ops: readonly PolicyOp[];
  readonly list: boolean;
  readonly policies: Policies;
  readonly hasInitial: boolean;
  readonly recorded: boolean;
  readonly tuning: InternalTuning;
}

const LISTS: readonly (readonly PolicyOp[])[] = [
  ...OP_NAMES.map((op) => [op]),
  ...[['logsumexp'], ['logsumexp'], ['std', 'mean'], ['sum', 'max', 'last'], ['argmax', 'logsumexp'], ['first', 'any']],
  ...[
    ['all', 'std'],
    ['sum', 'product'],
  ],
] as never;

const isTaken = (type: KeyType, op: PolicyOp) => (op === 'logsumexp' ? widthOf(type) < 64 : allows(type, op));

const reduceChoices: fc.Arbitrary<Reduce> = fc
  .record({
    type: types,
    nan: fc.constantFrom(undefined, 'propagate' as const, 'omit' as const, 'omit' as const),
    ddof: fc.constantFrom(0, 1, 1, 2, 5),
    whenEmpty: fc.constantFrom(undefined, 0, 7, 100),
    widen: fc.boolean(),
    hasInitial: fc.boolean(),
    list: fc.boolean(),
    recorded: fc.boolean(),
    tuning: tunings,
  })
  .chain(({ type, nan, ddof, whenEmpty, widen, list, ...rest }) =>
    fc.constantFrom(...LISTS.filter((ops) => ops.every((op) => isTaken(type, op)))).map((ops) => {
      const spread = ops.some((op) => op === 'variance' || op === 'std');
      const policies = { nan, whenEmpty, ...(isNarrow(type) ? { widen } : {}), ...(spread ? { ddof } : {}) };
      return { ...rest, type, ops, list: list || ops.length > 1, policies };
    }),
  );

const namesOf = (ops: readonly PolicyOp[]) => ops.filter((op) => op !== 'logsumexp') as OpName[];

/** The bytes of one result. */
function sizeOf(type: KeyType, op: PolicyOp, { widen }: Policies): number {
  if (op === 'logsumexp') return 4;
  const isWide = widen && isNarrow(type) && (op === 'sum' || op === 'product');
  return widthOf(resultType(isWide ? wideOf(type) : type, op)) / 8;
}

function checkResult(
  op: PolicyOp,
  want: Exact | Near,
  values: Uint8Array,
  indices: Uint32Array | undefined,
  bounds: SegmentsCase['bounds'],
) {
  if (want.kind === 'near') {
    expectNearNumbers(values, want, { what: op, bounds });
    return;
  }
  expectBytes(op, values, want.values, widthOf(want.type) / 8);
  if (want.indices) expectBytes(`indices of ${op}`, bytesOf(indices!), bytesOf(want.indices), 4);
}

function reduceCall(row: Reduce, segments: SegmentsCase, seed: number): SoakCall {
  const { type, ops, list, policies, hasInitial, recorded, tuning } = row;
  const { bounds, itemCount } = segments;
  const random = new Random(seed);
  const bytes = reduceItems(type, itemKind(type, namesOf(ops)), itemCount, random);
  if (policies.nan === 'omit') withNans(type, bytes, bounds, random);
  const initials = ops.map((op) => {
    if (!hasInitial || op === 'logsumexp' || !takesInitial(op)) return undefined;
    return initialOf(policies.widen && (op === 'sum' || op === 'product') ? wideOf(type) : type, op, random);
  });
  const wanted = ops.map((op, k) => reducedBy(op, type, bytes, bounds, policies, initials[k]));
  const { nan, ddof, whenEmpty, widen } = policies;
  const one = <T>(of: readonly T[]) => (list ? of : of[0]);
  const options = {
    ...(nan ? { nan } : {}),
    ...(ddof === undefined ? {} : { ddof }),
    ...(widen === undefined ? {} : { widen }),
    ...(whenEmpty === undefined ? {} : { whenEmpty: one(ops.map(() => whenEmpty)) }),
    ...(initials.some((each) => each !== undefined) ? { initial: one(initials) } : {}),
  };
  const check = (k: number, values: Uint8Array, indices?: Uint32Array) =>
    checkResult(ops[k]!, wanted[k]!, values, indices, bounds);
  const isArg = (op: PolicyOp) => op === 'argmin' || op === 'argmax';
  if (!recorded) {
    const form = given(segments, seed);
    return hostCall({
      ...{ name: 'segmentedReduce', tuning, segments: bounds.length, options },
      args: [keysOf(type, form.bytes(bytes, widthOf(type) / 8)), form.segments, one(ops)],
      check(result: never) {
        for (const [k, each] of ((list ? result : [result]) as unknown[]).entries()) {
          if (!isArg(ops[k]!)) check(k, bytesOf(each as Uint8Array));
          else check(k, bytesOf((each as { values: Uint8Array }).values), (each as { indices: Uint32Array }).indices);
        }
      },
    });
  }
  const kernels = recordedTuning(tuning);
  const data = { type, ops, options, kernels, segments, seed };
  return recordedSoakCall('reduce with policies', bounds.length, data, async (device) => {
    const sizes = ops.map((op) => sizeOf(type, op, policies));
    const outputs = Object.fromEntries(
      ops.flatMap((op, k): [string, number][] => [
        [`output ${k}`, sizes[k]! * bounds.length],
        ...(isArg(op) ? [[`index ${k}`, 4 * bounds.length] as [string, number]] : []),
      ]),
    );
    const named = (ranges: Readonly<Record<string, Range>>) => ({
      input: ranges.input,
      output: one(ops.map((_, k) => ranges[`output ${k}`])),
      ...(ops.some(isArg) ? { outputIndex: one(ops.map((_, k) => ranges[`index ${k}`])) } : {}),
    });
    const descriptor = { type, op: one(ops), ...options, tuning: kernels };
    const what = { segments, inputs: { input: bytes }, outputs, named };
    const found = await recordCall(device, createSegmentedReduce as never, descriptor, what, seed);
    for (const k of ops.keys()) {
      const [output, index] = [found[`output ${k}`]!, found[`index ${k}`]];
      const values = output.found.slice(0, sizes[k]! * bounds.length);
      check(k, values, index && new Uint32Array(index.found.slice().buffer, 0, bounds.length));
      expectWritten(`bytes after ${ops[k]}`, output, output.found, [[0, bounds.length]], sizes[k]!);
    }
  });
}

// ----------------------------------------------------------------------------------------------------------- scans

const scanChoices = types.chain((type) =>
  fc.record({
    type: fc.constant(type),
    op: fc.constantFrom(...SCAN_OPS.filter((op) => allows(type, op))),
    nan: fc.constantFrom(undefined, 'omit' as const, 'omit' as const),
    widen: fc.boolean(),
    exclusive: fc.boolean(),
    reverse: fc.boolean(),
    hasInitial: fc.boolean(),
    recorded: fc.boolean(),
    tuning: tunings,
  }),
);
type Scan = typeof scanChoices extends fc.Arbitrary<infer T> ? T : never;

function scanCall(row: Scan, segments: SegmentsCase, seed: number): SoakCall {
  const { type, op, nan, exclusive, reverse, hasInitial, recorded, tuning } = row;
  const widen = row.widen && isNarrow(type);
  const { bounds, itemCount } = segments;
  const random = new Random(seed);
  const bytes = reduceItems(type, itemKind(type, [op]), itemCount, random);
  if (nan === 'omit') withNans(type, bytes, bounds, random);
  const isWide = widen && (op === 'sum' || op === 'product');
  const initial = hasInitial ? initialOf(isWide ? wideOf(type) : type, op, random) : undefined;
  const want = scannedBy({ op, exclusive, reverse, initial }, type, bytes, bounds, { nan, widen });
  const options = {
    ...{ exclusive, reverse, ...(initial === undefined ? {} : { initial }) },
    ...(nan ? { nan } : {}),
    ...(widen ? { widen } : {}),
  };
  const size = widthOf(want.type) / 8;
  if (!recorded) {
    const form = given(segments, seed);
    return hostCall({
      ...{ name: 'segmentedScan', tuning, segments: bounds.length, options },
      args: [keysOf(type, form.bytes(bytes, widthOf(type) / 8)), form.segments, op],
      check: (result: never) => expectBytes(op, bytesOf(result), want.results, size),
    });
  }
  const kernels = recordedTuning(tuning);
  const data = { type, op, options, kernels, segments, seed };
  return recordedSoakCall('scan with policies', bounds.length, data, async (device) => {
    const descriptor = { type, op, ...options, tuning: kernels };
    const what = { segments, inputs: { input: bytes }, outputs: { output: size * itemCount } };
    const { output } = await recordCall(device, createSegmentedScan as never, descriptor, what, seed);
    expectWritten(op, output!, want.results, bounds, size);
  });
}

export const policyRows: fc.Arbitrary<SoakRow> = fc.oneof(
  {
    weight: 2,
    arbitrary: reduceChoices.map((row) => ({
      what: JSON.stringify(row),
      calls: fc.tuple(overlappingSegments, seeds).map(([segments, seed]) => reduceCall(row, segments, seed)),
    })),
  },
  {
    weight: 1,
    arbitrary: scanChoices.map((row) => ({
      what: JSON.stringify(row),
      calls: fc.tuple(segments, seeds).map(([segments, seed]) => scanCall(row, segments, seed)),
    })),
  },
);
