import type { Piece } from '../template/assemble.ts';

/**
 * `Rows`, a word for each row of the counter table, and what they are asked:
 *
 *   limitsBelow(length)         how many bins hold only shorter segments
 *   counted(rows, bin, length)  the rows with one segment more
 *   rowOf(rows, row)            one of them
 *
 * Written out, all indices constants: an array that is indexed at run time lies in memory on software adapters, lane by
 * lane. With loops over such an array and over the limits, SwiftShader took 105 ms to count a million segments; now 23.
 */
export function rowsPiece(limits: readonly number[]): Piece {
  const quads = Array.from({ length: Math.ceil((limits.length + 1) / 4) }, (_, quad) => quad);
  const each = (text: (quad: number) => string, between = ',') => quads.map(text).join(between);
  const rows = (quad: number) => `vec4u(0,1,2,3)+${4 * quad}`;
  return `// (rows)
alias Rows=array<vec4u,${quads.length}>;
fn limitsBelow(length:u32)->u32{
return ${limits.map((limit) => `u32(length>${limit})`).join('+')};
}
fn counted(rows:Rows,bin:u32,length:u32)->Rows{
let tiles=select(0u,fullTiles(length),isLarge(bin));
return Rows(${each((quad) => `rows[${quad}]+contribution(${rows(quad)},bin,tiles)`)});
}
fn rowOf(rows:Rows,row:u32)->u32{
return dot(${each((quad) => `select(vec4u(),rows[${quad}],${rows(quad)}==vec4u(row))`, '+')},vec4u(1));
}`;
}
