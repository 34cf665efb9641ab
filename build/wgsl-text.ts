import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { withShortLocals } from './wgsl-locals.ts';
import { definersOf, namesOf, readLibrary, usesOf } from './wgsl-names.ts';

/** A comment, with the spaces before it. WGSL's block comments nest; ours don't, and tests see to that. */
const COMMENT = /[ \t]*(?:\/\/[^\n]*|\/\*[\s\S]*?\*\/)/g;

/** A `.wgsl` text as it ships: without comments, line by line, so that a compiler's line is still the file's. */
export function withoutComments(wgsl: string): string {
  return wgsl.replace(COMMENT, (comment) => comment.replace(/[^\n]/g, ''));
}

const isWord = (sign: string) => /\w/.test(sign);
const isOperator = (sign: string) => /[-+*/%&|^=<>!]/.test(sign);

/** A text without the spaces that part nothing: neither two words nor two operators. Lines stay. */
export function withoutSpaces(wgsl: string): string {
  const squeezed = (line: string) =>
    line
      .trim()
      .replace(/(\S)\s+(?=(\S))/g, (_, a: string, b: string) =>
        (isWord(a) && isWord(b)) || (isOperator(a) && isOperator(b)) ? `${a} ` : a,
      );
  return wgsl.split('\n').map(squeezed).join('\n');
}

/** A `.wgsl` file as it ships. */
export function wgslText(file: string, source = readFileSync(file, 'utf8')): string {
  return withShortLocals(withoutSpaces(withoutComments(source)));
}

/** Where all `.wgsl` files lie. */
export const WGSL_FOLDER = fileURLToPath(new URL('../wgsl', import.meta.url));

/** The files that declare each name, read once a build: names are looked up in the sources, not in a planted fault. */
let definers: Map<string, string[]> | undefined;

/** The files that alone declare what a text of the library uses. */
function needsOf(name: string, file: string, source: string): string[] {
  definers ??= definersOf(readLibrary(WGSL_FOLDER));
  return [...usesOf({ name, file, ...namesOf(source) }, definers).needs.keys()];
}

/**
 * What `import kernel from './kernel.wgsl'` gives, in the package and in the tests, as the source of a module: a
 * `WgslModule` (src/plan/module.ts). The files that it needs are imported by it, so that a bundle has them where it has
 * this one.
 *
 * @param source instead of what the file holds
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
  return `${needs.map(importOf).join('\n')}\nexport default { name: ${JSON.stringify(name)}, text: ${JSON.stringify(text)}${list} };\n`;
}
