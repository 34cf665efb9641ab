/** The modules of keys of one word. */

import keyMap from '../../../wgsl/sort/keys/word.wgsl';
import words from '../../../wgsl/sort/small/words.wgsl';
import { section } from '../../plan/module.ts';
import type { KeyModules } from './keys.ts';

/** A function, since a page that only reduces has this file but no networks. */
export const oneWord = (): KeyModules => ({
  keyMap,
  item: section(words, 'words', 'word'),
  itemWithValue: section(words, 'words', 'wordAndValue'),
});
