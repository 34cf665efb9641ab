import { defineConfig, type Options } from 'tsup';
import {
  AUTO_ENTRIES,
  autoEntries,
  ENTRIES,
  JS_ENTRIES,
  PROGRAM_ENTRIES,
  programEntries,
  sharedCore,
  splitCore,
  THREAD_ENTRIES,
  WORKER_ENTRIES,
} from './build/entries.ts';
import { splitJs, threadEntry, workerEntries } from './build/js-entries.ts';
import { sourceMaps } from './build/source-maps.ts';
import { constants, sourceText } from './build/source-text.ts';
import { wgslModule } from './build/wgsl-text.ts';

type Plugin = NonNullable<Options['esbuildPlugins']>[number];

const wgslText: Plugin = {
  name: 'wgsl-text',
  setup(build) {
    constants.setup(build);
    build.onLoad({ filter: /\.wgsl$/ }, ({ path }) => ({ contents: wgslModule(path), loader: 'js' }));
    build.onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path }) => ({ contents: sourceText(path), loader: 'ts' }));
  },
};

const shared: Options = {
  format: ['esm', 'cjs'],
  target: 'es2022',
  platform: 'neutral',
  sourcemap: true,
  plugins: [sourceMaps],
  external: [
    'webgpu',
    '@sparticuz/chromium',
    'apache-arrow',
    'hyparquet',
    'hyparquet-compressors',
    'papaparse',
    /^node:/,
  ],
  // src/node uses import.meta.url where it exists. The CommonJS build has __filename.
  esbuildOptions(options) {
    // Entries name what they share with others, which a package without side effects may leave out.
    // Short lines, because Node prints the whole line where an error was thrown. Names stay, for stack traces.
    Object.assign(options, { minifyWhitespace: true, minifySyntax: true, lineLimit: 320 });
    // The package has the sources, once.
    options.sourcesContent = false;
    options.logOverride = { 'empty-import-meta': 'silent', 'ignored-bare-import': 'silent' };
  },
};

export default defineConfig([
  {
    ...shared,
    entry: ENTRIES,
    // All types at once: entries then share the files of types.
    dts: { entry: { ...ENTRIES, ...JS_ENTRIES, ...WORKER_ENTRIES, ...AUTO_ENTRIES } },
    esbuildPlugins: [
      // This plugin comes before the next one: esbuild uses the first plugin that loads a file.
      {
        name: 'entries',
        setup: (build) => (build.initialOptions.format === 'cjs' ? sharedCore : splitCore).setup(build),
      },
      wgslText,
    ],
  },
  // These share no file with the core, so that neither of the two makes the other larger.
  { ...shared, entry: JS_ENTRIES, esbuildPlugins: [splitJs, wgslText] },
  { ...shared, entry: WORKER_ENTRIES, splitting: false, esbuildPlugins: [workerEntries, wgslText] },
  { ...shared, entry: AUTO_ENTRIES, esbuildPlugins: [autoEntries, wgslText] },
  {
    ...shared,
    ...{ entry: THREAD_ENTRIES, format: ['esm'], splitting: false, esbuildPlugins: [threadEntry] },
  },
  {
    ...shared,
    ...{ entry: PROGRAM_ENTRIES, format: ['esm'], splitting: false, esbuildPlugins: [programEntries] },
    banner: { js: '#!/usr/bin/env node' },
  },
]);
