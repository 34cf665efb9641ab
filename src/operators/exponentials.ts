/** Sums of exponentials: the component of softmax and of 'logsumexp'. Loaded only for calls with one of them. */
import softmaxFile from '../../wgsl/transform/softmax.wgsl';
import { section, type WgslModule } from '../plan/link.ts';
import { type Component, type Operator, single } from './components.ts';
import { type Element, numberModule } from './elements.ts';

/** How scores become keys, by the kind of items. */
export function keyModules(element: Element): WgslModule[] {
  const { kind } = element;
  if (kind === 'f') return [section(softmaxFile, 'key', 'float'), numberModule(element)];
  return [section(softmaxFile, 'key', kind === 'i' ? 'signed' : 'unsigned')];
}

/** The part that reads keys. */
export const scoreModule = ({ kind }: Element): WgslModule =>
  section(softmaxFile, 'score', kind === 'f' ? 'float' : 'integer');

/** The greatest score and the sum of exponentials relative to it, together. */
export const exponentials = (element: Element): Component => ({
  key: 'softmax',
  type: 'vec3u',
  words: 3,
  identity: 'vec3u()',
  load: 'softmaxTerm(bits)',
  combine: 'softmaxCombine(a, b)',
  bracketed: true,
  parameters: true,
  modules: [softmaxFile, scoreModule(element)],
  loads: [section(softmaxFile, 'part', 'term'), ...keyModules(element)],
});

/** The logarithm of the sum of exponentials. */
export function logSumExp(element: Element): Operator {
  const { modules, ...component } = exponentials(element);
  const kinds = { f: 'float', i: 'signed', u: 'unsigned', v: 'unsigned' } as const;
  const result = section(softmaxFile, 'logSumExp', kinds[element.kind]);
  return single('f32', 'logSumExp(total, length)', { ...component, modules: [...modules, result] });
}
