import { type WgslModule, written } from '../plan/module.ts';

/** Stands for no bin, and for a length that no segment has. */
export const NO_BIN = 0xffffffff;

/**
 * The bin of a segment, found from its length only. Bins ascend. The last bin of a sort or reduce without a bound on
 * lengths is the large class. Segments shorter or longer than every bin belong to no bin.
 *
 *    isListed(length)          whether a bin holds segments of this length
 *    BinCounts                 a word for each row of the counter table: one a bin, and FULL_TILES for full tiles
 *    countAtLeast(length)      1 for every bin that begins at this length or below it
 *    perBinCounts(counts)      segments of each bin, from the sums of `countAtLeast`; 0 in FULL_TILES
 *    addedCounts(counts, more) sum, row by row
 *    sumOf(counts)             sum of all rows
 *    shifted(counts, last)     without the first four rows, and with those of `last` at the end
 *    slotOf(counts, one)       the value of `counts` in the row where `one` has 1
 *
 * A bin's count is the number of segments at least as long as its minimum, less that number for the next bin. This
 * takes a comparison and a subtraction a row. Finding the bin first and then its row takes twice as many
 * (docs/decisions/partition.md). The code is unrolled, so all indices are constants: an array that is
 * indexed at run time lies in memory, lane by lane, on software adapters and on NVIDIA's GPUs. With loops over such an
 * array and over the limits, SwiftShader took 105 ms to count a million segments; unrolled, it took 23 ms.
 *
 * @param minLengths the minimum length of each bin, then a length that no segment of the bins has
 */
export function binCountsModule(minLengths: readonly (number | string)[]): WgslModule {
  const quads = [...Array(Math.ceil(minLengths.length / 4)).keys()];
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
fn shifted(counts:BinCounts,last:vec4u)->BinCounts{
return BinCounts(${[...quads.slice(1).map((quad) => `counts[${quad}]`), 'last']});
}
fn sumOf(counts:BinCounts)->u32{
return dot(${quads.map((quad) => `counts[${quad}]`).join('+')},vec4u(1));
}`;
  return written('counts', text);
}
