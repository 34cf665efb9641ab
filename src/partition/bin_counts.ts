import { type WgslModule, written } from '../plan/module.ts';

/** No bin, and a length that no segment has. */
export const NO_BIN = 0xffffffff;

/**
 * The bin of a segment, by its length alone. Bins ascend; the last one of a sort or reduce without a bound on lengths
 * is the large class. Shorter and longer segments than any bin's belong to none.
 *
 *   isListed(length)        whether a bin holds segments of this length
 *   BinCounts                    a word for each row of the counter table: one a bin, and FULL_TILES, which counts full tiles
 *   countAtLeast(length)         1 for every bin that begins at this length or below it
 *   perBinCounts(rows)            how many segments belong to each bin, from the sums of `countAtLeast`; 0 in FULL_TILES
 *   addedCounts(rows, more)      row by row
 *   sumOf(rows)             of all rows
 *   slotOf(rows, one)        the row in which `one` has 1
 *
 * A bin's segments are those that reach it less those that reach the next: a comparison and a subtraction a row, where
 * finding the bin first and then its row takes twice as many
 * (docs/decisions/partition-bin-counters.md). Written out, all indices constants:
 * an array that is indexed at run time lies in memory on software adapters, lane by lane. With loops over such an array
 * and over the limits, SwiftShader took 105 ms to count a million segments; then 23.
 *
 * @param minLengths the least length of each bin, then one that no segment of the bins has
 */
export function binCountsModule(minLengths: readonly (number | string)[]): WgslModule {
  const quads = Array.from({ length: Math.ceil(minLengths.length / 4) }, (_, quad) => quad);
  const counts = (text: (quad: number) => string) => `BinCounts(${quads.map(text)})`;
  const min = (quad: number) => [0, 1, 2, 3].map((i) => minLengths[4 * quad + i] ?? NO_BIN);
  const text = `alias BinCounts=array<vec4u,${quads.length}>;
fn isListed(length:u32)->bool{
return length>=${minLengths[0]}&&length<${minLengths.at(-1)};
}
fn countAtLeast(length:u32)->BinCounts{
return ${counts((quad) => `vec4u(vec4u(length)>=vec4u(${min(quad)}))`)};
}
fn perBinCounts(counts:BinCounts)->BinCounts{
return ${counts((quad) => `counts[${quad}]-vec4u(counts[${quad}].yzw,counts[${(quad + 1) % quads.length}].x)`)};
}
fn addedCounts(counts:BinCounts,more:BinCounts)->BinCounts{
return ${counts((quad) => `counts[${quad}]+more[${quad}]`)};
}
fn slotOf(counts:BinCounts,one:BinCounts)->u32{
return sumOf(${counts((quad) => `select(vec4u(),counts[${quad}],one[${quad}]==vec4u(1))`)});
}
fn sumOf(counts:BinCounts)->u32{
return dot(${quads.map((quad) => `counts[${quad}]`).join('+')},vec4u(1));
}`;
  return written('counts', text);
}
