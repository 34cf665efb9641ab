import { type KeyOrder, keyTraits } from '../sort/keys/keys.ts';
import type { Family } from '../tuning/tuning.ts';
import type { SelectStages } from './stages.ts';

/** Loads the stages of a selection for a kind of adapter. So a page loads only the kernels that it needs. */
export async function loadSelectStages(family: Family, order: KeyOrder): Promise<SelectStages> {
  const [stages, twoWords] = await Promise.all([
    family === 'gpu'
      ? import('./gpu.ts').then(({ selectGpu }) => selectGpu)
      : import('./software.ts').then(({ selectSoftware }) => selectSoftware),
    keyTraits(order).words === 2 ? import('./two_words.ts') : undefined,
  ]);
  return { ...stages, ...(twoWords ? { twoWords: twoWords.SELECT_TWO_WORDS } : {}) };
}
