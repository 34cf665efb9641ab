/** What a transform is made of: what it reduces each segment to, and what it makes of each item and these numbers. */
import compensatedFile from '../../wgsl/operators/combine/compensated.wgsl';
import elementFile from '../../wgsl/operators/element.wgsl';
import laggedFile from '../../wgsl/transform/lagged.wgsl';
import pairsFile from '../../wgsl/transform/pairs.wgsl';
import softmaxFile from '../../wgsl/transform/softmax.wgsl';
import weightsFile from '../../wgsl/transform/weights.wgsl';
import { typeBytes } from '../item_types.ts';
import type { Component, Operator } from '../operators/components.ts';
import { type Element, elementOf, numberModule } from '../operators/elements.ts';
import { exponentials, keyModules, scoreModule } from '../operators/exponentials.ts';
import { section, type WgslModule } from '../plan/link.ts';
import type { KernelFragment } from '../plan/plan.ts';
import type { CheckedTransform } from './descriptor.ts';

/** One read of the items: a reduce, if segments need numbers, and a kernel that makes results. */
export interface Step {
  /** What it reads: the items of the call, or the results of the step before. */
  readonly reads: 'items' | 'results';
  readonly element: Element;
  /** The operators of the reduce. The first gives `numbers` words a segment, the others nothing. */
  readonly operators: readonly Operator[];
  readonly numbers: number;
  /** The parts of the kernel that makes results. */
  readonly map: KernelFragment;
  /** Those of a sweep that makes results, if they are others (wgsl/transform/swept.wgsl). */
  readonly swept?: readonly WgslModule[];
}

/** A transform with all that its kernels need. */
export interface LoadedTransform extends CheckedTransform {
  readonly element: Element;
  readonly steps: readonly Step[];
  /** Whether it reads other items than its own. Then it cannot replace the items. */
  readonly readsOthers: boolean;
}

const VECTORS = ['u32', 'vec2<u32>', 'vec3<u32>', 'vec4<u32>'] as const;

/** The result of a reduce that holds the numbers of a segment. */
export const numbersResult = (count: number, words: string) =>
  [{ type: VECTORS[count - 1] as (typeof VECTORS)[number], name: 'output', words }] as const;

function reduced(count: number, words: string, component: Omit<Component, 'bracketed' | 'parameters'>): Operator {
  return { component: { ...component, bracketed: true, parameters: true }, results: numbersResult(count, words) };
}

function softmaxStep(element: Element): Step {
  const isFloat = element.kind === 'f';
  const cells = [
    scoreModule(element),
    ...(isFloat ? [numberModule(element)] : keyModules(element)),
    section(weightsFile, 'cell', isFloat ? 'float' : 'integer'),
  ];
  const component: Component = {
    key: 'weights',
    type: 'vec3u',
    words: 3,
    identity: 'vec3u()',
    load: 'weightTerm(bits)',
    combine: 'addWeights(a, b)',
    bracketed: true,
    parameters: true,
    leaves: { counted: section(weightsFile, 'leaf', 'weights'), staged: section(weightsFile, 'leaf', 'stagedWeights') },
    modules: [weightsFile, ...cells],
    loads: [section(weightsFile, 'part', 'term')],
  };
  return {
    reads: 'items',
    element,
    operators: [{ component, results: numbersResult(2, 'softmaxNumbers(total)') }],
    numbers: 2,
    map: { modules: [...cells, section(weightsFile, 'transform', 'softmax')] },
    swept: [...cells, section(weightsFile, 'leafMap', 'weights')],
  };
}

function logSoftmaxStep(element: Element): Step {
  const operator = { component: exponentials(element), results: numbersResult(2, 'logSoftmaxNumbers(total)') };
  return {
    reads: 'items',
    element,
    operators: [operator],
    numbers: 2,
    map: { modules: [scoreModule(element), ...keyModules(element), section(softmaxFile, 'transform', 'logSoftmax')] },
  };
}

/** Items as pairs of floats, by the kind of items. */
function pairModules(element: Element): WgslModule[] {
  if (element.kind === 'f') return [section(pairsFile, 'pair', 'float'), numberModule(element)];
  return [section(pairsFile, 'pair', element.kind === 'i' ? 'signed' : 'unsigned')];
}

function sumStep(name: 'normalize' | 'center', element: Element): Step {
  const pairs = pairModules(element);
  const operator = reduced(2, name === 'center' ? 'bitcast<vec2u>(meanPair(total, length))' : 'bitcast<vec2u>(total)', {
    key: 'pairs',
    type: 'vec2f',
    words: 2,
    identity: 'vec2f()',
    load: 'pairOf(bits)',
    combine: 'compensated(a, b)',
    modules: name === 'center' ? [compensatedFile, pairsFile] : [compensatedFile],
    loads: pairs,
  });
  return {
    reads: 'items',
    element,
    operators: [operator],
    numbers: 2,
    map: { modules: [...pairs, section(pairsFile, 'transform', name)] },
  };
}

/** Divides distances from the mean by the standard deviation. */
function scaleStep(): Step {
  const operator = reduced(1, 'deviationOf(total, length)', {
    key: 'squares',
    type: 'vec2f',
    words: 2,
    identity: 'vec2f()',
    load: 'squareOf(bits)',
    combine: 'compensated(a, b)',
    modules: [compensatedFile, section(pairsFile, 'part', 'deviation')],
    loads: [section(pairsFile, 'part', 'squares')],
  });
  return {
    reads: 'results',
    element: elementOf('f32'),
    operators: [operator],
    numbers: 1,
    map: { modules: [section(pairsFile, 'transform', 'scale')] },
  };
}

/** How the difference of two items of a type is made. */
function differenceOf({ type, kind, bytes }: Element): 'integer' | 'integer64' | 'f16' | 'f32' | 'f64' {
  if (kind === 'f') return type as 'f16' | 'f32' | 'f64';
  return bytes === 8 ? 'integer64' : 'integer';
}

function laggedStep(name: 'diff' | 'shift', element: Element): Step {
  const isFloat = element.kind === 'f' && element.bytes < 8;
  return {
    reads: 'items',
    element,
    operators: [],
    numbers: 0,
    map: {
      modules: [
        section(laggedFile, 'lagged', name === 'shift' ? name : differenceOf(element)),
        ...(name === 'diff' && isFloat ? [section(elementFile, 'number', element.type as 'f16' | 'f32')] : []),
      ],
    },
  };
}

/** The steps of a transform by name. */
export function namedSteps({ name }: CheckedTransform, element: Element): readonly Step[] {
  switch (name) {
    case 'softmax':
      return [softmaxStep(element)];
    case 'logSoftmax':
      return [logSoftmaxStep(element)];
    case 'diff':
    case 'shift':
      return [laggedStep(name, element)];
    case 'standardize':
      return [sumStep('center', element), scaleStep()];
    default:
      return [sumStep(name as 'normalize' | 'center', element)];
  }
}

/** Bytes of a result. */
export const resultBytes = ({ type }: Pick<CheckedTransform, 'type'>): number => typeBytes(type);
