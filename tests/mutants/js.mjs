/** Faults in the calls without a GPU. */

const SORT = ['tests/js/sort'];
const REDUCE = ['tests/js/reduce'];
const MORE = ['tests/js/more'];
const CUSTOM = ['tests/js/custom'];
const ERRORS = ['tests/js/errors'];
const COPIES = ['tests/js/copies'];

/** @type {import('./mutants.mjs').Mutant[]} */
export const JS_MUTANTS = [
  {
    what: 'without a GPU: segments of two items are not sorted',
    file: 'src/js/sort/run.ts',
    find: 'spans.longest < 2',
    replace: 'spans.longest < 3',
    tests: SORT,
  },
  {
    what: 'without a GPU: insertion of pairs moves an equal key',
    file: 'src/js/sort/short.ts',
    find: `    const word = payload[i]!;
    let at = i;
    for (; at > begin && keys[at - 1]! > key; at--) {`,
    replace: `    const word = payload[i]!;
    let at = i;
    for (; at > begin && keys[at - 1]! >= key; at--) {`,
    tests: SORT,
  },
  {
    what: 'without a GPU: the first bucket is not cleared',
    file: 'src/js/sort/short.ts',
    find: 'for (let i = 0; i <= last; i++) counts[i] = 0;',
    replace: 'for (let i = 1; i <= last; i++) counts[i] = 0;',
    tests: SORT,
  },
  {
    what: 'without a GPU: the greatest key of a bucket sort is not looked for',
    file: 'src/js/sort/short.ts',
    find: 'else if (key > max) max = key;',
    replace: 'else if (key > max && i < end - 1) max = key;',
    tests: SORT,
  },
  {
    what: 'without a GPU: the buckets of a crowded segment are looked for by the last one’s least key',
    file: 'src/js/sort/words.ts',
    find: 'while (to < end && (keys[to]! - min) >>> by === bucket) to++;',
    replace: 'while (to < end && (keys[to]! - least) >>> by === bucket) to++;',
    tests: SORT,
  },
  {
    what: 'without a GPU: the words of a crowded segment do not come back from the scratch memory',
    file: 'src/js/sort/words.ts',
    find: 'if (payload) payload[i] = movedWords[i - begin]!;',
    replace: '',
    tests: SORT,
  },
  {
    what: 'without a GPU: the last key of a crowded bucket is not sorted',
    file: 'src/js/sort/words.ts',
    find: 'else sortKeys(work, keys, from, to);',
    replace: 'else sortKeys(work, keys, from, to - 1);',
    tests: SORT,
  },
  {
    what: 'without a GPU: crowded buckets take the words of the segment’s end',
    file: 'src/js/sort/words.ts',
    find: 'if (payload) sortPairs(work, keys, payload, from, to);',
    replace: 'if (payload) sortPairs(work, keys, payload, from, Math.min(to + 1, end));',
    tests: SORT,
  },
  {
    what: 'without a GPU: a radix pass by 11 bits has the digit above of ten',
    file: 'src/js/sort/radix.ts',
    find: 'counts[DIGITS + ((key >>> BITS) & MASK)]!++;',
    replace: 'counts[DIGITS + ((key >>> BITS) & (MASK >> 1))]!++;',
    tests: SORT,
  },
  {
    what: 'without a GPU: sorted keys stay in the scratch memory',
    file: 'src/js/sort/radix.ts',
    find: 'if (!here) for (let i = 0; i < length; i++) keys[begin + i] = work.keys[i]!;',
    replace: '',
    tests: SORT,
  },
  {
    what: 'without a GPU: a pass that all keys share is looked for in the second key',
    file: 'src/js/sort/radix.ts',
    find: 'if (counts[first + ((keys[begin]! >>> shift) & MASK)] === end - begin) {',
    replace: 'if (counts[first + ((keys[begin]! >>> shift) & MASK)] >= end - begin - 1) {',
    tests: SORT,
  },
  {
    what: 'without a GPU: leaves are folded from the array’s start',
    file: 'src/js/reduce/tree.ts',
    find: 'for (; first < end; first += LEAF, index++) {',
    replace: 'for (; first < end; first += LEAF - (first % LEAF), index++) {',
    tests: REDUCE,
  },
  {
    what: 'without a GPU: a block joins no pair of blocks',
    file: 'src/js/reduce/tree.ts',
    find: 'for (let rest = index / (BLOCK / LEAF); rest & 1; rest >>>= 1) fold.join(--top);',
    replace: '',
    tests: REDUCE,
  },
  {
    what: 'without a GPU: leaves of a block join in another order',
    file: 'src/js/reduce/folds.ts',
    find: 'slots[slot] = fround(fround(a + b) + fround(c + d));',
    replace: 'slots[slot] = fround(fround(a + c) + fround(b + d));',
    tests: REDUCE,
  },
  {
    what: 'without a GPU: a mean of floats whose sum is infinite is finite',
    file: 'src/js/reduce/means.ts',
    find: 'if (fold && mayOverflow(numbers as Float32Array, begin, end)) {',
    replace: 'if (false as boolean && fold) {',
    tests: REDUCE,
  },
  {
    what: 'without a GPU: the mean of a short segment is finite where its sum is infinite',
    file: 'src/js/reduce/operators.ts',
    find: "} else if (op === 'mean' && !isDouble && !(size < SAFE)) result = long(from, to);",
    replace: '}',
    tests: REDUCE,
  },
  {
    what: 'without a GPU: a reduce that waits reads the caller’s array',
    file: 'src/js/reduce/calls.ts',
    find: 'const items = borrows ? { ...given, bytes: given.bytes.slice() } : given;',
    replace: 'const items = given;',
    tests: ['tests/js/copies'],
  },
  {
    what: 'without a GPU: subtrees that are left join from the left',
    file: 'src/js/reduce/tree.ts',
    find: 'for (top--; top > 0; top--) fold.join(top - 1);',
    replace:
      'for (let slot = 0; slot < top - 1; slot++) { fold.join(0); fold.slots.copyWithin(fold.slots.length / 34, (2 * fold.slots.length) / 34); }',
    tests: REDUCE,
  },
  {
    what: 'without a GPU: a running total forgets a pair of leaves',
    file: 'src/js/scan/prefixes.ts',
    find: 'slots[top] = combine(slots[top]!, slots[top + 1]!);',
    replace: 'slots[top] = slots[top + 1]!;',
    tests: MORE,
    name: 'segmentedScan',
  },
  {
    what: 'without a GPU: a sum of f32 is rounded once a leaf',
    file: 'src/js/reduce/folds.ts',
    find: 'for (let i = first + 1; i < end; i++) sum = fround(sum + numbers[i]!);',
    replace: 'for (let i = first + 1; i < end; i++) sum += numbers[i]!;',
    tests: REDUCE,
  },
  {
    what: 'without a GPU: a minimum takes the last of equal items',
    file: 'src/js/reduce/extremes.ts',
    find: 'if (number >= best) continue;',
    replace: 'if (number > best) continue;',
    tests: REDUCE,
  },
  {
    what: 'without a GPU: NaN does not win a maximum',
    file: 'src/js/reduce/extremes.ts',
    find: `      if (number <= best) continue;
      if (Number.isNaN(number)) return i;`,
    replace: '      if (!(number > best)) continue;',
    tests: REDUCE,
  },
  {
    what: 'without a GPU: the high words of i64 are unsigned',
    file: 'src/js/reduce/extremes.ts',
    find: "const high = viewOf(type === 'u64' ? 'u32' : 'i32', bytes);",
    replace: "const high = viewOf('u32', bytes);",
    tests: REDUCE,
  },
  {
    what: 'without a GPU: a descent keeps the rank of all items',
    file: 'src/js/select/descent.ts',
    find: '    left -= before;\n',
    replace: '',
    tests: MORE,
    name: 'segmentedTopK',
  },
  {
    what: 'without a GPU: a descent ends in the high word',
    file: 'src/js/select/descent.ts',
    find: 'if (shift > 0 || word !== numbers.low) continue;',
    replace: 'if (shift > 0) continue;',
    tests: MORE,
    name: 'segmentedTopK',
  },
  {
    what: 'without a GPU: an exclusive scan has the item itself',
    file: 'src/js/scan/scanners.ts',
    find: 'found[i] = exclusive ? total : next;',
    replace: 'found[i] = next;',
    tests: MORE,
    name: 'segmentedScan',
  },
  {
    what: 'without a GPU: a reverse scan leaves out the first item',
    file: 'src/js/scan/scanners.ts',
    find: 'if (reverse) for (let i = to - 1; i >= from; i--) step(i);',
    replace: 'if (reverse) for (let i = to - 1; i > from; i--) step(i);',
    tests: MORE,
    name: 'segmentedScan',
  },
  {
    what: 'without a GPU: an extreme goes on into the next segment',
    file: 'src/js/scan/scanners.ts',
    find: `  const start = () => {
    best = length;
  };`,
    replace: '  const start = () => undefined;',
    tests: MORE,
    name: 'segmentedScan',
  },
  {
    what: 'without a GPU: groups of wide ids are told by their low words',
    file: 'src/js/group/array_call.ts',
    find: 'if (i > 0 && low[row] === low[before] && high?.[row] === high?.[before]) continue;',
    replace: 'if (i > 0 && low[row] === low[before]) continue;',
    tests: MORE,
    name: 'groupBy',
  },
  {
    what: 'without a GPU: an id of the next group is in the last one',
    file: 'src/js/group/array_call.ts',
    find: 'if (id >= 0 && id < groups) numbers[row] = id;',
    replace: 'if (id >= 0 && id <= groups) numbers[row] = Math.min(id, groups - 1);',
    tests: MORE,
    name: 'groupBy',
  },
  {
    what: 'without a GPU: a merge takes the right one of two equal items',
    file: 'src/js/sort/custom.ts',
    find: 'const takesLater = i === middle || (j < last && less(from[j]!, from[i]!));',
    replace: 'const takesLater = i === middle || (j < last && !less(from[i]!, from[j]!));',
    tests: CUSTOM,
  },
  {
    what: 'without a GPU: an aborted signal is not looked at between segments',
    file: 'src/js/call.ts',
    find: '    requireWork({ onProgress, signal });\n',
    replace: '',
    tests: ERRORS,
  },
  {
    what: 'without a GPU: the event loop has no turn',
    file: 'src/js/call.ts',
    find: '    await turn();\n',
    replace: '',
    tests: ERRORS,
  },
  {
    what: 'without a GPU: lists are read after the call has returned',
    file: 'src/js/call.ts',
    find: 'if (Array.isArray(value)) return value.map(taken) as T;',
    replace: 'if (Array.isArray(value)) return value;',
    tests: COPIES,
    name: 'quantiles',
  },
  {
    what: 'without a GPU: arrays of numbers are read after the call has returned',
    file: 'src/js/call.ts',
    find: "if (ArrayBuffer.isView(value)) return 'slice' in value ?",
    replace: "if (ArrayBuffer.isView(value)) return 'none' in value ?",
    tests: COPIES,
    name: 'k and values',
  },
  {
    what: 'without a GPU: operators are read after the call has returned',
    file: 'src/js/call.ts',
    find: 'return Object.create(Object.getPrototypeOf(value), Object.getOwnPropertyDescriptors(value));',
    replace: 'return value;',
    tests: COPIES,
    name: 'operator',
  },
];
