/**
 * Inconsistent comparators: each segment is still a permutation of its items, and nothing else is written. The upper
 * bits of the keys choose the comparator, so that all comparators share their kernels.
 */
import { afterAll, describe, expect } from 'vitest';
import { createSegmentedSort, segmentedSortByKey } from '../../src/index.ts';
import {
  classBoundaries,
  offsetsOf,
  quickRows,
  Random,
  SEED,
  totalOf,
  VARIANTS,
  variantName,
} from '../support/cases.ts';
import { classesOf } from '../support/classes.ts';
import { Workspace } from '../support/run.ts';
import { itOnDevice, useDevice } from '../support/use-device.ts';

const device = useDevice();

const ORDERS = [
  ['always true', 'return true;'],
  ['always false', 'return false;'],
  ['true for what differs', 'return a != b;'],
  [
    'a hash of both keys',
    'let h = (a * 0x9E3779B1u) ^ (b * 0x85EBCA6Bu);\nreturn countOneBits(h * 0xC2B2AE35u) % 2u == 1u;',
  ],
  ['rock, paper, scissors', 'return (b % 3u + 3u - a % 3u) % 3u == 1u;'],
  ['mostly an order', 'return (a < b) != (((a ^ b) & 15u) == 3u);'],
] as const;
const compare = {
  wgsl: `switch a >> 28u {\n${ORDERS.map(([, body], i) => `case ${i}u: { ${body} }`).join('\n')}\ndefault: { return false; }\n}`,
};

/** Keys for one of the comparators: many that tie, most of them in order, or none in order. */
function keysFor(order: number, count: number, random: Random): Uint32Array<ArrayBuffer> {
  const mostly = ORDERS[order]![0] === 'mostly an order';
  return Uint32Array.from({ length: count }, (_, i) => ((order << 28) | (mostly ? i : random.below(1000))) >>> 0);
}

/** Each segment of `indices` must hold its indices, each once. `found` must hold the keys at these indices. */
function expectPermutation(keys: Uint32Array, offsets: Uint32Array, found: Uint32Array, indices: Uint32Array): void {
  for (let s = 0; s + 1 < offsets.length; s++) {
    const [begin, end] = [offsets[s]!, offsets[s + 1]!];
    const own = indices.slice(begin, end);
    own.sort().forEach((index, i) => {
      if (index !== begin + i) throw new Error(`segment ${s} of ${end - begin} items: index ${begin + i} is lost`);
    });
    for (let i = begin; i < end; i++) {
      if (found[i] !== keys[indices[i]!]) throw new Error(`segment ${s}: item ${i - begin} is not its value's key`);
    }
  }
}

const identity = (count: number) => Uint32Array.from({ length: count }, (_, i) => i);

for (const variant of quickRows(VARIANTS, 2)) {
  describe(`an inconsistent comparator, ${variantName(variant)}`, () => {
    const made = new Map<string, ReturnType<typeof createSegmentedSort>>();
    const planned = () => {
      const descriptor = { keyType: 'u32', valueType: 'u32', compare, maxItems: 1 << 17, maxSegments: 200 } as const;
      const plan = made.get('plan') ?? createSegmentedSort(device(), { ...descriptor, tuning: variant });
      made.set('plan', plan);
      return plan;
    };
    afterAll(async () => {
      for (const plan of made.values()) (await plan).destroy();
    });

    for (const [order, [name]] of ORDERS.entries()) {
      itOnDevice(device, variant, name, async () => {
        const plan = await planned();
        const offsets = offsetsOf([0, 1, ...classBoundaries(classesOf(plan), 9000), 20_000], 3);
        const count = totalOf(offsets) + 2;
        const keys = keysFor(order, count, new Random(SEED + order));
        const space = new Workspace(device(), SEED);
        const keysOut = space.output('keysOut', count);
        const valuesOut = space.output('valuesOut', count);
        const args = {
          ...{
            keysIn: space.input('keysIn', keys),
            keysOut,
            valuesIn: space.input('valuesIn', identity(count)),
            valuesOut,
          },
          segments: { offsets: space.input('offsets', offsets), count: offsets.length - 1 },
          ...{ itemCount: count, temporary: space.scratch('temporary', plan.temporaryBytes) },
        };
        await space.submit((encoder) => plan.encode(encoder, args));
        expectPermutation(keys, offsets, keysOut.found, valuesOut.found);
        if (name === 'always false') {
          expect(valuesOut.found.subarray(3, count - 2)).toEqual(identity(count).subarray(3, count - 2));
        }
        space.destroy();
      });
    }

    itOnDevice(device, variant, 'in chunks', async () => {
      const offsets = Uint32Array.of(1, 1, 2000, 2010);
      for (const order of ORDERS.keys()) {
        const keys = keysFor(order, 2020, new Random(SEED + order));
        const options = { compare, tuning: { ...variant, maxBindingBytes: 4096 } };
        const sorted = await segmentedSortByKey(device(), keys, identity(keys.length), offsets, options);
        expectPermutation(keys, offsets, sorted.keys, sorted.values);
      }
    });
  });
}
