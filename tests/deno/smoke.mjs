/** Types × classes × families × stability of the built library in Deno; see run.mjs. */
import { createSegmentedSort, deviceDescriptor, segmentedSort, segmentedStableSortByKey } from '../../dist/index.js';
import * as js from '../../dist/js.js';
import { createJsWorker } from '../../dist/js-worker.js';
import { anywhere } from '../js/anywhere.mjs';
import { reduceTests } from './reduces.mjs';

const adapter = await navigator.gpu.requestAdapter();
const device = await adapter.requestDevice(deviceDescriptor(adapter));
const errors = [];
device.addEventListener('uncapturederror', (event) => errors.push(event.error.message));

// Lengths in every size class of both families.
const LENGTHS = [0, 1, 2, 3, 8, 17, 33, 64, 300, 1025, 9000];
const offsets = [0];
for (const length of LENGTHS) offsets.push(offsets.at(-1) + length);
const count = offsets.at(-1);
const ALL_CLASSES = [
  Uint8Array,
  Int8Array,
  Uint16Array,
  Int16Array,
  Uint32Array,
  Int32Array,
  Float32Array,
  BigUint64Array,
  BigInt64Array,
  Float64Array,
];
// Naga and LLVM take seconds for each type, so a sample has a part of them, by the seed.
const { WEBGPU_SEGMENTED_TEST_ROWS: mode, WEBGPU_SEGMENTED_SEED: seed = '0' } = Deno.env.toObject();
const sampled = (types, parts) => types.filter((_, i) => mode !== 'sample' || i % parts === Number(seed) % parts);
const CLASSES = sampled(ALL_CLASSES, 5);
const FAMILIES = ['software', 'gpu'].filter((_, i) => mode !== 'sample' || i === (Number(seed) >> 2) % 2);

let passed = 0;
let failed = 0;
async function test(name, body) {
  let reason;
  try {
    reason = await body();
  } catch (error) {
    reason = error.message;
  }
  reason ||= errors.splice(0).join('; ');
  if (reason) failed++;
  else passed++;
  console.log(`${reason ? `FAILED ${name}: ${reason}` : `passed ${name}`}`);
}

/** Few distinct values, so that keys tie. All are numbers, so that TypedArray.prototype.sort is the reference. */
function keysOf(Class) {
  const big = Class === BigUint64Array || Class === BigInt64Array;
  return Class.from({ length: count }, (_, i) => {
    const value = ((i * 2654435761) % 1009) - (/^(Int|BigInt|Float)/.test(Class.name) ? 500 : 0);
    return big ? BigInt(value) * 0x123456789n : value;
  });
}

function wrong(keys, found, rows) {
  for (let s = 0; s < LENGTHS.length; s++) {
    const expected = keys.slice(offsets[s], offsets[s + 1]).sort();
    for (let i = 0; i < expected.length; i++) {
      const at = offsets[s] + i;
      if (found[at] !== expected[i])
        return `segment of ${expected.length}: key ${i} is ${found[at]}, not ${expected[i]}`;
      if (!rows) continue;
      if (keys[rows[at]] !== found[at]) return `segment of ${expected.length}: value ${i} belongs to another key`;
      if (i > 0 && found[at] === found[at - 1] && rows[at] < rows[at - 1])
        return `segment of ${expected.length}: unstable`;
    }
  }
  return undefined;
}

for (const family of FAMILIES) {
  const tuning = { family };
  for (const Class of CLASSES) {
    const keys = keysOf(Class);
    await test(`only ${Class.name}, ${family}`, async () =>
      wrong(keys, await segmentedSort(device, keys, offsets, { tuning })));
    await test(`${Class.name} with values, stable, ${family}`, async () => {
      const rows = Uint32Array.from({ length: count }, (_, i) => i);
      const sorted = await segmentedStableSortByKey(device, keys, rows, offsets, { tuning });
      return wrong(keys, sorted.keys, sorted.values);
    });
  }
  await test(`compare, stable, ${family}`, async () => {
    const keys = keysOf(Uint32Array);
    const rows = Uint32Array.from({ length: count }, (_, i) => i);
    const compare = { wgsl: 'return (a % 10u) < (b % 10u);' };
    const { values } = await segmentedStableSortByKey(device, keys, rows, offsets, { compare, tuning });
    for (let s = 0; s < LENGTHS.length; s++) {
      const expected = rows.slice(offsets[s], offsets[s + 1]).sort((a, b) => (keys[a] % 10) - (keys[b] % 10) || a - b);
      const at = expected.findIndex((row, i) => values[offsets[s] + i] !== row);
      if (at >= 0) return `segment of ${expected.length}: row ${at} is ${values[offsets[s] + at]}, not ${expected[at]}`;
    }
    return undefined;
  });
  await reduceTests(test, device, offsets, family, (types) => sampled(types, family === 'software' ? 3 : 2));
}
await test('no kernel asks for subgroups', async () => {
  const sort = await createSegmentedSort(device, { keyType: 'u32', maxItems: 9, maxSegments: 9 });
  const asks = sort.describe().kernels.some(({ wgsl }) => wgsl.includes('enable subgroups'));
  sort.destroy();
  return asks && !device.features.has('subgroups') ? 'a kernel does' : undefined;
});

await anywhere(test, js, createJsWorker);

device.destroy();
console.log(`${passed} passed, ${failed} failed`);
Deno.exit(failed > 0 ? 1 : 0);
