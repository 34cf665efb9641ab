/** What must hold for every kernel on every GPU, and the budgets that a kernel may not exceed. */

/** Milliseconds of CPU time in which a pipeline must compile. */
const COMPILE_MS = 2000;
/** Vector registers, where more would halve the waves of an AMD GPU. */
const AMD_REGISTERS = 128;
const WORKGROUP_BYTES = { roomy: 32 * 1024, lean: 16 * 1024, nosub: 32 * 1024 };
/** Compilers change little between releases: a figure may be this much above its budget. */
const SLACK = 1.03;

/** What breaks a rule that holds for all kernels. `driver`: a name of drivers.mjs. */
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

/** Budgets as text, a kernel a line: registers, instructions, cycles; `-` where a driver does not give one. */
export const budgetText = (rows) =>
  rows
    .filter(({ error, refused }) => !error && !refused)
    .map((row) => `${keyOf(row)} | ${FIGURES.map((figure) => row[figure] ?? '-').join(' ')}\n`)
    .join('');

/** Figures above a kernel's budget; a kernel without a budget is named as well. */
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
