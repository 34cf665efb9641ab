/** How much a page on a GPU loads until its first call is done, in kB gzipped: recorded in sizes.json. */
import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect } from 'vitest';
import type { JS_CALLS } from './page.ts';
import type { App } from './vite-app.ts';

const FILE = new URL('sizes.json', import.meta.url);

/** Of `import * as js from 'webgpu-segmented/js'` each name with `js` is what its first call loads. */
interface Sizes extends Record<keyof typeof JS_CALLS, number> {
  /** The whole library, with a sort and a reduce. */
  core: number;
  /** Only `segmentedSort`. */
  sort: number;
  /** Only `segmentedReduce`. */
  reduce: number;
  /** All of webgpu-segmented/js: its scripts after every call. */
  js: number;
}

const README = new URL('../../README.md', import.meta.url);
const PAGE = new URL('../../docs/without-gpu.md', import.meta.url);

export const recordedSizes = (): Sizes => JSON.parse(readFileSync(FILE, 'utf8'));

/** The most kB that a page loads before its first call. */
const FIRST_LOAD: Partial<Sizes> = { core: 43, sort: 26, reduce: 28, js: 14 };

const UPDATE = Boolean(process.env.UPDATE_SIZES);

const kilobytes = (scripts: readonly string[]) =>
  scripts.reduce((sum, script) => sum + gzipSync(script, { level: 9 }).length, 0) / 1000;

/** A size may not grow. A smaller size must be recorded. `npm run sizes` records all sizes. */
export function expectSize(name: keyof Sizes, app: App, called: readonly string[]): void {
  const initial = kilobytes(app.loaded([]));
  expect(initial, `${name} before a call`).toBeLessThanOrEqual(FIRST_LOAD[name] ?? Number.POSITIVE_INFINITY);
  const found = Number(kilobytes(app.loaded(called)).toFixed(1));
  console.log(`${name}: ${found} kB gzipped; ${initial.toFixed(1)} before a call`);
  const sizes = recordedSizes();
  if (UPDATE) {
    writeFileSync(FILE, `${JSON.stringify({ ...sizes, [name]: found }, null, 2)}\n`);
  } else {
    expect(found, `${name} has grown: make it smaller, or record it by npm run sizes`).toBeLessThanOrEqual(sizes[name]);
    expect(found, `${name} is smaller now: record it by npm run sizes`).toBeGreaterThan(0.99 * sizes[name]);
  }
}

/** What docs/without-gpu.md says about first calls, in whole kB. */
export function expectPage(): void {
  const { jsSort, jsReduce, jsReduceByKey } = recordedSizes();
  const [sort, reduce, byKey] = [jsSort, jsReduce, jsReduceByKey].map((size) => Math.round(size));
  const says = `${sort} kB gzipped for a sort, ${reduce} kB for a reduce, ${byKey} kB for \`reduceByKey\``;
  expect(readFileSync(PAGE, 'utf8')).toContain(says);
}

/** What README.md says about the sizes, in whole kB. */
export function expectReadme(): void {
  const { core, sort, reduce } = recordedSizes();
  const [all, one, other] = [core, sort, reduce].map(Math.ceil);
  const text = readFileSync(README, 'utf8');
  const says = `${all} kB gzipped for everything, ${one} kB for a sort, ${other} kB for a reduce`;
  if (UPDATE)
    writeFileSync(README, text.replace(/\d+ kB gzipped for everything, \d+ kB for a sort, \d+ kB for a reduce/, says));
  else expect(text).toContain(says);
}
