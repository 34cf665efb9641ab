/** Compares results of a reduce with another call's and with a twin's. */
import { expect } from 'vitest';
import { elementAt, itemBytesOf } from './elements.ts';
import { accumulatorOf, folded, type Operator } from './operator.ts';
import { type AnyOp, type Outcome, type Reduction, resultTypeOf } from './reduce-run.ts';
import type { SegmentsCase } from './typed-cases.ts';

function itemIndexOf({ bounds, form }: SegmentsCase, segment: number): string {
  const [begin, end] = bounds[segment] ?? [0, 0];
  return `${form}, segment ${segment} of ${bounds.length}, ${begin} to ${end} (length ${end - begin})`;
}

/** Requires results with the same bits. */
export function expectSame(found: readonly Outcome[], expected: readonly Outcome[], reduction: Reduction, what = '') {
  expect(found.length).toBe(expected.length);
  const ops = [reduction.op].flat() as AnyOp[];
  for (const [i, { bytes, indices }] of expected.entries()) {
    const op = ops[i]!;
    const name = `${what} ${typeof op === 'string' ? op : op.wgsl}`;
    const of = itemBytesOf(resultTypeOf(reduction.type, op));
    const other = found[i]!;
    expect(other.bytes.length, name).toBe(bytes.length);
    const at = bytes.findIndex((byte, k) => byte !== other.bytes[k]);
    if (at >= 0) {
      const segment = Math.floor(at / of);
      const item = (from: Uint8Array) => [...from.subarray(segment * of, (segment + 1) * of)];
      throw new Error(
        `${name}: ${itemIndexOf(reduction.segments, segment)}: found bytes ${item(other.bytes)}, expected ${item(bytes)}`,
      );
    }
    expect(other.indices, `${name}, indices`).toEqual(indices);
  }
}

/** Compares one operator's results with its twin's folds. */
export function expectTwin(
  found: Outcome,
  operator: Operator,
  reduction: Reduction,
  initial?: Operator['initial'],
): void {
  const { segments, bytes } = reduction;
  const type = accumulatorOf(operator);
  const view = new DataView(found.bytes.buffer, found.bytes.byteOffset, found.bytes.byteLength);
  const expected = folded(operator, bytes, segments.bounds, initial);
  expect(found.bytes.length, operator.name).toBe(expected.length * itemBytesOf(type));
  for (const [s, numbers] of expected.entries()) {
    const other = elementAt(type, view, s);
    const allowed = (value: number) => (operator.tolerance ?? 0) * Math.abs(value);
    if (numbers.every((value, k) => value === other[k] || Math.abs(value - other[k]!) <= allowed(value))) continue;
    const item = itemIndexOf(segments, s);
    throw new Error(`${operator.name}: ${item}: found ${other}, expected ${numbers}; initial ${initial ?? 'none'}`);
  }
}
