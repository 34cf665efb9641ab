/** What people read in the repository: comments of sources, and the pages of docs without their fenced programs. */
import { readdirSync, readFileSync } from 'node:fs';

export interface Prose {
  readonly file: string;
  /** The line that the text starts in, from 1. */
  readonly line: number;
  /** Lines of a comment or a page, without the characters that mark a comment. */
  readonly text: string;
  /** A page's fenced programs. */
  readonly programs: string;
}

/** Folders that git ignores. */
const IGNORED = /(?:^|\/)(?:node_modules|dist|out|coverage|\.git|cache)$|^docs\/api$/;

const filesBelow = (folder: string): string[] =>
  readdirSync(folder || '.', { withFileTypes: true }).flatMap((entry) => {
    const file = folder ? `${folder}/${entry.name}` : entry.name;
    if (!entry.isDirectory()) return [file];
    return IGNORED.test(file) ? [] : filesBelow(file);
  });

export const repositoryFiles: readonly string[] = filesBelow('');

/** Files that record a past state. They may name code that is gone. performance.md becomes docs/decisions/. */
const RECORDS = /^docs\/decisions\/|^docs\/performance\.md$|^CHANGELOG\.md$|^docs\/data\//;

const SOURCES = /\.(?:ts|mjs|wgsl)$/;

/** A block comment, or consecutive line comments. The `//` of an address has no space before it. */
const COMMENTS = /(?<=^|\s)\/\*[\s\S]*?\*\/|(?<=^|[ \t])\/\/[^\n]*(?:\n[ \t]*\/\/[^\n]*)*/g;

const FENCED = /```[\s\S]*?```/g;

const blankLines = (text: string) => text.replace(/[^\n]/g, '');

export function proseIn(file: string, text: string): Prose[] {
  if (file.endsWith('.md')) {
    const programs = (text.match(FENCED) ?? []).join('\n');
    return [{ file, line: 1, text: text.replace(FENCED, blankLines), programs }];
  }
  return Array.from(text.matchAll(COMMENTS), (match) => ({
    file,
    line: text.slice(0, match.index).split('\n').length,
    text: match[0].replace(/^[ \t]*(?:\/\*\*?|\*\/|\*|\/\/) ?/gm, '').replace(FENCED, blankLines),
    programs: '',
  }));
}

/** The code of a source, without comments. */
export const codeIn = (text: string) => text.replace(COMMENTS, ' ');

/** The sources and pages of these folders and files, without records of the past. */
export const filesIn = (...folders: readonly string[]) =>
  repositoryFiles.filter(
    (file) =>
      folders.some((folder) => file === folder || file.startsWith(`${folder}/`)) &&
      !RECORDS.test(file) &&
      (SOURCES.test(file) || file.endsWith('.md')),
  );

export const textOf = (file: string) => readFileSync(file, 'utf8');

/** The number of the line, from 1, of a position in a text. */
export const lineAt = ({ line, text }: Pick<Prose, 'line' | 'text'>, position: number) =>
  line + text.slice(0, position).split('\n').length - 1;
