/** Row 10: how lanes' addresses in memory cost. */
import { differs, kernel } from '../kernels.mjs';

const LANES = 256;
/** Words of a lane. */
const WORDS = 16;
const GROUP_WORDS = LANES * WORDS;
const SECTOR_WORDS = 8;

/**
 * Where a lane's `i`-th access of `width` words is, in the workgroup's words: lanes are `bytes` apart, 0: the width of an
 * access, so that lanes touch neighbouring words.
 */
function slotOf(i, lane, width, bytes) {
  const together = Math.max(width, bytes / 4);
  const [row, at] = [Math.floor((i * width) / together), (i * width) % together];
  return (row * LANES + lane) * together + at;
}
const SLOT = (width, bytes) => {
  const together = Math.max(width, bytes / 4);
  return `(i * ${width}u / ${together}u * ${LANES}u + lane) * ${together}u + i * ${width}u % ${together}u`;
};

const load = (width, bytes) => `
@group(0) @binding(0) var<storage, read> words: array<${width === 4 ? 'vec4u' : 'u32'}>;
@group(0) @binding(1) var<storage, read_write> results: array<u32>;

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_index) lane: u32) {
  var sum = 0u;
  for (var i = 0u; i < ${WORDS / width}u; i++) {
    let word = words[(workgroup.x * ${GROUP_WORDS}u + ${SLOT(width, bytes)}) / ${width}u];
    sum += ${width === 4 ? 'word.x + word.y + word.z + word.w' : 'word'};
  }
  results[workgroup.x * ${LANES}u + lane] = sum;
}`;

const store = (width, bytes) => `
@group(0) @binding(0) var<storage, read_write> results: array<${width === 4 ? 'vec4u' : 'u32'}>;

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_index) lane: u32) {
  for (var i = 0u; i < ${WORDS / width}u; i++) {
    let at = workgroup.x * ${GROUP_WORDS}u + ${SLOT(width, bytes)};
    results[at / ${width}u] = ${width === 4 ? 'at + vec4u(0u, 1u, 2u, 3u)' : 'at'};
  }
}`;

/** Sectors of a workgroup's accesses, beyond those that would do. */
function surplusSectors(width, bytes) {
  let surplus = 0;
  for (let i = 0; i < WORDS / width; i++) {
    for (let first = 0; first < LANES; first += 32) {
      const slots = Array.from({ length: 32 }, (_, l) => slotOf(i, first + l, width, bytes));
      const sectors = new Set(slots.map((slot) => Math.floor(slot / SECTOR_WORDS)));
      surplus += sectors.size - (32 * width) / SECTOR_WORDS;
    }
  }
  return surplus;
}

export default {
  name: 'access',
  row: 10,
  question: 'What do lanes pay whose words lie apart?',
  measures: 'a dispatch that loads or stores 16 words a lane; apart: bytes from lane to lane, 0: side by side',
  decides: 'words 64 bytes apart cost more than 3 times those side by side: stage them in workgroup memory',
  seconds: 20,
  variants: () =>
    [64, 0, 32].flatMap((apart) =>
      ['load', 'store'].flatMap((access) => [1, 4].map((words) => ({ access, words, apart }))),
    ),
  async prepare(lab, { access, words: width, apart }) {
    const workgroups = Math.max(1, lab.items / GROUP_WORDS);
    const count = workgroups * GROUP_WORDS;
    const isLoad = access === 'load';
    const data = Uint32Array.from({ length: isLoad ? count : 0 }, (_, i) => Math.imul(i, 0x9e3779b1));
    const code = (isLoad ? load : store)(width, apart);
    const own = await kernel(lab, { code, buffers: isLoad ? [data, workgroups * LANES] : [count] });
    const sum = (id) => {
      const [group, lane] = [Math.floor(id / LANES), id % LANES];
      let total = 0;
      for (let i = 0; i < WORDS / width; i++) {
        const at = group * GROUP_WORDS + slotOf(i, lane, width, apart);
        for (let w = 0; w < width; w++) total = (total + data[at + w]) >>> 0;
      }
      return total;
    };
    return {
      encode: (pass) => own.encode(pass, workgroups),
      async wrong() {
        if (!isLoad) return differs(await own.words(0, count), Array(count).keys(), (i) => i);
        return differs(await own.words(1, workgroups * LANES), [0, 1, 33, workgroups * LANES - 1], sum);
      },
      figures: (us) => ({
        gigabytes: (4 * count) / us / 1000,
        surplusMillions: (workgroups * surplusSectors(width, apart)) / 1e6,
      }),
      end: own.end,
    };
  },
  answers(rows) {
    const of = (access, words, apart) =>
      rows.find(({ variant }) => variant.access === access && variant.words === words && variant.apart === apart);
    return ['load', 'store'].flatMap((access) =>
      [1, 4].flatMap((words) => {
        const [near, far] = [of(access, words, 0), of(access, words, 64)];
        if (!near || !far) return [];
        const each = (far.us - near.us) / far.surplusMillions;
        const cost = Number.isFinite(each) ? `; ${each.toFixed(2)} µs a million surplus sectors` : '';
        return [`${access} of ${words}: 64 bytes apart ${(far.us / near.us).toFixed(2)} × side by side${cost}`];
      }),
    );
  },
};
