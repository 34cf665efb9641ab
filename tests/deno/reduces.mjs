/** Every operator × type × family of the built library in Deno; see run.mjs. Small whole numbers give exact results. */
import { segmentedReduce } from '../../dist/index.js';

const ALL = ['sum', 'product', 'min', 'max', 'argmin', 'argmax', 'and', 'or', 'xor', 'count', 'mean'];
const FLOAT = ALL.filter((op) => !['and', 'or', 'xor'].includes(op));
const LONG = ALL.filter((op) => op !== 'mean');
const TYPES = [
  [Uint8Array, ALL],
  [Int8Array, ALL],
  [Uint16Array, ALL],
  [Int16Array, ALL],
  [Uint32Array, ALL],
  [Int32Array, ALL],
  [Float32Array, FLOAT],
  [BigUint64Array, LONG],
  [BigInt64Array, LONG],
  [Float64Array, ['min', 'max', 'argmin', 'argmax', 'count']],
];

/** The result of a segment that is not empty. */
function expected(op, items) {
  const big = typeof items[0] === 'bigint';
  const least = items.reduce((a, b) => (b < a ? b : a));
  const most = items.reduce((a, b) => (b > a ? b : a));
  switch (op) {
    case 'sum':
      return items.reduce((a, b) => a + b);
    case 'product':
      return items.reduce((a, b) => a * b);
    case 'min':
      return least;
    case 'max':
      return most;
    case 'argmin':
      return items.indexOf(least);
    case 'argmax':
      return items.indexOf(most);
    case 'and':
      return items.reduce((a, b) => a & b);
    case 'or':
      return items.reduce((a, b) => a | b);
    case 'xor':
      return items.reduce((a, b) => a ^ b);
    case 'count':
      return items.length;
    default:
      return big ? 0n : Math.fround(items.reduce((a, b) => a + b) / items.length);
  }
}

function compared(op, found, items, Class, offsets) {
  const results = 'indices' in found ? found.indices : found;
  for (let s = 0; s + 1 < offsets.length; s++) {
    const segment = Array.from(items.subarray(offsets[s], offsets[s + 1]));
    if (segment.length === 0) continue;
    const wanted = expected(op, segment);
    // Sums wrap in the type of the input.
    const own = op === 'sum' || op === 'product' ? Class.of(wanted)[0] : wanted;
    const near = op === 'mean' && Math.abs(results[s] - own) < 1e-5;
    if (results[s] !== own && !near) return `segment of ${segment.length}: ${results[s]}, not ${own}`;
  }
  return undefined;
}

/** Runs all reduces with the test function of smoke.mjs. `sampled` takes a part of the types. */
export async function reduceTests(test, device, offsets, family, sampled) {
  const tuning = { family };
  const count = offsets.at(-1);
  // The compiler takes long for eleven operators in one kernel. The rows together have all pieces.
  const some = family === 'software' ? /^(Uint8|Int16|Uint32|Float|BigInt64)/ : /^(Int8|Float32)/;
  const types = sampled(TYPES.filter(([{ name }]) => some.test(name)));
  for (const [Class, ops] of types) {
    const big = Class.name.startsWith('Big');
    const number = (value) => (big ? BigInt(value) : value);
    // Products of ones and few twos, which floats hold.
    const items = Class.from({ length: count }, (_, i) => number(i % 700 === 5 ? 2 : 1));
    const several = await segmentedReduce(device, items, offsets, ops, { tuning });
    for (const [i, op] of ops.entries()) {
      await test(`${op} of ${Class.name}, several at once, ${family}`, () => {
        return compared(op, several[i], items, Class, offsets);
      });
    }
  }
  await test(`a custom operator, ${family}`, async () => {
    const bytes = Uint8Array.from({ length: count }, (_, i) => i);
    // The operator does not commute: the last element wins, and the number of elements is counted.
    const last = { wgsl: 'return vec2u(b.x, a.y + b.y);', load: 'return vec2u(element, 1u);', type: 'vec2<u32>' };
    const { data } = await segmentedReduce(device, bytes, offsets, { ...last, identity: 0 }, { tuning });
    for (let s = 0; s + 1 < offsets.length; s++) {
      const length = offsets[s + 1] - offsets[s];
      const wanted = [length && bytes[offsets[s + 1] - 1], length];
      if (data[2 * s] !== wanted[0] || data[2 * s + 1] !== wanted[1]) return `segment ${s}: ${data}, not ${wanted}`;
    }
    return undefined;
  });
  await test(`a compensated sum, in batches, ${family}`, async () => {
    const items = Float32Array.from({ length: count }, (_, i) => (i % 2 ? 1e8 : 0.25));
    const options = { accuracy: 'compensated', tuning: { family, maxBindingBytes: 4096 } };
    const found = await segmentedReduce(device, items, offsets, 'sum', options);
    for (let s = 0; s + 1 < offsets.length; s++) {
      const wanted = Math.fround(items.subarray(offsets[s], offsets[s + 1]).reduce((a, b) => a + b, 0));
      if (found[s] !== wanted) return `segment ${s}: ${found[s]}, not ${wanted}`;
    }
    return undefined;
  });
}
