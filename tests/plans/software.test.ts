/**
 * Which adapters are software adapters. The infos are those of Dawn from npm: of Mesa's drivers on paper GPUs
 * (tests/compilers), of lavapipe and of SwiftShader. Browsers leave `device` and `description` empty. The table has
 * them by vendor and architecture.
 */
import { describe, expect, it } from 'vitest';
import { isSoftware } from '../../src/gpu/device.ts';

type Info = readonly [vendor: string, architecture: string, device: string, description: string];

const RADV = 'radv: Mesa 25.0.7-2~bpo12+1';
const ANV = 'Intel open-source Mesa driver: Mesa 25.0.7-2~bpo12+1';
const TURNIP = 'turnip Mesa driver: Mesa 26.1.6-1';

const HARDWARE: readonly Info[] = [
  ['amd', 'gcn-4', 'amd-radeon-rx-580-series-radv-polaris10-', RADV],
  ['amd', 'gcn-5', 'amd-radeon-rx-vega-radv-vega10-', RADV],
  ['amd', 'rdna-2', 'amd-radeon-rx-6800-radv-navi21-', RADV],
  ['amd', 'rdna-3', 'amd-radeon-rx-7900-xtx-radv-navi31-', RADV],
  ['amd', 'rdna-3', 'amd-radeon-graphics-radv-gfx1150-', RADV],
  ['intel', 'gen-9', 'intel-r-hd-graphics-530-skl-gt2-', ANV],
  ['intel', 'gen-12lp', 'intel-r-iris-r-xe-graphics-tgl-gt2-', ANV],
  ['intel', 'gen-12hp', 'intel-r-arc-tm-a770-graphics-dg2-', ANV],
  ['intel', 'xe-2lpg', 'intel-r-graphics-lnl-', ANV],
  ['mesa', 'software', 'apple-m1-g13g-a0-', 'Honeykrisp: Mesa 26.1.6-1'],
  ['qualcomm', 'adreno-6xx', 'turnip-adreno-tm-660', TURNIP],
  ['qualcomm', 'adreno-7xx', 'turnip-adreno-tm-730', TURNIP],
  ['nvidia', 'kepler', 'nvk-', 'NVK: Mesa 26.1.6-1 26.0.64.6'],
  ['nvidia', 'ampere', '', ''],
  ['apple', 'metal-3', '', ''],
  ['mesa', 'software', '', ''],
];

const SOFTWARE: readonly Info[] = [
  ['mesa', 'software', 'llvmpipe-llvm-15-0-6-256-bits-', 'llvmpipe: Mesa 25.0.7-2~bpo12+1 (LLVM 15.0.6) 0.0.1'],
  ['google', 'swiftshader', 'swiftshader-device-subzero-', 'SwiftShader driver: 5.0.0'],
  ['microsoft', 'warp', 'microsoft-basic-render-driver', 'Microsoft Basic Render Driver'],
  ['microsoft', 'warp', '', ''],
];

const infoOf = ([vendor, architecture, device, description]: Info, mark?: boolean) =>
  ({ vendor, architecture, device, description, isFallbackAdapter: mark }) as GPUAdapterInfo;

describe('a software adapter', () => {
  it.each(HARDWARE)('is not %s %s %s', (...info) => {
    expect(isSoftware(infoOf(info, false))).toBe(false);
  });

  it.each(SOFTWARE)('is %s %s %s, with the mark or without it', (...info) => {
    expect([isSoftware(infoOf(info, true)), isSoftware(infoOf(info, false)), isSoftware(infoOf(info))]).toEqual([
      true,
      true,
      true,
    ]);
  });

  it("is one of architecture 'software' if the implementation does not mark software adapters", () => {
    expect(isSoftware(infoOf(['mesa', 'software', '', '']))).toBe(true);
    expect(isSoftware(infoOf(['amd', 'rdna-3', '', '']))).toBe(false);
  });
});
