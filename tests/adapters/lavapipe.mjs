import { existsSync, readdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

/** The driver file of Mesa's software adapter: WEBGPU_SEGMENTED_LAVAPIPE_ICD, or where systems install it. */
export function findLavapipe() {
  const named = process.env.WEBGPU_SEGMENTED_LAVAPIPE_ICD;
  if (named) return named;
  for (const folder of ['/usr/share/vulkan/icd.d', '/etc/vulkan/icd.d']) {
    if (!existsSync(folder)) continue;
    const file = readdirSync(folder).find((name) => /^lvp_icd.*\.json$/.test(name));
    if (file) return path.join(folder, file);
  }
  return undefined;
}

/**
 * Variables that let Mesa keep its compiled shaders in a folder. LLVM takes seconds to compile a kernel. A process that
 * finds its kernels in the folder takes a fifth of the time. Mesa's cache knows its version, but neither the vector
 * width nor changes to the driver. Each of these needs a folder with another name.
 */
export function shaderCache(name) {
  const folder = path.join(root, 'node_modules', '.cache', 'webgpu-segmented', `mesa-${name}`);
  return { MESA_SHADER_CACHE_DISABLE: 'false', MESA_SHADER_CACHE_DIR: folder };
}

/** The environment of a process on lavapipe. `bits` is the vector width. The subgroup size is `bits` / 32. */
export function lavapipeEnvironment(bits) {
  return {
    LP_NATIVE_VECTOR_WIDTH: `${bits}`,
    ...shaderCache(`${bits}`),
    XDG_RUNTIME_DIR: process.env.XDG_RUNTIME_DIR ?? os.tmpdir(),
  };
}
