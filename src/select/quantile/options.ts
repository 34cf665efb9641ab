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

/** The interpolations whose results are keys. */
type OfKeys = 'lower' | 'higher' | 'nearest';

/**
 * Quantiles: numbers for `'linear'` and `'midpoint'`, keys in the form of the given keys for the others. Where the
 * options may say either, so may the result.
 */
export type Quantiles<K, O> = O extends { readonly interpolation?: infer I }
  ? QuantilesBy<K, I>
  : Float64Array<ArrayBuffer>;

/** By one interpolation, or by each of several. */
type QuantilesBy<K, I> = unknown extends I
  ? Float64Array<ArrayBuffer>
  : I extends OfKeys
    ? K
    : Float64Array<ArrayBuffer>;
