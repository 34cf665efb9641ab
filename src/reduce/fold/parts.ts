import elementFile from '../../../wgsl/operators/element.wgsl';
import foldFile from '../../../wgsl/reduce/fold/fold.wgsl';
import leafFile from '../../../wgsl/reduce/fold/leaf.wgsl';
import stackFile from '../../../wgsl/reduce/fold/stack.wgsl';
import { appendModule, elementModules, loadModule, shuffleModule } from '../../operators/accumulator.ts';
import { section, type WgslModule } from '../../plan/module.ts';
import { isBracketed, type ReduceContext } from '../context.ts';
import type { KernelPart } from '../kernel.ts';
import { readsElements } from '../spec.ts';

/** What a fold of accumulators reads. Operators may still name the type `Bits` of elements. */
function storedPart(
  { element, accumulator }: Pick<ReduceContext, 'element' | 'accumulator'>,
  binding: 'input' | 'partials',
  terms: readonly WgslModule[] = [section(leafFile, 'source', 'partials')],
): KernelPart {
  return {
    aliases: { InputWord: 'u32', Bits: element.bits },
    modules: [section(leafFile, 'leaf', 'terms'), ...terms, loadModule(accumulator, binding)],
  };
}

/** What a fold of the call's input reads. `byLeaves` is false only for the kernel that reads aligned vectors. */
export function inputPart(
  context: Pick<ReduceContext, 'phase' | 'element' | 'accumulator' | 'vectors'>,
  byLeaves = true,
): KernelPart {
  const { phase, element, accumulator, vectors } = context;
  if (!readsElements(context)) return storedPart(context, 'input');
  return {
    aliases: { InputWord: vectors ? 'vec4u' : element.inputWord, Bits: element.bits },
    constants: element.constants,
    modules: [
      vectors ? section(elementFile, 'element', 'wordOfVectors') : element.load,
      ...(byLeaves ? [section(leafFile, 'leaf', vectors ? 'vectors' : 'terms')] : []),
      section(leafFile, 'source', phase === 'chunk' ? 'chunk' : 'input'),
      ...elementModules(accumulator, element),
      appendModule(accumulator, element),
    ],
  };
}

/** What a fold of tiles' results reads. `terms` defines `leafTerm`, which finds the slot of a tile's result. */
export function partialsPart(context: ReduceContext, terms?: readonly WgslModule[]): KernelPart {
  return storedPart(context, 'partials', terms);
}

/** Levels of a tree over at most `subtrees` subtrees. */
export function stackLevels(subtrees: number): number {
  return Math.floor(Math.log2(Math.max(subtrees, 1))) + 1;
}

/** How `lanes` lanes of a workgroup fold one range together. `leaf` is the number of terms in a leaf. */
export interface Group {
  readonly lanes: number;
  readonly workgroup: number;
  readonly leaf: number;
  /** Maximum length of a range, in terms; infinite if unknown. */
  readonly longest: number;
}

/** Workgroup memory that WebGPU guarantees. */
const WORKGROUP_BYTES = 16 * 1024;

/** Whether workgroup memory also has room for a stack of subtrees, next to a value a lane and the number of rounds. */
function hasStackRoom({ accumulator }: ReduceContext, workgroup: number, levels: number): boolean {
  return (workgroup + levels) * accumulator.sharedBytes + 16 <= WORKGROUP_BYTES;
}

/** The stack on which a workgroup's first lane puts results of rounds. It is in workgroup memory if that has room. */
export function stackPart(context: ReduceContext, workgroup: number, rounds: number): KernelPart {
  const levels = stackLevels(rounds);
  const shared = isBracketed(context) && hasStackRoom(context, workgroup, levels);
  return {
    constants: { STACK: levels, TREE: isBracketed(context) },
    modules: [section(stackFile, 'subtrees', shared ? 'workgroup' : 'private')],
  };
}

/** The constants and modules of a fold by groups of lanes. */
export function groupPart(context: ReduceContext, group: Group): KernelPart {
  const { lanes, workgroup, leaf, longest } = group;
  const whole = lanes > 1 && lanes === workgroup;
  const shuffles = lanes > 1 && !whole && context.subgroups && lanes <= context.lanes;
  const neighbour = lanes === 1 ? 'none' : shuffles ? 'subgroup' : 'workgroup';
  const several = whole ? 'workgroup' : Number.isFinite(longest) ? 'fixed' : 'groups';
  const rounds = Math.max(1, Math.ceil(Math.min(longest, 2 ** 32 - 1) / (lanes * leaf)));
  const levels = stackLevels(rounds);
  const shared = whole && isBracketed(context) && hasStackRoom(context, workgroup, levels);
  return {
    constants: {
      WORKGROUP: workgroup,
      GROUP_LANES: lanes,
      LEAF: leaf,
      STACK: levels,
      TREE: isBracketed(context),
      ROUNDS: rounds,
      SUBGROUP_SIZE: context.table.subgroupSize ?? 0,
    },
    modules: [
      section(foldFile, 'neighbour', neighbour),
      section(foldFile, 'rounds', lanes === 1 ? 'lane' : several),
      section(stackFile, 'subtrees', shared ? 'workgroup' : 'private'),
      ...(shuffles ? [shuffleModule(context.accumulator)] : []),
    ],
  };
}
