// Plain JavaScript on one core: `subarray().sort()` for each segment, a loop of additions for each segment.

export const plainJs = {
  name: 'plain JS',
  canDo: () => true,
  async prepare(operation, keys, offsets) {
    if (operation.kind === 'reduce') return sums(operation, keys, offsets);
    return operation.pairs ? sortedPairs(keys, offsets) : sortedKeys(operation, keys, offsets);
  },
};

function sums({ type }, keys, offsets) {
  const results = new (type === 'u32' ? Uint32Array : Float32Array)(offsets.length - 1);
  return {
    poison: () => results.fill(NaN),
    run: () => (type === 'u32' ? sumWords : sumFloats)(keys, offsets, results),
    result: async () => ({ sums: results }),
    end() {},
  };
}

/**
 * Sums modulo 2^32 at every step, because a sum above 2^53 would be inexact. Additions of whole numbers are also
 * faster.
 */
function sumWords(keys, offsets, results) {
  for (let s = 0; s < results.length; s++) {
    let sum = 0;
    const end = offsets[s + 1];
    for (let i = offsets[s]; i < end; i++) sum = (sum + keys[i]) | 0;
    results[s] = sum;
  }
}

function sumFloats(keys, offsets, results) {
  for (let s = 0; s < results.length; s++) {
    let sum = 0;
    const end = offsets[s + 1];
    for (let i = offsets[s]; i < end; i++) sum += keys[i];
    results[s] = sum;
  }
}

function sortedKeys({ order }, keys, offsets) {
  const sorted = keys.slice();
  return {
    // The sort is in place, so its input is restored before every run. The time excludes this.
    before: () => sorted.set(keys),
    poison() {},
    run() {
      for (let s = 0; s + 1 < offsets.length; s++) {
        const segment = sorted.subarray(offsets[s], offsets[s + 1]).sort();
        if (order === 'descending') segment.reverse();
      }
    },
    result: async () => ({ keys: sorted }),
    end() {},
  };
}

/** Row numbers sorted by their keys, as in a program without a library. */
function sortedPairs(keys, offsets) {
  const values = new Uint32Array(keys.length);
  return {
    before() {
      for (let i = 0; i < values.length; i++) values[i] = i;
    },
    poison() {},
    run() {
      const byKey = (a, b) => keys[a] - keys[b] || a - b;
      for (let s = 0; s + 1 < offsets.length; s++) values.subarray(offsets[s], offsets[s + 1]).sort(byKey);
    },
    result: async () => ({ keys: Uint32Array.from(values, (i) => keys[i]), values }),
    end() {},
  };
}
