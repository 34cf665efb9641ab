/** The code that gathers items, by their size: of recorded gathers, and of values moved into the groups' order. */
import gatherFile from '../../wgsl/group/gather.wgsl';
import { section } from '../plan/module.ts';

/** The type of an item, by its bytes. */
const ITEMS: Readonly<Record<number, string>> = { 8: 'vec2u', 12: 'array<u32,3>', 16: 'vec4u' };

/** The part of a kernel that gathers items: `gatherRows(i, rowCount, sources)`. `perWord`: items of a word. */
export function gatherPart(itemBytes: number) {
  const perWord = itemBytes < 4 ? 4 / itemBytes : 1;
  return {
    modules: [section(gatherFile, 'items', perWord > 1 ? 'packed' : 'words')],
    aliases: { Item: ITEMS[itemBytes] ?? 'u32' },
    constants: perWord > 1 ? { PER_WORD: perWord, ITEM_BITS: 8 * itemBytes, ITEM_MASK: 2 ** (8 * itemBytes) - 1 } : {},
    perWord,
  };
}
