import { refused } from '../errors.ts';
import { RESERVED, type WgslModule } from './module.ts';

/** Comments of WGSL, which do not nest here. */
export const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
const DECLARATION = /\b(?:var\s*<[^>]*>\s*|(?:fn|const|override|alias|struct|var)\s+)([A-Za-z_]\w*)/g;
/**
 * Names of WGSL's own that kernels use, all of them: what a caller may declare does not depend on the lengths of a
 * call.
 */
export const WGSL_NAMES = new RegExp(
  `^(?:${[
    'bool|[iuf](?:16|32)|vec[234][iufh]?|array(?:Length)?|atomic(?:Add|Load|Max|Min|Store)?',
    'ptr|all|bitcast|dot|(?:extract|insert)Bits|max|min|select',
    'subgroupShuffle(?:Down|Xor)',
    '(?:storage|workgroup)(?:Barrier|UniformLoad)?',
    'function|private|uniform|read_write',
  ].join('|')})$`,
);

/** Names that a WGSL text declares outside every function and struct. */
export function moduleNames(text: string): string[] {
  let outside = text.replace(COMMENT, ' ');
  for (let before = ''; before !== outside; ) {
    before = outside;
    outside = before.replace(/\{[^{}]*\}/g, ' ');
  }
  return [...outside.matchAll(DECLARATION)].map((match) => match[1] as string);
}

/**
 * Keeps the library's names and a caller's apart: all that the library declares is given a reserved prefix. WGSL lets a
 * module declare names of WGSL's own anew, which would change the library's code as well, so those that it uses are
 * refused.
 *
 * @param library the library's texts
 * @param user the caller's declarations, with what messages call them
 * @returns what renames a text of the library's
 */
export function isolated(library: readonly string[], user: readonly { name: string; text: string }[]) {
  const names = new Set(library.flatMap(moduleNames));
  for (const { name, text } of user) {
    for (const declared of moduleNames(text)) {
      if (!WGSL_NAMES.test(declared) && !declared.startsWith(RESERVED)) continue;
      throw refused(
        'invalid-option',
        name,
        `declares ${declared}`,
        `names that WGSL has not, and that do not begin with ${RESERVED}`,
      );
    }
  }
  const pattern = new RegExp(`\\b(?:${[...names].join('|')})\\b`, 'g');
  return (text: string) => text.replace(pattern, (name) => RESERVED + name);
}

/** A caller's own text, as a module: `declarations`, or the body of a function. */
export function callersText(name: string, text: string, user: 'declarations' | 'body'): WgslModule {
  return { name, text, user, isolate: isolated };
}
