/** A page without a bundler, in Node: relative addresses, a browser's globals and none of Node's. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { runProgram } from './tarball.ts';

const PAGE = `
  import { readFileSync } from 'node:fs';
  import path from 'node:path';
  import vm from 'node:vm';
  /** An object that has every member, each of them such an object. */
  const thing = new Proxy(() => {}, {
    apply: () => thing,
    get: (_, name) => (name in own ? own[name] : thing),
  });
  const own = { then: undefined, size: 4, messages: [], getMappedRange: () => new ArrayBuffer(2 ** 20) };
  /** A GPU that compiles and runs nothing. */
  const device = (vendor) => ({
    createBuffer: () => thing,
    createShaderModule: () => thing,
    createComputePipelineAsync: async () => thing,
    createComputePipeline: () => thing,
    createBindGroupLayout: () => thing,
    createPipelineLayout: () => thing,
    createBindGroup: () => thing,
    createCommandEncoder: () => thing,
    pushErrorScope() {},
    popErrorScope: async () => null,
    lost: new Promise(() => {}),
    queue: { submit() {}, writeBuffer() {}, onSubmittedWorkDone: async () => {} },
    features: new Set(['subgroups']),
    adapterInfo: { vendor, subgroupMinSize: 32, subgroupMaxSize: 32 },
    limits: new Proxy({}, { get: (_, name) => (/Alignment/.test(name) ? 256 : /Workgroup/.test(name) ? 32768 : 2 ** 30) }),
  });
  const all = new Proxy({}, { get: () => 1 });
  const globals = { console, TextEncoder, TextDecoder, URL, AbortController, structuredClone, performance, setTimeout, device };
  const context = vm.createContext({
    ...globals, navigator: { gpu: {} }, GPUBufferUsage: all, GPUMapMode: all, GPUShaderStage: all,
  });
  const modules = new Map();
  async function read(specifier, from) {
    if (!/^\\.{1,2}\\//.test(specifier)) throw new Error(specifier + ' is no address that a page could load');
    return load(path.resolve(path.dirname(from.identifier), specifier));
  }
  async function importModule(specifier, from) {
    const module = await read(specifier, from);
    console.log('import', path.relative(path.resolve(process.argv[2]), module.identifier).split(path.sep).join('/'));
    return started(module);
  }
  function load(file) {
    if (!modules.has(file)) {
      const options = { context, identifier: file, importModuleDynamically: importModule };
      modules.set(file, new vm.SourceTextModule(readFileSync(file, 'utf8'), options));
    }
    return modules.get(file);
  }
  async function started(module) {
    if (module.status === 'unlinked') await module.link(read);
    await module.evaluate();
    return module;
  }
  const main = new vm.SourceTextModule(readFileSync('page-main.mjs', 'utf8'), {
    context, identifier: path.resolve('page-main.mjs'),
  });
  await started(main);`;

/**
 * Runs a module on such a page. Returns the lines that it printed.
 *
 * @param root `import()` prints `import` and the file's path from this folder
 */
export async function onPage(folder: string, root: string, main: string): Promise<string[]> {
  writeFileSync(path.join(folder, 'page-main.mjs'), main);
  const code = `process.argv[2] = ${JSON.stringify(root)};${PAGE}`;
  const printed = await runProgram(folder, 'page.mjs', code, ['--experimental-vm-modules', '--no-warnings']);
  return printed.split('\n').slice(0, -1);
}

/** The folder of the package's scripts in a project. */
export const DIST = 'node_modules/webgpu-segmented/dist';

/** The first calls of a page on a GPU. */
const FIRST = {
  sort: `import { createSegmentedSort, segmentedSort } from './${DIST}/index.js';
    await segmentedSort(device('a GPU'), Float32Array.of(2, 1), [0, 2]);
    await createSegmentedSort(device('a GPU'), { keyType: 'u32', maxItems: 1e6, maxSegments: 1000 });`,
  reduce: `import { createSegmentedReduce, segmentedReduce } from './${DIST}/index.js';
    await segmentedReduce(device('a GPU'), Float32Array.of(2, 1), [0, 2], 'sum');
    await createSegmentedReduce(device('a GPU'), { type: 'u32', op: 'sum', maxItems: 1e6, maxSegments: 1000 });`,
};

/** The calls without a GPU. */
export const JS_CALLS = {
  jsSort: 'segmentedSort(null, Float32Array.of(2, 1), [0, 2])',
  jsTopK: 'segmentedTopK(null, Float32Array.of(2, 1), [0, 2], 1)',
  jsQuantile: 'segmentedQuantile(null, Float32Array.of(2, 1), [0, 2], [0.5])',
  jsGroupBy: 'groupBy(null, Uint32Array.of(2, 1))',
  jsReduce: "segmentedReduce(null, Float32Array.of(2, 1), [0, 2], 'sum')",
  jsScan: "segmentedScan(null, Float32Array.of(2, 1), [0, 2], 'sum')",
  jsReduceByKey: "reduceByKey(null, Uint32Array.of(2, 1), Float32Array.of(2, 1), 'sum')",
};

const filesOf = (printed: readonly string[]) => [...new Set(printed)].map((line) => line.replace(/^import /, ''));

/** The files below `dist` that first calls on a GPU load. */
export async function firstLoads(folder: string, ...calls: (keyof typeof FIRST)[]): Promise<string[]> {
  const printed: string[] = [];
  for (const call of calls) printed.push(...(await onPage(folder, DIST, FIRST[call])));
  return filesOf(printed);
}

/** The files below `dist` that a first call without a GPU loads. */
export async function jsLoads(folder: string, call: string): Promise<string[]> {
  return filesOf(await onPage(folder, DIST, `import * as js from './${DIST}/js.js'; await js.${call};`));
}
