import { readFileSync } from 'node:fs';
import { defineConfig, type Plugin } from 'vitest/config';

/** `import text from './kernel.wgsl'`, as tsup's text loader gives it. */
const wgslText: Plugin = {
  name: 'wgsl-text',
  enforce: 'pre',
  load(id) {
    if (id.endsWith('.wgsl')) return `export default ${JSON.stringify(readFileSync(id, 'utf8'))};`;
    return undefined;
  },
};

export default defineConfig({
  plugins: [wgslText],
  test: {
    include: ['tests/**/*.test.ts', 'property-tests/**/*.test.ts'],
    // Worker threads get a copy of process.env that native code does not see: the embedded adapter needs forks.
    pool: 'forks',
    maxWorkers: 2,
    // Files of one worker share its device and so its compiled pipelines: tests/support/use-device.ts.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
