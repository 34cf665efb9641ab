/** The site: the pages of this folder, and those of api/, which TypeDoc makes from the sources. */
import { readdirSync } from 'node:fs';
import { defineConfig } from 'vitepress';

const REPOSITORY_FILES = /^(\.\/)?\.\.\//;

/** A page an entry of the package, the core first. */
const entries = readdirSync(new URL('../api/', import.meta.url))
  .map((file) => file.replace(/\.md$/, ''))
  .filter((name) => name !== 'modules' && name !== 'index');

export default defineConfig({
  title: 'webgpu-segmented',
  description: 'Segmented sort and segmented reduce for WebGPU',
  outDir: '../out/docs',
  cacheDir: '../out/docs-cache',
  cleanUrls: false,
  // Relative addresses can't be had: the folder that the site is served from.
  base: process.env.DOCS_BASE ?? '/',
  ignoreDeadLinks: [REPOSITORY_FILES],
  markdown: { theme: { light: 'github-light', dark: 'github-dark' } },
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
          { text: 'Concepts', link: '/concepts' },
          { text: 'Which call', link: '/choosing' },
          { text: 'Orders of your own', link: '/orders' },
          { text: 'In your own encoder', link: '/recording' },
          { text: 'Apache Arrow', link: '/arrow' },
          { text: 'From CUDA and SYCL', link: '/porting' },
        ],
      },
      {
        text: 'Know',
        items: [
          { text: 'Same bits, and floats', link: '/determinism' },
          { text: 'Limits', link: '/limits' },
          { text: 'Temporary memory', link: '/memory' },
          { text: 'Errors by code', link: '/troubleshooting' },
          { text: 'Tuning', link: '/tuning' },
          { text: 'Measurements', link: '/performance' },
        ],
      },
      {
        text: 'Look inside',
        items: [
          { text: 'Architecture', link: '/architecture' },
          { text: 'Testing', link: '/testing' },
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
