/** The tarball at work: in Node by import and by require, on a page without a bundler, and in a Vite app. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';
import { wgslText } from '../../build/wgsl-text.ts';
import { link, pack, project, runIn, runProgram } from './tarball.ts';

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
      ${WORK}
      console.log(typeof arrow.sortList, typeof cub.DeviceSegmentedSort, typeof dpct.segmented_reduce);`;
    expect(await runProgram(folder, 'esm.mjs', code)).toBe('1 2 3 8 9 | 6 17\nfunction object function\n');
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

  it('by node --eval, which has a __filename of its own', async () => {
    const code = `import('webgpu-segmented/node').then(async ({ requestDevice }) => {
      const { segmentedReduce, segmentedSort } = require('webgpu-segmented');
      ${WORK}
    });`;
    expect(await runIn(folder, process.execPath, ['--eval', code])).toBe('1 2 3 8 9 | 6 17\n');
  });
});

/** Runs modules as a page does: relative addresses, a browser's globals and nothing of Node's. */
const PAGE = `
  import { readFileSync } from 'node:fs';
  import path from 'node:path';
  import vm from 'node:vm';
  const globals = { console, TextEncoder, TextDecoder, URL, AbortController, structuredClone, navigator: { gpu: {} } };
  const context = vm.createContext({ ...globals, GPUBufferUsage: {}, GPUMapMode: {}, GPUShaderStage: {} });
  const modules = new Map();
  function load(file) {
    if (!modules.has(file)) {
      modules.set(file, new vm.SourceTextModule(readFileSync(file, 'utf8'), { context, identifier: file }));
    }
    return modules.get(file);
  }
  const entry = load(path.resolve(process.argv[2]));
  await entry.link((specifier, from) => {
    if (!/^\\.{1,2}\\//.test(specifier)) throw new Error(specifier + ' is no address that a page could load');
    return load(path.resolve(path.dirname(from.identifier), specifier));
  });
  await entry.evaluate();
  const refused = await entry.namespace.segmentedSort?.({}, [3, 1], [0, 2]).catch((error) => error.code);
  console.log(Object.keys(entry.namespace).length, refused);`;

describe('on a page without a bundler', () => {
  it.each(['index', 'cub', 'dpct'])(
    'dist/%s.js loads by relative addresses alone, with no global of Node',
    async (entry) => {
      writeFileSync(path.join(folder, 'page.mjs'), PAGE);
      const file = `node_modules/webgpu-segmented/dist/${entry}.js`;
      const code = `process.argv[2] = ${JSON.stringify(file)}; await import('./page.mjs');`;
      const printed = await runProgram(folder, `page-${entry}.mjs`, code, [
        '--experimental-vm-modules',
        '--no-warnings',
      ]);
      expect(printed).toMatch(entry === 'index' ? /^\d+ unsupported-type$/m : /^\d+ undefined$/m);
    },
  );
});

/** Builds a Vite app of one module: its scripts, minified, as one text. */
async function viteApp(name: string, main: string): Promise<string> {
  const root = path.join(folder, name);
  mkdirSync(root);
  writeFileSync(path.join(root, 'index.html'), '<!doctype html><script type="module" src="./main.js"></script>');
  writeFileSync(path.join(root, 'main.js'), main);
  await build({
    root,
    logLevel: 'error',
    configFile: false,
    build: { outDir: 'out', modulePreload: { polyfill: false } },
  });
  const assets = path.join(root, 'out/assets');
  return readdirSync(assets)
    .map((file) => readFileSync(path.join(assets, file), 'utf8'))
    .join('\n');
}

const kilobytes = (text: string) => gzipSync(text, { level: 9 }).length / 1000;

/** Lines of each kernel's code. */
const kernels = new Map(
  readdirSync('wgsl', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.wgsl'))
    .map((file) => [
      file,
      wgslText(path.join('wgsl', file))
        .split('\n')
        .map((line) => line.trim()),
    ]),
);

/** A line of every kernel of an area: its longest that no kernel of another has. */
function marks(area: string): string[] {
  const others = [...kernels].flatMap(([file, lines]) => (file.startsWith(area) ? [] : lines));
  const own = [...kernels]
    .filter(([file]) => file.startsWith(area))
    .map(([, lines]) => lines.filter((line) => !others.includes(line)));
  return own.flatMap((lines) => lines.toSorted((a, b) => b.length - a.length)[0] ?? []);
}

const missing = (bundle: string, area: string) => marks(area).filter((mark) => !bundle.includes(mark));

describe('in a Vite app', () => {
  it('runs in a browser’s globals once it is built', async () => {
    const main =
      "import { segmentedSort } from 'webgpu-segmented'; segmentedSort({}, [3], [0, 1]).catch((e) => console.log(e.code));";
    const bundle = await viteApp('running', main);
    writeFileSync(path.join(folder, 'bundle.js'), bundle);
    writeFileSync(path.join(folder, 'page.mjs'), PAGE);
    const code = "process.argv[2] = 'bundle.js'; await import('./page.mjs');";
    const printed = await runProgram(folder, 'built.mjs', code, ['--experimental-vm-modules', '--no-warnings']);
    expect(printed).toContain('unsupported-type\n');
  });

  it('with apache-arrow', async () => {
    const bundle = await viteApp(
      'arrow',
      "import { sortList } from 'webgpu-segmented/arrow'; globalThis.sort = sortList;",
    );
    expect(missing(bundle, 'sort/')).toEqual([]);
    expect(bundle).toContain('allowed: an Arrow Vector of lists');
  });

  it('all of the core', async () => {
    const bundle = await viteApp('core', "import * as library from 'webgpu-segmented'; globalThis.library = library;");
    expect([...missing(bundle, 'sort/'), ...missing(bundle, 'reduce/')]).toEqual([]);
    console.log(`core: ${kilobytes(bundle).toFixed(1)} kB gzipped`);
    expect(kilobytes(bundle)).toBeLessThan(54);
  });

  it('a reduce alone leaves out the sorts’ kernels', async () => {
    const bundle = await viteApp(
      'reduce',
      "import { segmentedReduce } from 'webgpu-segmented'; globalThis.reduce = segmentedReduce;",
    );
    expect(missing(bundle, 'reduce/')).toEqual([]);
    expect(missing(bundle, 'sort/')).toEqual(marks('sort/'));
    expect(marks('sort/').length).toBeGreaterThan(30);
    // What describes and times plans goes with plans.
    expect(missing(bundle, 'profile/count')).toEqual(marks('profile/count'));
    expect(marks('profile/count')).toHaveLength(1);
    console.log(`segmentedReduce: ${kilobytes(bundle).toFixed(1)} kB gzipped`);
    expect(kilobytes(bundle)).toBeLessThan(30);
  });

  it('a sort alone leaves out the reduces’ kernels', async () => {
    const bundle = await viteApp(
      'sort',
      "import { segmentedSort } from 'webgpu-segmented'; globalThis.sort = segmentedSort;",
    );
    expect(missing(bundle, 'sort/')).toEqual([]);
    expect(missing(bundle, 'reduce/operator')).toEqual(marks('reduce/operator'));
    expect(missing(bundle, 'profile/count')).toEqual(marks('profile/count'));
    expect(marks('profile/count')).toHaveLength(1);
    console.log(`segmentedSort: ${kilobytes(bundle).toFixed(1)} kB gzipped`);
    expect(kilobytes(bundle)).toBeLessThan(34);
  });
});
