/** Requests a GPUDevice in Node. */
import process from 'node:process';
import { nearest, refused, requireMembers, SegmentedError } from '../checks.ts';
import { noteDevice } from '../gpu/device.ts';
import {
  type AdapterChoice,
  adapterPreference,
  chooseAdapter,
  dawnAdapters,
  hardwareAdapter,
  isHardware,
} from './adapter.ts';
import type { AdapterName } from './adapter-names.ts';
import { throttleWaiting } from './throttled-waiting.ts';

/** Features that are requested if the adapter has them. */
const WANTED_FEATURES = ['subgroups', 'subgroup-size-control', 'shader-f16', 'timestamp-query'] as const;

/** Options of `requestDevice` of `webgpu-segmented/node`. */
export interface NodeDeviceOptions {
  /**
   * `'system'`: the adapter that the system's drivers offer, a GPU or software. `'swiftshader'`: the software adapter
   * of the npm package `@sparticuz/chromium`. Overrides the environment variable WEBGPU_SEGMENTED_ADAPTER.
   */
  adapter?: AdapterName;
  /**
   * A text in the adapter's name, in any case: the one adapter of {@link listAdapters} that has it. Overrides the
   * environment variable WEBGPU_SEGMENTED_ADAPTER_NAME.
   */
  adapterName?: string;
  /**
   * `true`: only a hardware adapter. A software adapter gives the error `'no-adapter'`, and none is unpacked. Default:
   * `false`.
   */
  hardware?: boolean;
  /** Preference among several GPUs. */
  powerPreference?: GPUPowerPreference;
  /**
   * Features that the device must have. In addition it gets `subgroups`, `subgroup-size-control`, `shader-f16` and
   * `timestamp-query` if the adapter has them.
   */
  requiredFeatures?: readonly GPUFeatureName[];
  /** Features that the device must not have, even if the adapter has them. Use this to test a program without them. */
  withoutFeatures?: readonly GPUFeatureName[];
  /** `'adapter'`: the adapter's limits. `'default'`: WebGPU's default limits. Default: `'adapter'`. */
  limits?: 'adapter' | 'default';
  /** Values of single limits. They override `limits`. */
  requiredLimits?: Readonly<Record<string, number>>;
  /** The device's label. */
  label?: string;
  /** Folder to unpack SwiftShader into. Overrides the environment variable WEBGPU_SEGMENTED_CACHE. */
  cacheFolder?: string;
  /**
   * `true`: do not write to stderr which adapter was chosen. Default: `false`, which writes once a process and adapter.
   * Dawn may still write two warnings about dynamic buffers: docs/decisions/host-calls.md.
   */
  quiet?: boolean;
  /** Receives the line about the chosen adapter on every call. Nothing is then written to stderr. */
  onAdapter?: (line: string) => void;
}

/**
 * Requests a new `GPUDevice` in Node. Every call makes another device.
 *
 * The adapter is the first of these that applies:
 * 1. the adapter of the name in `options.adapterName` or the environment's `WEBGPU_SEGMENTED_ADAPTER_NAME`
 * 2. the adapter that `options.adapter` or the environment's `WEBGPU_SEGMENTED_ADAPTER=swiftshader|system` names
 * 3. the Vulkan driver, hardware or software, that the environment's `VK_DRIVER_FILES` or `VK_ICD_FILENAMES` names
 * 4. a hardware adapter
 * 5. SwiftShader, which the first call unpacks into a cache folder
 * 6. a software adapter of the system
 *
 * The process can end without `destroy()` of the device.
 *
 * On a software adapter the event loop sleeps up to 1 ms in each turn while an operation of the device is under way.
 * Without this, Dawn would poll without a pause and take one CPU core from the adapter.
 *
 * @throws SegmentedError `'no-adapter'` if no adapter works (the message says what to install), `'invalid-option'` for
 *   an unknown option value or a feature that the adapter lacks, `'limit-exceeded'` for a limit that the adapter lacks
 * @example
 * import { requestDevice } from 'webgpu-segmented/node';
 *
 * const device = await requestDevice();
 * console.log(device.limits.maxStorageBufferBindingSize, device.features.has('subgroups'));
 * device.destroy();
 */
export async function requestDevice(options: NodeDeviceOptions = {}): Promise<GPUDevice> {
  requireOptions(options);
  const preference = adapterPreference(options.adapter, process.env, options.adapterName);
  const request: GPURequestAdapterOptions = {};
  if (options.powerPreference) request.powerPreference = options.powerPreference;
  const choose = options.hardware ? hardwareAdapter : chooseAdapter;
  const choice = await choose(preference, dawnAdapters(preference.driver, request, options.cacheFolder));
  const descriptor = describeDevice(choice.adapter, options);
  announce(choice, options);
  try {
    const device = await choice.adapter.requestDevice(descriptor);
    noteDevice(device);
    if (!isHardware(choice.adapter)) throttleWaiting(device);
    return device;
  } catch (cause) {
    const message = `${adapterText(choice.adapter)} gave no device: ${(cause as Error).message}`;
    throw new SegmentedError('no-adapter', message, { cause });
  }
}

type OptionRule = readonly [allowed: string, fits: (value: unknown) => boolean];

const oneOf = (...names: readonly string[]): OptionRule => [
  names.map((name) => `'${name}'`).join(', '),
  (value) => names.includes(value as string),
];
const ofType = (type: 'string' | 'function' | 'boolean'): OptionRule => [`a ${type}`, (value) => typeof value === type];
const FEATURES: OptionRule = ['a list of feature names', Array.isArray];

/** Checks of options that need no adapter. `adapterPreference` checks `adapter` together with the environment. */
const RULES: Readonly<Partial<Record<keyof NodeDeviceOptions, OptionRule>>> = {
  powerPreference: oneOf('low-power', 'high-performance'),
  requiredFeatures: FEATURES,
  withoutFeatures: FEATURES,
  hardware: ofType('boolean'),
  limits: oneOf('adapter', 'default'),
  requiredLimits: ['an object of limits', (value) => typeof value === 'object' && value !== null],
  label: ofType('string'),
  adapterName: ['a text that is not empty', (value) => typeof value === 'string' && value !== ''],
  cacheFolder: ofType('string'),
  quiet: ofType('boolean'),
  onAdapter: ofType('function'),
};

function requireOptions(options: NodeDeviceOptions): void {
  if (typeof options !== 'object' || options === null) throw refused('invalid-option', 'options', options, 'an object');
  requireMembers('options', options, ['adapter', ...Object.keys(RULES)]);
  for (const [name, [allowed, fits]] of Object.entries(RULES)) {
    const value = options[name as keyof NodeDeviceOptions];
    if (value !== undefined && !fits(value)) throw refused('invalid-option', name, value, allowed);
  }
}

/** Makes the descriptor for the adapter's `requestDevice`. */
export function describeDevice(adapter: GPUAdapter, options: NodeDeviceOptions): GPUDeviceDescriptor {
  const without = new Set<GPUFeatureName>(options.withoutFeatures);
  // A device with subgroup-size-control also gets subgroups, even if they were not requested.
  if (without.has('subgroups')) without.add('subgroup-size-control');
  const required = options.requiredFeatures ?? [];
  for (const name of required) {
    const found = without.has(name) ? 'is also in withoutFeatures' : `is not offered by ${adapterText(adapter)}`;
    if (without.has(name) || !adapter.features.has(name)) {
      const allowed = [...adapter.features].filter((feature) => !without.has(feature as GPUFeatureName)).join(', ');
      throw new SegmentedError('invalid-option', `requiredFeatures: '${name}' ${found}; allowed: ${allowed}`);
    }
  }
  const wanted = WANTED_FEATURES.filter((name) => adapter.features.has(name) && !without.has(name));
  const descriptor: GPUDeviceDescriptor = {
    requiredFeatures: [...new Set([...wanted, ...required])],
    requiredLimits: {
      ...(options.limits === 'default' ? {} : limitsOf(adapter)),
      ...checkedLimits(adapter, options.requiredLimits ?? {}),
    },
  };
  if (options.label !== undefined) descriptor.label = options.label;
  return descriptor;
}

function limitsOf(adapter: GPUAdapter): Record<string, number> {
  const limits: Record<string, number> = {};
  // Limits are getters of the prototype, which Object.entries does not list.
  for (const name in adapter.limits) {
    const value = adapter.limits[name as keyof GPUSupportedLimits];
    if (typeof value === 'number') limits[name] = value;
  }
  return limits;
}

function checkedLimits(adapter: GPUAdapter, asked: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  const offered = limitsOf(adapter);
  for (const [name, value] of Object.entries(asked)) {
    const limit = offered[name];
    if (limit === undefined) {
      const allowed = Object.keys(offered).join(', ');
      const meant = nearest(name, Object.keys(offered));
      const hint = meant === undefined ? '' : `, did you mean '${meant}'?`;
      const message = `requiredLimits: no limit is called '${name}'${hint}; allowed: ${allowed}`;
      throw new SegmentedError('invalid-option', message);
    }
    // WebGPU ignores a limit that is undefined.
    if (value === undefined) continue;
    if (!Number.isInteger(value) || value < 0) {
      throw refused('invalid-option', `requiredLimits.${name}`, value, `whole numbers; the adapter has ${limit}`);
    }
    // A smaller value is better for alignments (min...), and a larger value for all other limits.
    if (name.startsWith('min') ? value < limit : value > limit) {
      const message = `requiredLimits.${name} is ${value}; ${adapterText(adapter)} allows ${limit}`;
      throw new SegmentedError('limit-exceeded', message);
    }
  }
  return asked;
}

function adapterText(adapter: GPUAdapter): string {
  const { vendor, architecture, description, subgroupMinSize, subgroupMaxSize } = adapter.info;
  const family = [vendor, architecture].filter(Boolean).join(' ');
  const sizes = subgroupMinSize === subgroupMaxSize ? `${subgroupMinSize}` : `${subgroupMinSize} to ${subgroupMaxSize}`;
  const subgroups = adapter.features.has('subgroups') ? `subgroup size ${sizes}` : 'no subgroups';
  return `${description || family || 'the adapter'} (${family ? `${family}, ` : ''}${subgroups})`;
}

/** Key of the lines written so far in this process. The ESM and the CJS build share them. */
const SAID = Symbol.for('webgpu-segmented.adapters-said');

function announce(choice: AdapterChoice, options: NodeDeviceOptions): void {
  const hint = choice.name === 'swiftshader' ? '; for arrays webgpu-segmented/js may be faster' : '';
  const line = `webgpu-segmented: ${adapterText(choice.adapter)}; ${choice.why}${hint}`;
  if (options.onAdapter) {
    options.onAdapter(line);
    return;
  }
  if (options.quiet) return;
  const holder = globalThis as { [SAID]?: Set<string> };
  holder[SAID] ??= new Set();
  if (!holder[SAID].has(line)) console.error(line);
  holder[SAID].add(line);
}
