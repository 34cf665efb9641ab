/** Rows of a product of factors that contain every combination of any few factors. */
import { criteria, make, sorters } from 'covertable';

export type Factors = Record<string, readonly unknown[]>;
export type Row<F extends Factors> = { [K in keyof F]: F[K][number] };

/** Whether a row is allowed. It is also asked for a part of a row: an allowed part must have an allowed completion. */
export type Rule<F extends Factors> = (row: Partial<Row<F>>) => boolean;

/** Rows with every allowed combination of any `strength` factors. A strength of 2 is pairwise. */
export function covering<F extends Factors>(factors: F, strength: number, rule?: Rule<F>): Row<F>[] {
  // The greedy criterion takes longer and gives fewer rows. The same factors give the same rows on every run.
  const lists = Object.fromEntries(Object.entries(factors).map(([name, levels]) => [name, [...levels]]));
  const rows = make(lists, { length: strength, criterion: criteria.greedy, sorter: sorters.hash }) as Row<F>[];
  // The filter of covertable loses combinations that the rule allows. They are added in more rows.
  return rule ? completed(factors, strength, rule, rows.filter(rule)) : rows;
}

/** The rows, and further ones until no combination is missing. */
function completed<F extends Factors>(factors: F, strength: number, rule: Rule<F>, rows: Row<F>[]): Row<F>[] {
  type Some = Partial<Row<F>>;
  const names: readonly (keyof F & string)[] = Object.keys(factors);
  const combinations = combinationsOf(factors, names, strength).filter((some) => rule(some as Some)) as Some[];
  const holds = (row: Some, some: Some) => names.every((name) => !(name in some) || row[name] === some[name]);
  let missing = combinations.filter((some) => !rows.some((row) => holds(row, some)));
  const result = [...rows];
  while (missing.length > 0) {
    let row = missing[0]!;
    for (const name of names.filter((other) => !(other in row))) {
      const allowed = factors[name]!.map((level): Some => ({ ...row, [name]: level })).filter(rule);
      // The level that allows the most of the missing combinations.
      const open = (some: Some) =>
        missing.filter((m) => names.every((n) => !(n in m && n in some) || m[n] === some[n]));
      row = allowed.reduce((best, next) => (open(next).length > open(best).length ? next : best));
    }
    result.push(row as Row<F>);
    missing = missing.filter((some) => !holds(row, some));
  }
  return result;
}

/** All combinations of levels of any `strength` factors. */
function combinationsOf(factors: Factors, names: readonly string[], strength: number): Record<string, unknown>[] {
  if (strength === 0) return [{}];
  return names.flatMap((name, i) =>
    combinationsOf(factors, names.slice(i + 1), strength - 1).flatMap((rest) =>
      factors[name]!.map((level) => ({ [name]: level, ...rest })),
    ),
  );
}
