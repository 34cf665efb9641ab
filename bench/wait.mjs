// Waits for the GPU. The Node binding of Dawn asks for news in a loop that takes a whole core; where the "GPU" is these same
// cores, that core is missing from it: with two of them, sorts took a fifth to a half longer. So between questions this
// thread sleeps a tenth of a millisecond. Real GPUs are waited for as usual.
const cell = new Int32Array(new SharedArrayBuffer(4));
const SLEEP_MS = 0.1;

export async function workDone(device) {
  const { description, vendor, architecture } = device.adapterInfo;
  const software = /swiftshader|llvmpipe|software/i.test(`${description} ${vendor} ${architecture}`);
  const done = device.queue.onSubmittedWorkDone();
  if (!software) return done;
  let waiting = true;
  const ended = () => {
    waiting = false;
  };
  done.then(ended, ended);
  while (waiting) {
    Atomics.wait(cell, 0, 0, SLEEP_MS);
    await new Promise(setImmediate);
  }
  return done;
}
