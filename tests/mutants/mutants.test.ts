/** The faults that `npm run test:mutants` plants still have their places in the sources. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('every mutant finds what it changes, once', async () => {
  const mutants: string = './mutants.mjs';
  const planted: string = './planted.mjs';
  const [{ MUTANTS }, { planted: plant }] = await Promise.all([import(mutants), import(planted)]);
  expect(MUTANTS.length).toBeGreaterThanOrEqual(20);
  for (const mutant of MUTANTS) {
    const source = readFileSync(mutant.file, 'utf8');
    expect(plant(mutant, source)).not.toBe(source);
  }
});
