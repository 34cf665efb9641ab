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
  // Without a sandbox, because containers have no user namespaces for it.
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--enable-unsafe-webgpu'] });
}
