/** The built site, as a person uses it: the home page's live call, pages under axe, and a newcomer's walk. */
import path from 'node:path';
import { axeFindings, expect, openPage, PATIENCE, requireNoSidewaysScroll, status } from './page-steps.mjs';

const PAGES = [
  'index.html',
  'start.html',
  'groups.html',
  'recipes.html',
  'examples.html',
  'performance.html',
  'api/index/functions/segmentedTopK.html',
  'playground/index.html',
  'playground/measure.html',
];

const onSite = (name, work, options) => async (browser, url, shots) => {
  const opened = await openPage(browser, `${url}${name}`, '', options);
  try {
    await work(opened.page, shots);
  } finally {
    await opened.close();
  }
};

function accessible(name, colorScheme, viewport) {
  const work = async (page) => {
    if (name.startsWith('playground/')) await page.waitForTimeout(1000);
    else await page.locator('h1').first().waitFor();
    await requireNoSidewaysScroll(page);
    const found = await axeFindings(page);
    expect(found.length === 0, found.join('\n    '));
  };
  return onSite(name, work, { colorScheme, viewport });
}

/** The texts under the bars of the last row. */
const results = (page) => page.locator('.live .row').last().locator('.item').allInnerTexts();

async function liveCall(page, by) {
  await page.locator('.live .by').filter({ hasText: by }).waitFor({ timeout: PATIENCE });
  expect((await results(page)).join(' ') === '6 7 8 0 1 3 5 9 2 4', `sorted: ${await results(page)}`);
  await page.selectOption('.live select', 'sum');
  await page.waitForFunction(() => document.querySelectorAll('.live .row:last-of-type .item').length === 4);
  expect((await results(page)).join(' ') === '21 0 18 6', `sums: ${await results(page)}`);
  await page.getByLabel('Lengths of the segments').fill('3 30');
  await page.keyboard.press('Enter');
  await page.locator('.live .wrong').filter({ hasText: 'offsets-out-of-range' }).waitFor({ timeout: PATIENCE });
}

/** The page in a browser without WebGPU. */
const withoutWebGpu = (name, work) => async (browser, url) => {
  const context = await browser.newContext();
  await context.addInitScript(() => Object.defineProperty(Navigator.prototype, 'gpu', { get: () => undefined }));
  const page = await context.newPage();
  await page.goto(`${url}${name}`);
  await work(page);
  await context.close();
};

/** Runs every example of the page. Each prints what the page showed before. */
async function examples(page, hasWebGpu) {
  const boxes = page.locator('.example');
  await boxes.first().waitFor();
  expect((await boxes.count()) >= 9, `${await boxes.count()} examples`);
  for (const box of await boxes.all()) {
    const shown = await box.locator('pre').innerText();
    expect(shown.split('\n').length > 3, `the output is ${shown}`);
    await box.getByRole('button').click();
    await box
      .locator('.by')
      .filter({ hasText: /^(?:Ran|Not run)/ })
      .waitFor({ timeout: PATIENCE });
    const by = await box.locator('.by').innerText();
    const records = /sampling/.test(await box.getAttribute('aria-label'));
    const expected = records && !hasWebGpu ? /^Not run.*no WebGPU/ : records ? /By WebGPU, on / : /In JavaScript: /;
    expect(expected.test(by), `${await box.getAttribute('aria-label')}: ${by}`);
    expect((await box.locator('pre').innerText()) === shown, `${shown}\n    became ${await box.innerText()}`);
  }
}

/** From the home page to a sorted column of one's own CSV, in a file. Prints the seconds of each step. */
async function walk(page, shots) {
  const times = [];
  const step = async (name, work) => {
    const start = performance.now();
    const result = await work();
    times.push(`${name} ${((performance.now() - start) / 1000).toFixed(1)} s`);
    return result;
  };
  await step('live call', () =>
    page.locator('.live .by').filter({ hasText: 'In JavaScript: ' }).waitFor({ timeout: PATIENCE }),
  );
  await step('playground', async () => {
    await page.getByRole('link', { name: 'Open the playground' }).click();
    await status(page, 'Ready.');
  });
  await step('own table', async () => {
    await page.selectOption('[name=data]', 'own');
    const lines = Array.from({ length: 5000 }, (_, i) => `shop ${i % 40},${(i * 7919) % 1009}`);
    const buffer = Buffer.from(['shop,amount', ...lines].join('\n'));
    await page.setInputFiles('#own-file', { name: 'sales.csv', mimeType: 'text/csv', buffer });
    await page.locator('#own-facts').filter({ hasText: '5,000 rows' }).waitFor({ timeout: PATIENCE });
  });
  await step('run', async () => {
    await page.selectOption('[name=operation]', 'sort');
    await page.click('#run:not([disabled])');
    await status(page, /^Done/);
  });
  await page.screenshot({ path: path.join(shots, 'walk.png') });
  const [download] = await step('sorted column', () =>
    Promise.all([page.waitForEvent('download'), page.click('#save-csv')]),
  );
  expect(download.suggestedFilename().endsWith('.csv'), `the file is ${download.suggestedFilename()}`);
  console.log(`    ${times.join(', ')}`);
}

/** What people search for, and the beginning of the anchor of the recipe that comes first. */
const QUESTIONS = {
  'median per group': 'median',
  'groupby median': 'median',
  'weighted average': 'weighted-mean',
  'standard deviation by group': 'mean-average',
  'value counts': 'count-per-group',
  'first row per group': 'first-and-last',
  'latest record per user': 'first-and-last',
  'top rows per group': 'top-rows',
  'top 5 per category': 'top-rows',
  'largest values in each group': 'top-rows',
  nlargest: 'top-rows',
  'group by string': 'group-by-text',
  'read csv file': 'group-by-text',
  'row number': 'row-number',
  rank: 'rank-in',
  lag: 'value-of-the-row-before',
  'previous value': 'value-of-the-row-before',
  'forward fill': 'last-known',
  'moving average': 'moving-average',
  'rolling sum': 'moving-average',
  'count distinct': 'count-distinct',
  'unique values per user': 'count-distinct',
  mode: 'most-frequent',
  histogram: 'histogram',
  percentile: 'percentiles',
  'join two tables by id': 'join-two',
  dedupe: 'remove-duplicates',
  pivot: 'pivot',
  'cumulative share': 'cumulative-share',
  'percent of total': 'share-of',
  softmax: 'softmax',
  'argmax per row': 'argmax-per-row',
  'batched topk logits': 'top-k-of-each-row',
  'top-p': 'top-p',
  'top p sampling': 'top-p',
  'nucleus sampling': 'top-p',
  'segmented sort': 'sort-each-segment',
  'radix sort webgpu': 'sort-each-segment',
  'sort rows of a matrix': 'sort-the-rows',
  'sort strings': 'sort-strings',
  'sort objects': 'sort-objects',
  'sort array of objects': 'sort-objects',
  argsort: 'sort-objects',
  sessions: 'sessions',
  intervals: 'sums-over-intervals',
  kNN: 'nearest',
  'CSR transpose': 'transpose',
  'tokens to experts': 'tokens-to-experts',
  // In the words of pandas, SQL, R, numpy and torch.
  'average by category': 'mean-average',
  'group by sum': 'sum-total',
  'sum by category': 'sum-total',
  'groupby agg': 'sum-total',
  'group_by summarise': 'sum-total',
  tapply: 'sum-total',
  segment_sum: 'sum-total',
  scatter_add: 'sum-total',
  index_add: 'sum-total',
  'ragged tensor sum': 'sum-total',
  'scatter mean': 'mean-average',
  'aggregate mean by factor': 'mean-average',
  segment_max: 'minimum-and-maximum',
  'max per category': 'minimum-and-maximum',
  value_counts: 'count-per-group',
  bincount: 'count-per-group',
  'count by category': 'count-per-group',
  'np.unique counts': 'count-distinct',
  'select distinct': 'count-distinct',
  'nlargest per group': 'top-rows',
  'partition by order by': 'rows-in-the-order',
  'row_number over partition by': 'row-number',
  dense_rank: 'rank-in',
  ntile: 'relative-position',
  'cumsum by group': 'running-total',
  'lag by group': 'value-of-the-row-before',
  'diff by group': 'difference-to',
  first_value: 'first-and-last',
  'rolling mean': 'moving-average',
  'moving average by group': 'moving-average',
  'groupby transform mean': 'value-of-the-group',
  'percentile by group': 'percentiles',
  'quantile by group': 'percentiles',
  'median by category': 'median',
  'pd.cut': 'histogram',
  'cut into bins': 'histogram',
  'dedupe by key': 'remove-duplicates',
  'left join': 'join-two',
  'torch scatter softmax': 'softmax',
  'explode list column': 'sort-each-segment',
};

async function search(page) {
  await page.getByRole('button', { name: 'Search' }).click();
  const box = page.locator('.VPLocalSearchBox input');
  const first = page.locator('.VPLocalSearchBox .results .result').first();
  const wrong = [];
  for (const [question, anchor] of Object.entries(QUESTIONS)) {
    await box.fill('');
    await first.waitFor({ state: 'detached', timeout: PATIENCE });
    await box.fill(question);
    await first.waitFor({ timeout: PATIENCE });
    const found = (await first.getAttribute('href')) ?? '';
    if (!found.includes(`recipes.html#${anchor}`)) wrong.push(`${question}: ${found}`);
  }
  expect(wrong.length === 0, wrong.join('\n    '));
}

const PHONE = { width: 390, height: 844 };

export const siteCases = [
  { name: 'the live call runs, and an error is said', run: onSite('', (page) => liveCall(page, 'In JavaScript: ')) },
  { name: 'the live call runs without WebGPU', run: withoutWebGpu('', (page) => liveCall(page, 'In JavaScript: ')) },
  { name: 'every example runs', run: onSite('examples.html', (page) => examples(page, true)) },
  {
    name: 'every example of arrays runs without WebGPU',
    run: withoutWebGpu('examples.html', (page) => examples(page, false)),
  },
  { name: 'a question finds its recipe first', run: onSite('start.html', search) },
  { name: 'a walk from the home page to a sorted column', run: onSite('', walk) },
  ...PAGES.map((name) => ({
    name: `${name}, light, axe`,
    run: accessible(name, 'light', { width: 1366, height: 768 }),
  })),
  // In the other order, so that a fourth of the cases has no page twice.
  ...PAGES.toReversed().map((name) => ({
    name: `${name}, dark, on a phone, axe`,
    run: accessible(name, 'dark', PHONE),
  })),
];
