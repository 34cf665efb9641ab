/** Vite apps with the installed package. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build, createLogger, type Manifest } from 'vite';
import { DIST } from './page.ts';

/** A script of an app, and the scripts that it loads. */
interface Chunk {
  readonly code: string;
  readonly imports: readonly string[];
}

export interface App {
  /** The page's script, from the project's folder. */
  readonly entry: string;
  /** All scripts, minified, as one text. */
  readonly text: string;
  /** The scripts that the page loads, and those that `import()` of these files of the package loads. */
  loaded(files: readonly string[]): string[];
}

/** Builds a Vite app of one module. A warning of the bundler is an error, but for those of how long plugins take. */
export async function viteApp(folder: string, name: string, main: string): Promise<App> {
  const root = path.join(folder, name);
  mkdirSync(root);
  writeFileSync(path.join(root, 'index.html'), '<!doctype html><script type="module" src="./main.js"></script>');
  writeFileSync(path.join(root, 'main.js'), main);
  const options = { outDir: 'out', manifest: 'manifest.json', modulePreload: false };
  const warnings: string[] = [];
  const warn = (text: string) => {
    if (!text.includes('PLUGIN_TIMINGS')) warnings.push(text);
  };
  const customLogger = { ...createLogger('error'), warn, warnOnce: warn };
  await build({ root, base: './', customLogger, configFile: false, build: options });
  if (warnings.length > 0) throw new Error(`the bundler warns: ${warnings.join('\n')}`);
  const manifest = JSON.parse(readFileSync(path.join(root, 'out/manifest.json'), 'utf8')) as Manifest;
  const chunks = new Map<string, Chunk>();
  for (const [key, { file, imports = [] }] of Object.entries(manifest)) {
    chunks.set(key, { code: readFileSync(path.join(root, 'out', file), 'utf8'), imports });
  }
  const withImports = (key: string, found = new Set<string>()): Set<string> => {
    if (found.has(key)) return found;
    found.add(key);
    for (const each of chunks.get(key)?.imports ?? []) withImports(each, found);
    return found;
  };
  return {
    entry: path.posix.join(name, 'out', manifest['index.html']?.file ?? ''),
    text: Array.from(chunks.values(), ({ code }) => code).join('\n'),
    loaded(files) {
      const called = [...chunks.keys()].filter((key) => files.some((file) => key.endsWith(`${DIST}/${file}`)));
      const keys = new Set(['index.html', ...called].flatMap((key) => [...withImports(key)]));
      return Array.from(keys, (key) => chunks.get(key)?.code ?? '');
    },
  };
}
