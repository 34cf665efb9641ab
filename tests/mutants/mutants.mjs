/**
 * Faults to plant, one at a time: all `.txt` files of this folder. A group of lines has the file, and its section if it
 * has sections, then for each fault:
 *
 *     what is wrong | tests that must fail, without `tests/` | part of their titles, if only some
 *   -a line of the code, which is there once
 *   +what stands there instead
 *
 * One of the tests must fail, on SwiftShader, with the pairwise rows.
 */
import { readdirSync, readFileSync } from 'node:fs';

/**
 * @typedef {{ what: string, file: string, section?: string, find: string, replace: string, tests: string[],
 *   name?: string }} Mutant
 */

const HERE = new URL('./', import.meta.url);

/** The faults of a text. `source` is for messages. */
export function mutantsOf(text, source) {
  /** @type {Mutant[]} */
  const found = [];
  /** What the lines of the last fault have: [find, replace]. */
  let sides = [[], []];
  let of;
  const finish = () => {
    const [find, replace] = sides.map((lines) => lines.join('\n'));
    if (of && find === '') throw new Error(`${source}: '${found.at(-1)?.what}' finds nothing`);
    if (of) Object.assign(of, { find, replace });
    of = undefined;
    sides = [[], []];
  };
  let at;
  text.split('\n').forEach((line, i) => {
    const mark = line[0];
    const fail = (why) => {
      throw new Error(`${source}:${i + 1}: ${why}`);
    };
    if (mark === '-' || mark === '+') {
      if (!of) fail('lines of code without a fault');
      sides[mark === '-' ? 0 : 1].push(line.slice(1));
    } else if (line.startsWith('  ')) {
      finish();
      const [what, tests, ...name] = line.slice(2).split(' | ');
      if (!at || !tests) fail('a fault needs a file, a description and its tests');
      of = { what, ...at, find: '', replace: '', tests: tests.split(', ').map((test) => `tests/${test}`) };
      if (name.length > 0) of.name = name.join(' | ');
      found.push(of);
    } else {
      finish();
      const [, file, section] = /^(\S+?)(?: \((.*)\))?$/.exec(line) ?? [];
      if (line !== '' && mark !== '#' && !file) fail(`'${line}' is no file`);
      if (file && mark !== '#') at = section ? { file, section } : { file };
    }
  });
  finish();
  return found;
}

export const MUTANTS = readdirSync(HERE)
  .filter((name) => name.endsWith('.txt'))
  .sort()
  .flatMap((name) => mutantsOf(readFileSync(new URL(name, HERE), 'utf8'), name));
