/**
 * Custom comparators, in WGSL and as a rank in TypeScript. By `compare`: two for every type of key, and some of
 * structs.
 * By `orderBy`: one for every way in which keys are read and numbers returned.
 */
import type { CompareKeyType, SortOptions, TypedItems } from '../../src/index.ts';
import { f16Number } from './reduce-items.ts';

type Scalar = 'u8' | 'i8' | 'u16' | 'i16' | 'f16' | 'u32' | 'i32' | 'f32' | 'u64' | 'i64' | 'f64';

export interface Comparator {
  readonly name: string;
  readonly keyType: CompareKeyType;
  /** The scalars of a key, in order. */
  readonly scalars: readonly Scalar[];
  readonly options: Pick<SortOptions, 'compare' | 'orderBy'>;
  /** A number that ascends in the comparator's order, equal for keys that tie. `key` begins at the key's first byte. */
  rank(key: DataView): bigint;
}

const AXES = ['x', 'y', 'z', 'w'];
const CLASSES = {
  ...{ u8: Uint8Array, i8: Int8Array, u16: Uint16Array, i16: Int16Array, f16: Uint16Array },
  ...{ u32: Uint32Array, i32: Int32Array, f32: Float32Array },
  ...{ u64: BigUint64Array, i64: BigInt64Array, f64: Float64Array },
} as const;

const bytesOfScalar = (scalar: Scalar) => Number(scalar.slice(1)) / 8;

/** Bytes of a key. */
export function comparedKeyBytes({ scalars }: Comparator): number {
  return scalars.reduce((sum, scalar) => sum + bytesOfScalar(scalar), 0);
}

const float = new DataView(new ArrayBuffer(4));

/** The bits of the f32 that equals an f16. A NaN keeps its payload. */
export function f16Bits(half: number): number {
  if (((half >> 10) & 31) === 31) return (((half & 0x8000) << 16) | 0x7f800000 | ((half & 1023) << 13)) >>> 0;
  float.setFloat32(0, f16Number(half));
  return float.getUint32(0);
}

/** A whole number in the order of f32 bits that are no NaN. -0 and +0 give the same number. */
function floatOrdinal(bits: number): bigint {
  const magnitude = BigInt(bits & 0x7fffffff);
  return 2n ** 31n + (bits >>> 31 === 1 ? -magnitude : magnitude);
}

/** The scalar at a byte, in the form in which WGSL sees it, as a whole number in its order. */
function ordinal(scalar: Scalar, key: DataView, byte: number): bigint {
  if (scalar === 'f32') return floatOrdinal(key.getUint32(byte, true));
  if (scalar === 'f16') return floatOrdinal(f16Bits(key.getUint16(byte, true)));
  if (bytesOfScalar(scalar) === 8) return key.getBigUint64(byte, true);
  const read = {
    u8: () => key.getUint8(byte),
    i8: () => key.getInt8(byte),
    u16: () => key.getUint16(byte, true),
    i16: () => key.getInt16(byte, true),
    u32: () => key.getUint32(byte, true),
    i32: () => key.getInt32(byte, true),
  }[scalar as 'u8' | 'i8' | 'u16' | 'i16' | 'u32' | 'i32'];
  return 2n ** 31n + BigInt(read());
}

/** The WGSL type in which a scalar is seen. */
function seenAs(scalar: Scalar): string {
  return bytesOfScalar(scalar) === 8 ? 'vec2<u32>' : `${scalar[0]}32`;
}

function numberComparators(scalar: Scalar, count: number): Comparator[] {
  const keyType = (count === 1 ? scalar : `vec${count}<${scalar}>`) as CompareKeyType;
  const scalars = Array.from({ length: count }, () => scalar);
  const size = bytesOfScalar(scalar);
  const parts = count === 1 && size === 8 ? 2 : count;
  const axes = Array.from({ length: parts }, (_, k) => (parts === 1 ? '' : `.${AXES[k]}`));
  const seen = size === 8 ? 'u32' : seenAs(scalar);
  // Few ranks, so that most keys tie. The body has several lines and calls a function. Kernels use the same names.
  const coarse = seen === 'f32' ? 'floor(v * 0.125)' : 'v & 7';
  const declarations = `const RUN = 8;\nfn inputKey(v: ${seen}) -> ${seen} {\n  return ${coarse};\n}`;
  const first = `let first = inputKey(a${axes[0]});\nreturn first < inputKey(b${axes[0]});`;
  const full = [...axes].reverse().map((axis) => `if (a${axis} != b${axis}) { return a${axis} < b${axis}; }`);
  return [
    {
      name: `${keyType} by its coarse first component`,
      ...{ keyType, scalars, options: { compare: { wgsl: first, declarations } } },
      rank: (key) => {
        if (seen !== 'f32') return BigInt(key.getUint8(0) & 7);
        float.setUint32(0, scalar === 'f16' ? f16Bits(key.getUint16(0, true)) : key.getUint32(0, true));
        return BigInt(Math.max(-(2 ** 40), Math.min(2 ** 40, Math.floor(float.getFloat32(0) / 8))));
      },
    },
    {
      name: `${keyType} by its components, last first`,
      ...{ keyType, scalars, options: { compare: { wgsl: `${full.join('\n')}\nreturn false;` } } },
      rank: (key) => scalars.reduce((sum, s, k) => sum + (ordinal(s, key, size * k) << BigInt(40 * k)), 0n),
    },
  ];
}

const f32At = (key: DataView, byte: number) => BigInt(4 * key.getFloat32(byte, true));
const u32At = (key: DataView, byte: number) => BigInt(key.getUint32(byte, true));

const PLAYER = 'struct Player { // a team; { a score }\n  team: u32,\n  score: f32\n}';
const BODY = 'struct Body { position: vec3f, large: i32 }\nfn mass(body: Body) -> f32 { return f32(body.large & 15); }';

const STRUCTS: readonly Comparator[] = [
  {
    name: 'a struct of 4 bytes by its flags',
    ...{ keyType: { bytes: 4 }, scalars: ['u32'] },
    options: {
      compare: {
        wgsl: 'return countOneBits(a.state & 0xFF) < countOneBits(b.state & 0xFF);',
        ...{ declarations: 'struct Item { state: u32, }', type: 'Item' },
      },
    },
    rank: (key) => BigInt([...(key.getUint8(0).toString(2) as string)].filter((bit) => bit === '1').length),
  },
  {
    name: 'a struct of 8 bytes by two columns, one falling',
    ...{ keyType: { bytes: 8 }, scalars: ['u32', 'f32'] },
    options: {
      compare: {
        wgsl: 'if (a.team % 3 != b.team % 3) { return a.team % 3 < b.team % 3; }\nreturn a.score > b.score;',
        ...{ declarations: PLAYER, type: 'Player' },
      },
    },
    rank: (key) => ((u32At(key, 0) % 3n) << 40n) - f32At(key, 4),
  },
  {
    name: 'a struct of 12 bytes by its middle',
    ...{ keyType: { bytes: 12 }, scalars: ['f32', 'i32', 'u32'] },
    options: {
      compare: {
        wgsl: 'return a.middle < b.middle;',
        ...{ declarations: 'struct Three { first: f32, middle: i32, last: u32 }', type: 'Three' },
      },
    },
    rank: (key) => BigInt(key.getInt32(4, true)),
  },
  {
    name: 'a struct of 16 bytes with a vec3',
    ...{ keyType: { bytes: 16 }, scalars: ['f32', 'f32', 'f32', 'i32'] },
    options: {
      compare: {
        wgsl: 'return dot(a.position, a.position) * 16 + mass(a) < dot(b.position, b.position) * 16 + mass(b);',
        ...{ declarations: BODY, type: 'Body' },
      },
    },
    rank: (key) => [0, 4, 8].reduce((sum, byte) => sum + f32At(key, byte) ** 2n, 0n) + (u32At(key, 12) & 15n),
  },
  {
    name: 'a struct of 16 bytes with gaps',
    ...{ keyType: { bytes: 16 }, scalars: ['u32', 'u32', 'u32', 'u32'] },
    options: {
      compare: {
        wgsl: 'return a.pair.x < b.pair.x;',
        ...{ declarations: 'struct Gaps { @size(8) tag: i32, pair: vec2 < u32 > }', type: 'Gaps' },
      },
    },
    rank: (key) => u32At(key, 8),
  },
];

/** Two orders by `compare` for every type that has a name, and some of structs. */
export const COMPARATORS: readonly Comparator[] = [
  ...(['u32', 'i32', 'f32'] as const).flatMap((scalar) => [1, 2, 3, 4].flatMap((n) => numberComparators(scalar, n))),
  ...(['u8', 'i8', 'u16', 'i16', 'f16', 'u64', 'i64', 'f64'] as const).flatMap((s) => numberComparators(s, 1)),
  ...STRUCTS,
];

/** Orders by `orderBy`: numbers of one word and of two, all of their bits or few, and keys of every kind. */
export const ORDER_BYS: readonly Comparator[] = [
  {
    name: 'u32 by its last decimal digit',
    ...{ keyType: 'u32', scalars: ['u32'], options: { orderBy: { wgsl: 'return key % 10u;', bits: 4 } } },
    rank: (key) => u32At(key, 0) % 10n,
  },
  {
    name: 'u8 turned round',
    ...{ keyType: 'u8', scalars: ['u8'], options: { orderBy: { wgsl: 'return ~key;' } } },
    rank: (key) => -BigInt(key.getUint8(0)),
  },
  {
    name: 'i16 by its size',
    ...{ keyType: 'i16', scalars: ['i16'], options: { orderBy: { wgsl: 'return u32(abs(key));', bits: 16 } } },
    rank: (key) => BigInt(Math.abs(key.getInt16(0, true))),
  },
  {
    name: 'f16 by the bits of its f32',
    ...{ keyType: 'f16', scalars: ['f16'], options: { orderBy: { wgsl: 'return bitcast<u32>(key);' } } },
    rank: (key) => BigInt(f16Bits(key.getUint16(0, true))),
  },
  {
    name: 'u64 as it is',
    ...{ keyType: 'u64', scalars: ['u64'], options: { orderBy: { wgsl: 'return key;', returns: 'vec2<u32>' } } },
    rank: (key) => key.getBigUint64(0, true),
  },
  {
    name: 'f64 by 40 bits',
    ...{ keyType: 'f64', scalars: ['f64'] },
    options: { orderBy: { wgsl: 'return key.yx;', returns: 'vec2<u32>', bits: 40 } },
    rank: (key) => (u32At(key, 4) | (u32At(key, 0) << 32n)) % 2n ** 40n,
  },
  {
    name: 'vec3<f32> by distance',
    ...{ keyType: 'vec3<f32>', scalars: ['f32', 'f32', 'f32'] },
    options: {
      orderBy: {
        wgsl: 'return squared(key);',
        declarations: 'fn squared(v: vec3f) -> u32 { return u32(dot(v, v) * 16.0); }',
      },
    },
    rank: (key) => [0, 4, 8].reduce((sum, byte) => sum + f32At(key, byte) ** 2n, 0n),
  },
  {
    name: 'a struct by two columns, one falling',
    ...{ keyType: { bytes: 8 }, scalars: ['u32', 'f32'] },
    options: {
      orderBy: {
        wgsl: 'let score = bitcast<u32>(key.score);\nreturn vec2u(~(score ^ select(0x80000000u, ~0u, score >> 31u == 1u)), key.team % 3u);',
        ...{ declarations: PLAYER, type: 'Player', returns: 'vec2<u32>' },
      },
    },
    rank: (key) => ((u32At(key, 0) % 3n) << 40n) - f32At(key, 4),
  },
];

/** Random bytes as keys of the comparator. Floats have no NaNs and denormals, since WGSL does not order them. */
export function comparedBytes(comparator: Comparator, bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const { scalars } = comparator;
  const view = new DataView(bytes.buffer);
  for (let byte = 0; byte < bytes.length; ) {
    for (const scalar of scalars) {
      if (scalar === 'f32') view.setFloat32(byte, ((view.getUint32(byte, true) % 401) - 200) / 4, true);
      // All f16 but NaNs are ordered. A denormal f16 is a normal f32.
      if (scalar === 'f16' && (view.getUint16(byte, true) & 0x7fff) > 0x7c00) view.setUint16(byte, 0x7c00, true);
      byte += bytesOfScalar(scalar);
    }
  }
  return bytes;
}

/** The keys as a caller gives them. */
export function comparedKeys({ keyType, scalars }: Comparator, bytes: Uint8Array<ArrayBuffer>): TypedItems {
  const Class = typeof keyType === 'string' ? CLASSES[scalars[0]!] : Uint8Array;
  return { type: keyType, data: new Class(bytes.buffer) };
}
