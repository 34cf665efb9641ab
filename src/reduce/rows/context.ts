/** What kernels of rows are made from, on all adapters. */
import compensatedFile from '../../../wgsl/operators/combine/compensated.wgsl';
import stackFile from '../../../wgsl/reduce/fold/stack.wgsl';
import termsFile from '../../../wgsl/reduce/rows/terms.wgsl';
import type { Bounds } from '../../api/array_call.ts';
import { type DeviceFacts, lanesOf } from '../../gpu/device.ts';
import { appendModule, elementModules } from '../../operators/accumulator.ts';
import type { Component, Operator } from '../../operators/components.ts';
import { section } from '../../plan/link.ts';
import type { KernelFragment } from '../../plan/plan.ts';
import { type InternalTuning, tuningTable } from '../../tuning/tuning.ts';
import type { ReduceSpec } from '../descriptor.ts';
import {
  accumulatorFragment,
  isBracketed,
  type OutputRoom,
  type ReduceAccess,
  type ReduceContext,
  reduceFacts,
  stackLevels,
} from '../kernels.ts';
import type { ReduceStages } from '../plan.ts';

/** What a reduce of rows is made from. `gathers`: items are numbers of rows of a table. */
export interface RowsSpec extends ReduceSpec {
  readonly width: number;
  readonly gathers: boolean;
  readonly weighted: boolean;
}

export type RowsAccess = Omit<ReduceAccess, 'wholeVectors'>;

export interface RowsContext extends ReduceContext, Pick<RowsSpec, 'width' | 'gathers' | 'weighted'> {
  readonly access: RowsAccess;
  /** Lanes that take one segment or tile. */
  readonly taskLanes: number;
}

/** A component whose elements are multiplied by their item's weight. The product is rounded before it is added. */
function weightedComponent(component: Component): Component {
  const weighted = (text: string) => text.replace('numberOf(bits)', 'rounded(numberOf(bits) * rowWeight)');
  const { append } = component;
  return {
    ...component,
    load: weighted(component.load),
    ...(append ? { append: weighted(append) } : {}),
    parameters: true,
    loads: [...component.loads, section(compensatedFile, 'part', 'rounded'), section(termsFile, 'weight', 'given')],
  };
}

/** The operators of a request, with weights if it has them. */
function operatorsOf({ operators, weighted }: RowsSpec): readonly Operator[] {
  if (!weighted) return operators;
  return operators.map(({ component, ...operator }) => ({
    ...operator,
    component: component && weightedComponent(component),
  }));
}

/** The lanes of a segment: as many as it has columns, if the workgroup has them. */
function lanesOfTask(width: number, workgroup: number): number {
  return Math.min(workgroup, 2 ** Math.ceil(Math.log2(width)));
}

/** Outputs that kernels bind themselves: every device has eight bindings. */
function roomOf(
  { gathers, weighted }: Pick<RowsSpec, 'gathers' | 'weighted'>,
  { form, countOnGpu }: RowsAccess,
): OutputRoom {
  const others = 4 + Number(gathers) + Number(weighted) + Number(countOnGpu);
  // Kernels by begin and end do not bind the state, which those with results in scratch memory read.
  return { most: 8 - others, beside: Number(form === 'ranges') };
}

/** The most words a row of results takes in scratch memory, whatever the form of segments. */
export function resultWords(spec: Omit<RowsSpec, keyof Bounds>): number {
  return reduceFacts(spec, roomOf(spec, { form: 'ranges', countOnGpu: true })).results.scratchWords * spec.width;
}

export function contextOf(
  stages: ReduceStages,
  spec: RowsSpec,
  access: RowsAccess,
  facts: DeviceFacts,
  tuning: InternalTuning,
): RowsContext {
  const subgroups = facts.subgroups && tuning.subgroups !== false;
  const operators = operatorsOf(spec);
  const { results, ...own } = reduceFacts({ ...spec, operators }, roomOf(spec, access));
  const table = tuningTable(stages.deviceTable(facts), tuning);
  // A segment has a row of results.
  const outputs = results.outputs.map((output) => ({ ...output, before: output.before * spec.width }));
  return {
    ...spec,
    ...own,
    access,
    operators,
    results: { outputs, scratchWords: results.scratchWords * spec.width },
    table,
    subgroups,
    ...lanesOf(facts, subgroups, table.subgroupSize),
    ofWords: false,
    vectors: false,
    workgroupBytes: facts.workgroupStorageBytes,
    taskLanes: lanesOfTask(spec.width, table.reduce.workgroup),
  };
}

/** What a fold of at most `longest` terms needs. */
export function foldFragments(context: RowsContext, leaf: number, longest: number): KernelFragment[] {
  const leaves = Math.ceil(Math.min(longest, 2 ** 32 - 1) / leaf);
  const constants = {
    WORKGROUP: context.table.reduce.workgroup,
    LEAF: leaf,
    STACK: stackLevels(leaves),
    TREE: isBracketed(context),
  };
  return [{ constants, modules: [section(stackFile, 'subtrees', 'private')] }, accumulatorFragment(context)];
}

/** What a fold of rows reads: a column of terms, or in a sweep leaves of several columns. */
export function termsFragment(
  { element, accumulator, gathers, weighted }: RowsContext,
  choice: 'term' | 'leaf' = 'term',
): KernelFragment {
  if (accumulator.components.length === 0) return { modules: [section(termsFile, choice, 'none')] };
  return {
    aliases: { InputWord: element.inputWord, Bits: element.bits },
    constants: { ...element.constants, PER_WORD: element.bytes < 4 ? 4 / element.bytes : 1 },
    modules: [
      element.load,
      section(termsFile, choice, 'rows'),
      section(termsFile, 'row', gathers ? 'listed' : 'own'),
      section(termsFile, 'weight', weighted ? 'given' : 'none'),
      ...elementModules(accumulator, element),
      appendModule(accumulator, element),
    ],
  };
}
