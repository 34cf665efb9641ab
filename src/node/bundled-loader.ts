/** SwiftShader's Vulkan driver and loader, of the optional package `@sparticuz/chromium`. */
import { SegmentedError } from '../errors.ts';
import type { Driver } from './dawn.ts';
import { unpackSwiftShader } from './swiftshader.ts';
import { hasVulkanLoader, loadLibrary } from './vulkan-loader.ts';

/**
 * Unpacks SwiftShader, and loads its Vulkan loader if the system has none.
 *
 * @returns the path of SwiftShader's ICD file
 */
export async function loadBundledLoader(cacheFolder: string | undefined): Promise<string> {
  const { icd, loader } = await unpackSwiftShader(cacheFolder);
  if (!hasVulkanLoader()) {
    const reason = loadLibrary(loader);
    const advice = 'set WEBGPU_SEGMENTED_CACHE to a folder on a file system that may hold programs';
    const message = `SwiftShader's Vulkan loader does not load (${reason}); ${advice}`;
    if (reason) throw new SegmentedError('no-adapter', message);
  }
  return icd;
}

/**
 * SwiftShader as a driver for Dawn, unpacked. If Vulkan cleared workgroup memory, SwiftShader would compile one store
 * for each word: 6 s for 32 KB. Instead Dawn clears it in a loop, which compiles in 0.02 s.
 */
export async function swiftShaderDriver(cacheFolder: string | undefined): Promise<Driver> {
  const icd = await loadBundledLoader(cacheFolder);
  return {
    key: `swiftshader:${icd}`,
    environment: { VK_ICD_FILENAMES: icd, VK_DRIVER_FILES: undefined, VK_ADD_DRIVER_FILES: undefined },
    disabled: ['use_vulkan_zero_initialize_workgroup_memory_extension'],
  };
}
