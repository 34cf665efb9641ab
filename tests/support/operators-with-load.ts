/** Custom operators with a `load`, and their twins. */
import type { Operator } from './operator.ts';

const u32 = (value: number) => value >>> 0;
const times = (a: number, b: number) => Math.imul(a, b) >>> 0;
const TOP = 0xffffffff;

export const LAST: Operator = {
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

/** The hash of a text, combined from those of its halves: h(xy) = h(x)·p^|y| + h(y). */
export const HASH: Operator = {
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

export const HISTOGRAM: Operator = {
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

/** The least element and its index, the first of ties. */
export const LEAST_AT: Operator = {
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

/** The sum, and the best sums of a prefix, of a suffix and of any run. */
export const BEST_RUN: Operator = {
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

export const NEGATIVE_F64: Operator = {
  name: 'count of negative doubles',
  element: 'f64',
  op: { wgsl: 'return a + b;', identity: 0, type: 'u32', load: 'return element.y >> 31u;' },
  item: (random) => [random.word(), random.word()],
  load: ([, high = 0]) => [high >>> 31],
  combine: (a, b) => [a[0]! + b[0]!],
  identity: [0],
  initial: 1000,
};

/** Every finite f16, also a subnormal one, is exact as f32. */
export const LARGEST_F16: Operator = {
  name: 'largest magnitude of f16',
  element: 'f16',
  op: { wgsl: 'return max(a, b);', identity: 0, load: 'return abs(element);' },
  item: (random) => [random.pick([0, 0x8000]) + random.below(random.pick([0x400, 0x7000]))],
  load: ([element = 0]) => [Math.abs(element)],
  combine: (a, b) => [Math.max(a[0]!, b[0]!)],
  identity: [0],
  initial: 2 ** -24,
};

/** Without a load the element is converted. Sums stay below 2^24, so floats are exact. */
export const SUM_AS_FLOAT: Operator = {
  name: 'sum of bytes as floats',
  element: 'u8',
  op: { wgsl: 'return a + b;', identity: 0, type: 'f32' },
  item: (random) => [random.word()],
  combine: (a, b) => [a[0]! + b[0]!],
  identity: [0],
  initial: 0.5,
};

const LOWEST = -3.4028234663852886e38;

/** The denominator of a softmax: the maximum, and the sum of exponentials relative to it. */
export const SOFTMAX: Operator = {
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

export const SQUARES: Operator = {
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
