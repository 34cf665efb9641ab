/** The outputs of the build for calls without a GPU: see JS_ENTRIES of entries.ts. */
import path from 'node:path';
import {
  DYNAMIC,
  fromSrc,
  graphOf,
  imports,
  isJs,
  JS_ENTRIES,
  lazyEntries,
  lazyModules,
  type Plugin,
  type PluginBuild,
  withImports,
} from './entries.ts';
import { sourceText } from './source-text.ts';

/** Modules of `js` that use much of the same code: the code that several of them use is one file. */
const FAMILIES = [
  ['sort/array_call', 'sort/custom', 'select/topk', 'select/quantiles', 'group/array_call'],
  ['reduce/array_call', 'scan/array_call'],
].map((family) => family.map((name) => `js/${name}.ts`));

/** Modules that come with what a family shares. They do not decide what that is. */
const GUESTS: Readonly<Record<string, (typeof FAMILIES)[number] | undefined>> = {
  'js/keys/array_call.ts': FAMILIES[0],
  'js/transform/array_call.ts': FAMILIES[1],
  'js/omit.ts': FAMILIES[1],
  'js/reduce/custom.ts': FAMILIES[1],
  'js/reduce/initial.ts': FAMILIES[1],
  'js/reduce/rows.ts': FAMILIES[1],
  'js/reduce/walks.ts': FAMILIES[1],
};

/**
 * Makes a function that names what comes with a module of `js`: the files that the calls use, or several families, which
 * come with all modules, and those that several modules of its family use.
 */
async function sharedInJs(build: PluginBuild): Promise<(module: string) => string[]> {
  const calls = fromSrc(path.resolve(JS_ENTRIES.js));
  const lazy = lazyModules('js').map((name) => `${name}.ts`);
  const graph = await graphOf(build, [calls, ...lazy]);
  const files = new Map([calls, ...lazy].map((module) => [module, withImports(graph, module)]));
  const users = lazy.filter((module) => !GUESTS[module]);
  const usersOf = (file: string) => users.filter((module) => files.get(module)?.has(file));
  const familyOf = (module: string) => FAMILIES.find((family) => family.includes(module)) ?? [];
  const isForAll = (file: string) => files.get(calls)?.has(file) || new Set(usersOf(file).map(familyOf)).size > 1;
  const loads = (file: string) => isJs(file) && graph.get(file)?.loads;
  const shared = [...graph.keys()].filter(
    (file) => usersOf(file).length > 1 && ![...withImports(graph, file)].some(loads),
  );
  return (module) => {
    const family = GUESTS[module] ?? familyOf(module);
    return shared.filter((file) => isForAll(file) || usersOf(file).filter((user) => family.includes(user)).length > 1);
  };
}

/** Splits the ESM build, as `splitCore` does. The CommonJS build is one file. */
export const splitJs: Plugin = {
  name: 'split-js',
  setup(build) {
    // No call uses what files of the core would load.
    build.onResolve({ filter: /^\.\.?\// }, ({ path: target, importer, kind }) =>
      kind === 'dynamic-import' && !isJs(fromSrc(importer)) ? { path: target, external: true } : undefined,
    );
    return build.initialOptions.format === 'esm' ? split(build) : join(build);
  },
};

async function split(build: PluginBuild): Promise<void> {
  const modules = { ...JS_ENTRIES, ...lazyEntries('js') };
  build.initialOptions.entryPoints = modules;
  build.initialOptions.chunkNames = 'chunks/shared-[hash]';
  const sharedBy = await sharedInJs(build);
  build.onLoad({ filter: /\.ts$/ }, ({ path: file }) => {
    const name = fromSrc(file);
    if (!Object.values(modules).includes(`src/${name}`)) return undefined;
    return { contents: sourceText(file, imports(sharedBy(name))), loader: 'ts' };
  });
}

/** Turns each `import()` into a static import: esbuild's own way wraps all modules in functions, which takes 8 kB. */
function join(build: PluginBuild): void {
  build.onLoad({ filter: /\/(?:calls|load)\.ts$/ }, ({ path: file }) => {
    if (!isJs(fromSrc(file))) return undefined;
    const found: string[] = [];
    const text = sourceText(file).replace(
      DYNAMIC,
      (_, target) => `loaded${found.push(`import * as loaded${found.length + 1} from '${target}';`)}`,
    );
    return { contents: `${found.join(' ')} ${text}`, loader: 'ts' };
  });
}

/** The worker's calls load its code as a file of the package. The CommonJS build is one file. */
export const workerEntries: Plugin = {
  name: 'worker-entries',
  setup(build) {
    if (build.initialOptions.format !== 'esm') return;
    build.onResolve({ filter: /^\.\/pool\.ts$/ }, ({ resolveDir, kind }) => {
      const name = fromSrc(path.join(resolveDir, 'pool'));
      return kind === 'dynamic-import' ? { path: `./chunks/${name}.js`, external: true } : undefined;
    });
  },
};

/** The worker's file imports the built calls and modules, so that a page has them once. */
export const threadEntry: Plugin = {
  name: 'thread-entry',
  setup(build) {
    const built = new Map(
      Object.entries({ ...JS_ENTRIES, ...lazyEntries('js') }).map(([name, file]) => [
        fromSrc(path.resolve(file)),
        name,
      ]),
    );
    build.onResolve({ filter: /^\.\.?\// }, ({ path: target, resolveDir, kind }) => {
      const name = kind === 'entry-point' ? undefined : built.get(fromSrc(path.resolve(resolveDir, target)));
      return name === undefined ? undefined : { path: `./${name}.js`, external: true };
    });
  },
};
