/** Faults in the machine that executes kernels for the model. */

const MACHINE = 'bench/model/machine.mjs';
const MEANING = 'bench/model/meaning.mjs';
const TRANSLATE = 'bench/model/translate.mjs';
const TESTS = ['tests/model'];

/** @type {import('./mutants.mjs').Mutant[]} */
export const MODEL_MUTANTS = [
  {
    what: 'a signed shift of the high word taken for an unsigned one',
    file: MEANING,
    find: "parts.includes('i32') ? '>>' : '>>>'",
    replace: "parts.includes('i32') ? '>>>' : '>>>'",
    tests: TESTS,
  },
  {
    what: 'smaller words by their sign',
    file: MEANING,
    find: "const isLess = type === 'i32' ?",
    replace: 'const isLess = type ?',
    tests: TESTS,
  },
  {
    what: 'a shuffle that leaves the part of the warp that it names',
    file: MEANING,
    find: "within: kind === 'up' ? `from >= ${highest}` : `from <= ${highest}`",
    replace: "within: 'true'",
    tests: TESTS,
  },
  {
    what: 'no carry of a difference of equal words',
    file: TRANSLATE,
    find: '(4294967296 - (${x} >>> 0))',
    replace: '(-${x} >>> 0)',
    tests: TESTS,
  },
  {
    what: 'lanes that do not wait where lanes meet',
    file: MACHINE,
    find: 'const missing = warp.expected[block] & warp.live & ~arrived;',
    replace: 'const missing = 0;',
    tests: TESTS,
  },
  {
    what: 'equal words of a bank counted twice',
    file: MACHINE,
    find: 'if (!isAtomic && !distinct.add(word)) continue;',
    replace: '',
    tests: TESTS,
  },
  {
    what: 'a chain of loads that forgets branches',
    file: 'bench/model/chains.mjs',
    find: 'length = Math.max(length, lengths[CONTROL]) + 1;',
    replace: 'length += 1;',
    tests: TESTS,
  },
  {
    what: 'a barrier that no warp waits at for the chains of others',
    file: MACHINE,
    find: 'for (const { lengths } of live) Chains.meet(lengths, waited);',
    replace: '',
    tests: TESTS,
  },
  {
    what: 'single lanes of two warps that count as those of one',
    file: 'bench/model/rules.mjs',
    find: 'lane >> 5 === ascending[i - 1] >> 5',
    replace: 'lane !== ascending[i - 1]',
    tests: TESTS,
  },
  {
    what: 'any end of a loop taken for a constant',
    file: 'bench/model/rules.mjs',
    find: "/[a-z]/.test(text.replace(/\\b\\d+u\\b/g, ''))",
    replace: '/[#]/.test(text)',
    tests: TESTS,
  },
];
