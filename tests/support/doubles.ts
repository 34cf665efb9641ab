/** Pairs of doubles that are hard to add and to multiply, as words, and the results of JavaScript. */
import type { Random } from './cases.ts';

/** High words and low words: zero, the smallest and the largest subnormals and normals, ones, infinity, NaNs. */
const SPECIALS = [
  ...([
    [0x00000000, 0],
    [0x00000000, 1],
    [0x00000000, 2],
    [0x000fffff, 0xffffffff],
    [0x00080000, 0],
  ] as const),
  ...([
    [0x00100000, 0],
    [0x00100000, 1],
    [0x001fffff, 0xffffffff],
    [0x00200000, 0],
    [0x3ff00000, 0],
  ] as const),
  ...([
    [0x3ff00000, 1],
    [0x3fefffff, 0xffffffff],
    [0x3fe00000, 0],
    [0x40000000, 0],
    [0x43300000, 1],
  ] as const),
  ...([
    [0x7fe00000, 0],
    [0x7fdfffff, 0xffffffff],
    [0x7fefffff, 0xfffffffe],
    [0x7fefffff, 0xffffffff],
  ] as const),
  ...([
    [0x7ff00000, 0],
    [0x7ff00000, 1],
    [0x7ff80000, 0],
    [0x7fffffff, 0xffffffff],
    [0x7ff80000, 5],
  ] as const),
];

/** A double as its high and its low word. */
type Words = readonly [number, number];

const signed = (random: Random, high: number) => ((random.below(2) << 31) | high) >>> 0;

/** A significand without its hidden bit: any bits, or runs of ones and zeros, so that sums carry and halves tie. */
function mantissa(random: Random): Words {
  const kind = random.below(6);
  if (kind < 2) return [random.below(2 ** 20), random.word()];
  if (kind === 2) return [0, 0];
  if (kind === 3) return [0xfffff, 0xffffffff];
  const bit = random.below(52);
  const [high, low] = bit >= 32 ? [2 ** (bit - 32), 0] : [0, 2 ** bit];
  if (kind === 4) return [high, low];
  // Ones in all bits below `bit`, or in all others.
  const below: Words = bit >= 32 ? [high - 1, 0xffffffff] : [0, low - 1];
  return random.below(2) === 0 ? below : [0xfffff - below[0], (0xffffffff - below[1]) >>> 0];
}

function withField(random: Random, field: number): Words {
  const [high, low] = mantissa(random);
  return [signed(random, Math.min(Math.max(field, 0), 2047) * 2 ** 20 + high), low];
}

function special(random: Random): Words {
  const [high, low] = random.pick(SPECIALS);
  return [signed(random, high), low];
}

/** The double that is `steps` bit patterns away, with the other sign or the same. */
function near([high, low]: Words, steps: number, random: Random): Words {
  const bits = BigInt.asUintN(63, (BigInt(high) << 32n) + BigInt(low) + BigInt(steps));
  return [signed(random, Number(bits >> 32n)), Number(bits & 0xffffffffn)];
}

/** A number of `bits` bits whose lowest bit is set, with an exponent. */
function short(random: Random, bits: number, field: number): Words {
  const whole = 2 ** (bits - 1) + 2 * random.below(2 ** Math.min(bits - 2, 31)) + 1;
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, whole);
  return [signed(random, field * 2 ** 20 + (view.getUint32(0) % 2 ** 20)), view.getUint32(4)];
}

/** The ways in which pairs are drawn. */
const PAIRS: readonly ((random: Random) => readonly [Words, Words])[] = [
  (r) => [
    [r.word(), r.word()],
    [r.word(), r.word()],
  ],
  // All differences of exponents from 0 to 110.
  (r) => {
    const field = r.between(112, 2046);
    return [withField(r, field), withField(r, field - r.below(111))];
  },
  // Differences at which the second number is about half of the last bit of the first.
  (r) => {
    const field = r.between(60, 2046);
    return [withField(r, field), withField(r, field - r.between(50, 56))];
  },
  (r) => {
    const a = withField(r, r.below(2047));
    return [a, near(a, r.between(-3, 3), r)];
  },
  (r) => {
    const a = withField(r, r.between(1, 2046));
    return [a, withField(r, ((a[0] >>> 20) % 2048) + r.between(-1, 1))];
  },
  (r) => [special(r), special(r)],
  (r) => [special(r), withField(r, r.below(2048))],
  (r) => [withField(r, r.below(4)), withField(r, r.below(4))],
  // Sums and products near the largest double.
  (r) => [withField(r, r.between(2043, 2046)), withField(r, r.between(1990, 2046))],
  (r) => {
    const field = r.between(1, 2046);
    return [withField(r, field), withField(r, 1023 + 2045 - field + r.between(-2, 2))];
  },
  // Products near the smallest doubles.
  (r) => {
    const field = r.below(1100);
    return [withField(r, field), withField(r, 1023 - field - r.between(-4, 60))];
  },
  // Products of 53 to 55 bits. Many of them end with half of the last bit.
  (r) => {
    const bits = r.between(22, 31);
    return [short(r, bits, r.between(700, 1300)), short(r, r.between(52, 56) - bits, r.between(700, 1300))];
  },
  // The same for subnormal products.
  (r) => [short(r, r.between(2, 30), r.between(1, 900)), short(r, r.between(2, 30), r.between(1, 200))],
];

/** Pairs as words, low word first: the low and the high word of each number. */
export function doublePairs(count: number, random: Random): Uint32Array<ArrayBuffer> {
  const words = new Uint32Array(4 * count);
  for (let i = 0; i < count; i++) {
    const [a, b] = random.pick(PAIRS)(random);
    const swapped = random.below(2) === 0;
    const [p, q] = swapped ? [b, a] : [a, b];
    words.set([p[1], p[0], q[1], q[0]], 4 * i);
  }
  return words;
}

/** The words of results. All NaNs become the one that the library gives. */
export function doubleWords(results: Float64Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const words = new Uint32Array(results.slice().buffer);
  results.forEach((value, i) => {
    if (Number.isNaN(value)) words.set([0, 0x7ff80000], 2 * i);
  });
  return words;
}
