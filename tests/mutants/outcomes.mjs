/** Which mutants a test has detected, at which commit, and the test's title: `outcomes.txt`, a line a mutant. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FILE = fileURLToPath(new URL('outcomes.txt', import.meta.url));

/**
 * The name of a mutant's line. It changes with the mutant's text and tests. It does not change with the other sources.
 * @param {import('./mutants.mjs').Mutant} mutant
 */
export function keyOf({ file, find, replace, tests, name }) {
  const text = JSON.stringify([file, find, replace, tests, name]);
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

/** The lines by their keys. @returns {Map<string, string>} */
export function caughtMutants() {
  if (!existsSync(FILE)) return new Map();
  const lines = readFileSync(FILE, 'utf8').split('\n').filter(Boolean);
  return new Map(lines.map((line) => [line.slice(0, 12), line]));
}

/** The title of the test in a line. @param {string | undefined} line */
export function titleIn(line) {
  return line?.split(' | ')[1];
}

/** Replaces the lines, in the order of their keys. @param {Map<string, string>} lines */
export function writeCaughtMutants(lines) {
  writeFileSync(FILE, `${[...lines.values()].sort().join('\n')}\n`);
}
