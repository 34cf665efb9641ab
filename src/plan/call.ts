import { type WgslModule, written } from './module.ts';

/** Numbers of a call that the host knows, each a u32. */
export interface CallNumbers {
  readonly items: number;
  /** Number of segments. Where a buffer holds it, the largest possible number. */
  readonly segments: number;
  /** Length of the segments where all have one size, otherwise 0. */
  readonly size: number;
  /** Numbers that only some operations have. */
  readonly [more: string]: number;
}

/** The default members of `call`, in this order. */
export const CALL_MEMBERS: readonly string[] = ['items', 'segments', 'size'];

export function callWords(members: readonly string[], numbers: CallNumbers): Uint32Array<ArrayBuffer> {
  return Uint32Array.from(members, (name) => numbers[name] as number);
}

/** Declares the type of `call`. */
export function callModule(members: readonly string[]): WgslModule {
  return written('call', `struct Call {\n${members.map((name) => `${name}: u32,`).join('\n')}\n}`);
}
