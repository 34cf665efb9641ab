/** npm run test:package: tests of the tarball that npm would publish, in separate projects. Not part of npm test. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/package/*.check.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
