/** Kernels that exchange ask for a subgroup size where the device has `subgroup-size-control` and the table has one. */
import { describe, expect, it } from 'vitest';
import type { DeviceFacts } from '../../src/gpu/device.ts';
import { describePlan } from '../../src/plan/describe.ts';
import { link } from '../../src/plan/link.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { FACTS, plansOf, reduceOf, sortOf } from '../support/plans.ts';

/** Intel's GPUs with subgroups of 8 to 32, and of 16 to 32. */
const XE: DeviceFacts = {
  ...FACTS,
  software: false,
  vendor: 'intel',
  subgroupMinSize: 8,
  subgroupMaxSize: 32,
};
const XE2 = { ...XE, subgroupMinSize: 16 };
const MINIMAL = { ...XE2, workgroupStorageBytes: 16384, workgroupInvocations: 256 };

const textsOf = (plan: Plan) => plan.passes.map(({ kernel }) => link(kernel).code);
const sizesOf = (plan: Plan) => [
  ...new Set(textsOf(plan).map((text) => Number(/@subgroup_size\((\d+)\)/.exec(text)?.[1] ?? 0))),
];
const networksOf = (plan: Plan) =>
  plan.classes.filter(({ name }) => name === 'small').map(({ maxLength }) => maxLength);

describe.each([
  ['Xe', XE, 16],
  ['Xe2', XE2, 32],
  ['Xe2 at default limits', MINIMAL, 32],
])('on %s', (_, facts, size) => {
  it.each(plansOf(facts, {}))(
    '%s: every kernel with subgroups asks for the size, and its workgroup is whole',
    (_, plan) => {
      for (const { kernel } of plan.passes) {
        const { code, subgroups } = link(kernel);
        expect(/^enable subgroups, subgroup_size_control;$/m.test(code), kernel.name).toBe(subgroups);
        expect(code.split(`@compute @subgroup_size(${size})`).length, kernel.name).toBe(subgroups ? 2 : 1);
        if (subgroups) expect(Number(kernel.constants?.WORKGROUP) % size, kernel.name).toBe(0);
      }
    },
  );
});

it('networks have as many lanes as the size', () => {
  expect(networksOf(sortOf(XE, {})).at(-1)).toBe(16 * 16);
  expect(networksOf(sortOf(XE, { valueBytes: 4 })).at(-1)).toBe(16 * 8);
  expect(networksOf(sortOf(XE2, {})).at(-1)).toBe(32 * 16);
  expect(networksOf(sortOf({ ...XE, subgroupSizeControl: false }, {})).at(-1)).toBe(8 * 16);
});

it('no other device is asked for a size, nor one without the feature, without subgroups or of one size', () => {
  const others: Partial<DeviceFacts>[] = [
    { vendor: 'amd', subgroupMinSize: 32, subgroupMaxSize: 64 },
    { vendor: '' },
    { subgroupSizeControl: false },
    { subgroups: false, subgroupMinSize: 1, subgroupMaxSize: 1 },
    { subgroupMinSize: 32 },
    { software: true },
  ];
  for (const facts of others) {
    expect(sizesOf(sortOf({ ...XE, ...facts }, {})), JSON.stringify(facts)).toEqual([0]);
    expect(sizesOf(reduceOf({ ...XE, ...facts }, { type: 'f32', op: 'sum' }))).toEqual([0]);
  }
});

it('a tuning sets the size, or leaves it to the driver', () => {
  expect(sizesOf(sortOf(XE, { tuning: { subgroupSize: 0 } }))).toEqual([0]);
  expect(networksOf(sortOf(XE, { tuning: { subgroupSize: 0 } })).at(-1)).toBe(8 * 16);
  expect(sizesOf(sortOf(XE, { tuning: { subgroupSize: 32 } }))).toEqual([0, 32]);
  expect(sizesOf(sortOf(XE, { tuning: { subgroups: false, subgroupSize: 16 } }))).toEqual([0]);
});

it('the workgroup of a short medium bin has whole subgroups', () => {
  const sort = { small: { maxLength: 8 }, medium: { limits: [64, 512] }, large: { tile: 64 } };
  const { passes } = sortOf(XE2, { valueBytes: 4, tuning: { sort } });
  const medium = passes.filter(({ kernel }) => kernel.name.startsWith('sort/medium'));
  expect(medium.map(({ kernel }) => kernel.constants?.WORKGROUP)).toEqual([32, 64]);
});

it('describe() has the same text, and says which size it asks for', () => {
  const { kernels } = describePlan(sortOf(XE, {}));
  expect(new Set(kernels.map(({ subgroupSize }) => subgroupSize))).toEqual(new Set([undefined, 16]));
  for (const { subgroupSize, wgsl } of kernels) {
    expect(wgsl.includes(`@subgroup_size(${subgroupSize})`)).toBe(subgroupSize !== undefined);
  }
});
