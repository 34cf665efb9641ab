/** Source maps of the tarball: every place that one names is in a source file of the package. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { decode } from '@jridgewell/sourcemap-codec';
import { beforeAll, describe, expect, it } from 'vitest';
import { pack, project, runProgram } from './tarball.ts';

interface SourceMap {
  readonly version: number;
  readonly sources: readonly string[];
  readonly mappings: string;
  readonly sourcesContent?: unknown;
}

let folder: string;
let root: string;
let maps: readonly { readonly file: string; readonly text: string; readonly map: SourceMap }[];

beforeAll(async () => {
  folder = await project(await pack());
  root = path.join(folder, 'node_modules/webgpu-segmented');
  const files = readdirSync(path.join(root, 'dist'), { recursive: true, encoding: 'utf8' });
  maps = files
    .filter((file) => file.endsWith('.map'))
    .map((name) => {
      const file = path.join(root, 'dist', name);
      const text = readFileSync(file, 'utf8');
      return { file, text, map: JSON.parse(text) as SourceMap };
    });
});

const scripts = () => maps.map(({ file }) => file.slice(0, -'.map'.length));

describe('source maps', () => {
  it('are those of all scripts, which name them', () => {
    const files = readdirSync(path.join(root, 'dist'), { recursive: true, encoding: 'utf8' });
    const all = files.filter((file) => /(?<!\.d)\.c?js$/.test(file)).map((file) => path.join(root, 'dist', file));
    expect(scripts().sort()).toEqual(all.sort());
    for (const script of scripts()) {
      const last = readFileSync(script, 'utf8').trimEnd().split('\n').at(-1);
      expect(last).toBe(`//# sourceMappingURL=${path.basename(script)}.map`);
    }
  });

  it('name sources that the package has, and nothing of the machine that made them', () => {
    for (const { file, map, text } of maps) {
      expect(map.version).toBe(3);
      expect(map.sourcesContent).toBeUndefined();
      for (const source of map.sources) {
        const found = path.resolve(path.dirname(file), source);
        expect(path.relative(path.join(root, 'src'), found)).toMatch(/^[\w/-]+\.ts$/);
        expect(existsSync(found), found).toBe(true);
      }
      expect(text).not.toContain(process.cwd());
      expect(text).not.toContain('\\\\');
    }
  });

  it('have the place of each name', () => {
    const lines = new Map<string, string[]>();
    const linesOf = (file: string) => {
      if (!lines.has(file)) lines.set(file, readFileSync(file, 'utf8').split('\n'));
      return lines.get(file) as string[];
    };
    let [names, same] = [0, 0];
    for (const { file, map } of maps) {
      const script = linesOf(file.slice(0, -'.map'.length));
      decode(map.mappings).forEach((segments, line) => {
        for (const [column, source, sourceLine, sourceColumn] of segments) {
          const word = /^[A-Za-z]\w{4,}/.exec((script[line] as string).slice(column, column + 80))?.[0];
          if (source === undefined || word === undefined) continue;
          const from = linesOf(path.resolve(path.dirname(file), map.sources[source] as string))[sourceLine as number];
          names++;
          // A name that two files have gets a number in one of them.
          same += Number((from as string).startsWith(word.replace(/\d+$/, ''), sourceColumn));
        }
      });
    }
    expect(names).toBeGreaterThan(50_000);
    // The build puts imports before a first line, makes \`const\` of \`var\`, and squeezes kernels within TypeScript.
    expect(same / names).toBeGreaterThan(0.95);
  });
});

describe('a stack trace', () => {
  const body = (load: string) => `
    ${load}
    segmentedSort(null, Float32Array.of(3, 1), [0, 5]).catch((error) => console.log(error.code + error.stack));`;
  it.each([
    ['esm.mjs', "import { segmentedSort } from 'webgpu-segmented/js';"],
    ['core.mjs', "import { segmentedSort } from 'webgpu-segmented';"],
    ['commonjs.cjs', "const { segmentedSort } = require('webgpu-segmented/js');"],
    ['commonjs-core.cjs', "const { segmentedSort } = require('webgpu-segmented');"],
  ])('of an error in %s names the line of the source', async (name, load) => {
    const printed = await runProgram(folder, name, body(load), ['--enable-source-maps']);
    expect(printed).toMatch(/^offsets-out-of-range/);
    const frames = Array.from(printed.matchAll(/at (?:async )?(\w+) \((?:file:\/\/)?(.*?):(\d+):\d+\)/g));
    expect(frames.length).toBeGreaterThan(2);
    for (const [, of = '', file = '', line = ''] of frames.slice(1)) {
      expect(file.startsWith(path.join(root, 'src')), file).toBe(true);
      // A frame names its function, and the place of a call within it.
      const above = readFileSync(file, 'utf8').split('\n').slice(0, Number(line));
      expect(above.join('\n')).toContain(of);
    }
    const [, , file = '', line = ''] = frames[0] as RegExpExecArray;
    expect(readFileSync(file, 'utf8').split('\n')[Number(line) - 1]).toContain('new SegmentedError(');
  });
});
