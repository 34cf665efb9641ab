// How many segments fall into each of the library's size classes.

/**
 * One size class, or one bin of it, as in `describe().classes` of a plan. Together they cover every length from 1.
 *
 * @typedef {{ name: string, bin: string, minLength: number, maxLength: number }} SizeClass
 *
 * @typedef {{ name: string, minLength: number, maxLength: number, segments: number, rows: number,
 *   bins: { maxLength: number, segments: number }[] }} ClassCount
 */

/**
 * @param {Uint32Array} offsets
 * @param {SizeClass[]} classes
 * @returns {ClassCount[]} one entry per class name, empty segments first
 */
export function classCounts(offsets, classes) {
  const empty = { name: 'empty', minLength: 0, maxLength: 0, segments: 0, rows: 0, bins: [] };
  const bins = classes.map((bin) => ({ ...bin, segments: 0, rows: 0 })).sort((a, b) => a.minLength - b.minLength);
  for (let segment = 0; segment + 1 < offsets.length; segment++) {
    const length = offsets[segment + 1] - offsets[segment];
    const bin = length === 0 ? empty : bins.find(({ maxLength }) => length <= maxLength);
    if (bin === undefined) throw new Error(`no size class holds a segment of ${length} rows`);
    bin.segments++;
    bin.rows += length;
  }
  return [empty, ...mergeBins(bins)];
}

/** Adds up neighbouring bins of one name. */
function mergeBins(bins) {
  /** @type {ClassCount[]} */
  const merged = [];
  for (const { name, minLength, maxLength, segments, rows } of bins) {
    let last = merged.at(-1);
    if (last?.name !== name) {
      last = { name, minLength, maxLength, segments: 0, rows: 0, bins: [] };
      merged.push(last);
    }
    last.maxLength = maxLength;
    last.segments += segments;
    last.rows += rows;
    last.bins.push({ maxLength, segments });
  }
  return merged;
}
