/**
 * Times the top-k of f32 rows beside ONNX Runtime's TopK and jax-js's, on one WebGPU device in Chromium:
 *
 *   npm install --prefix bench && npm run build
 *   node bench/topk.mjs [--only 8x32000] [--repeats 9] [--json FILE]
 *
 * A column says how many dispatches a call has. A program with none computes on the CPU.
 */
import { appendFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findChromium, launchChromium } from '../tests/browser/chromium.mjs';
import { servePage } from '../tests/browser/serve.mjs';
import { aligned } from './table.mjs';

const { values: given } = parseArgs({
  options: { only: { type: 'string' }, repeats: { type: 'string', default: '9' }, json: { type: 'string' } },
});

const SHAPES = [
  { rows: 4096, width: 64, k: 8 },
  { rows: 1024, width: 1024, k: 10 },
  { rows: 8, width: 4000, k: 50 },
  { rows: 8, width: 32_000, k: 50 },
  { rows: 32, width: 128_256, k: 50 },
  { rows: 1, width: 2 ** 20, k: 100 },
];

const here = (file) => fileURLToPath(new URL(file, import.meta.url));

async function main() {
  const executable = findChromium();
  if (!executable) throw new Error('no Chromium here (Debian: chromium; or name it by WEBGPU_SEGMENTED_CHROMIUM)');
  const site = await servePage(here('topk'), {
    configFile: false,
    resolve: { alias: { 'webgpu-segmented': here('../dist/index.js') } },
    build: { target: 'es2022', chunkSizeWarningLimit: 40_000 },
  });
  const browser = await launchChromium(executable);
  try {
    const page = await browser.newPage();
    page.on('pageerror', (error) => process.stderr.write(`${error.stack}\n`));
    await page.goto(site.url);
    await page.waitForFunction(() => 'ready' in window);
    console.log(`Chromium ${browser.version()}, ${await page.evaluate(() => window.ready)}\n`);
    const rows = [];
    for (const shape of SHAPES) {
      const name = `${shape.rows}x${shape.width}`;
      if (given.only && !given.only.split(',').includes(name)) continue;
      rows.push(...(await page.evaluate((args) => window.measure(...args), [shape, Number(given.repeats)])));
    }
    if (given.json) appendFileSync(given.json, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    const cells = rows.map(({ rows: count, width, k, lib, ms, min, max, dispatches, error }) => [
      `${count} × ${width}, k = ${k}`,
      lib,
      ...(error
        ? [error.slice(0, 60), '', '']
        : [ms.toFixed(2), `${min.toFixed(2)} to ${max.toFixed(2)}`, `${dispatches}`]),
    ]);
    console.log(aligned([['rows', 'program', 'ms', 'from, to', 'dispatches'], ...cells]));
  } finally {
    await browser.close();
    await site.close();
  }
}

await main();
