import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

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
export function wgslText(file: string): string {
  return withoutSpaces(withoutComments(readFileSync(file, 'utf8')));
}

const FOLDER = fileURLToPath(new URL('../wgsl', import.meta.url));

/**
 * What `import piece from './kernel.wgsl'` gives, in the package and in the tests: the text, with its file's path below `wgsl/`
 * and without the ending in the first line, which a comment takes in every file. `text`: instead of what the file holds.
 */
export function wgslPiece(file: string, text = wgslText(file)): string {
  const name = path
    .relative(FOLDER, file)
    .split(path.sep)
    .join('/')
    .replace(/\.wgsl$/, '');
  return text.replace(/^.*/, `// ${name}`);
}
