/** The size classes and passes of a sort's plan, by the lengths that its segments may have. */
import { expect, it } from 'vitest';
import type { DeviceFacts } from '../../src/gpu/device.ts';
import { link } from '../../src/plan/link.ts';
import { FACTS, type SortChanges, sortOf } from '../support/plans.ts';

it.each(['software', 'gpu'] as const)(
  'a sort of few segments for its items has large ones only, family %s',
  (family) => {
    const room = { maxItems: 9 * 32768, maxSegments: 9, maxSegmentSize: 9 * 32768 };
    const names = (changes: SortChanges, large = {}) =>
      sortOf(FACTS, { valueBytes: 4, ...room, ...changes, tuning: { family, sort: { large } } }).classes.map(
        ({ name }) => name,
      );
    expect(names({})).toEqual(['large']);
    for (const many of [names({ maxSegments: 10 }), names({}, { largeOnlyFrom: 32769 })])
      expect(many).toContain('small');
    expect(names({ maxSegmentSize: 300 })).not.toContain('large');
  },
);

it('passes that bounded segments cannot need are left out', () => {
  const short = sortOf(FACTS, { valueBytes: 4, maxSegmentSize: 8 });
  expect(short.classes.map(({ maxLength }) => maxLength)).toEqual([4, 8]);
  expect(short.passes.some(({ kernel }) => /medium|large/.test(kernel.name))).toBe(false);
  expect(short.temporaryBytes).toBeLessThan(sortOf(FACTS, { valueBytes: 4 }).temporaryBytes / 4);
});

it('small bins cover the items that all lanes hold, for every itemsWanted', () => {
  const longest = (valueBytes: 0 | 4, itemsWanted?: number) => {
    const tuning = { family: 'software', ...(itemsWanted ? { sort: { small: { itemsWanted } } } : {}) } as const;
    const { classes } = sortOf(FACTS, { valueBytes, tuning });
    return Math.max(...classes.filter(({ name }) => name === 'small').map(({ maxLength }) => maxLength));
  };
  for (const wanted of [undefined, 2, 16, 64]) {
    expect(longest(0, wanted)).toBe(8 * 32);
    expect(longest(4, wanted)).toBe(8 * 16);
  }
});

it('kernels ask for no subgroups on a device without them', () => {
  const plan = sortOf({ ...FACTS, subgroups: false, subgroupMinSize: 1, subgroupMaxSize: 1 }, { valueBytes: 4 });
  for (const { kernel } of plan.passes) {
    expect(link(kernel).code).not.toMatch(/subgroup(Shuffle|Ballot)|enable subgroups/);
  }
});

it('a medium bin of family gpu has 8 items a lane, and workgroups of at least 16 lanes and at most the table’s', () => {
  const of = (limits: number[], workgroup: number) => {
    const sort = { small: { maxLength: 8 }, medium: { limits, workgroup }, large: { tile: 64 } };
    const { passes } = sortOf(FACTS, { valueBytes: 4, tuning: { family: 'gpu', sort } });
    return passes
      .filter(({ kernel }) => kernel.name.startsWith('sort/medium'))
      .map(({ kernel: { constants } }) => [constants?.WORKGROUP, constants?.ITEMS]);
  };
  expect(of([64, 300, 512, 1024, 2048], 256)).toEqual([
    [16, 4],
    [64, 5],
    [64, 8],
    [128, 8],
    [256, 8],
  ]);
  expect(of([512, 1000, 2048], 128)).toEqual([
    [64, 8],
    [128, 8],
    [128, 16],
  ]);
});

it('keys of one word have networks up to 512 on GPUs of AMD, and 1024 on those of Apple', () => {
  const gpu = { ...FACTS, software: false, lavapipe: false, subgroups: true, subgroupMinSize: 32 };
  const longest = (facts: Partial<DeviceFacts>, changes: SortChanges = {}) => {
    const { classes } = sortOf({ ...gpu, ...facts }, changes);
    return Math.max(...classes.filter(({ name }) => name === 'small').map(({ maxLength }) => maxLength));
  };
  for (const [vendor, most] of [
    ['amd', 512],
    ['apple', 1024],
  ] as const) {
    expect(longest({ vendor })).toBe(most);
    expect(longest({ vendor }, { keyType: 'f32' })).toBe(most);
    expect(longest({ vendor, subgroupMinSize: 64, subgroupMaxSize: 64 })).toBe(most);
    for (const changes of [{ valueBytes: 4 }, { keyType: 'u64' }, { endBit: 20 }] as const)
      expect(longest({ vendor }, changes)).toBe(longest({ vendor: '' }, changes));
    const without = { tuning: { subgroups: false } };
    expect(longest({ vendor }, without)).toBe(longest({ vendor: '' }, without));
  }
});

it('one dispatch has networks up to 2048 across the subgroups of a workgroup on GPUs of NVIDIA', () => {
  const gpu = { ...FACTS, software: false, lavapipe: false, subgroups: true, subgroupMinSize: 32, vendor: 'nvidia' };
  const longest = (changes: SortChanges = {}, facts: Partial<DeviceFacts> = {}) => {
    const { classes, passes } = sortOf({ ...gpu, ...facts }, changes);
    const across = passes.filter(({ kernel }) => /^sort\/small 256 to/.test(kernel.name));
    expect(across.length).toBeLessThan(2);
    const bins = across[0]?.bins?.map((bin) => classes[bin]?.maxLength) ?? [];
    return { bins, longest: bins.at(-1) ?? 0 };
  };
  expect(longest().bins).toEqual([256, 512, 1024, 2048]);
  for (const changes of [
    { valueBytes: 4 },
    { endBit: 20 },
    { form: 'ranges' },
    { keyType: 'f32', zerosTie: true },
  ] as const)
    expect(longest(changes).bins).toEqual([256, 512, 1024, 2048]);
  // 16 KiB of workgroup memory hold 2048 keys, and 1024 pairs.
  const least = { workgroupStorageBytes: 16384, workgroupInvocations: 256 };
  expect(longest({}, least).longest).toBe(2048);
  expect(longest({ valueBytes: 4 }, least).longest).toBe(1024);
  for (const changes of [
    { keyType: 'u64' },
    { tuning: { subgroups: false } },
    { valueBytes: 4, valuesInPlace: true },
    { endBit: 20, keysInPlace: true },
  ] as const)
    expect(longest(changes).longest).toBe(0);
  expect(longest({}, { vendor: 'amd' }).longest).toBe(0);
});

it('a plan of segments of any length has eight dispatches on GPUs of NVIDIA, fifteen for keys of 64 bits', () => {
  const gpu = { ...FACTS, software: false, lavapipe: false, subgroups: true, subgroupMinSize: 32, vendor: 'nvidia' };
  const room = { maxItems: 2 ** 22, maxSegments: 2 ** 18 };
  for (const changes of [{}, { valueBytes: 4 }] as const)
    expect(sortOf(gpu, { ...room, ...changes }).passes).toHaveLength(8);
  expect(sortOf(gpu, { ...room, keyType: 'u64' }).passes).toHaveLength(15);
  for (const changes of [{}, { valueBytes: 4 }] as const) {
    const { passes } = sortOf(gpu, { maxItems: 2 ** 10, maxSegments: 2 ** 6, ...changes });
    expect(passes.map(({ kernel }) => kernel.name)).toHaveLength(3);
  }
});

it('blocks sort segments of up to 128 items on GPUs of NVIDIA, where keys have one word and segments have offsets', () => {
  const gpu = { ...FACTS, software: false, lavapipe: false, subgroups: true, subgroupMinSize: 32, vendor: 'nvidia' };
  const firstOf = (changes: SortChanges = {}, facts: Partial<DeviceFacts> = {}) =>
    sortOf({ ...gpu, ...facts }, changes).passes.filter(({ kernel }) => /^sort/.test(kernel.name))[0]?.kernel.name;
  for (const changes of [{}, { valueBytes: 4 }, { keyType: 'f32', zerosTie: true }, { beginBit: 3 }] as const)
    expect(firstOf(changes)).toBe('sort/blocks 128');
  const narrow = { sort: { large: { tile: 1024, lookBackWorkgroup: 64 } } };
  expect(firstOf({ valueBytes: 4, tuning: narrow }, { subgroupMinSize: 4 })).toBe('sort/blocks 64');
  // Blocks append to lists, which tables of large segments cannot be made of.
  expect(firstOf({ tuning: { sort: { large: { lookBackWorkgroup: 0 } } } })).not.toMatch('blocks');
  for (const changes of [{ keyType: 'u64' }, { form: 'ranges' }, { tuning: { subgroups: false } }] as const)
    expect(firstOf(changes)).not.toMatch('blocks');
  expect(firstOf({}, { vendor: 'amd' })).not.toMatch('blocks');
  // Plans with few segments for their items have only the large class.
  expect(firstOf({ maxItems: 2 ** 22, maxSegments: 3 })).toMatch('large');
});

it('a plan whose segments are all short has two dispatches', () => {
  const gpu = { ...FACTS, software: false, lavapipe: false, subgroups: true, subgroupMinSize: 32, vendor: 'nvidia' };
  const names = sortOf(gpu, { maxSegmentSize: 128 }).passes.map(({ kernel }) => kernel.name);
  expect(names).toEqual(['setup', 'sort/blocks 128']);
});
