/** The calls of `webgpu-segmented/js` in a worker: the page or the server goes on meanwhile. */

import type { OnProgress } from '../../api/batches.ts';
import { refused, requireMembers, requireObject, SegmentedError, type SegmentedErrorCode } from '../../checks.ts';
import type * as js from '../index.ts';
import { type Answer, type CallName, OPTIONS_AT, type Request } from './protocol.ts';
import type * as split from './split.ts';
import type { Pieces } from './split.ts';
import { coresHere, type StartedWorker, startWorker } from './start.ts';

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

/** What a call needs besides its arguments. */
interface Reporting {
  readonly onProgress: OnProgress | undefined;
  readonly signal: AbortSignal | undefined;
}

/** One worker. It starts with its first call. */
class OneWorker {
  readonly #pending = new Map<number, Pending>();
  #started: Promise<StartedWorker> | undefined;
  #next = 0;

  /** Calls that have not ended. */
  get pending(): number {
    return this.#pending.size;
  }

  get isRunning(): boolean {
    return this.#started !== undefined;
  }

  /** Runs a call. Its arguments move. */
  async run(call: CallName, args: readonly unknown[], { onProgress, signal }: Reporting): Promise<unknown> {
    const id = ++this.#next;
    const ended = new Promise((resolve, reject) => {
      this.#pending.set(id, { onProgress, resolve, reject });
    });
    const abort = () => this.#post({ id, abort: true });
    signal?.addEventListener('abort', abort);
    try {
      this.#post({ id, call, args, reports: onProgress !== undefined, aborted: signal?.aborted === true });
      return await ended;
    } finally {
      signal?.removeEventListener('abort', abort);
      this.#pending.delete(id);
      if (this.#pending.size === 0) this.#with((worker) => worker.rest());
    }
  }

  /** Ends the worker, and its calls with the error. */
  end(error: unknown): void {
    for (const pending of this.#pending.values()) pending.reject(error);
    this.#with((worker) => worker.end());
    this.#started = undefined;
  }

  #with(use: (worker: StartedWorker) => void): void {
    this.#started?.then(use, () => undefined);
  }

  #post(request: Request): void {
    this.#started ??= this.#start();
    const started = this.#started;
    const isCurrent = () => this.#started === started;
    started.then(
      (worker) => {
        if (!isCurrent()) return;
        worker.work();
        worker.post(request);
      },
      (error) => isCurrent() && this.#onEnd(error),
    );
  }

  /** Starts a worker. One that was ended says so later, when another may have been started. */
  #start(): Promise<StartedWorker> {
    const started: Promise<StartedWorker> = startWorker(
      (answer) => this.#started === started && this.#onAnswer(answer),
      (error) => this.#started === started && this.#onEnd(error),
    );
    return started;
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
    for (const pending of this.#pending.values()) pending.reject(error);
  }
}

const closedError = () => new SegmentedError('destroyed', 'the worker was closed before the call ended');

/** After so many milliseconds without a call the workers end. */
const IDLE = 30_000;

class WorkerCalls {
  readonly #transfer: boolean;
  readonly #workers: readonly OneWorker[];
  #splitter: typeof split | undefined;
  #calls = 0;
  #idle: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(transfer: boolean, workers: number) {
    this.#transfer = transfer;
    this.#workers = Array.from({ length: workers }, () => new OneWorker());
  }

  get running(): number {
    return this.#workers.filter(({ isRunning }) => isRunning).length;
  }

  /** Runs a call. Arguments are copied, or moved, before anything is awaited. */
  async run(call: CallName, given: readonly unknown[]): Promise<unknown> {
    if (this.#closed) throw new SegmentedError('destroyed', 'the worker was closed; allowed: a new one');
    const { onProgress, signal } = Object(given[OPTIONS_AT[call]]) as LocalOptions;
    const reporting = {
      onProgress: typeof onProgress === 'function' ? (onProgress as OnProgress) : undefined,
      signal: signal instanceof AbortSignal ? signal : undefined,
    };
    clearTimeout(this.#idle);
    this.#calls++;
    try {
      return await this.#run(call, given, reporting);
    } finally {
      this.#calls--;
      if (this.#calls === 0 && !this.#closed) this.#rest();
    }
  }

  async #run(call: CallName, given: readonly unknown[], reporting: Reporting): Promise<unknown> {
    const at = OPTIONS_AT[call];
    const mayBeLong = this.#workers.length > 1 && !this.#transfer && lengthOf(given[1]) >= LONG;
    if (mayBeLong && this.#splitter) {
      // The device stays: it is ignored.
      const args = [null, ...given.slice(1, at), withoutLocal(given[at])];
      const pieces = this.#splitter.piecesOf(call, args, this.#workers.length);
      if (pieces) return this.#runPieces(call, pieces, reporting);
    }
    const args = new Arguments(this.#transfer).taken(call, given);
    if (!mayBeLong || this.#splitter) return this.#least().run(call, args, reporting);
    this.#splitter = await import('./split.ts');
    if (this.#closed) throw closedError();
    const pieces = this.#splitter.piecesOf(call, args, this.#workers.length);
    return pieces ? this.#runPieces(call, pieces, reporting) : this.#least().run(call, args, reporting);
  }

  /** The worker with the fewest calls. */
  #least(): OneWorker {
    return this.#workers.reduce((best, each) => (each.pending < best.pending ? each : best));
  }

  /** Sends each piece to the worker with the fewest. The first ones run while the others are copied. */
  async #runPieces(call: CallName, { items, pieces, join }: Pieces, reporting: Reporting): Promise<unknown> {
    const controller = new AbortController();
    const { signal, onProgress } = reporting;
    const abort = () => controller.abort();
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort);
    const done = pieces.map(() => 0);
    const report = (i: number) => (progress: { done: number }) => {
      done[i] = progress.done;
      const sum = done.reduce((all, each) => all + each, 0);
      // The last report comes with the result.
      if (sum < items) onProgress?.({ done: sum, total: items });
    };
    try {
      const running = pieces.map(({ args }, i) => {
        const own = new Arguments(true).taken(call, args());
        const onPiece = onProgress && report(i);
        return this.#least().run(call, own, { onProgress: onPiece, signal: controller.signal });
      });
      const results = await Promise.all(running).catch((error) => {
        abort();
        throw error;
      });
      onProgress?.({ done: items, total: items });
      return join(results);
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  }

  async start(): Promise<void> {
    const one = () => [null, new Uint32Array(2), [0, 2]];
    const none = { onProgress: undefined, signal: undefined };
    await Promise.all(this.#workers.map((worker) => worker.run('segmentedSort', one(), none)));
  }

  /** Ends the workers after a time without calls. The timer does not keep a process of Node alive. */
  #rest(): void {
    this.#idle = setTimeout(() => {
      for (const worker of this.#workers) worker.end(undefined);
    }, IDLE);
    (this.#idle as { unref?: () => void }).unref?.();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#idle);
    for (const worker of this.#workers) worker.end(closedError());
  }
}

/** Calls with fewer items never run on several workers. The loaded code has the bound of each call. */
const LONG = 2 ** 16;

/** The length of an array, as far as it has one. */
function lengthOf(array: unknown): number {
  const { length, data } = Object(array) as { length?: number; data?: { length?: number } };
  return length ?? data?.length ?? 0;
}

/**
 * Makes workers that run the calls of `webgpu-segmented/js`: Web Workers, or worker threads of Node. The first one starts
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
  if (!Number.isInteger(workers) || workers < 1 || workers > 64) {
    throw refused('invalid-option', 'workers', workers, 'whole numbers from 1 to 64');
  }
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
