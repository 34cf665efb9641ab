/** The modules of keys of one word. */
import keyMap from '../../../wgsl/sort/keys/word.wgsl';
import item from '../../../wgsl/sort/small/item/words_word.wgsl';
import itemWithValue from '../../../wgsl/sort/small/item/words_word_value.wgsl';
import type { KeyModules } from './keys.ts';

export const ONE_WORD: KeyModules = { keyMap, item, itemWithValue };
