/** Row 15: tasks of uneven length, and how workgroups come by them. */
import { sort } from '../../model/cases.mjs';
import { differs, kernel, libraryCall } from '../kernels.mjs';
import { best } from '../lab.mjs';

const LANES = 256;
const SORT = sort('sort u32');

/** Steps of a task: most are short, every sixteenth is eight times as long. */
const stepsOf = (task) => (task % 16 === 5 ? 2048 : 256);

const LOOPS = {
  'a workgroup a task': 'if (workgroup.x < TASKS) { work(workgroup.x, lane); }',
  'a fixed step': 'for (var task = workgroup.x; task < TASKS; task += GRID) { work(task, lane); }',
  // Lane 0 takes a task for all. The last workgroup that finds none begins the count anew for the next dispatch.
  'an atomic': `for (;;) {
    if (lane == 0u) { taken = atomicAdd(&next[0], 1u); }
    let task = workgroupUniformLoad(&taken);
    if (task >= TASKS) {
      if (lane == 0u && task == TASKS + GRID - 1u) { atomicStore(&next[0], 0u); }
      break;
    }
    work(task, lane);
  }`,
};

const code = (loop, tasks, grid) => `
@group(0) @binding(0) var<storage, read_write> next: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read_write> results: array<u32>;
const TASKS = ${tasks}u;
const GRID = ${grid}u;
var<workgroup> taken: u32;

fn work(task: u32, lane: u32) {
  var x = task * ${LANES}u + lane;
  let steps = select(256u, 2048u, task % 16u == 5u);
  for (var i = 0u; i < steps; i++) {
    x = x * 1664525u + 1013904223u;
  }
  results[task * ${LANES}u + lane] = x;
}

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_index) lane: u32) {
  if (lane == 0u) { taken = 0u; }
  workgroupBarrier();
  // A buffer that a kernel does not use is not in its layout.
  if (workgroup.x == 0xffffffffu) { atomicStore(&next[1], taken); }
  ${LOOPS[loop]}
}`;

async function synthetic(lab, { loop }) {
  const grid = lab.gpu.multiprocessors * 4;
  const tasks = Math.ceil(grid * 4.4);
  const count = tasks * LANES;
  const own = await kernel(lab, { code: code(loop, tasks, grid), buffers: [4, count] });
  const expected = (id) => {
    let x = id;
    for (let i = 0; i < stepsOf(Math.floor(id / LANES)); i++) x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
    return x;
  };
  return {
    encode: (pass) => own.encode(pass, loop === 'a workgroup a task' ? tasks : grid),
    wrong: async () => differs(await own.words(1, count), [0, 5 * LANES + 1, count - 1], expected),
    end: own.end,
  };
}

export default {
  name: 'grids',
  row: 15,
  question: 'How do workgroups come by tasks of uneven length best?',
  measures: 'a dispatch of uneven tasks; sorts whose lists have more or fewer lanes, or indirect dispatches',
  decides: 'atomics if they take 10 % less than a fixed step; for sorts the best by 5 %',
  seconds: 30,
  few: 3,
  variants: () => [
    ...Object.keys(LOOPS).map((loop) => ({ of: 'uneven tasks', loop })),
    ...['len65536', 'zipf'].flatMap((of) => [
      ...[17, 16, 18].map((log) => ({ of, loop: 'a fixed step', lists: 2 ** log })),
      { of, loop: 'indirect', lists: 2 ** 17 },
    ]),
  ],
  prepare(lab, variant) {
    if (variant.of === 'uneven tasks') return synthetic(lab, variant);
    const overflow = variant.loop === 'indirect' ? 'indirect' : 'repeated';
    const tuning = { lists: { lanes: variant.lists, overflow } };
    return libraryCall(lab, { operation: SORT, workload: variant.of, tuning });
  },
  answers: (rows) =>
    best(
      rows,
      ({ of }) => of,
      ({ loop, lists }) => (lists ? `${loop}, ${lists} lanes` : loop),
    ),
};
