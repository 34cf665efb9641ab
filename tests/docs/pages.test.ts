/**
 * The pages of docs/. Their programs print what they say. Calls that a page shows as refused are refused with the code
 * of their heading, and every code has a heading. Links between pages have targets. Orders and porting have separate
 * tests.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import * as arrow from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import * as arrowEntry from '../../src/arrow/index.ts';
import * as auto from '../../src/auto/index.ts';
import * as core from '../../src/index.ts';
import * as js from '../../src/js/index.ts';
import * as tune from '../../src/tune/index.ts';
import { openDevice } from '../support/device.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();

const DOCS = new URL('../../docs/', import.meta.url);
const page = (name: string) => readFileSync(new URL(name, DOCS), 'utf8');

interface Block {
  readonly name: string;
  readonly code: string;
}

/** Fenced blocks of one kind, each named by the headings above it. */
function blocks(file: string, kind: string): Block[] {
  const found: Block[] = [];
  let heading = '';
  for (const [, title, info, code] of page(file).matchAll(/^##+ (.*)$|^```(\S.*)?\n([\s\S]*?)^```$/gm)) {
    if (title !== undefined) heading = title;
    else if (info === kind && code !== undefined) found.push({ name: heading, code });
  }
  return found;
}

const AsyncFunction = (async () => {}).constructor as new (
  ...text: string[]
) => (...args: unknown[]) => Promise<unknown>;

/** A browser's `navigator` with the tests' adapter. */
const navigator = {
  gpu: {
    requestAdapter: async () => ({
      features: device().features,
      limits: device().limits,
      requestDevice: () => openDevice(),
    }),
  },
};
const modules = {
  'apache-arrow': arrow,
  'webgpu-segmented': core,
  'webgpu-segmented/arrow': arrowEntry,
  'webgpu-segmented/auto': auto,
  'webgpu-segmented/js': js,
  'webgpu-segmented/tune': tune,
  'webgpu-segmented/node': { requestDevice: () => openDevice() },
};

/** A value as Node prints it. */
const shown = (item: unknown) => (Object.is(item, -0) ? '-0' : item);

/** What a program prints, a line for each console.log: arrays as their items, other values as text. */
async function printed(code: string): Promise<string[]> {
  const body = code.replace(/^import (\{[^}]*\}) from '([^']*)';$/gm, 'const $1 = modules["$2"];');
  const lines: string[] = [];
  const log = (...items: unknown[]) =>
    lines.push(
      items.map((item) => (typeof item === 'object' ? Array.from(item as [], shown).join(' ') : item)).join(' '),
    );
  // A program that opens a device names it `device` itself.
  const given = /\bconst device\b/.test(body)
    ? ['modules', 'navigator', 'console']
    : ['modules', 'navigator', 'console', 'device'];
  await new AsyncFunction(...given, body)(modules, navigator, { log }, device());
  return lines;
}

/** Lines with a comment that says what they print. Other lines are not checked. */
const promised = (code: string) => Array.from(code.matchAll(/^ *console\.log\(.*\); \/\/ (.*)$/gm), ([, text]) => text);

const PAGES = [
  'start.md',
  'places.md',
  'groups.md',
  'rows.md',
  'transforms.md',
  'choosing.md',
  'selection.md',
  'recording.md',
  'frameworks.md',
  'determinism.md',
  '../SKILL.md',
];

describe.each([...PAGES, 'troubleshooting.md'])('%s', (file) => {
  it.each(blocks(file, 'js'))('$name: prints what its comments say', async ({ code }) => {
    expect(promised(code).length).toBeGreaterThan(0);
    expect(await printed(code)).toEqual(promised(code));
  });
});

describe('recipes.md', () => {
  const [shared, ...recipes] = blocks('recipes.md', 'js') as [Block, ...Block[]];

  it('has a block for all of its programs', async () => {
    expect(await printed(shared.code)).toEqual(promised(shared.code));
  });

  it.each(recipes)('$name: prints what its comments say', async ({ code }) => {
    expect(promised(code).length).toBeGreaterThan(0);
    const lines = await printed(`${shared.code}{\n${code}\n}`);
    expect(lines.slice(1)).toEqual(promised(code));
  });
});

describe('the errors page', () => {
  const refused = blocks('troubleshooting.md', 'js refused');

  /** The names that calls on that page may use. */
  async function refusal(code: string): Promise<unknown> {
    const plan = await core.createSegmentedSort(device(), { keyType: 'u32', maxItems: 256, maxSegments: 4 });
    const buffer = device().createBuffer({ size: 4096, usage: GPUBufferUsage.STORAGE });
    const keys = { keysIn: { buffer, size: 1024 }, keysOut: { buffer, offset: 2048 } };
    const buffers = { ...keys, segments: { size: 8, count: 1 } };
    const encoder = device().createCommandEncoder();
    const encode = (own: Partial<core.SegmentedSortArguments>) => plan.encode(encoder, { ...buffers, ...own });
    const destroyedDevice = code.includes('destroyedDevice') ? await openDevice() : undefined;
    destroyedDevice?.destroy();
    await destroyedDevice?.lost;
    const names = { ...core, device: device(), destroyedDevice, buffer, plan, encoder, buffers, encode };
    try {
      await new AsyncFunction(...Object.keys(names), `return ${code}`)(...Object.values(names));
      return 'nothing';
    } catch (error) {
      return error instanceof core.SegmentedError ? error.code : error;
    } finally {
      plan.destroy();
      buffer.destroy();
    }
  }

  it.each(refused)('$name: $code', async ({ name, code }) => {
    expect(await refusal(code)).toBe(name);
  });

  it('has a heading for every code, and no other heading', () => {
    const source = readFileSync(new URL('../../src/checks.ts', import.meta.url), 'utf8');
    const codes = Array.from(source.matchAll(/^ {2}\| '([a-z-]+)'/gm), ([, code]) => code);
    const headings = Array.from(page('troubleshooting.md').matchAll(/^## ([a-z-]+)$/gm), ([, code]) => code);
    expect(codes.length).toBeGreaterThan(10);
    expect(headings).toEqual(codes);
  });

  it('shows a call for every code that a call can cause', () => {
    const without = ['out-of-memory', 'no-adapter', 'wrong-device'];
    const headings = Array.from(page('troubleshooting.md').matchAll(/^## ([a-z-]+)$/gm), ([, code]) => code);
    expect([...new Set(refused.map(({ name }) => name))]).toEqual(headings.filter((code) => !without.includes(code!)));
  });
});

describe('links of the pages', () => {
  const files = ['', 'decisions/']
    .flatMap((folder) => readdirSync(new URL(folder || '.', DOCS)).map((name) => `${folder}${name}`))
    .filter((name) => name.endsWith('.md'));

  /** The anchor of a heading, as GitHub and VitePress make it. */
  const anchor = (heading: string) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-');

  it.each(files)('%s', (file) => {
    for (const [, target = ''] of page(file).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(target)) continue;
      const [name, anchorWanted] = target.split('#');
      const linked = new URL(name || '', new URL(file, DOCS));
      expect(existsSync(linked), `${file} links ${target}`).toBe(true);
      if (!anchorWanted) continue;
      const headings = Array.from(readFileSync(linked, 'utf8').matchAll(/^#+ (.*)$/gm), ([, heading]) =>
        anchor(heading!),
      );
      expect(headings, `${file} links ${target}`).toContain(anchorWanted);
    }
  });
});
