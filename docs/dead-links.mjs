/** Looks at every link of the built site: its page must be there, and the anchor on it. VitePress checks pages only. */
import { readdirSync, readFileSync } from 'node:fs';

const ROOT = new URL('../out/docs/', import.meta.url);

const pages = readdirSync(ROOT, { recursive: true }).filter((file) => file.endsWith('.html') && file !== '404.html');
const texts = new Map(pages.map((file) => [new URL(file, ROOT).pathname, readFileSync(new URL(file, ROOT), 'utf8')]));
const base = process.env.DOCS_BASE ?? '/';

const dead = [];
for (const [page, text] of texts) {
  for (const [, href] of text.matchAll(/<a[^>]* href="([^"]*)"/g)) {
    if (/^[a-z]+:/.test(href)) continue;
    const { pathname, hash } = href.startsWith(base)
      ? new URL(href.slice(base.length), ROOT)
      : new URL(href, `file://${page}`);
    const target = texts.get(pathname.endsWith('/') ? `${pathname}index.html` : pathname);
    const anchor = decodeURIComponent(hash.slice(1));
    if (!target || (anchor && !target.includes(`id="${anchor}"`)))
      dead.push(`${page.slice(ROOT.pathname.length)}: ${href}`);
  }
}
if (dead.length > 0) {
  console.error(`dead links on the site:\n${dead.join('\n')}`);
  process.exit(1);
}
console.log(`links of ${texts.size} pages: none is dead`);
