/** The Vulkan loader library. Dawn needs it to find a driver on Linux. */
import os from 'node:os';
import process from 'node:process';

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
