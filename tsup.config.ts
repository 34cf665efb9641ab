import { defineConfig } from 'tsup';
import { wgslModule } from './build/wgsl-text.ts';

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    node: 'src/node/index.ts',
    cub: 'src/cub/index.ts',
    dpct: 'src/dpct/index.ts',
    arrow: 'src/arrow/index.ts',
  },
  format: ['esm', 'cjs'],
  dts: true,
  sourcemap: true,
  clean: true,
  target: 'es2022',
  platform: 'neutral',
  external: ['webgpu', '@sparticuz/chromium', 'apache-arrow', /^node:/],
  esbuildPlugins: [
    {
      name: 'wgsl-text',
      setup(build) {
        build.onLoad({ filter: /\.wgsl$/ }, ({ path }) => ({ contents: wgslModule(path), loader: 'js' }));
      },
    },
  ],
  // src/node asks for import.meta.url where there is one; the CommonJS build has __filename.
  esbuildOptions(options) {
    options.logOverride = { 'empty-import-meta': 'silent' };
  },
});
