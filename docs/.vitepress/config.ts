/** The site: the pages of this folder, and those of api/, which TypeDoc makes from the sources. */
import { defineConfig } from 'vitepress';

const REPOSITORY_FILES = /^\.\.\//;

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
          { text: 'Which sort', link: '/choosing' },
          { text: 'Orders of your own', link: '/orders' },
          { text: 'In your own encoder', link: '/recording' },
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
      { text: 'API', link: '/api/' },
    ],
  },
});
