import { readFileSync } from 'node:fs';

/** A comment, with the spaces before it. WGSL's block comments nest; ours don't, and tests see to that. */
const COMMENT = /[ \t]*(?:\/\/[^\n]*|\/\*[\s\S]*?\*\/)/g;

/** A `.wgsl` text as it ships: without comments, line by line, so that a compiler's line is still the file's. */
export function withoutComments(wgsl: string): string {
  return wgsl.replace(COMMENT, (comment) => comment.replace(/[^\n]/g, ''));
}

/** What `import text from './kernel.wgsl'` gives, in the package and in the tests. */
export function wgslText(file: string): string {
  return withoutComments(readFileSync(file, 'utf8'));
}
