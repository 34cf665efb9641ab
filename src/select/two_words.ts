/** The modules of keys of two words. */
import prefixes from '../../wgsl/select/keys/two_words.wgsl';
import { TWO_WORDS } from '../sort/keys/two_words.ts';

export const SELECT_TWO_WORDS = { keys: TWO_WORDS, prefixes };
