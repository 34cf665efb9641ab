/**
 * The page that measures a GPU, run to its end with tuning: `npm run test:browser -- --only=measure [--largest=N]
 * [--budget=MS] [--every=N]`, with every N-th call of the self-test. It takes many minutes on a software adapter, so it
 * runs only by name. It leaves the report and its pictures in out/browser/.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, openPage, requireNoSidewaysScroll, status } from './page-steps.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** An hour: a busy machine without a GPU compiles the kernels of some 250 calls. */
const WHOLE = 3_600_000;

const VIEWS = [
  { name: 'light', colorScheme: 'light', width: 1280 },
  { name: 'dark', colorScheme: 'dark', width: 1280 },
  { name: 'narrow', colorScheme: 'light', width: 390 },
  { name: 'narrow-dark', colorScheme: 'dark', width: 390 },
];

async function pictures(page, shots) {
  for (const { name, colorScheme, width } of VIEWS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 844 });
    await page.waitForTimeout(500);
    await requireNoSidewaysScroll(page);
    await page.screenshot({ path: path.join(shots, `measure-whole-${name}.png`), fullPage: true });
  }
}

/** Prints each part of the run, so that one sees where it is. */
async function watchSteps(page) {
  await page.exposeFunction('tell', (text) => console.log(`    ${new Date().toTimeString().slice(0, 8)} ${text}`));
  await page.evaluate(() => {
    let last = '';
    setInterval(() => {
      const text = document.getElementById('step').textContent.replace(/[\d,]+ of .*/, '');
      if (text !== last) window.tell(document.getElementById('step').textContent);
      last = text;
    }, 200);
  });
}

function requireRows({ rows, skipped, selfTest, tuning }, largest) {
  const own = rows.filter(({ lib }) => lib === 'webgpu-segmented');
  const sizes = [...new Set(own.map(({ n }) => n))];
  expect(selfTest.wrong.length === 0, `wrong: ${JSON.stringify(selfTest.wrong)}`);
  expect(
    own.every(({ ok, share }) => ok && share > 0),
    `rows: ${JSON.stringify(own.filter(({ ok }) => !ok))}`,
  );
  expect(sizes.includes(largest), `sizes: ${sizes}; skipped: ${skipped.join('; ')}`);
  expect(tuning.tried > 0, 'no candidate was tried');
  console.log(`    ${selfTest.calls} calls, ${own.length} rows, ${skipped.length} skipped, ${tuning.tried} candidates`);
}

function readByReport(file, shots) {
  const into = path.join(shots, 'measure-whole.md');
  execFileSync(process.execPath, ['bench/report.mjs', '--into', into, '--plots', path.join(shots, 'plots'), file], {
    cwd: root,
  });
  expect(/\| operation \| workload \| items \|/.test(readFileSync(into, 'utf8')), 'bench/report.mjs has no table');
}

/** @param {{ largest: number, budget: number, every: number }} size */
const whole =
  ({ largest, budget, every }) =>
  async (browser, url, shots) => {
    const { page, close } = await openPage(browser, `${url}measure.html?every=${every}`);
    try {
      await status(page, 'Ready.');
      await watchSteps(page);
      await page.selectOption('[name=largest]', String(largest));
      await page.selectOption('[name=budget]', String(budget));
      await page.click('#run');
      await page.waitForFunction(() => !document.getElementById('run').disabled, undefined, { timeout: WHOLE });
      const said = await page.locator('#status').textContent();
      expect(said?.startsWith('Done in'), `the status is '${said}'`);
      const [download] = await Promise.all([page.waitForEvent('download'), page.click('#save')]);
      const file = path.join(shots, 'measure-whole.json');
      await download.saveAs(file);
      console.log(`    ${said}`);
      requireRows(JSON.parse(readFileSync(file, 'utf8')), largest);
      await pictures(page, shots);
      readByReport(file, shots);
    } finally {
      await close();
    }
  };

/** Counts what the page submits, its buffers that are not destroyed, and their bytes. */
function count() {
  window.gpuWork = { submits: 0, buffers: new Set() };
  const { submit } = GPUQueue.prototype;
  GPUQueue.prototype.submit = function (...given) {
    window.gpuWork.submits += 1;
    return submit.apply(this, given);
  };
  const { createBuffer } = GPUDevice.prototype;
  GPUDevice.prototype.createBuffer = function (...given) {
    const buffer = createBuffer.apply(this, given);
    window.gpuWork.buffers.add(buffer);
    const { destroy } = buffer;
    buffer.destroy = () => {
      window.gpuWork.buffers.delete(buffer);
      return destroy.call(buffer);
    };
    return buffer;
  };
}

const held = (page) =>
  page.evaluate(() => ({
    submits: window.gpuWork.submits,
    labels: [...window.gpuWork.buffers].map(({ label, size }) => `${label} (${size})`),
  }));

/** Cancelled while candidates are timed. After it nothing is submitted, no buffer is held, and no worker runs. */
async function cancelledInTuning(browser, url) {
  const { page, context, close } = await openPage(browser, 'about:blank');
  try {
    await context.addInitScript(count);
    await page.goto(`${url}measure.html?every=1000`);
    await status(page, 'Ready.');
    await page.selectOption('[name=largest]', '65536');
    await page.selectOption('[name=budget]', '60000');
    await page.click('#run');
    // Some runs of a candidate are done, and its others are not: a candidate has 60 of them.
    const inCandidate = () => {
      if (!document.getElementById('step').textContent.startsWith('Tuning')) return false;
      window.before ??= window.gpuWork.submits;
      return window.gpuWork.submits > window.before + 4;
    };
    await page.waitForFunction(inCandidate, undefined, { timeout: WHOLE });
    const start = performance.now();
    await page.click('#cancel');
    await status(page, 'Cancelled.');
    const ended = performance.now() - start;
    const before = await held(page);
    await page.waitForTimeout(5000);
    const after = await held(page);
    console.log(`    cancelled in ${Math.round(ended)} ms; buffers held: ${after.labels.length}`);
    expect(after.submits === before.submits, `${after.submits - before.submits} submits came later`);
    expect(after.labels.length === 0, `buffers are held: ${after.labels.join(', ')}`);
    expect(page.workers().length === 0, `${page.workers().length} workers run`);
    expect(await page.isEnabled('#run'), 'it can not be started again');
  } finally {
    await close();
  }
}

export const wholeMeasureCases = (size) => [
  { name: 'cancels in the middle of tuning, and nothing is left', run: cancelledInTuning },
  { name: 'measures a GPU to the end, with tuning', run: whole(size) },
];
