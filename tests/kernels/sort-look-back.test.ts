/**
 * Large segments by one pass a digit. A tile looks back at what the segment's earlier tiles have published. Where one of
 * them is missing, the workgroup counts that tile itself: tiles that never publish are planted here.
 */
import { describe } from 'vitest';
import { createSegmentedSort } from '../../src/index.ts';
import type { InternalTuning } from '../../src/tuning/tuning.ts';
import { distinctValues, fill, fromPalette, inTurn, mixed, offsetsOf, Random, SEED, totalOf } from '../support/cases.ts';
import { checkSort } from '../support/typed-check.ts';
import { itOnDevice, useDevice } from '../support/use-device.ts';

/** 32 lanes of 4 to 16 words of keys. */
function tuningOf(tile: number): InternalTuning {
  return {
    family: 'gpu',
    // Two workgroups take all tiles, one after another.
    lists: { lanes: 64, past: 'repeated' },
    sort: {
      small: { maxLength: 8 },
      medium: { limits: [512] },
      large: { workgroup: 32, tile, maxTile: tile, lookBackWorkgroup: 32 },
    },
  };
}

/** Lengths at which tiles begin and end, and of more tiles than a lane reads at a time. */
function lengthsOf(tile: number): number[] {
  const tiles = [1, 2, 3, 4, 5, 9, 17, 40];
  const lengths = tiles.flatMap((count) => [count * tile - 1, count * tile, count * tile + 1]);
  return new Random(SEED).shuffled([...lengths, 0, 1, 513, 600, 7 * tile + 5, 300]);
}

interface Row {
  readonly keyType: 'u32' | 'f32' | 'u64';
  readonly pairs: boolean;
  readonly tile: number;
  /** Of 100 tiles, how many never publish. */
  readonly missing: number;
  readonly endBit?: number;
  readonly inPlace?: true;
  readonly order?: 'descending';
}

const ROWS: readonly Row[] = [
  { keyType: 'u32', pairs: false, tile: 512, missing: 0 },
  { keyType: 'u32', pairs: false, tile: 512, missing: 1 },
  { keyType: 'u32', pairs: true, tile: 512, missing: 50 },
  { keyType: 'f32', pairs: false, tile: 256, missing: 100 },
  { keyType: 'f32', pairs: true, tile: 256, missing: 0, order: 'descending' },
  { keyType: 'u64', pairs: false, tile: 256, missing: 50 },
  { keyType: 'u64', pairs: true, tile: 128, missing: 0 },
  { keyType: 'u32', pairs: true, tile: 512, missing: 1, endBit: 20 },
  { keyType: 'u32', pairs: true, tile: 512, missing: 0, endBit: 20, inPlace: true },
];

/** The tiles whose workgroups publish nothing. Passes differ. */
function planted(code: string, missing: number): string {
  if (missing === 0) return code;
  const hash = '(descriptorRow(tile, tile.index) / DIGITS * 7919u + digitPass * 31u)';
  return code.replace(/fn publish\((?:[^)]*)\)\s*\{/, (head) => {
    if (!/tile/.test(head)) throw new Error(`publish has no tile: ${head}`);
    return `${head} if (${hash} % 100u < ${missing}u) { return; }`;
  });
}

describe('one pass a digit', () => {
  const device = useDevice();
  for (const row of inTurn(ROWS, 3)) {
    const { keyType, pairs, tile, missing, endBit, inPlace, order = 'ascending' } = row;
    const title = `${keyType}${pairs ? ' pairs' : ''}, tiles of ${tile}, ${missing} % missing${inPlace ? ', in place' : ''}`;
    itOnDevice(device, {}, title, async () => {
      const compile = device().createShaderModule.bind(device());
      let found = 0;
      device().createShaderModule = (descriptor) => {
        const code = planted(descriptor.code, missing);
        found += descriptor.code.includes('fn lookBack') ? 1 : 0;
        return compile({ ...descriptor, code });
      };
      const offsets = offsetsOf(lengthsOf(tile), 3);
      const count = totalOf(offsets);
      try {
        for (const [what, word] of [
          ['random digits', mixed],
          ['few digits', fromPalette([1, 2, 3, 0x70000002])],
        ] as const) {
          const plan = await createSegmentedSort(device(), {
            keyType,
            order,
            ...(endBit ? { endBit } : {}),
            maxItems: count,
            maxSegments: offsets.length - 1,
            ...(pairs && { valueType: 'u32' as const }),
            tuning: tuningOf(tile),
          });
          const keys = fill(keyType, count, new Random(SEED), word);
          const values = pairs ? distinctValues(count) : undefined;
          await checkSort(device(), plan, { what, seed: SEED, offsets, keys, values, order });
          plan.destroy();
        }
      } finally {
        device().createShaderModule = compile;
      }
    });
  }
});
