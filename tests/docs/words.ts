/** The words that this repository retired, each with the word that replaced it. */
import { lineAt } from './prose.ts';

interface Retired {
  readonly words: string;
  readonly instead: string;
  /** Matches lower case text, with identifiers split into words. A space matches a line break too. */
  readonly pattern: string;
}

const OWNER = "(?:its|their|one's)";
const ARTICLE = '(?:an?|its|their|each|every|per|no|whose|first|last|equal|own)';

export const RETIRED: readonly Retired[] = [
  { words: 'lone', instead: 'single', pattern: 'lone' },
  { words: 'alone', instead: 'only, by itself', pattern: 'alone' },
  { words: 'cooperative', instead: 'workgroup', pattern: 'cooperative(?:ly)?' },
  { words: 'cpu, the family', instead: 'software', pattern: '(?:famil(?:y|ies) cpu|cpu famil(?:y|ies)|cpu kernels?)' },
  { words: 'place', instead: 'index, slot', pattern: '(?<!\\b(?:in|one|few|usual|decimal)[ -])places?' },
  {
    words: 'share, the noun',
    instead: 'task, chunk',
    pattern: `(?:${ARTICLE} shares?|the shares?(?= of|[.,;:)])|shares? (?:of|begins?|ends?|is|has)|shares?(?= [-=+*<>] |[;)([]|'s))`,
  },
  {
    words: 'unit, the segment',
    instead: 'singleton',
    pattern: '(?<!\\bin |\\bthe |\\bof |\\| |\\.)unit(?! tests?| of| in|\\?:)',
  },
  {
    words: 'flat',
    instead: 'sweep',
    pattern: '(?<!\\.)flat(?! map|\\(|-| arrays?| lists?| columns?| chunks?| data| rows?)',
  },
  { words: 'walk', instead: 'sweep, loop', pattern: 'walk(?:s|ed|ing|er)?' },
  { words: 'stretch', instead: 'chunk', pattern: 'stretch(?:es|ed)?' },
  {
    words: 'leaves, the verb',
    instead: 'stores, writes',
    pattern: 'leaves(?= (?:an?|the|it|its|them|what|some|one|two|nothing|every|room|to) )',
  },
  { words: 'left, what a pass stores', instead: 'stored', pattern: 'left (?:by|there|behind|for)' },
  { words: 'reached', instead: 'read, counted', pattern: 'reached' },
  { words: 'theirs', instead: 'name it', pattern: 'theirs' },
  { words: 'of its own', instead: 'separate, custom', pattern: `(?:of ${OWNER} own|callers?'s? own)` },
  { words: 'politely', instead: 'throttled', pattern: 'polite(?:ly)?' },
  { words: 'dear', instead: 'expensive', pattern: 'dear(?:er|est)?' },
  { words: 'told by, tells of', instead: 'given by', pattern: '(?:told (?:by|of)|(?:tells?|telling) of)' },
  { words: 'goes by digits', instead: 'is radix sorted', pattern: 'go(?:es)? by digits?' },
  { words: 'beside', instead: 'next to, compared with', pattern: 'beside' },
  { words: 'reckoned', instead: 'estimated', pattern: 'reckon(?:s|ed|ing)?' },
  { words: 'that is none', instead: 'inconsistent', pattern: '(?:that|which) (?:is|are) none(?! of)' },
  { words: 'ours', instead: "the library's", pattern: 'ours' },
  { words: 'as good as', instead: 'almost', pattern: 'as good as' },
  { words: 'so many', instead: 'this number of', pattern: 'so many' },
  { words: 'as it comes', instead: 'in order', pattern: 'as (?:it comes|they come)' },
  { words: 'perhaps', instead: 'may', pattern: 'perhaps' },
  { words: 'for good', instead: 'permanently', pattern: 'for good' },
];

/** Matches names with `most` or `least`, which should have `max` or `min`. */
const MOST = /\b[a-z]\w*Most\b|\b(?:most|least)[A-Z]\w*/g;

const patterns = RETIRED.map(({ words, instead, pattern }) => ({
  term: `${words} (say ${instead})`,
  pattern: new RegExp(`(?<!\\w)${pattern.replaceAll(' ', '\\s')}(?!\\w)`, 'g'),
}));

/** The text in lower case, with identifiers split into words, and one space or line break between words. */
const asWords = (text: string) =>
  text
    .replace(/[ \t]*\n[ \t]*(?:\*|\/\/)?[ \t]*/g, '\n')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .replaceAll('’', "'")
    .toLowerCase();

/** Every retired word of a text, as `file:line: words (say this)`. */
export function retiredWords(file: string, text: string): string[] {
  const lines = (from: string, pattern: RegExp, term: string) =>
    Array.from(from.matchAll(pattern), ({ index }) => ({ line: lineAt({ line: 1, text: from }, index), term }));
  const found = [
    ...patterns.flatMap(({ pattern, term }) => lines(asWords(text), pattern, term)),
    ...lines(text, MOST, 'Most, least (say max, min)'),
  ];
  return found.sort((a, b) => a.line - b.line).map(({ line, term }) => `${file}:${line}: ${term}`);
}
