/** How much a page on a GPU loads until its first call is done, in kB gzipped. sizes.json has upper bounds. */
import { readFileSync } from 'node:fs';
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
  /** webgpu-segmented/auto, with a sort in JavaScript. */
  auto: number;
}

const README = new URL('../../README.md', import.meta.url);
const PAGE = new URL('../../docs/without-gpu.md', import.meta.url);

export const recordedSizes = (): Sizes => JSON.parse(readFileSync(FILE, 'utf8'));

/** The most kB that a page loads before its first call. */
const FIRST_LOAD: Partial<Sizes> = { core: 52.3, sort: 33.2, reduce: 35.3, js: 9.2, auto: 3 };

const kilobytes = (scripts: readonly string[]) =>
  scripts.reduce((sum, script) => sum + gzipSync(script, { level: 9 }).length, 0) / 1000;

/** A size may not exceed its bound. */
export function expectSize(name: keyof Sizes, app: App, called: readonly string[]): void {
  const initial = kilobytes(app.loaded([]));
  expect(initial, `${name} before a call`).toBeLessThanOrEqual(FIRST_LOAD[name] ?? Number.POSITIVE_INFINITY);
  const found = Number(kilobytes(app.loaded(called)).toFixed(1));
  console.log(`${name}: ${found} kB gzipped; ${initial.toFixed(1)} before a call`);
  expect(found, `${name} has grown: make it smaller, or raise its bound in sizes.json`).toBeLessThanOrEqual(
    recordedSizes()[name],
  );
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
  expect(text).toContain(says);
}
