/** The arguments of a call, as they leave for a worker. */
import type { OnProgress } from '../../api/batches.ts';
import { readMembers, refused } from '../../checks.ts';
import { type CallName, type Copy, OPTIONS_AT, sliceOf } from './protocol.ts';

/** What a call needs besides its arguments. */
export interface Reporting {
  readonly onProgress: OnProgress | undefined;
  readonly signal: AbortSignal | undefined;
}

/** Whether an array is all that its buffer holds. */
export const isWhole = ({ byteLength, buffer }: Uint8Array): boolean => byteLength === buffer.byteLength;

/** Copies arguments for the worker: later changes of the caller's do not reach it. Arrays that move are emptied. */
export class Arguments {
  readonly #moves: (array: Uint8Array) => boolean;
  readonly #copy: Copy;
  readonly #moved = new Set<ArrayBuffer>();

  /** Arrays that do not move are copied by `copy`. */
  constructor(moves: (array: Uint8Array) => boolean, copy: Copy = sliceOf) {
    this.#moves = moves;
    this.#copy = copy;
  }

  taken(call: CallName, given: readonly unknown[]): readonly unknown[] {
    const at = OPTIONS_AT[call];
    // The device stays: it is ignored.
    const args = [null, ...given.slice(1, at), withoutLocal(given[at])];
    const own = args.map((each, i) => this.#own(i === at ? 'options' : `argument ${i + 1}`, each));
    return structuredClone(own, { transfer: [...this.#moved] });
  }

  /** An array is copied even if it is a view: its buffer may be much larger. */
  #own(name: string, value: unknown): unknown {
    if (typeof value === 'function') throw refused('invalid-option', name, 'a function', 'data: functions do not move');
    if (ArrayBuffer.isView(value)) return this.#ownArray(name, value as Uint8Array);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) {
      return value.some(ArrayBuffer.isView) ? value.map((each, i) => this.#own(`${name}[${i}]`, each)) : value;
    }
    return Object.fromEntries(
      Object.entries(readMembers(value)).map(([key, each]) => [key, this.#own(`${name}.${key}`, each)]),
    );
  }

  #ownArray(name: string, array: Uint8Array): unknown {
    // Shared memory is shared. A DataView has no copy, and is refused by the call.
    if (!(array.buffer instanceof ArrayBuffer) || !('slice' in array)) return array;
    requireAttached(name, array);
    const own = this.#moves(array) ? array : this.#copy(array);
    this.#moved.add(own.buffer as ArrayBuffer);
    return own;
  }
}

/** The check of `webgpu-segmented/js`, which loads with its code. */
function requireAttached(name: string, array: Uint8Array): void {
  try {
    array.keys();
  } catch {
    throw refused('unsupported-type', name, 'detached array', 'an array whose buffer still holds it');
  }
}

/** Members of the options that have another form in the worker. */
function isLocal(key: string, value: unknown): boolean {
  return (key === 'onProgress' && typeof value === 'function') || (key === 'signal' && value instanceof AbortSignal);
}

export function withoutLocal(options: unknown): unknown {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) return options;
  return Object.fromEntries(Object.entries(readMembers(options)).filter(([key, value]) => !isLocal(key, value)));
}
