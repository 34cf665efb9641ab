/** Starts a worker, by the means that the runtime has. */
import { SegmentedError } from '../../checks.ts';
import { type Answer, buffersOf, type Request } from './protocol.ts';

/** A worker that has started. */
export interface StartedWorker {
  /** Sends a request. Its arrays move along. */
  post(request: Request): void;
  /** A worker of Node keeps the process alive while it works, and not while it rests. */
  work(): void;
  rest(): void;
  end(): void;
}

type OnAnswer = (answer: Answer) => void;
type OnEnd = (error: unknown) => void;

interface NodeWorker {
  postMessage(message: unknown, transfer: ArrayBuffer[]): void;
  on(event: string, listener: (value: never) => void): void;
  ref(): void;
  unref(): void;
  terminate(): void;
}

function startWebWorker(onAnswer: OnAnswer, onEnd: OnEnd): StartedWorker {
  // Bundlers know these words, and make a file of the worker.
  const worker = new Worker(new URL('../../../js-thread.js', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }: MessageEvent<Answer>) => onAnswer(data);
  worker.onerror = ({ message }) => onEnd(new Error(`the worker failed: ${message}`));
  return {
    post: (request) => worker.postMessage(request, [...buffersOf(request)]),
    work: () => undefined,
    rest: () => undefined,
    end: () => worker.terminate(),
  };
}

/** The worker's file. The CommonJS build has its own path in `__filename`. */
function threadFile(): URL | string {
  if (import.meta.url) return new URL('../../../js-thread.js', import.meta.url);
  return __filename.replace(/[^\\/]*$/, 'js-thread.js');
}

async function startNodeWorker(onAnswer: OnAnswer, onEnd: OnEnd): Promise<StartedWorker> {
  // Bundlers for pages must not find it.
  const name = ['node', 'worker_threads'].join(':');
  const { Worker: Thread } = (await import(/* @vite-ignore */ /* webpackIgnore: true */ name)) as {
    Worker: new (file: URL | string) => NodeWorker;
  };
  const worker = new Thread(threadFile());
  worker.on('message', onAnswer as (value: never) => void);
  worker.on('error', onEnd as (value: never) => void);
  worker.on('exit', () => onEnd(new Error('the worker has ended')));
  worker.unref();
  return {
    post: (request) => worker.postMessage(request, [...buffersOf(request)]),
    work: () => worker.ref(),
    rest: () => worker.unref(),
    end: () => worker.terminate(),
  };
}

/** Starts a worker. `onEnd` is called if it ends by itself. */
export async function startWorker(onAnswer: OnAnswer, onEnd: OnEnd): Promise<StartedWorker> {
  // The CommonJS build has no address, so under Deno it starts a worker of Node.
  if (typeof Worker === 'function' && import.meta.url) return startWebWorker(onAnswer, onEnd);
  const { process } = globalThis as { process?: { versions?: { node?: string } } };
  if (process?.versions?.node) return startNodeWorker(onAnswer, onEnd);
  throw new SegmentedError(
    'invalid-option',
    'createJsWorker: this runtime has no workers; allowed: webgpu-segmented/js',
  );
}
