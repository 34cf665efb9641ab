import { refused } from '../errors.ts';

/** What every name of the library begins with in a kernel that holds a caller's text, so that it can't be one of theirs. */
export const RESERVED = 'segmented_';

export const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
const DECLARATION = /\b(?:fn|const|override|alias|struct|var(?:\s*<[^>]*>)?)\s+([A-Za-z_]\w*)/g;
/** WGSL's types that kernels name: a struct of the caller's that the library is told of is named as well. */
const TYPE = /^(?:bool|[iuf](?:16|32)|vec[234][iufh]?|mat[234]x[234][fh]?|array|atomic|ptr)$/;

/** Names that a WGSL text declares outside every function and struct. */
export function moduleNames(text: string): string[] {
  let depth = 0;
  let outside = '';
  for (const char of text.replace(COMMENT, ' ')) {
    if (char === '{') depth++;
    if (depth === 0) outside += char;
    if (char === '}') depth--;
  }
  return [...outside.matchAll(DECLARATION)].map((match) => match[1] as string);
}

/** Functions that a text calls but does not declare, and types that it uses: WGSL's own. */
function builtinNames(texts: readonly string[], own: ReadonlySet<string>): Set<string> {
  const names = texts.flatMap((text) => {
    const code = text.replace(COMMENT, ' ');
    const called = [...code.matchAll(/([A-Za-z_]\w*)\s*\(/g)].map((match) => match[1] as string);
    return [...called, ...(code.match(/[A-Za-z_]\w*/g) ?? []).filter((name) => TYPE.test(name))];
  });
  return new Set(names.filter((name) => !own.has(name)));
}

/**
 * Keeps the library's names and a caller's apart: all that the library declares is given a reserved prefix. WGSL lets a
 * module declare names of WGSL's own anew, which would change the library's code as well, so those that it uses are refused.
 *
 * @param own the library's texts
 * @param theirs the caller's, with what messages call them
 * @returns the library's texts, renamed
 */
export function isolated(own: readonly string[], theirs: readonly { name: string; text: string }[]): string[] {
  const names = new Set(own.flatMap(moduleNames));
  const builtins = builtinNames(own, names);
  for (const { name, text } of theirs) {
    for (const declared of moduleNames(text)) {
      if (!builtins.has(declared) && !declared.startsWith(RESERVED)) continue;
      throw refused(
        'invalid-option',
        name,
        `declares ${declared}`,
        `names that WGSL has not, and that do not begin with ${RESERVED}`,
      );
    }
  }
  const pattern = new RegExp(`\\b(?:${[...names].join('|')})\\b`, 'g');
  return own.map((text) => text.replace(pattern, (name) => RESERVED + name));
}
