// The workloads: lengths of contiguous segments, and their keys. A seed makes them, so that every program and every
// machine times the same data.

/** A small generator of uniform 32-bit words (xorshift32, Marsaglia 2003). */
function generator(seed) {
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

/** Uniform from `least` to `most`, with both ends. */
function between(least, most) {
  return (random) => least + Math.floor((random() / 2 ** 32) * (most - least + 1));
}

/** Pareto distribution with α = 1 and a maximum. */
function pareto(cap) {
  return (random) => Math.min(cap, Math.floor(2 ** 32 / (random() + 1)));
}

const LENGTHS = {
  unit: () => 1,
  len8: between(4, 12),
  len64: between(32, 96),
  len340: between(170, 510),
  len1024: between(512, 1536),
  len65536: between(32768, 98304),
  zipf: pareto(131072),
};

export const WORKLOADS = [...Object.keys(LENGTHS), 'single', 'giant+tiny'];

/** Offsets of the segments of a workload over `n` items. The last segment ends with the items. */
export function workloadOffsets(name, n) {
  if (name === 'single') return Uint32Array.of(0, n);
  const random = generator(0x5e9 + n);
  const fixed = /^fixed(\d+)$/.exec(name)?.[1];
  const next = fixed ? () => Number(fixed) : name === 'giant+tiny' ? between(0, 4) : LENGTHS[name];
  const offsets = [0];
  let end = 0;
  if (name === 'giant+tiny') {
    end = n / 2;
    offsets.push(end);
  }
  while (end < n) {
    end = Math.min(n, end + next(random));
    offsets.push(end);
  }
  return Uint32Array.from(offsets);
}

/** The words of `count` keys. Floats are uniform from -1 to 1. Both words of a key of two words are uniform. */
export function workloadKeys(type, distribution, offsets, count) {
  const random = generator(0xbeef + count);
  if (type === 'f32') return Float32Array.from({ length: count }, () => random() / 2 ** 31 - 1);
  if (type === 'u64') return new BigUint64Array(Uint32Array.from({ length: 2 * count }, random).buffer);
  const keys = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    const word = random();
    keys[i] = distribution === 'three values' ? word % 3 : distribution === '16 bits' ? word >>> 16 : word;
  }
  if (distribution === 'sorted') {
    for (let s = 0; s + 1 < offsets.length; s++) keys.subarray(offsets[s], offsets[s + 1]).sort();
  }
  return keys;
}
