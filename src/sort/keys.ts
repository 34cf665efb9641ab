import type { BindingName, Kernel, Resource } from '../record/plan.ts';
import type { Piece } from '../template/assemble.ts';
import { pieces } from '../template/pieces.ts';
import type { SortKeyType, SortOrder } from './context.ts';

/** Flips of a key with a clear sign bit, of one with a set sign bit, and the origin: see wgsl/keys/word.wgsl. */
const MAPS: Readonly<Record<SortKeyType, readonly [number, number, number]>> = {
  u32: [0, 0, 0],
  i32: [0x80000000, 0x80000000, 0],
  f32: [0x80000000, 0xffffffff, 0x007fffff],
};

/** What a kernel needs to read keys in order: a piece, a binding, and the binding's content. */
export const KEY_PIECES: readonly Piece[] = pieces('keys/word');
export const KEY_BINDINGS: Kernel['bindings'] = ['keyMap'];

export function keyResources(keyType: SortKeyType, order: SortOrder): Partial<Record<BindingName, Resource>> {
  return { keyMap: { kind: 'words', words: [...MAPS[keyType], order === 'descending' ? 0xffffffff : 0] } };
}
