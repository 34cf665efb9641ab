/** Rules for every kernel on every GPU, and the budgets of kernels. */

/** The maximum CPU time of a pipeline's compilation, in milliseconds. */
const COMPILE_MS = 2000;
/** The maximum of vector registers. More registers would halve the waves of an AMD GPU. */
const AMD_REGISTERS = 128;
const WORKGROUP_BYTES = { roomy: 32 * 1024, lean: 16 * 1024, nosub: 32 * 1024 };
/** A figure may exceed its budget by this factor, because compilers change a little between releases. */
const SLACK = 1.03;

/** Violations of the rules that hold for all kernels. `driver` is a name of drivers.mjs. */
export function broken(driver, { config, error, spills, scratch, registers, workgroupBytes, ms }) {
  if (error) return [error];
  return [
    ...(spills ? [`${spills} spills`] : []),
    ...(scratch ? [`${scratch} bytes of scratch memory`] : []),
    ...(driver === 'amd' && registers > AMD_REGISTERS ? [`${registers} registers; allowed: ${AMD_REGISTERS}`] : []),
    ...(driver === 'amd' && workgroupBytes > WORKGROUP_BYTES[config]
      ? [`${workgroupBytes} bytes of workgroup memory; allowed: ${WORKGROUP_BYTES[config]}`]
      : []),
    ...(ms > COMPILE_MS ? [`compiled in ${ms} ms; allowed: ${COMPILE_MS}`] : []),
  ];
}

/** A kernel by its configuration, plan and name. */
export const keyOf = ({ config, plan, kernel }) => `${config}, ${plan}: ${kernel}`;

const FIGURES = ['registers', 'instructions', 'cycles'];

/** Budgets as text, one kernel per line: registers, instructions, cycles; `-` if a driver does not give one. */
export const budgetText = (rows) =>
  rows
    .filter(({ error, refused }) => !error && !refused)
    .map((row) => `${keyOf(row)} | ${FIGURES.map((figure) => row[figure] ?? '-').join(' ')}\n`)
    .join('');

/** Figures that exceed a kernel's budget, and kernels without a budget. */
export function aboveBudget(text, rows) {
  const budgets = new Map(
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split(' | '))
      .map(([key, figures]) => [key, figures.split(' ').map(Number)]),
  );
  return rows
    .filter(({ error, refused }) => !error && !refused)
    .flatMap((row) => {
      const budget = budgets.get(keyOf(row));
      if (!budget) return [`${keyOf(row)}: no budget`];
      return FIGURES.flatMap((figure, i) =>
        row[figure] > budget[i] * SLACK ? [`${keyOf(row)}: ${row[figure]} ${figure}; budget: ${budget[i]}`] : [],
      );
    });
}
