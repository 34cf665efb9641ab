/** Which devices have immediate data. */
import { describe, expect, it } from 'vitest';
import { immediateBytes } from '../../src/gpu/device.ts';

describe('immediate data', () => {
  const deviceOf = (maxImmediateSize: number | undefined, pass: object) =>
    ({
      createBuffer: () => undefined,
      createBindGroupLayout: () => undefined,
      // The device is destroyed, so that no other test takes it for a usable one.
      lost: Promise.resolve({}),
      limits: { maxImmediateSize },
      createCommandEncoder: () => ({ beginComputePass: () => pass }),
    }) as unknown as GPUDevice;
  const setImmediates = () => undefined;

  it('is what a device has that has the limit and the method', () => {
    expect(immediateBytes(deviceOf(64, { setImmediates }))).toBe(64);
    expect(immediateBytes(deviceOf(undefined, { setImmediates }))).toBe(0);
    expect(immediateBytes(deviceOf(0, { setImmediates }))).toBe(0);
    expect(immediateBytes(deviceOf(64, {}))).toBe(0);
  });

  it('is not taken where the language has none', () => {
    const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
    const withFeatures = (...names: string[]) => {
      const value = { gpu: { wgslLanguageFeatures: new Set(names) } };
      Object.defineProperty(globalThis, 'navigator', { value, configurable: true });
      return immediateBytes(deviceOf(64, { setImmediates }));
    };
    expect(withFeatures('immediate_address_space')).toBe(64);
    expect(withFeatures('packed_4x8_integer_dot_product')).toBe(0);
    if (before) Object.defineProperty(globalThis, 'navigator', before);
    else Reflect.deleteProperty(globalThis, 'navigator');
  });
});
