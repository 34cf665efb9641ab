/** Runs an example of the repository in a page. */
import type { LastCall } from 'webgpu-segmented/auto';
import { placeOfPage, where } from './place.ts';

type Print = (line: string) => void;

interface Example {
  readonly main: (where: unknown, print: Print) => Promise<void>;
}

const EXAMPLES = import.meta.glob<Example>(['../../../examples/*.mjs', '!../../../examples/run.mjs']);

/** Examples that record plans into a GPU's commands. The others have arrays only. */
export const RECORDED: readonly string[] = ['sampling'];

let device: Promise<GPUDevice> | undefined;

async function requestDevice(): Promise<GPUDevice> {
  const adapter = await navigator.gpu?.requestAdapter();
  if (!adapter) throw new Error('It records commands of a GPU, and this browser offers no WebGPU.');
  const { deviceDescriptor } = await import('webgpu-segmented');
  return adapter.requestDevice(deviceDescriptor(adapter));
}

export interface Ran {
  readonly text: string;
  /** Where it ran. */
  readonly by: string;
}

export async function runExample(name: string): Promise<Ran> {
  const { main } = await (EXAMPLES[`../../../examples/${name}.mjs`] as () => Promise<Example>)();
  const lines: string[] = [];
  const print = (line: string) => lines.push(line);
  if (!RECORDED.includes(name)) {
    const place = await placeOfPage();
    await main(place, print);
    return { text: lines.join('\n'), by: where(place.last as LastCall) };
  }
  device ??= requestDevice();
  const opened = await device.catch((error) => {
    device = undefined;
    throw error;
  });
  await main(opened, print);
  const { description, vendor, architecture } = opened.adapterInfo;
  const adapter = description || [vendor, architecture].filter(Boolean).join(' ') || 'an adapter without a name';
  return { text: lines.join('\n'), by: `By WebGPU, on ${adapter}` };
}
