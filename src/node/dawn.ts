/** Dawn's Node binding (npm `webgpu`): loading it, holding its instances, installing its WebGPU globals. */
import process from 'node:process';
import { SegmentedError } from '../errors.ts';

interface DawnModule {
  create(flags: string[]): GPU;
  globals: Record<string, unknown>;
}

interface Instance {
  gpu: GPU;
  /** It found no driver when first asked, and never will. Not known before. */
  empty?: boolean;
}

export const INSTALL_HINT = 'Install the packages (npm install webgpu @sparticuz/chromium), or a Vulkan driver.';

/** Timestamps are for measuring one's own work here, not to be kept from strangers: no rounding to 65 µs. */
const FLAGS = ['disable-dawn-features=timestamp_quantization'];

const INSTANCES = Symbol.for('webgpu-segmented.dawn-instances');

/**
 * Dawn's instances by the driver they were opened on. Never dropped: a collected instance takes the process down with
 * it, also after its devices are gone. On globalThis, so that the ESM and the CJS build, loaded side by side, share
 * them.
 */
function instances(): Map<string, Instance> {
  const holder = globalThis as { [INSTANCES]?: Map<string, Instance> };
  holder[INSTANCES] ??= new Map();
  return holder[INSTANCES];
}

/** Loads Dawn and puts `GPUBufferUsage` and its siblings on globalThis where they are missing. */
export async function loadDawn(): Promise<DawnModule> {
  // Mesa's shader cache does not tell lavapipe's vector widths apart: a shader built at one width is reused at another.
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

/**
 * An adapter from the instance of this driver, which is made on first use. Dawn loads Vulkan and picks the driver
 * inside the first `requestAdapter` call, before it returns, so `environment` needs to hold only that long.
 */
export async function adapterOf(
  dawn: DawnModule,
  driver: string,
  options: GPURequestAdapterOptions,
  environment: Record<string, string | undefined> = {},
): Promise<GPUAdapter | null> {
  const instance = instances().get(driver) ?? { gpu: dawn.create(FLAGS) };
  instances().set(driver, instance);
  if (instance.empty) return null;
  const adapter = await withEnvironment(environment, () => instance.gpu.requestAdapter(options));
  instance.empty ??= adapter === null;
  return adapter;
}

/** Runs `call` with these environment variables (undefined: unset) and puts the old ones back when it returns. */
function withEnvironment<T>(environment: Record<string, string | undefined>, call: () => T): T {
  const before = Object.fromEntries(Object.keys(environment).map((name) => [name, process.env[name]]));
  setEnvironment(environment);
  try {
    return call();
  } finally {
    setEnvironment(before);
  }
}

function setEnvironment(values: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}
