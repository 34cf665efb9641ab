/**
 * The outputs of the build: the package's entries, the modules that calls load, and the core that CommonJS entries
 * share.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Options } from 'tsup';
import { sourceText } from './source-text.ts';

export type Plugin = NonNullable<Options['esbuildPlugins']>[number];
export type PluginBuild = Parameters<Plugin['setup']>[0];

const SRC = fileURLToPath(new URL('../src', import.meta.url));
const WGSL = fileURLToPath(new URL('../wgsl', import.meta.url));

/** Each entry's file, from the repository's root. */
export const ENTRIES = {
  index: 'src/index.ts',
  node: 'src/node/index.ts',
  cub: 'src/cub/index.ts',
  dpct: 'src/dpct/index.ts',
  arrow: 'src/arrow/index.ts',
  parts: 'src/parts/index.ts',
  tune: 'src/tune/index.ts',
};

/**
 * The calls without a GPU. They contain what they use of the core: checks, but no kernels. The ESM build has a module
 * for each operation, the CommonJS build is one file.
 */
export const JS_ENTRIES = { js: 'src/js/index.ts' };

/** The worker for these calls, one file. */
export const WORKER_ENTRIES = { 'js-worker': 'src/js/worker/index.ts' };

/**
 * The calls in their fastest place. They are small until one runs: they load the core, or the calls without a GPU, as
 * files of the package.
 */
export const AUTO_ENTRIES = { auto: 'src/auto/index.ts' };

/** The file that a worker of `js-worker` runs. */
export const THREAD_ENTRIES = { 'js-thread': 'src/js/worker/thread.ts' };

/** The files of the program. They import entries, and are no part of any. */
const PROGRAM = /^cli\//;

/** The program's files in `dist`: what `bin` names, and what it loads. */
export const PROGRAM_ENTRIES = { cli: 'src/cli/bin.ts', 'chunks/cli': 'src/cli/main.ts' };

/** Files that belong to one entry only. All other files are the core, which all entries share. */
const ONE_ENTRY = /^(?:index\.ts|tune\/index\.ts|(?:node|cub|dpct|arrow|parts)\/.*)$/;

/** A path relative to `src/`, for example `sort/gpu.ts`. */
export const fromSrc = (file: string) => path.relative(SRC, file).split(path.sep).join('/');

const read = (file: string) => readFileSync(path.join(SRC, file), 'utf8');
const resolved = (file: string, target = '') => path.posix.join(path.posix.dirname(file), target);

function sources(): string[] {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).map((file) => file.split(path.sep).join('/'));
  return files.filter((file) => /(?<!\.d)\.ts$/.test(file) && !PROGRAM.test(file)).sort();
}

/** Matches an `import()`, but not one of a type: `import('./a.ts').A`. */
export const DYNAMIC = /\bimport\('(\.[^']+)'\)(?!\.[A-Z])/g;
/** Matches an import or a re-export that is not of types only: its names and its file. */
const STATIC = /^(?:import|export) \{([^}]*)\} from '(\.[^']+)';/gm;

/** The names in an import's braces that are not types. */
function valuesOf(names: string): string[] {
  const all = names.split(',').map((each) => each.trim().replace(/ as .*/, ''));
  return all.filter((name) => name !== '' && !name.startsWith('type '));
}

export const isJs = (file: string) => file.startsWith('js/');

/** What has modules of its own that calls load. */
type Loading = 'core' | 'js' | 'auto';

const loadingOf = (file: string): Loading => (/^(js|auto)\//.exec(file)?.[1] as Loading | undefined) ?? 'core';

/**
 * The modules that `import()` of the core loads, or of `js` or `auto`: `sort/gpu` for `src/sort/gpu.ts`. Entries are
 * left out, since they are separate files in any case.
 */
export function lazyModules(of: Loading = 'core'): string[] {
  const entries: string[] = Object.values({ ...ENTRIES, ...JS_ENTRIES, ...WORKER_ENTRIES });
  const lazy = sources()
    .filter((file) => loadingOf(file) === of)
    .flatMap((file) => Array.from(read(file).matchAll(DYNAMIC), ([, target]) => resolved(file, target)));
  return [...new Set(lazy)]
    .filter((file) => !entries.includes(`src/${file}`))
    .map((file) => file.replace(/\.ts$/, ''))
    .sort();
}

/**
 * In the ESM build each of these modules is a file of that name in `dist/chunks`. Code that several need is in
 * `shared-….js` next to them.
 */
export function lazyEntries(of: Loading = 'core'): Record<string, string> {
  return Object.fromEntries(lazyModules(of).map((name) => [`chunks/${name}`, `src/${name}.ts`]));
}

/** The files with an `import()` among a module's static imports, each with its chain of imports. */
export function loadersUnder(file: string, chain: readonly string[] = [], found = new Set<string>()): string[] {
  if (found.has(file) || !file.endsWith('.ts')) return [];
  found.add(file);
  const text = read(file);
  const here = [...chain, file];
  const used = Array.from(text.matchAll(STATIC), ([, names = '', target]) =>
    valuesOf(names).length > 0 ? [resolved(file, target)] : [],
  );
  const below = used.flat().flatMap((each) => loadersUnder(each, here, found));
  return [...(Array.from(text.matchAll(DYNAMIC)).length > 0 ? [here.join(' > ')] : []), ...below];
}

/** All kernels, relative to `src/`. */
function kernelFiles(): string[] {
  const files = readdirSync(WGSL, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.wgsl'));
  return files.sort().map((file) => path.join('../wgsl', file));
}

interface Module {
  /** Paths relative to `src/`; kernels are `../wgsl/…`. */
  readonly imports: readonly string[];
  /** Whether it has an `import()`. */
  readonly loads: boolean;
}
export type Graph = ReadonlyMap<string, Module>;

/** The graph of the core and of the modules that its calls load. */
export async function graphOf(
  build: PluginBuild,
  entryPoints: readonly string[] = ['index.ts', ...lazyModules().map((name) => `${name}.ts`)],
): Promise<Graph> {
  const { metafile } = await build.esbuild.build({
    entryPoints: entryPoints.map((file) => path.join(SRC, file)),
    plugins: build.initialOptions.plugins?.filter(({ name }) => name === 'wgsl-text') ?? [],
    ...{ bundle: true, format: 'esm', outdir: 'dist', write: false, metafile: true, logLevel: 'silent' },
  });
  const isSource = (file: string) => !file.startsWith('constants:');
  const inputs = Object.entries(metafile?.inputs ?? {}).filter(([file]) => isSource(file));
  return new Map(
    inputs.map(([file, { imports: all }]) => {
      const imports = all.filter((each) => isSource(each.path));
      const staticImports = imports.filter(({ kind }) => kind === 'import-statement');
      const found = {
        imports: staticImports.map((each) => fromSrc(path.resolve(each.path))),
        loads: staticImports.length < imports.length,
      };
      return [fromSrc(path.resolve(file)), found];
    }),
  );
}

/** A module and all its static imports. */
export function withImports(graph: Graph, file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const each of graph.get(file)?.imports ?? []) withImports(graph, each, found);
  return found;
}

/** The modules that the first call on a GPU loads. */
const FIRST = ['sort/gpu.ts', 'reduce/gpu.ts'];

/** The modules that sort on a GPU. What only they share is in a file of its own. A page loads it with its first sort. */
const SORTING = [
  'sort/gpu.ts',
  'sort/across.ts',
  'sort/blocks.ts',
  'sort/look_back.ts',
  'select/gpu.ts',
  'select/appending.ts',
];

/** The files that load an operation: where a page may do without it, it must do without these. */
const LOADS_OPERATION = /^(?:sort|reduce|segmented_scan|select|group|operators)\//;

/**
 * Files that a page on a GPU always has loaded by its first call, and that several modules use. None of them may load an
 * operation with `import()`. Its modules use files of the base, and Rolldown keeps such a cycle even if no call to it
 * remains. What else is loaded, such as checks of a tuning, stays a file that the page does not load.
 */
function baseOf(graph: Graph): string[] {
  const core = withImports(graph, 'index.ts');
  const lazy = lazyModules().map((name) => ({ name: `${name}.ts`, files: withImports(graph, `${name}.ts`) }));
  return [...graph.keys()].filter((file) => {
    const users = lazy.filter(({ files }) => files.has(file));
    const isOfSorts = users.every(({ name }) => SORTING.includes(name));
    const isShared = users.length > 1 && users.some(({ name }) => FIRST.includes(name)) && !isOfSorts;
    const loads = [...withImports(graph, file)].some((each) => graph.get(each)?.loads && LOADS_OPERATION.test(each));
    return !loads && (isShared || (core.has(file) && users.length > 0));
  });
}

export const imports = (files: readonly string[]) =>
  files.map((file) => `import ${JSON.stringify(path.join(SRC, file))};`).join(' ');

/**
 * Splits the ESM build. Each entry and each module that calls load has one file; one more holds what these share with
 * the core. A bundler joins all files that the same parts of an app use into one script. Many small files, each with
 * different users, would become as many scripts. Compressed one by one, these take 2 kB more. Within a file kernels
 * come first: texts next to texts and code next to code compress to 0.3 to 0.5 kB less.
 */
export const splitCore: Plugin = {
  name: 'split-core',
  async setup(build) {
    const lazy = lazyEntries();
    build.initialOptions.entryPoints = { ...ENTRIES, ...lazy };
    build.initialOptions.chunkNames = 'chunks/shared-[hash]';
    const graph = await graphOf(build);
    const base = baseOf(graph);
    const users = new Set([...Object.values(ENTRIES), ...Object.values(lazy)]);
    build.onLoad({ filter: /\.ts$/ }, ({ path: file }) => {
      const name = fromSrc(file);
      if (!users.has(`src/${name}`)) return undefined;
      const kernels = [...withImports(graph, graph.has(name) ? name : 'index.ts')].filter((each) =>
        each.endsWith('.wgsl'),
      );
      return { contents: sourceText(file, imports([...kernels, ...base])), loader: 'ts' };
    });
  },
};

/** The file of each name that entries import from the core. A name must not stand for two things. */
function sharedNames(): Map<string, string> {
  const shared = new Map<string, string>();
  for (const file of sources().filter((file) => ONE_ENTRY.test(file))) {
    for (const [, names = '', target] of read(file).matchAll(STATIC)) {
      const from = resolved(file, target);
      if (ONE_ENTRY.test(from)) continue;
      for (const name of valuesOf(names)) {
        const other = shared.get(name) ?? from;
        if (other !== from)
          throw new Error(`entries import '${name}' of ${other} and of ${from}: one needs another name`);
        shared.set(name, from);
      }
    }
  }
  return shared;
}

/**
 * Gives all CommonJS entries one copy of the core. `internal.cjs` exports what they import from it, and they require
 * it. So every entry has the same classes.
 */
export const sharedCore: Plugin = {
  name: 'shared-core',
  setup(build) {
    build.initialOptions.entryPoints = { ...ENTRIES, internal: 'shared-core' };
    build.onResolve({ filter: /^shared-core$/ }, () => ({ path: 'internal', namespace: 'shared-core' }));
    build.onLoad({ filter: /.*/, namespace: 'shared-core' }, () => ({
      contents: [
        // Kernels come first, folder by folder. The file compresses to 6 kB less.
        imports(kernelFiles()),
        ...Array.from(sharedNames(), ([name, file]) => `export { ${name} } from './${file}';`),
      ].join('\n'),
      resolveDir: SRC,
    }));
    build.onResolve({ filter: /^\.\.?\//, namespace: 'file' }, ({ path: target, importer, resolveDir }) => {
      const isShared = ONE_ENTRY.test(fromSrc(importer)) && !ONE_ENTRY.test(fromSrc(path.resolve(resolveDir, target)));
      return isShared ? { path: './internal.cjs', external: true } : undefined;
    });
  },
};

/** Makes imports of built entries those of their files. `folderOf`: the folder in `dist` of a source's output. */
function importEntries(
  build: PluginBuild,
  entries: Readonly<Record<string, string>>,
  folderOf: (importer: string) => string,
  end = 'js',
): void {
  const built = new Map(Object.entries(entries).map(([name, file]) => [fromSrc(path.resolve(file)), name]));
  build.onResolve({ filter: /^\.\.?\//, namespace: 'file' }, ({ path: target, importer, resolveDir, kind }) => {
    if (kind === 'entry-point') return undefined;
    const name = built.get(fromSrc(path.resolve(resolveDir, target)));
    if (name === undefined) return undefined;
    const file = path.posix.relative(folderOf(fromSrc(importer)), `${name}.${end}`);
    return { path: file.startsWith('.') ? file : `./${file}`, external: true };
  });
}

/** The program imports built entries, so that it has the same classes as they have. */
export const programEntries: Plugin = {
  name: 'program-entries',
  setup(build) {
    const bin = fromSrc(path.resolve(PROGRAM_ENTRIES.cli));
    importEntries(build, { ...ENTRIES, ...AUTO_ENTRIES, ...PROGRAM_ENTRIES }, (importer) =>
      importer === bin ? '.' : 'chunks',
    );
  },
};

/** Calls in a place load built entries. The CommonJS build is one file, and loads their CommonJS files. */
export const autoEntries: Plugin = {
  name: 'auto-entries',
  setup(build) {
    const isEsm = build.initialOptions.format === 'esm';
    if (isEsm) build.initialOptions.entryPoints = { ...AUTO_ENTRIES, ...lazyEntries('auto') };
    build.initialOptions.chunkNames = 'chunks/shared-[hash]';
    const others = { ...ENTRIES, ...JS_ENTRIES, ...WORKER_ENTRIES };
    importEntries(build, others, () => (isEsm ? 'chunks/auto' : '.'), isEsm ? 'js' : 'cjs');
  },
};
