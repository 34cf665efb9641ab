import type { BufferArgument } from '../gpu/ranges.ts';

/**
 * Two buffers of the same size, one of which holds the items. A sort reads `current`, may use both, and sets `selector`
 * to the sorted one; so `current` is the sorted buffer afterwards. After CUB's class of that name.
 *
 * @example
 * const keys = new DoubleBuffer(bufferA, bufferB);
 * sort.encode(encoder, { keys, segments: { offsets, count } });
 * // keys.current now holds the sorted keys once the encoder's work is done
 */
export class DoubleBuffer {
  readonly #buffers: readonly [BufferArgument, BufferArgument];
  /** Which of the two constructor arguments is `current`: 0 or 1. */
  selector: 0 | 1;

  constructor(current: BufferArgument, alternate: BufferArgument, selector: 0 | 1 = 0) {
    this.#buffers = [current, alternate];
    this.selector = selector;
  }

  get current(): BufferArgument {
    return this.#buffers[this.selector];
  }

  get alternate(): BufferArgument {
    return this.#buffers[this.selector === 0 ? 1 : 0];
  }
}
