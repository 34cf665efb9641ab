/** Where the program's calls run. */
import process from 'node:process';
import type { Device } from '../arrow/calls.ts';
import { openPlace } from '../auto/index.ts';
import { requestDevice } from '../node/index.ts';
import { usage } from './exit.ts';
import type { Values } from './options.ts';

/** Requests a device by the command's options. The line about the adapter goes to stderr. */
function programDevice({ texts, flags }: Values): Promise<GPUDevice> {
  const adapterName = texts.get('adapter-name');
  const onAdapter = (line: string) => {
    if (!flags.has('quiet')) process.stderr.write(`${line}\n`);
  };
  return requestDevice({ onAdapter, ...(adapterName === undefined ? {} : { adapterName }) });
}

/**
 * Opens the place that the command's options name: a device for `gpu`, otherwise a place that chooses for each call. An
 * adapter's name means its device. So does `--partial`, since states of parts come from kernels.
 */
export async function programPlace(values: Values): Promise<Device> {
  const { texts, flags } = values;
  const adapter = texts.has('adapter-name') ? '--adapter-name' : flags.has('partial') ? '--partial' : undefined;
  const place = texts.get('place') ?? (adapter ? 'gpu' : 'auto');
  if (adapter && place !== 'gpu') throw usage(`--place: '${place}' with ${adapter}; allowed: gpu`);
  if (place === 'gpu') return programDevice(values);
  return openPlace(place === 'js' ? { prefer: 'js', strict: true } : {});
}
