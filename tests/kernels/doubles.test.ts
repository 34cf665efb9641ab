/**
 * The arithmetic of doubles by words, compared with JavaScript's bit for bit. WEBGPU_SEGMENTED_TEST_PAIRS is the number
 * of pairs for each operation.
 */
import { describe, expect, it } from 'vitest';
import { link, section, storage, type WgslModule, written } from '../../src/plan/link.ts';

import doubles from '../../wgsl/operators/doubles.wgsl';
import roots from '../../wgsl/operators/roots.wgsl';
import { Random, SEED } from '../support/cases.ts';
import { doublePairs, doubleWords } from '../support/doubles.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();

const part = (name: string) => section(doubles, 'part', name);

const PAIRS = Number(process.env.WEBGPU_SEGMENTED_TEST_PAIRS ?? 60_000);
const BATCH = 2 ** 17;

/** Compiles `result`, an expression of `a` and `b`. Returns a function from pairs to results, both as words. */
async function compiled(module: WgslModule, result: string) {
  const entry = written(
    'pairs',
    `${storage('pairs', 'array<vec4u>')}
${storage('results', 'array<vec2u>')}
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < arrayLength(&results)) {
    let a = pairs[id.x].xy;
    let b = pairs[id.x].zw;
    results[id.x] = ${result};
  }
}`,
  );
  const { code, entryPoint } = link({ name: 'pairs', entry, modules: [module] });
  const compute = { module: device().createShaderModule({ code }), entryPoint };
  const pipeline = await device().createComputePipelineAsync({ layout: 'auto', compute });
  return async (pairs: Uint32Array<ArrayBuffer>): Promise<Uint32Array<ArrayBuffer>> => {
    const made = (size: number, usage: number) => device().createBuffer({ size, usage });
    const input = made(pairs.byteLength, GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST);
    const output = made(pairs.byteLength / 2, GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC);
    const staging = made(output.size, GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST);
    device().queue.writeBuffer(input, 0, pairs);
    const encoder = device().createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    const entries = [input, output].map((buffer, binding) => ({ binding, resource: { buffer } }));
    pass.setBindGroup(0, device().createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }));
    pass.dispatchWorkgroups(Math.ceil(pairs.length / 4 / 64));
    pass.end();
    encoder.copyBufferToBuffer(output, 0, staging, 0, staging.size);
    device().queue.submit([encoder.finish()]);
    await staging.mapAsync(GPUMapMode.READ);
    const found = new Uint32Array(staging.getMappedRange().slice(0));
    for (const buffer of [input, output, staging]) buffer.destroy();
    return found;
  };
}

const hex = (words: Uint32Array, i: number) =>
  [words[2 * i + 1]!, words[2 * i]!].map((word) => word.toString(16).padStart(8, '0')).join('');

/** The first pair whose result differs, as text. */
function firstWrong(pairs: Uint32Array, found: Uint32Array, expected: Uint32Array): string | undefined {
  for (let i = 0; i < expected.length / 2; i++) {
    if (found[2 * i] === expected[2 * i] && found[2 * i + 1] === expected[2 * i + 1]) continue;
    return `${hex(pairs, 2 * i)} and ${hex(pairs, 2 * i + 1)}: found ${hex(found, i)}, expected ${hex(expected, i)}`;
  }
  return undefined;
}

const OPERATIONS: readonly [string, WgslModule, string, (a: number, b: number, words: Uint32Array) => number][] = [
  ['sum', part('add'), 'f64Add(a, b)', (a, b) => a + b],
  ['product', part('multiply'), 'f64Mul(a, b)', (a, b) => a * b],
  ['comparison', part('less'), 'vec2u(0u, select(0u, 0x3FF00000u, f64Less(a, b)))', (a, b) => Number(a < b)],
  [
    'quotient by a whole number',
    part('divide'),
    'doubleDivided(a, max(b.x, 1u))',
    (a, _, words) => a / Math.max(words[2]!, 1),
  ],
  [
    'root of a size',
    section(roots, 'part', 'double'),
    'doubleResult(doubleRoot(vec2u(a.x, doubleSize(a))))',
    (a) => Math.sqrt(Math.abs(a)),
  ],
  [
    'double of an f32',
    part('fromF32'),
    'f64FromF32(bitcast<f32>(a.x))',
    (_, __, words) => new Float32Array(words.slice(0, 1).buffer)[0]!,
  ],
  [
    'double of a u64',
    part('fromInteger'),
    'f64FromU64(a)',
    (_, __, words) => Number(BigInt(words[1]!) * 2n ** 32n + BigInt(words[0]!)),
  ],
];

describe(`of ${PAIRS} pairs`, () => {
  it.each(OPERATIONS)('the %s has the bits of JavaScript', async (_, module, text, of) => {
    const random = new Random(SEED);
    const run = await compiled(module, text);
    for (let first = 0; first < PAIRS; first += BATCH) {
      const pairs = doublePairs(Math.min(BATCH, PAIRS - first), random);
      const numbers = new Float64Array(pairs.buffer);
      const expected = Float64Array.from({ length: numbers.length / 2 }, (_, i) =>
        of(numbers[2 * i]!, numbers[2 * i + 1]!, pairs.subarray(4 * i, 4 * i + 4)),
      );
      expect(firstWrong(pairs, await run(pairs), doubleWords(expected))).toBeUndefined();
    }
  });
});
