import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  nameOf,
  privateNames,
  readLibrary,
  WGSL_FOLDER,
  type WgslFile,
  type WgslPart,
  wgslFile,
} from './wgsl-files.ts';

/**
 * Matches a comment with the spaces before it. WGSL's block comments nest. The library's do not, and tests check this.
 */
const COMMENT = /[ \t]*(?:\/\/[^\n]*|\/\*[\s\S]*?\*\/)/g;

/** A `.wgsl` text without comments. Line breaks stay, so that a compiler's line number is the file's. */
export function withoutComments(wgsl: string): string {
  return wgsl.replace(COMMENT, (comment) => comment.replace(/[^\n]/g, ''));
}

const isWord = (sign: string) => /\w/.test(sign);
const isOperator = (sign: string) => /[-+*/%&|^=<>!]/.test(sign);

/** A text without needless spaces. A space stays between two words and between two operators. Line breaks stay. */
export function withoutSpaces(wgsl: string): string {
  const squeezed = (line: string) =>
    line
      .trim()
      .replace(/(\S)\s+(?=(\S))/g, (_, a: string, b: string) =>
        (isWord(a) && isWord(b)) || (isOperator(a) && isOperator(b)) ? `${a} ` : a,
      );
  return wgsl.split('\n').map(squeezed).join('\n');
}

/** A text of a `.wgsl` file as it ships. */
export const shippedText = (wgsl: string) => withoutSpaces(withoutComments(wgsl));

/** What the build knows of all files, read once. It is read from the sources, not from a planted fault. */
let known: { library: Map<string, WgslFile>; renamed: Map<string, Map<string, string>> } | undefined;
function allFiles() {
  if (!known) {
    const library = readLibrary();
    known = { library, renamed: privateNames(library) };
  }
  return known;
}

/** A part's text, in which private names of this file and of files that it imports from are unique. */
function uniqueText(file: string, { text, imports }: WgslPart, common: WgslPart): string {
  const { renamed } = allFiles();
  const names = new Map(renamed.get(file));
  for (const [from, imported] of [...common.imports, ...imports]) {
    for (const name of imported) {
      const unique = renamed.get(from)?.get(name);
      if (unique) names.set(name, unique);
    }
  }
  if (names.size === 0) return text;
  return text.replace(/(?<![\w.])[A-Za-z_]\w*/g, (word) => names.get(word) ?? word);
}

/** The parts that declare names that a plan does not decide for: the first one, and those of the choice `part`. */
const linkable = ({ parts }: WgslFile) => parts.filter(({ choice }) => choice === undefined || choice === 'part');

/** The expression of a part in the source of a module: of its own file, or of an imported one. */
function partOfFile(file: WgslFile, part: WgslPart, imported?: string): string {
  if (part.choice === undefined) return imported ?? 'file';
  return imported ? `${imported}.choices.part.${part.members[0]}` : `s${file.parts.indexOf(part)}`;
}

/**
 * The source of the module that `import kernel from './kernel.wgsl'` loads, in the package and in the tests. It exports
 * a `WgslModule` (src/plan/link.ts). It imports the files that it names, so that every bundle with this module has
 * them. A section that only a plan can choose is not linked by an import: the plan gives it.
 *
 * @param source the text to use instead of the file's
 */
export function wgslModule(file: string, source = readFileSync(file, 'utf8')): string {
  const name = nameOf(file);
  const own = wgslFile(name, source);
  const { parts } = own;
  const imported = [...new Set(parts.flatMap(({ imports }) => [...imports.keys()]))];
  const importOf = (need: string, i: number) => {
    const target = path.join(WGSL_FOLDER, `${need}.wgsl`);
    const from = path.relative(path.dirname(file), target).split(path.sep).join('/');
    return `import n${i} from ${JSON.stringify(from.startsWith('.') ? from : `./${from}`)};`;
  };
  const needsOf = (part: WgslPart): string[] => {
    const fromOthers = [...part.imports].flatMap(([need, names]) => {
      const of = allFiles().library.get(need) as WgslFile;
      const used = linkable(of).filter(({ declared }) => names.some((each) => declared.has(each)));
      return used.map((each) => partOfFile(of, each, `n${imported.indexOf(need)}`));
    });
    const fromOwn = linkable(own).filter((other) => [...other.declared.keys()].some((each) => part.free.has(each)));
    return [...new Set([...fromOthers, ...fromOwn.map((other) => partOfFile(own, other))])];
  };
  const partText = (part: WgslPart) => {
    const needs = needsOf(part);
    return [
      `name: ${JSON.stringify(name)}, text: ${JSON.stringify(shippedText(uniqueText(name, part, parts[0] as WgslPart)))}`,
      ...(needs.length > 0 ? [`needs: () => [${needs.join(', ')}]`] : []),
      ...(part.linesBefore > 0 ? [`linesBefore: ${part.linesBefore}`] : []),
      ...(part.declared.has('task') ? ['task: true'] : []),
    ].join(', ');
  };
  const [first, ...sections] = parts as [WgslPart, ...WgslPart[]];
  const choices = [...new Set(sections.map(({ choice }) => choice))].map((choice) => {
    const members = sections.flatMap((part, i) =>
      part.choice === choice ? part.members.map((member) => `${member}: s${i + 1}`) : [],
    );
    return `${choice}: { ${members.join(', ')} }`;
  });
  return [
    ...imported.map(importOf),
    ...sections.map((part, i) => `const s${i + 1} = { ${partText(part)} };`),
    `const file = { ${partText(first)}${choices.length > 0 ? `, choices: { ${choices.join(', ')} }` : ''} };`,
    'export default file;',
    '',
  ].join('\n');
}
