/** A place as it is built, on several workers: which calls go there, and what happens where there are none. */
import path from 'node:path';
import { build } from 'tsup';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AUTO_ENTRIES, autoEntries } from '../../build/entries.ts';
import * as sources from '../../src/auto/index.ts';
import * as js from '../../src/js/index.ts';
import { useBuiltWorker } from '../support/js-worker.ts';

const built = useBuiltWorker();
let auto: typeof sources;
const places: sources.Place[] = [];

beforeAll(async () => {
  const { folder } = built();
  // The place loads the built worker. The core is not there, and no call here runs on a GPU.
  await build({
    ...{ config: false, outDir: folder, format: ['esm'], silent: true, clean: false, entry: AUTO_ENTRIES },
    ...{ target: 'es2022', platform: 'neutral', loader: { '.wgsl': 'text' }, esbuildPlugins: [autoEntries] },
  });
  auto = await import(path.join(folder, 'auto.js'));
});
afterAll(() => {
  for (const place of places) place.close();
});

async function opened(of: typeof sources, options: sources.PlaceOptions = {}): Promise<sources.Place> {
  const place = await of.openPlace({ prefer: 'js', ...options });
  places.push(place);
  return place;
}

const keys = Float32Array.from({ length: 2 ** 19 }, (_, i) => (i * 7919) % 10_007);
const segments = { size: 512 };
const bytes = (array: Float32Array) => Buffer.from(array.buffer);
const until = async (place: sources.Place, of: typeof sources, says: string) => {
  for (let turn = 0; turn < 200 && !place.last?.why.includes(says); turn++) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    await of.segmentedSort(place, keys, segments);
  }
  return place.last?.why;
};

describe('a place with workers', () => {
  it('starts them with a call that takes long enough, and gives later ones to them', async () => {
    const place = await opened(auto, { workers: 2 });
    const want = bytes(await js.segmentedSort(null, keys, segments));
    expect(bytes(await auto.segmentedSort(place, keys, segments)).equals(want)).toBe(true);
    expect(place.last?.why).toBe('the place prefers JavaScript');
    expect(await until(place, auto, 'workers')).toBe('the place prefers JavaScript; on 2 workers');
    expect(bytes(await auto.segmentedSort(place, keys, segments)).equals(want)).toBe(true);
    expect(place.last).toEqual({ ran: 'js', why: 'the place prefers JavaScript; on 2 workers', items: 2 ** 19 });
    await auto.segmentedSort(place, keys.subarray(0, 1000), { size: 10 });
    expect(place.last?.why).toBe('the place prefers JavaScript');
    await auto.segmentedReduce(place, new Float64Array(2 ** 22), segments, ['sum', 'mean']);
    expect(place.last?.why).toBe('the place prefers JavaScript');
    const orderBy = { wgsl: 'return u32(key);', js: (key: number) => key };
    await auto.segmentedSort(place, keys, segments, { orderBy });
    expect(place.last?.why).toBe('the place prefers JavaScript');
    const sorted = auto.segmentedSort(place, keys, segments);
    place.close();
    const ended = await sorted.then(
      () => 'no error',
      (error: unknown) => error,
    );
    expect(ended).toMatchObject({ code: 'destroyed' });
  });

  it('waits for them only if a call takes longer than their start', async () => {
    const place = await opened(auto, { workers: 2 });
    const many = new Float64Array(2 ** 23);
    const own = many.map((_, i) => -i);
    const sorted = auto.segmentedSort(place, own, { size: 2 ** 16 });
    own.fill(0);
    const first = (await sorted).subarray(0, 2);
    expect(place.last?.why).toBe('the place prefers JavaScript; on 2 workers');
    expect([...first]).toEqual([-65_535, -65_534]);
  });

  it('has none with 0 or 1, and goes on where they do not start', async () => {
    const none = await opened(auto, { workers: 1 });
    // The sources have no file for workers.
    const unstarted = await opened(sources, { workers: 2 });
    for (const [place, of] of [
      [none, auto],
      [unstarted, sources],
    ] as const) {
      for (let turn = 0; turn < 3; turn++) {
        await of.segmentedSort(place, keys, segments);
        expect(place.last?.why).toBe('the place prefers JavaScript');
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  });
});
