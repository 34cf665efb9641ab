/** `webgpu-segmented/arrow`: the examples in the sources and in the guide print what they say. */
import { readFileSync } from 'node:fs';
import * as arrow from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import * as library from '../../src/arrow/index.ts';
import { segmentedReduce } from '../../src/index.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();

describe('the examples in the documentation', () => {
  const sources = ['sort', 'reduce', 'select', 'scan', 'group'].map((name) =>
    readFileSync(new URL(`../../src/arrow/${name}.ts`, import.meta.url), 'utf8'),
  );
  const examples = sources.flatMap((source) =>
    Array.from(source.matchAll(/@example\n([\s\S]*?) \*\//g), ([, text = '']) => text.replace(/^ \* ?/gm, '')),
  );
  const AsyncFunction = (async () => {}).constructor as new (
    ...texts: string[]
  ) => (...given: unknown[]) => Promise<void>;

  const guide = readFileSync(new URL('../../docs/arrow.md', import.meta.url), 'utf8');
  const programs = Array.from(guide.matchAll(/^```js\n([\s\S]*?)^```$/gm), ([, text = '']) => text);

  it('are nine', () => expect([examples.length, programs.length]).toEqual([7, 2]));

  it.each([...examples, ...programs].map((text, i) => [i, text] as const))('example %i', async (_, text) => {
    const names = { ...arrow, ...library, segmentedReduce, device: device() };
    const printed: string[] = [];
    const console = { log: (...items: unknown[]) => printed.push(items.join(' ')) };
    await new AsyncFunction(
      'names',
      'console',
      `with (names) { return (async () => { ${text.replace(/^import .*$/gm, '')} })(); }`,
    )(names, console);
    expect(printed).toEqual(Array.from(text.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm), ([, line]) => line));
  });
});
