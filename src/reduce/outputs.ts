/** What a reduce writes, and how its kernels reach it. */
import { refused } from '../errors.ts';
import { type ItemType, typeBytes } from '../item_types.ts';
import type { Operator, Result } from '../operators/components.ts';

/** Outputs that a kernel binds itself: it has up to four bindings of its own, of the eight that every device has. */
const DIRECT = ['output0', 'output1', 'output2', 'output3'] as const;

/** One array that a reduce fills, and how a kernel writes to it. */
export interface Output {
  /** What `encode` and its messages call it. */
  readonly argument: string;
  /** The operator's place in the list. */
  readonly operator: number;
  readonly name: Result['name'];
  readonly type: ItemType;
  readonly bytes: number;
  readonly words: string;
  /** The binding, or where it begins in the scratch range `results`: after so many words a segment. */
  readonly binding: (typeof DIRECT)[number] | undefined;
  readonly before: number;
}

export interface Results {
  readonly outputs: readonly Output[];
  /** Words a segment that go through scratch memory. */
  readonly scratchWords: number;
}

export function resultsOf(operators: readonly Operator[], listed: boolean): Results {
  const all = operators.flatMap(({ results }, operator) => results.map((result) => ({ ...result, operator })));
  const wide = all.filter(({ type }) => typeBytes(type) >= 4).length;
  // One binding is `results` where it is needed.
  const room = wide === all.length && wide <= DIRECT.length ? DIRECT.length : DIRECT.length - 1;
  let used = 0;
  let scratchWords = 0;
  const outputs = all.map(({ type, name, words, operator }): Output => {
    const bytes = typeBytes(type);
    const binding = bytes >= 4 && used < room ? DIRECT[used++] : undefined;
    const before = scratchWords;
    if (!binding) scratchWords += Math.ceil(bytes / 4);
    const argument = listed ? `${name}[${operator}]` : name;
    return { argument, operator, name, type, bytes, words, binding, before };
  });
  return { outputs, scratchWords };
}

/** Words of the parameters, all but the last, which is 0. */
export const PARAMETER_WORDS = 64;

/** Initial values, one operator after another, and 0 to the end. */
export function parameterWords(initial: readonly (readonly number[] | undefined)[]): number[] {
  const words = initial.flatMap((value) => value ?? []);
  if (words.length >= PARAMETER_WORDS) {
    throw refused('limit-exceeded', 'initial', `${words.length} words`, `${PARAMETER_WORDS - 1}`);
  }
  return [...words, ...new Array<number>(PARAMETER_WORDS - words.length).fill(0)];
}
