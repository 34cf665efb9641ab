/** The site: the pages of this folder, and those of api/, which TypeDoc makes from the sources. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import { wgslModule } from '../../build/wgsl-text.ts';
import { sortTimes } from '../measured-times.mjs';
import { apiSidebar } from './api-sidebar.ts';
import { BEGINNING, withBeginnings, withoutEmptyHeads, withoutRepositoryLinks } from './markdown.ts';

/** Anchors as TypeDoc makes them, which keep underscores. */
const slugify = (heading: string) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');

const root = (relative: string) => fileURLToPath(new URL(`../../${relative}`, import.meta.url));

const wgslText = {
  name: 'wgsl-text',
  enforce: 'pre' as const,
  load: (id: string) => (id.endsWith('.wgsl') ? wgslModule(id) : undefined),
};

/**
 * Pages run the library's sources, so its worker is a source file too. They run examples without what only Node needs:
 * the lines that make a program of them, and files.
 */
function ofSources(code: string, id: string): string | undefined {
  if (id.endsWith('/src/js/worker/start.ts')) return code.replaceAll('../../../js-thread.js', './thread.ts');
  if (!/\/examples\/\w+\.mjs$/.test(id)) return undefined;
  return code
    .replace(/^\/\/ As a program: [\s\S]*/m, '')
    .replace(
      /^import \{ readFileSync \} .*$/m,
      "import text from './karate.json?raw';\nconst readFileSync = () => text;",
    );
}

/** Where the repository is, such as https://github.com/someone/webgpu-segmented. Without it no page has an edit link. */
const repository = process.env.DOCS_REPOSITORY;

/** The folder that the site is served from; VitePress has no relative addresses. */
const base = process.env.DOCS_BASE ?? '/';

/** The list of pages for assistants, with the site's addresses. */
function writeLlmsText({ outDir }: { outDir: string }): void {
  const text = readFileSync(root('llms.txt'), 'utf8');
  const pages = text.replace(/ \[SKILL\.md\].*\n.*\n/, '\n').replaceAll(/\(docs\/([\w-]+)\.md\)/g, '($1.html)');
  writeFileSync(`${outDir}/llms.txt`, pages);
}

export default defineConfig({
  title: 'webgpu-segmented',
  description: 'Segmented sort, reduce, scan, top-k and group by for WebGPU',
  lang: 'en',
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}favicon.svg` }]],
  // docs/index.md is the repository's list of pages. The site has a separate home.
  rewrites: { 'site/index.md': 'index.md', 'index.md': 'pages.md', 'site/examples.md': 'examples.md' },
  outDir: '../out/docs',
  cacheDir: '../out/docs-cache',
  cleanUrls: false,
  buildEnd: writeLlmsText,
  base,
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    anchor: { slugify },
    config: (md) =>
      md.core.ruler.push('of-the-site', (state) => {
        for (const block of state.tokens)
          if (block.children) block.children = withoutRepositoryLinks(state.env.relativePath, block.children) as never;
        const link = Object.assign(new state.Token('html_block', '', 0), { content: BEGINNING });
        state.tokens = withBeginnings(state.env.relativePath, withoutEmptyHeads(state.tokens) as never, link);
      }),
  },
  vite: {
    plugins: [wgslText, { name: 'of-sources', enforce: 'pre', transform: ofSources }],
    // A worker loads all operations at once.
    worker: {
      ...{ format: 'es', plugins: () => [wgslText] },
      rolldownOptions: { checks: { ineffectiveDynamicImport: false } },
    },
    resolve: {
      alias: {
        'webgpu-segmented/auto': root('src/auto/index.ts'),
        'webgpu-segmented/js': root('src/js/index.ts'),
        'webgpu-segmented': root('src/index.ts'),
      },
    },
    define: { SORT_TIMES: JSON.stringify(sortTimes()) },
    build: { chunkSizeWarningLimit: 1500 },
  },
  themeConfig: {
    search: {
      provider: 'local',
      options: {
        // A question's words find its recipe first, and a name of the API after the pages that explain it.
        miniSearch: {
          options: {
            // Words that tell nothing apart, and other words for a group, in pages and in questions.
            processTerm: (term: string) => {
              const word = term.toLowerCase();
              if (/^(?:an?|and|as|at|by|each|for|from|how|in|into|is|of|on|or|over|per|the|to|with|within)$/.test(word))
                return null;
              return /^(?:group(?:by|ed|s)|categor(?:y|ies)|partition)$/.test(word) ? 'group' : word;
            },
          },
          searchOptions: {
            // Most recipes are about groups, so the other words tell which one is meant.
            boostTerm: (term: string) => (term === 'group' ? 0.3 : 1),
            boostDocument: (page: string) =>
              page.includes('/recipes') ? 3 : page.includes('/recording') ? 2 : page.includes('/api/') ? 0.5 : 1,
          },
        },
        // How it was built and measured is for its developers: users' words find users' pages.
        _render: (text, env, md) => {
          const html = md.render(text, env);
          return /^(?:decisions|stages)\/|^(?:testing|promises|architecture|performance|benchmarks|gpu)\.md$/.test(
            env.relativePath,
          )
            ? ''
            : html.replaceAll(BEGINNING, '');
        },
      },
    },
    outline: [2, 3],
    externalLinkIcon: false,
    ...(repository ? { editLink: { pattern: `${repository}/edit/main/docs/:path` } } : {}),
    nav: [
      { text: 'Start', link: '/start' },
      { text: 'Playground', link: '/playground/index.html', target: '_self' },
      { text: 'Examples', link: '/examples' },
      {
        text: 'Coming from',
        items: [
          { text: 'pandas, polars, SQL, JAX, TensorFlow', link: '/groups#where-you-come-from' },
          { text: 'PyTorch, numpy, ONNX', link: '/selection#where-you-come-from' },
          { text: 'PyG, torch_scatter, EmbeddingBag', link: '/rows#where-you-come-from' },
          { text: 'CUDA and SYCL', link: '/porting' },
          { text: 'Apache Arrow', link: '/arrow' },
          { text: 'A shell with files', link: '/command-line' },
          { text: 'three.js and other frameworks', link: '/frameworks' },
        ],
      },
      { text: 'API', link: '/api/modules' },
      { text: 'Errors', link: '/troubleshooting' },
    ],
    sidebar: {
      '/api/': apiSidebar(),
      '/': [
        {
          text: 'Use',
          items: [
            { text: 'Five minutes', link: '/start' },
            { text: 'From the site to your column', link: '/first-table' },
            { text: 'Examples', link: '/examples' },
            { text: 'Recipes', link: '/recipes' },
            { text: 'Rows of features', link: '/rows' },
            { text: 'Group by', link: '/groups' },
            { text: 'Top-k and quantiles', link: '/selection' },
            { text: 'Softmax, ranks, histograms', link: '/transforms' },
            { text: 'Concepts', link: '/concepts' },
            { text: 'Which call', link: '/choosing' },
            { text: 'Custom orders', link: '/orders' },
            { text: 'Record into your encoder', link: '/recording' },
            { text: 'The fastest place', link: '/places' },
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
            { text: 'Blocks of short segments', link: '/stages/sort-blocks' },
            { text: 'Medium sort', link: '/stages/sort-medium' },
            { text: 'Large sort', link: '/stages/sort-large' },
            { text: 'Look-back sort', link: '/stages/sort-look-back' },
            { text: 'Merge sort', link: '/stages/sort-merge' },
            { text: 'Sweep', link: '/stages/reduce-sweep' },
            { text: 'Classes by begin and end', link: '/stages/reduce-segments' },
            { text: 'Large reduce', link: '/stages/reduce-large' },
            { text: 'Rows of features', link: '/stages/reduce-rows' },
            { text: 'Segmented scan', link: '/stages/segmented-scan' },
            { text: 'Transforms', link: '/stages/transform' },
            { text: 'Ranks, keys, histograms', link: '/stages/keys' },
            { text: 'Items without NaNs', link: '/stages/omit' },
            { text: 'Group by', link: '/stages/group' },
            { text: 'Operators', link: '/stages/operators' },
            { text: 'Selection', link: '/stages/select' },
            { text: 'Windows', link: '/stages/windows' },
            { text: 'First items', link: '/stages/select-firsts' },
          ],
        },
      ],
    },
  },
});
