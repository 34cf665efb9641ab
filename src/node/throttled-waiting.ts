/**
 * Waiting for a GPU that is these same cores. While an operation is under way, Dawn's Node binding asks for news in
 * every turn of the event loop, which takes a whole core from the adapter that does the work: of two cores, half.
 */

/** A turn of the event loop sleeps this part of the time waited so far, between these bounds. */
const SLEEP_PART = 1 / 20;
const MIN_SLEEP_MS = 0.05;
/** What a server beside the GPU work has to wait for its turn, at most. */
const MAX_SLEEP_MS = 1;

const cell = new Int32Array(new SharedArrayBuffer(4));
/** Operations under way, on any device of this module. */
let pending = 0;
/** When the newest of them began. */
let since = 0;
let pacing = false;

/** Sleeps in every turn of the event loop until nothing is under way. */
async function pace(): Promise<void> {
  if (pacing) return;
  pacing = true;
  while (pending > 0) {
    const waited = performance.now() - since;
    Atomics.wait(cell, 0, 0, Math.min(Math.max(SLEEP_PART * waited, MIN_SLEEP_MS), MAX_SLEEP_MS));
    await new Promise((resolve) => setImmediate(resolve));
  }
  pacing = false;
}

function ended(): void {
  pending--;
}

type Call = (...args: never[]) => Promise<unknown>;

/** Makes a method that gives a promise be waited for politely. */
function throttled<Name extends string>(object: { [name in Name]: Call }, name: Name): void {
  const call = object[name].bind(object) as Call;
  object[name] = (...args) => {
    const done = call(...args);
    pending++;
    since = performance.now();
    void pace();
    done.then(ended, ended);
    return done;
  };
}

/** Makes all operations of a software adapter's device that take their time be waited for politely. */
export function throttleWaiting(device: GPUDevice): void {
  throttled(device, 'createComputePipelineAsync');
  throttled(device, 'createRenderPipelineAsync');
  throttled(device.queue, 'onSubmittedWorkDone');
  const createBuffer = device.createBuffer.bind(device);
  device.createBuffer = (descriptor) => {
    const buffer = createBuffer(descriptor);
    if (descriptor.usage & GPUBufferUsage.MAP_READ || descriptor.usage & GPUBufferUsage.MAP_WRITE)
      throttled(buffer, 'mapAsync');
    return buffer;
  };
}
