/** The site: the pages of this folder, and those of api/, which TypeDoc makes from the sources. */
import { readdirSync } from 'node:fs';
import { posix } from 'node:path';
import { defineConfig } from 'vitepress';

/** Whether a page links to a file outside of docs/. */
const isRepositoryFile = (page: string, href: string) =>
  !/^[a-z]+:|^[/#]/.test(href) && posix.join(posix.dirname(page), href).startsWith('..');

/** Anchors as TypeDoc makes them, which keep underscores. */
const slugify = (heading: string) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');

/** Pages of the repository link to its files. The site does not have these files, so only the links' text remains. */
function withoutRepositoryLinks<T extends { type: string; attrs: [string, string][] | null }>(
  page: string,
  tokens: T[],
): T[] {
  const open: boolean[] = [];
  return tokens.filter((token) => {
    if (token.type === 'link_open') {
      const link = token.attrs?.find(([name]) => name === 'href') ?? ['href', ''];
      // TypeDoc takes SegmentedError's member `code` for a heading of that name.
      link[1] = link[1].replace('#segmentederrorcode-1', '#segmentederrorcode');
      open.push(!isRepositoryFile(page, link[1]));
    }
    return token.type === 'link_close' ? open.pop() : token.type !== 'link_open' || open.at(-1);
  });
}

/** One page per entry of the package. */
const entries = readdirSync(new URL('../api/', import.meta.url))
  .map((file) => file.replace(/\.md$/, ''))
  .filter((name) => name !== 'modules' && name !== 'index');

export default defineConfig({
  title: 'webgpu-segmented',
  description: 'Segmented sort and segmented reduce for WebGPU',
  outDir: '../out/docs',
  cacheDir: '../out/docs-cache',
  cleanUrls: false,
  // The folder that the site is served from; VitePress has no relative addresses.
  base: process.env.DOCS_BASE ?? '/',
  markdown: {
    theme: { light: 'github-light', dark: 'github-dark' },
    anchor: { slugify },
    config: (md) =>
      md.core.ruler.push('repository-files', ({ tokens, env }) => {
        for (const block of tokens)
          if (block.children) block.children = withoutRepositoryLinks(env.relativePath, block.children);
      }),
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Start', link: '/start' },
      { text: 'API', link: '/api/' },
      { text: 'Errors', link: '/troubleshooting' },
    ],
    sidebar: [
      {
        text: 'Use',
        items: [
          { text: 'Five minutes', link: '/start' },
          { text: 'Group by', link: '/groups' },
          { text: 'Top-k and quantiles', link: '/selection' },
          { text: 'Concepts', link: '/concepts' },
          { text: 'Which call', link: '/choosing' },
          { text: 'Custom orders', link: '/orders' },
          { text: 'Record into your encoder', link: '/recording' },
          { text: 'GPU or not', link: '/without-gpu' },
          { text: 'Your framework’s device', link: '/frameworks' },
          { text: 'Apache Arrow', link: '/arrow' },
          { text: 'Command line', link: '/command-line' },
          { text: 'Where it ends', link: '/where-it-ends' },
          { text: 'From CUDA and SYCL', link: '/porting' },
        ],
      },
      {
        text: 'Know',
        items: [
          { text: 'Same bits, and floats', link: '/determinism' },
          { text: 'Limits', link: '/limits' },
          { text: 'Temporary memory', link: '/memory' },
          { text: 'Security', link: '/security' },
          { text: 'Errors by code', link: '/troubleshooting' },
          { text: 'Tuning', link: '/tuning' },
          { text: 'Performance', link: '/performance' },
          { text: 'Benchmarks', link: '/benchmarks' },
          { text: 'GPUs', link: '/gpu' },
        ],
      },
      {
        text: 'Look inside',
        items: [
          { text: 'Architecture', link: '/architecture' },
          { text: 'Testing', link: '/testing' },
          { text: 'Promises', link: '/promises' },
          { text: 'Decisions', link: '/decisions/README' },
        ],
      },
      {
        text: 'Stages',
        collapsed: true,
        items: [
          { text: 'Which runs when', link: '/stages/README' },
          { text: 'Partition', link: '/stages/partition' },
          { text: 'Scan', link: '/stages/scan' },
          { text: 'Keys and conversions', link: '/stages/sort-keys' },
          { text: 'Small sort', link: '/stages/sort-small' },
          { text: 'Medium sort', link: '/stages/sort-medium' },
          { text: 'Large sort', link: '/stages/sort-large' },
          { text: 'Merge sort', link: '/stages/sort-merge' },
          { text: 'Sweep', link: '/stages/reduce-sweep' },
          { text: 'Classes by begin and end', link: '/stages/reduce-segments' },
          { text: 'Large reduce', link: '/stages/reduce-large' },
          { text: 'Segmented scan', link: '/stages/segmented-scan' },
          { text: 'Group by', link: '/stages/group' },
          { text: 'Operators', link: '/stages/operators' },
          { text: 'Selection', link: '/stages/select' },
        ],
      },
      {
        text: 'API',
        items: [
          { text: 'webgpu-segmented', link: '/api/' },
          ...entries.map((name) => ({ text: `…/${name}`, link: `/api/${name}` })),
        ],
      },
    ],
  },
});
