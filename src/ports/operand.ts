import { type HostArray, type HostItems, hostItems } from '../api/arrays.ts';
import { SegmentedError } from '../errors.ts';
import { firstBytes } from '../gpu/ranges.ts';
import type { BufferRange } from '../gpu/recorder.ts';
import { type ItemType, typeBytes } from '../item_types.ts';
import { type DevicePointer, isDevicePointer, pointerRange, typeName } from './device_ptr.ts';

/** Items of a call: on the device by a typed handle, or in an array of the host. */
export type DataArgument = DevicePointer | HostArray;

/** An argument that holds items, read and checked. */
export interface Operand {
  /** What messages call it. */
  readonly name: string;
  readonly type: ItemType;
  /** Items that it holds, or has room for. */
  readonly length: number;
  /** One of these: the bound range, or the host's items and the array that they came in. */
  readonly range?: BufferRange;
  readonly host?: { readonly items: HostItems; readonly array: ArrayBufferView };
}

function itemsOfHost(name: string, argument: HostArray): HostItems {
  try {
    return hostItems(name, argument);
  } catch (error) {
    if (!(error instanceof SegmentedError)) throw error;
    // The core knows nothing of handles.
    const message = error.message.replace(
      'not supported; allowed: ',
      'not supported; allowed: device_ptr(buffer, type), ',
    );
    throw new SegmentedError(error.code, message, { cause: error });
  }
}

/** Reads an argument that holds items. The host's are copied here and now. */
export function operand(name: string, argument: DataArgument): Operand {
  if (isDevicePointer(argument)) {
    const range = pointerRange(name, argument);
    return { name, type: argument.type, length: Math.floor(range.size / typeBytes(argument.type)), range };
  }
  const items = itemsOfHost(name, argument);
  const array = (ArrayBuffer.isView(argument) ? argument : argument.data) as ArrayBufferView;
  return { name, type: items.type, length: items.length, host: { items, array } };
}

/** An argument that must be a handle: calls that only record can't bring anything back to the host. */
export function deviceOperand(name: string, argument: unknown): Operand {
  if (isDevicePointer(argument)) return operand(name, argument);
  const found = ArrayBuffer.isView(argument) ? argument.constructor.name : typeName(argument);
  throw new SegmentedError('unsupported-type', `${name}: ${found} is not supported; allowed: device_ptr(buffer, type)`);
}

/** Refuses arrays and handles with less than `count` items. */
export function requireRoom({ name, type, length, range }: Operand, count: number): void {
  if (range) firstBytes({ ...range, name }, 4 * Math.ceil((count * typeBytes(type)) / 4));
  else if (length < count) {
    throw new SegmentedError('length-mismatch', `${name}: ${length} items; allowed: at least ${count}`);
  }
}

/** Refuses an output of another type than what comes out. */
export function requireSameType(found: Operand, wanted: ItemType, why: string): void {
  if (typeName(found.type) === typeName(wanted)) return;
  throw new SegmentedError(
    'unsupported-type',
    `${found.name}: of ${typeName(found.type)}; allowed: ${typeName(wanted)}, ${why}`,
  );
}

/** Whether two operands are the same memory of the device: the sort is in place then. */
export function isSameMemory(a: Operand, b: Operand): boolean {
  return a.range !== undefined && a.range.buffer === b.range?.buffer && a.range.offset === b.range.offset;
}
