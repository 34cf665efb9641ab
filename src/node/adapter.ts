/**
 * The choice of an adapter: a forced one, the driver that the user names, a hardware one, SwiftShader; in this order.
 */

import { readdirSync } from 'node:fs';
import process from 'node:process';
import { isMainThread } from 'node:worker_threads';
import { SegmentedError } from '../checks.ts';
import { isSoftware } from '../gpu/device.ts';
import { ADAPTERS, type AdapterName, namedAdapter } from './adapter-names.ts';
import { adapterOf, INSTALL_HINT, loadDawn } from './dawn.ts';
import { hasVulkanLoader, loadBundledLoader, swiftShaderDriver } from './vulkan-loader.ts';

export interface AdapterChoice {
  adapter: GPUAdapter;
  name: AdapterName;
  why: string;
}

/** The user's choice of an adapter, by option and environment. */
export interface AdapterPreference {
  forced?: { name: AdapterName; by: string };
  /** A text in the adapter's name. */
  named?: { name: string; by: string };
  /** The environment variable that names a Vulkan driver, and its value. */
  driver?: { variable: string; value: string };
}

/** The sources of adapters. Tests replace them. */
export interface AdapterSource {
  /** The adapter that the system's drivers offer, or null. */
  system(): Promise<GPUAdapter | null>;
  /** @throws SegmentedError if SwiftShader does not work; the message says why */
  swiftshader(): Promise<GPUAdapter>;
  /** Whether the system may have a hardware adapter, without loading anything. */
  mayHaveGpu?(): boolean;
  /** @throws SegmentedError if not exactly one adapter has the name */
  named?(preference: NonNullable<AdapterPreference['named']>, source: AdapterName | undefined): Promise<NamedAdapter>;
}

export interface NamedAdapter {
  readonly adapter: GPUAdapter;
  readonly source: AdapterName;
}

/**
 * Reads the option and the environment.
 *
 * @throws SegmentedError `'invalid-option'` for a name that is not in `ADAPTERS`
 */
export function adapterPreference(
  option: string | undefined,
  env: NodeJS.ProcessEnv,
  adapterName?: string,
): AdapterPreference {
  const preference: AdapterPreference = {};
  const nameVariable = 'WEBGPU_SEGMENTED_ADAPTER_NAME';
  if (adapterName !== undefined) preference.named = { name: adapterName, by: 'adapterName' };
  else if (env[nameVariable]) preference.named = { name: env[nameVariable], by: nameVariable };
  const variable = 'WEBGPU_SEGMENTED_ADAPTER';
  if (option !== undefined) preference.forced = { name: sourceName(option, 'adapter'), by: `adapter: '${option}'` };
  else if (env[variable]) {
    preference.forced = { name: sourceName(env[variable], variable), by: `${variable}=${env[variable]}` };
  }
  // The order is that of the Vulkan loader, where VK_DRIVER_FILES overrides VK_ICD_FILENAMES.
  for (const name of ['VK_DRIVER_FILES', 'VK_ICD_FILENAMES']) {
    const value = env[name];
    if (value) preference.driver ??= { variable: name, value };
  }
  return preference;
}

function sourceName(value: string, source: string): AdapterName {
  const name = ADAPTERS.find((allowed) => allowed === value);
  if (name) return name;
  throw new SegmentedError('invalid-option', `${source} is '${value}'; allowed: ${ADAPTERS.join(', ')}`);
}

/**
 * Chooses an adapter.
 *
 * @throws SegmentedError `'no-adapter'` if no adapter works; the message says what to install
 */
export async function chooseAdapter(preference: AdapterPreference, source: AdapterSource): Promise<AdapterChoice> {
  const { forced, driver, named } = preference;
  if (named && source.named) {
    const found = await source.named(named, forced?.name);
    return { adapter: found.adapter, name: found.source, why: `${named.by}: '${named.name}'` };
  }
  if (forced?.name === 'swiftshader') {
    return { adapter: await source.swiftshader(), name: 'swiftshader', why: forced.by };
  }
  const system = await source.system();
  if (forced || driver) {
    const why = [forced?.by, driver && `${driver.variable}=${driver.value}`].filter(Boolean).join(', ');
    if (system) return { adapter: system, name: 'system', why };
    const advice = driver ? `Name a Vulkan driver that works, or unset ${driver.variable}.` : INSTALL_HINT;
    throw new SegmentedError('no-adapter', `No WebGPU adapter with ${why}. ${advice}`);
  }
  if (system && isHardware(system)) return { adapter: system, name: 'system', why: 'the hardware adapter' };
  return softwareAdapter(system, source);
}

/**
 * The system's adapter, if it is hardware. Where Linux has no device of a GPU, nothing is loaded: a software driver
 * takes a fifth of a second.
 *
 * @throws SegmentedError `'no-adapter'` if there is none, or a software adapter is chosen
 */
export async function hardwareAdapter(preference: AdapterPreference, source: AdapterSource): Promise<AdapterChoice> {
  const { forced, driver, named } = preference;
  const by = named?.by ?? forced?.by ?? (driver && `${driver.variable}=${driver.value}`);
  const none = (what: string) => new SegmentedError('no-adapter', `${what}.`);
  if (forced?.name === 'swiftshader') throw none(`${forced.by} is a software adapter`);
  if (!by && !(source.mayHaveGpu?.() ?? true)) throw none('this system has no GPU');
  const adapter = named && source.named ? (await source.named(named, forced?.name)).adapter : await source.system();
  if (!adapter) throw none('the system has no adapter');
  if (isHardware(adapter)) return { adapter, name: 'system', why: by ?? 'the hardware adapter' };
  throw none(`the system's adapter, ${adapter.info.description || adapter.info.vendor}, is software`);
}

/** Names of devices in /dev that drivers of GPUs make on Linux: of most vendors, of WSL, of phones. */
const GPU_DEVICES = /^(?:nvidia|nvhost|nvgpu|nvmap|dxg|kfd|kgsl|mali|pvr)|^dri\/(?:render|card)/;

/** Whether Linux has a device of a GPU. Other systems may have one. */
export function linuxMayHaveGpu(platform = process.platform, folder = '/dev'): boolean {
  if (platform !== 'linux') return true;
  const names = (path: string) => {
    try {
      return readdirSync(path);
    } catch {
      return [];
    }
  };
  return [...names(folder), ...names(`${folder}/dri`).map((name) => `dri/${name}`)].some((name) =>
    GPU_DEVICES.test(name),
  );
}

async function softwareAdapter(system: GPUAdapter | null, source: AdapterSource): Promise<AdapterChoice> {
  try {
    return { adapter: await source.swiftshader(), name: 'swiftshader', why: 'no hardware adapter found' };
  } catch (error) {
    if (!(error instanceof SegmentedError) || error.code !== 'no-adapter') throw error;
    if (system) {
      const why = `no hardware adapter found, and no SwiftShader: ${error.message}`;
      return { adapter: system, name: 'system', why };
    }
    throw new SegmentedError('no-adapter', `No hardware adapter found. ${error.message}`, { cause: error });
  }
}

/** Whether an adapter is hardware. Older implementations have the mark on the adapter instead of its info. */
export function isHardware(adapter: GPUAdapter): boolean {
  return !(adapter as { isFallbackAdapter?: boolean }).isFallbackAdapter && !isSoftware(adapter.info);
}

/** The sources outside of tests: Dawn with the system's drivers, and Dawn with the unpacked SwiftShader. */
export function dawnAdapters(
  driver: AdapterPreference['driver'],
  options: GPURequestAdapterOptions,
  cacheFolder: string | undefined,
): AdapterSource {
  return {
    mayHaveGpu: linuxMayHaveGpu,
    async named(preference, from) {
      return namedAdapter(preference, from, cacheFolder);
    },
    async system() {
      const dawn = await loadDawn();
      if (!hasVulkanLoader()) {
        // Without a loader no driver is found. But a driver that the user names works with SwiftShader's loader.
        if (!driver) return null;
        await loadBundledLoader(cacheFolder);
      }
      const system = { key: `system:${driver?.value ?? ''}` };
      const adapter = await adapterOf(dawn, system, options);
      if (!adapter || isHardware(adapter) || options.powerPreference) return adapter;
      return (await adapterOf(dawn, system, { ...options, powerPreference: 'high-performance' })) ?? adapter;
    },
    async swiftshader() {
      const dawn = await loadDawn();
      const bundled = await swiftShaderDriver(cacheFolder);
      const adapter = await adapterOf(dawn, bundled, options);
      if (adapter && /swiftshader/i.test(`${adapter.info.architecture} ${adapter.info.description}`)) return adapter;
      const found = adapter ? `the Vulkan loader gave ${adapter.info.description} instead` : 'the driver did not start';
      const hint = isMainThread ? INSTALL_HINT : 'In a worker thread it needs `new Worker(file, { env: SHARE_ENV })`.';
      throw new SegmentedError(
        'no-adapter',
        `SwiftShader is unpacked (${bundled.environment?.VK_ICD_FILENAMES}), but ${found}. ${hint}`,
      );
    },
  };
}
