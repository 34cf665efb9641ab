/**
 * Runs lanes and workgroups in another order. A software adapter runs the subgroups of a workgroup one after another,
 * each up to the next barrier, and workgroups one after another. If a barrier is missing, a lane that reads the value
 * of a later lane gets a wrong one. A lane that reads the value of an earlier lane does not. So kernels run with
 * renumbered lanes. The results must be the same with every numbering. In two numberings, every lane runs before and
 * after every other lane.
 *
 * In a kernel with subgroup calls, whole subgroups are renumbered, like WebGPU's implementations number them.
 */

/** `reversed`: the last lane, subgroup and workgroup comes first. `scattered`: numbers with reversed bits. */
export const SCHEDULES = ['scattered and reversed', 'scattered', 'reversed'] as const;
export type Schedule = (typeof SCHEDULES)[number];

/** Makes every kernel that the device compiles from now on follow the schedule. */
export function setSchedule(device: GPUDevice, schedule: Schedule): void {
  const compile = device.createShaderModule.bind(device);
  const subgroupSize = device.adapterInfo.subgroupMaxSize ?? 1;
  device.createShaderModule = (descriptor) =>
    compile({ ...descriptor, code: rescheduled(descriptor.code, schedule, subgroupSize) });
}

/** The kernel with the built-in values of its entry point replaced by those of the schedule. */
export function rescheduled(code: string, schedule: Schedule, subgroupSize: number): string {
  const entry = /@workgroup_size\(([^)]*)\)\s*fn main\(([^{]*)\)\s*\{/.exec(code);
  if (!entry) return code;
  const [whole, lanes, parameters] = entry as unknown as [string, string, string];
  const wholes = /\benable subgroups\b/.test(code) ? `min(${subgroupSize}u, ${lanes})` : '1u';
  const body: string[] = [];
  const local = nameOf(parameters, 'local_invocation_id');
  if (local) {
    // Workgroups and subgroups are powers of two. Of N of them, number i becomes the number with the reversed bits of
    // i.
    const count = `(${lanes} / ${wholes})`;
    const given = `given_${local}.x / ${wholes}`;
    const first = schedule === 'scattered' ? given : `(${count} - 1u - ${given})`;
    const order = schedule === 'reversed' ? first : `(reverseBits(${first}) >> 1u) / (0x80000000u / ${count})`;
    body.push(`let ${local} = vec3u(${order} * ${wholes} + given_${local}.x % ${wholes}, 0u, 0u);`);
  }
  const workgroup = nameOf(parameters, 'workgroup_id');
  const grid = nameOf(parameters, 'num_workgroups');
  if (workgroup)
    body.push(`let ${workgroup} = ${schedule === 'scattered' ? '' : `${grid} - 1u - `}given_${workgroup};`);
  const given = parameters.replace(/(@builtin\((?:local_invocation_id|workgroup_id)\)\s*)(\w+)/g, '$1given_$2');
  // All on one line, so that the kernel's lines keep their numbers.
  return code.replace(whole, `${whole.replace(parameters, given)} ${body.join(' ')} `);
}

function nameOf(parameters: string, builtin: string): string | undefined {
  return new RegExp(`@builtin\\(${builtin}\\)\\s*(\\w+)`).exec(parameters)?.[1];
}

/** Functions by which tiles look back, and those by which they publish, with a number of the tile. */
const LOOKING_BACK = [
  // wgsl/sort/large/digit.gpu.wgsl. Other tiles are missing in each pass.
  ['lookBack', 'publish', 'descriptorRow(tile, tile.index) / DIGITS * 7919u + digitPass * 31u'],
  // wgsl/segmented_scan/before.gpu.wgsl
  ['computeSubtree', 'announce', 'slot * 7919u'],
  // wgsl/segmented_scan/windows.gpu.wgsl
  ['computeTotal', 'publishOwn', 'slot * 7919u'],
] as const;

/**
 * Makes workgroups stall for ever: of the tiles of a kernel that looks back, so many of 100 never publish what they
 * have computed.
 */
export function setMissingTiles(device: GPUDevice, percent: number): void {
  const compile = device.createShaderModule.bind(device);
  device.createShaderModule = (descriptor) => {
    let { code } = descriptor;
    for (const [looks, publishes, hash] of LOOKING_BACK) {
      if (!code.includes(`fn ${looks}(`)) continue;
      const planted = `if ((${hash}) % 100u < ${percent}u) { return; }`;
      code = code.replace(new RegExp(`fn ${publishes}\\([^)]*\\)\\s*\\{`), (head) => `${head} ${planted}`);
      if (code === descriptor.code) throw new Error(`a kernel looks back, but has no \`${publishes}\``);
    }
    return compile({ ...descriptor, code });
  };
}
