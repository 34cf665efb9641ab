// Plain JavaScript on one core: `subarray().sort()` a segment, a loop of additions a segment.

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

/** Modulo 2^32 at every step: a sum of more than 2^53 would be off, and additions of whole numbers are the faster ones. */
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
    // It sorts in place: what there is to sort is put back before every run, outside the time.
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

/** Row numbers sorted by the keys they stand for: what a program without a library writes. */
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
