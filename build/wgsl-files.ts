import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type NamesOf, namesOf } from './wgsl-names.ts';

/**
 * A part of a `.wgsl` file: its first part, which every kernel with the file has, or a section. A section begins with
 * such a line and ends at the next one.
 *
 *   // ---- part grids                        linked where a file imports a name that it declares
 *   // ---- choice store: keys                linked where a plan takes it: `section(file, 'store', 'keys')`
 *   // ---- choice store: pairs | indices     serves two members of the choice
 */
export interface WgslPart extends NamesOf {
  /** `part` or the name of a choice. Undefined for the first part. */
  readonly choice?: string;
  readonly members: readonly string[];
  /** The number of lines before it in the file. */
  readonly linesBefore: number;
  readonly text: string;
  /** `// import Tile, tileAt from partition/tiles`: names by their file. */
  readonly imports: ReadonlyMap<string, readonly string[]>;
  /** `// given TILE, blockScan`: names that the plan gives as constants, aliases or modules. */
  readonly given: readonly string[];
}

/** A `.wgsl` file of the library. */
export interface WgslFile {
  /** Its path below `wgsl/`, without the extension. */
  readonly name: string;
  readonly parts: readonly WgslPart[];
  /** The names that it declares outside functions, without resources. */
  readonly declared: ReadonlySet<string>;
}

const SECTION = /^\/\/ ---- (?:choice (\w+):|(part)) (\w+(?: \| \w+)*)$/;
const IMPORT = /^\/\/ import ([\w, ]+) from ([\w./-]+)$/gm;
const GIVEN = /^\/\/ given ([\w, ]+)$/gm;

const listed = (text = '') => text.split(',').flatMap((name) => name.trim() || []);

function partOf(text: string, linesBefore: number, choice?: string, members: readonly string[] = []): WgslPart {
  const imports = new Map<string, string[]>();
  for (const [, names, from = ''] of text.matchAll(IMPORT)) {
    imports.set(from, [...(imports.get(from) ?? []), ...listed(names)]);
  }
  const given = Array.from(text.matchAll(GIVEN), ([, names]) => listed(names)).flat();
  return { ...namesOf(text), ...(choice ? { choice } : {}), members, linesBefore, text, imports, given };
}

/** The parts of a file, and the names that it declares. */
export function wgslFile(name: string, source: string): WgslFile {
  const lines = source.split('\n');
  const starts = lines.flatMap((line, i) => (SECTION.test(line) ? [i] : []));
  const parts = [0, ...starts].map((start, i) => {
    const [, name, isPart, members = ''] = i === 0 ? [] : (SECTION.exec(lines[start] as string) ?? []);
    const end = starts[i];
    const text = lines.slice(start, end).join('\n') + (end === undefined ? '' : '\n');
    return partOf(text, start, isPart ?? name, members.split(' | ').filter(Boolean));
  });
  return { name, parts, declared: new Set(parts.flatMap(({ declared }) => [...declared.keys()])) };
}

/** The folder of all `.wgsl` files. */
export const WGSL_FOLDER = fileURLToPath(new URL('../wgsl', import.meta.url));
const SRC = fileURLToPath(new URL('../src', import.meta.url));

const filesBelow = (folder: string, end: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(end))
    .map((file) => file.split(path.sep).join('/'))
    .sort();

/** The name of a file below `wgsl/`. */
export const nameOf = (file: string) =>
  path
    .relative(WGSL_FOLDER, file)
    .split(path.sep)
    .join('/')
    .replace(/\.wgsl$/, '');

/** All `.wgsl` files by name. */
export function readLibrary(): Map<string, WgslFile> {
  return new Map(
    filesBelow(WGSL_FOLDER, '.wgsl').map((file) => {
      const name = file.replace(/\.wgsl$/, '');
      return [name, wgslFile(name, readFileSync(path.join(WGSL_FOLDER, file), 'utf8'))];
    }),
  );
}

/**
 * Names by which plans and files meet: those that a file says are given, and words of TypeScript that writes WGSL. They
 * are the same in every file.
 */
function openNames(library: ReadonlyMap<string, WgslFile>): Set<string> {
  const texts = filesBelow(SRC, '.ts').map((file) => readFileSync(path.join(SRC, file), 'utf8'));
  const words = texts.filter((text) => text.includes('wgsl`')).flatMap((text) => text.match(/[A-Za-z_]\w*/g) ?? []);
  const given = [...library.values()].flatMap(({ parts }) => parts.flatMap((part) => part.given));
  return new Set([...words, ...given, 'main', 'task']);
}

/** Per file, the names that it has to change, because another file declares them too. */
export function privateNames(library: ReadonlyMap<string, WgslFile>): Map<string, Map<string, string>> {
  const files = [...library.values()];
  const open = openNames(library);
  const count = new Map<string, number>();
  for (const name of files.flatMap(({ declared }) => [...declared])) count.set(name, (count.get(name) ?? 0) + 1);
  return new Map(
    files.map(({ name: file, declared }) => {
      const own = [...declared].filter((name) => !open.has(name) && (count.get(name) ?? 0) > 1);
      return [file, new Map(own.map((name) => [name, `${name}_of_${file.replace(/\W/g, '_')}`]))];
    }),
  );
}
