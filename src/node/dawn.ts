/** Dawn's Node binding (npm `webgpu`): its import, its instances and its WebGPU globals. */
import process from 'node:process';
import { SegmentedError } from '../checks.ts';

export interface DawnModule {
  create(flags: string[]): GPU;
  globals: Record<string, unknown>;
}

interface Instance {
  gpu: GPU;
  /** Whether the first request found no driver; then no later one will. Undefined before the first request. */
  empty?: boolean;
}

export const INSTALL_HINT = 'Install the packages (npm install webgpu @sparticuz/chromium), or a Vulkan driver.';

/** Features of Dawn that are off for all drivers. Timestamps in steps of 65 µs protect browsers from attacks. */
const DISABLED = ['timestamp_quantization'];

const INSTANCES = Symbol.for('webgpu-segmented.dawn-instances');

/**
 * Dawn's instances by driver. They are never dropped, since the process crashes if an instance is garbage-collected,
 * even after its devices are gone. They are on globalThis, so that the ESM and the CJS build share them.
 */
function instances(): Map<string, Instance> {
  const holder = globalThis as { [INSTANCES]?: Map<string, Instance> };
  holder[INSTANCES] ??= new Map();
  return holder[INSTANCES];
}

/** Where a device comes from in runtimes that load no addons for Node's WebGPU. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  deno: 'Deno: request an adapter of navigator.gpu there',
  bun: 'Bun: use navigator.gpu there, if a package defines it',
};

/** The addons of this entry crash or load wrongly elsewhere, and their messages don't say so. */
export function requireNode(versions: Readonly<Record<string, string | undefined>>): void {
  const name = Object.keys(ELSEWHERE).find((each) => versions[each] !== undefined);
  if (!name) return;
  const instead = 'or webgpu-segmented/auto, whose calls also run without WebGPU';
  throw new SegmentedError(
    'no-adapter',
    `webgpu-segmented/node is for Node, and this is ${ELSEWHERE[name]}, ${instead}`,
  );
}

/** Loads Dawn and defines WebGPU's globals, such as `GPUBufferUsage`, on globalThis if they are missing. */
export async function loadDawn(): Promise<DawnModule> {
  requireNode(process.versions);
  // Mesa's shader cache ignores lavapipe's vector width: it would reuse a shader that was built for another width.
  if (process.env.LP_NATIVE_VECTOR_WIDTH) process.env.MESA_SHADER_CACHE_DISABLE ??= 'true';
  const dawn = await importDawn();
  for (const [name, value] of Object.entries(dawn.globals)) {
    if (!(name in globalThis)) {
      Object.defineProperty(globalThis, name, { value, configurable: true, writable: true, enumerable: false });
    }
  }
  return dawn;
}

async function importDawn(): Promise<DawnModule> {
  try {
    return (await import('webgpu')) as unknown as DawnModule;
  } catch (cause) {
    const missing = (cause as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND';
    const found = missing
      ? "the optional package 'webgpu' is not installed"
      : `the package 'webgpu' does not load on ${process.platform}-${process.arch}: ${(cause as Error).message}`;
    throw new SegmentedError('no-adapter', `No WebGPU: ${found}. ${INSTALL_HINT}`, { cause });
  }
}

/** Environment variables for one call. `undefined` unsets a variable. */
export type Environment = Record<string, string | undefined>;

/** A source of adapters. Each has its own instance of Dawn. */
export interface Driver {
  readonly key: string;
  /** The variables by which Dawn finds it. Default: none. */
  readonly environment?: Environment;
  /** Features of Dawn that are off for this driver. */
  readonly disabled?: readonly string[];
}

/** Dawn's instance of a driver. `name`: it gives the first adapter whose name contains this text. */
function instanceOf(dawn: DawnModule, driver: Driver, name?: string): Instance {
  const key = name === undefined ? driver.key : `${driver.key}, ${name}`;
  const flags = [`disable-dawn-features=${[...DISABLED, ...(driver.disabled ?? [])].join(',')}`];
  if (name !== undefined) flags.push(`adapter=${name}`);
  const instance = instances().get(key) ?? { gpu: dawn.create(flags) };
  instances().set(key, instance);
  return instance;
}

/** A name that no adapter has. Dawn then lists the adapters that there are. */
const NO_NAME = '(webgpu-segmented lists the adapters)';

/** The names of a driver's adapters. Twins have one name, which is then listed twice. */
export async function adapterNames(dawn: DawnModule, driver: Driver): Promise<string[]> {
  try {
    const { gpu } = instanceOf(dawn, driver, NO_NAME);
    await withEnvironment(driver.environment, () => gpu.requestAdapter());
    return [];
  } catch (error) {
    return Array.from(String((error as Error).message ?? error).matchAll(/name: '([^\n]*)'/g), ([, name = '']) => name);
  }
}

/** Requests the adapter of exactly this name, of `adapterNames`. */
export function adapterNamed(dawn: DawnModule, driver: Driver, name: string): Promise<GPUAdapter | null> {
  const { gpu } = instanceOf(dawn, driver, name);
  return withEnvironment(driver.environment, () => gpu.requestAdapter());
}

/**
 * Requests an adapter from the driver's instance, which is made on first use. Dawn loads Vulkan and chooses the driver
 * within the first call of `requestAdapter`. So the driver's environment is set only during that call.
 */
export async function adapterOf(
  dawn: DawnModule,
  driver: Driver,
  options: GPURequestAdapterOptions,
): Promise<GPUAdapter | null> {
  const instance = instanceOf(dawn, driver);
  if (instance.empty) return null;
  const adapter = await withEnvironment(driver.environment, () => instance.gpu.requestAdapter(options));
  instance.empty ??= adapter === null;
  return adapter;
}

/** Runs `call` with these environment variables, and restores the old ones. `undefined` unsets a variable. */
function withEnvironment<T>(environment: Environment = {}, call: () => T): T {
  const before = Object.fromEntries(Object.keys(environment).map((name) => [name, process.env[name]]));
  setEnvironment(environment);
  try {
    return call();
  } finally {
    setEnvironment(before);
  }
}

function setEnvironment(values: Environment): void {
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}
