import type { BufferArgument } from '../gpu/ranges.ts';

/**
 * Two buffers of the same size, one of which holds the items. A sort reads `current`, may write both, and sets
 * `selector` to the sorted buffer. So `current` is the sorted buffer afterwards. Source: CUB's class of that name.
 *
 * @example
 * const keys = new DoubleBuffer(bufferA, bufferB);
 * sort.encode(encoder, { keys, segments: { offsets, count } });
 * // keys.current is now the output buffer. It holds the sorted keys after the GPU has run the encoder's commands.
 */
export class DoubleBuffer {
  readonly #buffers: readonly [BufferArgument, BufferArgument];
  /** Which of the two constructor arguments is `current`: 0 or 1. */
  selector: 0 | 1;

  /** `current` holds the items; `alternate` has the same size. `selector` 1 swaps the two. */
  constructor(current: BufferArgument, alternate: BufferArgument, selector: 0 | 1 = 0) {
    this.#buffers = [current, alternate];
    this.selector = selector;
  }

  /** The buffer that holds the items. */
  get current(): BufferArgument {
    return this.#buffers[this.selector];
  }

  /** The other buffer. */
  get alternate(): BufferArgument {
    return this.#buffers[this.selector === 0 ? 1 : 0];
  }
}
