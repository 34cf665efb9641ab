import { readFileSync } from 'node:fs';
import path from 'node:path';
import { nameOf, privateNames, readLibrary, WGSL_FOLDER, type WgslPart, wgslFile } from './wgsl-files.ts';

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

/** The private names of all files, read once. They are read from the sources, not from a planted fault. */
let renamed: Map<string, Map<string, string>> | undefined;

/** A part's text, in which private names of this file and of files that it imports from are unique. */
function uniqueText(file: string, { text, imports }: WgslPart, common: WgslPart): string {
  renamed ??= privateNames(readLibrary());
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

/**
 * The source of the module that `import kernel from './kernel.wgsl'` loads, in the package and in the tests. It exports
 * a `WgslModule` (src/plan/module.ts). It imports the files that it names, so that every bundle with this module has
 * them.
 *
 * @param source the text to use instead of the file's
 */
export function wgslModule(file: string, source = readFileSync(file, 'utf8')): string {
  const name = nameOf(file);
  const { parts } = wgslFile(name, source);
  const needs = [...new Set(parts.flatMap(({ imports }) => [...imports.keys()]))];
  const importOf = (need: string, i: number) => {
    const target = path.join(WGSL_FOLDER, `${need}.wgsl`);
    const from = path.relative(path.dirname(file), target).split(path.sep).join('/');
    return `import n${i} from ${JSON.stringify(from.startsWith('.') ? from : `./${from}`)};`;
  };
  const partText = (part: WgslPart) => {
    const used = [...part.imports.keys()].map((need) => `n${needs.indexOf(need)}`);
    return [
      `name: ${JSON.stringify(name)}, text: ${JSON.stringify(shippedText(uniqueText(name, part, parts[0] as WgslPart)))}`,
      ...(used.length > 0 ? [`needs: () => [${used.join(', ')}]`] : []),
      ...(part.linesBefore > 0 ? [`linesBefore: ${part.linesBefore}`] : []),
      ...(part.declared.has('task') ? ['task: true'] : []),
    ].join(', ');
  };
  const [common, ...sections] = parts as [WgslPart, ...WgslPart[]];
  const choices = [...new Set(sections.map(({ choice }) => choice))].map((choice) => {
    const members = sections.flatMap((part, i) =>
      part.choice === choice ? part.members.map((member) => `${JSON.stringify(member)}: s${i}`) : [],
    );
    return `${choice}: { ${members.join(', ')} }`;
  });
  return [
    ...needs.map(importOf),
    ...sections.map((part, i) => `const s${i} = { ${partText(part)} };`),
    `export default { ${partText(common)}${choices.length > 0 ? `, choices: { ${choices.join(', ')} }` : ''} };`,
    '',
  ].join('\n');
}
