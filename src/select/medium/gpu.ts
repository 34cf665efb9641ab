import quantile from '../../../wgsl/select/medium/quantile.gpu.wgsl';
import top from '../../../wgsl/select/medium/top.gpu.wgsl';
import { mediumBins } from '../../sort/medium/gpu.ts';
import { rankParts } from '../../sort/radix/gpu.ts';
import type { MediumSelect } from '../stages.ts';

export const mediumGpu: MediumSelect = { bins: mediumBins, parts: rankParts, entries: { top, quantile } };
