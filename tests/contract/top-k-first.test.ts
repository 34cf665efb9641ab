/** A top-k with k = 1 reads keys four at a time, where its segments may begin and end within four. */
import { expect, it } from 'vitest';
import { createSegmentedTopK } from '../../src/index.ts';
import { Workspace } from '../support/run.ts';
import { SMALL_GPU, SMALL_SOFTWARE } from '../support/small-tunings.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();
const EMPTY = 0xffffffff;

/** Segments of each length up to 9 from each of four neighbouring items, then two that are cut into tiles. */
const BEGINS: number[] = [];
const ENDS: number[] = [];
for (let length = 0; length <= 9; length++) {
  for (let begin = 20; begin < 24; begin++) {
    BEGINS.push(begin);
    ENDS.push(begin + length);
  }
}
BEGINS.push(1, 703);
ENDS.push(702, 1403);

/** Few values, so that keys tie. Items before and after a segment may be better than its own. */
const keyAt = (i: number) => ((Math.imul(i + 3, 2_654_435_761) >>> 16) % 11) + 1;

const KEYS = {
  u32: (n: number) => Uint32Array.from({ length: n }, (_, i) => keyAt(i)),
  f32: (n: number) => Float32Array.from({ length: n }, (_, i) => keyAt(i) - 5),
};

for (const [family, tuning] of [
  ['software', SMALL_SOFTWARE],
  ['gpu', SMALL_GPU],
] as const) {
  it.each([
    ['u32', 'descending', 'whole vectors'],
    ['u32', 'ascending', 'no whole vectors'],
    ['f32', 'ascending', 'whole vectors'],
    ['f32', 'descending', 'no whole vectors'],
  ] as const)(`finds the first item: ${family} kernels, %s, %s, %s`, async (type, order, vectors) => {
    const keys = KEYS[type](1403);
    // The first item of the last segment is its last one.
    keys[1402] = order === 'ascending' ? -5 * Number(type === 'f32') : 12;
    const count = BEGINS.length;
    const room = { maxItems: keys.length, maxSegments: count, tuning: tuning as never };
    const topK = await createSegmentedTopK(device(), { keyType: type, order, maxK: 1, ...room });
    const space = new Workspace(device());
    const keysIn = space.input('keysIn', keys);
    const [begins, ends] = [BEGINS, ENDS].map((words, i) => space.input(`offsets ${i}`, Uint32Array.from(words)));
    const [keysOut, indicesOut] = ['keysOut', 'indicesOut'].map((name) => space.output(name, count));
    // A buffer that ends with the last key, within four words.
    const own = device().createBuffer({ size: keys.byteLength, usage: 128 | 8 });
    await space.submit((encoder) => {
      encoder.copyBufferToBuffer(keysIn.buffer, keysIn.offset, own, 0, keys.byteLength);
      topK.encode(encoder, {
        keysIn: vectors === 'whole vectors' ? keysIn : own,
        ...{
          keysOut: keysOut!,
          indicesOut: indicesOut!,
          segments: { begin: begins!, end: ends!, count },
        },
      });
    });
    const better = (a: number, b: number) => (order === 'ascending' ? keys[a]! < keys[b]! : keys[a]! > keys[b]!);
    const found = keysOut!.found;
    const foundKeys = type === 'u32' ? found : new Float32Array(found.buffer, found.byteOffset, count);
    BEGINS.forEach((begin, s) => {
      let best = begin;
      for (let i = begin; i < ENDS[s]!; i++) if (better(i, best)) best = i;
      const isEmpty = begin === ENDS[s];
      expect(indicesOut!.found[s], `segment ${s}`).toBe(isEmpty ? EMPTY : best - begin);
      if (!isEmpty) expect(foundKeys[s], `segment ${s}`).toBe(keys[best]);
    });
    topK.destroy();
    own.destroy();
  });
}
