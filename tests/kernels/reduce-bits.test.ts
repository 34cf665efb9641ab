/** Results of float reduces have the bits that they had on 2026-11-28, before kernels of GPUs staged their items. */
import { readFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { segmentedReduce } from '../../src/index.ts';
import { inTurn, VARIANTS, variantName } from '../support/cases.ts';
import { bitsCases, bitsOf } from '../support/reduce-bits.ts';
import { itOnDevice, useDevice } from '../support/use-device.ts';

const device = useDevice();
const LINES: string[] = JSON.parse(readFileSync(new URL('reduce-bits.json', import.meta.url), 'utf8'));
const KEPT = LINES.flatMap((line) => line.split(' '));

describe.each(inTurn(VARIANTS.filter(({ subgroups }) => subgroups)))(
  'the bits of float reduces, $family',
  (variant) => {
    itOnDevice(device, variant, variantName(variant), async () => {
      const found: string[] = [];
      for (const each of bitsCases()) found.push(await bitsOf(segmentedReduce, device(), each, { tuning: variant }));
      const names = bitsCases().map(({ name }) => name);
      expect(names.length).toBe(KEPT.length);
      expect(names.filter((_, i) => found[i] !== KEPT[i])).toEqual([]);
    });
  },
);
