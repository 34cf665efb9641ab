/** The modules of keys of one word, and of two. */

import twoWordsMap from '../../../wgsl/sort/keys/two_words.wgsl';
import oneWordMap from '../../../wgsl/sort/keys/word.wgsl';
import words from '../../../wgsl/sort/small/words.wgsl';
import { section } from '../../plan/module.ts';
import type { KeyModules } from './keys.ts';

/** A function, since a page that only reduces has this file but no networks. */
export const keyModulesOf = (keyWords: 1 | 2): KeyModules =>
  keyWords === 1
    ? {
        keyMap: oneWordMap,
        item: section(words, 'words', 'word'),
        itemWithValue: section(words, 'words', 'wordAndValue'),
      }
    : {
        keyMap: twoWordsMap,
        item: section(words, 'words', 'twoWords'),
        itemWithValue: section(words, 'words', 'twoWordsAndValue'),
      };
