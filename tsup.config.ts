import { readFileSync } from 'node:fs';
import { defineConfig } from 'tsup';
import { ENTRIES, sharedCore, splitCore } from './build/entries.ts';
import { squeezedTemplates } from './build/wgsl-templates.ts';
import { wgslModule } from './build/wgsl-text.ts';

export default defineConfig({
  entry: ENTRIES,
  format: ['esm', 'cjs'],
  dts: true,
  sourcemap: true,
  clean: true,
  target: 'es2022',
  platform: 'neutral',
  external: ['webgpu', '@sparticuz/chromium', 'apache-arrow', /^node:/],
  esbuildPlugins: [
    // This plugin comes before the next one: esbuild uses the first plugin that loads a file.
    {
      name: 'entries',
      setup: (build) => (build.initialOptions.format === 'cjs' ? sharedCore : splitCore).setup(build),
    },
    {
      name: 'wgsl-text',
      setup(build) {
        build.onLoad({ filter: /\.wgsl$/ }, ({ path }) => ({ contents: wgslModule(path), loader: 'js' }));
        build.onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path }) => ({
          contents: squeezedTemplates(readFileSync(path, 'utf8')),
          loader: 'ts',
        }));
      },
    },
  ],
  // src/node uses import.meta.url where it exists. The CommonJS build has __filename.
  esbuildOptions(options) {
    options.logOverride = { 'empty-import-meta': 'silent' };
  },
});
