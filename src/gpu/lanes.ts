import lanes from '../../wgsl/gpu/lanes.wgsl';
import { SegmentedError } from '../errors.ts';
import { link } from '../plan/link.ts';
import type { Kernel } from '../plan/module.ts';
import { deviceState } from './device_state.ts';
import { hostCall } from './host_call.ts';

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
