/** The modules of keys of two words. */
import keyMap from '../../../wgsl/sort/keys/two_words.wgsl';
import item from '../../../wgsl/sort/small/item/words_two_words.wgsl';
import itemWithValue from '../../../wgsl/sort/small/item/words_two_words_value.wgsl';
import type { KeyModules } from './keys.ts';

export const TWO_WORDS: KeyModules = { keyMap, item, itemWithValue };
