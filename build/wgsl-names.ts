/**
 * The names of a WGSL text, found from its tokens: names that it declares outside functions, and names that it uses and
 * does not declare.
 */
export interface NamesOf {
  /** Name and line of each declaration outside functions, without resources. */
  readonly declared: ReadonlyMap<string, number>;
  /** Resources: `var<storage, read_write>`, `var<uniform>` or `var<immediate>`, with their whole text. */
  readonly bound: ReadonlyMap<string, string>;
  /** Every name that is used and not declared here, with the first line that uses it. WGSL's names are among them. */
  readonly free: ReadonlyMap<string, number>;
}

interface Token {
  readonly text: string;
  readonly line: number;
}

const TOKEN =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|\n|0[xX][\da-fA-F]+[iu]?|\d[\d.]*[eE][-+]\d+\w?|\d[\w.]*|[A-Za-z_]\w*|[^\s\w]/g;
const isName = ({ text }: Token) => /^[A-Za-z_]/.test(text);

function tokensOf(wgsl: string): Token[] {
  const tokens: Token[] = [];
  let line = 1;
  for (const [text] of wgsl.matchAll(TOKEN)) {
    if (!/^(?:\n|\/\/|\/\*)/.test(text)) tokens.push({ text, line });
    line += text.split('\n').length - 1;
  }
  return tokens;
}

/** Removes attributes, since only the size of a workgroup uses names. Those names are kept. */
function withoutAttributes(tokens: readonly Token[]): Token[] {
  const rest: Token[] = [];
  for (let i = 0; i < tokens.length; i++) {
    if (tokens[i]?.text !== '@') {
      rest.push(tokens[i] as Token);
      continue;
    }
    const isSize = tokens[++i]?.text === 'workgroup_size';
    if (tokens[i + 1]?.text !== '(') continue;
    for (i++; tokens[i]?.text !== ')'; i++) if (isSize && isName(tokens[i] as Token)) rest.push(tokens[i] as Token);
  }
  return rest;
}

/** The tokens of each declaration outside functions. */
function declarationsOf(tokens: readonly Token[]): Token[][] {
  const all: Token[][] = [];
  let depth = 0;
  let open: Token[] = [];
  for (const token of tokens) {
    open.push(token);
    if ('{(['.includes(token.text)) depth++;
    if ('})]'.includes(token.text)) depth--;
    if (depth > 0 || (token.text !== ';' && token.text !== '}')) continue;
    if (open.length > 1) all.push(open);
    open = [];
  }
  return all;
}

const KEYWORDS = new Set(['fn', 'const', 'alias', 'struct', 'override', 'var']);

/** Index of a declaration's name: after the keyword, and after the address space of a variable. */
function nameIndex(tokens: readonly Token[]): number {
  const keyword = tokens.findIndex(({ text }) => KEYWORDS.has(text));
  if (tokens[keyword + 1]?.text !== '<') return keyword + 1;
  return tokens.findIndex(({ text }, i) => i > keyword && text === '>') + 1;
}

/** The local names of a declaration: parameters and variables. */
function localNames(tokens: readonly Token[]): Set<string> {
  const local = new Set<string>();
  const isStruct = tokens.some(({ text }, i) => text === 'struct' && i < nameIndex(tokens));
  tokens.forEach(({ text }, i) => {
    const next = tokens[i + 1];
    if ((text === 'let' || text === 'const') && i > 0 && next && isName(next)) local.add(next.text);
    if (text === 'var' && i > 0 && next && isName(next)) local.add(next.text);
    if (next?.text === ':' && i > nameIndex(tokens) && isName(tokens[i] as Token)) {
      // A parameter shadows other names; a member of a struct does not.
      if (!isStruct) local.add(text);
    }
  });
  return local;
}

/** Finds the names of a text. */
export function namesOf(wgsl: string): NamesOf {
  const declared = new Map<string, number>();
  const bound = new Map<string, string>();
  const free = new Map<string, number>();
  const all = declarationsOf(withoutAttributes(tokensOf(wgsl)));
  for (const tokens of all) {
    const name = tokens[nameIndex(tokens)] as Token;
    const space = tokens[nameIndex(tokens) - 1]?.text === '>' ? tokens.slice(0, nameIndex(tokens)) : [];
    const isBound = space.some(({ text }) => /^(?:storage|uniform|immediate)$/.test(text));
    if (isBound) bound.set(name.text, tokens.map(({ text }) => text).join(' '));
    else declared.set(name.text, name.line);
  }
  for (const tokens of all) {
    const local = localNames(tokens);
    const at = nameIndex(tokens);
    const isStruct = tokens[at - 1]?.text === 'struct';
    tokens.forEach((token, i) => {
      if (i <= at || !isName(token) || tokens[i - 1]?.text === '.') return;
      if (isStruct && tokens[i + 1]?.text === ':') return;
      if (local.has(token.text) || declared.has(token.text) || bound.has(token.text)) return;
      if (!free.has(token.text)) free.set(token.text, token.line);
    });
  }
  return { declared, bound, free };
}
