/**
 * The page "Measure this GPU" in the headless Chromium of the npm package, with the system's Vulkan driver: a part of the
 * self-test, and four calls that Node has timed too.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { aligned } from '../table.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CALLS = 4;
/** Every so many calls of the self-test. */
const EVERY = 8;
const SECONDS = 150;

const ARGS = [
  // Containers have no user namespaces for a sandbox.
  '--no-sandbox',
  '--enable-unsafe-webgpu',
  '--ignore-gpu-blocklist',
  '--enable-features=Vulkan',
  '--use-angle=vulkan',
  '--disable-vulkan-surface',
];

/** Libraries that a bare system lacks, from the package, which has them for Amazon's Linux. */
function librariesFor(executable, folder) {
  const { stdout = '' } = spawnSync('ldd', [executable], { encoding: 'utf8' });
  if (!stdout.includes('not found')) return {};
  const bin = path.join(path.dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '../../bin');
  const packed = brotliDecompressSync(readFileSync(path.join(bin, 'al2023.tar.br')));
  spawnSync('tar', ['-x', '-C', folder], { input: packed });
  return { LD_LIBRARY_PATH: [path.join(folder, 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':') };
}

async function launched(env, folder) {
  const [{ default: packed }, { chromium }] = await Promise.all([
    import('@sparticuz/chromium'),
    import('playwright-core'),
  ]);
  const executablePath = process.env.WEBGPU_SEGMENTED_CHROMIUM ?? (await packed.executablePath());
  return chromium.launch({ executablePath, args: ARGS, env: { ...env, ...librariesFor(executablePath, folder) } });
}

/** Runs the page, and returns the report that it saves. */
async function reportOf(page, url, { small, folder }) {
  const query = `every=${small ? 50 * EVERY : EVERY}&lab=rows&most=${small ? 1 : CALLS}${small ? '&small' : ''}`;
  await page.goto(`${url}measure.html?${query}`);
  const status = (text) =>
    page
      .locator('#status')
      .filter({ hasText: text })
      .waitFor({ timeout: 1000 * SECONDS });
  await status(/^(Ready|There is no WebGPU)/);
  const reason = await page.textContent('#no-webgpu-reason');
  if (reason) throw new Error(reason);
  await page.selectOption('[name=largest]', '65536');
  await page.selectOption('[name=budget]', '0');
  await page.check('#lab');
  await page.click('#run');
  await status(/^Done in/);
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#save')]);
  const file = path.join(folder, 'report.json');
  await download.saveAs(file);
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** A line a call: µs in Node, of the rows that are known, and in the browser. */
export function compared({ adapter, browser: name, selfTest, lab = [] }, known) {
  const cells = lab
    .filter(({ variant, ok }) => variant && ok)
    .map(({ variant, us }) => {
      const node = known.find((row) => row.experiment === 'rows' && row.ok && row.variant.case === variant.case);
      return [
        variant.case,
        node ? node.us.toFixed(1) : '',
        us.toFixed(1),
        node ? `${(us / node.us).toFixed(2)} ×` : '',
      ];
    });
  const wrong = selfTest.wrong.map(({ call, says }) => `wrong: ${call}: ${says}`);
  return {
    lines: [
      `${name}: ${adapter.name}; ${selfTest.calls} calls of the self-test, ${selfTest.wrong.length} wrong`,
      ...(adapter.software ? ['this is no adapter of the system: its times say nothing'] : []),
      ...wrong,
      aligned([['call', 'Node µs', 'browser µs', ''], ...cells]),
    ],
    wrong: selfTest.wrong.length + lab.filter(({ ok }) => ok === false).length,
  };
}

export const browser = {
  question: 'Does a browser on this GPU give the same results, in the same time?',
  seconds: SECONDS,
  isWanted: (given) => given.browser,
  async run({ env, small, known = [] }) {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'lab-browser-'));
    let [open, site] = [];
    try {
      open = await launched(env, folder);
      const { servePage } = await import('../../tests/browser/serve.mjs');
      const root = path.join(ROOT, 'playground');
      site = await servePage(root, { configFile: path.join(root, 'vite.config.ts') });
      const report = await reportOf(await open.newPage(), site.url, { small, folder });
      return { ...compared(report, known), rows: [{ browser: report }] };
    } catch (error) {
      return { lines: [`left out: ${String(error.message ?? error).split('\n')[0]}`] };
    } finally {
      await open?.close();
      await site?.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
