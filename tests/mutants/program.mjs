/** Faults in what the program reads and says. */

const READING = ['tests/cli/reading'];
const PARQUET = ['tests/cli/parquet'];
const NAMES = ['tests/node/adapter-choice'];

/** @type {import('./mutants.mjs').Mutant[]} */
export const PROGRAM_MUTANTS = [
  {
    what: 'a bar begins again with each input',
    file: 'src/cli/input.ts',
    find: 'fraction = (i + ofFile(read)) / names.length;',
    replace: 'fraction = ofFile(read) / names.length;',
    tests: READING,
    name: 'on a terminal is a bar',
  },
  {
    what: 'stdin has a bar',
    file: 'src/cli/progress.ts',
    find: "fraction ? bar(fraction()) : ''",
    replace: 'bar(fraction?.() ?? 0)',
    tests: READING,
    name: 'counts rows of stdin',
  },
  {
    what: 'compressed bodies are refused in the words of Arrow’s reader',
    file: 'src/cli/input.ts',
    find: '/compress/.test(message) ? UNCOMPRESSED : message',
    replace: 'message',
    tests: READING,
    name: 'are refused',
  },
  {
    what: 'lists of Parquet begin one item later',
    file: 'src/cli/parquet.ts',
    find: 'valueOffsets[i + 1] = items.length;',
    replace: 'valueOffsets[i] = items.length;',
    tests: PARQUET,
    name: 'with lists',
  },
  {
    what: 'nulls of Parquet are zeros',
    file: 'src/cli/parquet.ts',
    find: 'return nulls === 0 ? undefined : valid;',
    replace: 'return undefined;',
    tests: PARQUET,
    name: 'types of Parquet',
  },
  {
    what: 'only the first row group of Parquet is read',
    file: 'src/cli/parquet.ts',
    find: 'if (at === scan.ranges.length) return',
    replace: 'if (at > 0) return',
    tests: PARQUET,
    name: 'in row groups',
  },
  {
    what: 'whole numbers of Parquet are signed',
    file: 'src/cli/parquet.ts',
    find: '  UINT_32: new arrow.Uint32(),',
    replace: '  UINT_32: new arrow.Int32(),',
    tests: PARQUET,
    name: 'types of Parquet',
  },
  {
    what: 'a name that fits two adapters takes the first',
    file: 'src/node/adapter-names.ts',
    find: 'if (!other) return one;',
    replace: 'return one;',
    tests: NAMES,
    name: 'an adapter by its name',
  },
];
