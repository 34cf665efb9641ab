/**
 * Custom operators, in WGSL and as a twin in TypeScript. All are associative, and most are not commutative, so that an
 * element at a wrong index is detected. Integers are exact, and so are operators that only select floats.
 */
import { type AccumulatorType, type Components, componentCount, type Scalar, scalarOf } from './elements.ts';
import type { Operator } from './operator.ts';
import {
  BEST_RUN,
  HASH,
  HISTOGRAM,
  LARGEST_F16,
  LAST,
  LEAST_AT,
  NEGATIVE_F64,
  SOFTMAX,
  SQUARES,
  SUM_AS_FLOAT,
} from './operators-with-load.ts';

const u32 = (value: number) => value >>> 0;
const times = (a: number, b: number) => Math.imul(a, b) >>> 0;
const TOP = 0xffffffff;

/** The determinant is 1, so that every factor changes a long product. */
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

/** x -> x·a.x + a.y, then the map of the next element. */
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

/** The index is part of the map, so that a wrong index is detected too. */
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
  // Few high words, so that low words decide. The high words have their top bit set.
  item: (random) => [random.word(), 0x80000000 + random.below(3)],
  combine: (a, b) => (b[1]! < a[1]! || (b[1] === a[1] && b[0]! < a[0]!) ? b : a),
  identity: [TOP, TOP],
  initial: [5, 0x80000000],
};

/** The min or max of each component, for every vector type. */
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
    // Floats that are multiples of 1/8 and never zero, since WGSL does not order -0 and +0.
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

/** A few operators that together have every trait, for tests that cannot run all of them. */
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
