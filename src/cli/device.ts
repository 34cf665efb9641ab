/** The program's device. */
import process from 'node:process';
import { requestDevice } from '../node/index.ts';
import type { Values } from './options.ts';

/** Requests a device by the command's options. The line about the adapter goes to stderr. */
export function programDevice({ texts, flags }: Values): Promise<GPUDevice> {
  const adapterName = texts.get('adapter-name');
  const onAdapter = (line: string) => {
    if (!flags.has('quiet')) process.stderr.write(`${line}\n`);
  };
  return requestDevice({ onAdapter, ...(adapterName === undefined ? {} : { adapterName }) });
}
