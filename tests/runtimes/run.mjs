/**
 * `npm run test:runtimes`: the README's first example, and what `webgpu-segmented/node` says, in Deno and in Bun, from
 * npm. The example is a file of an app whose only dependency is the built library. Ends with `N passed, N failed`.
 */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const require = createRequire(import.meta.url);

/** The binary that the install script of the package `bun` puts there: an .exe on every system. */
function bunOf() {
  try {
    const binary = path.join(path.dirname(require.resolve('bun/package.json')), 'bin/bun.exe');
    return statSync(binary).size > 2 ** 20 ? binary : undefined;
  } catch {
    return undefined;
  }
}

const SYSTEM = `${process.platform}-${process.arch}`;

/** The first of some files of packages. Install scripts, which npm may not run, only link or move to these binaries. */
function firstOf(...files) {
  for (const file of files.map((each) => (process.platform === 'win32' ? `${each}.exe` : each))) {
    const [scope, name] = file.split('/');
    try {
      const found = path.join(
        path.dirname(require.resolve(`${scope}/${name}/package.json`)),
        file.slice(scope.length + name.length + 2),
      );
      if (existsSync(found)) return found;
    } catch (error) {
      if (error.code !== 'MODULE_NOT_FOUND' && error.code !== 'ERR_PACKAGE_PATH_NOT_EXPORTED') throw error;
    }
  }
  return undefined;
}

const RUNTIMES = {
  Deno: [
    firstOf(`@deno/${SYSTEM}-glibc/deno`, `@deno/${SYSTEM}/deno`),
    ...['run', '--allow-all', '--node-modules-dir=manual', '--unstable-webgpu'],
  ],
  Bun: [firstOf(`@oven/bun-${SYSTEM}/bin/bun`, `@oven/bun-${SYSTEM}-baseline/bin/bun`) ?? bunOf()],
};

/** The numbers of the example's comments, or of what a runtime printed. Bun prints a -0 of a typed array as 0. */
const numbersIn = (text) =>
  (text.match(/-?(?:\d+(?:\.\d+)?|Infinity)|NaN/g) ?? []).map((number) => (number === '-0' ? '0' : number));
const [, example] = /```js\n([\s\S]*?)```/.exec(readFileSync(path.join(ROOT, 'README.md'), 'utf8'));
const wanted = example
  .split('\n')
  .filter((line) => line.startsWith('console.log'))
  .flatMap((line) => numbersIn(line.split('// ')[1]));

const NODE = `import { requestDevice } from 'webgpu-segmented/node';
await requestDevice().catch((error) => console.log(error.code, error.message));`;

const TESTS = {
  'the first example of the README': [
    example,
    (printed) => {
      const found = numbersIn(printed.replace(/\w+Array\(\d+\)/g, ''));
      return found.join(' ') === wanted.join(' ')
        ? undefined
        : `it printed ${found.join(' ')}, not ${wanted.join(' ')}`;
    },
  ],
  'what webgpu-segmented/node says': [
    NODE,
    (printed, name) =>
      ['no-adapter', name, 'navigator.gpu', 'webgpu-segmented/auto'].every((text) => printed.includes(text))
        ? undefined
        : `it printed ${printed}`,
  ],
};

const app = mkdtempSync(path.join(os.tmpdir(), 'runtimes-'));
mkdirSync(path.join(app, 'node_modules'));
symlinkSync(ROOT, path.join(app, 'node_modules/webgpu-segmented'));
writeFileSync(path.join(app, 'package.json'), '{ "type": "module", "dependencies": { "webgpu-segmented": "*" } }');

let [passed, failed] = [0, 0];
for (const [name, [binary, ...args]] of Object.entries(RUNTIMES)) {
  if (!binary) {
    console.log(`${name}: not run, because it is not installed (npm run runtimes:install)`);
    continue;
  }
  for (const [what, [text, faultOf]] of Object.entries(TESTS)) {
    writeFileSync(path.join(app, 'main.mjs'), text);
    const { status, error, stdout, stderr } = spawnSync(binary, [...args, 'main.mjs'], {
      ...{ cwd: app, encoding: 'utf8', timeout: 60_000 },
      env: { ...process.env, NO_COLOR: '1' },
    });
    const fault = status === 0 ? faultOf(stdout, name) : `${error ?? stderr}`;
    console.log(`${fault ? 'FAILED' : 'ok'} ${name}: ${what}${fault ? `: ${fault}` : ''}`);
    if (fault) failed++;
    else passed++;
  }
}
rmSync(app, { recursive: true });
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
