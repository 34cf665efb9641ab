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
import { Kept, LEAST_KEPT } from './kept.ts';
import { type Answer, buffersOf, type CallName, OPTIONS_AT, type Port, type Request, shift } from './protocol.ts';

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

/**
 * Says of each array that is alone in its buffer that the call may use it up: nobody else has it. An argument is an
 * array, or an object that has one as a member. Returns the buffers that came.
 */
function giveUp(args: readonly unknown[]): ArrayBuffer[] {
  const users = new Map<ArrayBufferLike, object[]>();
  const visit = (value: unknown, owner: object) => {
    if (ArrayBuffer.isView(value)) {
      const isAlone = value.buffer instanceof ArrayBuffer && value.byteLength === value.buffer.byteLength;
      users.set(value.buffer, isAlone && !users.has(value.buffer) ? [value, owner] : []);
    } else if (typeof value === 'object' && value !== null) {
      for (const each of Object.values(value)) visit(each, value);
    }
  };
  visit(args, args);
  for (const each of [...users.values()].flat()) scan.GIVEN_UP.add(each);
  return [...users.keys()].filter((each) => each instanceof ArrayBuffer);
}

/** Memory for copies of arrays that threads share: at most 16 MB. Fresh memory takes longer than the copy. */
const kept = new Kept(2 ** 24);

/** An argument with copies of its shared arrays, whose buffers are added to `found`. */
function unshared(value: unknown, found: Set<ArrayBufferLike>): unknown {
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer || !('slice' in value)) return value;
    const copy = kept.copy(value);
    found.add(copy.buffer);
    return copy;
  }
  if (Array.isArray(value)) return value.some(ArrayBuffer.isView) ? value.map((each) => unshared(each, found)) : value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, unshared(each, found)]));
}

/** Calls that have not ended. */
const running = new Map<number, AbortController>();

async function answered(request: Extract<Request, { call: unknown }>, say: (answer: Answer) => void): Promise<Answer> {
  const { id, call, args, reports, aborted, returns, shift: added } = request;
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
    const copies = new Set<ArrayBufferLike>();
    const all = [...args.slice(0, at).map((each) => unshared(each, copies)), options];
    const buffers = giveUp(all);
    const result = await CALLS[call](...all);
    if (added) shift(result as Uint32Array, added);
    const used = buffersOf(result);
    const unused = buffers.filter((each) => each.byteLength >= LEAST_KEPT && !used.has(each));
    kept.give(unused.filter((each) => copies.has(each)));
    const back = returns ? unused.filter((each) => !copies.has(each)) : [];
    return { id, result, back };
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
  port.postMessage(answer, 'result' in answer ? [...buffersOf(answer.result), ...answer.back] : []);
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
