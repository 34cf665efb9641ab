/** Faults in what is made of a caller's texts and tuning. */

/** @type {import('./mutants.mjs').Mutant[]} */
export const GIVEN_MUTANTS = [
  {
    what: 'a brace of the caller that is not closed is looked for in the library',
    file: 'src/template/assemble.ts',
    find: 'open < 0 ? closed : Math.min(open, closed)',
    replace: 'closed',
    tests: ['tests/contract/reduce-custom'],
    name: 'a brace too many',
  },
  {
    what: 'names in a function’s body are taken for declarations',
    file: 'src/template/assemble.ts',
    find: "theirs === 'declarations'",
    replace: 'theirs',
    tests: ['tests/plans/isolate'],
    name: 'may use names',
  },
  {
    what: 'a name that kernels need is not known to them',
    file: 'src/template/isolate.ts',
    find: '|subgroupShuffle(?:Down|Xor)',
    replace: '',
    tests: ['tests/plans/isolate'],
    name: 'what kernels use',
  },
  {
    what: 'kernels are compiled before all texts are checked',
    file: 'src/record/pipelines.ts',
    find: '  for (const kernel of kernels) shaderFor(device, kernel);\n',
    replace: '',
    tests: ['tests/contract/sort-compare.test'],
    name: 'nothing left to reject',
  },
  {
    what: 'identities are compared as JSON',
    file: 'src/reduce/components.ts',
    find: "Object.is(identity, -0) ? '-0' : String(identity)",
    replace: 'identity',
    tests: ['tests/contract/reduce-several'],
    name: 'told apart by their bits',
  },
  {
    what: 'a plan has the caller’s own tuning',
    file: 'src/tuning/check.ts',
    find: 'JSON.parse(JSON.stringify(tuning))',
    replace: 'tuning',
    tests: ['tests/contract/tuning.test'],
    name: 'does nothing to the plan',
  },
];
