/** The worker as calls that give promises. A signal ends the worker; nothing else can stop plain JavaScript. */
import type { Calls } from './worker.ts';

export type Workshop = {
  [K in keyof Calls]: (...args: Parameters<Calls[K]>) => Promise<Awaited<ReturnType<Calls[K]>>>;
} & { end(): void };

interface Answer {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: string;
}

export function openWorkshop(signal: AbortSignal): Workshop {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (reason: unknown) => void }>();
  let next = 0;
  const end = (reason?: unknown) => {
    worker.terminate();
    for (const { reject } of waiting.values()) reject(reason);
    waiting.clear();
  };
  worker.onmessage = ({ data: { id, result, error } }: MessageEvent<Answer>) => {
    const call = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) call?.resolve(result as never);
    else call?.reject(new Error(error));
  };
  worker.onerror = (event) => end(new Error(event.message || 'the worker stopped'));
  signal.addEventListener('abort', () => end(signal.reason), { once: true });
  const call = (name: keyof Calls) => (argument?: unknown) =>
    new Promise<never>((resolve, reject) => {
      const id = next++;
      waiting.set(id, { resolve, reject });
      worker.postMessage({ id, call: name, argument });
    });
  return { make: call('make'), plain: call('plain'), check: call('check'), end: () => end() };
}
