/** A scan of arrays, loaded by the first of them. */
import type { CheckedCall } from '../../api/array_call.ts';
import type { HostItems } from '../../api/arrays.ts';
import type { CheckedOp } from '../../operators/operators.ts';
import { scanRequest } from '../../segmented_scan/descriptor.ts';
import { inChunks, itemsOf, requireRare, type Spans, spansOf } from '../call.ts';
import { viewOf } from '../numbers.ts';
import { functionsOf, type ReduceModules, rareOf } from '../reduce/modules.ts';
import { type Scanner, scannerOf } from './scanners.ts';

// For a worker, which has this file in any case.
export { GIVEN_UP } from '../call.ts';

/** Copies of the operator and of the options for it, not yet checked. */
interface GivenScan extends Readonly<Record<'op' | 'exclusive' | 'reverse' | 'initial', unknown>> {
  readonly widen?: unknown;
  readonly nan?: unknown;
  readonly modules: ReduceModules;
}

/** Scans by an operator. */
export async function scanHost(call: CheckedCall, values: HostItems, given: GivenScan): Promise<unknown> {
  const request = scanRequest('values', { type: values.type, ...given });
  const { type, ops } = request.reduce;
  const [single] = ops as [CheckedOp];
  const [functions] = functionsOf(request.reduce, given);
  const rare = rareOf(request.reduce, given);
  const [initial] = rare.initial;
  requireRare(call);
  const input = itemsOf(call, values);
  const { modules } = given;
  const { reverse } = request;
  const scan = (of: CheckedCall, { bytes, length }: HostItems, exclusive: boolean): [Scanner, Spans] => {
    const spans = spansOf(of.segments);
    const own = { type, bytes, length, spans, initial, exclusive, reverse };
    const wide = rare.widen ? modules.widenedInput?.(viewOf, own, single) : undefined;
    return [scannerOf(wide ?? own, single, functions), spans];
  };
  const run = ([each, spans]: [Scanner, Spans], of: CheckedCall) =>
    inChunks(spans, of.itemCount, of, 1, (first, last) => each.run(first, last));
  const whole = scan(call, input, request.exclusive);
  const [scanner] = whole;
  if (rare.omitsNans) {
    await modules.scanWithoutNans?.(
      call,
      input,
      request,
      async (of, items) => {
        const kept = scan(of, items, true);
        await run(kept, of);
        return kept[0].results;
      },
      scanner.results,
    );
  } else await run(whole, call);
  const keeps = typeof single === 'string' && scanner.type === input.type;
  return keeps ? input.like(scanner.results) : viewOf(scanner.type as 'f32', scanner.results);
}
