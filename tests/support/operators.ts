/**
 * Operators of a caller's own, in WGSL and as a twin in TypeScript. All are associative, most are not commutative: an
 * element out of place shows. Integers are exact; so are those of floats that only select.
 */
import type { Random } from './cases.ts';
import {
  type AccumulatorType,
  type Components,
  componentCount,
  type ElementType,
  elementAt,
  itemsOf,
  type Scalar,
  scalarOf,
  seenAs,
} from './elements.ts';

/** What a caller writes. */
export interface CustomOp {
  readonly wgsl: string;
  readonly identity: number | string;
  readonly type?: AccumulatorType;
  readonly load?: string;
  readonly declarations?: string;
}

export interface Operator {
  readonly name: string;
  /** Type of the input's items. */
  readonly element: ElementType;
  readonly op: CustomOp;
  /** Raw components of a random item, see `itemsOf`. */
  item(random: Random): Components;
  /** Left out: the element is the accumulator. */
  load?(element: Components, index: number): Components;
  combine(a: Components, b: Components): Components;
  readonly identity: Components;
  readonly initial: number | readonly number[];
  /** How far from the twin, as a part of the number's size; left out: the same bits. */
  readonly tolerance?: number;
}

const u32 = (value: number) => value >>> 0;
const times = (a: number, b: number) => Math.imul(a, b) >>> 0;
const TOP = 0xffffffff;

// ------------------------------------------------------------------------------- the element is the accumulator

/** Determinant 1, so that a long product forgets nothing. */
const MATRIX: Operator = {
  name: 'product of 2×2 matrices',
  element: 'vec4<u32>',
  op: {
    wgsl: [
      'let upper = vec2<u32>(a.x * b.x + a.y * b.z, a.x * b.y + a.y * b.w);',
      'let lower = vec2<u32>(a.z * b.x + a.w * b.z, a.z * b.y + a.w * b.w);',
      'return vec4<u32>(upper, lower);',
    ].join('\n'),
    identity: 'vec4<u32>(1, 0, 0, 1)',
  },
  item: (random) => {
    const [r, s] = [random.word(), random.word()];
    return [u32(times(r, s) + 1), r, s, 1];
  },
  combine: ([ax = 0, ay = 0, az = 0, aw = 0], [bx = 0, by = 0, bz = 0, bw = 0]) => [
    u32(times(ax, bx) + times(ay, bz)),
    u32(times(ax, by) + times(ay, bw)),
    u32(times(az, bx) + times(aw, bz)),
    u32(times(az, by) + times(aw, bw)),
  ],
  identity: [1, 0, 0, 1],
  initial: [2, 3, 5, 8],
};

/** x -> x·a.x + a.y, then the next. */
const thenMap = ([ax = 0, ay = 0]: Components, [bx = 0, by = 0]: Components) => [
  times(ax, bx),
  u32(times(bx, ay) + by),
];
const AFFINE_OP = {
  wgsl: 'return then_map(a, b);',
  identity: 'vec2<u32>(1, 0)',
  declarations:
    'fn then_map(f: vec2<u32>, g: vec2<u32>) -> vec2<u32> {\n  return vec2<u32>(f.x * g.x, g.x * f.y + g.y);\n}',
};

const AFFINE: Operator = {
  name: 'affine maps one after the other',
  element: 'vec2<u32>',
  op: AFFINE_OP,
  item: (random) => [u32(random.word() | 1), random.word()],
  combine: thenMap,
  identity: [1, 0],
  initial: [3, 5],
};

const FIRST: Operator = {
  name: 'first that is not zero',
  element: 'u32',
  op: { wgsl: 'return select(b, a, a != 0u);', identity: 0 },
  item: (random) => [random.below(40) === 0 ? random.word() : 0],
  combine: (a, b) => (a[0] === 0 ? b : a),
  identity: [0],
  initial: 99,
};

const LAST_NEGATIVE: Operator = {
  name: 'last negative',
  element: 'i32',
  op: { wgsl: 'return select(a, b, b < 0);', identity: 2147483647 },
  item: (random) => [random.below(60) === 0 ? random.word() | 0x80000000 : 0x7fffffff],
  combine: (a, b) => (b[0]! < 0 ? b : a),
  identity: [0x7fffffff],
  initial: -7,
};

const LEAST_U64: Operator = {
  name: 'least of 64 bits',
  element: 'u64',
  op: {
    wgsl: 'if (b.y < a.y || (b.y == a.y && b.x < a.x)) {\n  return b;\n}\nreturn a;',
    identity: 'vec2<u32>(0xffffffff)',
  },
  // Few high words, so that low ones decide; their top bits differ.
  item: (random) => [random.word(), 0x80000000 + random.below(3)],
  combine: (a, b) => (b[1]! < a[1]! || (b[1] === a[1] && b[0]! < a[0]!) ? b : a),
  identity: [TOP, TOP],
  initial: [5, 0x80000000],
};

/** Component by component, for every vector type. */
function bySelection(element: AccumulatorType, kind: 'min' | 'max'): Operator {
  const scalar: Scalar = scalarOf(element);
  const ends = {
    u32: [TOP, 0],
    i32: [2147483647, -2147483648],
    f32: [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  };
  const identity = ends[scalar][kind === 'min' ? 0 : 1] as number;
  const all = (value: number) => Array.from({ length: componentCount(element) }, () => value);
  const initial = { u32: 2 ** 31, i32: kind === 'min' ? -1 : 1, f32: 0.5 }[scalar];
  return {
    name: `${kind} of ${element}`,
    element,
    op: { wgsl: `return ${kind}(a, b);`, identity },
    // Floats that are multiples of 1/8, and never zero: which zero is less, WGSL does not say.
    item: (random) => all(0).map(() => (scalar === 'f32' ? (random.between(0, 80_000) - 40_000.5) / 4 : random.word())),
    combine: (a, b) => a.map((value, k) => Math[kind](value, b[k]!)),
    identity: all(identity),
    initial: element === scalar ? initial : all(initial),
  };
}

const SUM_I32X2: Operator = {
  name: 'sum of vec2<i32>',
  element: 'vec2<i32>',
  op: { wgsl: 'return a + b;', identity: 0 },
  item: (random) => [random.word(), random.word()],
  combine: (a, b) => a.map((value, k) => (value + b[k]!) | 0),
  identity: [0, 0],
  initial: [-1, 7],
};

const XOR_U32X4: Operator = {
  name: 'xor of vec4<u32>',
  element: 'vec4<u32>',
  op: { wgsl: 'return a ^ b;', identity: '0 * vec4<u32>(1)' },
  item: (random) => [random.word(), random.word(), random.word(), random.word()],
  combine: (a, b) => a.map((value, k) => u32(value ^ b[k]!)),
  identity: [0, 0, 0, 0],
  initial: [1, 2, 4, TOP],
};

// ----------------------------------------------------------------------------------------- with a load of their own

/** The place is part of the map: an index that is off shows, too. */
const AFFINE_BY_INDEX: Operator = {
  name: 'affine maps of element and index',
  element: 'u32',
  op: { ...AFFINE_OP, type: 'vec2<u32>', load: 'return vec2<u32>(2u * element + 1u, index);' },
  item: (random) => [random.word()],
  load: ([element = 0], index) => [u32(2 * element + 1), index],
  combine: thenMap,
  identity: [1, 0],
  initial: [9, 1],
};

const LAST: Operator = {
  name: 'last',
  element: 'i16',
  op: {
    wgsl: 'if (b.y != 0) {\n  return b;\n}\nreturn a;',
    identity: 0,
    type: 'vec2<i32>',
    load: 'return vec2<i32>(element, 1);',
  },
  item: (random) => [random.word()],
  load: ([element = 0]) => [element, 1],
  combine: (a, b) => (b[1] === 0 ? a : b),
  identity: [0, 0],
  initial: [-3, 1],
};

/** As the hash of a text is that of its halves: h(xy) = h(x)·p^|y| + h(y). */
const HASH: Operator = {
  name: 'hash of a text',
  element: 'u8',
  op: {
    wgsl: 'return vec2<u32>(a.x * b.y + b.x, a.y * b.y);',
    identity: 'vec2<u32>(0u, 1u)',
    type: 'vec2<u32>',
    declarations: 'const PRIME = 0x01000193u;',
    load: 'return vec2<u32>(element + 1u, PRIME);',
  },
  item: (random) => [random.word()],
  load: ([element = 0]) => [element + 1, 0x01000193],
  combine: ([ax = 0, ay = 0], [bx = 0, by = 0]) => [u32(times(ax, by) + bx), times(ay, by)],
  identity: [0, 1],
  initial: [77, 0x01000193],
};

const HISTOGRAM: Operator = {
  name: 'histogram of four classes',
  element: 'u8',
  op: {
    wgsl: 'return a + b;',
    identity: 0,
    type: 'vec4<u32>',
    load: 'return vec4<u32>(vec4<u32>(0, 1, 2, 3) == vec4<u32>(element & 3u));',
  },
  item: (random) => [random.word()],
  load: ([element = 0]) => [0, 1, 2, 3].map((k) => Number(k === (element & 3))),
  combine: (a, b) => a.map((value, k) => u32(value + b[k]!)),
  identity: [0, 0, 0, 0],
  initial: [1, 10, 100, TOP],
};

/** Least element and its index, the first of ties. */
const LEAST_AT: Operator = {
  name: 'least with its index',
  element: 'u16',
  op: {
    wgsl: 'return select(a, b, b.x < a.x);',
    identity: 'vec2<u32>(0xffffffffu)',
    type: 'vec2<u32>',
    load: 'return vec2<u32>(element, index);',
  },
  item: (random) => [random.word() & 0xf00f],
  load: ([element = 0], index) => [element, index],
  combine: (a, b) => (b[0]! < a[0]! ? b : a),
  identity: [TOP, TOP],
  initial: [0x2000, 12_345],
};

/** Sum, best sum of a prefix, of a suffix, of any run. */
const BEST_RUN: Operator = {
  name: 'best run',
  element: 'i8',
  op: {
    wgsl: [
      'let whole = a.x + b.x;',
      'let prefix = max(a.y, a.x + b.y);',
      'let suffix = max(b.z, b.x + a.z);',
      'return vec4<i32>(whole, prefix, suffix, max(max(a.w, b.w), a.z + b.y));',
    ].join('\n'),
    identity: 'vec4<i32>()',
    type: 'vec4<i32>',
    load: 'let gain = max(element, 0);\nreturn vec4<i32>(element, gain, gain, gain);',
  },
  item: (random) => [random.word()],
  load: ([element = 0]) => [element, Math.max(element, 0), Math.max(element, 0), Math.max(element, 0)],
  combine: ([ax = 0, ay = 0, az = 0, aw = 0], [bx = 0, by = 0, bz = 0, bw = 0]) => [
    ax + bx,
    Math.max(ay, ax + by),
    Math.max(bz, bx + az),
    Math.max(aw, bw, az + by),
  ],
  identity: [0, 0, 0, 0],
  initial: [-5, 3, 0, 9],
};

const NEGATIVE_F64: Operator = {
  name: 'count of negative doubles',
  element: 'f64',
  op: { wgsl: 'return a + b;', identity: 0, type: 'u32', load: 'return element.y >> 31u;' },
  item: (random) => [random.word(), random.word()],
  load: ([, high = 0]) => [high >>> 31],
  combine: (a, b) => [a[0]! + b[0]!],
  identity: [0],
  initial: 1000,
};

/** Every finite f16, subnormal ones too, is a float exactly. */
const LARGEST_F16: Operator = {
  name: 'largest magnitude of f16',
  element: 'f16',
  op: { wgsl: 'return max(a, b);', identity: 0, load: 'return abs(element);' },
  item: (random) => [random.pick([0, 0x8000]) + random.below(random.pick([0x400, 0x7000]))],
  load: ([element = 0]) => [Math.abs(element)],
  combine: (a, b) => [Math.max(a[0]!, b[0]!)],
  identity: [0],
  initial: 2 ** -24,
};

/** Without a load the element is converted. Sums stay below 2^24, where floats are exact. */
const SUM_AS_FLOAT: Operator = {
  name: 'sum of bytes as floats',
  element: 'u8',
  op: { wgsl: 'return a + b;', identity: 0, type: 'f32' },
  item: (random) => [random.word()],
  combine: (a, b) => [a[0]! + b[0]!],
  identity: [0],
  initial: 0.5,
};

const LOWEST = -3.4028234663852886e38;

/** The softmax's denominator: the maximum, and the sum of exponentials below it. */
const SOFTMAX: Operator = {
  name: 'denominator of a softmax',
  element: 'f32',
  op: {
    wgsl: 'let most = max(a.x, b.x);\nreturn vec2<f32>(most, a.y * exp(a.x - most) + b.y * exp(b.x - most));',
    identity: 'vec2<f32>(LOWEST, 0)',
    type: 'vec2<f32>',
    load: 'return vec2<f32>(element, 1.0);',
    declarations: 'const LOWEST = -3.4028234663852886e38;',
  },
  item: (random) => [random.below(2000) / 100 + 0.001],
  load: ([element = 0]) => [element, 1],
  combine: ([am = 0, as = 0], [bm = 0, bs = 0]) => {
    const most = Math.max(am, bm);
    return [most, as * Math.exp(am - most) + bs * Math.exp(bm - most)];
  },
  identity: [LOWEST, 0],
  initial: [19.5, 2],
  tolerance: 0.01,
};

const SQUARES: Operator = {
  name: 'sum of squares',
  element: 'f32',
  op: { wgsl: 'return a + b;', identity: '0.0', load: 'return element * element;' },
  item: (random) => [random.below(2 ** 24) / 2 ** 20 - 8],
  load: ([element = 0]) => [element * element],
  combine: (a, b) => [a[0]! + b[0]!],
  identity: [0],
  initial: 100,
  tolerance: 0.001,
};

/** A few that between them have every trait, for tests that can't afford all. */
export const CHOSEN = { matrix: MATRIX, byIndex: AFFINE_BY_INDEX, hash: HASH, first: FIRST, softmax: SOFTMAX } as const;

export const OPERATORS: readonly Operator[] = [
  ...Object.values(CHOSEN),
  ...[AFFINE, LAST_NEGATIVE, LEAST_U64, SUM_I32X2, XOR_U32X4, LAST, HISTOGRAM, LEAST_AT, BEST_RUN],
  ...[NEGATIVE_F64, LARGEST_F16, SUM_AS_FLOAT, SQUARES],
  ...(['vec3<f32>', 'vec2<u32>', 'vec4<i32>'] as const).map((type) => bySelection(type, 'min')),
  ...(['f32', 'i32', 'vec2<f32>', 'vec4<f32>', 'vec3<u32>', 'vec3<i32>'] as const).map((type) =>
    bySelection(type, 'max'),
  ),
];

export function accumulatorOf({ element, op }: Operator): AccumulatorType {
  return op.type ?? seenAs(element);
}

export function randomItems({ element, item }: Operator, count: number, random: Random): Uint8Array<ArrayBuffer> {
  return itemsOf(element, count, () => item(random));
}

/** The fold of every segment, in element order; of an empty one the identity, or `initial`. */
export function folded(
  operator: Operator,
  bytes: Uint8Array<ArrayBuffer>,
  bounds: readonly (readonly [number, number])[],
  initial?: Operator['initial'],
): Components[] {
  const { element, load = (seen: Components) => seen, combine, identity } = operator;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return bounds.map(([begin, end]) => {
    let sum: Components | undefined = initial === undefined ? undefined : [initial].flat();
    for (let i = begin; i < end; i++) {
      const next = load(elementAt(element, view, i), i - begin);
      sum = sum === undefined ? next : combine(sum, next);
    }
    return sum ?? identity;
  });
}
