/** Transforms of segments: what users give, and the checks of it. */
import type { CallOptions } from '../api/array_call.ts';
import type { HostArray } from '../api/arrays.ts';
import { refused, requireMembers, requireOneOf, shown } from '../checks.ts';
import type { NumberType } from '../item_types.ts';
import { requireWhole } from '../operators/initial.ts';
import { MORE_OPS } from '../operators/names.ts';
import type { Tuning } from '../tuning/tuning.ts';

export const TRANSFORM_NAMES = [
  'softmax',
  'logSoftmax',
  'normalize',
  'center',
  'standardize',
  'diff',
  'shift',
] as const;

/** Transforms by name. */
export type TransformName = (typeof TRANSFORM_NAMES)[number];

/** Operators whose results a custom transform can use. */
export const TRANSFORM_OF = ['sum', 'product', 'min', 'max', 'mean', 'variance', 'count', ...MORE_OPS] as const;

/** A transform by a function of the caller's. */
export interface CustomTransform {
  /** Up to four operators of a reduce. Each gives one number a segment, which the function gets. */
  of?: (typeof TRANSFORM_OF)[number] | readonly (typeof TRANSFORM_OF)[number][];
  /**
   * The body of a function in WGSL of `x`, of the operators' numbers `a`, `b`, `c`, `d`, of `before` (the item `lag`
   * earlier, or `fill`), of `index` in the segment and `length` of the segment.
   */
  wgsl: string;
  /** The same function in JavaScript: `x`, a number for each operator, `before`, `index`, `length`. */
  js?: (x: number, ...more: number[]) => number;
  /** Type of the results. Default: `'f32'`. */
  type?: 'f32' | 'u32' | 'i32';
}

/** Options of `segmentedTransform`. */
export interface TransformOptions extends CallOptions {
  /** How many items earlier `before` is. Less than 0: later. Default: 1. */
  lag?: number;
  /** What stands for an item before the segment's first, or after its last. Default: 0. */
  fill?: number | bigint;
  /**
   * What `'standardize'`, and variance and std in `of`, subtract from the number of items, as numpy's. Default: 0.
   */
  ddof?: number;
}

/** What `createSegmentedTransform` takes. */
export interface SegmentedTransformDescriptor extends Pick<TransformOptions, 'lag' | 'fill' | 'ddof'> {
  /** Type of the items. */
  type: NumberType;
  transform: TransformName | CustomTransform;
  /** Maximum number of items in one call. */
  maxItems: number;
  /** Maximum number of segments in one call. */
  maxSegments: number;
  /**
   * Maximum length of a segment, in items. The plan omits passes that only longer segments need. A longer segment gets
   * no defined results. Default: `maxItems`.
   */
  maxSegmentSize?: number;
  /** `false`: the plan holds no scratch buffer, and every `encode` must pass `temporary`. Default: `true`. */
  ownTemporary?: boolean;
  /**
   * `true`: the GPU times every pass separately, for `profile()`. Needs the feature `timestamp-query`, and adds time
   * between passes. Default: `false`.
   */
  profile?: boolean;
  /** Parameters of the kernels, as in docs/tuning.md. Default: chosen by device. */
  tuning?: Tuning;
}

/** The class of a transform's results. */
export type Transformed<V extends HostArray, T> = T extends 'diff' | 'shift'
  ? V
  : T extends { readonly type: 'u32' }
    ? Uint32Array<ArrayBuffer>
    : T extends { readonly type: 'i32' }
      ? Int32Array<ArrayBuffer>
      : Float32Array<ArrayBuffer>;

/** A checked transform. */
export interface CheckedTransform {
  readonly name: TransformName | 'custom';
  readonly of: readonly string[];
  /** Type of the results. */
  readonly type: NumberType;
  readonly lag: number;
  readonly fill: number | bigint;
  readonly ddof: number;
  /** The body of a custom transform in WGSL. */
  readonly wgsl?: string;
  /** Its function in JavaScript, not checked. */
  readonly js?: unknown;
}

const LAGS = 2 ** 31;

const SHORT: readonly NumberType[] = ['u8', 'i8', 'u16', 'i16', 'f16', 'u32', 'i32', 'f32'];
const ALL: readonly NumberType[] = [...SHORT, 'u64', 'i64', 'f64'];

function checkedFill(fill: unknown, type: NumberType): number | bigint {
  if (type[0] === 'f') {
    if (typeof fill === 'number') return fill;
    throw refused('invalid-option', 'fill', shown(fill), 'a number');
  }
  const whole = requireWhole('fill', fill, type);
  return type.endsWith('64') ? whole : Number(whole);
}

/** Checks the operators of a custom transform. */
function checkedOf(of: unknown = []): readonly string[] {
  const list = Array.isArray(of) ? of : [of];
  if (list.length > 4) throw refused('invalid-option', 'transform.of', `${list.length} operators`, '0 to 4');
  for (const [i, each] of list.entries()) {
    requireOneOf(Array.isArray(of) ? `transform.of[${i}]` : 'transform.of', each, TRANSFORM_OF, 'unsupported-type');
  }
  return [...list];
}

/** Refuses options that the transform would not read. */
function requireMeaning(transform: unknown, isCustom: boolean, { lag, fill, ddof }: Readonly<Record<string, unknown>>) {
  const readsOthers = isCustom || transform === 'diff' || transform === 'shift';
  for (const [name, value] of Object.entries({ lag, fill })) {
    if (value === undefined || readsOthers) continue;
    throw refused('invalid-option', name, shown(value), "undefined, except with 'diff', 'shift' and functions");
  }
  const { of } = Object(transform) as { of?: unknown };
  const spreads = isCustom && [of].flat().some((op) => op === 'variance' || op === 'std');
  if (ddof === undefined || spreads || transform === 'standardize') return;
  const allowed = "undefined, except with 'standardize', and functions of 'variance' or 'std'";
  throw refused('invalid-option', 'ddof', shown(ddof), allowed);
}

/** Checks a transform, its options and the type of the items. `argument` names the type in messages. */
export function checkedTransform(
  items: unknown,
  transform: unknown,
  options: Readonly<Partial<Record<'lag' | 'fill' | 'ddof', unknown>>>,
  argument = 'values',
): CheckedTransform {
  const { lag = 1, fill = 0, ddof = 0 } = options;
  const isCustom = typeof transform === 'object' && transform !== null && !Array.isArray(transform);
  if (!isCustom && !TRANSFORM_NAMES.some((name) => name === transform)) {
    const names = TRANSFORM_NAMES.map((name) => `'${name}'`).join(', ');
    throw refused('unsupported-type', 'transform', shown(transform), `${names}, { of, wgsl, js, type }`);
  }
  const keepsType = transform === 'diff' || transform === 'shift';
  const types = keepsType ? ALL : SHORT;
  if (!types.some((type) => type === items)) {
    throw refused('unsupported-type', argument, typeof items === 'string' ? items : 'opaque bytes', types.join(', '));
  }
  requireMeaning(transform, isCustom, options);
  const itemType = items as NumberType;
  if (!Number.isInteger(lag) || Math.abs(lag as number) >= LAGS) {
    throw refused('invalid-option', 'lag', shown(lag), 'whole numbers between −2^31 and 2^31');
  }
  if (typeof ddof !== 'number' || !(ddof >= 0) || ddof === Number.POSITIVE_INFINITY) {
    throw refused('invalid-option', 'ddof', shown(ddof), 'finite numbers of at least 0');
  }
  const common = { lag: lag as number, fill: checkedFill(fill, itemType), ddof };
  if (!isCustom) {
    const type = keepsType ? itemType : 'f32';
    return { ...common, name: transform as TransformName, of: [], type };
  }
  requireMembers('transform', transform, ['of', 'wgsl', 'js', 'type']);
  const { of, wgsl, type = 'f32', js } = transform as Partial<CustomTransform>;
  if (typeof wgsl !== 'string') throw refused('invalid-option', 'transform.wgsl', shown(wgsl), 'a text');
  requireOneOf('transform.type', type, ['f32', 'u32', 'i32'], 'unsupported-type');
  // Operators of a reduce take whole numbers.
  if (!Number.isInteger(ddof) || ddof >= 2 ** 32) {
    throw refused('invalid-option', 'ddof', shown(ddof), 'whole numbers from 0 to 4294967295, with a function');
  }
  return { ...common, name: 'custom', of: checkedOf(of), type, wgsl, js };
}
