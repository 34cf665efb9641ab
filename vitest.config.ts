import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vitest/config';
import { wgslModule } from './build/wgsl-text.ts';

/** `import kernel from './kernel.wgsl'`, as the package has it. */
const wgslImports: Plugin = {
  name: 'wgsl-text',
  enforce: 'pre',
  load(id) {
    if (id.endsWith('.wgsl')) return wgslModule(id);
    return undefined;
  },
};

// SwiftShader's compiler allocates and frees much. With these, glibc keeps freed memory, which saves a tenth of a run.
process.env.MALLOC_TRIM_THRESHOLD_ ??= '4000000000';
process.env.MALLOC_MMAP_THRESHOLD_ ??= '4000000000';
process.env.MALLOC_TOP_PAD_ ??= '67108864';

const source = (entry: string) => fileURLToPath(new URL(`src/${entry}index.ts`, import.meta.url));

export default defineConfig({
  plugins: [wgslImports],
  // Examples name the package, as their readers will: here that is its sources, so that no test waits for a build.
  resolve: {
    alias: [
      { find: /^webgpu-segmented$/, replacement: source('') },
      { find: /^webgpu-segmented\/(\w+)$/, replacement: source('$1/') },
    ],
  },
  test: {
    include: ['tests/**/*.test.ts', 'property-tests/**/*.test.ts'],
    // Worker threads get a copy of process.env that native code does not see: the embedded adapter needs forks.
    pool: 'forks',
    maxWorkers: 2,
    // A suite whose rows all have another turn (tests/support/cases.ts, inTurn) is empty and passes. A run without any
    // test fails: tests/adapters/tally.mjs.
    passWithNoTests: true,
    // Files of one worker share its device and so its compiled pipelines: tests/support/use-device.ts.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
