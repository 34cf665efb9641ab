/** Passes of one plan inside another: they use the outer plan's names. */
import { expect, it } from 'vitest';
import { nested, type Pass, resourceOf } from '../../src/plan/plan.ts';

const pass = (resources: Pass['resources'] = {}): Pass => ({
  kernel: { name: 'kernel', entry: { name: 'entry', text: '' } },
  grid: { kind: 'direct', workgroups: 1 },
  resources,
});
const region = (name: string) => ({ kind: 'region', name }) as const;
const argument = (name: string) => ({ kind: 'argument', name }) as const;
const OUTER = { regions: { words: { offset: 0, size: 4 }, outerState: { offset: 4, size: 4 } }, resources: {} };

it('binds arguments to the outer plan’s resources, with or without a resource in the pass', () => {
  const [named, unnamed] = nested([pass({ from: argument('keysIn') }), pass()], { keysIn: region('words') });
  expect(resourceOf(OUTER, named as Pass, 'from')).toEqual(region('words'));
  expect(resourceOf(OUTER, unnamed as Pass, 'keysIn')).toEqual(region('words'));
  expect(resourceOf(OUTER, unnamed as Pass, 'keysOut')).toEqual(argument('keysOut'));
});

it('uses the outer plan’s names of scratch ranges', () => {
  const [made] = nested([pass({ from: region('state') })], {}, { state: 'outerState' });
  expect(resourceOf(OUTER, made as Pass, 'from')).toEqual(region('outerState'));
  expect(resourceOf(OUTER, made as Pass, 'state')).toEqual(region('outerState'));
});

it('nests passes that are nested already', () => {
  const inner = nested([pass({ from: argument('values') })], { values: argument('keysIn') });
  const [made] = nested(inner, { keysIn: region('words') });
  expect(resourceOf(OUTER, made as Pass, 'from')).toEqual(region('words'));
  expect(resourceOf(OUTER, made as Pass, 'values')).toEqual(region('words'));
});
