import { type WgslModule, written } from './module.ts';

/** Numbers of a call that the host knows, each a u32. */
export interface CallNumbers {
  readonly items: number;
  /** Where a buffer has their number, the most they may be. */
  readonly segments: number;
  /** Of segments of one size; else 0. */
  readonly size: number;
  /** Numbers that only some operations have. */
  readonly [more: string]: number;
}

/** What of these a kernel finds in `call`, in this order, unless it says otherwise. */
export const CALL_MEMBERS: readonly string[] = ['items', 'segments', 'size'];

export function callWords(members: readonly string[], numbers: CallNumbers): Uint32Array<ArrayBuffer> {
  return Uint32Array.from(members, (name) => numbers[name] as number);
}

/** The type of `call`. */
export function callModule(members: readonly string[]): WgslModule {
  return written('call', `struct Call {\n${members.map((name) => `${name}: u32,`).join('\n')}\n}`);
}
