/** Runs the examples of docs/orders.md: a line must log what its comment says. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as library from '../../src/index.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();

const guide = readFileSync(new URL('../../docs/orders.md', import.meta.url), 'utf8');
const sections = guide.split(/^## /m).slice(1);
const examples = sections.flatMap((section) =>
  [...section.matchAll(/^```js\n([\s\S]*?)^```/gm)].map((match) => [section.split('\n')[0]!, match[1]!] as const),
);

type Example = (device: GPUDevice, library: object, console: { log: (...items: unknown[]) => void }) => Promise<void>;
const AsyncFunction = (async () => {}).constructor as new (...texts: string[]) => Example;

describe('the guide to orders', () => {
  it('has its examples', () => {
    const names = ['Two columns', 'Strings, by their first eight bytes', 'Distance to a camera', 'Records with flags'];
    expect(examples.map(([name]) => name)).toEqual(names);
  });

  it.each(examples)('%s', async (_, text) => {
    const expected = [...text.matchAll(/^console\.log\(.*\); \/\/ (.*)$/gm)].map((match) => match[1]);
    expect(expected.length).toBeGreaterThan(0);
    const code = text.replace(/^import (\{.*\}) from 'webgpu-segmented';$/gm, 'const $1 = library;');
    const logged: string[] = [];
    const console = { log: (...items: unknown[]) => logged.push(items.join(' ')) };
    await new AsyncFunction('device', 'library', 'console', code)(device(), library, console);
    expect(logged).toEqual(expected);
  });
});
