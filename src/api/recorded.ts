/**
 * The common parts of operations that callers record themselves: checks of encoders and buffers, descriptions, times.
 *
 */
import {
  insteadOf,
  MAX_ITEMS,
  type NamesOf,
  refused,
  requireCount,
  requireMembers,
  requireMembersOf,
  requireObject,
  requireOneOf,
  shown,
} from '../checks.ts';
import {
  type BufferArgument,
  bufferRange,
  firstBytes,
  requireDisjoint,
  type SamePair,
  wordBytes,
} from '../gpu/arguments.ts';
import { requireDevice, zerosOf } from '../gpu/device.ts';
import type { OperationOptions, PlannedOperation } from '../gpu/operation.ts';
import { otherImplementation, probeBuffers, probeEncoder } from '../gpu/probes.ts';
import type { BufferRange } from '../gpu/ranges.ts';
import { describePlan, type PlanDescription } from '../plan/describe.ts';
import type { Plan } from '../plan/plan.ts';
import type { PlanProfile } from '../plan/profile.ts';

/** A plan whose kernels are compiled. It can be recorded any number of times. */
export interface CompiledPlan<Arguments> {
  /** Bytes of scratch memory that a call needs in `temporary`. */
  readonly temporaryBytes: number;
  /**
   * Records a call. If it throws, it throws synchronously and has recorded nothing. In an open compute pass it changes
   * the pipeline, bind group 0 and the immediate data: set yours again before you dispatch.
   *
   * @throws SegmentedError 'invalid-option', 'length-mismatch', 'limit-exceeded', 'missing-usage',
   *   'overlapping-buffers', 'shader-compile', 'destroyed', 'device-lost'
   */
  encode(encoder: GPUCommandEncoder | GPUComputePassEncoder, buffers: Arguments): void;
  /** Returns what `encode` records, as plain data. */
  describe(): PlanDescription;
  /**
   * Reads GPU times and bytes of each pass of the last encoded call, which must have been submitted. Only a plan made
   * with `profile: true` has them.
   */
  profile(): Promise<PlanProfile>;
  /** Frees the plan's buffers. Work that is already submitted still completes. */
  destroy(): void;
}

/** The members that every operation has in addition to `encode`. `describe` describes `plan`. */
export function recorded(operation: PlannedOperation, plan: Plan): Omit<CompiledPlan<never>, 'encode'> {
  return {
    temporaryBytes: operation.temporaryBytes,
    describe: () => describePlan(plan),
    async profile() {
      operation.requireAlive();
      if (operation.profiler) return operation.profiler.read();
      throw refused('invalid-option', 'profile', 'undefined', 'profile() of a plan made with profile: true');
    },
    destroy: () => operation.destroy(),
  };
}

/** Encoders of frameworks also have `beginComputePass`. */
const isEncoder = (value: object) =>
  ('beginComputePass' in value && 'clearBuffer' in value) || 'dispatchWorkgroups' in value;

/** Checks the arguments that every `encode` shares. `known`: the names of its buffers and numbers. */
export function requireUsable<T extends object, N extends readonly string[]>(
  operation: PlannedOperation,
  encoder: unknown,
  buffers: T,
  known: NamesOf<T, N>,
): void {
  const given = Object(encoder) as object;
  if (!isEncoder(given)) {
    const allowed = `a GPUCommandEncoder or an open GPUComputePassEncoder${insteadOf(encoder, isEncoder)}`;
    throw refused('invalid-option', 'encoder', shown(encoder), allowed);
  }
  if (operation.profiler && !('beginComputePass' in given)) {
    throw refused(
      'invalid-option',
      'encoder',
      'an open GPUComputePassEncoder',
      'a GPUCommandEncoder with profile: true',
    );
  }
  requireObject('buffers', buffers);
  operation.requireAlive();
  requireMembersOf('buffers', buffers, known);
}

/**
 * Finds the scratch range of a call: the caller's range, or otherwise the plan's. Checks that no ranges of the call
 * overlap, and that encoder and buffers are usable, then begins the call. `mayBeSame` lists the pairs that may be one
 * range.
 */
export function beginCall(
  { device, profiler, scratch, temporaryBytes }: PlannedOperation,
  encoder: GPUCommandEncoder | GPUComputePassEncoder,
  given: BufferArgument | undefined,
  ranges: Readonly<Record<string, BufferRange>>,
  mayBeSame: readonly SamePair[] = [],
): BufferRange {
  const temporary = given === undefined ? scratch : firstBytes(bufferRange('temporary', given), temporaryBytes);
  if (!temporary) {
    throw refused(
      'invalid-option',
      'temporary',
      'undefined',
      `a buffer of at least ${temporaryBytes} bytes with ownTemporary: false`,
    );
  }
  requireDisjoint({ ...ranges, temporary }, mayBeSame);
  probeBuffers(device, { ...ranges, temporary });
  probeEncoder(device, encoder);
  profiler?.begin();
  return temporary;
}

/** An input with one item of `itemBytes` per item of the call. */
export interface ItemInput {
  readonly range: BufferRange;
  readonly itemBytes: number;
}

/** The number of items of a call: `itemCount`, or all that the inputs hold. None is cut in silence. */
export function callItems(itemCount: unknown, maxItems: number, inputs: readonly ItemInput[]): number {
  if (itemCount !== undefined) return requireCount('itemCount', itemCount, maxItems);
  const items = Math.min(maxItems, ...inputs.map(({ range, itemBytes }) => Math.floor(range.size / itemBytes)));
  for (const { range, itemBytes } of inputs) {
    const { name, size } = range;
    // A range is whole words, so it may hold a few narrow items more than the caller has.
    if (size <= wordBytes(items, itemBytes)) continue;
    const bound = items === maxItems ? 'maxItems' : 'another input';
    const allowed = `at most ${bound}, ${items}: give itemCount, since the buffer holds more`;
    throw refused('limit-exceeded', name as string, `${Math.floor(size / itemBytes)} items`, allowed);
  }
  return items;
}

/** Records a call. An encoder of another implementation of WebGPU accepts no pipeline of this one. */
export function ofThisImplementation(record: () => void): void {
  try {
    record();
  } catch (cause) {
    throw cause instanceof TypeError ? otherImplementation('encoder', 'an encoder', cause) : cause;
  }
}

/** Options of plans that are true or false. */
const FLAGS = ['ownTemporary', 'profile', 'stable', 'inPlace'] as const;

/** Checks the descriptor's options that both operations share, and loads the profiler if it is wanted. */
export async function operationOptions(
  device: GPUDevice,
  descriptor: { readonly [Name in (typeof FLAGS)[number]]?: boolean },
): Promise<OperationOptions> {
  requireDevice(device);
  for (const name of FLAGS) {
    if (descriptor[name] !== undefined) requireOneOf(name, descriptor[name], [true, false], 'invalid-option');
  }
  const { ownTemporary, profile } = descriptor;
  const scratch = ownTemporary !== false;
  if (profile !== true) return { scratch };
  if (!device.features.has('timestamp-query')) {
    throw refused('invalid-option', 'profile', 'true', "true only on a device with 'timestamp-query'");
  }
  return { scratch, profiling: (await import('../gpu/profiler.ts')).Profiler };
}

export { requireFit } from './segments.ts';

/** Number of segments: a number, or a buffer whose first u32 an earlier pass writes. */
export type CountArgument = number | BufferArgument;

/** Segments of one recorded call; offsets, begin and end are u32 in buffers. */
export type SegmentsArgument =
  /** count + 1 offsets: segment i is offsets[i] to offsets[i + 1]. */
  | { offsets: BufferArgument; count: CountArgument }
  /** Segment i is begin[i] to end[i]: gaps and any order are allowed. */
  | { begin: BufferArgument; end: BufferArgument; count: CountArgument }
  /**
   * `count` segments of `size` items each, from the first item on. With a count on the GPU, only segments that lie
   * entirely within the items are used. A size of 0 makes `count` empty segments.
   */
  | { size: number; count: CountArgument };

/** A call's segments, read and checked. */
export interface CallSegments {
  readonly form: 'offsets' | 'ranges';
  readonly countOnGpu: boolean;
  /** The number of segments. With a count on the GPU, the largest possible number. */
  readonly segments: number;
  /** Length of the segments where all have one size, otherwise 0. */
  readonly size: number;
  readonly ranges: Readonly<Record<string, BufferRange>>;
}

function readCount(argument: CountArgument, max: number) {
  if (typeof argument !== 'object' || argument === null) {
    return { segments: requireCount('segments.count', argument, max), ranges: {}, countOnGpu: false };
  }
  const countIn = firstBytes(bufferRange('segments.count', argument), 4);
  return { segments: max, ranges: { countIn: { ...countIn, size: 4 } }, countOnGpu: true };
}

/** Reads the `segments` of an encode. */
export function callSegments(device: GPUDevice, argument: SegmentsArgument, maxSegments: number): CallSegments {
  requireObject('segments', argument, '{ offsets, count }, { begin, end, count } or { size, count }');
  const form = 'size' in argument ? ['size'] : 'begin' in argument ? ['begin', 'end'] : ['offsets'];
  requireMembers('segments', argument, [...form, 'count']);
  if ('size' in argument) {
    const size = requireCount('segments.size', argument.size, MAX_ITEMS);
    const count = readCount(argument.count, maxSegments);
    if (size > 0) return { form: 'offsets', size, ...count };
    return { form: 'offsets', size, ...count, ranges: { ...count.ranges, offsets: zerosOf(device, 0) } };
  }
  const listed = 'begin' in argument;
  const arrays = Object.entries<BufferArgument>(
    listed ? { begin: argument.begin, end: argument.end } : { offsets: argument.offsets },
  ).map(([name, array]) => [name, bufferRange(`segments.${name}`, array)] as const);
  const ends = listed ? 0 : 1;
  const room = Math.min(...arrays.map(([, range]) => range.size / 4 - ends));
  // The host does not know a count on the GPU. So it bounds the count by the length of the arrays.
  const onGpu = typeof argument.count === 'object';
  const count = readCount(argument.count, onGpu ? Math.max(0, Math.min(maxSegments, room)) : maxSegments);
  const ranges: Record<string, BufferRange> = { ...count.ranges };
  for (const [name, range] of arrays) {
    ranges[listed ? `${name}s` : name] = firstBytes(range, 4 * (count.segments + ends), 4 * (maxSegments + ends));
  }
  return { ...count, form: listed ? 'ranges' : 'offsets', size: 0, ranges };
}
