/** The calls of `webgpu-segmented/js` in a worker: the page or the server goes on meanwhile. */

import type { OnProgress } from '../../api/batches.ts';
import { refused, requireMembers, requireObject, SegmentedError, type SegmentedErrorCode } from '../../checks.ts';
import type * as js from '../index.ts';
import { type Answer, type CallName, OPTIONS_AT, type Request } from './protocol.ts';
import { type StartedWorker, startWorker } from './start.ts';

export { SegmentedError, type SegmentedErrorCode };

/** Options of {@link createJsWorker}. */
export interface JsWorkerOptions {
  /**
   * `true`: arrays are moved to the worker, not copied. The caller's arrays are then empty, with all that shares their
   * memory. Default: `false`.
   */
  transferInputs?: boolean;
}

/** The calls of `webgpu-segmented/js`, run by a worker. */
export type JsWorker = Pick<typeof js, CallName> & {
  /** Ends the worker. Calls that have not ended are refused with the code `'destroyed'`. */
  close(): void;
};

interface Pending {
  readonly onProgress: OnProgress | undefined;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** Copies arguments for the worker: later changes of the caller's do not reach it. Arrays that move are emptied. */
class Arguments {
  readonly #transfer: boolean;
  readonly #moved = new Set<ArrayBuffer>();

  constructor(transfer: boolean) {
    this.#transfer = transfer;
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
    if (ArrayBuffer.isView(value)) return this.#ownArray(value as Uint8Array);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, this.#own(`${name}.${key}`, each)]));
  }

  #ownArray(array: Uint8Array): unknown {
    // Shared memory is shared. A DataView has no copy, and is refused by the call.
    if (!(array.buffer instanceof ArrayBuffer) || !('slice' in array)) return array;
    const moves = this.#transfer && array.byteLength === array.buffer.byteLength;
    const own = moves ? array : array.slice();
    this.#moved.add(own.buffer as ArrayBuffer);
    return own;
  }
}

/** Members of the options that have another form in the worker. */
function isLocal(key: string, value: unknown): boolean {
  return (key === 'onProgress' && typeof value === 'function') || (key === 'signal' && value instanceof AbortSignal);
}

function withoutLocal(options: unknown): unknown {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) return options;
  return Object.fromEntries(Object.entries(options).filter(([key, value]) => !isLocal(key, value)));
}

interface LocalOptions {
  readonly onProgress?: unknown;
  readonly signal?: unknown;
}

class WorkerCalls {
  readonly #transfer: boolean;
  readonly #pending = new Map<number, Pending>();
  #started: Promise<StartedWorker> | undefined;
  #next = 0;
  #closed = false;

  constructor(transfer: boolean) {
    this.#transfer = transfer;
  }

  /** Runs a call. Arguments are copied, or moved, before anything is awaited. */
  async run(call: CallName, given: readonly unknown[]): Promise<unknown> {
    if (this.#closed) throw new SegmentedError('destroyed', 'the worker was closed; allowed: a new one');
    const args = new Arguments(this.#transfer).taken(call, given);
    const { onProgress, signal } = Object(given[OPTIONS_AT[call]]) as LocalOptions;
    const id = ++this.#next;
    const report = typeof onProgress === 'function' ? (onProgress as OnProgress) : undefined;
    const ended = new Promise((resolve, reject) => {
      this.#pending.set(id, { onProgress: report, resolve, reject });
    });
    const signals = signal instanceof AbortSignal ? signal : undefined;
    const abort = () => this.#post({ id, abort: true });
    signals?.addEventListener('abort', abort);
    try {
      this.#post({ id, call, args, reports: report !== undefined, aborted: signals?.aborted === true });
      return await ended;
    } finally {
      signals?.removeEventListener('abort', abort);
      this.#pending.delete(id);
      if (this.#pending.size === 0)
        this.#started?.then(
          (worker) => worker.rest(),
          () => undefined,
        );
    }
  }

  close(): void {
    this.#closed = true;
    this.#fail(new SegmentedError('destroyed', 'the worker was closed before the call ended'));
    this.#started?.then(
      (worker) => worker.end(),
      () => undefined,
    );
  }

  #post(request: Request): void {
    this.#started ??= startWorker(
      (answer) => this.#onAnswer(answer),
      (error) => this.#onEnd(error),
    );
    this.#started.then(
      (worker) => {
        worker.work();
        worker.post(request);
      },
      (error) => this.#onEnd(error),
    );
  }

  #onAnswer(answer: Answer): void {
    const pending = this.#pending.get(answer.id);
    if ('progress' in answer) this.#onProgress(answer);
    else if ('result' in answer) pending?.resolve(answer.result);
    else if ('code' in answer) pending?.reject(new SegmentedError(answer.code, answer.message));
    else pending?.reject(answer.error);
  }

  /** A report that throws ends its call, as it does without a worker. */
  #onProgress({ id, progress }: Extract<Answer, { progress: unknown }>): void {
    const pending = this.#pending.get(id);
    try {
      pending?.onProgress?.(progress);
    } catch (error) {
      pending?.reject(error);
      this.#post({ id, abort: true });
    }
  }

  /** The worker has died: its calls fail, and the next call starts another one. */
  #onEnd(error: unknown): void {
    this.#started = undefined;
    this.#fail(error);
  }

  #fail(error: unknown): void {
    for (const pending of this.#pending.values()) pending.reject(error);
  }
}

/**
 * Makes a worker that runs the calls of `webgpu-segmented/js`: a Web Worker, or a worker thread of Node. It starts with
 * the first call and runs one call after another in their turns of 25 ms.
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
  requireMembers('options', options, ['transferInputs']);
  const { transferInputs = false } = options;
  if (typeof transferInputs !== 'boolean') {
    throw refused('invalid-option', 'transferInputs', transferInputs, 'true, false');
  }
  const calls = new WorkerCalls(transferInputs);
  const names = Object.keys(OPTIONS_AT) as CallName[];
  const each = names.map((name) => [name, (...given: unknown[]) => calls.run(name, given)] as const);
  return { ...Object.fromEntries(each), close: () => calls.close() } as unknown as JsWorker;
}
