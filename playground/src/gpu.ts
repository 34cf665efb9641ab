/** The browser's device, and its description in words. */
import { deviceDescriptor } from 'webgpu-segmented';

export interface Gpu {
  readonly device: GPUDevice;
  readonly adapter: GPUAdapter;
}

/** Why there is no WebGPU here. */
export class NoWebGpu extends Error {}

/** A device, or a `NoWebGpu` that says what is missing. */
export async function openGpu(): Promise<Gpu> {
  if (!window.isSecureContext) throw new NoWebGpu('This page was not loaded over https or from localhost.');
  if (!navigator.gpu) throw new NoWebGpu('This browser has no WebGPU, or it is switched off.');
  const adapter = await navigator.gpu.requestAdapter({ powerPreference: 'high-performance' });
  if (!adapter) throw new NoWebGpu('This browser has WebGPU, but it offers no adapter on this machine.');
  return { adapter, device: await adapter.requestDevice(deviceDescriptor(adapter)) };
}

/** Vendor and model, as far as the browser names them. */
export function adapterName({ adapter }: Gpu): string {
  const { vendor, architecture, device, description } = adapter.info;
  const named = description || [vendor, architecture, device].filter(Boolean).join(' ') || 'unnamed adapter';
  return adapter.info.isFallbackAdapter ? `${named} (software)` : named;
}

const FEATURES = ['subgroups', 'subgroup-size-control', 'shader-f16', 'timestamp-query'] as const;
const LIMITS = [
  'maxStorageBufferBindingSize',
  'maxBufferSize',
  'maxStorageBuffersPerShaderStage',
  'maxComputeWorkgroupStorageSize',
  'maxComputeInvocationsPerWorkgroup',
  'maxComputeWorkgroupSizeX',
  'maxComputeWorkgroupsPerDimension',
] as const;

/** Rows of a table: name, value. */
export function adapterFacts(gpu: Gpu): [string, string][] {
  const { info } = gpu.adapter;
  const { subgroupMinSize: min, subgroupMaxSize: max } = info;
  const has = gpu.device.features as ReadonlySet<string>;
  return [
    ['adapter', adapterName(gpu)],
    ['vendor, architecture', [info.vendor, info.architecture].filter(Boolean).join(', ') || 'not given'],
    ['subgroup size', has.has('subgroups') ? (min === max ? `${min}` : `${min} to ${max}`) : 'no subgroups'],
    ...FEATURES.map((name): [string, string] => [name, has.has(name) ? 'yes' : 'no']),
    ...LIMITS.map((name): [string, string] => [name, gpu.device.limits[name].toLocaleString('en')]),
  ];
}
