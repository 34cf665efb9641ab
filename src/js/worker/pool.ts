/** Workers, and the calls that they share. Loaded by the first call. */
import type { OnProgress } from '../../api/batches.ts';
import { inWords, SegmentedError } from '../../checks.ts';
import { Arguments, isWhole, type Reporting, withoutLocal } from './arguments.ts';
import { Kept } from './kept.ts';
import { type Answer, buffersOf, type CallName, type Copy, OPTIONS_AT, type Request } from './protocol.ts';
import { type Piece, type Pieces, piecesOf } from './split.ts';
import { type StartedWorker, startWorker } from './start.ts';

interface Pending {
  readonly onProgress: OnProgress;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** The error of a call whose signal aborted. A worker may not see the signal, if it has no further turn. */
function abortedError({ reason }: AbortSignal): SegmentedError {
  const message = `signal: aborted (${inWords(reason)}); allowed: a signal not yet aborted`;
  return new SegmentedError('aborted', message, { cause: reason });
}

/** One worker. It starts with its first call. */
class OneWorker {
  readonly #pending = new Map<number, Pending>();
  #started: Promise<StartedWorker> | undefined;
  /** The worker, once it has started. A request then leaves at once, before the next piece is copied. */
  #worker: StartedWorker | undefined;
  /** Requests that wait for the start. */
  #waiting: Request[] = [];
  #next = 0;
  /** Receives the memory of arguments. Undefined where the caller's arrays move. */
  readonly #kept: Kept | undefined;

  constructor(kept: Kept | undefined) {
    this.#kept = kept;
  }

  /** The items of calls and pieces that have not ended. Each call and piece counts as one item more. */
  load = 0;

  get isRunning(): boolean {
    return this.#started !== undefined;
  }

  /** Runs a call. Its arguments move. */
  async run(
    call: CallName,
    args: readonly unknown[],
    { onProgress, signal }: Reporting,
    { items, shift }: Pick<Piece, 'items' | 'shift'>,
  ): Promise<unknown> {
    const id = ++this.#next;
    this.load += items + 1;
    // A signal that aborts in the last report comes too late, as without a worker.
    let [isLast, isAborted] = [false, false];
    const report = (progress: Parameters<OnProgress>[0]) => {
      isLast = progress.done === progress.total;
      onProgress?.(progress);
    };
    const ended = new Promise((resolve, reject) => {
      this.#pending.set(id, { onProgress: report, resolve, reject });
    });
    const abort = () => {
      isAborted = !isLast;
      this.#post({ id, abort: true });
    };
    signal?.addEventListener('abort', abort);
    try {
      const [reports, aborted] = [onProgress !== undefined, signal?.aborted === true];
      this.#post({ id, call, args, reports, aborted, shift, returns: this.#kept !== undefined });
      // The worker has a signal of its own, which knows no reason.
      const result = await ended.catch((error: SegmentedError) => {
        throw signal?.aborted && error.code === 'aborted' ? abortedError(signal) : error;
      });
      if (isAborted) throw abortedError(signal as AbortSignal);
      return result;
    } finally {
      signal?.removeEventListener('abort', abort);
      this.#pending.delete(id);
      this.load -= items + 1;
      if (this.#pending.size === 0) this.#worker?.rest();
    }
  }

  /** Ends the worker, and its calls with the error. */
  end(error: unknown): void {
    for (const pending of this.#pending.values()) pending.reject(error);
    this.#started?.then(
      (worker) => worker.end(),
      () => undefined,
    );
    this.#forget();
  }

  #forget(): void {
    this.#started = undefined;
    this.#worker = undefined;
    this.#waiting = [];
  }

  #post(request: Request): void {
    if (this.#worker) {
      this.#worker.work();
      this.#worker.post(request);
      return;
    }
    this.#waiting.push(request);
    this.#started ??= this.#start();
  }

  /** Starts a worker. One that was ended says so later, when another may have been started. */
  #start(): Promise<StartedWorker> {
    const isCurrent = () => this.#started === started;
    const started: Promise<StartedWorker> = startWorker(
      (answer) => isCurrent() && this.#onAnswer(answer),
      (error) => isCurrent() && this.#onEnd(error),
    );
    started.then(
      (worker) => {
        if (!isCurrent()) return;
        this.#worker = worker;
        for (const request of this.#waiting.splice(0)) this.#post(request);
      },
      (error) => isCurrent() && this.#onEnd(error),
    );
    return started;
  }

  #onAnswer(answer: Answer): void {
    const pending = this.#pending.get(answer.id);
    if ('progress' in answer) this.#onProgress(answer);
    if ('result' in answer) {
      this.#kept?.give(answer.back);
      pending?.resolve(answer.result);
    }
    if ('code' in answer) pending?.reject(new SegmentedError(answer.code, answer.message));
    if ('error' in answer) pending?.reject(answer.error);
  }

  /** A report that throws ends its call, as it does without a worker. */
  #onProgress({ id, progress }: Extract<Answer, { progress: unknown }>): void {
    const pending = this.#pending.get(id);
    try {
      pending?.onProgress(progress);
    } catch (error) {
      pending?.reject(error);
      this.#post({ id, abort: true });
    }
  }

  /** The worker has died: its calls fail, and the next call starts another one. */
  #onEnd(error: unknown): void {
    this.#forget();
    for (const pending of this.#pending.values()) pending.reject(error);
  }
}

const closedError = () => new SegmentedError('destroyed', 'the worker was closed before the call ended');

/** After so many milliseconds without a call the workers end. */
const IDLE = 30_000;

/** Workers that share calls. */
export class Pool {
  readonly #transfer: boolean;
  readonly #kept = new Kept();
  readonly #workers: readonly OneWorker[];
  #calls = 0;
  #idle: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(transfer: boolean, workers: number) {
    this.#transfer = transfer;
    this.#workers = Array.from({ length: workers }, () => new OneWorker(transfer ? undefined : this.#kept));
  }

  get running(): number {
    return this.#workers.filter(({ isRunning }) => isRunning).length;
  }

  /** Runs a call. `own`: its arguments, if they are copied already. Otherwise it copies them before it awaits. */
  async run(
    call: CallName,
    given: readonly unknown[],
    reporting: Reporting,
    own?: readonly unknown[],
  ): Promise<unknown> {
    clearTimeout(this.#idle);
    this.#calls++;
    try {
      return await this.#run(call, given, reporting, own);
    } finally {
      this.#calls--;
      if (this.#calls === 0 && !this.#closed) this.#rest();
    }
  }

  #run(call: CallName, given: readonly unknown[], reporting: Reporting, own?: readonly unknown[]): Promise<unknown> {
    const at = OPTIONS_AT[call];
    if (this.#workers.length > 1 && !this.#transfer) {
      // The device stays: it is ignored.
      const args = own ?? [null, ...given.slice(1, at), withoutLocal(given[at])];
      const pieces = piecesOf(call, args, this.#workers.length);
      if (pieces) return this.#runPieces(call, pieces, reporting);
    }
    return this.#least().run(call, own ?? this.#taken(call, given), reporting, { items: 0 });
  }

  #taken(call: CallName, given: readonly unknown[]): readonly unknown[] {
    const copy: Copy = (array) => this.#kept.copy(array);
    return new Arguments(this.#transfer ? isWhole : () => false, copy).taken(call, given);
  }

  /** The arguments of a piece, whose copies move. */
  #takenPiece(call: CallName, { args }: Piece): readonly unknown[] {
    const made = new Set<ArrayBufferLike>();
    const copy: Copy = (array, begin, end) => {
      const own = this.#kept.copy(array, begin, end);
      made.add(own.buffer);
      return own;
    };
    return new Arguments(({ buffer }) => made.has(buffer), copy).taken(call, args(copy));
  }

  /** The worker with the least to do. */
  #least(): OneWorker {
    return this.#workers.reduce((best, each) => (each.load < best.load ? each : best));
  }

  /** Sends each piece to the worker with the fewest. The first ones run while the others are copied. */
  async #runPieces(call: CallName, { items, pieces, take, join }: Pieces, reporting: Reporting): Promise<unknown> {
    // Each piece has a signal: Node warns of one with more than ten listeners.
    const controllers = pieces.map(() => new AbortController());
    const { signal, onProgress } = reporting;
    const abort = () => {
      for (const controller of controllers) controller.abort(signal?.reason);
    };
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
      const running = pieces.map(async (piece, i) => {
        const own = this.#takenPiece(call, piece);
        const onPiece = onProgress && report(i);
        const result = await this.#least().run(
          call,
          own,
          { onProgress: onPiece, signal: controllers[i]?.signal },
          piece,
        );
        const needed = take ? take(i, result) : result;
        if (needed === undefined) this.#kept.give(buffersOf(result));
        return needed;
      });
      const results = await Promise.all(running).catch((error) => {
        abort();
        throw error;
      });
      if (signal?.aborted) throw abortedError(signal);
      onProgress?.({ done: items, total: items });
      return join(results);
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  }

  async start(): Promise<void> {
    const one = () => [null, new Uint32Array(2), [0, 2]];
    const none = { onProgress: undefined, signal: undefined };
    await Promise.all(this.#workers.map((worker) => worker.run('segmentedSort', one(), none, { items: 0 })));
  }

  /** Ends the workers after a time without calls. The timer does not keep a process of Node alive. */
  #rest(): void {
    this.#idle = setTimeout(() => {
      for (const worker of this.#workers) worker.end(undefined);
      this.#kept.clear();
    }, IDLE);
    (this.#idle as { unref?: () => void }).unref?.();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#idle);
    for (const worker of this.#workers) worker.end(closedError());
    this.#kept.clear();
  }
}
