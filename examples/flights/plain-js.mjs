// The same work in plain JavaScript, as fast as the authors can make it. The library's times are compared with it.

// 2^22 row numbers and a 32-bit key fill exactly the 53 bits and the sign that a double holds without rounding.
const ROW_SPAN = 2 ** 22;

// Up to this length an insertion sort in place is faster than the call into TypedArray.prototype.sort (measured on Node
// 20).
const INSERTION_LIMIT = 16;

// The index of the largest of no items.
const NO_INDEX = 0xffffffff;

/** The method of `sorted`, as text for the report. */
export const SORT_METHOD =
  'key and row packed into one double, Float64Array.subarray().sort() per segment, insertion sort up to 16 rows';

/**
 * Sorts every segment by key, then by row. Rows ascend within every segment of the demo's input, so this is the stable
 * order.
 *
 * @param {import('./groupings.mjs').Grouped} grouped row numbers are below 2^22
 */
export function sorted({ delays: keys, rows, offsets }) {
  const isFloat = keys instanceof Float32Array;
  const bits = isFloat ? new Int32Array(keys.buffer, keys.byteOffset, keys.length) : keys;
  const packed = new Float64Array(keys.length);
  for (let i = 0; i < packed.length; i++) {
    // For negative floats, flipping the lower 31 bits gives the bits the order of the numbers.
    const ordered = isFloat ? bits[i] ^ ((bits[i] >> 31) >>> 1) : bits[i];
    packed[i] = ordered * ROW_SPAN + rows[i];
  }
  for (let segment = 0; segment + 1 < offsets.length; segment++) {
    const begin = offsets[segment];
    const end = offsets[segment + 1];
    if (end - begin > INSERTION_LIMIT) packed.subarray(begin, end).sort();
    else if (end - begin > 1) insertionSort(packed, begin, end);
  }
  return unpack(packed, isFloat);
}

/** @param {Float64Array | Int32Array | Float32Array} items @param {number} begin @param {number} end */
function insertionSort(items, begin, end) {
  for (let i = begin + 1; i < end; i++) {
    const item = items[i];
    let j = i;
    for (; j > begin && items[j - 1] > item; j--) items[j] = items[j - 1];
    items[j] = item;
  }
}

/** @param {Float64Array} packed @param {boolean} isFloat */
function unpack(packed, isFloat) {
  const bits = new Int32Array(packed.length);
  const values = new Uint32Array(packed.length);
  for (let i = 0; i < packed.length; i++) {
    const ordered = Math.floor(packed[i] / ROW_SPAN);
    values[i] = packed[i] - ordered * ROW_SPAN;
    bits[i] = isFloat ? ordered ^ ((ordered >> 31) >>> 1) : ordered;
  }
  return { keys: isFloat ? new Float32Array(bits.buffer) : bits, values };
}

/**
 * The keys of each segment at the indices nearest to the quantiles, after a sort of the segment. Empty segments have 0.
 *
 * @param {import('./groupings.mjs').Grouped} grouped
 */
export function quantiles({ delays, offsets, fractions }) {
  const keys = delays.slice();
  const found = new delays.constructor((offsets.length - 1) * fractions.length);
  let at = 0;
  for (let segment = 0; segment + 1 < offsets.length; segment++) {
    const [begin, end] = [offsets[segment], offsets[segment + 1]];
    if (end - begin > INSERTION_LIMIT) keys.subarray(begin, end).sort();
    else if (end - begin > 1) insertionSort(keys, begin, end);
    for (const q of fractions) {
      const position = q * (end - begin - 1);
      const below = Math.floor(position);
      const isUp = position - below > 0.5 || (position - below === 0.5 && below % 2 === 1);
      if (end > begin) found[at] = keys[begin + below + (isUp ? 1 : 0)];
      at++;
    }
  }
  return found;
}

/** The method of `delays` and `distances`, as text for the report. */
export const REDUCE_METHOD = 'loops over a segment, a second one for the variance, in doubles';

/**
 * For every segment, in doubles: the smallest delay, the largest one and its index in the segment, mean and variance.
 *
 * @param {import('./groupings.mjs').Grouped} grouped
 */
export function delays({ delays, offsets }) {
  const segmentCount = offsets.length - 1;
  const min = new Float64Array(segmentCount);
  const max = new Float64Array(segmentCount);
  const argmax = new Uint32Array(segmentCount);
  const mean = new Float64Array(segmentCount);
  const variance = new Float64Array(segmentCount);
  for (let segment = 0; segment < segmentCount; segment++) {
    const begin = offsets[segment];
    const end = offsets[segment + 1];
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    let index = NO_INDEX;
    let total = 0;
    for (let i = begin; i < end; i++) {
      const delay = delays[i];
      if (delay < low) low = delay;
      if (delay > high) {
        high = delay;
        index = i - begin;
      }
      total += delay;
    }
    // 0 / 0, NaN, where the segment is empty.
    const center = total / (end - begin);
    let squares = 0;
    for (let i = begin; i < end; i++) squares += (delays[i] - center) ** 2;
    min[segment] = low;
    max[segment] = high;
    argmax[segment] = index;
    mean[segment] = center;
    variance[segment] = squares / (end - begin);
  }
  return { min, max, argmax, mean, variance };
}

/**
 * Sums and means of the distances. The sums are exact: integers far below 2^53.
 *
 * @param {import('./groupings.mjs').Grouped} grouped
 */
export function distances({ distances, offsets }) {
  const miles = new Float64Array(offsets.length - 1);
  const meanMiles = new Float64Array(offsets.length - 1);
  for (let segment = 0; segment + 1 < offsets.length; segment++) {
    const [begin, end] = [offsets[segment], offsets[segment + 1]];
    let total = 0;
    for (let i = begin; i < end; i++) total += distances[i];
    miles[segment] = total;
    meanMiles[segment] = total / (end - begin);
  }
  return { miles, meanMiles };
}
