/** Row 3: how many instructions of integers a multiprocessor executes in a clock. */
import { differs, kernel } from '../kernels.mjs';

const LANES = 256;
/** Steps in a row of the text, and how often a lane runs them. */
const [STEPS, LOOPS] = [64, 16];

const word = (number) => number >>> 0;

/**
 * A step changes four numbers; each form is [its instructions, WGSL, JavaScript]. Every result is used by the next one,
 * and none repeats, so that no compiler leaves one out.
 */
const FORMS = {
  'min, max, add': [
    4,
    '{ let e = min(a, b) + d; let f = max(c, d) + b; a = b; b = f; c = d; d = e; }',
    ([a, b, c, d]) => [b, word(Math.max(c, d) + b), d, word(Math.min(a, b) + d)],
  ],
  'xor, add': [
    4,
    'a = a ^ b; b = b + c; c = c ^ d; d = d + a;',
    ([a, b, c, d]) => [word(a ^ b), word(b + c), word(c ^ d), word(d + word(a ^ b))],
  ],
  // A comparison and a selection each.
  select: [
    4,
    '{ let e = select(d, b, c < a); let f = select(e, c, d < b); d = b; b = c; c = e; a = f; }',
    ([a, b, c, d]) => {
      const first = c < a ? b : d;
      return [d < b ? c : first, c, first, b];
    },
  ],
};

const MULTIPLIERS = [0x9e3779b1, 0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f];
const start = (lane) => MULTIPLIERS.map((multiplier) => Math.imul(lane + 1, multiplier) >>> 0);

const code = (step) => `
@group(0) @binding(0) var<storage, read> loops: array<u32>;
@group(0) @binding(1) var<storage, read_write> results: array<u32>;

@compute @workgroup_size(${LANES})
fn main(@builtin(global_invocation_id) id: vec3u) {
  ${['a', 'b', 'c', 'd'].map((name, i) => `var ${name} = (id.x + 1u) * ${MULTIPLIERS[i]}u;`).join('\n  ')}
  for (var i = 0u; i < loops[0]; i++) {
    ${Array(STEPS).fill(step).join('\n    ')}
  }
  results[id.x] = a ^ b ^ c ^ d;
}`;

export default {
  name: 'rate',
  row: 3,
  question: 'How many integer instructions does a multiprocessor execute in a clock?',
  measures: 'a dispatch of 4096 instructions a lane; perClock are those of warps of 32 lanes',
  decides: '2.0 ± 0.2 a clock with 64 warps: the model holds; otherwise set instructionsPerClock',
  seconds: 20,
  variants: () => [64, 32, 16, 8].flatMap((warps) => Object.keys(FORMS).map((form) => ({ form, warps }))),
  async prepare(lab, { form, warps }) {
    const [instructions, step, meaning] = FORMS[form];
    const workgroups = lab.gpu.multiprocessors * (warps / (LANES / 32));
    const count = workgroups * LANES;
    const own = await kernel(lab, { code: code(step), buffers: [Uint32Array.of(LOOPS), count] });
    const expected = (lane) => {
      let numbers = start(lane);
      for (let i = 0; i < STEPS * LOOPS; i++) numbers = meaning(numbers);
      return numbers.reduce((all, next) => all ^ next, 0);
    };
    return {
      encode: (pass) => own.encode(pass, workgroups),
      wrong: async () => differs(await own.words(1, count), [0, 1, 37, count - 1], expected),
      figures(us) {
        const perMicrosecond = (instructions * STEPS * LOOPS * count) / us;
        const { multiprocessors, clockGHz } = lab.gpu;
        const perClock = perMicrosecond / 32 / multiprocessors / (1000 * clockGHz);
        return { teraInstructions: perMicrosecond / 1e6, ...(clockGHz ? { perClock } : {}) };
      },
      end: own.end,
    };
  },
  answers(rows) {
    return Object.keys(FORMS).flatMap((form) => {
      const of = rows.filter(({ variant }) => variant.form === form);
      if (of.length === 0) return [];
      const best = of.reduce((most, row) => (row.teraInstructions > most.teraInstructions ? row : most));
      const perClock = best.perClock ? `, ${best.perClock.toFixed(2)} of a warp a clock and multiprocessor` : '';
      return [`${form}: ${best.teraInstructions.toFixed(2)} · 10^12 a second${perClock}`];
    });
  },
};
