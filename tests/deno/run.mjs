/**
 * `npm run test:deno`: the built library in Deno, whose WebGPU is wgpu and Naga (as in Firefox), on lavapipe. So a
 * second compiler tests every kernel without subgroups. With `WEBGPU_SEGMENTED_TEST_ROWS=sample`, one family of kernels
 * sorts a fifth of the types, and reduces a third or a half, by `WEBGPU_SEGMENTED_SEED`. The last line is
 * `N passed, N failed`.
 */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findLavapipe, lavapipeEnvironment } from '../adapters/lavapipe.mjs';

/** Deno's binary is in a package for each platform. Its install script, which npm may not run, only links to it. */
function findDeno() {
  const require = createRequire(import.meta.url);
  const platform = { linux: 'linux', darwin: 'darwin', win32: 'win32' }[process.platform];
  for (const suffix of ['-glibc', '']) {
    try {
      const manifest = require.resolve(`@deno/${platform}-${process.arch}${suffix}/package.json`);
      return path.join(path.dirname(manifest), process.platform === 'win32' ? 'deno.exe' : 'deno');
    } catch (error) {
      if (error.code !== 'MODULE_NOT_FOUND' && error.code !== 'ERR_PACKAGE_PATH_NOT_EXPORTED') throw error;
    }
  }
  return undefined;
}

const deno = findDeno();
const icd = findLavapipe();
if (!deno || !icd) {
  console.log(
    `test:deno: not run: no ${deno ? 'lavapipe (Debian: mesa-vulkan-drivers)' : 'Deno (npm i --no-save deno)'}`,
  );
  console.log('0 passed, 0 failed');
  process.exit(0);
}
const smoke = path.join(path.dirname(fileURLToPath(import.meta.url)), 'smoke.mjs');
const { status } = spawnSync(deno, ['run', '--allow-all', '--unstable-webgpu', smoke], {
  stdio: 'inherit',
  env: { ...process.env, ...lavapipeEnvironment(256), VK_ICD_FILENAMES: icd, VK_DRIVER_FILES: icd },
});
process.exit(status ?? 1);
