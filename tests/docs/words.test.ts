/** Sources and pages use one word for one thing. `RETIRED` of words.ts lists the words that they no longer use. */
import { describe, expect, it } from 'vitest';
import { filesIn, textOf } from './prose.ts';
import { RETIRED, retiredWords } from './words.ts';

/** The pages and sources, without the programs that draw images. */
const files = filesIn('src', 'wgsl', 'docs', 'README.md', 'CONTRIBUTING.md').filter(
  (file) => !/^docs\/.*\.mjs$/.test(file),
);

const termsIn = (text: string) =>
  retiredWords('a.ts', text).map((found) => found.replace(/^a\.ts:\d+: | \(say.*$/g, ''));

const FOUND = [
  ['lone', 'Lone segments are copied.'],
  ['alone', 'It depends on the length alone.'],
  ['cooperative', 'a cooperative sort'],
  ['cpu, the family', 'The CPU kernels have no barrier.'],
  ['place', 'Every item has a place in the list.'],
  ['place', 'let keyPlace = 0u;'],
  ['place', 'The check takes place before.'],
  ['share, the noun', 'A lane sorts its share.'],
  ['share, the noun', 'shares of lanes are multiples of it'],
  ['share, the noun', 'let share = 0u;'],
  ['unit, the segment', 'a unit is copied'],
  ['flat', 'the flat sweep'],
  ['walk', 'The invocation walks a segment.'],
  ['walk', 'const walkLength = 1;'],
  ['stretch', 'a workgroup a stretch'],
  ['leaves, the verb', 'The pass leaves the sums in scratch.'],
  ['left, what a pass stores', 'sums left by the sweep'],
  ['reached', 'The list is as long as was reached.'],
  ['theirs', 'Callers may change theirs.'],
  ['of its own', 'in a dispatch\n// of its own'],
  ['of its own', 'an order of the caller’s own'],
  ['politely', 'It waits politely.'],
  ['dear', 'Barriers are dear.'],
  ['told by, tells of', 'An adapter is told by its name.'],
  ['told by, tells of', 'what the function tells of a key'],
  ['goes by digits', 'Longer ones go by digits.'],
  ['beside', 'a file beside it'],
  ['reckoned', 'the reckoned cost'],
  ['that is none', 'an order that is none'],
  ['ours', 'an error of ours'],
  ['as good as', 'as good as sorted'],
  ['so many', 'a plan of so\n * many items'],
  ['as it comes', 'Each is added as it comes.'],
  ['perhaps', 'Perhaps the file is gone.'],
  ['for good', 'The device is lost for good.'],
  ['Most, least', 'const lengthMost = leastLength;'],
] as const;

describe('retired words', () => {
  it('are in no source and on no page', () => {
    expect(files.flatMap((file) => retiredWords(file, textOf(file)))).toEqual([]);
  });

  it.each(FOUND)('%s: found in "%s"', (term, text) => {
    expect(new Set(termsIn(text))).toEqual(new Set([term]));
  });

  it('have an example each', () => {
    expect(RETIRED.map(({ words }) => words)).toEqual([...new Set(FOUND.map(([words]) => words))].slice(0, -1));
  });

  it.each([
    'Sorts in place, with `inPlace: true`: at least 4 items, at most 8.',
    'Two lanes share a word, which they may share.',
    'The leaves of the tree, and the leaf: WORKGROUP leaves are combined.',
    'rows.flat(); rows.flatMap((row) => row); a flat column',
    'const leaves = count / 8; a shift to the left; leftmost',
    'shapes and units; the unit of `import()`; in units of 256 bytes',
    'one place creates pipelines; a placeholder; in-place sorts',
    'the CPU’s time; navigator; colours; besides; ownership; its own memory',
    'mostly; at most one; the least value; almost',
  ])('pass: %s', (text) => {
    expect(termsIn(text)).toEqual([]);
  });

  it('are reported by line', () => {
    expect(retiredWords('a.ts', 'one\n\n// two\n// a place')).toEqual(['a.ts:4: place (say index, slot)']);
  });
});
