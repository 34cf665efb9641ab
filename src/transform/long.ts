/**
 * Segments longer than a batch. Parts of a segment are reduced to its numbers, with the bits of one call. Then each
 * part is mapped: a call has its items, the numbers, and behind the items those before them.
 */
import {
  type BoundedOperation,
  type Bounds,
  type CheckedCall,
  type LongCall,
  submitOnce,
  withOperation,
} from '../api/array_call.ts';
import type { LongSegment, Report } from '../api/batches.ts';
import { deviceFacts } from '../gpu/device.ts';
import { PlannedOperation } from '../gpu/operation.ts';
import type { BufferRange } from '../gpu/ranges.ts';
import type { Region } from '../plan/plan.ts';
import type { Phase } from '../reduce/descriptor.ts';
import { reduceLong } from '../reduce/long.ts';
import { recordReduce, reduceOperation } from '../reduce/operation.ts';
import { reducePlan } from '../reduce/plan.ts';
import { fillWords } from './fill.ts';
import { resultBytes, type Step } from './kernels.ts';
import type { ReadyTransform } from './load.ts';
import { parametersOf, partPlan, requestOf } from './plan.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** What a long segment is transformed with. */
interface LongTransform {
  readonly call: CheckedCall;
  readonly ready: ReadyTransform;
  readonly long: LongCall;
}

/** Compiles one phase of a step's reduce. */
async function phaseOf(
  { call: { device, tuning }, ready: { request, stages } }: LongTransform,
  step: Step,
  phase: Phase,
  bounds: Bounds,
  elements?: number,
): Promise<BoundedOperation> {
  const counted = elements === undefined ? {} : { elements };
  const spec = { ...requestOf(step), ...bounds, phase, ...counted };
  const parameters = parametersOf({ ...request, ...bounds }, elements);
  const plan: typeof reducePlan = (...all) => ({ ...reducePlan(...all), parameters });
  const reduce = await reduceOperation(device, stages, spec, tuning, { scratch: true }, plan);
  return {
    record: (encoder, { ranges, items, segments }) => {
      const named = ranges as typeof ranges & { readonly input: BufferRange };
      recordReduce(reduce, encoder, { ranges: named, items, call: segments });
    },
    destroy: () => reduce.operation.destroy(),
  };
}

/** Reduces items to the numbers of their segment. */
async function numbersOf(of: LongTransform, step: Step, items: Bytes, report: Report): Promise<Bytes> {
  const numbers = new Uint8Array(4 * Math.max(step.numbers, 1));
  if (step.operators.length === 0) return numbers;
  const { call, ready, long } = of;
  const { bytes: itemBytes } = step.element;
  const reduce = {
    call,
    loaded: { request: requestOf(step), stages: ready.stages },
    input: { argument: 'input', per: 'item', entryBytes: itemBytes, bytes: items },
    outputs: [{ argument: 'output', per: 'segment', entryBytes: numbers.length, bytes: numbers }],
    make: (phase: Phase, bounds: Bounds, elements?: number) => phaseOf(of, step, phase, bounds, elements),
  } as const;
  await reduceLong(reduce, { id: 0, begin: 0, length: items.length / itemBytes }, { ...long, report });
  return numbers;
}

/** Compiles the map of parts of up to `maxItems` items. */
async function partOperation(
  { call: { device, tuning }, ready: { request, stages } }: LongTransform,
  step: Step,
  maxItems: number,
): Promise<BoundedOperation> {
  const spec = { ...request, maxItems, maxSegments: 1, maxSegmentSize: maxItems };
  const plan = partPlan(stages, spec, step, deviceFacts(device), tuning);
  const operation = await PlannedOperation.create(device, 'segmented transform', plan, { scratch: true });
  return {
    record: (encoder, { ranges, items }) => {
      const temporary = operation.scratch as BufferRange;
      // The part is a segment of one size, whose offsets no kernel reads.
      const { size } = plan.regions.starts as Region;
      const bound = { ...ranges, offsets: { ...temporary, size } };
      operation.record(encoder, plan, bound, temporary, { items, segments: 1, size: items });
    },
    destroy: () => operation.destroy(),
  };
}

/** The items `lag` before items `first` to `first + count` - 1 of a segment, or what stands for them. */
function itemsBefore({ element, lag, fill }: ReadyTransform['request'], items: Bytes, first: number, count: number) {
  const { type, bytes: size } = element;
  const found = new Uint8Array(count * size);
  const filled = new Uint8Array(Uint32Array.from(fillWords(type, fill)).buffer).subarray(0, size);
  for (let i = 0; i < found.length; i += size) found.set(filled, i);
  const [from, to] = [Math.max(first - lag, 0), Math.min(first + count - lag, items.length / size)];
  if (from < to) found.set(items.subarray(from * size, to * size), (from + lag - first) * size);
  return found;
}

function joined(first: Bytes, second: Bytes): Bytes {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

/** Makes the results of a step, part by part, in `results`. */
async function mapParts(
  of: LongTransform,
  step: Step,
  items: Bytes,
  numbers: Bytes,
  results: Bytes,
  report: Report,
): Promise<void> {
  const { call, ready, long } = of;
  const { request } = ready;
  const { bytes: itemBytes } = step.element;
  const entryBytes = resultBytes(request);
  const length = items.length / itemBytes;
  // Items and those before them share a binding.
  const part = Math.max(request.readsOthers ? long.limits.items >> 1 : long.limits.items, 1);
  await withOperation(partOperation(of, step, part), async (operation) => {
    for (let first = 0; first < length; first += part) {
      const itemCount = Math.min(part, length - first);
      const own = items.subarray(first * itemBytes, (first + itemCount) * itemBytes);
      const input = request.readsOthers ? joined(own, itemsBefore(request, items, first, itemCount)) : own;
      const place = new Uint8Array(Uint32Array.of(first, length, itemCount).buffer);
      await submitOnce(call, operation, {
        itemCount,
        segments: { count: 1, size: itemCount, longest: itemCount, coversAll: true },
        inputs: [
          { argument: 'input', bytes: input },
          { argument: 'numbers', bytes: joined(numbers, place) },
        ],
        outputs: [
          {
            argument: 'output',
            byteLength: itemCount * entryBytes,
            take: (bytes) => results.set(bytes, first * entryBytes),
          },
        ],
      });
      report(itemCount);
    }
  });
}

/** Reports an item once all `reads` reads of it are done, or as many items as that work makes. */
function sharedReport(report: Report, reads: number): Report {
  let [done, reported] = [0, 0];
  return (items) => {
    done += items;
    const whole = Math.floor(done / reads);
    report(whole - reported);
    reported = whole;
  };
}

/** Transforms a segment of `items`, the items of all segments, and writes its results to `found`. */
export async function transformLong(
  call: CheckedCall,
  ready: ReadyTransform,
  items: Bytes,
  found: Bytes,
  { begin, length }: LongSegment,
  long: LongCall,
): Promise<void> {
  const { steps, element } = ready.request;
  const of: LongTransform = { call, ready, long };
  const [own, all] = [element.bytes, resultBytes(ready.request)];
  const results = found.subarray(begin * all, (begin + length) * all);
  const reads = steps.reduce((sum, { operators }) => sum + (operators.length > 0 ? 2 : 1), 0);
  const report = sharedReport(long.report, reads);
  for (const step of steps) {
    const read = step.reads === 'items' ? items.subarray(begin * own, (begin + length) * own) : results;
    const numbers = await numbersOf(of, step, read, report);
    await mapParts(of, step, read, numbers, results, report);
  }
}
