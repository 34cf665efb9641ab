import { KEYS_MUTANTS } from './keys.mjs';
import { PARTITION_MUTANTS } from './partition.mjs';
import { REDUCE_MUTANTS } from './reduce.mjs';
import { SORT_MUTANTS } from './sort.mjs';

/**
 * Faults to plant, one at a time: `find` (once in `file`) becomes `replace`; one of `tests` must fail, on SwiftShader.
 * `name` limits the tests by title.
 */

/** @typedef {{ what: string, file: string, find: string, replace: string, tests: string[], name?: string }} Mutant */

/** @type {Mutant[]} */
export const MUTANTS = [...PARTITION_MUTANTS, ...SORT_MUTANTS, ...KEYS_MUTANTS, ...REDUCE_MUTANTS];
