import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { definersOf, namesOf, readLibrary, usesOf } from './wgsl-names.ts';

/**
 * Matches a comment with the spaces before it. WGSL's block comments nest. The library's do not, and tests check this.
 */
const COMMENT = /[ \t]*(?:\/\/[^\n]*|\/\*[\s\S]*?\*\/)/g;

/** A `.wgsl` text without comments. Line breaks stay, so that a compiler's line number is the file's. */
export function withoutComments(wgsl: string): string {
  return wgsl.replace(COMMENT, (comment) => comment.replace(/[^\n]/g, ''));
}

const isWord = (sign: string) => /\w/.test(sign);
const isOperator = (sign: string) => /[-+*/%&|^=<>!]/.test(sign);

/** A text without needless spaces. A space stays between two words and between two operators. Line breaks stay. */
export function withoutSpaces(wgsl: string): string {
  const squeezed = (line: string) =>
    line
      .trim()
      .replace(/(\S)\s+(?=(\S))/g, (_, a: string, b: string) =>
        (isWord(a) && isWord(b)) || (isOperator(a) && isOperator(b)) ? `${a} ` : a,
      );
  return wgsl.split('\n').map(squeezed).join('\n');
}

/** The text of a `.wgsl` file in the package. */
export function wgslText(file: string, source = readFileSync(file, 'utf8')): string {
  return withoutSpaces(withoutComments(source));
}

/** The folder of all `.wgsl` files. */
export const WGSL_FOLDER = fileURLToPath(new URL('../wgsl', import.meta.url));

/** The files that declare each name, read once a build. They are read from the sources, not from a planted fault. */
let definers: Map<string, string[]> | undefined;

/** The files that are the only definers of names in a text of the library. */
function needsOf(name: string, file: string, source: string): string[] {
  definers ??= definersOf(readLibrary(WGSL_FOLDER));
  return [...usesOf({ name, file, ...namesOf(source) }, definers).needs.keys()];
}

/**
 * The source of the module that `import kernel from './kernel.wgsl'` loads, in the package and in the tests. It exports
 * a `WgslModule` (src/plan/module.ts). It imports the files that it needs, so that every bundle with this module has
 * them.
 *
 * @param source the text to use instead of the file's
 */
export function wgslModule(file: string, source = readFileSync(file, 'utf8')): string {
  const name = path
    .relative(WGSL_FOLDER, file)
    .split(path.sep)
    .join('/')
    .replace(/\.wgsl$/, '');
  const needs = needsOf(name, file, source);
  const importOf = (need: string, i: number) => {
    const from = path
      .relative(path.dirname(file), path.join(WGSL_FOLDER, `${need}.wgsl`))
      .split(path.sep)
      .join('/');
    return `import n${i} from ${JSON.stringify(from.startsWith('.') ? from : `./${from}`)};`;
  };
  const text = wgslText(file, source);
  const list = needs.length > 0 ? `, needs: () => [${needs.map((_, i) => `n${i}`).join(', ')}]` : '';
  const task = namesOf(source).declared.has('task') ? ', task: true' : '';
  return `${needs.map(importOf).join('\n')}\nexport default { name: ${JSON.stringify(name)}, text: ${JSON.stringify(text)}${list}${task} };\n`;
}
