/** The calls of a worker as functions that give promises. */

type Promised<T> = {
  [K in keyof T]: T[K] extends (...args: infer A) => infer R ? (...args: A) => Promise<Awaited<R>> : never;
};

export type Remote<T> = Promised<T> & { end(reason?: unknown): void };

interface Answer {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: string;
}

/** A worker answers `{ id, call, argument }` by `{ id, result }` or `{ id, error }`. Ending it rejects what waits. */
export function remote<T>(worker: Worker, names: readonly (keyof T & string)[]): Remote<T> {
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (reason: unknown) => void }>();
  let next = 0;
  const end = (reason?: unknown) => {
    worker.terminate();
    for (const { reject } of waiting.values()) reject(reason);
    waiting.clear();
  };
  worker.onmessage = ({ data: { id, result, error } }: MessageEvent<Answer>) => {
    const call = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) call?.resolve(result);
    else call?.reject(new Error(error));
  };
  worker.onerror = (event) => end(new Error(event.message || 'the worker stopped'));
  const call = (name: string) => (argument?: unknown) =>
    new Promise((resolve, reject) => {
      waiting.set(next, { resolve, reject });
      worker.postMessage({ id: next++, call: name, argument });
    });
  return { ...Object.fromEntries(names.map((name) => [name, call(name)])), end } as Remote<T>;
}
