/**
 * The calls of `webgpu-segmented/js` in a worker: the page or the server goes on meanwhile.
 *
 * @module
 */

import type { OnProgress } from '../../api/batches.ts';
import {
  refused,
  requireCount,
  requireMembers,
  requireObject,
  SegmentedError,
  type SegmentedErrorCode,
} from '../../checks.ts';
import type * as js from '../index.ts';
import { Arguments, isWhole, type Reporting } from './arguments.ts';
import type { Pool } from './pool.ts';
import { type CallName, coresHere, OPTIONS_AT } from './protocol.ts';

export { SegmentedError, type SegmentedErrorCode };

/** Options of {@link createJsWorker}. */
export interface JsWorkerOptions {
  /**
   * The most workers that one call runs on: 1 to 64. Default: the machine's cores, at most 8. A second one starts with
   * the first call that has enough items for two.
   */
  workers?: number;
  /**
   * `true`: arrays are moved to the worker, not copied. The caller's arrays are then empty, with all that shares their
   * memory. Default: `false`.
   */
  transferInputs?: boolean;
}

/** The calls of `webgpu-segmented/js`, run by a worker. */
export type JsWorker = Pick<typeof js, CallName> & {
  /** The number of workers that run now. */
  readonly running: number;
  /** Starts all workers, which calls otherwise do as they need them. Rejects if they do not start. */
  start(): Promise<void>;
  /** Ends the workers. Calls that have not ended are refused with the code `'destroyed'`. */
  close(): void;
};

interface LocalOptions {
  readonly onProgress?: unknown;
  readonly signal?: unknown;
}

/** The calls. Until the workers' code is loaded, arguments are copied here; later that code does it. */
class WorkerCalls {
  readonly #transfer: boolean;
  readonly #workers: number;
  #loading: Promise<Pool> | undefined;
  #pool: Pool | undefined;
  #closed = false;

  constructor(transfer: boolean, workers: number) {
    this.#transfer = transfer;
    this.#workers = workers;
  }

  get running(): number {
    return this.#pool?.running ?? 0;
  }

  async run(call: CallName, given: readonly unknown[]): Promise<unknown> {
    if (this.#closed) throw new SegmentedError('destroyed', 'the worker was closed; allowed: a new one');
    const { onProgress, signal } = Object(given[OPTIONS_AT[call]]) as LocalOptions;
    const reporting: Reporting = {
      onProgress: typeof onProgress === 'function' ? (onProgress as OnProgress) : undefined,
      signal: signal instanceof AbortSignal ? signal : undefined,
    };
    if (this.#pool) return this.#pool.run(call, given, reporting);
    const own = new Arguments(this.#transfer ? isWhole : () => false).taken(call, given);
    return (await this.#load()).run(call, given, reporting, own);
  }

  async #load(): Promise<Pool> {
    this.#loading ??= import('./pool.ts').then(({ Pool }) => new Pool(this.#transfer, this.#workers));
    this.#pool = await this.#loading;
    if (this.#closed) throw new SegmentedError('destroyed', 'the worker was closed before the call ended');
    return this.#pool;
  }

  async start(): Promise<void> {
    await (await this.#load()).start();
  }

  close(): void {
    this.#closed = true;
    this.#pool?.close();
  }
}

/**
 * Makes workers that run the calls of `webgpu-segmented/js`: Web Workers, or worker threads of Node. The first starts
 * with the first call. A worker runs one call after another in their turns of 25 ms.
 *
 * A call with enough items runs on several workers: it is cut at borders of segments, and a long segment of a sum,
 * product, min, max, argmin, argmax, and, or, xor, count at whole subtrees of its tree. Results are the same, bit for
 * bit. Groupings, custom orders and operators, and segments by begin and end or with rows, stay on one. Workers end
 * after 30 s without a call, and the next call starts them again.
 *
 * Arrays are copied once on their way, or moved with `transferInputs`; results are moved. Arrays on a SharedArrayBuffer
 * are shared, and must not change until the call ends. Functions, such as `compare.js`, are refused, since they do not
 * leave their thread. `onProgress` and `signal` work as they do elsewhere.
 *
 * @throws SegmentedError `'invalid-option'`. Calls reject with the codes of `webgpu-segmented/js`, and with
 * `'destroyed'` after `close`.
 * @example
 * import { createJsWorker } from 'webgpu-segmented/js/worker';
 *
 * const worker = createJsWorker();
 * const sorted = await worker.segmentedSort(null, new Float32Array([3, 1, 2, 9, 8]), [0, 3, 5]); // 1 2 3 | 8 9
 * worker.close();
 */
export function createJsWorker(options: JsWorkerOptions = {}): JsWorker {
  requireObject('options', options);
  requireMembers('options', options, ['transferInputs', 'workers']);
  const { transferInputs = false, workers = Math.min(coresHere(), 8) } = options;
  if (typeof transferInputs !== 'boolean') {
    throw refused('invalid-option', 'transferInputs', transferInputs, 'true, false');
  }
  requireCount('workers', workers, 64, 'invalid-option', 1);
  const calls = new WorkerCalls(transferInputs, workers);
  const names = Object.keys(OPTIONS_AT) as CallName[];
  const each = names.map((name) => [name, (...given: unknown[]) => calls.run(name, given)] as const);
  return {
    ...Object.fromEntries(each),
    get running() {
      return calls.running;
    },
    start: () => calls.start(),
    close: () => calls.close(),
  } as unknown as JsWorker;
}
