/** Types that forbid operators that the checks refuse: floats have no bitwise operators. */
import type { HalfArray } from '../api/arrays.ts';

/** Arrays of floats, by their class or by the type given with them. */
type Floats = Float32Array | Float64Array | HalfArray | { readonly type: 'f16' | 'f32' | 'f64' };

/** The operators among `Op` that items in the form of `V` have. Where the type of the items is open, all of them. */
export type OpOf<V, Op> = V extends Floats ? Exclude<Op, 'and' | 'or' | 'xor'> : Op;

/** The type of a plan's elements, and the operators that it has. */
export interface TypeAndOp<T, Op> {
  readonly type: T;
  readonly op: OpOf<{ readonly type: T }, Op> | readonly OpOf<{ readonly type: T }, Op>[];
}
