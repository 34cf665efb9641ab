/**
 * Reduces by custom operators. Each operator compiles new kernels. So the rows hold every combination of any two of the
 * other factors for a few operators. Every operator has one recorded call and one call in batches.
 */
import { describe, expect, it } from 'vitest';
import { segmentedScan } from '../../src/index.ts';
import {
  boundaryLengths,
  classBoundaries,
  inTurn,
  largeFrom,
  quickRows,
  Random,
  ROWS,
  SEED,
} from '../support/cases.ts';
import { covering } from '../support/covering.ts';
import { openDevice } from '../support/device.ts';
import { type CustomOp, type Operator, randomItems } from '../support/operator.ts';
import { CHOSEN, OPERATORS } from '../support/operators.ts';
import {
  classesOfPlan,
  type LoosePlan,
  makeReduce,
  type Reduction,
  recordReduce,
  reduceCase,
  reduceHost,
  reduceOnHost,
  reduceRecorded,
} from '../support/reduce-run.ts';
import { expectTwin } from '../support/reduce-same.ts';
import type { SegmentsCase } from '../support/typed-cases.ts';
import { itInTurn, itOnDevice, useDevice } from '../support/use-device.ts';

const device = useDevice();

const FACTORS = {
  operator: Object.keys(CHOSEN) as (keyof typeof CHOSEN)[],
  form: ['offsets', 'ranges', 'fixed'],
  call: ['host', 'encode'],
  initial: [false, true],
  family: ['software', 'gpu'],
  subgroups: [true, false],
} as const;

function rows() {
  const all = covering(FACTORS, 2);
  return ROWS === 'sample' ? new Random(SEED).shuffled(all).slice(0, 3) : quickRows(all, 6);
}
type Row = ReturnType<typeof rows>[number];

function reductionOf(operator: Operator, segments: SegmentsCase, initial: boolean): Reduction {
  const bytes = randomItems(operator, segments.itemCount, new Random(SEED));
  const { element, op } = operator;
  return { type: element, bytes, segments, op, ...(initial ? { initial: operator.initial } : {}) };
}

/** The size classes of this operator's kernels, read from a plan with room for all. */
async function classesFor(operator: Operator, { family, subgroups }: Pick<Row, 'family' | 'subgroups'>) {
  const segments = { form: 'fixed', given: { size: 1, count: 0 }, bounds: [], itemCount: 0 } as const;
  const plan = await makeReduce(device(), reductionOf(operator, segments, false), { tuning: { family, subgroups } });
  const classes = classesOfPlan(plan);
  plan.destroy();
  return classes;
}

/** All lengths in one call. Segments of one size need one call per length. */
async function casesOf(row: Row): Promise<SegmentsCase[]> {
  const classes = await classesFor(CHOSEN[row.operator], row);
  const cap = 2 * largeFrom(classes) + 1;
  const random = new Random(SEED);
  if (row.form !== 'fixed') return [reduceCase(row.form, [0, 0, ...boundaryLengths(classes, cap)], random)];
  const sizes = classBoundaries(classes, cap).filter((size) => size > 0);
  // A host call may omit classes, and then compiles other kernels.
  const some = row.call === 'host' ? random.shuffled(sizes).slice(0, 3) : sizes;
  // The longest size comes first, because the plan is made for it.
  return some.sort((a, b) => b - a).map((size) => reduceCase('fixed', [size], random));
}

async function checkRow(row: Row): Promise<void> {
  const operator = CHOSEN[row.operator];
  const { family, subgroups } = row;
  const manner = { tuning: { family, subgroups } };
  let plan: LoosePlan | undefined;
  for (const segments of await casesOf(row)) {
    const reduction = reductionOf(operator, segments, row.initial);
    if (row.call === 'encode') plan ??= await makeReduce(device(), reduction, manner);
    const [found] = plan
      ? await recordReduce(device(), plan, reduction, manner)
      : await reduceOnHost(device(), reduction, manner);
    expectTwin(found!, operator, reduction, row.initial ? operator.initial : undefined);
  }
  plan?.destroy();
}

describe(`every class edge by a custom operator (${ROWS} rows)`, () => {
  for (const row of inTurn(rows())) {
    const { operator, form, call, initial, family, subgroups } = row;
    const kernels = `${family} kernels ${subgroups ? 'with' : 'without'} subgroups`;
    itOnDevice(
      device,
      row,
      `${CHOSEN[operator].name}, ${form}, ${call}${initial ? ', initial' : ''}, ${kernels}`,
      async () => {
        await checkRow(row);
      },
    );
  }
});

const SOME = ROWS === 'sample' ? [CHOSEN.hash] : ROWS === 'quick' ? Object.values(CHOSEN) : OPERATORS;
const SOFTWARE = { family: 'software', subgroups: false } as const;

describe('recorded, overlapping and in any order:', () => {
  for (const operator of inTurn(SOME, 2, 1)) {
    it(operator.name, async () => {
      const classes = await classesFor(operator, SOFTWARE);
      const lengths = [0, 0, ...classBoundaries(classes, largeFrom(classes) + 1), 2 * largeFrom(classes) + 77];
      const reduction = reductionOf(operator, reduceCase('ranges', lengths, new Random(SEED)), false);
      const [found] = await reduceRecorded(device(), reduction, { tuning: SOFTWARE });
      expectTwin(found!, operator, reduction);
    });
  }
});

describe('in batches, one segment longer than a batch, after an initial value:', () => {
  for (const operator of inTurn(SOME)) {
    it(operator.name, async () => {
      const segments = reduceCase('offsets', [5000, 0, 3, 700, 1, 40, 2500, 0, 9], new Random(SEED));
      const reduction = reductionOf(operator, segments, true);
      const progress: { done: number; total: number }[] = [];
      const [found] = await reduceOnHost(device(), reduction, {
        tuning: { ...SOFTWARE, maxBindingBytes: 4096 },
        onProgress: (step: { done: number; total: number }) => progress.push({ ...step }),
      });
      expectTwin(found!, operator, reduction, operator.initial);
      expect(progress.length).toBeGreaterThan(1);
      expect(progress.at(-1)!.done).toBe(progress.at(-1)!.total);
      for (const [i, { done }] of progress.entries()) expect(done).toBeGreaterThan(progress[i - 1]?.done ?? 0);
    });
  }
});

const BOTH = [{ family: 'software' }, { family: 'gpu' }] as const;

describe('in batches', () => {
  it.each(quickRows(BOTH).map(({ family }) => family))(
    'overlapping segments and those of one size come out the same (%s)',
    async (family) => {
      const operator = CHOSEN.byIndex;
      for (const form of ['ranges', 'fixed'] as const) {
        const segments = reduceCase(form, form === 'fixed' ? [1500] : [4000, 3000, 0, 1, 900, 60, 2], new Random(SEED));
        const reduction = reductionOf(operator, segments, false);
        const [found] = await reduceOnHost(device(), reduction, { tuning: { family, maxBindingBytes: 2048 } });
        expectTwin(found!, operator, reduction);
      }
    },
  );
});

describe('empty segments', () => {
  it('give the identity, or the initial value, and no segment gives nothing', async () => {
    for (const operator of [CHOSEN.matrix, CHOSEN.softmax, CHOSEN.hash]) {
      for (const lengths of [[0, 0, 0], [0, 5, 0, 0, 700], []]) {
        for (const initial of [false, true]) {
          const reduction = reductionOf(operator, reduceCase('offsets', lengths, new Random(SEED)), initial);
          for (const call of [reduceOnHost, reduceRecorded]) {
            const [found] = await call(device(), reduction);
            expectTwin(found!, operator, reduction, initial ? operator.initial : undefined);
          }
        }
      }
    }
  });

  it('of no items at all', async () => {
    const segments = { form: 'offsets', given: { offsets: Uint32Array.of(0, 0, 0) }, itemCount: 0 } as const;
    const reduction = reductionOf(
      CHOSEN.hash,
      {
        ...segments,
        bounds: [
          [0, 0],
          [0, 0],
        ],
      },
      false,
    );
    for (const call of [reduceOnHost, reduceRecorded]) {
      expectTwin((await call(device(), reduction))[0]!, CHOSEN.hash, reduction);
    }
  });
});

describe('an identity', () => {
  const empty = (op: CustomOp, type = 'f32', values: object = new Float32Array(1)) =>
    type === 'f32'
      ? reduceHost(device(), values, [0, 0], op)
      : reduceHost(device(), { type, data: new Float32Array(4) }, [0, 0], op);
  const wgsl = 'return a + b;';

  itInTurn(2)('may be any number of a float', async () => {
    for (const identity of [-0, 1e-40, 16777216, -3.4028234663852886e38, Infinity, -Infinity, 0.1]) {
      const [found] = await empty({ wgsl, identity });
      expect(found === Math.fround(identity) || Math.abs(identity) < 1e-37, `${identity} became ${found}`).toBe(true);
    }
    expect(await empty({ wgsl, identity: Number.NaN })).toEqual(Float32Array.of(Number.NaN));
  });

  it('may be any whole number of the type', async () => {
    const i32 = (identity: number) => reduceHost(device(), new Int32Array(1), [0, 0], { wgsl, identity });
    for (const identity of [-2147483648, -1, 2147483647]) expect(await i32(identity)).toEqual(Int32Array.of(identity));
    const op = { wgsl, identity: 4294967295 };
    expect(await reduceHost(device(), new Uint32Array(1), [0, 0], op)).toEqual(Uint32Array.of(4294967295));
  });

  it('is every component of a vector', async () => {
    const found = await empty({ wgsl, identity: -Infinity }, 'vec4<f32>');
    expect(found).toEqual({ type: 'vec4<f32>', data: new Float32Array(4).fill(-Infinity) });
  });

  itInTurn(2, 1)('may be the bits of an infinity or of a NaN', async () => {
    const declarations = 'const LEAST = 0xff800000u;';
    for (const [identity, want] of [
      ['bitcast<f32>(0x7fc00000u)', Number.NaN],
      ['bitcast<f32>(0x7f800000u)', Infinity],
      ['bitcast< f32 > ( 4286578688u )', -Infinity],
      ['bitcast<f32>(LEAST)', -Infinity],
      ['max(bitcast<f32>(-8388608), bitcast<vec2f>(vec2u(0x7f800000u)).y)', Infinity],
      ['bitcast<f32>(1u << 30u)', 2],
      ['bitcast<f32>(0x7f800000) // as i32', Infinity],
    ] as const) {
      expect(await empty({ wgsl, identity, declarations }), identity).toEqual(Float32Array.of(want));
    }
    const identity = 'bitcast<f32>(0x7fc00000u)';
    const first = { wgsl: 'return select(a, b, (bitcast<u32>(a) & 0x7fffffffu) > 0x7f800000u);', identity };
    expect(await reduceHost(device(), Float32Array.of(3, 4, 5), [0, 0, 2, 3], first)).toEqual(
      Float32Array.of(Number.NaN, 3, 5),
    );
    const scanned = await segmentedScan(device(), Float32Array.of(3, 4, 5), [0, 2, 3], first, { exclusive: true });
    expect(scanned).toEqual(Float32Array.of(Number.NaN, 3, Number.NaN));
  });

  it('may be an expression that uses the declarations', async () => {
    const op = { wgsl, identity: 'half_of(3.0)', declarations: 'fn half_of(x: f32) -> f32 { return 0.5 * x; }' };
    expect(await empty(op)).toEqual(Float32Array.of(1.5));
  });
});

describe('a custom operator', () => {
  it('works at WebGPU’s default limits', async () => {
    const limited = await openDevice({ limits: 'default' });
    for (const family of ['software', 'gpu'] as const) {
      const reduction = reductionOf(CHOSEN.matrix, reduceCase('offsets', [3, 600, 9000, 40_000], new Random(1)), false);
      const [found] = await reduceRecorded(limited, reduction, { tuning: { family } });
      expectTwin(found!, CHOSEN.matrix, reduction);
    }
    limited.destroy();
  });

  it('may end its text with a comment, and hold lines of any kind', async () => {
    const op = {
      wgsl: '// the sum\r\nreturn a + b; // done',
      identity: '0u // zero',
      load: 'return element; /* as it is */ // really',
      declarations: '// none',
    };
    expect(await reduceHost(device(), Uint32Array.of(1, 2, 3), [0, 3], op)).toEqual(Uint32Array.of(6));
  });

  it('is compared by its text: two that differ in a member only give different results', async () => {
    const values = Uint32Array.of(4, 9, 2);
    const results = [];
    for (const op of [
      { wgsl: 'return a + b;', identity: 0 },
      { wgsl: 'return a + b;', identity: 0, load: 'return element * element;' },
      { wgsl: 'return a + k * b;', identity: 0, declarations: 'const k = 1u;', load: 'return 2u * element;' },
      { wgsl: 'return a + b;', identity: 0, type: 'f32' },
      { wgsl: 'return max(a, b);', identity: 0 },
    ]) {
      results.push((await reduceHost(device(), values, [0, 3], op))[0]);
    }
    expect(results).toEqual([15, 101, 30, 15, 9]);
  });
});
