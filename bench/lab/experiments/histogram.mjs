/** Row 11: counts of digits by atomics of workgroup memory. */
import { differs, kernel } from '../kernels.mjs';

const LANES = 256;
const ITEMS_A_LANE = 16;
const DIGITS = 256;

const code = (copies) => `
@group(0) @binding(0) var<storage, read> digits: array<u32>;
@group(0) @binding(1) var<storage, read_write> counts: array<u32>;
var<workgroup> histogram: array<atomic<u32>, ${copies * DIGITS}>;

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_index) lane: u32) {
  let copy = (lane % ${copies}u) * ${DIGITS}u;
  for (var i = 0u; i < ${ITEMS_A_LANE}u; i++) {
    let digit = digits[(workgroup.x * ${ITEMS_A_LANE}u + i) * ${LANES}u + lane];
    atomicAdd(&histogram[copy + digit], 1u);
  }
  workgroupBarrier();
  for (var digit = lane; digit < ${DIGITS}u; digit += ${LANES}u) {
    var count = 0u;
    for (var c = 0u; c < ${copies}u; c++) {
      count += atomicLoad(&histogram[c * ${DIGITS}u + digit]);
    }
    counts[workgroup.x * ${DIGITS}u + digit] = count;
  }
}`;

const DIGIT_OF = {
  random: (i) => Math.imul(i + 1, 0x9e3779b1) >>> 24,
  equal: () => 77,
  '16 values': (i) => Math.imul(i + 1, 0x9e3779b1) >>> 28,
};

export default {
  name: 'histogram',
  row: 11,
  question: 'What do counts of digits by atomics in workgroup memory cost, by digits and copies of the counters?',
  measures: 'a dispatch that counts digits of tiles of 4096',
  decides: 'copies only if equal digits cost more than 3 times random ones',
  seconds: 15,
  few: 3,
  variants: () => Object.keys(DIGIT_OF).flatMap((digits) => [1, 2, 4].map((copies) => ({ digits, copies }))),
  async prepare(lab, { digits, copies }) {
    const tile = LANES * ITEMS_A_LANE;
    const workgroups = Math.max(1, lab.items / tile);
    const data = Uint32Array.from({ length: workgroups * tile }, (_, i) => DIGIT_OF[digits](i));
    const count = workgroups * DIGITS;
    const own = await kernel(lab, { code: code(copies), buffers: [data, count] });
    return {
      encode: (pass) => own.encode(pass, workgroups),
      async wrong() {
        const expected = new Uint32Array(count);
        data.forEach((digit, i) => {
          expected[Math.floor(i / tile) * DIGITS + digit]++;
        });
        return differs(await own.words(1, count), expected.keys(), (i) => expected[i]);
      },
      end: own.end,
    };
  },
  answers(rows) {
    const us = (digits, copies) =>
      rows.find(({ variant }) => variant.digits === digits && variant.copies === copies)?.us;
    return [1, 2, 4]
      .filter((copies) => us('equal', copies) && us('random', copies))
      .map((copies) => {
        const ratio = us('equal', copies) / us('random', copies);
        return `${copies} copies: equal digits cost ${ratio.toFixed(2)} × random ones, ${us('random', copies).toFixed(1)} µs`;
      });
  },
};
