import lanes from '../../wgsl/gpu/lanes.wgsl';
import { refused, SegmentedError, shown } from '../errors.ts';
import { link } from '../plan/link.ts';
import type { Kernel } from '../plan/module.ts';
import { deviceState, requireDevice } from './device.ts';
import { hostCall } from './host_call.ts';

/** The facts of a device that decide which kernels the library uses. */
export interface DeviceFacts {
  /**
   * Whether it is a software adapter (SwiftShader, lavapipe, WARP). There, barriers are expensive and the lanes of one
   * invocation are cheap.
   */
  readonly software: boolean;
  /** Whether it is lavapipe, which has a separate table. */
  readonly lavapipe: boolean;
  /** The vendor's name, for example 'amd'. Empty if it is unknown. */
  readonly vendor: string;
  /** Whether kernels may use `enable subgroups`. */
  readonly subgroups: boolean;
  /** Smallest and largest subgroup size that a kernel may run with; 1 without subgroups. */
  readonly subgroupMinSize: number;
  readonly subgroupMaxSize: number;
  /** Whether a kernel may ask for a subgroup size between these. */
  readonly subgroupSizeControl: boolean;
  readonly workgroupStorageBytes: number;
  readonly workgroupInvocations: number;
}

const LAVAPIPE = /(llvm|lava)pipe/i;
const SOFTWARE = /swiftshader|(llvm|lava|soft)pipe|basic render|\bwarp\b/i;

const nameOf = ({ vendor, architecture, device, description }: GPUAdapterInfo) =>
  [vendor, architecture, device, description].join(' ');

/**
 * Whether an adapter is a software adapter: by its mark, or by a software driver's name. The architecture 'software'
 * proves nothing. Dawn gives it to each driver of Mesa that it does not know, such as Honeykrisp on an Apple M1. So it
 * counts only in implementations that have no mark.
 */
export function isSoftware(info: GPUAdapterInfo): boolean {
  const { isFallbackAdapter, architecture } = info as Partial<GPUAdapterInfo>;
  if (isFallbackAdapter || SOFTWARE.test(nameOf(info))) return true;
  return isFallbackAdapter === undefined && architecture === 'software';
}

/** Reads the facts of a device. An unknown fact gets the bound that WebGPU guarantees. */
export function deviceFacts(device: GPUDevice): DeviceFacts {
  const { otherLanes } = requireDevice(device);
  // Some older WebGPU implementations do not have `adapterInfo`.
  const info = (device.adapterInfo ?? {}) as GPUAdapterInfo;
  const features: ReadonlySet<string> = device.features;
  const subgroups = features.has('subgroups') && !otherLanes;
  return {
    software: isSoftware(info),
    lavapipe: LAVAPIPE.test(nameOf(info)),
    vendor: info.vendor ?? '',
    subgroups,
    subgroupMinSize: subgroups ? info.subgroupMinSize || 4 : 1,
    subgroupMaxSize: subgroups ? info.subgroupMaxSize || 128 : 1,
    subgroupSizeControl: subgroups && features.has('subgroup-size-control'),
    workgroupStorageBytes: device.limits.maxComputeWorkgroupStorageSize,
    workgroupInvocations: device.limits.maxComputeInvocationsPerWorkgroup,
  };
}

/** The lanes of a kernel's subgroups: at least and at most. `size`: what kernels ask for; 0 if the driver chooses. */
export function lanesOf(facts: DeviceFacts, subgroups: boolean, size = 0): { lanes: number; maxLanes: number } {
  if (!subgroups) return { lanes: 1, maxLanes: 1 };
  return { lanes: size || facts.subgroupMinSize, maxLanes: size || facts.subgroupMaxSize };
}

const WANTED_FEATURES = ['subgroups', 'subgroup-size-control', 'shader-f16', 'timestamp-query'] as const;
const WANTED_LIMITS = [
  'maxBufferSize',
  'maxStorageBufferBindingSize',
  'maxStorageBuffersPerShaderStage',
  'maxComputeWorkgroupStorageSize',
  'maxComputeInvocationsPerWorkgroup',
  'maxComputeWorkgroupSizeX',
] as const;

/**
 * The features and limits of an adapter that the library can use, for `adapter.requestDevice`. The library also
 * works without these features and with WebGPU's default limits.
 *
 * @throws SegmentedError 'invalid-option' for null, which `requestAdapter` gives where there is no adapter
 * @example
 * const adapter = await navigator.gpu?.requestAdapter();
 * if (!adapter) throw new Error('no WebGPU here');
 * const device = await adapter.requestDevice(deviceDescriptor(adapter));
 */
export function deviceDescriptor(adapter: GPUAdapter): GPUDeviceDescriptor {
  if (!('limits' in Object(adapter))) {
    const allowed = 'a GPUAdapter; requestAdapter() gives null where the system has none';
    throw refused('invalid-option', 'adapter', shown(adapter), allowed);
  }
  const requiredLimits: Record<string, number> = {};
  for (const name of WANTED_LIMITS) {
    const value = adapter.limits[name];
    if (value !== undefined) requiredLimits[name] = value;
  }
  const features = adapter.features as ReadonlySet<string>;
  return {
    requiredFeatures: WANTED_FEATURES.filter((name) => features.has(name)) as GPUFeatureName[],
    requiredLimits,
  };
}

const WORKGROUP = 256;
const WORKGROUPS = 4;

/** The kernel that tests what kernels with subgroups assume of lanes. */
export const LANES: Kernel = { name: 'gpu/lanes', entry: lanes, constants: { WORKGROUP } };

/** Whether lanes of the device are as kernels assume. */
async function lanesHold(device: GPUDevice): Promise<boolean> {
  const { code, entryPoint } = link(LANES);
  // The pipeline's rejection suffices. This scope keeps the module's report from the caller's scopes.
  device.pushErrorScope('validation');
  const module = device.createShaderModule({ label: LANES.name, code });
  device.popErrorScope().catch(() => undefined);
  const compute = { module, entryPoint };
  const pipeline = await device.createComputePipelineAsync({ label: LANES.name, layout: 'auto', compute });
  return hostCall(device, (call) => {
    const buffer = call.storage('other lanes', 4);
    const layout = pipeline.getBindGroupLayout(0);
    const pass = call.encoder.beginComputePass({ label: LANES.name });
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, device.createBindGroup({ layout, entries: [{ binding: 0, resource: { buffer } }] }));
    pass.dispatchWorkgroups(WORKGROUPS);
    pass.end();
    const read = call.readback(buffer, 4);
    return () => read()[0] === 0;
  });
}

async function testLanes(device: GPUDevice): Promise<void> {
  const state = deviceState(device);
  try {
    state.otherLanes = !(await lanesHold(device));
  } catch (error) {
    state.lanesTested = undefined;
    if (error instanceof SegmentedError) throw error;
    // A device that cannot run the test gets kernels without subgroups.
    state.otherLanes = true;
  }
}

/**
 * Tests once per device what kernels with subgroups assume of lanes. If it does not hold, the device's facts say that
 * it has no subgroups.
 */
export function requireLanes(device: GPUDevice): Promise<void> {
  const state = deviceState(device);
  state.lanesTested ??= testLanes(device);
  return state.lanesTested;
}
