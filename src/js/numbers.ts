/** Items as JavaScript's numbers. */

export const VIEWS = {
  u8: Uint8Array,
  i8: Int8Array,
  u16: Uint16Array,
  i16: Int16Array,
  f16: Uint16Array,
  u32: Uint32Array,
  i32: Int32Array,
  f32: Float32Array,
  u64: BigUint64Array,
  i64: BigInt64Array,
  f64: Float64Array,
} as const;

/** The numbers of an array in its class. f16 are bits. */
export function viewOf<Name extends keyof typeof VIEWS>(
  type: Name,
  { buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>,
): InstanceType<(typeof VIEWS)[Name]> {
  const View = VIEWS[type];
  return new View(buffer, byteOffset, byteLength / View.BYTES_PER_ELEMENT) as InstanceType<(typeof VIEWS)[Name]>;
}
