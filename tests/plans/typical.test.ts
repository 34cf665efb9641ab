/** What typical requests record on a GPU, pass by pass; and where plans have their scratch memory. */

import { describe, expect, it } from 'vitest';
import type { DeviceFacts } from '../../src/gpu/device.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { linkedOnce } from '../support/distinct-kernels.ts';
import { COMPARE, groupOf, reduceOf, scanOf, sortOf, topKOf } from '../support/plans.ts';
import { DEVICES } from './wide-set.ts';

const GPU = DEVICES.gpu!;

/** The passes in order, without the folders of their kernels. */
const passesOf = ({ passes }: Plan) => passes.map(({ kernel }) => kernel.name.replace(/^\w+\//, '')).join(', ');

/** The longest length of each size class. A class with bins ends where its last bin ends. */
const classesOf = ({ classes }: Plan) =>
  [...new Map(classes.map(({ name, maxLength }) => [name, `${name} ${maxLength}`])).values()].join(', ');

const times = (count: number, round: string) => Array.from({ length: count }, () => round).join(', ');
const each = (stage: string, ...lengths: readonly number[]) => lengths.map((length) => `${stage} ${length}`).join(', ');

const PARTITION = 'setup, count, finish, scatter';
const NETWORKS = 'small 4 to 64, small 128 to 256';
const RADIX = times(4, 'large upsweep, large columns, large downsweep');
const SELECT_ALL = 'small 256, medium 2048, large Infinity';

describe('on a GPU', () => {
  it.each<[request: string, plan: Plan, classes: string, passes: readonly string[]]>([
    [
      'a sort of keys',
      sortOf(GPU),
      'small 512, medium 2048, large Infinity',
      [PARTITION, NETWORKS, 'small 512', each('medium', 1024, 2048), RADIX],
    ],
    [
      'a sort of pairs',
      sortOf(GPU, { valueBytes: 4 }),
      'small 256, medium 2048, large Infinity',
      [PARTITION, NETWORKS, each('medium', 512, 1024, 2048), RADIX],
    ],
    [
      'a sort by a comparator',
      sortOf(GPU, { compare: COMPARE, valueBytes: 0, maxSegmentSize: 2048 }),
      'small 64, medium 2048',
      [
        'setup, convert/reset, count, finish, scatter',
        each('small', 4, 8, 16, 32, 64),
        each('medium', 512, 1024, 2048),
        'convert/gather',
      ],
    ],
    [
      'a sum by offsets',
      reduceOf(GPU, { type: 'f32', op: 'sum' }),
      'small 4096, large Infinity',
      ['sweep tiles, sweep join'],
    ],
    [
      'a sum by begin and end',
      reduceOf(GPU, { type: 'f32', op: 'sum', form: 'ranges' }),
      'small 512, medium 16384, large Infinity',
      [PARTITION, each('small', 16, 64, 512), 'medium 16384, large tiles, large partials'],
    ],
    ['a scan', scanOf(GPU, { type: 'f32', op: 'sum' }), 'small 4096, large Infinity', ['setup, fold, join, apply']],
    [
      'a grouping',
      groupOf(GPU),
      'large Infinity',
      [
        'setup, prepare',
        RADIX.replace('downsweep', 'first downsweep'),
        'boundaries/count, boundaries/spine, boundaries/number',
      ],
    ],
    [
      'the 100 greatest',
      topKOf(GPU),
      SELECT_ALL,
      [
        ...[PARTITION, each('top network', 4, 8, 16, 32, 64, 128, 256), each('top medium', 512, 1024, 2048)],
        'firsts of tiles, firsts of rows, rows rest',
      ],
    ],
  ])('%s', (_, plan, classes, passes) => {
    expect(classesOf(plan)).toBe(classes);
    expect(passesOf(plan)).toBe(passes.join(', '));
  });
});

it('networks swap by quads on GPUs, and not on software adapters', () => {
  const usesQuads = (facts: DeviceFacts) => {
    const network = sortOf(facts).passes.find(({ kernel }) => kernel.name.startsWith('sort/small'));
    return /quadSwap/.test(linkedOnce(network!.kernel).code);
  };
  expect([GPU, DEVICES.swiftshader!].map(usesQuads)).toEqual([true, false]);
});
