/**
 * Outcomes of the whole matrix, in outcomes.txt: a line for each adapter and test file, with the commit and with the
 * key of the kernels that ran.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const FILE = fileURLToPath(new URL('outcomes.txt', import.meta.url));

/** Sources of kernels, and the plans and kernels that are assembled from them. */
const KERNELS = ['wgsl', 'tests/snapshots'];

const filesIn = (folder) =>
  readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort();

/** The same for the same kernels, whatever else a commit changes. */
export function kernelsKey() {
  const hash = createHash('sha256');
  for (const file of KERNELS.flatMap(filesIn)) hash.update(`${file}\n`).update(readFileSync(path.join(root, file)));
  return hash.digest('hex').slice(0, 8);
}

/** Splits a line: `<key> <commit> <adapter> <file>: <passed> passed, <skipped> skipped, <seconds> s`. */
function parsed(line) {
  const [, key, commit, name, passed, skipped, seconds] =
    line.match(/^(\w+) (\w+) ([\w-]+ \S+): (\d+) passed, (\d+) skipped, (\d+) s$/) ?? [];
  if (!key) throw new Error(`${FILE}: no outcome: '${line}'`);
  return { key, commit, name, passed: Number(passed), skipped: Number(skipped), seconds: Number(seconds) };
}

/** The outcomes of these kernels, by adapter and file. */
export function outcomesOf(key) {
  const lines = existsSync(FILE) ? readFileSync(FILE, 'utf8').split('\n').filter(Boolean) : [];
  const found = lines.map(parsed).filter((outcome) => outcome.key === key);
  return new Map(found.map((outcome) => [outcome.name, outcome]));
}

/** Replaces the file's lines by these outcomes. */
export function writeOutcomes(outcomes) {
  const lines = Array.from(outcomes.values(), ({ key, commit, name, passed, skipped, seconds }) => {
    return `${key} ${commit} ${name}: ${passed} passed, ${skipped} skipped, ${seconds} s\n`;
  });
  writeFileSync(FILE, lines.sort((a, b) => (a.slice(17) < b.slice(17) ? -1 : 1)).join(''));
}
