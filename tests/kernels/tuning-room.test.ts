/** The scratch memory of a plan has room for every tuning, form of segments, length and kind of buffers. */
import { describe, expect, it } from 'vitest';
import { createSegmentedReduce, createSegmentedSort } from '../../src/index.ts';
import type { InternalTuning } from '../../src/tuning/tuning.ts';
import { offsetsOf, repeated, SEED } from '../support/cases.ts';
import { Workspace } from '../support/run.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();

it('tiles have room where segments of another form would have none', async () => {
  const reduce = { workgroup: 32, bins: [{ limit: 100, lanes: 4, name: 'small' }], tile: 64 } as const;
  const plan = await createSegmentedReduce(device(), {
    ...{ type: 'u32', op: 'sum', maxItems: 3000, maxSegments: 2 },
    tuning: { family: 'software', subgroups: false, reduce },
  });
  const space = new Workspace(device(), SEED);
  const input = space.input(
    'input',
    Uint32Array.from({ length: 3000 }, (_, i) => i),
  );
  const output = space.output('output', 2);
  const segments = {
    begin: space.input('begin', Uint32Array.of(0, 1000)),
    end: space.input('end', Uint32Array.of(2000, 3000)),
    count: 2,
  };
  const temporary = space.scratch('temporary', plan.temporaryBytes);
  await space.submit((encoder) => plan.encode(encoder, { input, output, segments, temporary }));
  expect(output.found).toEqual(Uint32Array.of(1_999_000, 3_999_000));
  space.destroy();
  plan.destroy();
});

it('tiles of a long segment behind many empty ones have room', async () => {
  const [empty, long] = [5000, 3000];
  const plan = await createSegmentedReduce(device(), {
    ...{ type: 'u32', op: 'sum', maxItems: long, maxSegments: empty + 1 },
    tuning: { family: 'software', reduce: { sweep: { tile: 64, maxLength: 16 } } } as InternalTuning,
  });
  const space = new Workspace(device(), SEED);
  const input = space.input(
    'input',
    Uint32Array.from({ length: long }, (_, i) => i),
  );
  const output = space.output('output', empty + 1);
  const offsets = space.input('offsets', offsetsOf([...repeated(0, empty), long]));
  const temporary = space.scratch('temporary', plan.temporaryBytes);
  const segments = { offsets, count: empty + 1 };
  await space.submit((encoder) => plan.encode(encoder, { input, output, segments, temporary }));
  expect(output.found).toEqual(Uint32Array.from([...repeated(0, empty), (long * (long - 1)) / 2]));
  space.destroy();
  plan.destroy();
});

describe('pairs in place', () => {
  for (const family of ['software', 'gpu'] as const) {
    it(`have their larger scratch memory where pairs between two buffers need less, ${family} kernels`, async () => {
      // Between two buffers, runs are merged up to 32,768 items. In place such a segment has tiles and their counters.
      const tuning: InternalTuning = { family, sort: { medium: { maxMergedPairs: 32768 } } };
      const room = { maxItems: 20_000, maxSegments: 4, ownTemporary: false, tuning };
      const sort = await createSegmentedSort(device(), { keyType: 'u32', valueType: 'u32', ...room });
      const space = new Workspace(device());
      try {
        const given = Uint32Array.from({ length: 20_000 }, (_, i) => (i * 7919) % 20_011);
        const [keys, values] = [space.inOut('keys', given), space.inOut('values', given)];
        const temporary = space.scratch('temporary', sort.temporaryBytes);
        const segments = { size: 20_000, count: 1 };
        await space.submit((encoder) =>
          sort.encode(encoder, {
            keysIn: keys,
            keysOut: keys,
            valuesIn: values,
            valuesOut: values,
            segments,
            temporary,
          }),
        );
        expect(keys.found).toEqual(given.slice().sort());
        expect(values.found).toEqual(keys.found);
      } finally {
        sort.destroy();
        space.destroy();
      }
    });
  }
});
