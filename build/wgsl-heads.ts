import { readFileSync, writeFileSync } from 'node:fs';
import { definersOf, readLibrary, type Uses, usesOf, type WgslFile } from './wgsl-names.ts';

const WIDTH = 120;
const HEAD = /^\/\/ (?:uses|takes|given) /;

/** WGSL's own names that the library uses, but for functions' and types' (src/plan/isolate.ts). */
const OWN =
  /^(?:return|if|else|for|while|continue|break|true|false|let|var|const|fn|struct|alias|loop|switch|case|default)$/;

/** Entries of a line, wrapped: `// uses  binCount (state/layout)  …`. */
function wrapped(label: string, entries: readonly string[]): string[] {
  const lines: string[] = [];
  let line = `// ${label.padEnd(5)}`;
  for (const entry of entries) {
    if (line.length + entry.length + 2 > WIDTH && line.trim() !== '//') {
      lines.push(line);
      line = '//      ';
    }
    line += ` ${entry} `;
  }
  return entries.length > 0 ? [...lines, line].map((text) => text.trimEnd()) : [];
}

/** Files as one text: of one folder the folder once. */
function choices(files: readonly string[]): string {
  const folders = new Set(files.map((file) => file.slice(0, file.lastIndexOf('/'))));
  if (folders.size > 1) return files.join(' | ');
  const [folder] = folders;
  return `${folder}/ ${files.map((file) => file.slice((folder?.length ?? 0) + 1)).join(' | ')}`;
}

/** Names that are taken from the same files, together. */
function grouped(takes: Uses['takes']): string[] {
  const byFiles = new Map<string, string[]>();
  for (const [name, files] of takes) {
    const key = choices(files);
    byFiles.set(key, [...(byFiles.get(key) ?? []), name]);
  }
  return [...byFiles].map(([files, names]) => `${names.join(' ')} (${files})`);
}

/** The lines that tell what a file uses from elsewhere: one definer a name, a choice of several, and what a plan gives. */
export function headLines(file: WgslFile, definers: ReadonlyMap<string, readonly string[]>, own: RegExp): string[] {
  const { needs, takes, rest } = usesOf(file, definers);
  return [
    ...wrapped(
      'uses',
      [...needs].map(([need, names]) => `${names.join(' ')} (${need})`),
    ),
    ...wrapped('takes', grouped(takes)),
    ...wrapped(
      'given',
      rest.filter((name) => !own.test(name) && !OWN.test(name)),
    ),
  ];
}

/** A file's text with these lines at the end of its head, in place of those that it has. */
export function withHead(source: string, lines: readonly string[]): string {
  const all = source.split('\n');
  const end = all.findIndex((line) => !line.startsWith('//'));
  const first = all.findIndex((line, i) => i < end && HEAD.test(line));
  const prose = all.slice(0, first < 0 ? end : first);
  while (prose.at(-1) === '//') prose.pop();
  return [...prose, ...(lines.length > 0 ? ['//', ...lines] : []), ...all.slice(end)].join('\n');
}

/** Every file whose head is not what its text says, and what it should be; written with `write`. */
export function staleHeads(folder: string, own: RegExp, write = false): string[] {
  const library = readLibrary(folder);
  const definers = definersOf(library);
  return [...library.values()].flatMap((file) => {
    const source = readFileSync(file.file, 'utf8');
    const wanted = withHead(source, headLines(file, definers, own));
    if (wanted === source) return [];
    if (write) writeFileSync(file.file, wanted);
    return [file.name];
  });
}
