/** The tarball in use: in Node by import and by require, on a page without a bundler, and in a Vite app. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { lazyEntries } from '../../build/entries.ts';
import { shippedText } from '../../build/wgsl-text.ts';
import { DIST, firstLoads, JS_CALLS, jsLoads, onPage } from './page.ts';
import { expectPage, expectReadme, expectSize, recordedSizes } from './sizes.ts';
import { link, pack, project, runIn, runProgram } from './tarball.ts';
import { type App, viteApp } from './vite-app.ts';

let folder: string;
beforeAll(async () => {
  folder = await project(await pack());
});

const WORK = `
  const device = await requestDevice({ quiet: true });
  const sorted = await segmentedSort(device, Float32Array.of(3, 1, 2, 9, 8), [0, 3, 5]);
  const sums = await segmentedReduce(device, Float32Array.of(3, 1, 2, 9, 8), [0, 3, 5], 'sum');
  console.log([...sorted].join(' '), '|', [...sums].join(' '));
  device.destroy();`;

describe('in Node', () => {
  beforeAll(() => link(folder, 'webgpu', '@sparticuz/chromium', 'apache-arrow'));

  it('by import', async () => {
    const code = `
      import { segmentedReduce, segmentedSort } from 'webgpu-segmented';
      import { requestDevice } from 'webgpu-segmented/node';
      import * as arrow from 'webgpu-segmented/arrow';
      import * as cub from 'webgpu-segmented/cub';
      import * as dpct from 'webgpu-segmented/dpct';
      import { tune } from 'webgpu-segmented/tune';
      ${WORK}
      console.log(typeof arrow.sortList, typeof cub.DeviceSegmentedSort, typeof dpct.segmented_reduce, typeof tune);`;
    const printed = await runProgram(folder, 'esm.mjs', code);
    expect(printed).toBe('1 2 3 8 9 | 6 17\nfunction object function function\n');
  });

  it('by require', async () => {
    const code = `
      const { segmentedReduce, segmentedSort } = require('webgpu-segmented');
      const { requestDevice } = require('webgpu-segmented/node');
      const arrow = require('webgpu-segmented/arrow');
      const cub = require('webgpu-segmented/cub');
      const dpct = require('webgpu-segmented/dpct');
      (async () => {
        ${WORK}
        console.log(typeof arrow.sortList, typeof cub.DeviceSegmentedSort, typeof dpct.segmented_reduce);
      })();`;
    expect(await runProgram(folder, 'commonjs.cjs', code)).toBe('1 2 3 8 9 | 6 17\nfunction object function\n');
  });

  it('by require: one core for all entries', async () => {
    const code = `
      const entries = ['', '/arrow', '/cub', '/dpct', '/node', '/tune'].map((name) => require('webgpu-segmented' + name));
      const classes = new Set(entries.map(({ SegmentedError }) => SegmentedError));
      console.log(classes.size, entries.length);
      entries[0].tune({}, { budget: 'none' }).catch((error) => console.log(error.constructor === [...classes][0]));`;
    expect(await runProgram(folder, 'one-core.cjs', code)).toBe('1 6\ntrue\n');
  });

  it('webgpu-segmented/js by import and by require, and errors of one class', async () => {
    const work = `
      const sorted = await segmentedSort(null, Float32Array.of(3, 1, 2, 9, 8), [0, 3, 5]);
      const sums = await segmentedReduce(null, Float32Array.of(3, 1, 2, 9, 8), [0, 3, 5], 'sum');
      const error = await segmentedSort(null, sorted, [0, 9]).catch((caught) => caught);
      console.log([...sorted].join(' '), '|', [...sums].join(' '), '|', error instanceof SegmentedError);`;
    const imported = `
      import { SegmentedError } from 'webgpu-segmented';
      import { segmentedReduce, segmentedSort } from 'webgpu-segmented/js';
      ${work}`;
    const required = `
      const { SegmentedError } = require('webgpu-segmented');
      const { segmentedReduce, segmentedSort } = require('webgpu-segmented/js');
      (async () => { ${work} })();`;
    expect(await runProgram(folder, 'js-esm.mjs', imported)).toBe('1 2 3 8 9 | 6 17 | true\n');
    expect(await runProgram(folder, 'js-commonjs.cjs', required)).toBe('1 2 3 8 9 | 6 17 | true\n');
  });

  it('examples with --js', async () => {
    const printed = await runIn(folder, process.execPath, ['node_modules/webgpu-segmented/examples/run.mjs', '--js']);
    expect(printed).toContain('2              5      35  40.6  41.9\n');
    expect(printed).toContain('A x = 2, 4, 0, 8\n');
    expect(printed).toContain('\nsampling\nnot run: it records plans, which need a GPU\n');
  });

  it('an example by itself', async () => {
    const printed = await runIn(folder, process.execPath, ['node_modules/webgpu-segmented/examples/quantiles.mjs']);
    expect(printed).toContain('2              5      35  40.6  41.9\n');
  });

  it('webgpu-segmented/js/worker by import and by require', async () => {
    const work = `
      const worker = createJsWorker();
      const sorted = await worker.segmentedSort(null, Float32Array.of(3, 1, 2, 9, 8), [0, 3, 5]);
      const error = await worker.segmentedSort(null, sorted, [0, 9]).catch((caught) => caught);
      console.log([...sorted].join(' '), '|', error.code, error instanceof SegmentedError);`;
    const names = '{ createJsWorker, SegmentedError }';
    const imported = `import ${names} from 'webgpu-segmented/js/worker'; ${work}`;
    const required = `const ${names} = require('webgpu-segmented/js/worker'); (async () => { ${work} })();`;
    const says = '1 2 3 8 9 | offsets-out-of-range true\n';
    expect(await runProgram(folder, 'worker-esm.mjs', imported)).toBe(says);
    expect(await runProgram(folder, 'worker-commonjs.cjs', required)).toBe(says);
  });

  it('webgpu-segmented/auto by import and by require, without any optional package', async () => {
    const bare = await project(await pack());
    const work = `
      const place = await openPlace();
      const sorted = await segmentedSort(place, Float32Array.of(3, 1, 2, 9, 8), [0, 3, 5]);
      const many = Float32Array.from({ length: 2 ** 17 }, (_, i) => -i);
      const { length } = await segmentedSort(place, many, [0, 2 ** 17]);
      const error = await segmentedSort(place, sorted, [0, 9]).catch((caught) => caught);
      console.log([...sorted].join(' '), length, error.code, error instanceof SegmentedError, place.last.why);`;
    const names = '{ openPlace, SegmentedError, segmentedSort }';
    const imported = `import ${names} from 'webgpu-segmented/auto'; ${work}`;
    const required = `const ${names} = require('webgpu-segmented/auto'); (async () => { ${work} })();`;
    const says = /^1 2 3 8 9 131072 offsets-out-of-range true there is no hardware GPU: \S.*\n$/;
    expect(await runProgram(bare, 'auto-esm.mjs', imported)).toMatch(says);
    expect(await runProgram(bare, 'auto-commonjs.cjs', required)).toMatch(says);
  });

  it('by node --eval, which has a different __filename', async () => {
    const code = `import('webgpu-segmented/node').then(async ({ requestDevice }) => {
      const { segmentedReduce, segmentedSort } = require('webgpu-segmented');
      ${WORK}
    });`;
    expect(await runIn(folder, process.execPath, ['--eval', code])).toBe('1 2 3 8 9 | 6 17\n');
  });
});

const from = (name: string) => `from './${DIST}/${name}.js';`;

describe('on a page without a bundler', () => {
  it.each(['index', 'auto', 'cub', 'dpct', 'js', 'tune'])(
    'dist/%s.js loads by only relative addresses, with no global of Node',
    async (entry) => {
      const main = `import * as library ${from(entry)} console.log(typeof library.SegmentedError);`;
      expect(await onPage(folder, DIST, main)).toEqual(['function']);
    },
  );

  it('modules that calls load have relative addresses', async () => {
    const main = `import { createSegmentedSort, tune } ${from('index')}
      await tune(device('a GPU'), { budget: 'none' }).catch((error) => console.log(error.code));
      const plan = { keyType: 'u32', maxItems: 100, maxSegments: 10, compare: { wgsl: 'return a < b;' } };
      console.log(typeof (await createSegmentedSort(device('a GPU'), plan)).encode);`;
    const printed = await onPage(folder, DIST, main);
    expect(printed.filter((line) => !line.startsWith('import '))).toEqual(['invalid-option', 'function']);
    expect(printed).toContain('import chunks/tune/tune.js');
  });

  it('each first call loads one operation, and code of an option is loaded with the option', async () => {
    expect(await firstLoads(folder, 'sort', 'reduce')).toEqual(
      ['sort/gpu', 'sort/record', 'reduce/gpu', 'reduce/record'].map((name) => `chunks/${name}.js`),
    );
    const loadsFor = async (options: string, op = 'sum') => {
      const main = `import { segmentedReduce } ${from('index')}
        await segmentedReduce(device('a GPU'), Float32Array.of(2, 1), [0, 2], '${op}', ${options});`;
      const printed = await onPage(folder, DIST, main);
      return printed.filter((line) => !/import chunks\/reduce\/gpu\.js/.test(line));
    };
    expect(await loadsFor('{}')).toEqual([]);
    expect(await loadsFor('{}', 'mean')).toEqual(['import chunks/operators/composite.js']);
    expect(await loadsFor("{ accuracy: 'compensated' }")).toEqual(['import chunks/operators/composite.js']);
    expect(await loadsFor('{ tuning: {} }')).toEqual(['import chunks/tuning/check.js']);
    expect(await loadsFor('{ initial: 1 }')).toEqual(['import chunks/operators/initial.js']);
    expect(await loadsFor('{ tuning: { maxBindingBytes: 1024 }, onProgress() {} }')).toEqual([
      'import chunks/tuning/check.js',
    ]);
  });

  it('each of them in a separate bundle as well', async () => {
    const main = Object.keys({ ...lazyEntries(), ...lazyEntries('js'), ...lazyEntries('auto') }).map(
      (name, i) => `import * as m${i} ${from(name)} console.log(typeof m${i});`,
    );
    expect(await onPage(folder, DIST, main.join('\n'))).toEqual(main.map(() => 'object'));
  });
});

/** Lines of each kernel's code. */
const kernels = new Map(
  readdirSync('wgsl', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.wgsl'))
    .map((file) => [
      file,
      shippedText(readFileSync(path.join('wgsl', file), 'utf8'))
        .split('\n')
        .map((line) => line.trim()),
    ]),
);

/** A line for every kernel of an area: its longest line that no kernel of another area has, alone or in a line. */
function marks(area: string): string[] {
  const others = [...kernels].flatMap(([file, lines]) => (file.startsWith(area) ? [] : lines)).join('\n');
  const own = [...kernels]
    .filter(([file]) => file.startsWith(area))
    .map(([, lines]) => lines.filter((line) => !others.includes(line)));
  return own.flatMap((lines) => lines.toSorted((a, b) => b.length - a.length)[0] ?? []);
}

/** A text that only webgpu-segmented/js contains. */
const JS_MARK = 'webgpu-segmented/js runs no WGSL';

const missingIn = (text: string, area: string) => marks(area).filter((mark) => !text.includes(mark));
const missing = ({ text }: App, area: string) => missingIn(text, area);
/** The marks that the scripts do not have which a page loads before a call. */
const missingFirst = (app: App, area: string) => missingIn(app.loaded([]).join('\n'), area);

describe('in a Vite app', () => {
  it('runs in a browser’s globals once it is built', async () => {
    const main = `import { segmentedSort } from 'webgpu-segmented';
      segmentedSort(device('a GPU'), Float32Array.of(2, 1), [0, 2]).then((sorted) => console.log(sorted.length));`;
    const { entry } = await viteApp(folder, 'running', main);
    const printed = await onPage(folder, path.dirname(entry), `import './${entry}';`);
    expect(printed.filter((line) => !line.startsWith('import '))).toEqual(['2']);
  });

  it('with apache-arrow', async () => {
    const main = "import { sortList } from 'webgpu-segmented/arrow'; globalThis.sort = sortList;";
    const app = await viteApp(folder, 'arrow', main);
    expect(missing(app, 'sort/')).toEqual([]);
    expect(app.text.includes('an Arrow column of lists: an object with')).toBe(true);
  });

  it('all of the core', async () => {
    const app = await viteApp(
      folder,
      'core',
      "import * as library from 'webgpu-segmented'; globalThis.library = library;",
    );
    expect([...missing(app, 'sort/'), ...missing(app, 'reduce/')]).toEqual([]);
    expectSize('core', app, await firstLoads(folder, 'sort', 'reduce'));
  });

  it('a bundle with only a reduce has no kernels of sorts', async () => {
    const main = "import { segmentedReduce } from 'webgpu-segmented'; globalThis.reduce = segmentedReduce;";
    const app = await viteApp(folder, 'reduce', main);
    expect(missing(app, 'reduce/')).toEqual([]);
    expect(missing(app, 'sort/')).toEqual(marks('sort/'));
    expect(marks('sort/').length).toBeGreaterThan(20);
    // Code that times plans belongs to plans.
    expect(missingFirst(app, 'plan/profile/count')).toEqual(marks('plan/profile/count'));
    expect(marks('plan/profile/count').length).toBeGreaterThan(0);
    expectSize('reduce', app, await firstLoads(folder, 'reduce'));
  });

  it('a bundle with only a sort has no kernels of reduces', async () => {
    const main = "import { segmentedSort } from 'webgpu-segmented'; globalThis.sort = segmentedSort;";
    const app = await viteApp(folder, 'sort', main);
    expect(missing(app, 'sort/')).toEqual([]);
    expect(missing(app, 'reduce/')).toEqual(marks('reduce/'));
    expect(marks('reduce/').length).toBeGreaterThan(10);
    expect(missingFirst(app, 'plan/profile/count')).toEqual(marks('plan/profile/count'));
    expect(marks('plan/profile/count').length).toBeGreaterThan(0);
    expectSize('sort', app, await firstLoads(folder, 'sort'));
  });

  it('webgpu-segmented/js has no kernels, the core has nothing of it, and a first call loads 16 kB', async () => {
    const main = "import * as library from 'webgpu-segmented/js'; globalThis.library = library;";
    const app = await viteApp(folder, 'js', main);
    expect(missing(app, '')).toEqual(marks(''));
    expect(app.text.includes(JS_MARK)).toBe(true);
    const core = await viteApp(folder, 'without-js', "import * as all from 'webgpu-segmented'; globalThis.all = all;");
    expect(core.text.includes(JS_MARK)).toBe(false);
    for (const [name, call] of Object.entries(JS_CALLS)) {
      const loaded = await jsLoads(folder, call);
      expect(loaded.length, call).toBe(name === 'jsReduceByKey' ? 2 : 1);
      expectSize(name as keyof typeof JS_CALLS, app, loaded);
      // A reduceByKey is two operations.
      const limit = name === 'jsReduceByKey' ? 21.5 : 16.1;
      expect(recordedSizes()[name as keyof typeof JS_CALLS], name).toBeLessThanOrEqual(limit);
    }
    expectSize(
      'js',
      app,
      // What cuts calls for workers is none of theirs.
      Object.keys(lazyEntries('js')).flatMap((module) => (module.includes('worker') ? [] : `${module}.js`)),
    );
  });

  it('webgpu-segmented/js/worker is small, and its worker is a file of the app', async () => {
    const main = "import { createJsWorker } from 'webgpu-segmented/js/worker'; globalThis.create = createJsWorker;";
    const app = await viteApp(folder, 'js-worker', main);
    expect(app.text).toContain('js-thread');
    expect(app.loaded([]).reduce((sum, script) => sum + script.length, 0)).toBeLessThan(10_000);
  });

  it('webgpu-segmented/auto is small before a call, and loads only where the call runs', async () => {
    const main = "import * as library from 'webgpu-segmented/auto'; globalThis.library = library;";
    const app = await viteApp(folder, 'auto', main);
    const sorts = `import * as auto from './${DIST}/auto.js';
      const place = await auto.openPlace();
      await auto.segmentedSort(place, Float32Array.of(2, 1), [0, 2]);`;
    const printed = await onPage(folder, DIST, sorts);
    const loaded = ['js.js', 'chunks/auto/opened.js', 'chunks/js/sort/array_call.js'];
    expect(printed.sort()).toEqual(loaded.map((file) => `import ${file}`).sort());
    expectSize('auto', app, loaded);
    // The app has the core for calls on a GPU, and no file of Node.
    expect(missing(app, 'sort/')).toEqual([]);
    expect(app.text).not.toContain('VK_ICD_FILENAMES');
    expect(missingIn(app.loaded(loaded).join('\n'), '')).toEqual(marks(''));
  });

  it('README.md and docs/without-gpu.md say how much a page loads', () => {
    expectReadme();
    expectPage();
  });
});
