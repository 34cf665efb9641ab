import type { DataArgument } from '../ports/operand.ts';

/**
 * Two arrays or handles of the same size. A sort reads `first()` and writes `second()`. With do_swap_iters it then
 * swaps the pair, so that `first()` is sorted.
 *
 * @example
 * const keys = new io_iterator_pair(device_ptr(bufferA, 'f32'), device_ptr(bufferB, 'f32'));
 * await sort_keys({ device }, keys, n, false, true);
 * keys.first(); // bufferB's handle: the sorted side
 */
export class io_iterator_pair<Iter extends DataArgument = DataArgument> {
  readonly iter: readonly [Iter, Iter];
  /** Whether the two are swapped. */
  selector: boolean;

  constructor(first: Iter, second: Iter, selector = false) {
    this.iter = [first, second];
    this.selector = selector;
  }

  /** The array or handle that a sort reads. */
  first(): Iter {
    return this.iter[this.selector ? 1 : 0];
  }

  /** The one that it writes. */
  second(): Iter {
    return this.iter[this.selector ? 0 : 1];
  }

  /** Makes the first the second. */
  swap(): void {
    this.selector = !this.selector;
  }
}

/** Whether a value is a pair. `instanceof` may fail, since the ESM and the CommonJS build have one class each. */
export function isPair(value: unknown): value is io_iterator_pair {
  return typeof value === 'object' && value !== null && 'iter' in value && 'swap' in value;
}
