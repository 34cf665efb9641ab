/** Orders of a caller's own, in WGSL and as a rank in TypeScript: two for every type of key that `compare` takes. */
import type { CompareKeyType, TypedItems } from '../../src/index.ts';

type Component = 'u32' | 'i32' | 'f32';

export interface Comparator {
  readonly name: string;
  readonly keyType: CompareKeyType;
  readonly component: Component;
  readonly words: number;
  readonly wgsl: string;
  readonly declarations?: string;
  /** Ascends in the order, equal for keys that tie; `key` begins at the key's first byte. */
  rank(key: DataView): bigint;
}

const AXES = ['x', 'y', 'z', 'w'];

/** A component as a whole number in the component's order; floats here are multiples of 1/4. */
function ordinal(component: Component, key: DataView, index: number): bigint {
  if (component === 'f32') return BigInt(4 * key.getFloat32(4 * index, true)) + 2n ** 31n;
  if (component === 'i32') return BigInt(key.getInt32(4 * index, true)) + 2n ** 31n;
  return BigInt(key.getUint32(4 * index, true));
}

function comparatorsOf(component: Component, words: number): Comparator[] {
  const keyType = (words === 1 ? component : `vec${words}<${component}>`) as CompareKeyType;
  const axes = Array.from({ length: words }, (_, k) => (words === 1 ? '' : `.${AXES[k]}`));
  const common = { keyType, component, words };
  // Few ranks, so that most keys tie, and a body of several lines that calls a function.
  const coarse = component === 'f32' ? 'floor(v * 0.125)' : 'v & 7';
  const sizes = component === 'f32' ? 'f32' : component;
  return [
    {
      ...common,
      name: `${keyType} by its coarse first component`,
      declarations: `fn coarse(v: ${sizes}) -> ${sizes} {\n  return ${coarse};\n}`,
      wgsl: `let first = coarse(a${axes[0]});\nreturn first < coarse(b${axes[0]});`,
      rank: (key) =>
        component === 'f32' ? BigInt(Math.floor(key.getFloat32(0, true) / 8)) : BigInt(key.getUint32(0, true) & 7),
    },
    {
      ...common,
      name: `${keyType} by its components, last first`,
      wgsl: `${[...axes]
        .reverse()
        .map((axis) => `if (a${axis} != b${axis}) { return a${axis} < b${axis}; }`)
        .join('\n')}\nreturn false;`,
      rank: (key) => axes.reduce((sum, _, k) => sum + (ordinal(component, key, k) << BigInt(40 * k)), 0n),
    },
  ];
}

export const COMPARATORS: readonly Comparator[] = (['u32', 'i32', 'f32'] as const).flatMap((component) =>
  [1, 2, 3, 4].flatMap((words) => comparatorsOf(component, words)),
);

/** Random bytes as keys of the comparator: floats without NaNs and denormals, which no WGSL comparison need respect. */
export function comparedBytes({ component }: Comparator, bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  if (component !== 'f32') return bytes;
  const words = new Uint32Array(bytes.buffer);
  new Float32Array(bytes.buffer).set(Float32Array.from(words, (word) => ((word % 401) - 200) / 4));
  return bytes;
}

/** The keys as a caller gives them. */
export function comparedKeys({ keyType, component }: Comparator, bytes: Uint8Array<ArrayBuffer>): TypedItems {
  const Class = { u32: Uint32Array, i32: Int32Array, f32: Float32Array }[component];
  return { type: keyType, data: new Class(bytes.buffer) };
}
