import { ARROW_MUTANTS } from './arrow.mjs';
import { CALL_NUMBERS_MUTANTS } from './call-numbers.mjs';
import { DOUBLES_MUTANTS } from './doubles.mjs';
import { EDGES_MUTANTS } from './edges.mjs';
import { GIVEN_MUTANTS } from './given.mjs';
import { GROUP_MUTANTS } from './group.mjs';
import { JS_MUTANTS } from './js.mjs';
import { KEYS_MUTANTS } from './keys.mjs';
import { MODEL_MUTANTS } from './model.mjs';
import { NETWORK_MUTANTS } from './networks.mjs';
import { PARTITION_MUTANTS } from './partition.mjs';
import { PARTS_MUTANTS } from './parts.mjs';
import { PROGRAM_MUTANTS } from './program.mjs';
import { RANKING_MUTANTS } from './ranking.mjs';
import { REDUCE_MUTANTS } from './reduce.mjs';
import { REDUCE_ELEMENTS_MUTANTS } from './reduce-elements.mjs';
import { REDUCE_HOST_MUTANTS } from './reduce-host.mjs';
import { REDUCE_LARGE_MUTANTS } from './reduce-large.mjs';
import { REDUCE_OPERATORS_MUTANTS } from './reduce-operators.mjs';
import { REDUCE_STEPS_MUTANTS } from './reduce-steps.mjs';
import { REDUCE_SWEEP_MUTANTS } from './reduce-sweep.mjs';
import { REDUCE_SWEEP_GPU_MUTANTS } from './reduce-sweep-gpu.mjs';
import { REPEATED_MUTANTS } from './repeated.mjs';
import { SCAN_MUTANTS } from './scan.mjs';
import { SEGMENTED_SCAN_MUTANTS } from './segmented-scan.mjs';
import { SELECT_MUTANTS } from './select.mjs';
import { SELECT_MEDIUM_MUTANTS } from './select-medium.mjs';
import { PREFILTER_MUTANTS } from './select-prefilter.mjs';
import { SORT_MUTANTS } from './sort.mjs';
import { SORT_BLOCKS_MUTANTS } from './sort-blocks.mjs';
import { SORT_INDICES_MUTANTS } from './sort-indices.mjs';
import { SORT_LARGE_MUTANTS } from './sort-large.mjs';
import { SORT_RUNS_MUTANTS } from './sort-runs.mjs';
import { TABLES_MUTANTS } from './tables.mjs';
import { TOP_K_NETWORK_MUTANTS } from './top-k-networks.mjs';

/**
 * Faults to plant, one at a time. `find`, which occurs once in `file` or in a section of it, becomes `replace`. One of
 * `tests` must fail, on SwiftShader, with the pairwise rows. `name` limits the tests by title.
 */

/**
 * @typedef {{ what: string, file: string, section?: string, find: string, replace: string, tests: string[],
 *   name?: string }} Mutant
 */

/** @type {Mutant[]} */
export const MUTANTS = [
  ...PARTITION_MUTANTS,
  ...CALL_NUMBERS_MUTANTS,
  ...SCAN_MUTANTS,
  ...SEGMENTED_SCAN_MUTANTS,
  ...SORT_MUTANTS,
  ...MODEL_MUTANTS,
  ...NETWORK_MUTANTS,
  ...SORT_BLOCKS_MUTANTS,
  ...SORT_RUNS_MUTANTS,
  ...SORT_LARGE_MUTANTS,
  ...RANKING_MUTANTS,
  ...SORT_INDICES_MUTANTS,
  ...KEYS_MUTANTS,
  ...GIVEN_MUTANTS,
  ...REDUCE_MUTANTS,
  ...REDUCE_SWEEP_MUTANTS,
  ...REDUCE_SWEEP_GPU_MUTANTS,
  ...REPEATED_MUTANTS,
  ...REDUCE_STEPS_MUTANTS,
  ...REDUCE_LARGE_MUTANTS,
  ...REDUCE_ELEMENTS_MUTANTS,
  ...REDUCE_OPERATORS_MUTANTS,
  ...DOUBLES_MUTANTS,
  ...REDUCE_HOST_MUTANTS,
  ...ARROW_MUTANTS,
  ...EDGES_MUTANTS,
  ...GROUP_MUTANTS,
  ...SELECT_MUTANTS,
  ...SELECT_MEDIUM_MUTANTS,
  ...PREFILTER_MUTANTS,
  ...TOP_K_NETWORK_MUTANTS,
  ...TABLES_MUTANTS,
  ...PARTS_MUTANTS,
  ...PROGRAM_MUTANTS,
  ...JS_MUTANTS,
];
