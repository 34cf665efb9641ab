/** The main paths of the playground. Each case opens a new page. */
import path from 'node:path';

/** Time in which kernels compile on a busy machine without a GPU. */
const PATIENCE = 180_000;

/** Opens the page with settings in its address. Any error of the page fails the case. */
async function openPage(browser, url, hash = '', options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.goto(`${url}#${hash}`);
  return {
    page,
    async close() {
      await context.close();
      if (errors.length > 0) throw new Error(`the page reported: ${errors.join('; ')}`);
    },
  };
}

function expect(condition, message) {
  if (!condition) throw new Error(message);
}

const status = (page, text) =>
  page.locator('#status').filter({ hasText: text }).waitFor({ timeout: PATIENCE, state: 'visible' });

/** Runs the present settings, waits for the end, and requires that plain JavaScript agrees. */
async function runAndCheck(page) {
  await status(page, 'Ready.');
  await page.click('#run');
  await status(page, /^Done/);
  const verdict = await page.locator('#verdict').textContent();
  expect(verdict?.startsWith('✓'), `the verdict is '${verdict}'`);
  return verdict;
}

async function requireNoSidewaysScroll(page) {
  const [content, width] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  expect(content <= width, `the page is ${content} wide in a window of ${width}`);
}

function runCase(hash) {
  return async (browser, url) => {
    const { page, close } = await openPage(browser, url, hash);
    try {
      await runAndCheck(page);
    } finally {
      await close();
    }
  };
}

function pictured(name, hash, options) {
  return async (browser, url, shots) => {
    const { page, close } = await openPage(browser, url, hash, options);
    try {
      await runAndCheck(page);
      await requireNoSidewaysScroll(page);
      expect((await page.locator('#lengths-items svg rect').count()) > 0, 'no bars in the plot of lengths');
      expect((await page.locator('#passes svg rect').count()) > 0, 'no bars in the plot of kernels');
      await page.evaluate(() => scrollTo(0, 0));
      await page.screenshot({ path: path.join(shots, `${name}.png`), fullPage: true });
    } finally {
      await close();
    }
  };
}

async function keyboardOnly(browser, url) {
  const { page, close } = await openPage(browser, url, 'operation=argsort&items=4096');
  try {
    await status(page, 'Ready.');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    const focused = [];
    for (let i = 0; i < 40; i++) {
      const name = await page.evaluate(
        () => document.activeElement?.getAttribute('name') ?? document.activeElement?.id,
      );
      focused.push(name);
      if (name === 'run') break;
      await page.keyboard.press('Tab');
    }
    expect(focused[0] === 'operation' && focused.at(-1) === 'run', `the keyboard came by ${focused}`);
    expect((await page.inputValue('[name=operation]')) === 'reduce', 'the arrow key did not choose');
    await page.keyboard.press('Enter');
    await status(page, /^Done/);
    // A focused button that is disabled loses the focus.
    await page.waitForFunction(() => document.activeElement?.id === 'run', undefined, { timeout: PATIENCE });
  } finally {
    await close();
  }
}

/** A reduce with many batches, so that it runs for long. The page shows its progress, then the test cancels it. */
async function cancelled(browser, url) {
  const hash = 'operation=reduce&items=16777216&lengths=fixed&size=1024&pieces=1 MiB';
  const { page, close } = await openPage(browser, url, hash);
  try {
    await status(page, 'Ready.');
    await page.click('#run');
    const isOnItsWay = () => {
      const { value, position } = document.getElementById('progress');
      return position > 0 && value < 1;
    };
    await page.waitForFunction(isOnItsWay, undefined, { timeout: PATIENCE });
    await page.click('#cancel');
    await status(page, 'Cancelled.');
    expect(await page.isEnabled('#run'), 'after a cancelled run another can not be started');
  } finally {
    await close();
  }
}

async function wrongInput(browser, url) {
  const { page, close } = await openPage(browser, url, 'lengths=offsets');
  try {
    await status(page, 'Ready.');
    await page.fill('[name=offsets]', '0, 5, 3');
    await page.click('#run');
    await status(page, 'offsets-not-monotonic');
    await page.fill('[name=offsets]', '0 300000 5');
    await page.click('#run');
    await status(page, 'offset 2 is 5');
    await page.fill('[name=offsets]', '0 4294967299');
    await page.click('#run');
    await status(page, 'takes up to 67108864');
    await page.fill('[name=offsets]', '0, five');
    await page.click('#run');
    await status(page, "'five' is not a number");
    await page.selectOption('[name=lengths]', 'fixed');
    await page.fill('[name=size]', '0');
    await page.click('#run');
    await status(page, /^Length: /);
    await page.selectOption('[name=lengths]', 'csv');
    expect(await page.isVisible('[name=pieces]'), 'of a CSV column nobody can choose batches');
    for (const [cell, type, says] of [
      ['soon', 'f32', "row 2: 'soon' in column 'b' is not a number"],
      ['7.5', 'u32', '7.5 is not a u32'],
    ]) {
      await page.selectOption('[name=type]', type);
      await page.fill('[name=csv]', `a,b\nx,1\nx,${cell}`);
      await page.selectOption('[name=valueColumn]', 'b');
      await page.selectOption('[name=groupColumn]', 'a');
      await page.click('#run');
      await status(page, says);
    }
  } finally {
    await close();
  }
}

/** Offsets whose first is not 0, and offsets without items. */
async function rareOffsets(browser, url) {
  const { page, close } = await openPage(browser, url, 'lengths=offsets');
  try {
    await status(page, 'Ready.');
    for (const offsets of ['5 8', '0 0 0', '1000 2000']) {
      await page.fill('[name=offsets]', offsets);
      await page.click('#run');
      await status(page, /^Done/);
      const verdict = await page.locator('#verdict').textContent();
      expect(verdict?.startsWith('✓'), `of ${offsets} the verdict is '${verdict}'`);
    }
  } finally {
    await close();
  }
}

async function withoutWebGpu(browser, url) {
  const context = await browser.newContext();
  const page = await context.newPage();
  try {
    await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'gpu', { get: () => undefined }));
    await page.goto(url);
    await status(page, 'no WebGPU');
    expect(await page.isVisible('#no-webgpu'), 'nothing says what to do');
    expect(await page.isDisabled('#run'), 'it can be run all the same');
  } finally {
    await context.close();
  }
}

/** The code to copy must run unchanged. Here the page's library replaces the package. */
async function codeRuns(browser, url) {
  const { page, close } = await openPage(browser, url, 'operation=sort by key&type=f32&order=descending&stable=true');
  try {
    await status(page, 'Ready.');
    const code = (await page.locator('#call-code').textContent()) ?? '';
    const logged = await page.evaluate(async (text) => {
      const body = text.replace(/^import (\{.*\}) from 'webgpu-segmented';$/m, 'const $1 = window.webgpuSegmented;');
      const lines = [];
      const AsyncFunction = (async () => {}).constructor;
      await new AsyncFunction('console', body)({
        log: (...items) => lines.push(items.map((i) => [...i].join(' ')).join(' | ')),
      });
      return lines;
    }, code);
    expect(logged.join() === '8 7 6.5 9 5 1 0 -3 | 0 2 1 6 3 7 5 4', `it logged ${logged}`);
  } finally {
    await close();
  }
}

export const playgroundCases = [
  { name: 'sorts, light', run: pictured('light', 'items=65536', { colorScheme: 'light' }) },
  {
    name: 'sorts pairs of one giant segment and tiny ones, dark',
    run: pictured('dark', 'items=65536&operation=sort by key&lengths=giant&type=f32', { colorScheme: 'dark' }),
  },
  {
    name: 'reduces a table, at the width of a phone',
    run: pictured('narrow', 'operation=reduce&operator=mean&type=f32&lengths=csv', {
      viewport: { width: 360, height: 740 },
    }),
  },
  {
    name: 'argsort, few values, descending',
    run: runCase('operation=argsort&type=f16&fill=few&lengths=fixed&items=5000&order=descending&seed=5'),
  },
  {
    name: 'argmax, fixed lengths',
    run: runCase('operation=reduce&operator=argmax&type=i16&lengths=fixed&items=20000'),
  },
  { name: 'is used by only the keyboard', run: keyboardOnly },
  { name: 'shows the progress of a long run, which is cancelled', run: cancelled },
  { name: 'says what is wrong with its input', run: wrongInput },
  { name: 'sorts segments that begin later, and no items', run: rareOffsets },
  { name: 'its code to copy runs', run: codeRuns },
  { name: 'says what to do without WebGPU', run: withoutWebGpu },
];
