import { readFileSync, writeFileSync } from 'node:fs';
import { definersOf, readLibrary, type Uses, usesOf, type WgslFile } from './wgsl-names.ts';

const WIDTH = 120;
const HEAD = /^\/\/ (?:uses|takes|given) /;

/** Keywords of WGSL that the library uses. src/plan/isolate.ts has the names of functions and types. */
const KEYWORDS =
  /^(?:return|if|else|for|while|continue|break|true|false|let|var|const|fn|struct|alias|loop|switch|case|default)$/;

/** The entries after a label, as lines that are wrapped between words: `// uses  binCount (plan/state)  …`. */
function wrapped(label: string, entries: readonly string[]): string[] {
  const lines: string[] = [];
  let line = `// ${label.padEnd(5)}`;
  for (const entry of entries) {
    for (const [i, word] of entry.split(' ').entries()) {
      const space = i === 0 && line.length > 8 ? '  ' : ' ';
      if (line.length + space.length + word.length > WIDTH) {
        lines.push(line);
        line = `//       ${word}`;
      } else {
        line += `${space}${word}`;
      }
    }
  }
  return entries.length > 0 ? [...lines, line] : [];
}

/** Files as one text, with their common folder written once. */
function choices(files: readonly string[]): string {
  const paths = files.map((file) => file.split('/'));
  const first = paths[0] as string[];
  let shared = 0;
  while (shared < first.length - 1 && paths.every((path) => path[shared] === first[shared])) shared++;
  const names = paths.map((path) => path.slice(shared).join('/')).join(' | ');
  return shared === 0 ? names : `${first.slice(0, shared).join('/')}/ ${names}`;
}

/** Groups names that have the same definers. */
function grouped(takes: Uses['takes']): string[] {
  const byFiles = new Map<string, string[]>();
  for (const [name, files] of takes) {
    const key = choices(files);
    byFiles.set(key, [...(byFiles.get(key) ?? []), name]);
  }
  return [...byFiles].map(([files, names]) => `${names.join(' ')} (${files})`);
}

/**
 * The lines that list what a file uses from elsewhere: names with one definer, names with a choice of several, and
 * names that a plan gives.
 */
export function headLines(file: WgslFile, definers: ReadonlyMap<string, readonly string[]>, builtIn: RegExp): string[] {
  const { needs, takes, rest } = usesOf(file, definers);
  return [
    ...wrapped(
      'uses',
      [...needs].map(([need, names]) => `${names.join(' ')} (${need})`),
    ),
    ...wrapped('takes', grouped(takes)),
    ...wrapped(
      'given',
      rest.filter((name) => !builtIn.test(name) && !KEYWORDS.test(name)),
    ),
  ];
}

/** A file's text with these lines at the end of its head, in place of the present ones. */
export function withHead(source: string, lines: readonly string[]): string {
  const all = source.split('\n');
  const end = all.findIndex((line) => !line.startsWith('//'));
  const first = all.findIndex((line, i) => i < end && HEAD.test(line));
  const prose = all.slice(0, first < 0 ? end : first);
  while (prose.at(-1) === '//') prose.pop();
  return [...prose, ...(lines.length > 0 ? ['//', ...lines] : []), ...all.slice(end)].join('\n');
}

/** The files whose heads do not match their text. With `write`, their heads are corrected. */
export function staleHeads(folder: string, builtIn: RegExp, write = false): string[] {
  const library = readLibrary(folder);
  const definers = definersOf(library);
  return [...library.values()].flatMap((file) => {
    const source = readFileSync(file.file, 'utf8');
    const wanted = withHead(source, headLines(file, definers, builtIn));
    if (wanted === source) return [];
    if (write) writeFileSync(file.file, wanted);
    return [file.name];
  });
}
