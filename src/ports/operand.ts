import { type HostArray, type HostItems, hostItems } from '../api/arrays.ts';
import { SegmentedError } from '../checks.ts';
import { firstBytes } from '../gpu/arguments.ts';
import type { BufferRange } from '../gpu/ranges.ts';
import { type ItemType, typeBytes } from '../item_types.ts';
import { type DevicePointer, isDevicePointer, pointerRange, typeName } from './device_ptr.ts';

/** Items of a call: a typed handle to the device, or an array of the host. */
export type DataArgument = DevicePointer | HostArray;

/** A checked argument that holds items. */
export interface Operand {
  /** The argument's name in messages. */
  readonly name: string;
  readonly type: ItemType;
  /** Number of items that it holds or can hold. */
  readonly length: number;
  /** The bound range of a handle. Either this or `host` is present. */
  readonly range?: BufferRange;
  /** The items of an array of the host, and that array. */
  readonly host?: { readonly items: HostItems; readonly array: ArrayBufferView };
}

function itemsOfHost(name: string, argument: HostArray): HostItems {
  try {
    return hostItems(name, argument);
  } catch (error) {
    if (!(error instanceof SegmentedError)) throw error;
    // The core's message does not list handles.
    const message = error.message.replace(
      'not supported; allowed: ',
      'not supported; allowed: device_ptr(buffer, type), ',
    );
    throw new SegmentedError(error.code, message, { cause: error });
  }
}

/** Reads and checks an argument that holds items. Items of the host are copied immediately. */
export function operand(name: string, argument: DataArgument): Operand {
  if (isDevicePointer(argument)) {
    const range = pointerRange(name, argument);
    return { name, type: argument.type, length: Math.floor(range.size / typeBytes(argument.type)), range };
  }
  const items = itemsOfHost(name, argument);
  const array = (ArrayBuffer.isView(argument) ? argument : argument.data) as ArrayBufferView;
  return { name, type: items.type, length: items.length, host: { items, array } };
}

/** Reads an argument that must be a handle, since calls that only record cannot return results to the host. */
export function deviceOperand(name: string, argument: unknown): Operand {
  if (isDevicePointer(argument)) return operand(name, argument);
  const found = ArrayBuffer.isView(argument) ? argument.constructor.name : typeName(argument);
  throw new SegmentedError('unsupported-type', `${name}: ${found} is not supported; allowed: device_ptr(buffer, type)`);
}

/** Refuses arrays and handles with fewer than `count` items. */
export function requireRoom({ name, type, length, range }: Operand, count: number): void {
  if (range) firstBytes({ ...range, name }, 4 * Math.ceil((count * typeBytes(type)) / 4));
  else if (length < count) {
    throw new SegmentedError('length-mismatch', `${name}: ${length} items; allowed: at least ${count}`);
  }
}

/** Refuses an operand whose type is not `wanted`. */
export function requireSameType(found: Operand, wanted: ItemType, why: string): void {
  if (typeName(found.type) === typeName(wanted)) return;
  throw new SegmentedError(
    'unsupported-type',
    `${found.name}: of ${typeName(found.type)}; allowed: ${typeName(wanted)}, ${why}`,
  );
}

/** Whether two operands begin at the same memory of the device. The sort is then in place. */
export function isSameMemory(a: Operand, b: Operand): boolean {
  return a.range !== undefined && a.range.buffer === b.range?.buffer && a.range.offset === b.range.offset;
}
