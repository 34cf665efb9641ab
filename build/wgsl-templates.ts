import ts from 'typescript';
import { withoutComments, withoutSpaces } from './wgsl-text.ts';

/**
 * Placeholders for a `${…}`, and for a space next to one that stays. They occur in no WGSL and are not word characters.
 */
const [HOLE, SPACE] = ['\uE000', '\uE001'];

/** Signs that need no spaces around them. */
const SEPARATORS = /[()[\]{},;:]/;

/**
 * The literal parts of a template of WGSL, without comments and needless spaces. Line breaks stay. A `${…}` may hold a
 * word, an operator or nothing. So a space next to it stays, unless the sign on the other side is a separator.
 */
export function squeezedTexts(parts: readonly string[]): string[] {
  if (parts.some((part) => part.includes('\\')))
    throw new Error('a wgsl`…` text has a backslash: write the sign itself');
  const whole = withoutComments(parts.join(HOLE));
  if (whole.split(HOLE).length !== parts.length) throw new Error('a value stands in a comment of a wgsl`…` text');
  const spaceFor = (neighbour: string) => (SEPARATORS.test(neighbour) ? '' : SPACE);
  const rest = (line: string) =>
    line
      .trim()
      .replace(/([^\s\uE000])[ \t]+(?=\uE000)/g, (_, before: string) => before + spaceFor(before))
      .replace(/\uE000[ \t]+(?=(\S))/g, (_, behind: string) => HOLE + spaceFor(behind));
  const squeezed = withoutSpaces(whole.split('\n').map(rest).join('\n'));
  return squeezed.replaceAll(SPACE, ' ').split(HOLE);
}

/** The literal parts of a template, as nodes of its source. */
function literalsOf(template: ts.TemplateLiteral): (ts.TemplateLiteralLikeNode | ts.NoSubstitutionTemplateLiteral)[] {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return [template];
  return [template.head, ...template.templateSpans.map(({ literal }) => literal)];
}

/** A TypeScript source whose templates with the tag `wgsl` (src/plan/link.ts) are squeezed like `.wgsl` files. */
export function squeezedTemplates(source: string): string {
  if (!source.includes('wgsl`')) return source;
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest);
  const edits: { begin: number; end: number; text: string }[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText(file) === 'wgsl') {
      const ranges = literalsOf(node.template).map((literal) => {
        const text = literal.getText(file);
        const closing = text.endsWith('${') ? 2 : 1;
        return { begin: literal.getStart(file) + 1, end: literal.getEnd() - closing };
      });
      const texts = squeezedTexts(ranges.map(({ begin, end }) => source.slice(begin, end)));
      ranges.forEach((range, i) => {
        edits.push({ ...range, text: texts[i] as string });
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  let squeezed = '';
  let at = 0;
  for (const { begin, end, text } of edits.sort((a, b) => a.begin - b.begin)) {
    squeezed += source.slice(at, begin) + text;
    at = end;
  }
  return squeezed + source.slice(at);
}
