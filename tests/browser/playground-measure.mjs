/** The page that measures a GPU: a short run, its file and link, reports side by side. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, openPage, PATIENCE, requireNoSidewaysScroll, status } from './page-steps.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Every 25th call of the self-test, the smallest workloads, and one experiment of few lanes. */
async function measured(browser, url, shots) {
  const { page, close } = await openPage(browser, `${url}measure.html?every=25&lab=rate,histogram&small`, '', {
    colorScheme: 'dark',
  });
  const folder = mkdtempSync(path.join(os.tmpdir(), 'webgpu-segmented-measured-'));
  try {
    await status(page, 'Ready.');
    await page.selectOption('[name=largest]', '65536');
    await page.selectOption('[name=budget]', '0');
    await page.check('#lab');
    await page.click('#run');
    await page.waitForFunction(() => document.getElementById('progress').value > 0.1, undefined, { timeout: PATIENCE });
    await status(page, /^Done in/);
    const verdict = await page.locator('#report-body section').first().textContent();
    expect(verdict?.includes('calls agree with plain JS'), `the verdict is '${verdict}'`);
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('#save')]);
    const file = path.join(folder, 'one.json');
    await download.saveAs(file);
    const report = JSON.parse(readFileSync(file, 'utf8'));
    const own = report.rows.filter(({ lib }) => lib === 'webgpu-segmented');
    expect(own.length === 20 && own.every(({ ok, share }) => ok && share > 0), `rows: ${JSON.stringify(own[0])}`);
    requireExperiments(report);
    await page.locator('#report-body section').filter({ hasText: 'Experiments: ' }).waitFor();
    await sideBySide(page, folder, report);
    await requireNoSidewaysScroll(page);
    await page.screenshot({ path: path.join(shots, 'measure.png'), fullPage: true });
    readByReport(folder);
    await linked(page, report);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await close();
  }
}

/** The experiments that were asked for ran to their ends, and gave right results. */
function requireExperiments({ lab }) {
  const [head, ...lines] = lab;
  const ends = lines.filter(({ answers }) => answers).map(({ experiment, ran, of }) => `${experiment} ${ran} ${of}`);
  expect(head.small && `${ends}` === 'rate 2 2,histogram 3 3', `the experiments were ${ends}`);
  expect(
    lines.filter(({ variant }) => variant).every(({ ok }) => ok),
    `rows: ${JSON.stringify(lines)}`,
  );
}

/** A second report, of a GPU that is twice as fast, and a file that is none. */
async function sideBySide(page, folder, report) {
  const rows = report.rows.map((row) => ({ ...row, ms: row.ms / 2 }));
  const other = { ...report, rows, adapter: { ...report.adapter, name: 'Another GPU' } };
  writeFileSync(path.join(folder, 'two.json'), JSON.stringify(other));
  writeFileSync(path.join(folder, 'none.json'), '{}');
  await page.setInputFiles('#files', [path.join(folder, 'two.json'), path.join(folder, 'none.json')]);
  await page.locator('#report-title').filter({ hasText: '2 reports side by side' }).waitFor();
  await page.locator('#files-status').filter({ hasText: 'No report: none.json' }).waitFor();
  const heads = await page.locator('#report-body table').first().locator('thead th').allTextContents();
  expect(heads.length === 3 && heads[2] === 'Another GPU', `the table has ${heads}`);
}

function readByReport(folder) {
  const files = ['one.json', 'two.json'].map((name) => path.join(folder, name));
  const into = path.join(folder, 'report.md');
  const plots = path.join(folder, 'plots');
  execFileSync(process.execPath, ['bench/report.mjs', '--into', into, '--plots', plots, ...files], { cwd: root });
  const text = readFileSync(into, 'utf8');
  expect(
    /\| operation \| workload \| items \| .* \| Another GPU \|/.test(text),
    'bench/report.mjs has no common table',
  );
}

/** The link holds the whole report, and a page of its own shows it. */
async function linked(page, report) {
  await page.evaluate(() => {
    navigator.clipboard.writeText = async (text) => {
      window.copied = text;
    };
  });
  await page.click('#link');
  const link = await page.waitForFunction(() => window.copied, undefined);
  const url = await link.jsonValue();
  expect(url.length < 8000, `the link has ${url.length} characters`);
  await page.goto('about:blank');
  await page.goto(url);
  await page
    .locator('#report-title')
    .filter({ hasText: /^Report$/ })
    .waitFor();
  const text = await page.locator('#report-body').textContent();
  expect(text?.includes(report.adapter.name), 'the link shows another report');
  expect(!text?.includes('Experiments: '), 'the link has lines of experiments');
}

async function cancelled(browser, url) {
  const { page, close } = await openPage(browser, `${url}measure.html`, '', { viewport: { width: 390, height: 844 } });
  try {
    await status(page, 'Ready.');
    await requireNoSidewaysScroll(page);
    await page.click('#run');
    await page.waitForFunction(() => document.getElementById('progress').value > 0, undefined, { timeout: PATIENCE });
    await page.click('#cancel');
    await status(page, 'Cancelled.');
    expect(await page.isEnabled('#run'), 'it can not be started again');
  } finally {
    await close();
  }
}

export const measureCases = [
  { name: 'measures a GPU, and lays reports side by side', run: measured },
  { name: 'cancels a measurement', run: cancelled },
];
