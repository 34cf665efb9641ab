/**
 * What the package is built into: its entries, the modules that calls load, and the core that CommonJS entries share.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Options } from 'tsup';
import { squeezedTemplates } from './wgsl-templates.ts';

type Plugin = NonNullable<Options['esbuildPlugins']>[number];
type PluginBuild = Parameters<Plugin['setup']>[0];

const SRC = fileURLToPath(new URL('../src', import.meta.url));

/** Each entry's file, from the repository's root. */
export const ENTRIES = {
  index: 'src/index.ts',
  node: 'src/node/index.ts',
  cub: 'src/cub/index.ts',
  dpct: 'src/dpct/index.ts',
  arrow: 'src/arrow/index.ts',
  tune: 'src/tune/index.ts',
};

/** Files that one entry alone has. All others are the core: all entries share them. */
const OWN = /^(?:index\.ts|tune\/index\.ts|(?:node|cub|dpct|arrow)\/.*)$/;

/** A path as `sort/gpu.ts`, from `src/`. */
const fromSrc = (file: string) => path.relative(SRC, file).split(path.sep).join('/');

const read = (file: string) => readFileSync(path.join(SRC, file), 'utf8');
const beside = (file: string, target = '') => path.posix.join(path.posix.dirname(file), target);

function sources(): string[] {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).map((file) => file.split(path.sep).join('/'));
  return files.filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts')).sort();
}

/** An `import()`, but none of a type: `import('./a.ts').A`. */
const DYNAMIC = /\bimport\('(\.[^']+)'\)(?!\.[A-Z])/g;
/** The names and the file of an import or a re-export that is not of types alone. */
const STATIC = /^(?:import|export) \{([^}]*)\} from '(\.[^']+)';/gm;

/** The names in an import's braces that are no types. */
function valuesOf(names: string): string[] {
  const all = names.split(',').map((each) => each.trim().replace(/ as .*/, ''));
  return all.filter((name) => name !== '' && !name.startsWith('type '));
}

/** What `import()` loads: `sort/gpu` for `src/sort/gpu.ts`. Entries are files of their own anyway. */
export function lazyModules(): string[] {
  const entries: string[] = Object.values(ENTRIES);
  const lazy = sources().flatMap((file) =>
    Array.from(read(file).matchAll(DYNAMIC), ([, target]) => beside(file, target)),
  );
  return [...new Set(lazy)]
    .filter((file) => !entries.includes(`src/${file}`))
    .map((file) => file.replace(/\.ts$/, ''))
    .sort();
}

/**
 * In the ESM build each of these is a file of that name in `dist/chunks`; what several need is `shared-….js` beside
 * them.
 */
export function lazyEntries(): Record<string, string> {
  return Object.fromEntries(lazyModules().map((name) => [`chunks/${name}`, `src/${name}.ts`]));
}

/** The files with an `import()` that come with a module, each with the way to it. */
export function loadersUnder(file: string, way: readonly string[] = [], found = new Set<string>()): string[] {
  if (found.has(file) || !file.endsWith('.ts')) return [];
  found.add(file);
  const text = read(file);
  const here = [...way, file];
  const used = Array.from(text.matchAll(STATIC), ([, names = '', target]) =>
    valuesOf(names).length > 0 ? [beside(file, target)] : [],
  );
  const below = used.flat().flatMap((each) => loadersUnder(each, here, found));
  return [...(Array.from(text.matchAll(DYNAMIC)).length > 0 ? [here.join(' > ')] : []), ...below];
}

interface Module {
  /** From `src/`; kernels are `../wgsl/…`. */
  readonly imports: readonly string[];
  /** Whether it has an `import()`. */
  readonly loads: boolean;
}
type Graph = ReadonlyMap<string, Module>;

/** The core, and what its calls load. */
async function graphOf(build: PluginBuild): Promise<Graph> {
  const { metafile } = await build.esbuild.build({
    entryPoints: [ENTRIES.index, ...Object.values(lazyEntries())],
    plugins: build.initialOptions.plugins?.filter(({ name }) => name === 'wgsl-text') ?? [],
    ...{ bundle: true, format: 'esm', outdir: 'dist', write: false, metafile: true, logLevel: 'silent' },
  });
  return new Map(
    Object.entries(metafile?.inputs ?? {}).map(([file, { imports }]) => {
      const stays = imports.filter(({ kind }) => kind === 'import-statement');
      const found = {
        imports: stays.map((each) => fromSrc(path.resolve(each.path))),
        loads: stays.length < imports.length,
      };
      return [fromSrc(path.resolve(file)), found];
    }),
  );
}

/** What comes with a module. */
function withImports(graph: Graph, file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const each of graph.get(file)?.imports ?? []) withImports(graph, each, found);
  return found;
}

/** What first calls on a GPU load. */
const FIRST = ['sort/gpu.ts', 'reduce/gpu.ts'];

/**
 * What a page on a GPU has loaded by its first call in any case, and modules that calls load use as well. Nothing of it
 * may load a module: that module uses the file of this, and where the two are a circle, Rolldown keeps it though no
 * call is left.
 */
function baseOf(graph: Graph): string[] {
  const core = withImports(graph, 'index.ts');
  const lazy = lazyModules().map((name) => ({ name: `${name}.ts`, files: withImports(graph, `${name}.ts`) }));
  return [...graph.keys()].filter((file) => {
    const users = lazy.filter(({ files }) => files.has(file));
    const isShared = users.length > 1 && users.some(({ name }) => FIRST.includes(name));
    const loads = [...withImports(graph, file)].some((each) => graph.get(each)?.loads);
    return !loads && (isShared || (core.has(file) && users.length > 0));
  });
}

const imports = (files: readonly string[]) =>
  files.map((file) => `import ${JSON.stringify(path.join(SRC, file))};`).join(' ');

/**
 * Splits the ESM build: a file an entry, one for each module that calls load, and one for what these share with the
 * core. A bundler makes one script of all files that the same parts of an app use. Of many small files, each used by
 * other parts, it would make as many scripts, and compressed one by one these take 2 kB more. Within a file kernels
 * come first: texts beside texts and code beside code compress to 0.3 to 0.5 kB less.
 */
export const splitCore: Plugin = {
  name: 'split-core',
  async setup(build) {
    const lazy = lazyEntries();
    build.initialOptions.entryPoints = { ...ENTRIES, ...lazy };
    build.initialOptions.chunkNames = 'chunks/shared-[hash]';
    const graph = await graphOf(build);
    const base = baseOf(graph);
    const users = new Set([...Object.values(ENTRIES), ...Object.values(lazy)].filter((file) => file !== ENTRIES.node));
    build.onLoad({ filter: /\.ts$/ }, ({ path: file }) => {
      const name = fromSrc(file);
      if (!users.has(`src/${name}`)) return undefined;
      const kernels = [...withImports(graph, graph.has(name) ? name : 'index.ts')].filter((each) =>
        each.endsWith('.wgsl'),
      );
      // In the first line: numbers of lines stay.
      const text = squeezedTemplates(readFileSync(file, 'utf8'));
      return { contents: `${imports([...kernels, ...base])} ${text}`, loader: 'ts' };
    });
  },
};

/** What entries import of the core: the file of each name. One name may not stand for two things. */
function sharedNames(): Map<string, string> {
  const shared = new Map<string, string>();
  for (const file of sources().filter((file) => OWN.test(file))) {
    for (const [, names = '', target] of read(file).matchAll(STATIC)) {
      const from = beside(file, target);
      if (OWN.test(from)) continue;
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
 * One copy of the core for all CommonJS entries: `internal.cjs` exports what they import of it, and they require it. So
 * a class is one class, whichever entry it came by.
 */
export const sharedCore: Plugin = {
  name: 'shared-core',
  setup(build) {
    build.initialOptions.entryPoints = { ...ENTRIES, internal: 'shared-core' };
    build.onResolve({ filter: /^shared-core$/ }, () => ({ path: 'internal', namespace: 'shared-core' }));
    build.onLoad({ filter: /.*/, namespace: 'shared-core' }, () => ({
      contents: Array.from(sharedNames(), ([name, file]) => `export { ${name} } from './${file}';`).join('\n'),
      resolveDir: SRC,
    }));
    build.onResolve({ filter: /^\.\.?\//, namespace: 'file' }, ({ path: target, importer, resolveDir }) => {
      const isShared = OWN.test(fromSrc(importer)) && !OWN.test(fromSrc(path.resolve(resolveDir, target)));
      return isShared ? { path: './internal.cjs', external: true } : undefined;
    });
  },
};
