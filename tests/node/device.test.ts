/** `requestDevice` of webgpu-segmented/node: the devices it returns, and how processes with them behave. */
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requestDevice } from '../../src/node/index.ts';
import { buildNodeEntry, removeNodeEntry, runProgram } from '../support/node-process.ts';
import { scratchFolder } from '../support/scratch-folder.ts';

const hasSwiftShader = process.platform === 'linux' && process.arch === 'x64';

const scratch = scratchFolder('node-device');
let entry = '';
beforeAll(async () => {
  entry = await buildNodeEntry();
});
afterAll(() => {
  removeNodeEntry(entry);
});

/** Copies a number through the GPU, so that the device has done work. */
const USE = `
  const buffer = device.createBuffer({ size: 16, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
  device.queue.writeBuffer(buffer, 0, new Uint32Array([1, 2, 3, 4]));
  await buffer.mapAsync(GPUMapMode.READ);
  console.log('read', new Uint32Array(buffer.getMappedRange()).join());`;
const OPEN = `
  import { requestDevice } from './node.mjs';
  const device = await requestDevice();`;
const SWIFTSHADER = { WEBGPU_SEGMENTED_ADAPTER: 'swiftshader' };

/** How often the event loop runs during an operation. */
async function turnsUntil(operation: Promise<unknown>): Promise<{ turns: number; ms: number }> {
  const start = performance.now();
  let turns = 0;
  let waiting = true;
  const ended = () => {
    waiting = false;
  };
  operation.then(ended, ended);
  for (; waiting; turns++) await new Promise((resolve) => setImmediate(resolve));
  await operation;
  return { turns, ms: performance.now() - start };
}

describe.runIf(hasSwiftShader)('a device on SwiftShader', () => {
  const open = (options = {}) => requestDevice({ adapter: 'swiftshader', quiet: true, ...options });

  it('is a new one on each call', async () => {
    const [first, second] = await Promise.all([open({ label: 'first' }), open()]);
    expect(first).not.toBe(second);
    expect(first.label).toBe('first');
    first.destroy();
    await expect(second.queue.onSubmittedWorkDone()).resolves.toBeUndefined();
    second.destroy();
  });

  it("has the adapter's own limits and the features the library uses", async () => {
    const device = await open();
    expect(device.adapterInfo.architecture).toBe('swiftshader');
    expect(device.limits.maxStorageBufferBindingSize).toBeGreaterThan(128 * 2 ** 20);
    expect([...device.features]).toEqual(
      expect.arrayContaining(['subgroups', 'subgroup-size-control', 'timestamp-query']),
    );
    device.destroy();
  });

  it('is waited for without using a core', async () => {
    const device = await open();
    const buffers: GPUBuffer[] = []; // Garbage would be destroyed, and its mapping aborted.
    const busyBuffer = () => {
      const usage = GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ;
      const buffer = device.createBuffer({ size: 2 ** 27, usage });
      const encoder = device.createCommandEncoder();
      for (let i = 0; i < 5; i++) encoder.clearBuffer(buffer);
      device.queue.submit([encoder.finish()]);
      return buffers[buffers.push(buffer) - 1]!;
    };
    const compiled = () => {
      const module = device.createShaderModule({ code: '@compute @workgroup_size(1) fn main() {}' });
      return device.createComputePipelineAsync({ layout: 'auto', compute: { module } });
    };
    const mapped = () => busyBuffer().mapAsync(GPUMapMode.READ);
    const worked = () => {
      busyBuffer();
      return device.queue.onSubmittedWorkDone();
    };
    for (const operation of [mapped, worked, compiled]) {
      const { turns, ms } = await turnsUntil(operation());
      // Every turn of the event loop sleeps, but for the one that finds the end. Without the sleep there are thousands.
      expect((turns - 1) * 0.04, `${turns} turns in ${ms} ms`).toBeLessThanOrEqual(ms);
    }
    // The sleeps of operations that follow each other, or overlap, do not add up.
    for (let i = 0; i < 200; i++)
      await Promise.all([device.queue.onSubmittedWorkDone(), device.queue.onSubmittedWorkDone()]);
    // The shortest of several times, because other programs may delay any one of them.
    const turns: number[] = [];
    for (let i = 0; i < 5; i++) {
      const after = await turnsUntil(device.queue.onSubmittedWorkDone());
      turns.push(after.ms / after.turns);
    }
    expect(Math.min(...turns)).toBeLessThan(50);
    device.destroy();
  });

  it("has WebGPU's default limits when asked, and single ones on top", async () => {
    const device = await open({ limits: 'default', requiredLimits: { maxComputeWorkgroupStorageSize: 32768 } });
    expect(device.limits.maxStorageBufferBindingSize).toBe(128 * 2 ** 20);
    expect(device.limits.maxComputeWorkgroupStorageSize).toBe(32768);
    device.destroy();
  });

  it('lacks a feature that the options exclude', async () => {
    const device = await open({ withoutFeatures: ['subgroups'] });
    expect(device.features.has('subgroups')).toBe(false);
    expect(device.features.has('timestamp-query')).toBe(true);
    device.destroy();
  });

  it('hands the line about the adapter to onAdapter, each time', async () => {
    const lines: string[] = [];
    const onAdapter = (line: string) => lines.push(line);
    for (let call = 0; call < 2; call++) (await open({ onAdapter })).destroy();
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(
      /^webgpu-segmented: SwiftShader .*subgroup size 4.*; adapter: 'swiftshader'; for arrays webgpu-segmented\/js may be faster$/,
    );
  });

  it('keeps the environment as it was', async () => {
    const before = { ...process.env };
    (await open()).destroy();
    const { MESA_SHADER_CACHE_DISABLE: _, ...after } = process.env;
    const { MESA_SHADER_CACHE_DISABLE: __, ...expected } = before;
    expect(after).toEqual(expected);
  });
});

describe.runIf(hasSwiftShader)('a process', () => {
  it.each([
    ['destroys its device', 'device.destroy();'],
    ['never destroys its device', ''],
    ['waits for the loss of its device', 'device.lost.then(() => {}); globalThis.kept = device;'],
  ])('that %s ends by itself', async (_, ending) => {
    const { code, stdout } = await runProgram(entry, { code: OPEN + USE + ending, env: SWIFTSHADER });
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'read 1,2,3,4\n' });
  });

  it('says on stderr, once, which adapter was taken and why', async () => {
    const code = `${OPEN} await requestDevice(); await requestDevice();`;
    const { stdout, stderr } = await runProgram(entry, { code, env: SWIFTSHADER });
    expect(stdout).toBe('');
    expect(stderr.match(/^webgpu-segmented: .*$/gm)).toEqual([
      expect.stringMatching(
        /SwiftShader .*; WEBGPU_SEGMENTED_ADAPTER=swiftshader; for arrays webgpu-segmented\/js may be faster$/,
      ),
    ]);
  });

  it('can load the CJS build', async () => {
    const code = `require('./node.cjs').requestDevice({ quiet: true }).then((device) => console.log(device.constructor.name));`;
    const result = await runProgram(entry, { code, type: 'cjs', env: SWIFTSHADER });
    expect(result).toMatchObject({ code: 0, stdout: 'GPUDevice\n' });
  });

  it('can open devices in a worker thread that shares the environment', async () => {
    const code = `
      import { isMainThread, SHARE_ENV, Worker } from 'node:worker_threads';
      import { requestDevice } from './node.mjs';
      if (isMainThread) new Worker(new URL(import.meta.url), { env: SHARE_ENV });
      else console.log((await requestDevice({ quiet: true })).adapterInfo.architecture);`;
    const result = await runProgram(entry, { code, env: SWIFTSHADER });
    expect(result).toMatchObject({ code: 0, stdout: 'swiftshader\n' });
  });

  it('gets an adapter with no variable set at all', async () => {
    expect(await runProgram(entry, { code: OPEN + USE })).toMatchObject({ code: 0, stdout: 'read 1,2,3,4\n' });
  });

  it('gets the names that WEBGPU_SEGMENTED_ADAPTER can have', async () => {
    const code = `
      import { requestDevice } from './node.mjs';
      await requestDevice().catch((error) => console.log(error.code, error.message));`;
    const result = await runProgram(entry, { code, env: { WEBGPU_SEGMENTED_ADAPTER: 'gpu' } });
    expect(result.stdout).toBe("invalid-option WEBGPU_SEGMENTED_ADAPTER is 'gpu'; allowed: swiftshader, system\n");
  });

  it('gets the driver that the user names, or no driver', async () => {
    const code = `
      import { requestDevice } from './node.mjs';
      await requestDevice().catch((error) => console.log(error.code, error.message));`;
    const missing = path.join(scratch, 'no-driver.json');
    const result = await runProgram(entry, { code, env: { VK_ICD_FILENAMES: missing } });
    expect(result.stdout).toContain(`no-adapter No WebGPU adapter with VK_ICD_FILENAMES=${missing}`);
  });
});

describe.runIf(hasSwiftShader)('the cache of SwiftShader', () => {
  const PRINT = `
    import { requestDevice } from './node.mjs';
    const device = await requestDevice({ quiet: true });
    console.log(device.adapterInfo.architecture);`;
  const start = (cache: string) =>
    runProgram(entry, { code: PRINT, env: { ...SWIFTSHADER, WEBGPU_SEGMENTED_CACHE: cache } });
  const driverIn = (cache: string) => {
    const folders = readdirSync(cache);
    expect(folders).toEqual([expect.stringMatching(/^swiftshader-\d+\.\d+\.\d+$/)]);
    return path.join(cache, folders[0]!, 'libvk_swiftshader.so');
  };

  it('is filled once, also by processes that start together, and used again', async () => {
    const cache = path.join(scratch, 'together');
    const results = await Promise.all([start(cache), start(cache)]);
    for (const result of results) expect(result).toMatchObject({ code: 0, stdout: 'swiftshader\n' });
    const driver = driverIn(cache);
    const before = statSync(driver);
    expect(await start(cache)).toMatchObject({ code: 0, stdout: 'swiftshader\n' });
    expect(statSync(driver).ino).toBe(before.ino);
  });

  it('is filled again if one of its files was cut', async () => {
    const cache = path.join(scratch, 'cut');
    await start(cache);
    const driver = driverIn(cache);
    const { size } = statSync(driver);
    truncateSync(driver, 1000);
    expect(await start(cache)).toMatchObject({ code: 0, stdout: 'swiftshader\n' });
    expect(statSync(driverIn(cache)).size).toBe(size);
  });

  it('refuses options that are not allowed', async () => {
    const wrong = [
      null,
      { powerPreference: 'fast' },
      { limits: 'all' },
      { requiredLimits: 5 },
      { requiredLimits: { maxBufferSize: Number.NaN } },
      { requiredLimits: { maxBufferSize: -1 } },
      { requiredFeatures: 'subgroups' },
      { withoutFeatures: 5 },
      { cacheFolder: 5 },
      { onAdapter: 5 },
    ];
    for (const options of wrong) {
      const given = options && { adapter: 'swiftshader', quiet: true, ...options };
      const [name] = options ? Object.keys(options) : ['options'];
      const message = expect.stringMatching(new RegExp(`^${name}.*: .*; allowed: `));
      await expect(requestDevice(given as never)).rejects.toMatchObject({ code: 'invalid-option', message });
    }
  });

  it('refuses options and limits that it does not know, with the nearest name', async () => {
    const given = { adapter: 'swiftshader', quiet: true } as const;
    const refusals = [
      [{ onadapter: () => {} }, /^options: unknown member 'onadapter', did you mean 'onAdapter'\?; allowed: adapter, /],
      [{ features: ['subgroups'] }, /^options: unknown member 'features'.*; allowed: .*requiredFeatures/],
      [{ requiredLimits: { maxBuffersize: 1 } }, /^requiredLimits: .* did you mean 'maxBufferSize'\?; /],
    ] as const;
    for (const [wrong, says] of refusals) {
      const refusal = { code: 'invalid-option', message: expect.stringMatching(says) };
      await expect(requestDevice({ ...given, ...wrong } as never)).rejects.toMatchObject(refusal);
    }
  });

  it('refuses a folder of the caller that cannot be used', async () => {
    const file = path.join(scratch, 'a-file');
    writeFileSync(file, '');
    const refused = requestDevice({ adapter: 'swiftshader', cacheFolder: path.join(file, 'folder') });
    await expect(refused).rejects.toMatchObject({
      code: 'invalid-option',
      message: expect.stringMatching(/^cacheFolder: .*a-file.*can't hold the cache/),
    });
  });
});

describe.runIf(hasSwiftShader)('a machine with no Vulkan loader', () => {
  // A separate mount namespace in which every libvulkan is an empty file.
  const empty = path.join(scratch, 'empty');
  beforeAll(() => writeFileSync(empty, ''));
  const hide =
    'for file in $(ldconfig -p | grep -o "/.*libvulkan[^ ]*$"); do mount --bind "$0" "$file"; done; exec "$@"';
  const wrapper = ['unshare', '--mount', 'sh', '-c', hide, empty];
  const canHide = spawnSync('unshare', ['--mount', 'sh', '-c', hide, '/dev/null', 'true']).status === 0;

  it.runIf(canHide)('gets SwiftShader, with nothing on stderr but the line that says so', async () => {
    const result = await runProgram(entry, { code: OPEN + USE, wrapper });
    expect(result).toMatchObject({ code: 0, stdout: 'read 1,2,3,4\n' });
    expect(result.stderr).toMatch(
      /^webgpu-segmented: SwiftShader [^\n]*; no hardware adapter found; for arrays webgpu-segmented\/js may be faster\n$/,
    );
  });

  it.runIf(canHide)('has no system adapter', async () => {
    const code = `
      import { requestDevice } from './node.mjs';
      await requestDevice({ adapter: 'system' }).catch((error) => console.log(error.code, error.message));`;
    const { stdout } = await runProgram(entry, { code, wrapper });
    expect(stdout).toMatch(/^no-adapter No WebGPU adapter with adapter: 'system'. .*npm install webgpu/);
  });
});
