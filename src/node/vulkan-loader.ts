/** The Vulkan loader library, without which Dawn finds no driver on Linux. */
import os from 'node:os';
import process from 'node:process';

/** glibc's RTLD_NODELETE, which `os.constants.dlopen` lacks. */
const RTLD_NODELETE = 0x1000;

/**
 * Loads a shared library into the process and keeps it there. Node then looks for an addon in it and throws, which is
 * how a library that did load is told from one that did not.
 *
 * @returns undefined when the library is loaded, else the dynamic linker's message
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
 * Whether Dawn, which opens the loader by this name, will find one: the system's, or one loaded earlier. Asking Dawn
 * itself prints a warning where there is none. Other platforms come with their own way to the GPU.
 */
export function hasVulkanLoader(): boolean {
  return process.platform !== 'linux' || loadLibrary('libvulkan.so.1') === undefined;
}
