/** Each fault that `npm run test:mutants` plants changes code that exists, and names tests that exist. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { inTurn } from '../support/cases.ts';

interface Mutant {
  readonly what: string;
  readonly file: string;
  readonly tests: readonly string[];
  readonly name?: string;
}

// The names are texts, so TypeScript does not follow them: these modules have no types.
const modules: readonly string[] = ['./mutants.mjs', './planted.mjs', './outcomes.mjs'];
const [{ MUTANTS }, { planted }, { caughtMutants, keyOf }]: [
  { MUTANTS: readonly Mutant[] },
  { planted: (mutant: Mutant, source: string) => string },
  { caughtMutants: () => ReadonlyMap<string, string>; keyOf: (mutant: Mutant) => string },
] = (await Promise.all(modules.map((name) => import(name)))) as never;

/** A test as `vitest list` prints it. */
interface Listed {
  readonly file: string;
  readonly name: string;
}

/** The tests of the files with these texts in their names, with the rows of mutants. They are listed, not run. */
async function listedTests(filters: readonly string[]): Promise<Listed[]> {
  const vitest = path.join(path.dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
  const folder = mkdtempSync(path.join(os.tmpdir(), 'mutants-list-'));
  const list = path.join(folder, 'list.json');
  const own = Object.entries(process.env).filter(([name]) => !/^(VITEST|WEBGPU_SEGMENTED_)/.test(name));
  const env = {
    ...Object.fromEntries(own),
    WEBGPU_SEGMENTED_ADAPTER: 'swiftshader',
    WEBGPU_SEGMENTED_TEST_ROWS: 'pairwise',
  };
  try {
    await promisify(execFile)(process.execPath, [vitest, 'list', `--json=${list}`, ...filters], { env });
    return JSON.parse(readFileSync(list, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

it('every mutant has its own `what`, and finds the code that it changes once', () => {
  expect(MUTANTS.length).toBeGreaterThan(0);
  expect(new Set(MUTANTS.map(({ what }) => what)).size).toBe(MUTANTS.length);
  for (const mutant of MUTANTS) {
    const source = readFileSync(mutant.file, 'utf8');
    expect(planted(mutant, source), mutant.what).not.toBe(source);
  }
});

it('every mutant was detected by a test, on record', () => {
  const caught = caughtMutants();
  const missing = MUTANTS.filter((mutant) => !caught.has(keyOf(mutant))).map(({ file, what }) => `${file}: ${what}`);
  expect(missing, 'run `npm run test:mutants`').toEqual([]);
});

it('every mutant names files of tests, and a test in each', async () => {
  const files = readdirSync('tests', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => `tests/${file.split(path.sep).join('/')}`);
  // Listing tests takes seconds, so only those of mutants with a name are listed, and these take turns.
  const named = new Set(inTurn([...new Set(MUTANTS.flatMap(({ tests, name }) => (name ? tests : [])))].sort(), 16));
  const listed = await listedTests([...named]);
  const titled = listed.map(({ file, name }) => ({
    file: path.relative('.', file),
    // `-t` matches the titles of a test and of its groups, separated by a space.
    title: name.replaceAll(' > ', ' '),
  }));
  const isThere = (filter: string, name: string | undefined) =>
    name
      ? !named.has(filter) || titled.some(({ file, title }) => file.includes(filter) && new RegExp(name).test(title))
      : files.some((file) => file.includes(filter));
  const empty = MUTANTS.flatMap(({ what, tests, name }) =>
    tests
      .filter((filter) => !isThere(filter, name))
      .map((filter) => `${what}: no test of ${filter} is called '${name ?? ''}'`),
  );
  expect(empty).toEqual([]);
});
