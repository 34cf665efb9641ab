import { readFileSync } from 'node:fs';

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

/** What `import text from './kernel.wgsl'` gives, in the package and in the tests. */
export function wgslText(file: string): string {
  return withoutSpaces(withoutComments(readFileSync(file, 'utf8')));
}
