import { type Kernel, link } from './link.ts';
import { argsBytes, type Grid, MIN_GRIDS_BYTES, type Plan, type Resource, resourceOf } from './plan.ts';

/** What `encode` binds. Numbers are u32. Buffers are bound from byte 0 of a range. */
export type BindingSource =
  /**
   * A buffer that the caller gives to `encode`. `offsets`, `begins`, `ends` and `countIn` are the buffers of
   * `segments`. For segments of one size no kernel reads `offsets`, so any other range may be bound there.
   */
  | { kind: 'argument'; name: string }
  /** A range of scratch memory, by its name in `scratch`. */
  | { kind: 'scratch'; name: string }
  /** The plan's buffer of indirect dispatch arguments, `indirectBytes` long. */
  | { kind: 'indirect' }
  /** A uniform of these words. */
  | { kind: 'words'; words: number[] }
  /**
   * A uniform of the call's numbers: one u32 each, in this order, padded to a multiple of 16 bytes. `items` is the
   * number of items. `segments` is the number of segments, or the largest possible number where a buffer holds it.
   * `size` is the length of segments of one size, otherwise 0. `sources` is the number of items of `itemsIn`. The
   * described kernels have this uniform. The library itself uses immediate data where the device has it.
   */
  | { kind: 'call'; members: string[] };

/** One dispatch. */
export interface PassDescription {
  kernel: string;
  /** The kernel's index in `kernels`. */
  kernelIndex: number;
  /** The pass is recorded only for listed segments. Absent: it is recorded for segments of one size as well. */
  form?: 'listed';
  /**
   * The indices in `classes` of the bins that the pass serves. For segments of one size, only the passes of their bin
   * are recorded.
   */
  bins?: number[];
  /**
   * A number of workgroups, or a grid. A `counted` grid has (⌈of / perBlock⌉ · rows + additional) / perWorkgroup
   * workgroups, rounded up. Its `of` names a number of the call; `both` is the sum of items and segments. An `indirect`
   * grid is given by three words, from byte 12 · slot of the indirect arguments on. More than 65,535 workgroups take
   * two dimensions, x and then y. A `bounded` grid has ⌈(s · rows + ⌊items / tile⌋) / perWorkgroup⌉ + additional
   * workgroups, where s is min(segments, ⌊items / shortest⌋), and none if s is 0. Without `tile`, or with `shortest` 0,
   * that part is omitted. Above `maxWorkgroups` it has `maxWorkgroups` workgroups, which repeat until all tasks are
   * done, or it is indirect by its slot.
   */
  workgroups: number | Exclude<Grid, { kind: 'direct' }>;
  /** Sources by the names of the kernel's bindings. */
  bindings: Record<string, BindingSource>;
}

/**
 * What `describe()` returns: plain data that JSON can hold. A program in another language can run the kernels with it.
 * For each pass, in order, it makes a bind group of `bindings` and a dispatch.
 */
export interface PlanDescription {
  /** Size classes and their bins, ascending by length. The large class ends at Infinity, which JSON writes as null. */
  classes: { name: 'small' | 'medium' | 'large'; minLength: number; maxLength: number; method: string }[];
  /** Dispatches in order. */
  passes: PassDescription[];
  /** Ranges of scratch memory, in bytes. */
  scratch: Record<string, { offset: number; size: number }>;
  /** Bytes of the buffer of indirect arguments. It is bound as storage and as a uniform. */
  indirectBytes: number;
  /** Each kernel's assembled WGSL, its entry point, and its bindings in order, all of group 0. */
  kernels: {
    name: string;
    entryPoint: string;
    subgroups: boolean;
    /** The subgroup size that the text asks for. Then the kernel needs the feature `subgroup-size-control` as well. */
    subgroupSize?: number;
    bindings: { name: string; type: string; space: 'storage, read_write' | 'uniform' }[];
    wgsl: string;
  }[];
}

function sourceOf(plan: Plan, resource: Resource): BindingSource {
  switch (resource.kind) {
    case 'args':
    case 'grids':
      return { kind: 'indirect' };
    case 'region':
      return { kind: 'scratch', name: resource.name };
    case 'parameters':
      return { kind: 'words', words: [...(plan.parameters ?? [])] };
    case 'words':
      return { kind: 'words', words: [...resource.words] };
    case 'call':
      return { kind: 'call', members: [...resource.members] };
    default:
      return { ...resource };
  }
}

export function describePlan(plan: Plan): PlanDescription {
  const kernels = new Map<string, Kernel>();
  for (const { kernel } of plan.passes) kernels.set(link(kernel).code, kernel);
  const texts = [...kernels.keys()];
  return {
    classes: plan.classes.map(({ name, minLength, maxLength, methodText }) => ({
      name,
      minLength,
      maxLength,
      method: methodText,
    })),
    passes: plan.passes.map((pass) => ({
      kernel: pass.kernel.name,
      kernelIndex: texts.indexOf(link(pass.kernel).code),
      ...(pass.form ? { form: pass.form } : {}),
      ...(pass.bins ? { bins: [...pass.bins] } : {}),
      workgroups: pass.grid.kind === 'direct' ? pass.grid.workgroups : { ...pass.grid },
      bindings: Object.fromEntries(
        link(pass.kernel).bindings.map(({ name }) => [name, sourceOf(plan, resourceOf(plan, pass, name))] as const),
      ),
    })),
    scratch: Object.fromEntries(Object.entries(plan.regions).map(([name, region]) => [name, { ...region }])),
    indirectBytes: Math.max(argsBytes(plan), MIN_GRIDS_BYTES),
    kernels: [...kernels].map(([wgsl, kernel]) => ({
      name: kernel.name,
      entryPoint: link(kernel).entryPoint,
      subgroups: link(kernel).subgroups,
      ...(wgsl.includes('@subgroup_size') ? { subgroupSize: Number(kernel.constants?.SUBGROUP_SIZE) } : {}),
      bindings: link(kernel).bindings.map((binding) => ({ ...binding })),
      wgsl,
    })),
  };
}
