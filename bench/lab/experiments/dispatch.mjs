/** Row 2: a dispatch without work. */
import { dispatched, kernel } from '../kernels.mjs';

/** `tasks` is read only, so its value is the same for all lanes. A workgroup without a task does nothing. */
const code = (lanes, words) => `
@group(0) @binding(0) var<storage, read> tasks: array<u32>;
@group(0) @binding(1) var<storage, read_write> done: array<atomic<u32>>;
${words ? `var<workgroup> memory: array<u32, ${words}>;` : ''}

@compute @workgroup_size(${lanes})
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_index) lane: u32) {
  if (workgroup.x >= tasks[0]) {
    return;
  }
  ${words ? `memory[lane] = lane; workgroupBarrier(); let last = memory[${lanes - 1}u - lane];` : 'let last = lane;'}
  if (last == 0u) {
    atomicAdd(&done[0], 1u);
  }
}`;

const EMPTY = (lanes) => `@compute @workgroup_size(${lanes}) fn main() {}`;

export default {
  name: 'dispatch',
  row: 2,
  question: 'What does a dispatch without work cost?',
  measures:
    'a dispatch in a row; none: no buffers; apart: each writes its own buffer; shared: all may write one buffer',
  decides: 'lists.lanes: the grid from which it costs more; kilobytes that cost are zeroed by every workgroup',
  seconds: 25,
  variants({ device: { limits } }) {
    const shapes = [1024, 1, 528, 264, 132].flatMap((workgroups) => [256, 64].map((lanes) => ({ workgroups, lanes })));
    const memory = [0, 10, 19, 32].filter((kilobytes) => 1024 * kilobytes <= limits.maxComputeWorkgroupStorageSize);
    return [
      ...shapes.flatMap((shape) => ['shared', 'apart', 'none'].map((buffers) => ({ ...shape, buffers, kilobytes: 0 }))),
      ...memory.slice(1).flatMap((kilobytes) => shapes.map((shape) => ({ ...shape, buffers: 'shared', kilobytes }))),
    ];
  },
  async prepare(lab, { workgroups, lanes, buffers, kilobytes }) {
    if (buffers === 'none') {
      const empty = await kernel(lab, { code: EMPTY(lanes), buffers: [] });
      return { encode: (pass) => empty.encode(pass, workgroups), end: empty.end };
    }
    const groups = buffers === 'apart' ? 10 : 1;
    const own = await kernel(lab, { code: code(lanes, 256 * kilobytes), buffers: [Uint32Array.of(0), 4], groups });
    return {
      encode: (pass, repeat) => own.encode(pass, workgroups, repeat),
      async wrong() {
        const [idle] = await own.words(1, 1);
        own.write(0, Uint32Array.of(workgroups));
        dispatched(lab, (pass) => own.encode(pass, workgroups));
        const [busy] = await own.words(1, 1);
        return idle === 0 && busy === workgroups ? undefined : `${idle}, then ${busy} workgroups did their task`;
      },
      end: own.end,
    };
  },
  answers(rows) {
    const us = (workgroups, lanes, buffers = 'apart', kilobytes = 0) => {
      const wanted = { workgroups, lanes, buffers, kilobytes };
      return rows.find(({ variant }) => Object.entries(wanted).every(([name, value]) => variant[name] === value))?.us;
    };
    const [one, full, shared, zeroed] = [
      us(1, 256),
      us(1024, 256),
      us(1024, 256, 'shared'),
      us(1024, 256, 'shared', 32),
    ];
    const line = (text, value) => (Number.isFinite(value) ? [`${text}: ${value.toFixed(2)} µs`] : []);
    return [
      ...line('one workgroup', one),
      ...line('1024 workgroups of 256 lanes', full),
      ...line('a buffer that dispatches share, more', shared - full),
      ...line('32 KB of workgroup memory, more', zeroed - shared),
    ];
  },
};
