/**
 * Reduces whose results are kept as bits (tests/kernels/reduce-bits.json), so that no change of a kernel changes the tree
 * of a float sum unnoticed. Nothing here may change.
 */
import type { segmentedReduce } from '../../src/index.ts';

/** xorshift32 (Marsaglia 2003). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

/** Longest lengths of segments of a case, and how many there are. */
const SHAPES = [
  [3, 60],
  [17, 50],
  [40, 40],
  [130, 24],
  [700, 12],
  [3000, 5],
  [9000, 3],
] as const;

const OPS = ['sum', 'product', 'mean', 'variance', 'argmin', 'softmax', 'compensated'] as const;
type Op = (typeof OPS)[number];

/** Cases of an operator: each shape with these seeds. */
const SEEDS = 6;

/** Not commutative, and rounded at each step. */
const SOFTMAX = {
  type: 'vec2<f32>',
  load: 'return vec2f(element, 1.0);',
  wgsl: `let top = max(a.x, b.x);
return vec2f(top, a.y * (1.0 - 0.25 * (top - a.x)) + b.y * (1.0 - 0.125 * (top - b.x)));`,
  identity: 'vec2f(-2.0, 0.0)',
} as const;

export interface BitsCase {
  readonly name: string;
  readonly op: Op;
  readonly input: Float32Array<ArrayBuffer>;
  readonly offsets: Uint32Array<ArrayBuffer>;
}

/** Floats from -1 to 1 with 24 random bits. For products they are near 1. */
function floats(op: Op, count: number, random: () => number): Float32Array<ArrayBuffer> {
  const signed = () => (random() >>> 8) / 2 ** 23 - 1;
  return Float32Array.from({ length: count }, op === 'product' ? () => 1 + signed() / 64 : signed);
}

export function bitsCases(): BitsCase[] {
  return OPS.flatMap((op, i) =>
    SHAPES.flatMap(([longest, count], shape) =>
      Array.from({ length: SEEDS }, (_, seed): BitsCase => {
        const random = generator(1 + i + 100 * shape + 10_000 * seed);
        const offsets = [random() % 5];
        for (let s = 0; s < count; s++) offsets.push((offsets[s] as number) + (random() % (longest + 1)));
        const input = floats(op, offsets.at(-1) as number, random);
        return { name: `${op}, up to ${longest}, ${seed}`, op, input, offsets: Uint32Array.from(offsets) };
      }),
    ),
  );
}

/** FNV-1a over the words of all results. */
function hash(results: readonly ArrayBufferView[]): string {
  let state = 0x811c9dc5;
  for (const { buffer, byteOffset, byteLength } of results) {
    for (const word of new Uint32Array(buffer as ArrayBuffer, byteOffset, byteLength / 4)) {
      state = Math.imul(state ^ (word & 0xffff), 0x01000193);
      state = Math.imul(state ^ (word >>> 16), 0x01000193);
    }
  }
  return (state >>> 0).toString(16).padStart(8, '0');
}

/** The hash of a case's results. */
export async function bitsOf(
  reduce: typeof segmentedReduce,
  device: GPUDevice,
  { op, input, offsets }: BitsCase,
  options: object,
): Promise<string> {
  if (op === 'argmin') {
    const { values, indices } = await reduce(device, input, offsets, 'argmin', options);
    return hash([values as Float32Array, indices]);
  }
  if (op === 'softmax') return hash([(await reduce(device, input, offsets, SOFTMAX, options)).data as Float32Array]);
  const accurate = op === 'compensated' ? { accuracy: 'compensated' as const } : {};
  const name = op === 'compensated' ? 'sum' : op;
  return hash([(await reduce(device, input, offsets, name, { ...options, ...accurate })) as Float32Array]);
}
