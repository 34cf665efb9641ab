/** The outputs of a reduce, and how its kernels write them. */
import { refused } from '../errors.ts';
import { type ItemType, typeBytes } from '../item_types.ts';
import type { Operator, Result } from '../operators/components.ts';

/** Outputs that a kernel binds directly. A kernel needs up to four other bindings, and every device has eight. */
const DIRECT = ['output0', 'output1', 'output2', 'output3'] as const;

/** One array that a reduce fills, and how a kernel writes to it. */
export interface Output {
  /** The name of the argument in `encode` and in error messages. */
  readonly argument: string;
  /** The operator's index in the list of operators. */
  readonly operator: number;
  readonly name: Result['name'];
  readonly type: ItemType;
  readonly bytes: number;
  readonly words: string;
  /** The kernel's binding; undefined where the result goes through the scratch range `results`. */
  readonly binding: (typeof DIRECT)[number] | undefined;
  /** Words a segment that earlier results take in `results`. */
  readonly before: number;
}

export interface Results {
  readonly outputs: readonly Output[];
  /** Words a segment in the scratch range `results`. */
  readonly scratchWords: number;
}

export function resultsOf(operators: readonly Operator[], listed: boolean): Results {
  const all = operators.flatMap(({ results }, operator) => results.map((result) => ({ ...result, operator })));
  const wide = all.filter(({ type }) => typeBytes(type) >= 4).length;
  // The scratch range `results` takes one of these bindings where it is needed.
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

/** Words of the uniform `parameters`. The last word is always 0. */
export const PARAMETER_WORDS = 64;
/** WGSL of the word that holds the number of elements in the phase `finish`: the last word but one. */
export const PARAMETER_OF_ELEMENTS = 'parameters[15].z';

/** The words of `parameters`: the initial values in the order of the operators, 0s, the number of elements, and 0. */
export function parameterWords(initial: readonly (readonly number[] | undefined)[], elements = 0): number[] {
  const words = initial.flatMap((value) => value ?? []);
  const room = PARAMETER_WORDS - 2;
  if (words.length > room) throw refused('limit-exceeded', 'initial', `${words.length} words`, `${room}`);
  return [...words, ...new Array<number>(room - words.length).fill(0), elements, 0];
}
