import type { CallOptions } from '../../api/options.ts';

/** How a quantile is computed between two positions, by numpy's names. */
export type Interpolation = 'linear' | 'lower' | 'higher' | 'nearest' | 'midpoint';

/** Options of `segmentedQuantile`. */
export interface QuantileOptions extends CallOptions {
  /** Default `'linear'`. `'nearest'` takes the even position if both are equally near. */
  interpolation?: Interpolation;
  /** Whether a NaN makes its segment's quantiles NaN (`'propagate'`, the default), or is left out (`'omit'`). */
  nan?: 'propagate' | 'omit';
}

/** Quantiles: numbers for `'linear'` and `'midpoint'`, else keys in the form of the given keys. */
export type Quantiles<K, O> = O extends { interpolation: 'lower' | 'higher' | 'nearest' }
  ? K
  : O extends { interpolation: Interpolation }
    ? Float64Array<ArrayBuffer>
    : Float64Array<ArrayBuffer>;
