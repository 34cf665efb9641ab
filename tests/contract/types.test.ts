/** The types of calls and results. `npm run typecheck` fails if one of these is wrong. */
import { expectTypeOf, it } from 'vitest';
import type { HalfArray, Reduced, segmentedSort, TypedItems } from '../../src/index.ts';

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
