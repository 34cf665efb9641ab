/** Matches words, numbers, signs, and the spaces between them. */
const TOKEN = /\s+|\d[\w.]*|[A-Za-z_]\w*|\S/g;
const LETTERS = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'];

interface Token {
  text: string;
}

const isName = (token: Token | undefined) => /^[A-Za-z_]\w*$/.test(token?.text ?? '') && token?.text !== '_';

/** The index after an attribute and its arguments. */
function afterAttribute(code: readonly Token[], at: number): number {
  let end = at + 2;
  for (let depth = 0; end < code.length; end++) {
    if (code[end]?.text === '(') depth++;
    if (code[end]?.text === ')') depth--;
    if (depth === 0) return code[at + 2]?.text === '(' ? end + 1 : end;
  }
  return end;
}

/** The tokens of each function, from its name to its last brace, without attributes. */
function functionsOf(code: readonly Token[]): Token[][] {
  const found: Token[][] = [];
  let open: Token[] | undefined;
  let depth = 0;
  for (let i = 0; i < code.length; i++) {
    while (code[i]?.text === '@') i = afterAttribute(code, i);
    const token = code[i];
    if (!token) break;
    open?.push(token);
    if (token.text === 'fn') open = [];
    if (token.text === '{') depth++;
    if (token.text !== '}' || --depth > 0 || !open) continue;
    found.push(open);
    open = undefined;
  }
  return found;
}

/** Names that a function declares: its parameters and variables. */
function localsOf(tokens: readonly Token[]): Set<string> {
  const body = tokens.findIndex(({ text }) => text === '{');
  const isLocal = (i: number) =>
    i < body ? tokens[i + 1]?.text === ':' : /^(?:let|var|const)$/.test(tokens[i - 1]?.text ?? '');
  return new Set(tokens.flatMap((token, i) => (isName(token) && isLocal(i) ? [token.text] : [])));
}

/** Gives a function's parameters and variables names of one letter, which the function uses for nothing else. */
function shorten(tokens: readonly Token[]): void {
  const locals = localsOf(tokens);
  const names = tokens.filter((token, i) => isName(token) && tokens[i - 1]?.text !== '.');
  const others = new Set(names.map(({ text }) => text).filter((name) => !locals.has(name)));
  const free = LETTERS.filter((letter) => !others.has(letter));
  if (free.length < locals.size) throw new Error(`fn ${tokens[0]?.text} declares more names than there are letters`);
  const short = new Map(Array.from(locals, (name, i) => [name, free[i] as string]));
  for (const name of names) name.text = short.get(name.text) ?? name.text;
}

/**
 * Shortens the parameters and variables of functions to one letter, in a text without comments. Within a function one
 * name stays one name, so shadowing does not change. Names by which files or TypeScript link stay as they are.
 */
export function withShortLocals(wgsl: string): string {
  const tokens: Token[] = (wgsl.match(TOKEN) ?? []).map((text) => ({ text }));
  for (const each of functionsOf(tokens.filter(({ text }) => text.trim() !== ''))) shorten(each);
  return tokens.map(({ text }) => text).join('');
}
