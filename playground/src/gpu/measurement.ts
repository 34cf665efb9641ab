/** A measurement as plain data, in a file and in a link. It has facts of the adapter and the browser, and nothing else. */
import type { TuneProgress, Tuning } from 'webgpu-segmented';
import { FORMAT, type LabLine, type Measurement, measurementOf } from '../../../bench/report/measurement.mjs';
import { adapterName, type Gpu } from '../gpu.ts';
import type { SelfTest } from './selftest.ts';
import type { Workloads } from './workloads.ts';

interface Brands {
  readonly brands: readonly { readonly brand: string; readonly version: string }[];
  readonly platform: string;
}

/** Name and main version of the browser, and the system's name. */
function browserName(): string {
  const data = (navigator as { userAgentData?: Brands }).userAgentData;
  const brands = data?.brands.filter(({ brand }) => !/not.*brand/i.test(brand)) ?? [];
  const brand = brands.find(({ brand }) => brand !== 'Chromium') ?? brands[0];
  if (data && brand) return `${brand.brand} ${brand.version}, ${data.platform || 'unnamed system'}`;
  const [named] = /(Firefox|Version)\/\d+/.exec(navigator.userAgent) ?? ['unnamed browser'];
  return named.replace('Version/', 'Safari ').replace('/', ' ');
}

/** Limits of a device are accessors of its prototype. */
function limitsOf({ limits }: GPUDevice): Record<string, number> {
  const names = Object.keys(Object.getOwnPropertyDescriptors(Object.getPrototypeOf(limits)));
  const all = names.map((name) => [name, limits[name as keyof GPUSupportedLimits]]);
  return Object.fromEntries(all.filter(([, value]) => typeof value === 'number')) as Record<string, number>;
}

export interface Tuned {
  readonly budgetMs: number;
  readonly table: Tuning;
  readonly progress: readonly TuneProgress[];
}

export interface Parts {
  readonly gpu: Gpu;
  readonly library: string;
  readonly selfTest: SelfTest;
  readonly workloads: Workloads;
  readonly tuned: Tuned | undefined;
  /** Lines of the experiments, if they ran. */
  readonly lab: readonly LabLine[];
  readonly seconds: number;
}

const changeText = ({ candidate, ratio = 1 }: TuneProgress) =>
  `${JSON.stringify(candidate)}: ${((1 - ratio) * 100).toFixed(0)}% less time`;

export function measurement({ gpu, library, selfTest, workloads, tuned, lab, seconds }: Parts): Measurement {
  const { info } = gpu.adapter;
  return {
    ...{ format: FORMAT, version: 1, library },
    date: new Date().toISOString().slice(0, 10),
    browser: browserName(),
    adapter: {
      name: adapterName(gpu),
      ...{ vendor: info.vendor, architecture: info.architecture, software: info.isFallbackAdapter === true },
      ...(info.subgroupMinSize ? { subgroupMinSize: info.subgroupMinSize } : {}),
      ...(info.subgroupMaxSize ? { subgroupMaxSize: info.subgroupMaxSize } : {}),
    },
    features: [...gpu.device.features].sort(),
    limits: limitsOf(gpu.device),
    selfTest: { calls: selfTest.calls, wrong: [...selfTest.wrong] },
    ...workloads,
    ...(tuned
      ? {
          tuning: {
            ...{ budgetMs: tuned.budgetMs, table: tuned.table, tried: tuned.progress.length },
            taken: tuned.progress.filter(({ taken }) => taken).map(changeText),
          },
        }
      : {}),
    ...(lab.length > 0 ? { lab: [...lab] } : {}),
    seconds: Math.round(seconds),
  };
}

async function through(
  stream: GenericTransformStream,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const body = new Blob([bytes])
    .stream()
    .pipeThrough(stream as ReadableWritablePair<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>);
  return new Uint8Array(await new Response(body).arrayBuffer());
}

/**
 * The part of a link after `#report=`: deflated, in the letters of base64url. A link has no room for lines of
 * experiments.
 */
export async function toLink({ lab: _, ...given }: Measurement): Promise<string> {
  const bytes = await through(new CompressionStream('deflate-raw'), new TextEncoder().encode(JSON.stringify(given)));
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

export async function fromLink(text: string): Promise<Measurement | undefined> {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
    return measurementOf(new TextDecoder().decode(await through(new DecompressionStream('deflate-raw'), bytes)));
  } catch {
    return undefined;
  }
}
