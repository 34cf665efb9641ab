/** Any segmented scan by any way of calling it, with results as bytes. */
import { expect } from 'vitest';
import { createSegmentedScan, segmentedScan } from '../../src/index.ts';
import type { InternalTuning } from '../../src/tuning/tuning.ts';
import { type ElementType, givenAs } from './elements.ts';
import { type AnyOp, boundSegments, givenSegments, type LoosePlan, padded } from './reduce-run.ts';
import { recordInto, Workspace, withoutGpuErrors } from './run.ts';
import { bytesOf, type SegmentsCase } from './typed-cases.ts';

/** The call as callers without types see it. */
export const scanHost = segmentedScan as (
  device: GPUDevice,
  values: unknown,
  segments: unknown,
  op: unknown,
  options?: object,
  // biome-ignore lint/suspicious/noExplicitAny: the form of a result follows from the operator
) => Promise<any>;

export const createScan = createSegmentedScan as (device: GPUDevice, descriptor: object) => Promise<LoosePlan>;

/** One scan. `resultBytes` is the size of one result. */
export interface Scan {
  readonly type: ElementType;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly segments: SegmentsCase;
  readonly op: AnyOp;
  readonly options: object;
  readonly resultBytes: number;
}

/** Scans by the call on host arrays. Checks that the input is unchanged. */
export async function scanOnHost(device: GPUDevice, scan: Scan, more: object = {}): Promise<Uint8Array> {
  const { type, bytes, segments, op, options } = scan;
  const given = bytes.slice();
  const found = await withoutGpuErrors(device, () =>
    scanHost(device, givenAs(type, given), givenSegments(segments), op, { ...options, ...more }),
  );
  expect(given, 'the call changed its values').toEqual(bytes);
  return bytesOf(found);
}

/** How a scan is recorded. */
export interface ScanManner {
  readonly tuning?: InternalTuning;
  readonly inPlace?: boolean;
  readonly openPass?: boolean;
  /** The count in a buffer. Without it the count is the right number, not a buffer. */
  readonly gpuCount?: number;
  readonly maxSegmentSize?: number;
  readonly maxItems?: number;
}

/** Scans by a recorded call. Items outside every segment must keep the output's content; `outside` replaces them. */
export async function scanRecorded(device: GPUDevice, scan: Scan, outside: Uint8Array, manner: ScanManner = {}) {
  const { type, bytes, segments, op, options, resultBytes } = scan;
  const { itemCount, bounds } = segments;
  const plan = await withoutGpuErrors(device, () =>
    createScan(device, {
      ...{ type, op, ...options },
      maxItems: manner.maxItems ?? Math.max(2 ** 17, itemCount),
      maxSegments: Math.max(1, bounds.length),
      ...(manner.maxSegmentSize === undefined ? {} : { maxSegmentSize: manner.maxSegmentSize }),
      ...(manner.tuning ? { tuning: manner.tuning } : {}),
    }),
  );
  const space = new Workspace(device);
  try {
    const given = padded(bytes);
    const input = manner.inPlace ? space.inOut('input', given) : space.input('input', given);
    const words = Math.ceil((itemCount * resultBytes) / 4);
    const output = manner.inPlace ? input : space.output('output', words);
    const args = {
      ...{ input, output, itemCount },
      segments: boundSegments(space, segments, manner.gpuCount),
      temporary: space.scratch('temporary', plan.temporaryBytes),
    };
    await space.submit((encoder) => recordInto(encoder, manner.openPass ?? false, (into) => plan.encode(into, args)));
    const found = bytesOf(output.found).slice();
    const before = bytesOf(output.before);
    const inside = new Uint8Array(found.length);
    for (const [begin, end] of bounds.slice(0, manner.gpuCount)) inside.fill(1, begin * resultBytes, end * resultBytes);
    for (let i = 0; i < found.length; i++) {
      if (inside[i]) continue;
      if (found[i] !== before[i]) throw new Error(`byte ${i} of the output was written, outside every segment`);
      found[i] = outside[i] ?? 0;
    }
    return found.subarray(0, itemCount * resultBytes);
  } finally {
    space.destroy();
    plan.destroy();
  }
}

/** Throws at the first item that differs. */
export function expectScan(found: Uint8Array, expected: Uint8Array, { resultBytes, segments }: Scan, what: string) {
  if (found.length !== expected.length) throw new Error(`${what}: ${found.length} bytes, not ${expected.length}`);
  const at = found.findIndex((byte, i) => byte !== expected[i]);
  if (at < 0) return;
  const item = Math.floor(at / resultBytes);
  const segment = segments.bounds.findIndex(([begin, end]) => begin <= item && item < end);
  const [begin, end] = segments.bounds[segment] ?? [0, 0];
  const bytesAt = (all: Uint8Array) => all.subarray(item * resultBytes, (item + 1) * resultBytes).join(' ');
  throw new Error(
    `${what}: item ${item}, in segment ${segment} (${begin} to ${end}): ${bytesAt(found)}, not ${bytesAt(expected)}`,
  );
}
