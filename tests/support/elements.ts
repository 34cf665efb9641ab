/** Items of every type that a reduce takes: components from and to bytes, and the form in which a caller gives them. */
import type { HostArray, NumberType, VectorType } from '../../src/index.ts';
import { f16Number } from './reduce-items.ts';
import { keysOf } from './typed-cases.ts';

export type ElementType = NumberType | VectorType;
export type Scalar = 'u32' | 'i32' | 'f32';
/** The type in which a custom operator accumulates. */
export type AccumulatorType = Scalar | VectorType;
/** An element or an accumulator as WGSL sees it. */
export type Components = readonly number[];

const VECTORS = { u32: Uint32Array, i32: Int32Array, f32: Float32Array } as const;

/** Type of a vector's components, or of the scalar itself. */
export function scalarOf(type: AccumulatorType): Scalar {
  return (type.startsWith('vec') ? type.slice(5, -1) : type) as Scalar;
}

export function componentCount(type: ElementType): number {
  return type.startsWith('vec') ? Number(type[3]) : 1;
}

export function itemBytesOf(type: ElementType): number {
  return type.startsWith('vec') ? 4 * componentCount(type) : Number(type.slice(1)) / 8;
}

/** The WGSL type in which a custom operator sees an element. */
export function seenAs(type: ElementType): AccumulatorType {
  if (type.startsWith('vec')) return type as VectorType;
  if (itemBytesOf(type) === 8) return 'vec2<u32>';
  return `${type[0]}32` as Scalar;
}

/** Item `index`, as a custom operator sees it. */
export function elementAt(type: ElementType, view: DataView, index: number): number[] {
  const at = index * itemBytesOf(type);
  if (type === 'u8') return [view.getUint8(at)];
  if (type === 'i8') return [view.getInt8(at)];
  if (type === 'u16') return [view.getUint16(at, true)];
  if (type === 'i16') return [view.getInt16(at, true)];
  if (type === 'f16') return [f16Number(view.getUint16(at, true))];
  const seen = seenAs(type);
  const scalar = scalarOf(seen);
  return Array.from({ length: componentCount(seen) }, (_, k) => {
    if (scalar === 'f32') return view.getFloat32(at + 4 * k, true);
    return scalar === 'i32' ? view.getInt32(at + 4 * k, true) : view.getUint32(at + 4 * k, true);
  });
}

/** The bytes of `count` items. `item` gives raw components: the bits of f16; the words of 64-bit types, low first. */
export function itemsOf(
  type: ElementType,
  count: number,
  item: (index: number) => Components,
): Uint8Array<ArrayBuffer> {
  const itemBytes = itemBytesOf(type);
  const bytes = new Uint8Array(count * itemBytes);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < count; i++) {
    for (const [k, value] of item(i).entries()) {
      if (itemBytes === 1) view.setUint8(i, value);
      else if (itemBytes === 2) view.setUint16(2 * i, value, true);
      else if (scalarOf(seenAs(type)) === 'f32') view.setFloat32(i * itemBytes + 4 * k, value, true);
      else view.setUint32(i * itemBytes + 4 * k, value, true);
    }
  }
  return bytes;
}

/** Items as a caller gives them, and as results of this type are returned: vectors and f16 as `{ type, data }`. */
export function givenAs(type: ElementType, bytes: Uint8Array<ArrayBuffer>): HostArray {
  if (!type.startsWith('vec')) return keysOf(type as NumberType, bytes);
  return { type, data: new VECTORS[scalarOf(type as AccumulatorType)](bytes.buffer) };
}
