/** Functions of users, and items as these functions receive them. */
import { refused, shown } from '../checks.ts';
import {
  halfNumber,
  type ItemType,
  isStrided,
  longName,
  type NumberType,
  scalarOf,
  typeBytes,
  type VectorType,
} from '../item_types.ts';
import { type VIEWS, viewOf } from './numbers.ts';

/** An item as the functions of users receive it. */
export type Item = number | bigint | Float32Array | Int32Array | Uint32Array | DataView;

/**
 * A function that reads item i for the function of a user: a number, a bigint for 64-bit integers, an array of a
 * vector's components, a DataView of opaque bytes. The array or view is the same for all items.
 */
export function readerOf(type: ItemType, bytes: Uint8Array<ArrayBuffer>): (i: number) => Item {
  const itemBytes = typeBytes(type);
  if (isStrided(type)) return vectorReader(longName(type.type), bytes, 4);
  if (typeof type !== 'string') {
    const item = new Uint8Array(itemBytes);
    const view = new DataView(item.buffer);
    return (i) => {
      for (let k = 0; k < itemBytes; k++) item[k] = bytes[i * itemBytes + k]!;
      return view;
    };
  }
  const scalar = scalarOf(type) as keyof typeof VIEWS;
  const all = viewOf(scalar, bytes) as Float32Array;
  if (type === 'f16') return (i) => halfNumber(all[i]!);
  if (type === scalar) return (i) => all[i]!;
  return vectorReader(type, bytes, itemBytes / 4);
}

/** Reads vectors that begin every `stride` words. */
function vectorReader(type: NumberType | VectorType, bytes: Uint8Array<ArrayBuffer>, stride: number) {
  const scalar = scalarOf(type) as keyof typeof VIEWS;
  const all = viewOf(scalar, bytes) as Float32Array;
  const item = viewOf(scalar, new Uint8Array(typeBytes(type))) as Float32Array;
  return (i: number) => {
    for (let k = 0; k < item.length; k++) item[k] = all[i * stride + k]!;
    return item;
  };
}

/** The function of an option. WGSL does not run here. */
export function requireFunction(option: string, given: unknown, form: string): (...items: Item[]) => unknown {
  const { js } = given as { js?: unknown };
  if (typeof js === 'function') return js as (...items: Item[]) => unknown;
  const found = js === undefined ? 'not given' : shown(js);
  throw refused('invalid-option', `${option}.js`, found, `a function ${form}: webgpu-segmented/js runs no WGSL`);
}
