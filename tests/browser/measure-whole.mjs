/**
 * The whole run of the page that measures a GPU, as a user starts it: all calls of the self-test, all sizes, tuning.
 * It takes about 20 minutes on SwiftShader, so it runs only by `npm run test:browser -- --only=measure`. `--every=N` takes
 * every N-th call of the self-test.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, openPage, requireNoSidewaysScroll, status } from './page-steps.mjs';

const MINUTE = 60_000;
const LIMIT_MS = 240 * MINUTE;

/** Waits for the end, and prints where the run is, a line a minute. */
async function ended(page) {
  const start = performance.now();
  for (;;) {
    const [text, step] = await page.evaluate(() =>
      ['status', 'step'].map((id) => document.getElementById(id).textContent),
    );
    if (text !== 'Measuring…') return text;
    const minutes = Math.round((performance.now() - start) / MINUTE);
    console.log(`    ${minutes} min: ${step}`);
    expect(performance.now() - start < LIMIT_MS, `no end after ${minutes} minutes: ${step}`);
    await page
      .waitForFunction(() => document.getElementById('status').textContent !== 'Measuring…', undefined, {
        timeout: MINUTE,
      })
      .catch(() => undefined);
  }
}

async function whole(browser, url, shots, every) {
  const { page, close } = await openPage(browser, `${url}measure.html?every=${every}`);
  try {
    await status(page, 'Ready.');
    await page.click('#run');
    await status(page, 'Measuring…');
    const end = await ended(page);
    expect(/^Done in/.test(end), `it ended with '${end}'`);
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('#save')]);
    const file = path.join(shots, 'measure-whole.json');
    await download.saveAs(file);
    const { selfTest, rows, skipped, tuning, seconds } = JSON.parse(readFileSync(file, 'utf8'));
    const own = rows.filter(({ lib }) => lib === 'webgpu-segmented');
    const counts = `${selfTest.calls} calls, ${own.length} workloads timed, ${skipped.length} skipped`;
    console.log(`    ${counts}, ${tuning?.tried} candidates of tuning, ${seconds} seconds`);
    expect(selfTest.wrong.length === 0, `wrong calls: ${JSON.stringify(selfTest.wrong)}`);
    const wrong = own.filter(({ ok, ms }) => !ok || !(ms > 0));
    expect(own.length > 0 && wrong.length === 0, `wrong workloads: ${JSON.stringify(wrong)}`);
    expect(tuning?.tried > 0, 'nothing was tuned');
    await requireNoSidewaysScroll(page);
    await page.screenshot({ path: path.join(shots, 'measure-whole.png'), fullPage: true });
  } finally {
    await close();
  }
}

export const wholeMeasureCases = (every) => [
  { name: 'the whole measurement', run: (browser, url, shots) => whole(browser, url, shots, every) },
];
