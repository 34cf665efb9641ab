// Waiting for the GPU. The Node binding of Dawn asks for news in a loop that takes a whole core; where the "GPU" is these same
// cores, that core is missing from it: with two of them, sorts took a fifth to a half longer. So between questions this
// thread sleeps a twentieth of the time waited so far, for every library that waits for the device: a time is at most so much
// too long. Real GPUs are waited for as usual.
const cell = new Int32Array(new SharedArrayBuffer(4));
const SLEEP_LEAST_MS = 0.05;
const SLEEP_PART = 1 / 20;

/** Makes `queue.onSubmittedWorkDone` of a software adapter's device sleep between questions. */
export function politeWaiting(device) {
  const { description, vendor, architecture } = device.adapterInfo;
  if (!/swiftshader|llvmpipe|software/i.test(`${description} ${vendor} ${architecture}`)) return;
  const { queue } = device;
  const ask = queue.onSubmittedWorkDone.bind(queue);
  queue.onSubmittedWorkDone = async () => {
    const start = performance.now();
    const done = ask();
    let waiting = true;
    const ended = () => {
      waiting = false;
    };
    done.then(ended, ended);
    while (waiting) {
      Atomics.wait(cell, 0, 0, Math.max(SLEEP_LEAST_MS, SLEEP_PART * (performance.now() - start)));
      await new Promise(setImmediate);
    }
    return done;
  };
}
