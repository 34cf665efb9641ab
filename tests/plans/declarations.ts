/**
 * WGSL as a set of top-level declarations, as tokens. It does not depend on the order or the files of the declarations.
 */

const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
const TOKEN = /[A-Za-z_]\w*|\d[\d.]*[eE][-+]\d+\w?|\d[\w.]*|->|<<|>>|[<>=!+\-*/%&|^]=|&&|\|\||\+\+|--|[^\s\w]/g;

/** Top-level declarations of a text: tokens separated by one space, without comments and binding numbers. */
export function declarationsOf(wgsl: string): string[] {
  const declarations: string[] = [];
  let depth = 0;
  let open: string[] = [];
  for (const [token] of wgsl.replace(COMMENT, ' ').matchAll(TOKEN)) {
    open.push(token);
    if ('{(['.includes(token)) depth++;
    if ('})]'.includes(token)) depth--;
    if (depth > 0 || !(token === ';' || token === '}')) continue;
    const text = open.join(' ').replace(/@ (group|binding) \( \d+ \) /g, '');
    if (text !== ';') declarations.push(text);
    open = [];
  }
  if (open.length > 0) throw new Error(`a declaration without an end: ${open.join(' ').slice(0, 200)}`);
  return declarations;
}

/** The name that a declaration declares, or undefined for a directive. */
export function nameOf(declaration: string): string | undefined {
  return /^(?:@ \w+ (?:\( .*? \) )?)*(?:fn|const|alias|struct|override|var(?: < [^>]* >)?) (\w+)/.exec(
    declaration,
  )?.[1];
}
