/** Row 5: a barrier of a workgroup. */
import { differs, kernel } from '../kernels.mjs';

const BARRIERS = 256;

const code = (lanes) => `
@group(0) @binding(0) var<storage, read> barriers: array<u32>;
@group(0) @binding(1) var<storage, read_write> results: array<u32>;
var<workgroup> memory: array<u32, ${lanes}>;

@compute @workgroup_size(${lanes})
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
  memory[lane] = id.x;
  for (var i = 0u; i < barriers[0]; i++) {
    workgroupBarrier();
  }
  workgroupBarrier();
  results[id.x] = memory[${lanes - 1}u - lane];
}`;

export default {
  name: 'barrier',
  row: 5,
  question: 'What does a barrier of a workgroup cost?',
  measures: 'a dispatch of 256 barriers; groups: workgroups a multiprocessor',
  decides: 'under 60 clocks: a barrier for each row of a tile is free',
  seconds: 20,
  variants: ({ device: { limits } }) =>
    [256, 128, 512, 64, 32]
      .filter((lanes) => lanes <= limits.maxComputeInvocationsPerWorkgroup)
      .flatMap((lanes) => [1, 2, 4, 8].filter((groups) => lanes * groups <= 2048).map((groups) => ({ lanes, groups }))),
  async prepare(lab, { lanes, groups }) {
    const workgroups = lab.gpu.multiprocessors * groups;
    const count = workgroups * lanes;
    const own = await kernel(lab, { code: code(lanes), buffers: [Uint32Array.of(BARRIERS), count] });
    const partner = (id) => id - (id % lanes) + (lanes - 1 - (id % lanes));
    return {
      encode: (pass) => own.encode(pass, workgroups),
      wrong: async () => differs(await own.words(1, count), [0, 1, lanes - 1, count - 1], partner),
      figures: (us) => ({ ns: (1000 * us) / BARRIERS }),
      end: own.end,
    };
  },
  answers: (rows, { gpu: { clockGHz } }) =>
    rows
      .filter(({ variant }) => variant.groups === 1)
      .map(({ variant, ns }) => {
        const time = clockGHz ? `${(ns * clockGHz).toFixed(0)} clocks` : `${ns.toFixed(0)} ns`;
        return `${variant.lanes} lanes alone: ${time} a barrier, launch and end included`;
      }),
};
