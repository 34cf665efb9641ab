/** The modules of keys of one word. */

import keyMap from '../../../wgsl/sort/keys/word.wgsl';
import item from '../../../wgsl/sort/small/item.wgsl';
import { section } from '../../plan/module.ts';
import type { KeyModules } from './keys.ts';

export const ONE_WORD: KeyModules = {
  keyMap,
  item: /* @__PURE__ */ section(item, 'words', 'word'),
  itemWithValue: /* @__PURE__ */ section(item, 'words', 'wordAndValue'),
};
