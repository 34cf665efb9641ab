/**
 * The common parts of operations that callers record themselves: checks of encoders and buffers, descriptions, times.
 *
 */

import { requireCount, requireObject } from '../checks.ts';
import { refused, shown } from '../errors.ts';
import { requireDevice } from '../gpu/device_state.ts';
import type { OperationParts, PlannedOperation } from '../gpu/operation.ts';
import { otherImplementation, probeBuffers, probeEncoder } from '../gpu/probes.ts';
import { type BufferArgument, bufferRange, firstBytes, requireDisjoint, type SamePair } from '../gpu/ranges.ts';
import type { BufferRange } from '../gpu/recorder.ts';
import { describePlan } from '../plan/describe.ts';
import type { Plan } from '../plan/plan.ts';
import { requireMembers } from '../unknown.ts';
import { insteadOf } from '../wrappers.ts';

/** The members that every operation has in addition to `encode`. `describe` describes `plan`. */
export function recorded(operation: PlannedOperation, plan: Plan) {
  return {
    temporaryBytes: operation.temporaryBytes,
    describe: () => describePlan(plan),
    /** Times of the last call's passes. */
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
export function requireUsable(
  operation: PlannedOperation,
  encoder: unknown,
  buffers: unknown,
  known: readonly string[],
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
  requireMembers('buffers', buffers, known);
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

/** The number of items of a call: `itemCount`, or all that every input holds. */
export function callItems(itemCount: unknown, maxItems: number, inputs: readonly ItemInput[]): number {
  if (itemCount !== undefined) return requireCount('itemCount', itemCount, maxItems);
  const held = inputs.map(({ range, itemBytes }) => {
    const items = Math.floor(range.size / itemBytes);
    // A range is whole words, so it may hold a few narrow items more than the caller has.
    if (4 * Math.ceil((maxItems * itemBytes) / 4) >= range.size) return Math.min(items, maxItems);
    const allowed = `at most maxItems, ${maxItems}: give itemCount, since the buffer holds more`;
    throw refused('limit-exceeded', range.name as string, `${items} items`, allowed);
  });
  return Math.min(...held);
}

/** Records a call. An encoder of another implementation of WebGPU accepts no pipeline of this one. */
export function ofThisImplementation(record: () => void): void {
  try {
    record();
  } catch (cause) {
    throw cause instanceof TypeError ? otherImplementation('encoder', 'an encoder', cause) : cause;
  }
}

/** Checks the descriptor's options that both operations share, and loads the profiler if it is wanted. */
export async function operationParts(
  device: GPUDevice,
  { ownTemporary, profile }: { ownTemporary?: boolean; profile?: boolean },
): Promise<OperationParts> {
  requireDevice(device);
  const scratch = ownTemporary !== false;
  if (profile !== true) return { scratch };
  if (!device.features.has('timestamp-query')) {
    throw refused('invalid-option', 'profile', 'true', "true only on a device with 'timestamp-query'");
  }
  return { scratch, profiling: (await import('../gpu/profiler.ts')).Profiler };
}
