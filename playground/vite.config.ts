/** The playground: a page on the library's sources. `npm run playground`, `npm run playground:build`. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { wgslModule } from '../build/wgsl-text.ts';

/** Allows `import piece from './kernel.wgsl'`, as the package's build does. */
const wgslModules: Plugin = {
  name: 'wgsl-text',
  enforce: 'pre',
  load(id) {
    if (id.endsWith('.wgsl')) return wgslModule(id);
    return undefined;
  },
};

/** The package has a worker's file beside its entries. Here it is a source file. */
export const workerOfSources: Plugin = {
  name: 'worker-of-sources',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('/src/js/worker/start.ts') ? code.replaceAll('../../../js-thread.js', './thread.ts') : undefined,
};

/** Within the site the pages link to its home. */
const siteLink: Plugin = {
  name: 'site-link',
  transformIndexHtml: (html) =>
    process.env.PLAYGROUND_IN_SITE
      ? html.replace('<nav aria-label="Pages">', '$&<a href="../index.html">Documentation</a> ')
      : html,
};

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

export const alias = {
  'webgpu-segmented/auto': path('../src/auto/index.ts'),
  'webgpu-segmented/js': path('../src/js/index.ts'),
  'webgpu-segmented': path('../src/index.ts'),
};

const { version } = JSON.parse(readFileSync(path('../package.json'), 'utf8')) as { version: string };

export default defineConfig({
  // StackBlitz can install the package once it is published.
  define: { __VERSION__: JSON.stringify(version), __PUBLISHED__: process.env.PACKAGE_PUBLISHED === 'yes' },
  root: path('.'),
  // Relative addresses, so that any folder can serve the page.
  base: './',
  plugins: [wgslModules, workerOfSources, siteLink],
  resolve: { alias },
  // A worker loads all operations at once.
  worker: {
    ...{ format: 'es', plugins: () => [wgslModules] },
    rolldownOptions: { checks: { ineffectiveDynamicImport: false } },
  },
  build: {
    outDir: path('../out/playground'),
    emptyOutDir: true,
    target: 'es2022',
    chunkSizeWarningLimit: 1500,
    rolldownOptions: { input: [path('index.html'), path('measure.html')] },
  },
});
