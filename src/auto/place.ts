/** What a place is. All of its code loads when one is opened. */
import { refused } from '../checks.ts';
import type { CallName } from '../js/worker/protocol.ts';

/** Options of {@link openPlace}. */
export interface PlaceOptions {
  /**
   * `'auto'` (default): each call where it takes the least time. `'gpu'`: on a hardware GPU whatever the number of
   * items. `'js'`: in JavaScript; a call that has only WGSL runs on a GPU.
   */
  prefer?: 'auto' | 'gpu' | 'js';
  /**
   * `true`: nothing runs elsewhere than `prefer` says. With `'gpu'`, `openPlace` throws where there is no hardware GPU,
   * and calls throw once it is lost. With `'js'`, calls that have only WGSL are refused. Default: `false`.
   */
  strict?: boolean;
  /**
   * The most workers that a call in JavaScript runs on: 0 to 64. They start with the first call that takes long enough,
   * and end after 30 s without one. Default: the machine's cores, at most 8.
   */
  workers?: number;
  /** A device of yours, which `close` does not destroy. Default: one that the place requests when a call needs it. */
  device?: GPUDevice;
  /**
   * `true`: before its first use the GPU's uploads, launches and readbacks are timed, which takes about 0.1 s, and
   * decide which calls win there. Default: `false`, a table.
   */
  measure?: boolean;
}

/** How the call that ended last was run. */
export interface LastCall {
  /** Where it ran. */
  readonly ran: 'gpu' | 'js';
  /** Why, in one sentence. */
  readonly why: string;
  /** The number of its items: rows, where its segments have rows. */
  readonly items: number;
}

/** Where calls run: see {@link openPlace}. */
export interface Place {
  /** The call that ended last, with a result or an error. Undefined before, and for calls with wrong arguments. */
  readonly last: LastCall | undefined;
  /** Ends the place. Calls that have not ended are refused with the code `'destroyed'`, and so are later ones. */
  close(): void;
}

/** The key of a place's method that runs calls, in both builds. */
export const RUN = Symbol.for('webgpu-segmented.place');

/** Runs a call with the arguments after the place. It has read them when it returns the promise. */
export type RunCall = (call: CallName, given: readonly unknown[]) => Promise<unknown>;

/** The method of a place that runs calls. */
export function runOf(place: Place): RunCall {
  const run = (Object(place) as { [RUN]?: RunCall })[RUN];
  if (run) return run;
  throw refused('invalid-option', 'place', place, 'a place that openPlace() has opened: await it');
}

/**
 * Opens a place, where calls on arrays run. A call runs on a hardware GPU if it has enough items to take less time
 * there, otherwise in JavaScript. Results are the same: the bits of the core, and means and variances of f32 within
 * their stated error. `place.last` says where the last call ran, and why.
 *
 * A software adapter, such as SwiftShader, is not a hardware GPU: JavaScript is faster. In Node the GPU comes from the
 * optional package `webgpu`, and there is none without it. The place asks for a device when a call first has enough
 * items. If the device is lost, calls on it reject with the code `'device-lost'`, and later calls run in JavaScript.
 *
 * Cost: nothing but loading the code. The first call on a GPU starts the device and compiles kernels.
 *
 * @throws SegmentedError `'invalid-option'`; with `strict` and `prefer: 'gpu'` also `'no-adapter'`. Calls reject with
 *   the codes of the core and with `'destroyed'` after `close`. A custom operator or order without `js` is refused with
 *   `'invalid-option'` where no hardware GPU can run its WGSL.
 * @example
 * import { openPlace, segmentedSort } from 'webgpu-segmented/auto';
 *
 * const place = await openPlace();
 * const sorted = await segmentedSort(place, new Float32Array([3, 1, 2, 9, 8]), [0, 3, 5]); // 1 2 3 | 8 9
 * console.log(place.last.ran, place.last.why);
 * place.close();
 */
export async function openPlace(options: PlaceOptions = {}): Promise<Place> {
  const { opened } = await import('./opened.ts');
  return opened(options);
}
