/** Tunings that are not allowed are refused. A tuning that changes after its plan was made does not change the plan. */
import { describe, expect, it } from 'vitest';
import { createSegmentedReduce, createSegmentedSort, segmentedSort } from '../../src/index.ts';
import type { InternalTuning } from '../../src/tuning/tuning.ts';
import { expectRefusal } from '../support/refusal.ts';
import { Workspace } from '../support/run.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();

describe('tuning that changes once a plan is made', () => {
  it('does nothing to the plan', async () => {
    const KEYS = Uint32Array.from({ length: 3000 }, (_, i) => (i * 7919) % 3000);
    const space = new Workspace(device());
    const [small, medium] = [{ maxLength: 4 }, { maxMerged: 0, limits: [512] }];
    const tuning = {
      family: 'software',
      sort: { small, medium, large: { tile: 512 } },
      reduce: { tile: 512 },
    } as const satisfies InternalTuning;
    const room = { maxItems: KEYS.length, maxSegments: 1, tuning: tuning as InternalTuning };
    const sort = await createSegmentedSort(device(), { keyType: 'u32', ...room });
    const reduce = await createSegmentedReduce(device(), { type: 'u32', op: 'sum', ...room });
    try {
      Object.assign(tuning.sort.large, { tile: 64 });
      Object.assign(tuning.reduce, { tile: 64 });
      const keys = space.inOut('keys', KEYS);
      const output = space.output('sum', 1);
      const [begin, end] = [space.input('begin', Uint32Array.of(0)), space.input('end', Uint32Array.of(KEYS.length))];
      const segments = { begin, end, count: 1 };
      await space.submit((encoder) => {
        reduce.encode(encoder, { input: keys, output, segments });
        sort.encode(encoder, { keysIn: keys, keysOut: keys, segments });
      });
      expect(output.found).toEqual(Uint32Array.of((2999 * 3000) / 2));
      expect(keys.found).toEqual(KEYS.slice().sort());
    } finally {
      sort.destroy();
      reduce.destroy();
      space.destroy();
    }
  });
});

describe('a tuning that is not allowed', () => {
  const WRONG: readonly [unknown, readonly (string | RegExp)[]][] = [
    [{ sort: { digitBits: 3 } }, [/tuning\.sort\.digitBits: 3/, /1, 2, 4, 8/]],
    [{ sort: { large: { tile: 100 } } }, [/tuning\.sort\.large\.tile: 100/, /multiples of 16/]],
    [{ sort: { large: { tile: 16384 } } }, [/tuning\.sort\.large\.tile: 16384/, /8192/]],
    [{ sort: { small: { lanes: 4 } } }, [/tuning\.sort\.small/, /unknown member '?lanes/, /maxLanes/]],
    [{ sort: { small: { workgroup: 4 } } }, [/tuning\.sort\.small\.workgroup: 4/, /at least 8/]],
    [{ sort: { medium: { limits: [600, 500] } } }, [/tuning\.sort\.medium\.limits/, /ascending/]],
    [{ sort: { medium: { maxMerged: 1000 } } }, [/tuning\.sort\.medium\.maxMerged: 1000/, /1024, 2048/]],
    [{ sort: 8 }, [/tuning\.sort: 8/, /an object/]],
    [{ scan: { perLane: 0.5 } }, [/tuning\.scan\.perLane: 0\.5/, /whole numbers/]],
    [{ family: 'gpu', scan: { workgroup: 8 } }, [/tuning\.scan\.workgroup: 8/, /at least 16/]],
    [{ reduce: { tile: 1000 } }, [/tuning\.reduce\.tile: 1000/, /powers of two/]],
    [{ reduce: { bins: [{ limit: 9, lanes: 3, name: 'small' }] } }, [/tuning\.reduce\.bins/, /power of two/]],
    [
      { sort: { small: { threeQuarterBins: [12] } } },
      [/tuning\.sort\.small\.threeQuarterBins: \[12\]/, /powers of two/],
    ],
    [{ sort: { small: { threeQuarterBins: [64, 32] } } }, [/threeQuarterBins: \[64,32\]/, /ascending/]],
    [{ sort: { medium: { mergeWays: 16 } } }, [/tuning\.sort\.medium\.mergeWays: 16/, /4, 8/]],
    [{ reduce: { tileLanes: 16 } }, [/tuning\.reduce\.workgroup: 8/, /at least 16/]],
    ['fast', [/tuning: '?fast/]],
  ];

  for (const [given, says] of WRONG) {
    it(`${JSON.stringify(given)} is refused`, async () => {
      const tuning = given instanceof Object ? { family: 'software', ...given } : given;
      const room = { maxItems: 1000, maxSegments: 10, tuning: tuning as InternalTuning };
      await expectRefusal(() => createSegmentedSort(device(), { keyType: 'u32', ...room }), 'invalid-option', says);
      await expectRefusal(
        () => createSegmentedReduce(device(), { type: 'u32', op: 'sum', ...room }),
        'invalid-option',
        says,
      );
    });
  }

  it('of more bins than there is room for is refused', async () => {
    const threeQuarterBins = [4, 8, 16, 32, 64, 128, 256];
    // Without subgroups networks sort only shorter segments, so all these limits are bins as well.
    const limits = [40_000, 45_000, 50_000, 55_000, 65_536];
    const sort = { small: { maxItemsPerLane: 64, threeQuarterBins }, medium: { maxMerged: 32768, limits } };
    const room = { maxItems: 2 ** 18, maxSegments: 9, tuning: { family: 'software', sort } } as const;
    const says = [
      /2[1-9] bins/,
      /maxLength 512/,
      /threeQuarterBins 4,8/,
      /maxMerged 32768/,
      /limits 40000,.*65536/,
      /at most 20/,
    ];
    await expectRefusal(() => createSegmentedSort(device(), { keyType: 'u32', ...room }), 'invalid-option', says);
  });

  it('beyond what the device has is refused', async () => {
    const sort = { medium: { limits: [32768] } };
    const room = { maxItems: 2 ** 18, maxSegments: 9, tuning: { family: 'gpu', sort } } as const;
    const says = [/kernel sort\/medium 32768 does not fit the device/, /\d/];
    await expectRefusal(() => createSegmentedSort(device(), { keyType: 'u32', ...room }), 'limit-exceeded', says);
  });

  it('may be a proxy', async () => {
    const tuning = new Proxy({ family: 'gpu', sort: { digitBits: 4 } } as const, {});
    const keys = Uint32Array.of(3, 1, 2);
    expect(await segmentedSort(device(), keys, [0, 3], { tuning })).toEqual(keys.slice().sort());
  });

  it('an empty tuning changes nothing', async () => {
    const tuning: InternalTuning = { family: 'software', sort: { small: {} } };
    const classes = async (tuned: InternalTuning) => {
      const plan = await createSegmentedSort(device(), {
        keyType: 'u32',
        maxItems: 1000,
        maxSegments: 9,
        tuning: tuned,
      });
      const { passes } = plan.describe();
      plan.destroy();
      return passes;
    };
    expect(await classes(tuning)).toEqual(await classes({ family: 'software' }));
  });
});
