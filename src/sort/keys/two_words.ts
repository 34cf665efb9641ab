/** The modules of keys of two words. */

import keyMap from '../../../wgsl/sort/keys/two_words.wgsl';
import words from '../../../wgsl/sort/small/words.wgsl';
import { section } from '../../plan/module.ts';
import type { KeyModules } from './keys.ts';

export const TWO_WORDS: KeyModules = {
  keyMap,
  item: /* @__PURE__ */ section(words, 'words', 'twoWords'),
  itemWithValue: /* @__PURE__ */ section(words, 'words', 'twoWordsAndValue'),
};
