/**
 * What NAK's instructions mean, as JavaScript. Words are signed 32-bit integers; predicates are 0 and 1. An instruction
 * or form that is not here is an error, so nothing is executed in a wrong way silently.
 */

const u = (x) => `(${x} >>> 0)`;

/** The sixteen functions of two bits, by their truth table: bit 2 · a + b of the index. */
const OF_TWO = [
  () => '0',
  (a, b) => `~(${a} | ${b})`,
  (a, b) => `(~${a} & ${b})`,
  (a) => `~${a}`,
  (a, b) => `(${a} & ~${b})`,
  (_, b) => `~${b}`,
  (a, b) => `(${a} ^ ${b})`,
  (a, b) => `~(${a} & ${b})`,
  (a, b) => `(${a} & ${b})`,
  (a, b) => `~(${a} ^ ${b})`,
  (_, b) => b,
  (a, b) => `(~${a} | ${b})`,
  (a) => a,
  (a, b) => `(${a} | ~${b})`,
  (a, b) => `(${a} | ${b})`,
  () => '-1',
];

/** A function of three words, bit by bit. Bit 4 · a + 2 · b + c of `table` is its value. */
export function logic(table, a, b, c) {
  const half = (shift) => [0, 1, 2, 3].reduce((bits, i) => bits | (((table >>> (2 * i + shift)) & 1) << i), 0);
  const [without, withC] = [half(0), half(1)];
  const low = OF_TWO[without](a, b);
  if (without === withC) return low;
  if ((without ^ withC) === 15) return `(${low} ^ ${c})`;
  return `((${low} & ~${c}) | (${OF_TWO[withC](a, b)} & ${c}))`;
}

/** The number of a literal such as 0x1f, -0x1f or LUT[0x3c]. */
export function literal(text) {
  const [, sign, digits] = /(-?)(0x[0-9a-f]+|\d+)/.exec(text);
  return Number(digits) * (sign ? -1 : 1);
}

const only = (op, ...allowed) => {
  const [, ...more] = op.split('.');
  const other = more.find((part) => !allowed.includes(part));
  if (other !== undefined) throw new Error(`form .${other} of ${op}`);
  return more;
};

const COMPARISONS = { eq: '===', ne: '!==', lt: '<', le: '<=', gt: '>', ge: '>=' };

function compared(op, [a, b, with_]) {
  const parts = only(op, ...Object.keys(COMPARISONS), 'i32', 'u32', 'and', 'or', 'xor');
  const relation = parts.find((part) => part in COMPARISONS);
  const [x, y] = parts.includes('i32') || /eq|ne/.test(relation) ? [a, b] : [u(a), u(b)];
  const truth = `(${x} ${COMPARISONS[relation]} ${y} ? 1 : 0)`;
  if (with_ === undefined) return truth;
  return `(${truth} ${parts.includes('or') ? '|' : parts.includes('xor') ? '^' : '&'} ${with_})`;
}

function smaller(op, [a, b, isMin]) {
  const [type] = only(op, 'u32', 'i32');
  const isLess = type === 'i32' ? `${a} < ${b}` : `${u(a)} < ${u(b)}`;
  if (isMin === '1') return `(${isLess} ? ${a} : ${b})`;
  if (isMin === '0') return `(${isLess} ? ${b} : ${a})`;
  return `(((${isLess}) ? 1 : 0) === ${isMin} ? ${a} : ${b})`;
}

/** `low` and `high` are one number of 64 bits. Amounts wrap, those of u64 past 63: known only for small constants. */
function shifted(op, [low, high, by]) {
  const parts = only(op, 'l', 'r', 'w', 'i32', 'u32', 'u64', 'hi');
  if (!parts.includes('w')) throw new Error(`form without .w of ${op}`);
  if (parts.includes('u64') && !(literal(by) < 32)) throw new Error(`amount ${by} of ${op}`);
  const isHigh = parts.includes('hi');
  const rest = `(32 - (${by} & 31))`;
  if (parts.includes('l')) {
    if (!isHigh) return `(${low} << ${by})`;
    return `((${by} & 31) === 0 ? ${high} : (${high} << ${by}) | (${low} >>> ${rest}))`;
  }
  if (isHigh) return `(${high} ${parts.includes('i32') ? '>>' : '>>>'} ${by} | 0)`;
  return `((${by} & 31) === 0 ? ${low} : (${low} >>> ${by}) | (${high} << ${rest}))`;
}

/** Bytes of two words, chosen by four digits of a selector. The fourth bit of a digit repeats the byte's sign. */
function bytes(a, selector, b) {
  const digits = literal(selector);
  const parts = [0, 1, 2, 3].map((i) => {
    const digit = (digits >>> (4 * i)) & 15;
    const from = digit & 4 ? b : a;
    const at = 8 * (digit & 3);
    const byte = digit & 8 ? `(${from} << ${24 - at} >> 31 & 255)` : `(${from} >>> ${at} & 255)`;
    return `(${byte} << ${8 * i})`;
  });
  return `(${parts.join(' | ')})`;
}

function narrowed(op, [a, bits]) {
  const isUnsigned = only(op, 'u32').length > 0;
  const rest = `(32 - (${bits}))`;
  return `((${bits}) >= 32 ? ${a} : (${bits}) === 0 ? 0 : ${a} << ${rest} ${isUnsigned ? '>>>' : '>>'} ${rest} | 0)`;
}

const float = (x, op) => (op.includes('.ftz') ? `asFloat(flushed(${x}))` : `asFloat(${x})`);
const result = (x, op) => (op.includes('.ftz') ? `flushed(asBits(${x}))` : `asBits(${x})`);

/** An instruction that may have these forms. */
const withForms = (forms, value) => (op, operands) => {
  only(op, ...forms);
  return value(operands, op);
};

/** NaNs compare as in JavaScript; forms that take NaNs as true end with u. */
function floatsCompared(op, [a, b, with_]) {
  const parts = only(op, ...Object.keys(COMPARISONS), 'neu', 'ftz', 'and', 'or', 'xor');
  const relation = parts.find((part) => part === 'neu' || part in COMPARISONS);
  const truth = `(${float(a, op)} ${COMPARISONS[relation] ?? '!=='} ${float(b, op)} ? 1 : 0)`;
  if (with_ === undefined) return truth;
  return `(${truth} ${parts.includes('or') ? '|' : parts.includes('xor') ? '^' : '&'} ${with_})`;
}

/** Instructions with one result that depends on nothing but their operands: the value of each. */
export const VALUES = {
  mov: withForms([], ([a]) => a),
  r2ur: withForms([], ([a]) => a),
  iadd3: withForms([], ([a, b, c]) => `((${a} + ${b} | 0) + ${c} | 0)`),
  imad: withForms([], ([a, b, c]) => `(Math.imul(${a}, ${b}) + ${c} | 0)`),
  lea: withForms([], ([a, by, c]) => `((${a} << ${by}) + ${c} | 0)`),
  imnmx: smaller,
  isetp: compared,
  fsetp: floatsCompared,
  lop3: (op, [a, b, c]) => logic(literal(op.slice(5)), a, b, c),
  sel: withForms([], ([which, a, b]) => `(${which} ? ${a} : ${b})`),
  shf: shifted,
  sgxt: narrowed,
  bmsk: withForms(['wrap'], ([at, bits]) => `(((1 << ${bits}) - 1) << ${at})`),
  prmt: withForms([], ([a, selector, b]) => bytes(a, selector, b)),
  popc: withForms([], ([a]) => `ones(${a})`),
  flo: withForms(['samt'], ([a], op) =>
    op === 'flo.samt' ? `(${a} === 0 ? -1 : Math.clz32(${a}))` : `(31 - Math.clz32(${a}))`,
  ),
  brev: withForms([], ([a]) => `reversed(${a})`),
  i2f: withForms(['f32', 'u32', 're'], ([a]) => `asBits(${u(a)})`),
  f2i: withForms(
    ['u32', 'i32', 'f32', 'rz', 'ftz'],
    ([a], op) => `${op.includes('.i32') ? 'toSigned' : 'toUnsigned'}(${float(a, op)})`,
  ),
  fmnmx: withForms(['ftz'], ([a, b, isMin], op) => {
    const [x, y] = [float(a, op), float(b, op)];
    return result(`(${isMin} ? least(${x}, ${y}) : -least(-${x}, -${y}))`, op);
  }),
  // To the nearest whole number, halves to the even one.
  frnd: withForms(['f32', 're', 'ftz'], ([a], op) => result(`rounded(${float(a, op)})`, op)),
  mufu: withForms(['rcp', 'sqrt', 'f32'], ([a], op) =>
    op.includes('.sqrt') ? `asBits(Math.sqrt(asFloat(${a})))` : `asBits(1 / asFloat(${a}))`,
  ),
  fadd: withForms(['ftz'], ([a, b], op) => result(`${float(a, op)} + ${float(b, op)}`, op)),
  fmul: withForms(['ftz'], ([a, b], op) => result(`${float(a, op)} * ${float(b, op)}`, op)),
  // The product is exact in JavaScript's numbers. The sum is rounded twice, which changes few results.
  ffma: withForms(['ftz'], ([a, b, c], op) => result(`${float(a, op)} * ${float(b, op)} + ${float(c, op)}`, op)),
};

/** Functions that the values call. */
export const HELPERS = `
const cell = new DataView(new ArrayBuffer(4));
const asFloat = (x) => (cell.setInt32(0, x), cell.getFloat32(0));
const asBits = (x) => (cell.setFloat32(0, x), cell.getInt32(0));
const flushed = (x) => (x & 0x7f800000 ? x : x & 0x80000000);
const toSigned = (x) => (x !== x ? 0 : Math.trunc(Math.max(-2147483648, Math.min(x, 2147483647))) | 0);
const least = (a, b) => (a !== a ? b : b !== b ? a : Math.min(a, b));
const rounded = (x) => (Math.abs(x) < 8388608 ? Math.sign(x) * (Math.abs(x) + 2 ** 52 - 2 ** 52) : x);
const toUnsigned = (x) => (x >= 4294967295 ? -1 : x > 0 ? Math.trunc(x) | 0 : 0);
function ones(x) {
  x = x - ((x >>> 1) & 0x55555555);
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  return Math.imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
function reversed(x) {
  x = ((x >>> 1) & 0x55555555) | ((x & 0x55555555) << 1);
  x = ((x >>> 2) & 0x33333333) | ((x & 0x33333333) << 2);
  x = ((x >>> 4) & 0x0f0f0f0f) | ((x & 0x0f0f0f0f) << 4);
  x = ((x >>> 8) & 0x00ff00ff) | ((x & 0x00ff00ff) << 8);
  return (x >>> 16) | (x << 16);
}
function highProduct(a, b) {
  const [al, ah, bl, bh] = [a & 65535, a >>> 16, b & 65535, b >>> 16];
  const middle = ah * bl + (Math.imul(al, bl) >>> 16);
  return (ah * bh + Math.floor(middle / 65536) + Math.floor((al * bh + (middle % 65536)) / 65536)) | 0;
}
`;

/** Special registers. `l` is the lane, W the warp. */
export const SPECIAL = {
  0: 'l',
  33: '(W.first + l)',
  34: '0',
  35: '0',
  37: 'W.x',
  38: 'W.y',
  39: '0',
  56: '(1 << l)',
  57: '((1 << l) - 1)',
  58: '((2 << l) - 1)',
};

/** The lane that a shuffle reads, and whether it is inside the part of the warp that the bounds name. */
export function shuffled(kind, by, bounds) {
  const lowest = `(l & (${bounds}) >> 8 & 31)`;
  const highest = `(${lowest} | (${bounds}) & 31 & ~((${bounds}) >> 8))`;
  const from = {
    bfly: `l ^ (${by} & 31)`,
    up: `l - (${by} & 31)`,
    down: `l + (${by} & 31)`,
    idx: `${lowest} | ${by} & 31 & ~((${bounds}) >> 8)`,
  }[kind];
  if (from === undefined) throw new Error(`shuffle ${kind}`);
  return { from, within: kind === 'up' ? `from >= ${highest}` : `from <= ${highest}` };
}

const ATOMICS = {
  add: 'old + x | 0',
  min: '(old >>> 0) < (x >>> 0) ? old : x',
  max: '(old >>> 0) > (x >>> 0) ? old : x',
  or: 'old | x',
  and: 'old & x',
  xor: 'old ^ x',
  exch: 'x',
  cas: 'old === x ? y : old',
  cmpexch: 'old === x ? y : old',
};

/** The new value of an atomic's word, from `old`, `x` and `y`. */
export function atomic(op) {
  const [, kind, ...more] = op.split('.');
  if (!(kind in ATOMICS) || more.some((part) => /^[ifs]\d+$/.test(part))) throw new Error(`atomic ${op}`);
  return ATOMICS[kind];
}
