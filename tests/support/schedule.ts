/**
 * Lanes and workgroups in another order. Software adapters run a workgroup's subgroups one after another, each as far as
 * the next barrier, and workgroups one after another: a lane that reads what a later one writes goes wrong where a barrier
 * is missing, one that reads what an earlier one wrote never does. So kernels are run with their lanes renumbered: whatever
 * the numbering, results must be the same, and between two numberings every lane comes before and after every other.
 *
 * Where a kernel has subgroup calls, subgroups are renumbered as wholes, as WebGPU's implementations number them.
 */

/** `reversed`: last lane, subgroup and workgroup first. `scattered`: neighbouring lanes far apart, their bits turned round. */
export const SCHEDULES = ['scattered and reversed', 'scattered', 'reversed'] as const;
export type Schedule = (typeof SCHEDULES)[number];

/** Every kernel that the device compiles from now on follows the schedule. */
export function setSchedule(device: GPUDevice, schedule: Schedule): void {
  const compile = device.createShaderModule.bind(device);
  const subgroupSize = device.adapterInfo.subgroupMaxSize ?? 1;
  device.createShaderModule = (descriptor) =>
    compile({ ...descriptor, code: rescheduled(descriptor.code, schedule, subgroupSize) });
}

/** The kernel with the built-in values that its entry point is given replaced by those of the schedule. */
export function rescheduled(code: string, schedule: Schedule, subgroupSize: number): string {
  const entry = /@workgroup_size\(([^)]*)\)\s*fn main\(([^{]*)\)\s*\{/.exec(code);
  if (!entry) return code;
  const [whole, lanes, parameters] = entry as unknown as [string, string, string];
  const wholes = /\benable subgroups\b/.test(code) ? `min(${subgroupSize}u, ${lanes})` : '1u';
  const body: string[] = [];
  const local = nameOf(parameters, 'local_invocation_id');
  if (local) {
    // Workgroups are powers of two, and so are subgroups: of N of them, number i is the one with i's bits turned round.
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
  // On one line, as the kernel's own lines keep their numbers.
  return code.replace(whole, `${whole.replace(parameters, given)} ${body.join(' ')} `);
}

function nameOf(parameters: string, builtin: string): string | undefined {
  return new RegExp(`@builtin\\(${builtin}\\)\\s*(\\w+)`).exec(parameters)?.[1];
}
