/** Types that forbid operators that the checks refuse: lists of floats have no bitwise operators. */
import type { Type } from 'apache-arrow';
import type { OpOf } from '../operators/operators.ts';

/** The type of a column's items; unknown where the column's type does not say it. */
type ItemOf<C> = [C] extends [{ readonly type: { readonly valueType: infer Item } }] ? Item : unknown;

interface Float {
  readonly TType: Type.Float | Type.Float16 | Type.Float32 | Type.Float64;
}

/** The operators among `Op` that the items of a column have. Where their type is open, all of them. */
export type ListOpOf<C, Op> = ItemOf<C> extends Float ? OpOf<{ readonly type: 'f32' }, Op> : Op;
