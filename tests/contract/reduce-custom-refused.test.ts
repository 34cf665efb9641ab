/** A custom operator that does not compile: the error names the caller's line, and later calls work. */
import { afterEach, describe, expect, it } from 'vitest';
import { createSegmentedReduce, segmentedReduce } from '../../src/index.ts';
import type { CustomOp } from '../support/operator.ts';
import { createReduce, reduceHost } from '../support/reduce-run.ts';
import { expectRefusal, expectStillWorking } from '../support/refusal.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();

const VALUES = Uint32Array.of(1, 2, 3);
const SUM = { wgsl: 'return a + b;', identity: 0 };

/** A fault of each text, its position, and the part of its line that the message must have. */
const FAULTS: Record<string, { op: CustomOp; says: RegExp[] }> = {
  wgsl: {
    op: { ...SUM, wgsl: 'let twice = a + a;\nreturn twice + nothing(b);' },
    says: [/wgsl:2:16/, /nothing/, /return twice \+ nothing\(b\);/],
  },
  load: {
    op: { ...SUM, load: 'let v = element;\nreturn v + index + lost;' },
    says: [/load:2:20/, /return v \+ index \+ lost;/],
  },
  identity: { op: { ...SUM, identity: 'min(1u, oops)' }, says: [/identity:1:9/, /oops/] },
  'identity of bits': {
    op: { ...SUM, identity: 'min(bitcast<u32>(0x7fc00000), oops)' },
    says: [/identity:1:31/, /min\(bitcast<u32>\(0x7fc00000\), oops\)/],
  },
  declarations: {
    op: { ...SUM, declarations: 'fn twice(v: u32) -> u32 {\n  return v * gone;\n}' },
    says: [/declarations:2:14/, /return v \* gone;/],
  },
};

describe('is refused where it does not compile:', () => {
  afterEach(() => expectStillWorking(device()));

  /** Both ways of calling refuse the fault. The same operator without the fault works afterwards. */
  async function checkFault(op: CustomOp, path: string, says: readonly RegExp[]): Promise<void> {
    const [first, ...rest] = says.map(({ source }) => source);
    const all = [new RegExp(`${path}\\.${first}`), ...rest.map((source) => new RegExp(source))];
    const ops = path === 'op' ? op : ['sum', op];
    await expectRefusal(() => reduceHost(device(), VALUES, [0, 3], ops), 'shader-compile', all);
    const room = { type: 'u32', maxItems: 10, maxSegments: 2 };
    await expectRefusal(() => createReduce(device(), { ...room, op: ops }), 'shader-compile', all);
    expect(await reduceHost(device(), VALUES, [0, 3], SUM)).toEqual(Uint32Array.of(6));
  }

  for (const [member, { op, says }] of Object.entries(FAULTS)) {
    it(`op.${member}, with line, column and source`, () => checkFault(op, 'op', says));
    it(`op[1].${member} of a list`, () => checkFault(op, 'op\\[1\\]', says));
  }

  it('a brace too many, or one too few', async () => {
    await checkFault({ ...SUM, wgsl: 'return a + b; }}' }, 'op', [/wgsl/]);
    await checkFault({ ...SUM, load: 'return element; }}' }, 'op', [/load/]);
    await checkFault({ ...SUM, wgsl: 'if (a > b) {\nreturn a;' }, 'op', [/wgsl:2:\d+/, /return a;/]);
    await checkFault({ ...SUM, load: 'if (index > 1u) {\nreturn element;' }, 'op', [/load:2:\d+/, /return element;/]);
    const declarations = 'fn twice(v: u32) -> u32 {\n  return 2u * v;';
    await checkFault({ ...SUM, declarations }, 'op', [/declarations:2:\d+/, /return 2u \* v;/]);
    const comment = '// packs {x, y\nfn twice(v: u32) -> u32 { return 2u * v; }';
    await checkFault({ ...SUM, declarations: comment, wgsl: 'return nothing(a);' }, 'op', [/wgsl:1:8/, /nothing/]);
  });

  it('names of WGSL’s own, whatever the lengths', async () => {
    const declarations = 'fn max(a: u32, b: u32) -> u32 { return select(a, b, a < b); }';
    const op = { ...SUM, declarations, wgsl: 'return max(a, b);' };
    for (const length of [3, 9000]) {
      const call = () => reduceHost(device(), new Uint32Array(length), [0, length], op);
      await expectRefusal(call, 'invalid-option', [/op\.declarations/, /max/]);
    }
  });

  it('but not if only the last semicolon is missing', async () => {
    const op = { ...SUM, declarations: 'const factor = 2u', wgsl: 'return a + b + factor;' };
    expect(await reduceHost(device(), VALUES, [0, 3], op)).toEqual(Uint32Array.of(10));
  });

  it('a result of another type', async () => {
    await checkFault({ ...SUM, wgsl: 'return vec2<u32>(a, b);' }, 'op', [/wgsl:1/]);
    await checkFault({ ...SUM, load: 'return 0.5;' }, 'op', [/load:1/]);
    const pair = { ...SUM, identity: 'vec2<f32>(1, 2)' };
    const says = [/op\.identity:1:\d+/, /vec2<f32>\(1, 2\)/];
    await expectRefusal(() => reduceHost(device(), VALUES, [0, 3], pair), 'shader-compile', says);
  });

  it('an empty text', async () => {
    await expectRefusal(() => reduceHost(device(), VALUES, [0, 3], { ...SUM, wgsl: '' }), 'shader-compile', []);
  });

  it('names that two operators of a list declare in two ways, or are told apart', async () => {
    const weighed = (factor: number) => ({
      ...SUM,
      load: 'return weigh(element);',
      declarations: `fn weigh(x: u32) -> u32 { return ${factor}u * x; }`,
    });
    const ops = [weighed(1), weighed(2)];
    const found = await reduceHost(device(), VALUES, [0, 3], ops).catch((error) => error.code);
    if (found !== 'shader-compile') expect(found).toEqual([Uint32Array.of(6), Uint32Array.of(12)]);
  });
});

describe('an operator', () => {
  it('may change as soon as a call or a plan was asked for', async () => {
    const op = { wgsl: 'return a + b;', identity: 0 };
    const descriptor = { type: 'u32' as const, op, maxItems: 4, maxSegments: 1 };
    const values = Uint32Array.of(1, 2, 3);
    const running = segmentedReduce(device(), values, [0, 3], op);
    const making = createSegmentedReduce(device(), descriptor);
    op.wgsl = 'return a * b;';
    descriptor.maxItems = 0;
    values.fill(7);
    expect(await running).toEqual(Uint32Array.of(6));
    const plan = await making;
    expect(JSON.stringify(plan.describe())).toContain(' + b;');
    expect(JSON.stringify(plan.describe())).not.toContain(' * b;');
    plan.destroy();
  });
});
