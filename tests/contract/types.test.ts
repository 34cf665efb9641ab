/** The types of calls and results. `npm run typecheck` fails if one of these is wrong. */

import { expectTypeOf, it } from 'vitest';
import type * as core from '../../src/index.ts';
import type {
  createSegmentedReduce,
  createSegmentedScan,
  HalfArray,
  QuantileOptions,
  Reduced,
  reduceByKey,
  segmentedReduce,
  segmentedScan,
  segmentedSort,
  TypedItems,
} from '../../src/index.ts';
import type * as js from '../../src/js/index.ts';
import { segmentedQuantile as segmentedQuantileJs } from '../../src/js/index.ts';

/** Float16Array as in TypeScript's libraries from ES2025 on. */
interface Half extends ArrayBufferView {
  readonly [Symbol.toStringTag]: 'Float16Array';
  readonly BYTES_PER_ELEMENT: number;
  readonly length: number;
  at(index: number): number | undefined;
}
type F32 = Float32Array<ArrayBuffer>;
type Halves = { type: 'f16'; data: Uint16Array };

it('results are in the input’s own form, in arrays that can be transferred', () => {
  expectTypeOf<Half>().toExtend<HalfArray>();
  expectTypeOf<typeof segmentedSort<Half>>().returns.resolves.toEqualTypeOf<Half>();
  expectTypeOf<Reduced<Float64Array, 'max'>>().toEqualTypeOf<Float64Array>();
  expectTypeOf<Reduced<Uint8Array, 'count'>>().toEqualTypeOf<Uint32Array<ArrayBuffer>>();
  expectTypeOf<Reduced<Uint8Array, 'mean'>>().toEqualTypeOf<F32>();
  expectTypeOf<Reduced<Uint8Array, 'argmin'>['indices']>().toEqualTypeOf<Uint32Array<ArrayBuffer>>();
});

it('sums of f16 are f32, their extremes f16', () => {
  expectTypeOf<Reduced<Half, 'sum'>>().toEqualTypeOf<F32>();
  expectTypeOf<Reduced<Half, 'min'>>().toEqualTypeOf<Half>();
  expectTypeOf<Reduced<Halves, 'product'>>().toEqualTypeOf<F32>();
  expectTypeOf<Reduced<Halves, 'max'>>().toEqualTypeOf<Halves>();
  expectTypeOf<Reduced<{ type: 'u8'; data: Uint8Array }, 'sum'>>().toEqualTypeOf<{ type: 'u8'; data: Uint8Array }>();
  expectTypeOf<Reduced<TypedItems, 'sum'>>().toEqualTypeOf<TypedItems | F32>();
});

it('custom operators give arrays of their type', () => {
  type Own<Type> = { wgsl: string; identity: number; type: Type };
  expectTypeOf<Reduced<Uint8Array, Own<'f32'>>>().toEqualTypeOf<F32>();
  expectTypeOf<Reduced<Uint8Array, Own<'i32'>>>().toEqualTypeOf<Int32Array<ArrayBuffer>>();
  expectTypeOf<Reduced<Uint8Array, Own<'vec2<f32>'>>>().toEqualTypeOf<TypedItems>();
});

it('floats have no bitwise operators', () => {
  type Calls = {
    reduce: typeof segmentedReduce;
    scan: typeof segmentedScan;
    byKey: typeof reduceByKey;
    plan: typeof createSegmentedReduce;
    scanPlan: typeof createSegmentedScan;
    js: typeof js;
  };
  // Only the types are checked: the function is not called.
  const wrong = (on: GPUDevice, { reduce, scan, byKey, plan, scanPlan, js }: Calls) => {
    const [floats, doubles, words] = [new Float32Array(2), new Float64Array(2), new Uint32Array(2)];
    const room = { maxItems: 2, maxSegments: 1 };
    // @ts-expect-error: a Float32Array
    reduce(on, floats, [0, 2], 'xor');
    // @ts-expect-error: in a list
    reduce(on, doubles, [0, 2], ['sum', 'and']);
    // @ts-expect-error: by the type of the items
    reduce(on, { type: 'f16', data: new Uint16Array(2) } as const, [0, 2], 'or');
    // @ts-expect-error: a scan
    scan(on, floats, [0, 2], 'xor');
    // @ts-expect-error: by key
    byKey(on, words, floats, 'xor');
    // @ts-expect-error: without a GPU
    js.segmentedReduce(null, floats, [0, 2], 'xor');
    // @ts-expect-error: a scan without a GPU
    js.segmentedScan(null, floats, [0, 2], 'or');
    // @ts-expect-error: a plan
    plan(on, { type: 'f32', op: 'xor', ...room });
    // @ts-expect-error: a plan of several
    plan(on, { type: 'f64', op: ['sum', 'xor'], ...room });
    // @ts-expect-error: the plan of a scan
    scanPlan(on, { type: 'f16', op: 'and', ...room });
    reduce(on, words, [0, 2], ['xor', 'sum']);
    reduce(on, floats as HalfArray | Uint32Array | Float32Array, [0, 2], 'xor');
    plan(on, { type: 'u32', op: ['xor', 'sum'], ...room });
    plan(on, { type: 'f32', op: ['max', { wgsl: 'return a + b;', identity: 0 }], ...room });
  };
  expectTypeOf(wrong).toBeFunction();
});

it('sums and products of narrow integers are wide with widen, and of their own class without', () => {
  type Calls = Pick<typeof core, 'segmentedReduce' | 'segmentedScan' | 'reduceByKey'>;
  const types = async (on: GPUDevice, { segmentedReduce: reduce, segmentedScan: scan, reduceByKey: byKey }: Calls) => {
    const [bytes, signed] = [new Uint8Array(2), new Int16Array(2)];
    expectTypeOf(await reduce(on, bytes, [0, 2], 'sum', { widen: true })).toEqualTypeOf<Uint32Array<ArrayBuffer>>();
    expectTypeOf(await reduce(on, bytes, [0, 2], 'sum')).toEqualTypeOf<Uint8Array<ArrayBuffer>>();
    expectTypeOf(await reduce(on, bytes, [0, 2], 'max', { widen: true })).toEqualTypeOf<Uint8Array<ArrayBuffer>>();
    expectTypeOf(await scan(on, signed, [0, 2], 'sum', { widen: true })).toEqualTypeOf<Int32Array<ArrayBuffer>>();
    const { result } = await byKey(on, bytes, signed, ['product', 'count'], { widen: true });
    expectTypeOf(result[0]).toEqualTypeOf<Int32Array<ArrayBuffer>>();
  };
  expectTypeOf(types).toBeFunction();
});

it('types of quantiles follow the interpolation, and may be either where it may', () => {
  const keys = Uint8Array.of(1);
  const types = (options: QuantileOptions) => {
    const call = (own: null) => [
      segmentedQuantileJs(own, keys, [0, 1], [0.5]) satisfies Promise<Float64Array>,
      segmentedQuantileJs(own, keys, [0, 1], [0.5], { nan: 'omit' }) satisfies Promise<Float64Array>,
      segmentedQuantileJs(own, keys, [0, 1], [0.5], { interpolation: 'midpoint' }) satisfies Promise<Float64Array>,
      segmentedQuantileJs(own, keys, [0, 1], [0.5], { interpolation: 'lower' }) satisfies Promise<Uint8Array>,
      segmentedQuantileJs(own, keys, [0, 1], [0.5], options) satisfies Promise<Uint8Array | Float64Array>,
      // @ts-expect-error the options may ask for keys
      segmentedQuantileJs(own, keys, [0, 1], [0.5], options) satisfies Promise<Float64Array>,
    ];
    return call;
  };
  expectTypeOf(types).toBeFunction();
});
