/** The call of the home page: by WebGPU where the browser has it, else by webgpu-segmented/js. */

export const CALLS = ['sort', 'sum', 'max', 'median', 'top 2', 'running sum'] as const;
export type CallName = (typeof CALLS)[number];

/** Segments of items, and of results. */
export interface Drawn {
  readonly before: readonly number[][];
  readonly after: readonly number[][];
  readonly by: string;
}

function numbersOf(what: string, text: string): number[] {
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  const wrong = words.find((word) => !Number.isFinite(Number(word)));
  if (wrong !== undefined) throw new Error(`${what}: '${wrong.slice(0, 30)}' is not a number.`);
  return words.map(Number);
}

async function openDevice(): Promise<{ device: GPUDevice; name: string } | undefined> {
  const adapter = await navigator.gpu?.requestAdapter().catch(() => null);
  if (!adapter) return undefined;
  const { deviceDescriptor } = await import('webgpu-segmented');
  const device = await adapter.requestDevice(deviceDescriptor(adapter));
  const { vendor, architecture, description } = adapter.info;
  return { device, name: description || [vendor, architecture].filter(Boolean).join(' ') || 'an unnamed adapter' };
}

let opened: ReturnType<typeof openDevice> | undefined;

function cut(items: ArrayLike<number>, offsets: ArrayLike<number>): number[][] {
  return Array.from({ length: offsets.length - 1 }, (_, s) =>
    Array.from(items).slice(offsets[s] as number, offsets[s + 1] as number),
  );
}

/** Runs a call on what the page's fields hold. An error's message says what is wrong with them. */
export async function runCall(name: CallName, keysText: string, lengthsText: string): Promise<Drawn> {
  const keys = Float32Array.from(numbersOf('keys', keysText));
  const lengths = numbersOf('lengths', lengthsText);
  opened ??= openDevice();
  const gpu = await opened;
  const library = gpu ? await import('webgpu-segmented') : await import('webgpu-segmented/js');
  const device = gpu?.device as GPUDevice;
  const offsets = [0];
  for (const length of lengths) offsets.push((offsets.at(-1) as number) + length);
  const segments = { lengths };
  const one = (results: ArrayLike<number>) => Array.from(results, (result) => [result]);
  const after = async (): Promise<number[][]> => {
    if (name === 'sort') return cut(await library.segmentedSort(device, keys, segments), offsets);
    if (name === 'running sum') return cut(await library.segmentedScan(device, keys, segments, 'sum'), offsets);
    if (name === 'median') return one((await library.segmentedQuantile(device, keys, segments, [0.5])) as Float64Array);
    if (name === 'top 2') {
      const top = await library.segmentedTopK(device, keys, segments, 2);
      return cut(top.keys, top.offsets);
    }
    return one(await library.segmentedReduce(device, keys, segments, name));
  };
  return {
    before: cut(keys, offsets),
    after: await after(),
    by: gpu ? `WebGPU, on ${gpu.name}` : 'webgpu-segmented/js, since this browser offers no WebGPU',
  };
}
