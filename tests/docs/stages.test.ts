/**
 * The pages of docs/stages/: each has one picture that a phone shows without scrolling, names files that exist, and is
 * in the index and in the navigation of the site.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const FOLDER = 'docs/stages';
const INDEX = 'README.md';
/** Columns of a monospaced font on a screen of 360 px. */
const PICTURE_COLUMNS = 36;
const SECTIONS = ['In and out', 'Invariants', 'Bounds', 'Variants', 'Source', 'Tests'];

const pages = readdirSync(FOLDER);
const textOf = (page: string) => readFileSync(path.join(FOLDER, page), 'utf8');
const matchesOf = (page: string, pattern: RegExp) =>
  Array.from(textOf(page).matchAll(pattern), ([, match]) => match as string);

describe.each(pages)('%s', (page) => {
  it('has 60 to 130 lines and one picture of at most 36 columns', () => {
    const lines = textOf(page).trimEnd().split('\n').length;
    expect(lines).toBeGreaterThanOrEqual(60);
    expect(lines).toBeLessThanOrEqual(130);
    const pictures = matchesOf(page, /^```\n([\s\S]*?)^```$/gm);
    expect(pictures).toHaveLength(1);
    const wide = pictures.flatMap((text) => text.split('\n')).filter((line) => [...line].length > PICTURE_COLUMNS);
    expect(wide).toEqual([]);
  });

  it('names files and folders that exist', () => {
    const named = matchesOf(page, /(?<![\w/.-])((?:src|wgsl|tests|docs)\/[\w./-]*\w\/?)/g);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((file) => !existsSync(file))).toEqual([]);
  });

  it('links to pages that exist', () => {
    const links = matchesOf(page, /\]\(([^)\s]+)\)/g);
    expect(links.filter((target) => !existsSync(path.join(FOLDER, target)))).toEqual([]);
  });

  it('is in the navigation of the site', () => {
    const config = readFileSync('docs/.vitepress/config.ts', 'utf8');
    expect(config).toContain(`'/stages/${page.replace(/\.md$/, '')}'`);
  });
});

describe.each(pages.filter((page) => page !== INDEX))('%s', (page) => {
  it('has every section, and is in the index', () => {
    const sections = matchesOf(page, /^## (.*)$/gm);
    expect(sections.filter((section) => SECTIONS.includes(section))).toEqual(SECTIONS);
    expect(matchesOf(INDEX, /\]\(([^)\s]+)\)/g)).toContain(page);
  });
});
