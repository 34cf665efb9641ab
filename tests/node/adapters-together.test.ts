/** Two adapters at work side by side, in one process and in two. Two software adapters stand for two cards. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { segmentedReduce, segmentedStableSortByKey } from '../../src/index.ts';
import { listAdapters, requestDevice } from '../../src/node/index.ts';
import { Random, SEED } from '../support/cases.ts';
import { buildNodeEntry, removeNodeEntry, runProgram } from '../support/node-process.ts';

const isLinux = process.platform === 'linux' && process.arch === 'x64';
const adapters = isLinux ? await listAdapters() : [];
const [swiftshader, lavapipe] = [/^swiftshader/i, /^llvmpipe/].map((name) =>
  adapters.find((each) => name.test(each.name)),
);
const both = swiftshader !== undefined && lavapipe !== undefined;
if (!both)
  console.log('tests/node/adapters-together: not run: it needs SwiftShader and lavapipe (.ci/install-lavapipe)');

const random = new Random(SEED);
const keys = Float32Array.from({ length: 5000 }, () => random.below(500) - 250);
const rows = Uint32Array.from(keys, (_, i) => i);
const offsets = [0, 3, 900, 901, 4500, 5000];

async function resultsOn(device: GPUDevice) {
  const sorted = await segmentedStableSortByKey(device, keys, rows, offsets);
  const sums = await segmentedReduce(device, keys, offsets, 'sum');
  return { keys: sorted.keys, values: sorted.values, sums };
}

describe.runIf(both)('SwiftShader and lavapipe', () => {
  // `npm run test:full` names an adapter. Then requestDevice knows no other.
  beforeAll(() => void vi.stubEnv('WEBGPU_SEGMENTED_ADAPTER', undefined));
  afterAll(() => void vi.unstubAllEnvs());

  it('work side by side in one process, with the same bits', async () => {
    const devices = await Promise.all(
      ['swiftshader', 'llvmpipe'].map((adapterName) => requestDevice({ adapterName, quiet: true })),
    );
    const names = devices.map((device) => device.adapterInfo.description);
    expect(names).toEqual([expect.stringMatching(/swiftshader/i), expect.stringMatching(/llvmpipe/)]);
    const [one, other] = await Promise.all(devices.map(resultsOn));
    expect(one).toEqual(other);
    // The second turn finds both instances in use.
    expect(await Promise.all(devices.map(resultsOn))).toEqual([one, one]);
    for (const device of devices) device.destroy();
  });

  it('share a text that is refused with the list', async () => {
    const refused = requestDevice({ adapterName: ' (', quiet: true });
    await expect(refused).rejects.toMatchObject({ code: 'invalid-option' });
    const { message } = (await refused.catch((error: Error) => error)) as Error;
    for (const said of [swiftshader?.name, lavapipe?.name, 'fits several', 'VK_LOADER_DEVICE_SELECT']) {
      expect(message).toContain(said);
    }
  });

  describe('in a process each', () => {
    let entry = '';
    beforeAll(async () => {
      entry = await buildNodeEntry();
    });
    afterAll(() => removeNodeEntry(entry));

    it('are chosen by the environment', async () => {
      const code = `
        import { requestDevice } from './node.mjs';
        const device = await requestDevice({ quiet: true });
        const buffer = device.createBuffer({ size: 16, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
        device.queue.writeBuffer(buffer, 0, new Uint32Array([1, 2, 3, 4]));
        await buffer.mapAsync(GPUMapMode.READ);
        console.log(device.adapterInfo.description, new Uint32Array(buffer.getMappedRange()).join());
        device.destroy();`;
      const runs = ['swiftshader', 'llvmpipe'].map((name) =>
        runProgram(entry, { code, env: { WEBGPU_SEGMENTED_ADAPTER_NAME: name } }),
      );
      const said = (await Promise.all(runs)).map(({ code, stdout }) => [code, stdout.trim()]);
      expect(said).toEqual([
        [0, expect.stringMatching(/^swiftshader.* 1,2,3,4$/i)],
        [0, expect.stringMatching(/^llvmpipe.* 1,2,3,4$/)],
      ]);
    });
  });
});
