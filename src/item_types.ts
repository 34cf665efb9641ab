/** Item types that are numbers. */
export const NUMBER_TYPES = ['u8', 'i8', 'u16', 'i16', 'f16', 'u32', 'i32', 'f32', 'u64', 'i64', 'f64'] as const;

/** An item type that is a number. */
export type NumberType = (typeof NUMBER_TYPES)[number];

/** WGSL vectors, packed: the three words of a vec3 have no padding. vec4f is the same as `vec4<f32>`. */
export type VectorType = `vec${2 | 3 | 4}<${'u32' | 'i32' | 'f32'}>` | `vec${2 | 3 | 4}${'u' | 'i' | 'f'}`;

/** Vectors of three words and a word of padding, as in WGSL's `array<vec3<f32>>`. Only for keys and values of sorts. */
export interface StridedType {
  readonly type: Extract<VectorType, `vec3${string}`>;
  readonly stride: 16;
}

/** Type of an array's items: a number type, a vector, or opaque items of a given size in bytes. */
export type ItemType = NumberType | VectorType | StridedType | { readonly bytes: number };

/** Sizes in bytes that opaque items may have. */
export const OPAQUE_BYTES: readonly unknown[] = [1, 2, 4, 8, 12, 16];

/** The types of numbers and vectors, as messages list them. */
export const NAMED_TYPES = `${NUMBER_TYPES.join(', ')}, vec2<u32> to vec4<f32>`;

const VECTOR = /^vec([234])<[uif]32>$/;

/** The long name of a vector type that is given by its short name. Any other value is returned unchanged. */
export function longName<T>(type: T): T {
  return (typeof type === 'string' ? type.replace(/^(vec[234])([uif])$/, '$1<$232>') : type) as T;
}

/** Whether a type is a vec3 with padding. */
export function isStrided(type: unknown): type is StridedType {
  const { type: vector, stride } = Object(type) as Partial<StridedType>;
  return stride === 16 && /^vec3<[uif]32>$/.test(longName(String(vector)));
}

/** Size of an item of that type in bytes. */
export function typeBytes(type: ItemType): number {
  if (typeof type !== 'string') return 'stride' in type ? type.stride : type.bytes;
  const components = VECTOR.exec(type)?.[1];
  return components ? 4 * Number(components) : Number(type.slice(1)) / 8;
}

export function isItemTypeName(type: unknown): type is NumberType | VectorType {
  return typeof type === 'string' && ((NUMBER_TYPES as readonly string[]).includes(type) || VECTOR.test(type));
}

/** The scalar type of a WGSL scalar or vector type. */
export function scalarOf(type: string): string {
  return /<(.*)>/.exec(type)?.[1] ?? type;
}

/** The number of an f16's bits. */
export function halfNumber(bits: number): number {
  const fraction = bits & 0x3ff;
  const exponent = (bits >> 10) & 31;
  const sign = bits >= 0x8000 ? -1 : 1;
  if (exponent === 31) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25));
}

/** The type of 32 bits for integers of 8 and 16 bits; other types as they are. */
export function wideType<T extends ItemType>(type: T): T | 'u32' | 'i32' {
  if (!/^[ui](8|16)$/.test(String(type))) return type;
  return String(type)[0] === 'u' ? 'u32' : 'i32';
}

/** Allowed sizes of a value that sorts move, in bytes. */
export const VALUE_BYTES = [1, 2, 4, 8, 12, 16] as const;
/** The size of a value that sorts move, in bytes. */
export type ValueBytes = (typeof VALUE_BYTES)[number];
