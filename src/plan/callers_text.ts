/** WGSL that callers give. Only calls with such a text load this code. */
import { refused, shown } from '../checks.ts';
import { RESERVED, type WgslModule } from './link.ts';

/** Refuses what is no function beside a text in WGSL, for places without a GPU. */
export function requireJs(option: string, functions: object): void {
  for (const [name, js] of Object.entries(functions)) {
    if (js === undefined || typeof js === 'function') continue;
    throw refused('invalid-option', `${option}.${name}`, shown(js), 'a function, or none');
  }
}

/** Matches comments of WGSL. Nested comments are not supported. */
export const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
const DECLARATION = /\b(?:var\s*<[^>]*>\s*|(?:fn|const|override|alias|struct|var)\s+)([A-Za-z_]\w*)/g;
/**
 * All names of WGSL itself that any kernel uses. So the names that a user may declare do not depend on the lengths of a
 * call.
 */
export const WGSL_NAMES = new RegExp(
  `^(?:${[
    'bool|[iuf](?:16|32)|vec[234][iufh]?|array(?:Length)?|atomic(?:Add|And|Exchange|Load|Max|Min|Or|Store)?',
    'ptr|all|bitcast|count(?:LeadingZeros|OneBits)|dot|first(?:Lead|Trail)ingBit|(?:extract|insert)Bits|max|min|select',
    'round|sqrt',
    'subgroup(?:Any|Ballot|Shuffle(?:Down|Xor)?|(?:Inclusive)?Add|BroadcastFirst)|quadSwap(?:X|Y|Diagonal)',
    '(?:storage|workgroup)(?:Barrier|UniformLoad)?',
    'function|private|uniform|read_write',
  ].join('|')})$`,
);

/** The library's functions on doubles. A user's text may call them, so they keep their names. */
export const DOUBLE_FUNCTIONS = /\bf64(?:Add|Mul|Less|From(?:[FIU]32|[IU]64))\b/g;

const isDoubleFunction = (name: string) => name.replace(DOUBLE_FUNCTIONS, '') === '';

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
 * Separates the library's names from the user's: every name that the library declares gets a reserved prefix. WGSL
 * allows a module to redeclare names of WGSL itself. That would change the library's code as well, so user's
 * declarations of the names that it uses are refused.
 *
 * @param library the library's texts
 * @param user the user's declarations, with their names in messages
 * @returns a function that renames within a text of the library
 */
export function isolated(library: readonly string[], user: readonly { name: string; text: string }[]) {
  const names = new Set(library.flatMap(moduleNames).filter((name) => !isDoubleFunction(name)));
  for (const { name, text } of user) {
    for (const declared of moduleNames(text)) {
      const taken = WGSL_NAMES.test(declared) || isDoubleFunction(declared);
      if (!taken && !declared.startsWith(RESERVED)) continue;
      throw refused(
        'invalid-option',
        name,
        `declares ${declared}`,
        `names that are not WGSL's, nor the library's f64Add and the like, and do not begin with ${RESERVED}`,
      );
    }
  }
  const pattern = new RegExp(`\\b(?:${[...names].join('|')})\\b`, 'g');
  return (text: string) => text.replace(pattern, (name) => RESERVED + name);
}

/** A user's text as a module: `declarations`, or the body of a function. */
export function callersText(name: string, text: string, user: 'declarations' | 'body'): WgslModule {
  return { name, text, user, isolate: isolated };
}
