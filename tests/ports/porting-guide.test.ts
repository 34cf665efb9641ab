/** docs/porting.md: its programs print what they say, and its tables name all functions. */

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as cub from '../../src/cub/index.ts';
import * as dpct from '../../src/dpct/index.ts';
import * as core from '../../src/index.ts';
import { inTurn } from '../support/cases.ts';
import { openDevice } from '../support/device.ts';
import { useDevice } from '../support/use-device.ts';

// Sets the timeouts and watches for device errors. The programs open separate devices.
useDevice();

const GUIDE = readFileSync(new URL('../../docs/porting.md', import.meta.url), 'utf8');
const MODULES: Record<string, object> = {
  'webgpu-segmented': core,
  'webgpu-segmented/cub': cub,
  'webgpu-segmented/dpct': dpct,
  'webgpu-segmented/node': { requestDevice: () => openDevice() },
};

/** The fenced blocks of JavaScript, each with the heading above it. */
function programs(): { heading: string; code: string }[] {
  const found: { heading: string; code: string }[] = [];
  let heading = '';
  for (const [, title, code] of GUIDE.matchAll(/^## (.*)$|^```js\n([\s\S]*?)^```$/gm)) {
    if (title !== undefined) heading = title;
    else if (code !== undefined) found.push({ heading, code });
  }
  return found;
}

/** The output of a program, a line for each console.log. */
async function printed(code: string): Promise<string[]> {
  const body = code.replace(/^import (\{[^}]*\}) from '([^']*)';$/gm, 'const $1 = modules["$2"];');
  const lines: string[] = [];
  const log = (...items: unknown[]) =>
    lines.push(items.map((item) => (typeof item === 'object' ? Array.from(item as []).join(' ') : item)).join(' '));
  const AsyncFunction = (async () => {}).constructor as new (
    ...text: string[]
  ) => (...args: unknown[]) => Promise<void>;
  await new AsyncFunction('modules', 'console', body)(MODULES, { log });
  return lines;
}

describe('the porting guide', () => {
  it('has a program for CUDA, for SYCL, for the core and for runs', () => {
    expect(programs().map(({ heading }) => heading)).toEqual([
      'CUDA: before',
      'SYCL, after migration: before',
      'The same with the core',
      'Runs of equal keys',
    ]);
  });

  it.each(inTurn(programs()))('$heading: prints what its comments say', async ({ code }) => {
    const promised = Array.from(code.matchAll(/^console\.log\(.*\); \/\/ (.*)$/gm), ([, text]) => text);
    expect(promised.length).toBeGreaterThan(1);
    expect(await printed(code)).toEqual(promised);
  });

  it.each([
    ['cub', cub],
    ['dpct', dpct],
  ] as const)('names everything that webgpu-segmented/%s exports, and every call', (_, entry) => {
    const names = Object.keys(entry);
    const calls = Object.values(entry).flatMap((value) => (typeof value === 'object' ? Object.keys(value) : []));
    for (const name of [...names, ...calls]) expect(GUIDE, name).toMatch(new RegExp(`\\b${name}\\b`));
  });
});
