/** Rules for every plan, on devices of every subgroup size, in both families. */
import { afterAll, describe, expect, it } from 'vitest';
import { resourceOf } from '../../src/plan/plan.ts';
import { inTurn } from '../support/cases.ts';
import { linkedOnce } from '../support/distinct-kernels.ts';
import { EVERY_DEVICE, forgetPlans, reduceOf } from '../support/plans.ts';

/** Devices take turns: their plans take a second each. */
const DEVICES = inTurn(EVERY_DEVICE, 3);

afterAll(forgetPlans);

describe('every plan', () => {
  it.each(DEVICES)('has classes that cover every length once: $device', ({ plans }) => {
    for (const [name, { classes }] of plans) {
      expect(classes[0]?.minLength, name).toBeLessThanOrEqual(1);
      classes.slice(1).forEach((bin, i) => {
        expect(bin.minLength, name).toBe((classes[i]?.maxLength ?? 0) + 1);
      });
      // A plan for one row of 128 items needs no class for longer segments.
      const isRow = /of a row/.test(name);
      expect(classes.at(-1)?.maxLength, name).toBe(isRow ? 128 : Number.POSITIVE_INFINITY);
      // A reduce sweeps segments of medium length, so it needs no medium class. All rows of a grouping are one large
      // segment.
      const names = classes.map((bin) => bin.name).filter((bin) => bin !== 'medium');
      const isOneClass = isRow || /^(diff|histogram)/.test(name);
      const expected = isOneClass ? ['small'] : /groups/.test(name) ? ['large'] : ['small', 'large'];
      expect(new Set(names), name).toEqual(new Set(expected));
      expect(classes.length, name).toBeLessThanOrEqual(16);
    }
  });

  it.each(DEVICES)('stays within the limits that its device has: $device', ({ plans, facts }) => {
    for (const [name, { passes }] of plans) {
      for (const { kernel } of passes) {
        const told = `${name}, ${kernel.name}`;
        const { bindings } = linkedOnce(kernel);
        const storage = bindings.filter(({ space }) => space !== 'uniform');
        expect(storage.length, told).toBeLessThanOrEqual(8);
        expect(bindings.length - storage.length, told).toBeLessThanOrEqual(12);
        expect(kernel.constants?.WORKGROUP ?? 1, told).toBeLessThanOrEqual(facts.workgroupInvocations);
      }
    }
  });

  it.each(DEVICES)('has the lanes of a segment in one subgroup: $device', ({ plans, facts }) => {
    for (const [name, { passes }] of plans) {
      for (const { kernel } of passes) {
        if (!linkedOnce(kernel).subgroups) continue;
        // A scan of a workgroup takes subgroups of any size from SUBGROUP_MIN on, lanes that search together a part of one.
        const { LANES, GROUP_LANES, SUBGROUP_MIN, SEEKERS } = kernel.constants ?? {};
        const lanes = Number(LANES ?? GROUP_LANES ?? SUBGROUP_MIN ?? SEEKERS);
        expect(lanes, `${name}, ${kernel.name}`).toBeLessThanOrEqual(facts.subgroupMinSize);
      }
    }
  });

  it.each(DEVICES)('gives every binding a resource that exists: $device', ({ plans }) => {
    for (const [name, plan] of plans) {
      const { passes, regions, argsSlots } = plan;
      for (const pass of passes) {
        for (const { name: binding } of linkedOnce(pass.kernel).bindings) {
          const resource = resourceOf(plan, pass, binding);
          if (resource.kind === 'region') expect(regions, name).toHaveProperty(resource.name);
        }
        if (pass.grid.kind === 'indirect') expect(pass.grid.slot, name).toBeLessThan(argsSlots);
      }
    }
  });
});

describe('a reduce of long ranges', () => {
  // Each accumulator is a vector of four words. With 24 operators the accumulators of all lanes have room, and the
  // stack has none.
  it.each([1, 3, 12, 20, 24, 40])('keeps its stack where workgroup memory has room: %i operators', (count) => {
    const op = Array.from({ length: count }, (_, i) => ({ wgsl: `return a + b * ${i + 1}.0;`, identity: 0 }));
    const names = new Set<string>();
    for (const { facts } of EVERY_DEVICE) {
      for (const form of [{}, { form: 'ranges' }] as const) {
        const { passes } = reduceOf(facts, { type: 'vec4<f32>', op, ...form }, { tuning: { family: 'gpu' } });
        for (const { kernel } of passes.filter((pass) => /^reduce\/(large|sweep join)/.test(pass.kernel.name))) {
          names.add(kernel.name);
          const { WORKGROUP, STACK } = kernel.constants as { WORKGROUP: number; STACK: number };
          const bytes = 16 * count * (WORKGROUP + STACK) + 16;
          const inWorkgroup = /var<workgroup>\s*\w*subtrees/.test(linkedOnce(kernel).code);
          expect(inWorkgroup, `${kernel.name}, ${bytes} bytes`).toBe(bytes <= 16 * 1024);
        }
      }
    }
    expect([...names]).toEqual(expect.arrayContaining(['reduce/sweep join', 'reduce/large tiles']));
  });
});
