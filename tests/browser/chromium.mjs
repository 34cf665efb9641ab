/** The browser of the tests: Chromium with its software adapter, SwiftShader. */
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

const PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** WEBGPU_SEGMENTED_CHROMIUM, or where systems install Chromium. */
export function findChromium() {
  return process.env.WEBGPU_SEGMENTED_CHROMIUM ?? PATHS.find(existsSync);
}

/** @param {string} executablePath */
export function launchChromium(executablePath) {
  return chromium.launch({
    executablePath,
    args: [
      // Containers have no user namespaces for a sandbox.
      '--no-sandbox',
      '--enable-unsafe-webgpu',
      // Otherwise SwiftShader compiles a store for each word of workgroup memory: seconds for some kernels.
      '--disable-dawn-features=use_vulkan_zero_initialize_workgroup_memory_extension',
    ],
  });
}
