/** TypeScript's view of the installed package: the oldest version with a test, and the newest, without `@webgpu/types`. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { link, pack, project, runIn, tool } from './tarball.ts';

/** A program that uses every entry, and an error that the types must find. */
const TYPED = `
  import { segmentedReduce, segmentedSort } from 'webgpu-segmented';
  import { reduceList } from 'webgpu-segmented/arrow';
  import type { Float32, List, Vector } from 'apache-arrow';
  import { DeviceSegmentedReduce, DeviceSegmentedSort, type DevicePointer } from 'webgpu-segmented/cub';
  import { segmented_reduce } from 'webgpu-segmented/dpct';
  import { openPlace, type Place, segmentedReduce as reduceAnywhere } from 'webgpu-segmented/auto';
  import { segmentedSort as sortInJs } from 'webgpu-segmented/js';
  import { createJsWorker, type JsWorker } from 'webgpu-segmented/js/worker';
  import { requestDevice } from 'webgpu-segmented/node';
  import { tune, type Tuning } from 'webgpu-segmented/tune';
  export async function main() {
    const device = await requestDevice();
    const sorted: Float32Array = await segmentedSort(device, new Float32Array(3), [0, 3]);
    const { indices }: { indices: Uint32Array } = await segmentedReduce(device, sorted, [0, 3], 'argmin');
    const lib = device ? { segmentedSort } : { segmentedSort: sortInJs };
    const inJs: Float32Array = await sortInJs(null, sorted, [0, 3]);
    const place: Place = await openPlace({ prefer: 'auto' });
    const [sums]: [Float32Array, Uint32Array] = await reduceAnywhere(place, sorted, [0, 3], ['sum', 'count']);
    // @ts-expect-error: a place is no device
    await segmentedSort(place, sorted, [0, 3]);
    const worker: JsWorker = createJsWorker({ transferInputs: true });
    const moved: Float32Array = await worker.segmentedSort(null, sorted, [0, 3]);
    const tuning: Tuning = await tune(device, { budget: 0 });
    // @ts-expect-error: unknown operators are refused
    await segmentedReduce(device, sorted, [0, 3], 'median');
    const wrong = (floats: DevicePointer<'f32'>, lists: Vector<List<Float32>>) => [
      // @ts-expect-error: floats have no bitwise operators
      segmentedReduce(device, sorted, [0, 3], 'xor'),
      // @ts-expect-error: nor have lists of them
      reduceList(device, lists, 'xor'),
      // @ts-expect-error: nor handles
      DeviceSegmentedReduce.Reduce(null, 0, floats, floats, 1, 3, 'and', 0),
      // @ts-expect-error: nor arrays in calls of SYCLomatic
      segmented_reduce({ device }, sorted, sorted, 1, [0], [3], 'or'),
      reduceList(device, lists, ['sum', 'max']),
    ];
    return [indices, sums, place.last?.why, tuning, wrong, inJs, moved, await lib.segmentedSort(device, sorted, [0, 3]), reduceList, DeviceSegmentedSort.SortKeys, segmented_reduce];
  }`;

const OPTIONS = ['--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2023,dom', '--module', 'nodenext'];
const FILES = ['esm.mts', 'commonjs.cts'];
const ARROW = ['apache-arrow', 'flatbuffers', 'json-with-bigint', 'tslib', '@types/node', 'undici-types'];

let folder: string;
beforeAll(async () => {
  folder = await project(await pack());
  for (const file of FILES) writeFileSync(path.join(folder, file), TYPED);
});

describe('TypeScript reads all the types, those of CommonJS too', () => {
  it('version 7, whose DOM library has WebGPU', async () => {
    await runIn(folder, 'npm', ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', 'typescript@7']);
    link(folder, ...ARROW);
    const newest = path.join(folder, 'node_modules/.bin/tsc');
    expect(await runIn(folder, newest, ['--version'])).toContain('Version 7');
    await runIn(folder, newest, [...OPTIONS, '--types', 'node', '--skipLibCheck', ...FILES]);
  });

  it('version 5.9 with @webgpu/types', async () => {
    link(folder, '@webgpu/types');
    expect(await runIn(folder, tool('tsc'), ['--version'])).toContain('Version 5.9');
    await runIn(folder, tool('tsc'), [...OPTIONS, '--skipLibCheck', '--types', '@webgpu/types', ...FILES]);
  });
});
