/** Adapters by name: the list of all, and the choice of one. */
import process from 'node:process';
import { SegmentedError } from '../checks.ts';
import { isSoftware } from '../gpu/device.ts';
import { adapterNamed, adapterNames, type DawnModule, type Driver, loadDawn } from './dawn.ts';
import { hasVulkanLoader, swiftShaderDriver } from './vulkan-loader.ts';

export const ADAPTERS = ['swiftshader', 'system'] as const;

export type AdapterName = (typeof ADAPTERS)[number];

/** An adapter that `requestDevice({ adapterName })` can choose. */
export interface ListedAdapter {
  /** The adapter's name, as its driver gives it. */
  name: string;
  kind: 'hardware' | 'software';
  /** `'system'`: from a driver of the system. `'swiftshader'`: the software adapter of `@sparticuz/chromium`. */
  source: AdapterName;
}

interface Source {
  readonly source: AdapterName;
  readonly driver: Driver;
}

function systemSource(env: NodeJS.ProcessEnv): Source | undefined {
  if (!hasVulkanLoader()) return undefined;
  return { source: 'system', driver: { key: `system:${env.VK_DRIVER_FILES ?? env.VK_ICD_FILENAMES ?? ''}` } };
}

async function bundledSource(cacheFolder: string | undefined): Promise<Source | undefined> {
  try {
    return { source: 'swiftshader', driver: await swiftShaderDriver(cacheFolder) };
  } catch (error) {
    // Without the optional package there is one adapter less.
    if (error instanceof SegmentedError && error.code === 'no-adapter') return undefined;
    throw error;
  }
}

interface Found extends ListedAdapter {
  readonly from: Source;
}

async function found(dawn: DawnModule, cacheFolder: string | undefined): Promise<Found[]> {
  // Loading SwiftShader's Vulkan loader makes it the system's. So the system comes first.
  const system = systemSource(process.env);
  const all: Found[] = [];
  for (const from of [system, await bundledSource(cacheFolder)]) {
    if (!from) continue;
    for (const name of await adapterNames(dawn, from.driver)) {
      const kind = isSoftware({ description: name } as GPUAdapterInfo) ? 'software' : 'hardware';
      all.push({ name, kind, source: from.source, from });
    }
  }
  return all;
}

/**
 * Lists the adapters that {@link requestDevice} can choose by `adapterName`. Two cards of one model have one name.
 *
 * @param options `cacheFolder`: the folder to unpack SwiftShader into
 * @throws SegmentedError `'no-adapter'` if the optional package `webgpu` does not load
 * @example
 * import { listAdapters } from 'webgpu-segmented/node';
 *
 * for (const { name, kind, source } of await listAdapters()) console.log(name, kind, source);
 */
export async function listAdapters(options: { cacheFolder?: string } = {}): Promise<ListedAdapter[]> {
  const all = await found(await loadDawn(), options.cacheFolder);
  return all.map(({ name, kind, source }) => ({ name, kind, source }));
}

const TWINS =
  'for cards of one name set VK_LOADER_DEVICE_SELECT=vendor:device, DRI_PRIME or VK_DRIVER_FILES, in a process each';

/** The one adapter whose name contains a text, in any case. A text that fits none, or more than one, is refused. */
export function theOne<A extends ListedAdapter>(
  all: readonly A[],
  preference: { readonly name: string; readonly by: string },
): A {
  const quoted = (adapters: readonly A[]) => adapters.map(({ name }) => `'${name}'`).join(', ') || 'none';
  const fits = all.filter(({ name }) => name.toLowerCase().includes(preference.name.toLowerCase()));
  const exact = fits.filter(({ name }) => name === preference.name);
  const [one, other] = exact.length === 1 ? exact : fits;
  const found = `${preference.by}: '${preference.name}'`;
  if (!one) throw new SegmentedError('no-adapter', `${found} is in the name of no adapter; allowed: ${quoted(all)}`);
  if (!other) return one;
  throw new SegmentedError('invalid-option', `${found} fits several; allowed: one of ${quoted(fits)}; ${TWINS}`);
}

/** The adapter of a name, from one source or from all. */
export async function namedAdapter(
  preference: { readonly name: string; readonly by: string },
  source: AdapterName | undefined,
  cacheFolder: string | undefined,
): Promise<{ adapter: GPUAdapter; source: AdapterName }> {
  const dawn = await loadDawn();
  const all = await found(dawn, cacheFolder);
  const one = theOne(
    all.filter((each) => source === undefined || each.source === source),
    preference,
  );
  const adapter = await adapterNamed(dawn, one.from.driver, one.name);
  if (adapter) return { adapter, source: one.source };
  throw new SegmentedError('no-adapter', `${preference.by}: the driver of '${one.name}' did not start`);
}
