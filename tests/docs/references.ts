/** Finds false references of comments and pages: paths and names in back quotes that the repository does not have. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { codeIn, filesIn, lineAt, type Prose, repositoryFiles, textOf } from './prose.ts';

const PATH = /(?<![\w./…*<>{}@-])[\w./*<>{},@-]+\.(?:wgsl|ts|mjs|md|json|svg)\b/g;
const FOLDER = /(?<![\w./…<>-])[\w-]+(?:\/[\w-]+)*\/(?=…)/g;
const QUOTED = /`([^`]+)`/g;
const WORD = /[A-Za-z_]\w*/g;

/** Names of other projects, which comments and pages explain. */
const FOREIGN = [
  // Calls of CUDA, SYCL and CCCL, which the ports offer.
  ...['cudaStream_t', 'cudaError_t', 'd_offsets', 'sycl'],
  ...['cuda', 'd_k', 'make_counting_iterator', '_by_segment'],
  ...['counting_iterator', 'discard_iterator', 'transform_iterator', 'zip_iterator'],
  // Functions of data frames, SQL, JAX, TensorFlow, PyTorch, numpy and ONNX, which the pages translate.
  ...['df', 'groupby', 'group_by', 'agg', 'GROUP', 'BY', 'ORDER', 'return_inverse', 'True'],
  ...['False', 'dim', 'nanquantile', 'nanmedian', 'nlargest', 'top_k', 'pd', 'factorize'],
  ...['cumsum', 'cum_sum', 'quantile_cont', 'OVER', 'PARTITION', 'RaggedTensor', 'from_value_rowids'],
  ...['segment_sum', 'segment_max', 'unsorted_segment_max', 'index_add_', 'segment_reduce', 'indices_are_sorted'],
  // Settings of Vulkan's loader, Mesa and CUDA.
  ...['VK_LOADER_DEVICE_SELECT', 'DRI_PRIME', 'CUDA_VISIBLE_DEVICES'],
  // Frameworks whose devices and buffers docs/frameworks.md names.
  ...['dataToGPU', 'storageBuffer', 'getBuffer', 'flushFramebuffer', 'graphicsDevice', 'getCommandEncoder'],
  ...['getWebGPUDevice', 'optionalFeatures', 'enableAllFeatures', 'setMaximumLimits', 'registerBackend'],
  ...['WebGPUBackend', 'compatibility'],
  // Code of Mesa that tests/adapters patches, a WGSL function that no kernel calls, a setting of TypeScript.
  ...['MIN2', 'lp_native_vector_width', 'unpack2x16float', 'compilerOptions'],
];

/** Files that a command writes, and names that stand for any file. */
const NO_FILES = new Set(['FILE.md', './a.ts', 'dist/chunks', 'out/browser/']);

/** A command or its options. Only the names of npm scripts are checked. */
const COMMAND = /^(?:[A-Z_]+=\S+ )?(?:npm|npx|node|deno|git|perf|vite|vitest)\b|^--?\w/;

const words = (text: string) => text.match(WORD) ?? [];

/** The names in a source's code. Texts with spaces, which are messages and titles, are left out. */
const namesOf = (text: string) => words(codeIn(text).replace(/'[^'\n]* [^'\n]*'|"[^"\n]* [^"\n]*"/g, ' '));

const { resolve } = createRequire(import.meta.url);

/** The names of JavaScript, of a page and of WebGPU. */
function platformNames(): string[] {
  const lib = path.dirname(resolve('typescript'));
  const files = [
    ...['lib.es5.d.ts', 'lib.dom.d.ts', 'lib.es2015.core.d.ts', 'lib.es2015.promise.d.ts', 'lib.es2020.bigint.d.ts'],
    ...['lib.es2017.sharedmemory.d.ts', 'lib.es2023.array.d.ts', 'lib.es2015.collection.d.ts'],
  ].map((file) => path.join(lib, file));
  return [...files, path.join(path.dirname(resolve('@webgpu/types/package.json')), 'dist/index.d.ts')].flatMap((file) =>
    namesOf(textOf(file)),
  );
}

const codeNames = (...folders: readonly string[]) =>
  filesIn(...folders)
    .filter((file) => !file.endsWith('.md') && !file.startsWith('tests/docs/references'))
    .flatMap((file) => namesOf(textOf(file)));

/** The names that comments of the library may have. Names of tests are left out. */
const libraryNames = new Set([...codeNames('src', 'wgsl', 'build'), ...platformNames(), ...FOREIGN]);
const allNames = new Set([
  ...libraryNames,
  ...codeNames('tests', 'bench', 'examples', 'playground', 'property-tests', 'vitest.config.ts', 'tsup.config.ts'),
  ...words(textOf('package.json')),
]);
const namesFor = (file: string) => (/^(?:src|wgsl)\//.test(file) ? libraryNames : allNames);

const folders = new Set(
  repositoryFiles.flatMap((file) => file.split('/').map((_, i, all) => all.slice(0, i).join('/'))),
);
const everything = [...repositoryFiles, ...folders];

const escaped = (text: string) => text.replace(/[.+?^$()|[\]\\]/g, '\\$&');

/** A pattern for the ends of paths, made from a path with `*`, `<name>` or `{a,b}`. */
const patternOf = (named: string) =>
  new RegExp(
    `(?:^|/)${escaped(named)
      .replace(/<\w+>|\*+/g, '[^/]*')
      .replace(/^\\\.(?=\w+\\\.)/, '[^/]*\\.')
      .replace(/\{([^}]*)\}/g, (_, names: string) => `(?:${names.replaceAll(',', '|')})`)}$`,
  );

/** A path from the repository's root, from the file's folder, or the end of one. */
function hasPath(named: string, file: string): boolean {
  if (NO_FILES.has(named) || existsSync(path.join(path.dirname(file), named))) return true;
  const pattern = patternOf(named.replace(/^(?:\.\.?\/)+/, '').replace(/\/$/, ''));
  return everything.some((other) => pattern.test(other));
}

const { scripts, devDependencies } = JSON.parse(textOf('package.json')) as {
  scripts: Record<string, string>;
  devDependencies: Record<string, string>;
};

/** The parts of a text in back quotes that name nothing. */
function missingIn(quoted: string, file: string, inPage: ReadonlySet<string>): string[] {
  const text = quoted.replace(/\s+/g, ' ');
  if (COMMAND.test(text)) {
    return Array.from(text.matchAll(/npm run ([\w:]+)/g), ([, script = '']) => script).filter(
      (name) => !(name in scripts),
    );
  }
  if (text in devDependencies) return [];
  if (/^[\w.*<>-]+(?:\/[\w.*<>-]*)+$/.test(text) && !text.startsWith('webgpu-segmented/')) {
    const ends = ['', '.wgsl', '.ts', '.test.ts', '.mjs'];
    return ends.some((end) => hasPath(text + end, file)) ? [] : [text];
  }
  if (/^[a-z]+(?:-[a-z]+)+$/.test(text) && hasPath(`${text}.test.ts`, file)) return [];
  return words(text.replace(PATH, ' ')).filter((word) => !namesFor(file).has(word) && !inPage.has(word));
}

/** Every false reference of a text, as `file:line: name`. */
export function falseReferences(prose: Prose): string[] {
  const { file, text, programs } = prose;
  const at = (position: number | undefined, name: string) => `${file}:${lineAt(prose, position ?? 0)}: ${name}`;
  const inPage = new Set(words(programs));
  const paths = [...text.matchAll(PATH), ...text.matchAll(FOLDER)].filter(([named]) => !hasPath(named, file));
  const found = [
    ...paths.map(({ 0: named, index }) => at(index, named)),
    ...Array.from(text.matchAll(QUOTED)).flatMap(({ 1: quoted = '', index }) =>
      missingIn(quoted, file, inPage).map((name) => at(index, name)),
    ),
  ];
  return [...new Set(found)];
}
