/**
 * Throttled waiting for a software adapter, which runs on the same CPU cores. While an operation is under way, Dawn's
 * Node binding polls in every turn of the event loop. That takes a whole core from the adapter. With two cores it is
 * half of the computing power.
 */

/** A turn of the event loop sleeps for this part of the time waited so far, within the bounds below. */
const SLEEP_PART = 1 / 20;
const MIN_SLEEP_MS = 0.05;
/** Maximum delay of other work in the event loop, such as a server's. */
const MAX_SLEEP_MS = 1;

const cell = new Int32Array(new SharedArrayBuffer(4));
/** Number of operations under way on all devices of this module. */
let pending = 0;
/** Start time of the newest of them, in ms. */
let since = 0;
let pacing = false;

/** Sleeps in every turn of the event loop until no operation is under way. */
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

/** Replaces a method that returns a promise by one that also throttles the waiting. */
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

/** Throttles the waiting for all long operations of a software adapter's device. */
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
