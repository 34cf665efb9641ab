/**
 * Runs tests in a real browser: `npm run test:browser -- [--only=matrix|playground|site|measure] [--rows=N]
 * [--case=TEXT] [--fourth] [--every=N]`. A page of GPU tests, then the playground's main paths and the built site
 * (`--case`: those whose names hold the text; `--fourth`: a fourth of the cases, by the seed), with screenshots in
 * out/browser/. `measure` takes long, so it must be named. The last line is `N passed, N failed`.
 */
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadConfigFromFile } from 'vite';
import { findChromium, launchChromium } from './chromium.mjs';
import { wholeMeasureCases } from './measure-whole.mjs';
import { playgroundCases } from './playground.mjs';
import { serveBuilt, servePage } from './serve.mjs';
import { siteCases } from './site.mjs';

// The tests look at what a published package has.
process.env.PACKAGE_PUBLISHED = 'yes';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const shots = path.join(root, 'out', 'browser');

function argument(name) {
  return process.argv
    .slice(2)
    .find((arg) => arg.startsWith(`--${name}=`))
    ?.slice(name.length + 3);
}

const fourth = process.argv.includes('--fourth');
const seed = Number(process.env.WEBGPU_SEGMENTED_SEED ?? 20_240_229) >>> 0;

/** Prints a result and counts it. */
function report(totals, { name, milliseconds, error }) {
  totals[error ? 'failed' : 'passed'] += 1;
  console.log(`${error ? 'FAILED' : 'ok'}  ${name} (${Math.round(milliseconds)} ms)${error ? `\n    ${error}` : ''}`);
}

async function runMatrix(browser, config, totals) {
  const site = await servePage(path.join(root, 'tests', 'browser', 'page'), {
    configFile: false,
    plugins: config.plugins,
    // Support modules and covertable test for Node.
    define: { 'process.env': '{}', global: 'globalThis' },
    build: { target: 'es2022', chunkSizeWarningLimit: 2000 },
  });
  const page = await browser.newPage();
  try {
    page.on('pageerror', (error) => console.log(`the page reported: ${error.stack}`));
    await page.goto(site.url);
    await page.waitForFunction(() => 'runMatrix' in window);
    const rows = Number(argument('rows') ?? 8);
    const { adapter, outcomes } = await page.evaluate((args) => window.runMatrix(...args), [seed, rows]);
    console.log(`GPU tests in a page: ${adapter}; seed ${seed}`);
    for (const outcome of outcomes) report(totals, outcome);
  } finally {
    await page.close();
    await site.close();
  }
}

async function runCases(browser, totals, { of, cases, site }) {
  mkdirSync(shots, { recursive: true });
  try {
    const named = cases.filter(({ name }) => name.includes(argument('case') ?? ''));
    const chosen = fourth ? named.filter((_, i) => (i + seed) % 4 === 0) : named;
    for (const { name, run } of chosen) {
      const start = performance.now();
      let error;
      try {
        await run(browser, site.url, shots);
      } catch (thrown) {
        error = (thrown instanceof Error ? thrown.message : String(thrown)).slice(0, 2000);
      }
      report(totals, { name: `${of}: ${name}`, milliseconds: performance.now() - start, error });
    }
  } finally {
    await site.close();
  }
}

async function runPlayground(browser, totals, cases) {
  const folder = path.join(root, 'playground');
  const site = await servePage(folder, { configFile: path.join(folder, 'vite.config.ts') });
  await runCases(browser, totals, { of: 'playground', cases, site });
}

async function runSite(browser, totals) {
  const folder = path.join(root, 'out', 'docs');
  if (!existsSync(path.join(folder, 'index.html'))) throw new Error('no site: npm run docs:build comes first');
  await runCases(browser, totals, { of: 'site', cases: siteCases, site: await serveBuilt(folder) });
}

async function main() {
  const executable = findChromium();
  const totals = { passed: 0, failed: 0 };
  if (!executable) {
    console.log('no Chromium here (Debian: chromium; or name it by WEBGPU_SEGMENTED_CHROMIUM)');
    totals.failed = 1;
  } else {
    const only = argument('only');
    const loaded = await loadConfigFromFile(
      { command: 'build', mode: 'test' },
      path.join(root, 'playground/vite.config.ts'),
    );
    const browser = await launchChromium(executable);
    console.log(`Chromium ${browser.version()}`);
    const part = async (name, work) => {
      if (only && only !== name) return;
      try {
        await work();
      } catch (error) {
        report(totals, { name, milliseconds: 0, error: error instanceof Error ? error.stack : String(error) });
      }
    };
    await part('matrix', () => runMatrix(browser, loaded.config, totals));
    await part('playground', () => runPlayground(browser, totals, playgroundCases));
    await part('site', () => runSite(browser, totals));
    if (only === 'measure') {
      const cases = wholeMeasureCases(Number(argument('every') ?? 1));
      await part('measure', () => runPlayground(browser, totals, cases));
    }
    await browser.close();
  }
  console.log(`\n${totals.passed} passed, ${totals.failed} failed`);
  process.exitCode = totals.failed > 0 || totals.passed === 0 ? 1 : 0;
}

await main();
