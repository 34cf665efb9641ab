/** Rules for every kernel on every GPU. */

/** The maximum CPU time of a pipeline's compilation, in milliseconds. */
const COMPILE_MS = 2000;
/** The maximum of vector registers. More would halve the waves of an AMD GPU, and leave NVIDIA's 16 warps. */
const REGISTERS = 128;
/** Mesa counts Lunar Lake's registers in halves: a thread has 128 of twice the width. None of its kernels spills. */
const REGISTERS_OF = { lnl: 256 };
const WORKGROUP_BYTES = { roomy: 32 * 1024, minimal: 16 * 1024, nosub: 32 * 1024 };
/** Violations of the rules that hold for all kernels. `driver` is a name of drivers.mjs. */
function broken(driver, id, { config, error, spills, scratch, registers, workgroupBytes, ms }) {
  if (error) return [error];
  const allowed = REGISTERS_OF[id] ?? REGISTERS;
  return [
    ...(spills ? [`${spills} spills`] : []),
    ...(scratch ? [`${scratch} bytes of scratch memory`] : []),
    ...(registers > allowed ? [`${registers} registers; allowed: ${allowed}`] : []),
    ...(driver === 'amd' && workgroupBytes > WORKGROUP_BYTES[config]
      ? [`${workgroupBytes} bytes of workgroup memory; allowed: ${WORKGROUP_BYTES[config]}`]
      : []),
    ...(ms > COMPILE_MS ? [`compiled in ${ms} ms; allowed: ${COMPILE_MS}`] : []),
  ];
}

/** A kernel by its configuration, plan and name. */
export const keyOf = ({ config, plan, kernel }) => `${config}, ${plan}: ${kernel}`;

/**
 * Kernels that break a rule, by GPU and kernel, with the reason. A rule that such a kernel keeps again is a failure,
 * but for exceptions of all GPUs.
 */
export const EXCEPTIONS = [
  {
    // Accumulators of eight to ten words, which a lane holds twice beside the terms of a leaf.
    kernel: /transform function of four numbers of (f32|i8): reduce\//,
    fault: /^\d+ (spills|bytes of scratch memory|registers)/,
    reason: 'docs/decisions/reduce.md: functions of four numbers on Intel',
  },
  {
    // 27 words, which compilers put into scratch memory, and Intel's counts as spills.
    kernel: /reduce f32 sum of rows: reduce\/rows (sweep|join)(, 2)?$/,
    fault: /^(\d+ bytes of scratch memory|3\d spills)$/,
    reason: 'docs/decisions/reduce.md: the stack of subtrees of a lane',
  },
  {
    id: 'navi31',
    // Ranks sort pairs of a key and an index.
    kernel: /^(minimal|roomy), (sort u64 \+ u32|rank f64 average without NaNs): sort\/medium (512|1024)$/,
    fault: /^144 registers/,
    reason: 'docs/decisions/sort-medium.md',
  },
  {
    id: 'skl',
    kernel: /reduce f32 argmin: reduce\/sweep tiles, 2$/,
    fault: /^129 registers/,
    reason: 'docs/decisions/reduce.md: leaves of vectors on Intel',
  },
  {
    id: 'skl',
    kernel: /^minimal, .*: sort\/large (first )?downsweep$/,
    fault: /^(2 spills|1024 bytes of scratch memory|132 registers)/,
    reason: 'docs/decisions/sort-large.md',
  },
];

/** The faults of a GPU's rows that are no exceptions, and the exceptions that its rows show no more. */
export function failuresOf(driver, id, rows, isWhole) {
  const own = EXCEPTIONS.filter((exception) => (exception.id ?? id) === id);
  const met = new Set();
  const failures = rows.flatMap((row) =>
    broken(driver, id, row).flatMap((fault) => {
      const known = own.find((exception) => exception.kernel.test(keyOf(row)) && exception.fault.test(fault));
      if (known) met.add(known);
      return known ? [] : [`${id}, ${keyOf(row)}: ${fault}`];
    }),
  );
  const gone = isWhole ? own.filter((exception) => exception.id && !met.has(exception)) : [];
  return [
    ...failures,
    ...gone.map(({ kernel, fault }) => `${id}, ${kernel}: no longer ${fault}; remove the exception`),
  ];
}

/** The figures of kernels, one a line: registers, instructions, cycles; `-` if a driver does not give one. */
export const figuresText = (rows) =>
  rows
    .filter(({ error, refused }) => !error && !refused)
    .map(
      (row) => `${keyOf(row)} | ${['registers', 'instructions', 'cycles'].map((name) => row[name] ?? '-').join(' ')}\n`,
    )
    .join('');
