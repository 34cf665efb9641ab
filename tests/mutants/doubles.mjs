/** Faults in the arithmetic of doubles. */

const PAIRS = ['tests/kernels/doubles'];
const REDUCES = ['tests/contract/reduce-doubles'];

const of = (file, tests, name) => (what, find, replace) => ({
  what: `${file} of doubles: ${what}`,
  file: `wgsl/operators/doubles/${file}.wgsl`,
  find,
  replace,
  tests,
  name,
});
const words = of('words', PAIRS, 'the (sum|product|double)');
const add = of('add', PAIRS, 'the sum');
const multiply = of('multiply', PAIRS, 'the product');
const divide = of('divide', PAIRS, 'the quotient');
const less = of('less', PAIRS, 'the comparison');
const fromF32 = of('from_f32', PAIRS, 'double of an f32');
const fromInteger = of('from_integer', PAIRS, 'double of a u64');
const signedInteger = of('from_integer', REDUCES, 'begin with the double');
const wide = of('wide_sum', REDUCES, 'means of 64-bit');
const variance = of('variance', REDUCES, 'bits of JavaScript|one NaN');

/** @type {import('./mutants.mjs').Mutant[]} */
export const DOUBLES_MUTANTS = [
  words('a tie rounds up', '(low & 1u) + 0x3FFu', '1u + 0x3FFu'),
  words('a tie rounds down', '(low & 1u) + 0x3FFu', '0x3FFu'),
  words('numbers above a tie are cut', '+ 0x3FFu) >> 11u', '+ 0x3FEu) >> 11u'),
  words('the carry of the rounding is lost', 'select(0u, 1u, rounded < up)', '0u'),
  words('lost bits are forgotten', '| select(0u, 1u, lost != 0u), high >> near', ', high >> near'),
  words('bits of the low word are not lost', 'select(0u, a.x, far)', '0u'),
  words('a far shift to the right moves the high word', 'select(a.x, a.y, far)', 'a.x'),
  words('a far shift to the left moves the high word', 'select(a.y, a.x, far)', 'a.y'),
  words('zeros of the low word are not added to those of the high word', 'select(0u, 32u, low)', '0u'),
  words('a large product is not infinite', 'below > 2045', 'below > 2046'),
  words('a NaN keeps its low word only', 'a.x != 0u', 'a.x == 1u'),
  words('a subnormal factor has a hidden bit', 'max(field, 1u) - 1u) * 0x100000u', 'field - 1u) * 0x100000u'),
  add('low words do not order equal high words', 'a.x < b.x', 'a.x > b.x'),
  add('the carry is lost', 'select(0u, 1u, low < xLow)', '0u'),
  add('the 1 of the complement is lost', '| (minus & 1u)', '| 0u'),
  add('a subnormal term has the exponent 0', 'yExponent = max(ySize >> 20u, 1u)', 'yExponent = ySize >> 20u'),
  add('far terms wrap', 'min(xExponent - yExponent, 63u)', 'xExponent - yExponent'),
  add('subnormal sums are shifted too far', 'min(zeros, xExponent)', 'zeros'),
  add('zeros of the low word are not added', 'select(0u, 32u, none)', '0u'),
  add('opposite numbers keep an exponent', 'select(xExponent - shift, 0u, isZero)', 'xExponent - shift'),
  add('opposite numbers keep a sign', 'select(x.y, x.y & y.y, isZero)', 'x.y'),
  add('a large sum is not infinite', 'xSize >= 0x7FE00000u', 'xSize >= 0x7FF00000u'),
  add('a sum of infinities of both signs is infinite', 'x.y != y.y)', 'false)'),
  add('a NaN keeps its bits', 'isDoubleNan(x) || ', ''),
  multiply('the third digit lacks bits', '(low >> 25u) & 0xFu', '(low >> 25u) & 0x7u'),
  multiply('a carry is lost: first column', '+ (c0 >> 14u)', ''),
  multiply('a carry is lost: second column', '+ (c1 >> 14u)', ''),
  multiply('a carry is lost: third column', '+ (c2 >> 14u)', ''),
  multiply('a carry is lost: fourth column', '+ (c3 >> 14u)', ''),
  multiply('a carry is lost: fifth column', '+ (c4 >> 14u)', ''),
  multiply('a carry is lost: sixth column', '+ (c5 >> 14u)', ''),
  multiply('lost bits are forgotten', '((c0 | c1 | c2 | c3) & 0x3FFFu) != 0u', 'false'),
  multiply('the lowest column is not among the lost bits', '(c0 | c1 | c2 | c3)', '(c1 | c2 | c3)'),
  multiply('a product of 2 and more keeps its exponent', 'select(0, 1, two)', '0'),
  multiply('infinity times 0 is infinite', '(isInfinite && isZero)', 'false'),
  multiply('subnormal results are packed as normal ones', 'bitcast<u32>(below) > 2045u', 'below > 2045'),
  multiply(
    'subnormal factors are taken as normal ones',
    'aField - 1u, bField - 1u) >= 2046u',
    'aField, bField) >= 2047u',
  ),
  divide('a digit is too large', 'digit * lower > ((over << 16u) | next)', 'false'),
  divide('the rest is forgotten', 'select(0u, 1u, low.y != 0u)', '0u'),
  divide('the bit that is halved away is forgotten', '| (bits.x & 1u), DOUBLE_SIGN', ', DOUBLE_SIGN'),
  divide('a whole quotient keeps its exponent', 'select(32, 31, whole)', '32'),
  less('-0 is less than 0', '&& !areZero', ''),
  less('a NaN is compared', '&& !isDoubleNan(b)', ''),
  less('negative numbers the wrong way round', '~a, a.y', 'a, a.y'),
  fromF32('subnormal floats are 0', 'size == 0u', 'size < 0x800000u'),
  fromF32('a NaN keeps its bits', 'size > 0x7F800000u', 'size > 0x7FFFFFFFu'),
  fromInteger('integers are half as large', '1085u - zeros', '1084u - zeros'),
  signedInteger('the low word of a negative number has no carry', 'select(0u, 1u, value.x == 0u)', '0u'),
  wide('the carry of the low word is lost', 'select(0u, 1u, low < a.x)', '0u'),
  wide('the carry of the middle word is lost', 'select(0u, 1u, middle < a.y)', '0u'),
  wide('a negative sum is not negated', 'if (sign != 0u)', 'if (false)'),
  variance('an infinity has a variance', 'select(vec2u(), DOUBLE_NAN, doubleSize(x) >= DOUBLE_INFINITY)', 'vec2u()'),
  variance('squares of the second range are lost', 'f64Add(a[1].zw, b[1].zw)', 'a[1].zw'),
  variance('the second range keeps its shift', 'f64Add(b[1].xy, moved))', 'f64Add(b[1].xy, b[1].xy))'),
  {
    what: 'a single NaN keeps its bits',
    file: 'src/operators/doubles.ts',
    find: "single('f64', 'doubleResult(total)', sum([]))",
    replace: "single('f64', 'total', sum([]))",
    tests: REDUCES,
    name: 'one NaN',
  },
  {
    what: 'a mean of a long segment is divided by its accumulators',
    file: 'src/reduce/results/plan.ts',
    find: 'PARAMETER_OF_ELEMENTS};',
    replace: "'terms'};",
    tests: REDUCES,
    name: 'pieces of long',
  },
];
