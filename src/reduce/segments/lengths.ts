import segmentsOffsetsOrSize from '../../../wgsl/partition/segments/offsets_or_size.wgsl';
import segmentsRanges from '../../../wgsl/partition/segments/ranges.wgsl';
import reduceLengths from '../../../wgsl/reduce/segments/lengths.wgsl';
import type { WgslModule } from '../../plan/module.ts';
import { counted, type Pass, type Plan } from '../../plan/plan.ts';
import type { ReduceAccess, ReduceBin, ReduceContext } from '../context.ts';
import { accumulatorPart, partedKernel } from '../kernel.ts';
import { resultsPart } from '../results/plan.ts';

const LENGTHS_WORKGROUP = 64;

/** How a kernel reads segments as they came. */
function segmentsModule(form: ReduceAccess['form']): WgslModule {
  return form === 'ranges' ? segmentsRanges : segmentsOffsetsOrSize;
}

/** Segments of which only the lengths are asked for. */
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

/** How a profile counts segments that are in no lists: of lengths only there is one bin. */
export function unlistedSegments([first]: readonly ReduceBin[], { form }: ReduceAccess): NonNullable<Plan['unlisted']> {
  return { maxLength: Math.min(first?.maxLength ?? 0, 2 ** 32 - 1), module: segmentsModule(form) };
}
