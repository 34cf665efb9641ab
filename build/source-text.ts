/** The text of a source as the build reads it. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from './entries.ts';
import { squeezedTemplates } from './wgsl-templates.ts';

/** Matches a constant of a module in a line: `export`, its name, and its value, which may be a number. */
const CONSTANT = /^(export )?const ([A-Z][A-Z0-9_]*) = ([-+*/()<>|&~\w. ]+);$/gm;
/** Matches a number, or a name. */
const WORD = /\b(?:\d[\w.]*|[A-Za-z_]\w*)/g;
/** Matches an import of values: its names, and its file. */
const IMPORT = /^import \{([^}]*)\} from '(\.[^']+\.ts)';/gm;

const texts = new Map<string, string>();

function textOf(file: string): string {
  const text = texts.get(file) ?? readFileSync(file, 'utf8');
  texts.set(file, text);
  return text;
}

/** Numbers that a module names. */
type Constants = ReadonlyMap<string, number>;

/** The constants of a module that are numbers, or made of numbers, of its own or of modules that it imports. */
export function constantsOf(file: string, users: readonly string[] = []): Constants {
  const text = textOf(file);
  const known = new Map<string, number>();
  for (const [, names = '', target = ''] of text.matchAll(IMPORT)) {
    const from = path.resolve(path.dirname(file), target);
    const wanted = names.split(',').map((name) => name.trim());
    if (users.includes(from) || !wanted.some((name) => /^[A-Z][A-Z0-9_]*$/.test(name))) continue;
    const found = constantsOf(from, [...users, file]);
    for (const name of wanted) if (found.has(name)) known.set(name, found.get(name) as number);
  }
  const own = new Map<string, number>();
  for (const [, , name = '', value = ''] of text.matchAll(CONSTANT)) {
    const words = value.match(WORD) ?? [];
    if (words.length === 0 || !words.every((word) => /^\d/.test(word) || known.has(word))) continue;
    const number = Function(...known.keys(), `return ${value};`)(...known.values()) as unknown;
    if (typeof number !== 'number') continue;
    known.set(name, number);
    own.set(name, number);
  }
  return own;
}

/**
 * Moves a module's constants to a module that imports nothing. esbuild replaces the names of such a module's constants
 * by their numbers. Other constants become variables of the bundle. Engines compile loops over variables to more
 * instructions.
 */
function withConstants(file: string, text: string): string {
  const names = [...constantsOf(file).keys()];
  if (names.length === 0) return text;
  const exported: string[] = [];
  const rest = text.replace(CONSTANT, (line, isExported, name) => {
    if (!names.includes(name)) return line;
    if (isExported) exported.push(name);
    return '';
  });
  const from = `from 'constants:${file}'`;
  const again = exported.length > 0 ? `export { ${exported.join(', ')} } ${from};` : '';
  return `import { ${names.join(', ')} } ${from}; ${again} ${rest}`;
}

/** A TypeScript file for the build, which imports other files first. Its lines keep their numbers. */
export function sourceText(file: string, imports = ''): string {
  return `${imports} ${withConstants(file, squeezedTemplates(textOf(file)))}`;
}

/** The modules of constants. */
export const constants: Plugin = {
  name: 'constants',
  setup(build) {
    // Without its end, the path is not that of a source.
    build.onResolve({ filter: /^constants:/ }, ({ path: name }) => ({
      path: name.slice('constants:'.length, -'.ts'.length),
      namespace: 'constants',
    }));
    build.onLoad({ filter: /.*/, namespace: 'constants' }, ({ path: file }) => ({
      contents: Array.from(constantsOf(`${file}.ts`), ([name, value]) => `export const ${name} = ${value};`).join(' '),
    }));
  },
};
