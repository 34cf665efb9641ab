/**
 * A process of the laboratory with one device: run.mjs starts it with { names, small, toggles, milliseconds,
 * gpuName } as JSON. Prints its rows as JSON lines.
 */
import * as library from '../../dist/index.js';
import * as oracle from '../../dist/js.js';
import { requestDevice } from '../../dist/node.js';
import { ALL_EXPERIMENTS } from './experiments/index.mjs';
import { headOf, laboratory, runExperiment } from './lab.mjs';
import { calibrationOf } from './system.mjs';

const { names, small, toggles, milliseconds, gpuName } = JSON.parse(process.argv[2]);

/** A device whose Dawn has some toggles, of the adapter that the system offers. */
async function deviceWith(features) {
  const { create, globals } = await import('webgpu');
  Object.assign(globalThis, globals);
  const gpu = create([`enable-dawn-features=${features}`, 'disable-dawn-features=timestamp_quantization']);
  // Without a reference the addon's objects are freed while they are in use.
  globalThis.laboratoryGpu = gpu;
  const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' });
  if (!adapter) throw new Error('the system offers no adapter');
  return adapter.requestDevice(library.deviceDescriptor(adapter));
}

const emit = (row) => process.stdout.write(`${JSON.stringify(row)}\n`);

const device = toggles ? await deviceWith(toggles) : await requestDevice({ quiet: true });
device.lost.then(({ reason, message }) => {
  if (reason === 'destroyed') return;
  process.stderr.write(`the device was lost: ${message}\n`);
  process.exit(1);
});
const lab = laboratory({ device, library, oracle, small, toggles, gpu: calibrationOf(gpuName) });
emit(headOf(lab));
const until = performance.now() + milliseconds;
for (const name of names) {
  emit({ begins: name });
  await runExperiment(
    lab,
    ALL_EXPERIMENTS.find((one) => one.name === name),
    { emit, until },
  );
}
process.exit(0);
