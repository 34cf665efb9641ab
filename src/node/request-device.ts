/** A new GPUDevice in Node. */
import process from 'node:process';
import { refused, SegmentedError } from '../errors.ts';
import { noteDevice } from '../gpu/known_devices.ts';
import {
  type AdapterChoice,
  type AdapterName,
  adapterWish,
  chooseAdapter,
  dawnAdapters,
  isHardware,
} from './adapter.ts';
import { throttleWaiting } from './throttled-waiting.ts';

/** Asked for where the adapter has them. */
const WANTED_FEATURES = ['subgroups', 'subgroup-size-control', 'shader-f16', 'timestamp-query'] as const;

/** What `requestDevice` of `webgpu-segmented/node` takes. */
export interface NodeDeviceOptions {
  /**
   * `'system'`: what the system's own drivers offer, a GPU or software. `'swiftshader'`: the software adapter of the
   * npm package `@sparticuz/chromium`. Comes before the environment's WEBGPU_SEGMENTED_ADAPTER.
   */
  adapter?: AdapterName;
  /** Which GPU, where the system has several. */
  powerPreference?: GPUPowerPreference;
  /** Features needed beside `subgroups`, `subgroup-size-control`, `shader-f16` and `timestamp-query`. */
  requiredFeatures?: readonly GPUFeatureName[];
  /** Features the device shall not have, though the adapter does: to try a program without them. */
  withoutFeatures?: readonly GPUFeatureName[];
  /** `'adapter'` (default): all the adapter can do. `'default'`: WebGPU's default limits. */
  limits?: 'adapter' | 'default';
  /** Single limits, on top of `limits`. */
  requiredLimits?: Readonly<Record<string, number>>;
  /** The device's label. */
  label?: string;
  /** Folder to unpack SwiftShader into. Comes before the environment's WEBGPU_SEGMENTED_CACHE. */
  cacheFolder?: string;
  /** Do not say on stderr which adapter was taken, as is done once per process and adapter. */
  quiet?: boolean;
  /** Is given that line, on every call, in place of stderr. */
  onAdapter?: (line: string) => void;
}

/**
 * A new `GPUDevice` on each call.
 *
 * The adapter: the one that `options.adapter` or the environment's `WEBGPU_SEGMENTED_ADAPTER=swiftshader|system`
 * forces; else the Vulkan driver that the user names by `VK_ICD_FILENAMES` or `VK_DRIVER_FILES`, software or not; else
 * a hardware adapter; else SwiftShader, unpacked once into a cache folder. The process ends by itself, whether or not
 * the device is destroyed.
 *
 * On a software adapter, whose cores are this process's, the event loop sleeps for up to 1 ms a turn while an operation
 * of the device is under way: Dawn would ask for news without a pause, which takes one core from the work itself.
 *
 * @throws SegmentedError `'no-adapter'` where nothing can work (the message says what to install), `'invalid-option'`
 *   for an unknown option value or a feature the adapter lacks, `'limit-exceeded'` for a limit past the adapter's
 * @example
 * import { requestDevice } from 'webgpu-segmented/node';
 *
 * const device = await requestDevice();
 * console.log(device.limits.maxStorageBufferBindingSize, device.features.has('subgroups'));
 * device.destroy();
 */
export async function requestDevice(options: NodeDeviceOptions = {}): Promise<GPUDevice> {
  requireOptions(options);
  const wish = adapterWish(options.adapter, process.env);
  const request: GPURequestAdapterOptions = {};
  if (options.powerPreference) request.powerPreference = options.powerPreference;
  const choice = await chooseAdapter(wish, dawnAdapters(wish.driver, request, options.cacheFolder));
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

/** Options whose values can be told wrong without an adapter; `adapter` is checked beside the environment. */
const RULES: Readonly<Partial<Record<keyof NodeDeviceOptions, OptionRule>>> = {
  powerPreference: oneOf('low-power', 'high-performance'),
  requiredFeatures: FEATURES,
  withoutFeatures: FEATURES,
  limits: oneOf('adapter', 'default'),
  requiredLimits: ['an object of limits', (value) => typeof value === 'object' && value !== null],
  label: ofType('string'),
  cacheFolder: ofType('string'),
  quiet: ofType('boolean'),
  onAdapter: ofType('function'),
};

function requireOptions(options: NodeDeviceOptions): void {
  if (typeof options !== 'object' || options === null) throw refused('invalid-option', 'options', options, 'an object');
  for (const [name, [allowed, fits]] of Object.entries(RULES)) {
    const value = options[name as keyof NodeDeviceOptions];
    if (value !== undefined && !fits(value)) throw refused('invalid-option', name, value, allowed);
  }
}

/** What to ask of the adapter, as plain data. */
export function describeDevice(adapter: GPUAdapter, options: NodeDeviceOptions): GPUDeviceDescriptor {
  const without = new Set<GPUFeatureName>(options.withoutFeatures);
  // A device with subgroup-size-control gets subgroups too, asked for or not.
  if (without.has('subgroups')) without.add('subgroup-size-control');
  const required = options.requiredFeatures ?? [];
  for (const name of required) {
    const found = without.has(name) ? 'is in withoutFeatures too' : `is not offered by ${adapterText(adapter)}`;
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
  // Limits are getters of the prototype: Object.entries does not see them.
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
      throw new SegmentedError('invalid-option', `requiredLimits: no limit is called '${name}'; allowed: ${allowed}`);
    }
    // Left out, as WebGPU has it.
    if (value === undefined) continue;
    if (!Number.isInteger(value) || value < 0) {
      throw refused('invalid-option', `requiredLimits.${name}`, value, `whole numbers, of this adapter ${limit}`);
    }
    // Alignments (min...) are better when smaller, everything else when larger.
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

/** Lines said so far in this process, shared by the ESM and the CJS build. */
const SAID = Symbol.for('webgpu-segmented.adapters-said');

function announce(choice: AdapterChoice, options: NodeDeviceOptions): void {
  const line = `webgpu-segmented: ${adapterText(choice.adapter)}; ${choice.why}`;
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
