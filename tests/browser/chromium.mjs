/** The browser that tests are run in: Chromium with its own software adapter, SwiftShader. */
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

const PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** WEBGPU_SEGMENTED_CHROMIUM, or where systems put it. */
export function findChromium() {
  return process.env.WEBGPU_SEGMENTED_CHROMIUM ?? PATHS.find(existsSync);
}

/** @param {string} executablePath */
export function launchChromium(executablePath) {
  // Without a sandbox: containers have no user namespaces to build one of.
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--enable-unsafe-webgpu'] });
}
