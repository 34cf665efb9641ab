/** Comments and pages name only what exists: paths anywhere, and names in back quotes. */
import { describe, expect, it } from 'vitest';
import { filesIn, proseIn, textOf } from './prose.ts';
import { falseReferences } from './references.ts';

const READ = [
  'src',
  'wgsl',
  'build',
  'tests',
  'property-tests',
  'bench',
  'docs',
  'README.md',
  'SKILL.md',
  'llms.txt',
  'CONTRIBUTING.md',
];

const falseIn = (file: string, text: string) => proseIn(file, text).flatMap(falseReferences);

describe('references', () => {
  it('of comments and pages name files and code that exist', () => {
    expect(filesIn(...READ).flatMap((file) => falseIn(file, textOf(file)))).toEqual([]);
  });

  it.each([
    ['a path', 'src/sort/plan.ts', '// As in sort/large/rank_by_dice.wgsl.', 'sort/large/rank_by_dice.wgsl'],
    ['a bare file name', 'src/sort/plan.ts', '/** See dice.ts. */', 'dice.ts'],
    ['a folder', 'wgsl/sort/keys/word.wgsl', '// The modules of sort/dice/…', 'sort/dice/'],
    ['a pattern', 'CONTRIBUTING.md', 'Write `wgsl/sort/dice*.wgsl`.', 'wgsl/sort/dice*.wgsl'],
    ['alternatives', 'CONTRIBUTING.md', 'Write wgsl/sort/keys/{dice,cup}.wgsl.', 'wgsl/sort/keys/{dice,cup}.wgsl'],
    ['a name', 'src/sort/plan.ts', '// Calls `rollDice` first.', 'rollDice'],
    ['a name in code', 'docs/start.md', 'Await `plan.rollDice(device)`.', 'rollDice'],
    ['a name of tests in src', 'src/sort/plan.ts', '// As `checkReduceCase` does.', 'checkReduceCase'],
    ['a script', 'docs/testing.md', 'Then `npm run dice`.', 'dice'],
    ['a module', 'docs/testing.md', 'Then `contract/sort-dice`.', 'contract/sort-dice'],
  ])('report %s that is missing', (_, file, text, name) => {
    expect(falseIn(file, text)).toEqual([`${file}:1: ${name}`]);
  });

  it.each([
    ['src/sort/plan.ts', '/** `createSegmentedSort` makes a plan.\n * See downsweep.gpu.wgsl and ../plan/link.ts. */'],
    ['wgsl/sort/keys/word.wgsl', '// Modules of sort/keys/…, and sort/keys/{word,two_words}.wgsl: `bitcast<u32>(x)`.'],
    ['docs/testing.md', 'Run `npm run docs:tables` and `npx vitest run dice`, or `contract/sort-matrix`.'],
    ['docs/testing.md', '```js\nlet dice;\n```\nThe `dice` are `sort-matrix`; `*.gpu.wgsl`, `.gpu.wgsl`.'],
  ])('are right in %s: %s', (file, text) => {
    expect(falseIn(file, text)).toEqual([]);
  });

  it('report the line', () => {
    expect(falseIn('src/sort/plan.ts', 'const a = 1;\n\n/**\n * One.\n *\n * `rollDice`\n */')).toEqual([
      'src/sort/plan.ts:6: rollDice',
    ]);
  });
});
