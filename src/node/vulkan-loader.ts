/** The Vulkan loader library. Dawn needs it to find a driver on Linux. */
import os from 'node:os';
import process from 'node:process';
import { SegmentedError } from '../checks.ts';
import type { Driver } from './dawn.ts';
import { unpackSwiftShader } from './swiftshader.ts';

/** glibc's RTLD_NODELETE, which `os.constants.dlopen` lacks. */
const RTLD_NODELETE = 0x1000;

/**
 * Loads a shared library into the process and keeps it there. After a load Node looks for an addon in the library and
 * throws if there is none. So the message of the error shows whether the library is loaded.
 *
 * @returns undefined if the library is loaded, otherwise the dynamic linker's message
 */
export function loadLibrary(file: string): string | undefined {
  const { RTLD_NOW, RTLD_GLOBAL } = os.constants.dlopen;
  try {
    process.dlopen({ exports: {} }, file, RTLD_NOW | RTLD_GLOBAL | RTLD_NODELETE);
    return undefined;
  } catch (error) {
    const { message } = error as Error;
    return message.includes('did not self-register') ? undefined : message;
  }
}

/**
 * Whether Dawn will find a Vulkan loader: the system's, or one loaded earlier. Dawn opens it by this name. Dawn itself
 * would print a warning if there is none. Other platforms need no loader.
 */
export function hasVulkanLoader(): boolean {
  return process.platform !== 'linux' || loadLibrary('libvulkan.so.1') === undefined;
}

// SwiftShader's Vulkan driver and loader, of the optional package `@sparticuz/chromium`.

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
