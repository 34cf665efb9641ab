import { existsSync, readdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

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

/** The environment of a process on lavapipe. `bits` is the vector width. The subgroup size is `bits` / 32. */
export function lavapipeEnvironment(bits) {
  return {
    LP_NATIVE_VECTOR_WIDTH: `${bits}`,
    // With one cache for all widths, a run could get a shader that was compiled for another width.
    MESA_SHADER_CACHE_DISABLE: 'true',
    XDG_RUNTIME_DIR: process.env.XDG_RUNTIME_DIR ?? os.tmpdir(),
  };
}
