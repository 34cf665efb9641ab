/** The decisions of `requestDevice`, on adapters and folders made for the tests. No GPU is used. */
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { SegmentedError } from '../../src/checks.ts';
import {
  type AdapterSource,
  adapterPreference,
  chooseAdapter,
  hardwareAdapter,
  isHardware,
  linuxMayHaveGpu,
} from '../../src/node/adapter.ts';
import { type ListedAdapter, theOne } from '../../src/node/adapter-names.ts';
import { cachedFolder, cacheRoots } from '../../src/node/cache-folder.ts';
import { requireNode } from '../../src/node/dawn.ts';
import { describeDevice } from '../../src/node/request-device.ts';
import { expectRefusal } from '../support/refusal.ts';
import { scratchFolder } from '../support/scratch-folder.ts';

function fakeAdapter(info: Partial<GPUAdapterInfo>, features: string[] = [], limits: Record<string, number> = {}) {
  const full = { vendor: '', architecture: '', device: '', description: '', isFallbackAdapter: false, ...info };
  return { info: full, features: new Set(features), limits } as unknown as GPUAdapter;
}

const gpu = fakeAdapter({ vendor: 'nvidia', architecture: 'turing' });
const llvmpipe = fakeAdapter({ vendor: 'mesa', architecture: 'software', isFallbackAdapter: true });
const swiftshader = fakeAdapter({ vendor: 'google', architecture: 'swiftshader', isFallbackAdapter: true });

function source(system: GPUAdapter | null, embedded: GPUAdapter | null = swiftshader): AdapterSource {
  return {
    system: async () => system,
    swiftshader: async () => {
      if (embedded) return embedded;
      throw new SegmentedError('no-adapter', 'SwiftShader is not here.');
    },
  };
}

describe('the choice of the adapter', () => {
  it('takes a hardware adapter where there is one', async () => {
    expect(await chooseAdapter({}, source(gpu))).toMatchObject({ adapter: gpu, name: 'system' });
  });

  it.each([
    ['the system has none', null],
    ['the system has a software one', llvmpipe],
  ])('takes SwiftShader where %s', async (_, system) => {
    expect(await chooseAdapter({}, source(system))).toMatchObject({ adapter: swiftshader, name: 'swiftshader' });
  });

  it("takes the system's software adapter if SwiftShader is not available, and says why", async () => {
    const choice = await chooseAdapter({}, source(llvmpipe, null));
    expect(choice.adapter).toBe(llvmpipe);
    expect(choice.why).toContain('SwiftShader is not here.');
  });

  it.each([
    ['VK_ICD_FILENAMES', { VK_ICD_FILENAMES: '/some/driver.json' }],
    ['VK_DRIVER_FILES', { VK_DRIVER_FILES: '/some/driver.json' }],
  ])('takes the driver named by %s as it is, software or not', async (variable, env) => {
    const choice = await chooseAdapter(adapterPreference(undefined, env), source(llvmpipe));
    expect(choice).toMatchObject({ adapter: llvmpipe, why: `${variable}=/some/driver.json` });
  });

  it('is forced by the environment, whatever driver is named', async () => {
    const env = { WEBGPU_SEGMENTED_ADAPTER: 'swiftshader', VK_ICD_FILENAMES: '/some/driver.json' };
    const choice = await chooseAdapter(adapterPreference(undefined, env), source(gpu));
    expect(choice).toMatchObject({ adapter: swiftshader, why: 'WEBGPU_SEGMENTED_ADAPTER=swiftshader' });
  });

  it('is forced by the option, whatever the environment says', async () => {
    const preference = adapterPreference('system', { WEBGPU_SEGMENTED_ADAPTER: 'swiftshader' });
    expect(await chooseAdapter(preference, source(llvmpipe))).toMatchObject({
      adapter: llvmpipe,
      why: "adapter: 'system'",
    });
  });

  it('refuses a name it does not know, naming what is allowed', () => {
    expect(() => adapterPreference(undefined, { WEBGPU_SEGMENTED_ADAPTER: 'cuda' })).toThrow(
      "WEBGPU_SEGMENTED_ADAPTER is 'cuda'; allowed: swiftshader, system",
    );
    expect(() => adapterPreference('cuda', {})).toThrow("adapter is 'cuda'; allowed: swiftshader, system");
  });

  it('takes an empty variable for an unset one', () => {
    expect(adapterPreference(undefined, { WEBGPU_SEGMENTED_ADAPTER: '', VK_ICD_FILENAMES: '' })).toEqual({});
  });

  it('says what to install if no adapter works', async () => {
    await expect(chooseAdapter({}, source(null, null))).rejects.toMatchObject({ code: 'no-adapter' });
    const forced = chooseAdapter(adapterPreference('system', {}), source(null));
    await expect(forced).rejects.toMatchObject({
      code: 'no-adapter',
      message: expect.stringContaining('npm install webgpu @sparticuz/chromium'),
    });
  });

  it('knows software adapters by their mark or, without it, by name', () => {
    expect(isHardware(gpu)).toBe(true);
    expect(isHardware(llvmpipe)).toBe(false);
    expect(isHardware(fakeAdapter({ description: 'llvmpipe (LLVM 15.0.6, 256 bits)' }))).toBe(false);
    expect(isHardware(fakeAdapter({ description: 'Microsoft Basic Render Driver' }))).toBe(false);
  });
});

describe('hardware only', () => {
  it('takes a hardware adapter, and refuses every software adapter by name', async () => {
    expect(await hardwareAdapter({}, source(gpu))).toMatchObject({ adapter: gpu, name: 'system' });
    const refused = (env: NodeJS.ProcessEnv, system: GPUAdapter | null) =>
      hardwareAdapter(adapterPreference(undefined, env), source(system)).catch(
        (error: SegmentedError) => error.message,
      );
    expect(await refused({}, llvmpipe)).toBe("the system's adapter, mesa, is software.");
    expect(await refused({}, null)).toBe('the system has no adapter.');
    const forced = { WEBGPU_SEGMENTED_ADAPTER: 'swiftshader' };
    expect(await refused(forced, gpu)).toBe('WEBGPU_SEGMENTED_ADAPTER=swiftshader is a software adapter.');
  });

  it('loads nothing where the system has no GPU, unless the user names a driver', async () => {
    const without = { ...source(gpu), mayHaveGpu: () => false };
    await expect(hardwareAdapter({}, without)).rejects.toThrow('this system has no GPU.');
    const preference = adapterPreference(undefined, { VK_DRIVER_FILES: '/some/driver.json' });
    expect(await hardwareAdapter(preference, without)).toMatchObject({ adapter: gpu });
  });

  const [folder, other] = [scratchFolder('devices'), scratchFolder('other-devices')];

  it("reads Linux's devices", () => {
    expect(linuxMayHaveGpu('linux', folder)).toBe(false);
    expect(linuxMayHaveGpu('darwin', folder)).toBe(true);
    writeFileSync(path.join(folder, 'null'), '');
    mkdirSync(path.join(folder, 'dri'));
    expect(linuxMayHaveGpu('linux', folder)).toBe(false);
    writeFileSync(path.join(folder, 'dri', 'renderD128'), '');
    expect(linuxMayHaveGpu('linux', folder)).toBe(true);
    for (const name of ['nvidia0', 'dxg', 'kgsl-3d0', 'mali0']) {
      expect(linuxMayHaveGpu('linux', other), name).toBe(false);
      writeFileSync(path.join(other, name), '');
      expect(linuxMayHaveGpu('linux', other), name).toBe(true);
      rmSync(path.join(other, name));
    }
  });
});

describe('the request to the adapter', () => {
  const adapter = fakeAdapter(
    { description: 'Some GPU', subgroupMinSize: 32, subgroupMaxSize: 32 },
    ['subgroups', 'subgroup-size-control', 'shader-f16', 'clip-distances'],
    { maxBufferSize: 1000, minStorageBufferOffsetAlignment: 64 },
  );

  it('is all its limits and those features of the library that it has', () => {
    expect(describeDevice(adapter, { label: 'mine' })).toEqual({
      label: 'mine',
      requiredFeatures: ['subgroups', 'subgroup-size-control', 'shader-f16'],
      requiredLimits: { maxBufferSize: 1000, minStorageBufferOffsetAlignment: 64 },
    });
  });

  it('is smaller or larger by the options', () => {
    const options = {
      limits: 'default',
      requiredLimits: { maxBufferSize: 900 },
      requiredFeatures: ['clip-distances'],
      withoutFeatures: ['subgroups'],
    } as const;
    expect(describeDevice(adapter, options)).toEqual({
      requiredFeatures: ['shader-f16', 'clip-distances'],
      requiredLimits: { maxBufferSize: 900 },
    });
  });

  it.each([
    ['a feature it lacks', { requiredFeatures: ['timestamp-query'] }, 'invalid-option'],
    [
      'a feature asked for and left out',
      { requiredFeatures: ['subgroups'], withoutFeatures: ['subgroups'] },
      'invalid-option',
    ],
    ['an unknown limit', { requiredLimits: { maxMadness: 1 } }, 'invalid-option'],
    ['a limit past its own', { requiredLimits: { maxBufferSize: 1001 } }, 'limit-exceeded'],
    ['an alignment below its own', { requiredLimits: { minStorageBufferOffsetAlignment: 32 } }, 'limit-exceeded'],
  ])('is refused beforehand: %s', (_, options, code) => {
    expect(() => describeDevice(adapter, options as Parameters<typeof describeDevice>[1])).toThrow(
      expect.objectContaining({ name: 'SegmentedError', code }),
    );
  });
});

describe('the cache folder', () => {
  const scratch = scratchFolder('cache-folder');

  let fills = 0;
  const cached = (...folders: string[]) =>
    cachedFolder({
      roots: folders.map((folder) => ({ folder })),
      name: 'thing-1.0.0',
      files: ['thing'],
      fill: async (folder) => {
        fills += 1;
        writeFileSync(path.join(folder, 'thing'), 'content');
      },
    });

  it('lies where the option says, else the environment, else the user cache, else the temporary folder', () => {
    const temporary = { folder: expect.stringContaining(os.tmpdir()), shared: true };
    const env = { WEBGPU_SEGMENTED_CACHE: '/named', XDG_CACHE_HOME: '/xdg', HOME: '/home/me' };
    expect(cacheRoots('/option', env)).toEqual([{ folder: '/option', namedBy: 'cacheFolder' }]);
    expect(cacheRoots(undefined, env)).toEqual([{ folder: '/named', namedBy: 'WEBGPU_SEGMENTED_CACHE' }]);
    const own = 'webgpu-segmented';
    const { WEBGPU_SEGMENTED_CACHE: _, ...user } = env;
    expect(cacheRoots(undefined, user)).toEqual([{ folder: `/xdg/${own}` }, temporary]);
    expect(cacheRoots(undefined, { HOME: '/home/me' })).toEqual([{ folder: `/home/me/.cache/${own}` }, temporary]);
    expect(cacheRoots(undefined, {})).toEqual([temporary]);
  });

  it('is filled once', async () => {
    const root = path.join(scratch, 'once');
    const folder = await cached(root);
    fills = 0;
    expect(await cached(root)).toBe(folder);
    expect(fills).toBe(0);
    expect(readFileSync(path.join(folder, 'thing'), 'utf8')).toBe('content');
  });

  it('stays whole when filled many times at once, without other files', async () => {
    const root = path.join(scratch, 'at-once');
    const folders = await Promise.all(Array.from({ length: 8 }, () => cached(root)));
    expect(new Set(folders)).toEqual(new Set([path.join(root, 'thing-1.0.0')]));
    expect(readdirSync(root)).toEqual(['thing-1.0.0']);
  });

  it('replaces a half-written or foreign folder of its name', async () => {
    const root = path.join(scratch, 'half');
    mkdirSync(path.join(root, 'thing-1.0.0'), { recursive: true });
    writeFileSync(path.join(root, 'thing-1.0.0', 'thing'), 'con');
    const folders = await Promise.all([cached(root), cached(root), cached(root)]);
    expect(statSync(path.join(folders[0]!, 'thing')).size).toBe('content'.length);
    expect(readdirSync(root)).toEqual(['thing-1.0.0']);
  });

  it('goes on to the next folder where one cannot be written', async () => {
    const file = path.join(scratch, 'file');
    writeFileSync(file, '');
    const good = path.join(scratch, 'good');
    expect(await cached(path.join(file, 'below'), good)).toBe(path.join(good, 'thing-1.0.0'));
    await expect(cached(path.join(file, 'below'))).rejects.toMatchObject({
      code: 'no-adapter',
      message: expect.stringContaining('WEBGPU_SEGMENTED_CACHE'),
    });
  });

  it('is not trusted in a shared folder where others may write', async () => {
    const folder = path.join(scratch, 'open');
    mkdirSync(folder);
    chmodSync(folder, 0o777);
    const roots = [{ folder, shared: true }];
    const fill = async (target: string) => writeFileSync(path.join(target, 'thing'), 'content');
    await expect(cachedFolder({ roots, name: 'thing', files: ['thing'], fill })).rejects.toThrow('written by others');
  });
});

describe('an adapter by its name', () => {
  const all: ListedAdapter[] = [
    { name: 'NVIDIA H100', kind: 'hardware', source: 'system' },
    { name: 'NVIDIA H100 NVL', kind: 'hardware', source: 'system' },
    { name: 'llvmpipe (LLVM 15.0.6, 256 bits)', kind: 'software', source: 'system' },
  ];

  it('is the one that contains the text, in any case', () => {
    expect(theOne(all, { name: 'LLVMpipe', by: 'adapterName' })).toBe(all[2]);
    expect(theOne(all, { name: 'NVL', by: 'adapterName' })).toBe(all[1]);
  });

  it('is the one of exactly this name, if others contain it', () => {
    expect(theOne(all, { name: 'NVIDIA H100', by: 'adapterName' })).toBe(all[0]);
  });

  it.each([
    ['radeon', 'no-adapter', ["adapterName: 'radeon'", "'NVIDIA H100', 'NVIDIA H100 NVL', 'llvmpipe"]],
    ['nvidia', 'invalid-option', ['fits several', "'NVIDIA H100', 'NVIDIA H100 NVL'", 'VK_LOADER_DEVICE_SELECT']],
  ] as const)('%s is refused with the list', async (name, code, says) => {
    await expectRefusal(() => theOne(all, { name, by: 'adapterName' }), code, says);
  });

  it('that two cards have is refused, with what to do', async () => {
    const twins = [all[0], all[0]] as ListedAdapter[];
    const says = ['fits several', 'a process each'];
    await expectRefusal(() => theOne(twins, { name: 'NVIDIA H100', by: 'adapterName' }), 'invalid-option', says);
  });

  it('comes from the option, or else from the environment', () => {
    const env = { WEBGPU_SEGMENTED_ADAPTER_NAME: 'H100' };
    expect(adapterPreference(undefined, env).named).toEqual({ name: 'H100', by: 'WEBGPU_SEGMENTED_ADAPTER_NAME' });
    expect(adapterPreference(undefined, env, 'NVL').named).toEqual({ name: 'NVL', by: 'adapterName' });
  });

  it('has priority over everything but its source', async () => {
    const asked: unknown[] = [];
    const named: AdapterSource = {
      ...source(gpu),
      async named(preference, from) {
        asked.push([preference.name, from]);
        return { adapter: llvmpipe, source: 'system' };
      },
    };
    const env = { WEBGPU_SEGMENTED_ADAPTER: 'system', WEBGPU_SEGMENTED_ADAPTER_NAME: 'pipe' };
    expect(await chooseAdapter(adapterPreference(undefined, env), named)).toMatchObject({
      adapter: llvmpipe,
      name: 'system',
    });
    expect(asked).toEqual([['pipe', 'system']]);
  });
});

describe('a runtime that is not Node', () => {
  it.each([
    [
      { node: '24.0.0', deno: '2.9.6' },
      'this is Deno: request an adapter of navigator.gpu there, or webgpu-segmented/auto',
    ],
    [{ node: '24.0.0', bun: '1.4.5' }, 'this is Bun: use navigator.gpu there, if a package defines it, or webgpu-seg'],
  ])('gets no adapter: %j', (versions, text) => {
    expect(() => requireNode(versions)).toThrow(text);
    expect(() => requireNode({ node: '24.0.0' })).not.toThrow();
  });
});
