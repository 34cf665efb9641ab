/** Workloads: seeded numbers, segment lengths around every boundary, and keys that reveal faults. */
import type { InternalTuning } from '../../src/tuning/tuning.ts';
import type { SizeClass } from './compare.ts';
import { covering, type Factors, type Row, type Rule } from './covering.ts';
import { type Offsets, viewAs, type WordArray, type WordType } from './words.ts';

/** WEBGPU_SEGMENTED_SEED sets the seed: to that of a failing message, or to any other for different data. */
export const SEED = Number(process.env.WEBGPU_SEGMENTED_SEED ?? 20_240_229) >>> 0;

/** A small generator (mulberry32). The same seed gives the same workload on every machine. */
export class Random {
  private state: number;

  constructor(readonly seed: number = SEED) {
    this.state = seed;
  }

  /** A uniform u32. */
  word(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let t = this.state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (t ^ (t >>> 14)) >>> 0;
  }

  /** A uniform integer in 0 … n-1. */
  below(n: number): number {
    return Math.floor((this.word() / 2 ** 32) * n);
  }

  /** A uniform integer in low … high. */
  between(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }

  pick<T>(choices: ArrayLike<T>): T {
    return choices[this.below(choices.length)]!;
  }

  shuffled<T>(items: readonly T[]): T[] {
    const result = [...items];
    for (let i = result.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      [result[i], result[j]] = [result[j]!, result[i]!];
    }
    return result;
  }
}

// ---------------------------------------------------------------------------------------------------- lengths

/** segmentCount + 1 offsets of contiguous segments from `start` on. */
export function offsetsOf(lengths: ArrayLike<number>, start = 0): Uint32Array {
  const offsets = new Uint32Array(lengths.length + 1);
  offsets[0] = start;
  for (let i = 0; i < lengths.length; i++) offsets[i + 1] = offsets[i]! + lengths[i]!;
  return offsets;
}

export function totalOf(offsets: Offsets): number {
  return offsets[offsets.length - 1]!;
}

export function repeated(length: number, count: number): number[] {
  return new Array<number>(count).fill(length);
}

function distinctUpTo(lengths: Iterable<number>, cap: number): number[] {
  const inRange = [...lengths].filter((n) => n >= 0 && n <= cap);
  return [...new Set(inRange)].sort((a, b) => a - b);
}

/** Lengths at the ends of every class and at the first whole numbers of tiles, ±1. */
export function classBoundaries(classes: readonly SizeClass[], cap: number): number[] {
  const ends = classes.flatMap((c) => [c.minLength, c.maxLength]).filter(Number.isFinite);
  const tiles = classes.flatMap(({ tile = 0 }) => [2 * tile, 3 * tile]);
  return distinctUpTo(
    [...ends, ...tiles].flatMap((n) => [n - 1, n, n + 1]),
    cap,
  );
}

/** 0, 1, 2, 3, 4, 5, 7, 8, 9, 15, … : every power of two ±1. */
export function powersOfTwo(cap: number): number[] {
  const powers = Array.from({ length: 22 }, (_, k) => 2 ** k);
  return distinctUpTo(
    powers.flatMap((n) => [n - 1, n, n + 1]),
    cap,
  );
}

/** 1, 2, 3 and 5 times every subgroup size that WebGPU allows, ±1. */
export function subgroupMultiples(cap: number): number[] {
  const sizes = [4, 8, 16, 32, 64, 128];
  return distinctUpTo(
    sizes.flatMap((n) => [1, 2, 3, 5].flatMap((k) => [k * n - 1, k * n, k * n + 1])),
    cap,
  );
}

/** Every length up to `cap` at which a kernel could be wrong by one item. */
export function boundaryLengths(classes: readonly SizeClass[], cap: number): number[] {
  return distinctUpTo([...classBoundaries(classes, cap), ...powersOfTwo(cap), ...subgroupMultiples(cap)], cap);
}

/** The length where the large class begins, read from the plan. */
export function largeFrom(classes: readonly SizeClass[]): number {
  return classes[classes.length - 1]!.minLength;
}

/** Lengths at the ends and in the middle of each class, for rules that hold in all of them. */
export function lengthsInEveryClass(classes: readonly SizeClass[]): number[] {
  const lengths = classes.flatMap(({ minLength, maxLength, tile = 0 }) =>
    Number.isFinite(maxLength)
      ? [minLength, Math.floor(Math.sqrt(Math.max(1, minLength) * maxLength)), maxLength]
      : [minLength, Math.floor(Math.max(minLength, tile) * 2.3)],
  );
  return distinctUpTo([...lengths, 2, 3, 7, 30, 100], Number.POSITIVE_INFINITY);
}

// ------------------------------------------------------------------------------------------------------- keys

/**
 * Floats that a comparison by value orders wrongly: zeros, infinities, denormals, quiet and signalling NaNs of both
 * signs.
 */
export const FLOAT_SPECIALS: readonly number[] = [
  0x00000000, 0x80000000, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00000, 0x7f800001, 0xff800001, 0x7fffffff,
  0xffffffff, 0x7fa5a5a5, 0xffc12345, 0x00000001, 0x80000001, 0x007fffff, 0x807fffff, 0x00800000, 0x80800000,
  0x7f7fffff, 0xff7fffff, 0x3f800000, 0xbf800000,
];

/** Keys that a kernel may use as padding, and their neighbours. */
export const PADDING_WORDS: readonly number[] = [
  0xffffffff, 0x00000000, 0x7fffffff, 0x80000000, 0xfffffffe, 0x00000001, 0x7ffffffe, 0x80000001, 0x7f800000,
  0xff800000, 0x7fc00000, 0xffc00000, 0xdeadbeef,
];

export type Fill = (random: Random, position: number) => number;

export function fill(type: WordType, count: number, random: Random, word: Fill): WordArray {
  const words = new Uint32Array(count);
  for (let i = 0; i < count; i++) words[i] = word(random, i);
  return viewAs(type, words);
}

export const uniform: Fill = (random) => random.word();

export function fromPalette(palette: ArrayLike<number>): Fill {
  return (random) => random.pick(palette);
}

/** Half uniform words, a quarter from 16 neighbours (duplicates), a quarter special words. They suit every key type. */
export const mixed: Fill = (random) => {
  const kind = random.below(4);
  if (kind < 2) return random.word();
  if (kind === 2) return random.pick([0x3f800000, 0x00000010, 0xfffffff0]) + random.below(8);
  return random.pick(random.below(2) === 0 ? FLOAT_SPECIALS : PADDING_WORDS);
};

const scratch = new DataView(new ArrayBuffer(4));

/** The word of an f32. */
export function floatWord(value: number): number {
  scratch.setFloat32(0, value);
  return scratch.getUint32(0);
}

/**
 * Floats of very different sizes whose sums stay finite and normal. The bits of a sum depend on the order in which
 * items are combined. They depend on nothing that an adapter may choose, such as flushing denormals.
 */
export const summable: Fill = (random) => {
  const size = 2 ** random.between(-20, 20);
  return floatWord((random.word() / 2 ** 31 - 1) * size || 1);
};

/** For min and max: mostly numbers, many of them equal, with zeros of both signs, and a few NaNs. */
export const comparable: Fill = (random) => {
  const kind = random.below(64);
  if (kind === 0) return random.pick(FLOAT_SPECIALS);
  return kind < 32 ? random.pick([0x00000000, 0x80000000, 0x3f800000, 0xbf800000]) : summable(random, 0);
};

/** Distinct u32 values that do not ascend with the position, so that a lost or swapped value is detected. */
export function distinctValues(count: number): Uint32Array {
  return Uint32Array.from({ length: count }, (_, i) => (Math.imul(i, 0x9e3779b1) ^ 0x5bd1e995) >>> 0);
}

// -------------------------------------------------------------------------------------------------- variants

/** The family, and whether subgroups are used: the kernels that a call must use. */
export interface Variant {
  readonly family: 'software' | 'gpu';
  readonly subgroups: boolean;
  /** What else is forced. */
  readonly tuning?: InternalTuning;
}

export function tuningOf({ family, subgroups, tuning }: Variant): InternalTuning {
  return { ...tuning, family, subgroups };
}

export const VARIANTS: readonly Variant[] = [
  { family: 'software', subgroups: true },
  { family: 'software', subgroups: false },
  { family: 'gpu', subgroups: true },
  { family: 'gpu', subgroups: false },
];

/** All variants. In the quick mode of `npm test` one family in turn: software with, or gpu without subgroups. */
export function someVariants(): readonly Variant[] {
  return inTurn(
    ROWS === 'quick' ? VARIANTS.filter(({ family, subgroups }) => (family === 'software') === subgroups) : VARIANTS,
  );
}

export function variantName({ family, subgroups, tuning }: Variant): string {
  return `${family} kernels ${subgroups ? 'with' : 'without'} subgroups${tuning ? `, ${JSON.stringify(tuning)}` : ''}`;
}

export const SORT_FACTORS = {
  keyType: ['u32', 'i32', 'f32'],
  pairs: [false, true],
  order: ['ascending', 'descending'],
  family: ['software', 'gpu'],
  subgroups: [true, false],
} as const;

export const REDUCE_FACTORS = {
  type: ['u32', 'i32', 'f32'],
  op: ['sum', 'min', 'max'],
  family: ['software', 'gpu'],
  subgroups: [true, false],
} as const;

export type SortRow = Row<typeof SORT_FACTORS>;
export type ReduceRow = Row<typeof REDUCE_FACTORS>;

/** The part of the full matrix that the tests run: WEBGPU_SEGMENTED_TEST_ROWS. */
export const ROWS: 'quick' | 'pairwise' | 'sample' | 'full' = rowsMode(process.env.WEBGPU_SEGMENTED_TEST_ROWS);

function rowsMode(text = 'quick') {
  if (text === 'quick' || text === 'pairwise' || text === 'sample' || text === 'full') return text;
  throw new Error(`WEBGPU_SEGMENTED_TEST_ROWS is '${text}'; allowed: quick, pairwise, sample, full`);
}

/**
 * In the quick mode of `npm test`: one row in `every`, of the software family only. SwiftShader takes seconds to
 * compile a kernel, and longest for barriers. Other files of `npm test` run the same kernels of the gpu family.
 */
export function quickRows<R extends { readonly family: 'software' | 'gpu' }>(rows: readonly R[], every = 1): R[] {
  // A sample of the full matrix has as many rows, of both families, and half of the variants.
  if (ROWS === 'sample') {
    const taken = every === 1 && rows.length <= VARIANTS.length ? rows.length / 2 : rows.length / every;
    return new Random(SEED).shuffled([...rows]).slice(0, Math.ceil(taken));
  }
  if (ROWS !== 'quick') return [...rows];
  return rows.filter(({ family }) => family === 'software').filter((_, i) => i % every === 0);
}

/** WEBGPU_SEGMENTED_TEST_TURN: a number for each run of the quick mode. `.ci/run` takes the commit's. */
const TURN = Number(process.env.WEBGPU_SEGMENTED_TEST_TURN ?? 0);

/**
 * In the quick mode: one row in `every`. The next turn has another. Lists of a single row give different values of
 * `from`, so that their rows take turns.
 */
export function inTurn<R>(rows: readonly R[], every = 2, from = 0): R[] {
  return ROWS === 'quick' ? rows.filter((_, i) => (i + from) % every === TURN % every) : [...rows];
}

/**
 * Rows with every combination of any two factors (quick, pairwise) or of any three (full), or a seeded sample of the
 * latter.
 * SwiftShader takes seconds to compile a row's pipelines, so the number of rows determines the run time.
 */
export function rowsOf<F extends Factors>(factors: F, sampled = 6, rule?: Rule<F>): Row<F>[] {
  if (ROWS === 'pairwise' || ROWS === 'quick') return covering(factors, 2, rule);
  const rows = covering(factors, 3, rule);
  return ROWS === 'full' ? rows : new Random(SEED).shuffled(rows).slice(0, sampled);
}

/** The factors with fewer levels, for rules about these levels only. */
export function narrowed(levels: { [K in keyof SortRow]?: readonly SortRow[K][] }): SortRow[] {
  return rowsOf({ ...SORT_FACTORS, ...levels }) as SortRow[];
}

export function sortRowName(row: SortRow): string {
  const what = row.pairs ? 'pairs' : 'keys';
  return `${row.keyType} ${what}, ${row.order}, ${variantName(row)}`;
}

export function reduceRowName(row: ReduceRow): string {
  return `${row.op} of ${row.type}, ${variantName(row)}`;
}
