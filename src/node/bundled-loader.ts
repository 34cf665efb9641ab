/** SwiftShader's Vulkan driver and loader, of the optional package `@sparticuz/chromium`. */
import { SegmentedError } from '../errors.ts';
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
