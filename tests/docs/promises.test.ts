/** docs/promises.md names only tests that exist, and every test of the contract is named. */
import { existsSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { textOf } from './prose.ts';

const PAGE = textOf('docs/promises.md');
const named = [...new Set(Array.from(PAGE.matchAll(/`([a-z]+\/[\w-]+)`/g), ([, name]) => name as string))];

it('names tests that exist', () => {
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((name) => !/^webgpu-/.test(name) && !existsSync(`tests/${name}.test.ts`))).toEqual([]);
});

it('names every test of the contract', () => {
  const files = readdirSync('tests/contract').filter((file) => file.endsWith('.test.ts'));
  const missing = files
    .map((file) => `contract/${file.replace('.test.ts', '')}`)
    .filter((file) => !named.includes(file));
  expect(missing).toEqual([]);
});
