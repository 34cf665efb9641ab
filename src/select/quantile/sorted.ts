/** Many quantiles: the segments are sorted once, and the keys at all positions are read from them. */
import ofSorted from '../../../wgsl/select/quantile/of_sorted.wgsl';
import { layOut, nested, type Resource } from '../../plan/plan.ts';

import { sortPlan } from '../../sort/plan.ts';
import type { SortStages } from '../../sort/stages.ts';
import { selectContext } from '../context.ts';
import type { SelectStages } from '../stages.ts';
import { deliverPass, type QuantileStages, quantileWords, UNUSED } from './plan.ts';

const SORTED: Resource = { kind: 'region', name: 'sortedKeys' };

/** Makes plans of many quantiles with these stages of a selection and of a sort. */
export function sortedQuantiles(select: SelectStages, sort: SortStages): NonNullable<QuantileStages['sorted']> {
  return (spec, access, facts, tuning, holds) => {
    const { form, countOnGpu } = access;
    const context = selectContext(select, spec, access, facts, tuning, { pairs: false, ranks: false });
    const order = { ...spec, valueBytes: 0 } as const;
    const sorts = { form, countOnGpu, keysInPlace: false, valuesInPlace: false } as const;
    const plan = sortPlan(sort, order, sorts, facts, tuning);
    const isHeld = plan.classes.map(({ minLength, maxLength }) => holds(minLength, maxLength));
    const sorting = plan.passes.filter(({ bins }) => bins?.some((bin) => isHeld[bin]) ?? true);
    const resources = { keysIn: SORTED, positions: { kind: 'parameters' } } as const;
    const { regions, bytes } = layOut({
      ...Object.fromEntries(Object.entries(plan.regions).map(([name, { size }]) => [name, size])),
      sortedKeys: 4 * Math.ceil((spec.maxItems * context.key.bytes) / 4),
      ...UNUSED,
    });
    return {
      ...plan,
      passes: [
        ...nested(sorting, { keysOut: SORTED }),
        deliverPass({ spec, access, context }, { module: ofSorted, resources, readsKeys: true }),
      ],
      regions,
      temporaryBytes: bytes,
      parameters: spec.quantiles.flatMap(quantileWords),
    };
  };
}
