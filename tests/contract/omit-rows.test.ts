/** Recorded reduces of rows with `nan: 'omit'`: each column has the bits of calls without a GPU. */
import { describe, expect, it } from 'vitest';
import * as core from '../../src/index.ts';
import * as js from '../../src/js/index.ts';
import { inTurn, Random, SEED } from '../support/cases.ts';
import { f16Bits } from '../support/reduce-items.ts';
import { expectRefusal } from '../support/refusal.ts';
import { Workspace } from '../support/run.ts';
import { SMALL_GPU, SMALL_SOFTWARE } from '../support/small-tunings.ts';
import { bytesOf } from '../support/typed-cases.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();

// biome-ignore lint/suspicious/noExplicitAny: calls of every operator, with options of every type
type Any = any;
type Type = 'f16' | 'f32';

/** Elements, a third of them NaN, in some columns nine of ten. Sums of the others are exact. */
function elements(type: Type, count: number, width: number): Uint16Array | Float32Array {
  const random = new Random(SEED + width);
  const numbers = Array.from({ length: count }, (_, i) =>
    (random.below(i % width === 1 ? 10 : 3) !== 0) === (i % width === 1) ? Number.NaN : (random.below(64) - 32) / 4,
  );
  if (type === 'f32') return Float32Array.from(numbers);
  return Uint16Array.from(numbers, (x) => (Number.isNaN(x) ? 0x7c01 + random.below(99) : f16Bits(x)));
}

const LENGTHS = [0, 1, 2, 15, 40, 0, 5, 300, 16, 1100];
const FIRST = 3;
const TOTAL = FIRST + LENGTHS.reduce((sum, length) => sum + length) + 2;
const ENDS = LENGTHS.map((_, i) => LENGTHS.slice(0, i + 1).reduce((sum, each) => sum + each, FIRST));
const OFFSETS = Uint32Array.of(FIRST, ...ENDS);
/** In any order, with shared rows. */
const WINDOWS = {
  begin: Uint32Array.of(900, 0, 17, 5, 1000, 3),
  end: Uint32Array.of(1450, 40, 17, 22, 1005, 1203),
};

type Form = 'offsets' | 'ranges' | 'size';

/** The first `count` segments of a call on arrays. */
function hostSegments(form: Form, count: number): Any {
  if (form === 'offsets') return OFFSETS.slice(0, count + 1);
  if (form === 'size') return { size: 70, count };
  return { begin: WINDOWS.begin.slice(0, count), end: WINDOWS.end.slice(0, count) };
}
const COUNTS = { offsets: LENGTHS.length, ranges: WINDOWS.begin.length, size: Math.floor(TOTAL / 70) } as const;

interface Call {
  readonly type: Type;
  readonly width: number;
  readonly data: Uint16Array | Float32Array;
  readonly form: Form;
  readonly onGpu: boolean;
  readonly op: string | readonly string[];
  readonly options?: object;
  /** Numbers of rows, and factors. */
  readonly rows?: Uint32Array;
  readonly weights?: Float32Array;
  readonly tuning: object;
}

const isArg = (op: string) => op.startsWith('arg');

/** The bytes of the results, and of the indices, of each operator. */
async function recordedRows(call: Call): Promise<Uint8Array[][]> {
  const { type, width, data, form, onGpu, op, options, rows, weights, tuning } = call;
  const plan = await (core.createSegmentedReduce as Any)(device(), {
    ...{ type, width, op, nan: 'omit', tuning, ...options },
    ...{ rows: rows !== undefined, weights: weights !== undefined },
    ...{ maxItems: TOTAL + 50, maxSegments: COUNTS[form], ownTemporary: false },
  });
  const space = new Workspace(device());
  const ops = [op].flat();
  const count = COUNTS[form] - (onGpu ? 1 : 0);
  const words = width * COUNTS[form];
  const half = (one: string) => type === 'f16' && (isArg(one) || /^(min|max|first|last)$/.test(one));
  const outputs = ops.map((one, i) => space.output(`output${i}`, half(one) ? Math.ceil(words / 2) : words));
  const indices = ops.map((one, i) => (isArg(one) ? space.output(`index${i}`, words) : undefined));
  const given = onGpu ? space.input('count', Uint32Array.of(count)) : count;
  const { begin, end } = WINDOWS;
  const segments = {
    offsets: () => ({ offsets: space.input('offsets', OFFSETS), count: given }),
    ranges: () => ({ begin: space.input('begin', begin), end: space.input('end', end), count: given }),
    size: () => ({ size: 70, count: given }),
  }[form]();
  const padded = type === 'f16' && data.length % 2 === 1 ? Uint16Array.of(...data, 0x7fff) : data;
  const args = {
    input: space.input('input', new Uint32Array(padded.buffer)),
    output: Array.isArray(op) ? outputs : outputs[0],
    ...(ops.some(isArg) ? { outputIndex: Array.isArray(op) ? indices : indices[0] } : {}),
    ...(rows ? { rowsIn: space.input('rowsIn', rows) } : {}),
    ...(weights ? { weightsIn: space.input('weightsIn', weights) } : {}),
    itemCount: rows?.length ?? TOTAL,
    segments,
    temporary: space.scratch('temporary', plan.temporaryBytes),
  };
  await space.submit((encoder) => plan.encode(encoder, args));
  const bytes = width * count;
  const found = ops.map((one, i) => {
    const size = half(one) ? 2 : 4;
    const [all, before] = [bytesOf(outputs[i]!.found), bytesOf(outputs[i]!.before)];
    // Results of other segments are not written.
    expect(all.slice(bytes * size)).toEqual(before.slice(bytes * size));
    const index = indices[i];
    return [all.slice(0, bytes * size), ...(index ? [bytesOf(index.found).slice(0, 4 * bytes)] : [])];
  });
  space.destroy();
  plan.destroy();
  return found;
}

const OPS = ['sum', 'argmin', 'max', 'mean', 'std', 'count', 'last', 'all'] as const;
const FEW = ['argmax', 'count', 'first'] as const;

/** Compares with calls on arrays: without a GPU, and for means and deviations, whose last bits may differ, with one. */
async function checkRows(call: Call): Promise<void> {
  const { type, width, data, form, onGpu, op, options, rows, weights, tuning } = call;
  const segments = hostSegments(form, COUNTS[form] - (onGpu ? 1 : 0));
  const host = async (of: Any, on: GPUDevice | null) => {
    const how = { nan: 'omit', ...options, ...(weights ? { weights } : {}), tuning };
    const found = await of.segmentedReduce(
      on,
      { type, width, data },
      rows ? { offsets: segments, rows } : segments,
      op,
      how,
    );
    const listed = Array.isArray(op) ? found : [found];
    const flat = (result: Any): Uint8Array => bytesOf(result.data ?? result);
    return listed.map((one: Any) => (one.indices ? [flat(one.values), bytesOf(one.indices)] : [flat(one)]));
  };
  const [found, want, inJs] = [await recordedRows(call), await host(core, device()), await host(js, null)];
  const ops = [op].flat();
  for (const [i, one] of ops.entries()) {
    expect([one, found[i]]).toEqual([one, want[i]]);
    if (!/^(mean|std|variance)$/.test(one)) expect([one, found[i]]).toEqual([one, inJs[i]]);
  }
}

const CASES = (['offsets', 'ranges', 'size'] as const).flatMap((form, i) =>
  [false, true].flatMap((onGpu) =>
    ([1, 3, 40] as const).map((width, k) => ({
      ...{ form, onGpu, width, type: (i + k + Number(onGpu)) % 2 ? ('f16' as const) : ('f32' as const) },
      tuning: (i + k) % 2 ? SMALL_GPU : SMALL_SOFTWARE,
    })),
  ),
);

describe('each column has the bits of calls without its NaNs', () => {
  it.each(inTurn(CASES, 3))(
    '$type, width $width, $form, a count on the GPU: $onGpu, $tuning.family kernels',
    async ({ type, width, ...how }) => {
      const data = elements(type, width * TOTAL, width);
      await checkRows({ type, width, data, op: OPS, ...how });
      await checkRows({ type, width, data, op: FEW, ...how });
    },
  );

  it.each([
    ['argmin', {}],
    ['count', {}],
    ['min', { whenEmpty: 7 }],
    ['sum', { initial: -3 }],
    ['sum', { accuracy: 'compensated' }],
    ['variance', { ddof: 1 }],
  ])('one operator: %s, %o', async (op, options) => {
    const [type, width] = ['f32', 5] as const;
    const data = elements(type, width * TOTAL, width);
    await checkRows({ type, width, data, op, options, form: 'offsets', onGpu: false, tuning: SMALL_SOFTWARE });
  });
});

describe.each(['f32', 'f16'] as const)('rows of a table: %s', (type) => {
  const width = 3;
  const data = elements(type, width * 200, width);
  const random = new Random(SEED);
  const rows = Uint32Array.from({ length: TOTAL }, () => random.below(200));

  it('are listed', async () => {
    await checkRows({ type, width, data, op: OPS, form: 'offsets', onGpu: true, rows, tuning: SMALL_SOFTWARE });
  });

  it.each(['pairwise', 'compensated'])('are weighted: %s', async (accuracy) => {
    // Products are NaN where infinity meets 0, and where a weight is NaN. These are not left out.
    const some = [0, Number.NaN, Number.POSITIVE_INFINITY];
    const weights = Float32Array.from(rows, () => (random.below(300) < 2 ? some[random.below(3)]! : random.below(9)));
    const how = { type, width, data, op: 'sum', form: 'offsets', onGpu: false, weights, tuning: SMALL_GPU } as const;
    const numbers = Float32Array.from(weights, (x) => (Math.abs(x) < 10 ? x / 7 : 3));
    await checkRows({ ...how, rows, options: { accuracy } });
    await checkRows({ ...how, rows, weights: numbers, options: { accuracy } });
    const own = { data: elements(type, width * TOTAL, width), options: { accuracy, whenEmpty: 5 } };
    await checkRows({ ...how, ...own, weights: numbers });
  });

  it('are left out if the table does not have them', async () => {
    const among = rows.map((row, i) => (i % 5 === 0 ? 2 ** 31 + i : row));
    const nans = rows.map((row, i) => (i % 5 === 0 ? 200 : row));
    const more =
      type === 'f16' ? Uint16Array.of(...data, 0x7e00, 0x7e00, 0x7e00) : Float32Array.of(...data, NaN, NaN, NaN);
    const how = { type, width, op: OPS, form: 'offsets', onGpu: false, tuning: SMALL_SOFTWARE } as const;
    const found = await recordedRows({ ...how, data, rows: among });
    expect(found).toEqual(await recordedRows({ ...how, data: more, rows: nans }));
  });
});

describe('further calls', () => {
  const bounds = { maxItems: 100, maxSegments: 9 };

  it('writes empty results of no items', async () => {
    const given = { type: 'f32', op: 'max', width: 3, nan: 'omit', whenEmpty: 4, ...bounds } as Any;
    const plan = await core.createSegmentedReduce(device(), given);
    const space = new Workspace(device());
    const output = space.output('output', 6);
    const segments = { offsets: space.input('offsets', Uint32Array.of(0, 0, 0)), count: 2 };
    const input = space.input('input', Float32Array.of(1));
    await space.submit((encoder) => plan.encode(encoder, { input, output, itemCount: 0, segments } as Any));
    expect([...new Float32Array(Uint32Array.from(output.found).buffer)]).toEqual([4, 4, 4, 4, 4, 4]);
    space.destroy();
    plan.destroy();
  });

  it('have no effect on integers', async () => {
    const [plain, omitting] = await Promise.all(
      [{}, { nan: 'omit' }].map(async (nan) => {
        const plan = await core.createSegmentedReduce(device(), {
          type: 'u32',
          op: 'sum',
          width: 4,
          ...nan,
          ...bounds,
        } as Any);
        return plan.describe();
      }),
    );
    expect(omitting).toEqual(plain);
  });

  it('need scratch memory for a copy of all columns', async () => {
    const given = { type: 'f32', op: 'sum', width: 65536, nan: 'omit', maxItems: 2 ** 30, maxSegments: 1 } as Any;
    await expectRefusal(() => core.createSegmentedReduce(device(), given), 'limit-exceeded', ['maxItems']);
  });
});
