/**
 * Chooses the next token of every sequence of a batch on the GPU: from logits to one token per row, with temperature,
 * top-k, top-p and min-p. A recorded top-k finds the k likeliest tokens of each row, and a small kernel draws among
 * them with a given random number. Only the tokens are read back: 4 bytes a row. Rows have one size, so they need no
 * offsets: `{ size: vocabulary, count: rows }`.
 *
 * Run: `node examples/sampling.mjs`, in the repository after `npm run build:code`. In a page: `await main(device)`.
 * With `--full` it times 32 rows of 128,256 logits, compared with sorted rows.
 *
 * Prints:
 *   top 1 of each row: the, ran, cat
 *   row 0: the 0.57, cat 0.31, sat 0.12 → the
 *   row 1: ran 0.67, sat 0.33 → ran
 *   row 2: cat 1.00 → cat
 *   64 rows of 1000 logits: the same tokens as in plain JavaScript
 */
import { createSegmentedSort, createSegmentedTopK } from 'webgpu-segmented';

/** Draws one token per row, from rows of falling logits with their tokens. */
const DRAW = /* wgsl */ `
struct Settings {
  rows: u32,
  k: u32, // the logits of a row that may be drawn
  stride: u32, // from row to row
  temperature: f32,
  top_p: f32,
  min_p: f32,
}

@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> logits: array<f32>;
@group(0) @binding(2) var<storage, read> tokens: array<u32>;
@group(0) @binding(3) var<storage, read> uniforms: array<f32>;
@group(0) @binding(4) var<storage, read_write> drawn: array<u32>;

// Relative to the largest logit, so that no exponential overflows. The first weight of a row is 1.
fn weight(first: u32, i: u32) -> f32 {
  return exp((logits[first + i] - logits[first]) / settings.temperature);
}

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let row = id.x;
  if (row >= settings.rows) {
    return;
  }
  let first = row * settings.stride;
  var total = 0.0;
  for (var i = 0u; i < settings.k; i++) {
    total += weight(first, i);
  }
  // Top-p: as few tokens as have the fraction p of the total. Min-p: only those that have the fraction of the likeliest.
  var kept = 1u;
  var mass = 1.0;
  while (kept < settings.k && mass < settings.top_p * total) {
    let next = weight(first, kept);
    if (next < settings.min_p) {
      break;
    }
    mass += next;
    kept += 1u;
  }
  var rest = uniforms[row] * mass;
  var pick = 0u;
  while (pick + 1u < kept) {
    rest -= weight(first, pick);
    if (rest < 0.0) {
      break;
    }
    pick += 1u;
  }
  drawn[row] = tokens[first + pick];
}
`;

/** The drawing kernel, for rows of `stride` logits. */
function createDraw(device, rows, stride, { k, temperature, p, minP }) {
  const settings = device.createBuffer({ size: 24, usage: GPUBufferUsage.UNIFORM, mappedAtCreation: true });
  const view = settings.getMappedRange();
  new Uint32Array(view).set([rows, k, stride]);
  new Float32Array(view).set([temperature, p, minP], 3);
  settings.unmap();
  const module = device.createShaderModule({ code: DRAW });
  const pipeline = device.createComputePipeline({ layout: 'auto', compute: { module } });
  const layout = pipeline.getBindGroupLayout(0);
  return {
    encode(encoder, buffers) {
      const entries = [settings, ...buffers].map((buffer, binding) => ({ binding, resource: { buffer } }));
      const pass = encoder.beginComputePass();
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, device.createBindGroup({ layout, entries }));
      pass.dispatchWorkgroups(Math.ceil(rows / 32));
      pass.end();
    },
    destroy: () => settings.destroy(),
  };
}

/**
 * Makes a sampler for `rows` rows of `vocabulary` logits.
 *
 * @param options `{ k, p, minP, temperature }`: tokens to draw from, the fraction of their probability (top-p), the least
 *   fraction of the likeliest token's probability (min-p), and the temperature
 * @param options.sorted draw from sorted rows instead of a top-k, to compare times
 * @returns { encode(encoder, { logits, uniforms, tokens }), destroy() }, with GPU buffers; one uniform number a row
 */
export async function createSampler(device, rows, vocabulary, { sorted = false, ...options } = {}) {
  const { k: given = vocabulary, p = 1, minP = 0, temperature = 1 } = options;
  const k = Math.min(given, vocabulary);
  const room = { keyType: 'f32', order: 'descending', maxItems: rows * vocabulary, maxSegments: rows };
  const plan = sorted
    ? await createSegmentedSort(device, { ...room, valueType: 'index', indexFrom: 'segment' })
    : await createSegmentedTopK(device, { ...room, maxK: k, maxSegmentSize: vocabulary });
  const stride = sorted ? vocabulary : k;
  const draw = createDraw(device, rows, stride, { k, temperature, p, minP });
  const [keysOut, found] = [0, 1].map(() =>
    device.createBuffer({ size: 4 * rows * stride, usage: GPUBufferUsage.STORAGE }),
  );
  const segments = { size: vocabulary, count: rows };
  return {
    encode(encoder, { logits, uniforms, tokens }) {
      const outputs = sorted ? { keysOut, valuesOut: found } : { keysOut, indicesOut: found };
      plan.encode(encoder, { keysIn: logits, ...outputs, segments, itemCount: rows * vocabulary });
      draw.encode(encoder, [keysOut, found, uniforms, tokens]);
    },
    destroy() {
      for (const each of [plan, draw, keysOut, found]) each.destroy();
    },
  };
}

/** Runs a sampler: gives the tokens, and the milliseconds until they are on the host. */
async function run(device, sampler, rows, inputs) {
  const tokens = device.createBuffer({ size: 4 * rows, usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC });
  const staging = device.createBuffer({ size: 4 * rows, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
  await device.queue.onSubmittedWorkDone();
  const started = performance.now();
  const encoder = device.createCommandEncoder();
  sampler.encode(encoder, { ...inputs, tokens });
  encoder.copyBufferToBuffer(tokens, 0, staging, 0, 4 * rows);
  device.queue.submit([encoder.finish()]);
  await staging.mapAsync(GPUMapMode.READ);
  const time = performance.now() - started;
  const found = new Uint32Array(staging.getMappedRange().slice());
  for (const buffer of [tokens, staging]) buffer.destroy();
  return { found, time };
}

/** Copies arrays to new buffers. */
function upload(device, arrays) {
  return Object.fromEntries(
    Object.entries(arrays).map(([name, array]) => {
      const buffer = device.createBuffer({
        size: array.byteLength,
        usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST,
      });
      device.queue.writeBuffer(buffer, 0, array);
      return [name, buffer];
    }),
  );
}

/**
 * Chooses a token for each row of logits.
 *
 * @param uniforms one number from 0 to 1, without 1, per row
 * @param options those of `createSampler`
 * @returns a Uint32Array of tokens
 */
export async function sample(device, logits, vocabulary, uniforms, options) {
  const rows = logits.length / vocabulary;
  const sampler = await createSampler(device, rows, vocabulary, options);
  const inputs = upload(device, { logits, uniforms });
  const { found } = await run(device, sampler, rows, inputs);
  for (const each of [sampler, inputs.logits, inputs.uniforms]) each.destroy();
  return found;
}

/** The tokens of one row that may be drawn, the likeliest first, in plain JavaScript. */
export function likeliest(row, { k = row.length, p = 1, minP = 0, temperature = 1 } = {}) {
  const tokens = Array.from(row, (_, token) => token).sort((a, b) => row[b] - row[a] || a - b);
  const weights = tokens.slice(0, k).map((token) => Math.exp((row[token] - row[tokens[0]]) / temperature));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let mass = 0;
  const kept = weights.findIndex((weight) => {
    if (mass > 0 && (mass >= p * total || weight < minP)) return true;
    mass += weight;
    return false;
  });
  const chosen = kept < 0 ? weights : weights.slice(0, kept);
  return chosen.map((weight, i) => ({ token: tokens[i], probability: weight / mass }));
}

/** Draws a token of one row in plain JavaScript. */
export function draw(candidates, uniform) {
  let rest = uniform;
  const drawn = candidates.find(({ probability }) => {
    rest -= probability;
    return rest < 0;
  });
  return (drawn ?? candidates.at(-1)).token;
}

/** Random logits, as a language model might give: most are small, a few are large. */
function randomLogits(count) {
  let state = 1;
  return Float32Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return -3 * Math.log((state + 1) / 2 ** 32) - 4;
  });
}

/** Times a sampler on rows in a buffer of the GPU, compared with the same with sorted rows. */
async function timeFull(device, print) {
  const [rows, vocabulary] = [32, 128_256];
  const options = { k: 50, p: 0.95, minP: 0.02, temperature: 0.8 };
  const logits = randomLogits(rows * vocabulary);
  const uniforms = Float32Array.from({ length: rows }, (_, row) => (row + 0.5) / rows);
  const inputs = upload(device, { logits, uniforms });
  const rowOf = (row) => logits.subarray(row * vocabulary, (row + 1) * vocabulary);
  const plain = Array.from(uniforms, (number, row) => draw(likeliest(rowOf(row), options), number));
  for (const sorted of [false, true]) {
    const sampler = await createSampler(device, rows, vocabulary, { ...options, sorted });
    await run(device, sampler, rows, inputs);
    const { found, time } = await run(device, sampler, rows, inputs);
    const same = found.every((token, row) => token === plain[row]);
    const what = sorted ? 'sorting whole rows' : 'top-k';
    print(`${rows} rows of ${vocabulary} logits, ${what}: ${time.toFixed(1)} ms${same ? '' : ', other tokens'}`);
    sampler.destroy();
  }
}

export async function main(device, print = console.log, flags = []) {
  const words = ['a', 'cat', 'ran', 'sat', 'the'];
  const logits = Float32Array.of(...[-1, 2.4, 0.3, 1.4, 3], ...[-2, -2, 1.7, 1, -1.5], ...[0, 9, 1, 2, 3]);
  const uniforms = new Float32Array(3).fill(0.4);
  const greedy = await sample(device, logits, words.length, uniforms, { k: 1 });
  print(`top 1 of each row: ${Array.from(greedy, (token) => words[token]).join(', ')}`);
  const options = { k: 3, p: 0.95 };
  const drawn = await sample(device, logits, words.length, uniforms, options);
  drawn.forEach((token, row) => {
    const candidates = likeliest(logits.subarray(5 * row, 5 * row + 5), options);
    const choices = candidates.map((each) => `${words[each.token]} ${each.probability.toFixed(2)}`);
    print(`row ${row}: ${choices.join(', ')} → ${words[token]}`);
  });

  const [rows, vocabulary] = [64, 1000];
  const all = { k: 40, p: 0.9, minP: 0.05, temperature: 0.8 };
  const many = randomLogits(rows * vocabulary);
  const numbers = Float32Array.from({ length: rows }, (_, row) => (row + 0.5) / rows);
  const found = await sample(device, many, vocabulary, numbers, all);
  const plain = Array.from(numbers, (number, row) =>
    draw(likeliest(many.subarray(row * vocabulary, (row + 1) * vocabulary), all), number),
  );
  const differing = plain.filter((token, row) => token !== found[row]).length;
  const verdict = differing === 0 ? 'the same tokens as' : `${differing} tokens other than`;
  print(`${rows} rows of ${vocabulary} logits: ${verdict} in plain JavaScript`);
  if (flags.includes('--full')) await timeFull(device, print);
}

// As a program: node examples/sampling.mjs
if (globalThis.process?.argv[1]?.endsWith('sampling.mjs')) {
  const { requestDevice } = await import('webgpu-segmented/node');
  const device = await requestDevice();
  await main(device, console.log, process.argv);
  device.destroy();
}
