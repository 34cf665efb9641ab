/** Row 4: what lanes of a subgroup pay to exchange and to count. */
import { differs, kernel } from '../kernels.mjs';

const LANES = 256;
const [STEPS, LOOPS] = [16, 16];
const WARPS = 64;

const sum = (words) => words.reduce((total, word) => (total + word) >>> 0, 0);
const ones = (word) => {
  let n = 0;
  for (let rest = word; rest; rest &= rest - 1) n++;
  return n;
};
/** The mask of lanes that have the same low bits as each lane, as matches by ballots. */
const matches = (words, bits) =>
  words.map((word) => {
    const low = (word ^ 0) & (2 ** bits - 1);
    return words.reduce((mask, other, l) => ((other & (2 ** bits - 1)) === low ? mask | (1 << l) : mask), 0) >>> 0;
  });
const MATCH = (bits) => `{
      var mask = 0xffffffffu;
      ${Array.from(
        { length: bits },
        (_, bit) =>
          `{ let one = (x & ${1 << bit}u) != 0u; let ballot = subgroupBallot(one).x; mask &= select(~ballot, ballot, one); }`,
      ).join('\n      ')}
      x = x * 5u + (mask & low);
    }`;
const matched = (bits) => (words, low) => {
  const masks = matches(words, bits);
  return words.map((word, l) => (Math.imul(word, 5) + (masks[l] & low)) >>> 0);
};

/** A step of a lane's number `x`, in WGSL and on the numbers of a subgroup. `low` has a bit for each of its lanes. */
const FORMS = {
  add: ['x = x * 5u + low;', (words, low) => words.map((word) => (Math.imul(word, 5) + low) >>> 0)],
  'shuffle by xor': [
    'x = subgroupShuffleXor(x, 1u) * 5u + low;',
    (words, low) => words.map((_, l) => (Math.imul(words[l ^ 1], 5) + low) >>> 0),
  ],
  'shuffle by a lane': [
    'x = subgroupShuffle(x, x & 3u) * 5u + low;',
    (words, low) => words.map((word) => (Math.imul(words[word & 3], 5) + low) >>> 0),
  ],
  'quad swap': [
    'x = quadSwapX(x) * 5u + low;',
    (words, low) => words.map((_, l) => (Math.imul(words[l ^ 1], 5) + low) >>> 0),
  ],
  ballot: [
    'x = x * 5u + (subgroupBallot((x & 4u) != 0u).x & low);',
    (words, low) => {
      const ballot = words.reduce((mask, word, l) => (word & 4 ? mask | (1 << l) : mask), 0);
      return words.map((word) => (Math.imul(word, 5) + (ballot & low)) >>> 0);
    },
  ],
  popcount: ['x = x * 5u + countOneBits(x);', (words) => words.map((word) => (Math.imul(word, 5) + ones(word)) >>> 0)],
  'sum of a subgroup': [
    'x = x * 5u + subgroupAdd(x);',
    (words) => words.map((word) => (Math.imul(word, 5) + sum(words)) >>> 0),
  ],
  'match of 4 bits': [MATCH(4), matched(4)],
  'match of 8 bits': [MATCH(8), matched(8)],
};

const code = (step) => `enable subgroups;
@group(0) @binding(0) var<storage, read> loops: array<u32>;
@group(0) @binding(1) var<storage, read_write> results: array<u32>;

@compute @workgroup_size(${LANES})
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(subgroup_size) size: u32) {
  var x = (id.x + 1u) * 0x9e3779b1u;
  let low = 0xffffffffu >> (32u - min(size, 32u));
  for (var i = 0u; i < loops[0]; i++) {
    ${Array(STEPS).fill(step).join('\n    ')}
  }
  results[id.x] = x;
  if (id.x == 0u) {
    results[arrayLength(&results) - 1u] = size;
  }
}`;

export default {
  name: 'lanes',
  row: 4,
  needs: ['subgroups'],
  question: 'What do shuffles, ballots and sums of a subgroup cost?',
  measures: 'a dispatch of 256 steps a lane, 64 warps a multiprocessor; adds: how many plain steps take as long',
  decides: 'a match of 8 bits under 30 clocks: a downsweep that ranks 8 bits at once',
  seconds: 25,
  few: 9,
  variants: () => Object.keys(FORMS).map((step) => ({ step })),
  async prepare(lab, { step }) {
    const [text, meaning] = FORMS[step];
    const workgroups = lab.gpu.multiprocessors * (WARPS / (LANES / 32));
    const count = workgroups * LANES;
    // The last word is the subgroup size.
    const own = await kernel(lab, { code: code(text), buffers: [Uint32Array.of(LOOPS), count + 1] });
    return {
      encode: (pass) => own.encode(pass, workgroups),
      async wrong() {
        const results = await own.words(1, count + 1);
        const size = results[count];
        // Ballots have more than one word then.
        if (size > 32) return undefined;
        let words = Array.from({ length: size }, (_, l) => Math.imul(l + 1, 0x9e3779b1) >>> 0);
        for (let i = 0; i < STEPS * LOOPS; i++) words = meaning(words, 0xffffffff >>> (32 - size));
        return differs(results, words.keys(), (lane) => words[lane]);
      },
      figures(us) {
        const { clockGHz } = lab.gpu;
        return clockGHz ? { clocks: (us * 1000 * clockGHz) / (STEPS * LOOPS * WARPS) } : {};
      },
      end: own.end,
    };
  },
  answers(rows) {
    const add = rows.find(({ variant }) => variant.step === 'add')?.us;
    return rows.map(({ variant, us, clocks }) => {
      const more = clocks ? `, ${clocks.toFixed(2)} clocks of a multiprocessor for a warp` : '';
      return `${variant.step}: ${add ? `${(us / add).toFixed(1)} adds` : `${us.toFixed(1)} µs`}${more}`;
    });
  },
};
