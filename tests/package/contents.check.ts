/** The content of the tarball, and the findings of two checkers of packages. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { publint } from 'publint';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  AUTO_ENTRIES,
  ENTRIES,
  JS_ENTRIES,
  lazyEntries,
  lazyModules,
  loadersUnder,
  PROGRAM_ENTRIES,
  THREAD_ENTRIES,
  WORKER_ENTRIES,
} from '../../build/entries.ts';
import { shippedText } from '../../build/wgsl-text.ts';
import { installed, type Packed, pack, project, runIn, tool } from './tarball.ts';

let packed: Packed;
let folder: string;
beforeAll(async () => {
  packed = await pack();
  folder = await project(packed);
});

const NAMES = Object.keys({ ...ENTRIES, ...JS_ENTRIES, ...WORKER_ENTRIES, ...AUTO_ENTRIES });

describe('the tarball', () => {
  it('holds the entries, their types, and what people read; nothing else', () => {
    const own = packed.files.filter((file) => !/^(docs|examples|src)\/|\.map$/.test(file));
    const parts = [/^dist\/chunks\/shared-\w{8}\.js$/, /^dist\/[a-z_]+-[\w-]{8}\.d\.c?ts$/];
    const files = (names: readonly string[], ...ends: string[]) =>
      names.flatMap((name) => ends.map((end) => `dist/${name}.${end}`));
    const scripts = [
      ...files(NAMES, 'js', 'cjs', 'd.ts', 'd.cts'),
      ...files(Object.keys({ ...lazyEntries(), ...lazyEntries('js'), ...lazyEntries('auto') }), 'js'),
      ...files(['internal'], 'cjs'),
      ...files(Object.keys({ ...PROGRAM_ENTRIES, ...THREAD_ENTRIES }), 'js'),
    ];
    // CONTRIBUTING.md is only for maintainers.
    const texts = ['CHANGELOG.md', 'LICENSE', 'README.md', 'SKILL.md', 'llms.txt', 'package.json'];
    expect(own.filter((file) => !parts.some((part) => part.test(file)))).toEqual([...scripts, ...texts].sort());
    for (const [folder, ends] of [
      ['docs', /\.(md|svg)$/],
      ['examples', /^examples\/(?:\w+\.mjs|karate\.json)$/],
    ] as const) {
      const inside = packed.files.filter((file) => file.startsWith(`${folder}/`));
      expect(inside.length).toBeGreaterThan(5);
      expect(inside.filter((file) => !ends.test(file))).toEqual([]);
      // Measurements and decisions are only for maintainers.
      expect(
        inside.filter((file) =>
          /^docs\/(benchmarks|gpu|performance|promises|testing|decisions|plots|data)\b/.test(file),
        ),
      ).toEqual([]);
    }
  });

  it('has what its README and its docs link to', () => {
    const pages = packed.files.filter((file) => /\.md$|^llms\.txt$/.test(file));
    expect(pages).toContain('docs/start.md');
    // The pages on stages are for people who change kernels.
    expect(pages.filter((page) => page.startsWith('docs/stages/'))).toEqual([]);
    for (const page of pages) {
      for (const [, target] of installed(folder, page).matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)/g)) {
        const file = path.posix.join(path.posix.dirname(page), target as string);
        // Registries show these pictures from the repository.
        if (['docs/images/playground.webp', 'docs/images/times.svg'].includes(file)) continue;
        const found = packed.files.some((other) => other === file || other.startsWith(`${file}/`));
        expect(found, `${page} links to ${file}`).toBe(true);
      }
    }
  });

  it('has every file that package.json names', () => {
    const manifest = JSON.parse(installed(folder, 'package.json')) as object;
    const named = JSON.stringify(manifest).match(/(?<=")\.\/dist\/[\w.-]+(?=")/g) ?? [];
    expect(named.length).toBeGreaterThan(4 * NAMES.length);
    for (const file of named) expect(packed.files).toContain(file.slice(2));
  });

  it("has the exports of the build's entries, for both module systems", () => {
    const manifest = JSON.parse(installed(folder, 'package.json')) as { exports: object; typesVersions: object };
    const paths = NAMES.map((name) => [name, name.replace('js-worker', 'js/worker')] as const);
    const both = (name: string) => ({
      import: { types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` },
      require: { types: `./dist/${name}.d.cts`, default: `./dist/${name}.cjs` },
    });
    const exported = paths.map(([name, path]) => [name === 'index' ? '.' : `./${path}`, both(name)]);
    expect(manifest.exports).toEqual({ ...Object.fromEntries(exported), './package.json': './package.json' });
    const typed = paths.filter(([name]) => name !== 'index').map(([name, path]) => [path, [`./dist/${name}.d.ts`]]);
    expect(manifest.typesVersions).toEqual({ '*': Object.fromEntries(typed) });
  });

  it('depends on nothing; WebGPU for Node, the software adapter, Arrow, Parquet, CSV and types are optional', () => {
    const { dependencies, peerDependencies, peerDependenciesMeta } = JSON.parse(installed(folder, 'package.json'));
    expect(dependencies).toBeUndefined();
    const arrow = ['apache-arrow', 'fzstd', 'hyparquet', 'hyparquet-compressors', 'lz4-napi'];
    const peers = ['@sparticuz/chromium', '@webgpu/types', ...arrow, 'papaparse', 'webgpu'];
    expect(Object.keys(peerDependencies).sort()).toEqual(peers);
    for (const peer of peers) expect(peerDependenciesMeta[peer]).toEqual({ optional: true });
  });

  it('is small: it has the sources once, and none of kernels', () => {
    expect(statSync(packed.tarball).size).toBeLessThan(1_970_000);
    expect(packed.files.filter((file) => /^(?:wgsl|build)\/|\.wgsl$/.test(file))).toEqual([]);
  });

  it('has the numbers of constants in the loops without a GPU, not their names', () => {
    const files = readdirSync('dist/chunks/js', { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.js$/.test(name),
    );
    expect(files.length).toBeGreaterThan(10);
    for (const name of files) {
      const text = readFileSync(path.join('dist/chunks/js', name), 'utf8');
      expect(text.match(/(?:\bvar |,)[A-Z][A-Z0-9_]*=\d/g), name).toBeNull();
    }
  });

  it('ships squeezed kernels with the same lines', () => {
    const kernel = readFileSync('wgsl/reduce/large/tiles.wgsl', 'utf8');
    const line = kernel.split('\n').indexOf('fn task(workgroup: u32, local: u32) {');
    expect(line).toBeGreaterThan(5);
    const shipped = packed.files
      .filter((file) => /^dist\/chunks\/.*\.js$/.test(file))
      .map((file) => installed(folder, file));
    const [text = ''] = shipped.flatMap((code) => code.match(/(?<="reduce\/large\/tiles",text:`)[^`]*(?=`)/g) ?? []);
    const lines = text.split('\n');
    // tests/kernels/wgsl-text.test.ts checks the squeezed text.
    expect(lines[line]).toMatch(/^fn task\(workgroup:u32,local:u32\)\{/);
    expect(lines.join('\n')).toBe(shippedText(kernel));
    expect(kernel).toContain('// Large segments, first stage: GROUP_LANES lanes');
    expect(shipped.some((code) => code.includes('Large segments, first stage: GROUP_LANES lanes'))).toBe(false);
  });
});

describe('modules that calls load', () => {
  it('without a GPU use no file that loads modules, because bundlers could then omit neither of the two', () => {
    // They use files of the core, but nothing that these load.
    const inJs = lazyModules('js').flatMap((name) => loadersUnder(`${name}.ts`));
    expect(inJs.filter((chain) => (chain.split(' > ').at(-1) as string).startsWith('js/'))).toEqual([]);
  });
});

describe('CONTRIBUTING.md', () => {
  it('names files and folders that there are', () => {
    const text = readFileSync('CONTRIBUTING.md', 'utf8');
    const named = Array.from(text.matchAll(/`((?:src|wgsl|tests)\/[\w./-]+)`/g), ([, file = '']) => file);
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((file) => !existsSync(file))).toEqual([]);
  });
});

describe('checkers of packages', () => {
  it('publint finds nothing', async () => {
    const { messages } = await publint({ pkgDir: path.join(folder, 'node_modules/webgpu-segmented'), strict: true });
    expect(messages).toEqual([]);
  });

  it('arethetypeswrong finds nothing', async () => {
    await runIn(folder, tool('attw'), [packed.tarball]);
  });
});
