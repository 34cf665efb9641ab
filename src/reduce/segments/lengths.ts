import segmentsFile from '../../../wgsl/partition/segments.wgsl';
import reduceLengths from '../../../wgsl/reduce/segments/lengths.wgsl';
import { section, type WgslModule } from '../../plan/module.ts';
import { counted, type Pass, type Plan } from '../../plan/plan.ts';
import type { ReduceAccess, ReduceBin, ReduceContext } from '../context.ts';
import { accumulatorPart, partedKernel } from '../kernel.ts';
import { resultsPart } from '../results/plan.ts';

const LENGTHS_WORKGROUP = 64;

/** The module that reads segments in the form that the caller gave. */
function segmentsModule(form: ReduceAccess['form']): WgslModule {
  return section(segmentsFile, 'segments', form === 'ranges' ? 'ranges' : 'offsetsOrSize');
}

/** The pass for operators that need only the lengths of segments. */
export function lengthsPass(context: ReduceContext, { form }: ReduceAccess): Pass {
  return {
    ...partedKernel('reduce/lengths', reduceLengths, [
      { constants: { WORKGROUP: LENGTHS_WORKGROUP }, modules: [segmentsModule(form)] },
      accumulatorPart(context),
      resultsPart(context),
    ]),
    grid: counted('segments', 1, LENGTHS_WORKGROUP),
  };
}

/**
 * How a profile counts segments that are in no list. The bound is the length that separates the first bin from others.
 */
export function unlistedSegments([first]: readonly ReduceBin[], { form }: ReduceAccess): NonNullable<Plan['unlisted']> {
  return { maxLength: Math.min(first?.maxLength ?? 0, 2 ** 32 - 1), module: segmentsModule(form) };
}
