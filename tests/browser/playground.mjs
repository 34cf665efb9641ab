/** The main paths of the playground. Each case opens a new page. */
import path from 'node:path';
import {
  axeFindings,
  expect,
  openPage,
  PATIENCE,
  requireNoSidewaysScroll,
  runAndCheck,
  status,
} from './page-steps.mjs';
import { measureCases } from './playground-measure.mjs';
import { ownCases } from './playground-own.mjs';

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
      const found = await axeFindings(page);
      expect(found.length === 0, found.join('\n    '));
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
    // The first stop is the link to the other page.
    await page.keyboard.press('Tab');
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
    expect((await page.inputValue('[name=operation]')) === 'top-k', 'the arrow key did not choose');
    await page.keyboard.press('Enter');
    await status(page, /^Done/);
    await page.waitForFunction(() => document.activeElement?.id === 'result-title', undefined, { timeout: PATIENCE });
  } finally {
    await close();
  }
}

/** A reduce with many batches, so that it runs for long. The page shows its progress, then the test cancels it. */
async function cancelled(browser, url) {
  const hash = 'operation=reduce&operators=sum&items=16777216&lengths=fixed&size=1024&pieces=1 MiB';
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

/** A transform that computes in f32 takes no doubles. The next operation has them again. */
async function typesOfTransforms(browser, url) {
  const { page, close } = await openPage(browser, url, 'operation=transform&type=f64&items=999');
  try {
    await status(page, 'Ready.');
    const expectType = async (type) =>
      expect((await page.inputValue('[name=type]')) === type, `the type is ${await page.inputValue('[name=type]')}`);
    await expectType('f32');
    await runAndCheck(page);
    await page.selectOption('[name=transform]', 'diff');
    await expectType('f64');
    await runAndCheck(page);
    await page.selectOption('[name=operation]', 'histogram');
    await page.fill('[name=range]', '5 1');
    await page.click('#run');
    await status(page, 'two numbers such as 0 100');
  } finally {
    await close();
  }
}

const withoutWebGpu = (width, colorScheme) => async (browser, url, shots) => {
  const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme });
  const page = await context.newPage();
  try {
    await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'gpu', { get: () => undefined }));
    await page.goto(url);
    await status(page, 'Ready.');
    expect(await page.isVisible('#no-webgpu'), 'nothing says that there is no WebGPU');
    await page.selectOption('[name=operation]', 'reduce');
    await runAndCheck(page);
    const notes = await page.locator('#notes').textContent();
    expect(notes?.includes('ran in JavaScript: '), `the notes are '${notes}'`);
    for (const id of ['classes', 'kernels', 'adapter'])
      expect(await page.isHidden(`#${id}`), `#${id} is shown without a plan`);
    await requireNoSidewaysScroll(page);
    await page.screenshot({ path: path.join(shots, `without-${width}.png`), fullPage: true });
  } finally {
    await context.close();
  }
};

export const playgroundCases = [
  ...ownCases,
  ...measureCases,
  { name: 'sorts, light', run: pictured('light', 'items=65536', { colorScheme: 'light' }) },
  {
    name: 'sorts pairs of one giant segment and tiny ones, dark',
    run: pictured('dark', 'items=65536&operation=sort by key&lengths=giant&type=f32', { colorScheme: 'dark' }),
  },
  {
    name: 'reduces a table, at the width of a phone',
    run: pictured('narrow', 'operation=reduce&operators=mean,argmax&type=f32&data=own', {
      viewport: { width: 360, height: 740 },
    }),
  },
  { name: 'keeps the greatest', run: pictured('top-k', 'operation=top-k&items=20000&k=5&type=i16') },
  {
    name: 'quantiles',
    run: runCase('operation=quantile&items=20000&quantiles=0 0.5 0.99&type=f32&lengths=classes'),
  },
  {
    name: 'scans',
    run: runCase('operation=scan&items=20000&operator=xor&exclusive=true&reverse=true'),
  },
  { name: 'ranks', run: runCase('operation=rank&items=20000&type=f32&fill=few&ties=average&order=descending') },
  { name: 'finds distinct keys', run: pictured('unique', 'operation=unique&items=20000&type=u8&lengths=giant') },
  { name: 'finds modes', run: runCase('operation=mode&items=20000&type=f16&fill=few&lengths=uniform') },
  {
    name: 'counts in bins, dark, at the width of a phone',
    run: pictured('histogram', 'operation=histogram&items=20000&type=f32&bins=6', {
      ...{ viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
    }),
  },
  {
    name: 'transforms, dark',
    run: pictured('transform', 'operation=transform&transform=logSoftmax&items=20000&type=f32', {
      colorScheme: 'dark',
    }),
  },
  { name: 'subtracts the item before', run: runCase('operation=transform&transform=diff&items=9999&type=i64&lag=-2') },
  { name: 'sums exponentials', run: runCase('operation=reduce&operators=logsumexp,max&items=20000&type=f32') },
  { name: 'takes f32 where an operation does not take doubles', run: typesOfTransforms },
  {
    name: 'groups mixed rows',
    run: runCase('operation=group by&items=20000&operators=sum,argmin&type=u8'),
  },
  {
    name: 'argsort, few values, descending',
    run: runCase('operation=argsort&type=f16&fill=few&lengths=fixed&items=5000&order=descending&seed=5'),
  },
  {
    name: 'argmax, fixed lengths',
    run: runCase('operation=reduce&operators=argmax,min&type=i16&lengths=fixed&items=20000'),
  },
  { name: 'is used by only the keyboard', run: keyboardOnly },
  { name: 'shows the progress of a long run, which is cancelled', run: cancelled },
  { name: 'says what is wrong with its input', run: wrongInput },
  { name: 'sorts segments that begin later, and no items', run: rareOffsets },
  { name: 'runs without WebGPU', run: withoutWebGpu(1200, 'light') },
  { name: 'runs without WebGPU, dark, at the width of a phone', run: withoutWebGpu(390, 'dark') },
];
