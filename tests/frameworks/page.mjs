/** Runs an example that is a page, in Chromium. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { findChromium, launchChromium } from '../browser/chromium.mjs';
import { servePage } from '../browser/serve.mjs';

/** Chromium of the system, or of the npm package. */
export async function openBrowser() {
  const { default: packed } = await import('@sparticuz/chromium');
  const executable = findChromium() ?? (await packed.executablePath());
  if (!existsSync(executable)) throw new Error('no browser: neither Chromium nor @sparticuz/chromium');
  return launchChromium(executable);
}

/** The lines that `window.run()` of the page returns. It throws if the page's program does. */
export async function runPage(browser, folder) {
  const library = path.resolve(folder, '..', '..', 'dist', 'index.js');
  const site = await servePage(folder, {
    configFile: false,
    // The library is not installed in the example's folder.
    resolve: { alias: { 'webgpu-segmented': library } },
    build: { target: 'es2022', chunkSizeWarningLimit: 20_000 },
  });
  const page = await browser.newPage();
  try {
    const reports = [];
    page.on('pageerror', (error) => reports.push(error.stack));
    page.on('console', (message) => message.type() === 'error' && reports.push(message.text()));
    await page.goto(site.url);
    await page.waitForFunction(() => 'run' in window, undefined, { timeout: 20_000 });
    const lines = await page
      .evaluate(() => window.run())
      .catch((error) => {
        throw new Error([error.message, ...reports].join('\n'));
      });
    if (reports.length > 0) throw new Error(reports.join('\n'));
    return lines;
  } finally {
    await page.close();
    await site.close();
  }
}
