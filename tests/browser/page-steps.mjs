/** Steps that the playground's cases have in common. */

import { createRequire } from 'node:module';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Long enough for kernels to compile on a busy machine without a GPU. */
export const PATIENCE = 180_000;

/** Opens the page with settings in its address; any error of the page fails the case. */
export async function openPage(browser, url, hash = '', options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  const errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.goto(`${url}#${hash}`);
  return {
    page,
    context,
    async close() {
      await context.close();
      if (errors.length > 0) throw new Error(`the page reported: ${errors.join('; ')}`);
    },
  };
}

export function expect(condition, message) {
  if (!condition) throw new Error(message);
}

export const status = (page, text) =>
  page.locator('#status').filter({ hasText: text }).waitFor({ timeout: PATIENCE, state: 'visible' });

/** Runs what is set, waits for its end, and requires that plain JavaScript agrees. */
export async function runAndCheck(page) {
  await page.click('#run:not([disabled])');
  await status(page, /^Done/);
  const verdict = await page.locator('#verdict').textContent();
  expect(verdict?.startsWith('✓'), `the verdict is '${verdict}'`);
  return verdict;
}

export async function requireNoSidewaysScroll(page) {
  const [content, width] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  expect(content <= width, `the page is ${content} wide in a window of ${width}`);
}

/** What axe finds on the page, in words. */
export async function axeFindings(page) {
  await page.addScriptTag({ path: AXE });
  const { violations } = await page.evaluate(() => window.axe.run());
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
}
