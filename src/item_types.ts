/** Item types that are numbers. */
export const NUMBER_TYPES = ['u8', 'i8', 'u16', 'i16', 'f16', 'u32', 'i32', 'f32', 'u64', 'i64', 'f64'] as const;

/** An item type that is a number. */
export type NumberType = (typeof NUMBER_TYPES)[number];

/** WGSL vectors, packed: the three words of a vec3 have no padding. */
export type VectorType = `vec${2 | 3 | 4}<${'u32' | 'i32' | 'f32'}>`;

/** Type of an array's items: a number type, a vector, or opaque items of a given size in bytes. */
export type ItemType = NumberType | VectorType | { readonly bytes: number };

/** Sizes in bytes that opaque items may have. */
export const OPAQUE_BYTES: readonly unknown[] = [1, 2, 4, 8, 12, 16];

/** The types of numbers and vectors, as messages list them. */
export const NAMED_TYPES = `${NUMBER_TYPES.join(', ')}, vec2<u32> to vec4<f32>`;

const VECTOR = /^vec([234])<[uif]32>$/;

/** Size of an item of that type in bytes. */
export function typeBytes(type: ItemType): number {
  if (typeof type !== 'string') return type.bytes;
  const components = VECTOR.exec(type)?.[1];
  return components ? 4 * Number(components) : Number(type.slice(1)) / 8;
}

export function isItemTypeName(type: unknown): type is NumberType | VectorType {
  return typeof type === 'string' && ((NUMBER_TYPES as readonly string[]).includes(type) || VECTOR.test(type));
}
