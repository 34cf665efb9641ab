/** Faults in the numbers of a call and in their bindings. */

const NUMBERS = ['tests/contract/call-numbers'];

/** @type {import('./mutants.mjs').Mutant[]} */
export const CALL_NUMBERS_MUTANTS = [
  {
    what: 'the kernels are told the items of a call thrice',
    file: 'src/plan/plan.ts',
    find: '(name) => numbers[name] as number',
    replace: '() => numbers.items',
    tests: NUMBERS,
  },
  {
    what: 'the uniform of a call stays that of an earlier one with other numbers',
    file: 'src/gpu/recorder.ts',
    find: 'const key = words.join();',
    replace: "const key = '';",
    tests: NUMBERS,
  },
  {
    what: 'a set of numbers is made anew for every call',
    file: 'src/gpu/recorder.ts',
    find: 'this.#sets.set(key, set);',
    replace: '',
    tests: NUMBERS,
  },
  {
    what: 'the uniform of a call that may not have been submitted is destroyed',
    file: 'src/gpu/recorder.ts',
    find: 'if (oldest !== undefined && this.#sets.size > MAX_SETS) this.#sets.delete(oldest);',
    replace:
      'if (oldest !== undefined && this.#sets.size > MAX_SETS) { this.#sets.get(oldest)?.buffer.destroy(); this.#sets.delete(oldest); }',
    tests: NUMBERS,
  },
  {
    what: 'the uniforms of a plan that is destroyed stay',
    file: 'src/gpu/recorder.ts',
    find: 'this.#uniforms.destroy();',
    replace: '',
    tests: NUMBERS,
  },
  {
    what: 'immediate data hold a segment too few',
    file: 'src/gpu/recorder.ts',
    find: 'encoder.setImmediates(0, callWords(members, numbers))',
    replace: 'encoder.setImmediates(0, callWords(members, { ...numbers, segments: numbers.segments - 1 }))',
    tests: NUMBERS,
  },
  {
    what: 'other counts bind other ranges',
    file: 'src/gpu/ranges.ts',
    find: 'return clash ? undefined : lengthened;',
    replace: 'return undefined;',
    tests: NUMBERS,
  },
  {
    what: 'ranges that are bound whole overlap',
    file: 'src/gpu/ranges.ts',
    find: 'return clash ? undefined : lengthened;',
    replace: 'return lengthened;',
    tests: NUMBERS,
  },
  {
    what: 'vectors are bound past the end of their buffer',
    file: 'src/gpu/ranges.ts',
    find: 'room - (room % VECTOR_BYTES)',
    replace: 'vectorBytes(room)',
    tests: NUMBERS,
  },
  {
    what: 'immediate data are taken where the language has none',
    file: 'src/gpu/device.ts',
    find: "has('immediate_address_space') === false",
    replace: "has('immediate_address_space') === null",
    tests: NUMBERS,
  },
];
