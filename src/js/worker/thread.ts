/** The worker's side: runs calls of `webgpu-segmented/js`, one after another. */
import { SegmentedError } from '../../checks.ts';
import * as group from '../group/array_call.ts';
import * as columns from '../group/columns.ts';
import * as js from '../index.ts';
import * as omit from '../omit.ts';
import * as reduce from '../reduce/array_call.ts';
import * as operators from '../reduce/custom.ts';
import * as initial from '../reduce/initial.ts';
import * as more from '../reduce/more.ts';
import * as scan from '../scan/array_call.ts';
import * as quantiles from '../select/quantiles.ts';
import * as topK from '../select/topk.ts';
import * as sort from '../sort/array_call.ts';
import * as custom from '../sort/custom.ts';
import * as tuning from '../tuning.ts';
import { type Answer, buffersOf, type CallName, OPTIONS_AT, type Port, type Request } from './protocol.ts';

/**
 * The calls. What they would load is here as well: a bundler that makes one script of a worker, as Vite does, refuses
 * a worker that loads more.
 */
const OPERATIONS = {
  ...columns,
  ...custom,
  ...group,
  ...initial,
  ...more,
  ...omit,
  ...operators,
  ...quantiles,
  ...reduce,
  ...scan,
  ...sort,
  ...topK,
};
const CALLS = { ...js, ...OPERATIONS, ...tuning } as unknown as Readonly<
  Record<CallName, (...all: unknown[]) => Promise<unknown>>
>;

/** Calls that have not ended. */
const running = new Map<number, AbortController>();

async function answered(request: Extract<Request, { call: unknown }>, say: (answer: Answer) => void): Promise<Answer> {
  const { id, call, args, reports, aborted } = request;
  const controller = new AbortController();
  if (aborted) controller.abort();
  running.set(id, controller);
  try {
    const at = OPTIONS_AT[call];
    const given = args[at];
    // What is no object is refused by the call.
    const options =
      given === undefined || (typeof given === 'object' && given !== null)
        ? {
            ...{ signal: controller.signal, ...(given as object | undefined) },
            ...(reports ? { onProgress: (progress: { done: number; total: number }) => say({ id, progress }) } : {}),
          }
        : given;
    return { id, result: await CALLS[call](...args.slice(0, at), options) };
  } catch (error) {
    if (error instanceof SegmentedError) return { id, code: error.code, message: error.message };
    return { id, error };
  } finally {
    running.delete(id);
  }
}

async function onRequest(port: Port, request: Request): Promise<void> {
  if ('abort' in request) {
    running.get(request.id)?.abort();
    return;
  }
  const answer = await answered(request, (progress) => port.postMessage(progress, []));
  port.postMessage(answer, 'result' in answer ? [...buffersOf(answer.result)] : []);
}

async function listen(): Promise<void> {
  const web = globalThis as unknown as Port & { onmessage?: (event: { data: Request }) => void };
  if (typeof web.postMessage === 'function') {
    web.onmessage = ({ data }) => void onRequest(web, data);
    return;
  }
  // Bundlers for pages must not find it.
  const name = ['node', 'worker_threads'].join(':');
  const { parentPort } = (await import(/* @vite-ignore */ /* webpackIgnore: true */ name)) as {
    parentPort: Port & { on(event: 'message', listener: (data: Request) => void): void };
  };
  parentPort.on('message', (data) => void onRequest(parentPort, data));
}

listen();
