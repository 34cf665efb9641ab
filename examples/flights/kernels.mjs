// The demo's calls by kernels: on a hardware GPU, otherwise on SwiftShader. Their results are those of JavaScript.

import { requestDevice } from 'webgpu-segmented/node';
import { checkMoments, checkSame } from './check.mjs';
import { CALLS, callsIn } from './places.mjs';

/**
 * @typedef {object} Kernels
 * @property {GPUDevice | undefined} device
 * @property {string} name of the adapter; without a device, why there is none
 * @property {boolean} isHardware
 */

/** @returns {Promise<Kernels>} */
export async function openKernels() {
  try {
    return ofDevice(await requestDevice({ hardware: true, quiet: true }), true);
  } catch {
    // There is no hardware GPU.
  }
  try {
    return ofDevice(await requestDevice({ quiet: true }), false);
  } catch (error) {
    return { device: undefined, name: error.message, isHardware: false };
  }
}

function ofDevice(device, isHardware) {
  const { vendor, architecture, device: model, description } = device.adapterInfo ?? {};
  const name = description || [vendor, architecture || model].filter(Boolean).join(' ') || 'a GPU without a name';
  return { device, name, isHardware };
}

/** @param {Kernels} kernels */
export const closeKernels = ({ device }) => device?.destroy();

/**
 * Runs all calls of a grouping and compares the results.
 *
 * @param {Kernels} kernels
 * @param {import('./demo.mjs').Outcome} outcome
 * @param {boolean} wantsTimes
 * @returns {Promise<Partial<Record<(typeof CALLS)[number], number>>>} milliseconds, where they are wanted
 */
export async function runKernels({ device, isHardware }, { grouped, results }, wantsTimes) {
  const calls = callsIn.kernels(device);
  const times = {};
  for (const name of CALLS) {
    let found = await calls[name](grouped);
    // The first call compiles the kernels.
    if (isHardware || wantsTimes) {
      const started = performance.now();
      found = await calls[name](grouped);
      times[name] = performance.now() - started;
    }
    if (name !== 'delays') {
      checkSame(name, found, results[name]);
      continue;
    }
    const [min, latest, mean, variance] = found;
    checkSame(name, [min, latest], results.delays.slice(0, 2));
    checkMoments('delays', { mean, variance }, grouped.delays, grouped.offsets);
  }
  return times;
}
