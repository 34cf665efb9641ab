/** Builds a page with Vite and serves the result. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { build, preview } from 'vite';

/**
 * @param {string} root the page's folder
 * @param {import('vite').InlineConfig} config
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function servePage(root, config) {
  const outDir = mkdtempSync(path.join(os.tmpdir(), 'webgpu-segmented-page-'));
  const shared = { root, logLevel: /** @type {const} */ ('warn'), ...config };
  // On a busy machine the bundler warns that it is slow. covertable contains an eval that never runs in a page.
  const checks = { eval: false, pluginTimings: false, bundlerTimings: false };
  const rolldownOptions = { checks };
  await build({ ...shared, build: { ...config.build, rolldownOptions, outDir, emptyOutDir: true } });
  const server = await serveBuilt(outDir);
  return {
    url: server.url,
    async close() {
      await server.close();
      rmSync(outDir, { recursive: true, force: true });
    },
  };
}

/** @param {string} outDir a folder that holds a built site */
export async function serveBuilt(outDir) {
  const server = await preview({
    ...{ root: path.dirname(outDir), configFile: false, logLevel: 'warn', appType: 'mpa' },
    ...{ build: { outDir }, preview: { port: 0, host: '127.0.0.1' } },
  });
  return { url: server.resolvedUrls?.local[0] ?? '', close: () => server.close() };
}
