import { type WgslModule, written } from '../plan/module.ts';

/** No bin, and a length that no segment has. */
export const NO_BIN = 0xffffffff;

/**
 * The bin of a segment, by its length alone. Bins ascend; the last one of a sort or reduce without a bound on lengths
 * is the large class. Shorter and longer segments than any bin's belong to none.
 *
 *   isListed(length)        whether a bin holds segments of this length
 *   Rows                    a word for each row of the counter table: one a bin, and TILE_ROW, which counts full tiles
 *   reached(length)         1 for every bin that begins at this length or below it
 *   perBin(rows)            how many segments belong to each bin, from the sums of `reached`; 0 in TILE_ROW
 *   summed(rows, more)      row by row
 *   sumOf(rows)             of all rows
 *   rowOf(rows, one)        the row in which `one` has 1
 *
 * A bin's segments are those that reach it less those that reach the next: a comparison and a subtraction a row, where
 * finding the bin first and then its row takes twice as many (docs/performance.md). Written out, all indices constants:
 * an array that is indexed at run time lies in memory on software adapters, lane by lane. With loops over such an array
 * and over the limits, SwiftShader took 105 ms to count a million segments; then 23.
 *
 * @param leasts the least length of each bin, then one that no segment of the bins has
 */
export function rowsModule(leasts: readonly (number | string)[]): WgslModule {
  const quads = Array.from({ length: Math.ceil(leasts.length / 4) }, (_, quad) => quad);
  const rows = (text: (quad: number) => string) => `Rows(${quads.map(text)})`;
  const least = (quad: number) => [0, 1, 2, 3].map((i) => leasts[4 * quad + i] ?? NO_BIN);
  const text = `alias Rows=array<vec4u,${quads.length}>;
fn isListed(length:u32)->bool{
return length>=${leasts[0]}&&length<${leasts.at(-1)};
}
fn reached(length:u32)->Rows{
return ${rows((quad) => `vec4u(vec4u(length)>=vec4u(${least(quad)}))`)};
}
fn perBin(rows:Rows)->Rows{
return ${rows((quad) => `rows[${quad}]-vec4u(rows[${quad}].yzw,rows[${(quad + 1) % quads.length}].x)`)};
}
fn summed(rows:Rows,more:Rows)->Rows{
return ${rows((quad) => `rows[${quad}]+more[${quad}]`)};
}
fn rowOf(rows:Rows,one:Rows)->u32{
return sumOf(${rows((quad) => `select(vec4u(),rows[${quad}],one[${quad}]==vec4u(1))`)});
}
fn sumOf(rows:Rows)->u32{
return dot(${quads.map((quad) => `rows[${quad}]`).join('+')},vec4u(1));
}`;
  return written('rows', text);
}
