/**
 * Changes to the HTML of pages: links to files that only the repository has, heads of tables without text, and where the
 * programs of recipes begin.
 */
import { posix } from 'node:path';

interface Token {
  type: string;
  tag: string;
  attrs: [string, string][] | null;
  children: Token[] | null;
  content: string;
}

/** Whether a page links to a file outside of docs/. */
const isRepositoryFile = (page: string, href: string) =>
  !/^[a-z]+:|^[/#]/.test(href) && posix.join(posix.dirname(page), href).startsWith('..');

/** Pages of the repository link to its files. The site does not have these files, so only the links' text remains. */
export function withoutRepositoryLinks(page: string, tokens: Token[]): Token[] {
  const open: boolean[] = [];
  return tokens.filter((token) => {
    if (token.type === 'link_open') {
      const link = token.attrs?.find(([name]) => name === 'href') ?? ['href', ''];
      open.push(!isRepositoryFile(page, link[1]));
    }
    return token.type === 'link_close' ? open.pop() : token.type !== 'link_open' || open.at(-1);
  });
}

/** A head of a table without any text is left out. A single empty cell of a head is no heading. */
export function withoutEmptyHeads(tokens: Token[]): Token[] {
  const rest: Token[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] as Token;
    if (token.type === 'thead_open') {
      const end = tokens.findIndex((other, at) => at > i && other.type === 'thead_close');
      const texts = tokens.slice(i, end).filter(({ type }) => type === 'inline');
      if (texts.every(({ content }) => content.trim() === '')) {
        i = end;
        continue;
      }
    }
    if (token.type === 'th_open' && tokens[i + 1]?.content.trim() === '') {
      token.tag = 'td';
      const close = tokens[i + 2];
      if (close) close.tag = 'td';
    }
    rest.push(token);
  }
  return rest;
}

/** Who comes to a recipe by its link has not seen the block that all programs of the page begin with. */
export const BEGINNING = '<p class="beginning">After <a href="#recipes">the first block of the page</a>:</p>';

/** The tokens of recipes.md with a link to that block before each program. */
export function withBeginnings<T extends Token>(page: string, tokens: readonly T[], link: T): T[] {
  if (page !== 'recipes.md') return [...tokens];
  const first = tokens.findIndex(({ type }) => type === 'fence');
  return tokens.flatMap((token, i) => (token.type === 'fence' && i > first ? [link, token] : [token]));
}
