import type { Piece } from '../template/assemble.ts';

/** Pairs (i, j), i < j, of Batcher's odd-even merge sort of `count` registers, a power of two, in order. */
export function oddEvenMergeSort(count: number): [number, number][] {
  const pairs: [number, number][] = [];
  for (let run = 1; run < count; run *= 2) {
    for (let distance = run; distance >= 1; distance /= 2) {
      for (let start = distance % run; start + distance < count; start += 2 * distance) {
        for (let i = start; i < Math.min(start + distance, count - distance); i++) {
          if (Math.floor(i / (2 * run)) === Math.floor((i + distance) / (2 * run))) pairs.push([i, i + distance]);
        }
      }
    }
  }
  return pairs;
}

function compareInLane(i: number, j: number): string {
  return `  { let a = r${i}; let swap = precedes(r${j}, a); r${i} = select(a, r${j}, swap); r${j} = select(r${j}, a, swap); }`;
}

/** Registers of the lane `mask` away; `mirror` pairs a lane's first register with its partner's last. */
function compareAcrossLanes(items: number, mask: number, keepsLower: number, mirror: boolean): string[] {
  const lines = ['  {', `    let lower = (lane & ${keepsLower}u) == 0u;`];
  for (let i = 0; i < items; i++) lines.push(`    publish(local, ${i}u, r${i});`);
  lines.push('    meet();');
  for (let i = 0; i < items; i++) {
    const from = mirror ? items - 1 - i : i;
    lines.push(`    let p${i} = partner(local, ${from}u, r${from}, ${mask}u);`);
  }
  lines.push('    meet();');
  for (let i = 0; i < items; i++) {
    lines.push(`    r${i} = select(r${i}, p${i}, precedes(p${i}, r${i}) == lower);`);
  }
  lines.push('  }');
  return lines;
}

/**
 * The piece `sortRegisters(begin, length, local)`: loads a segment into `lanes` × `items` registers, lane after lane,
 * sorts them by Batcher's networks (odd-even merge sort inside a lane, then bitonic merges whose first step mirrors, so
 * that every comparison ascends), and stores them. Straight code: nothing indexes a register at run time.
 */
export function networkPiece(lanes: number, items: number): Piece {
  const lines = ['fn sortRegisters(begin: u32, length: u32, local: u32) {'];
  lines.push(`  let lane = local % ${lanes}u;`, `  let first = lane * ${items}u;`);
  for (let i = 0; i < items; i++) lines.push(`  var r${i} = loadItem(begin, length, first + ${i}u);`);
  for (const [i, j] of oddEvenMergeSort(items)) lines.push(compareInLane(i, j));
  for (let run = 2; run <= lanes; run *= 2) {
    lines.push(...compareAcrossLanes(items, run - 1, run / 2, true));
    for (let mask = run / 4; mask >= 1; mask /= 2) lines.push(...compareAcrossLanes(items, mask, mask, false));
    for (let distance = items / 2; distance >= 1; distance /= 2) {
      for (let i = 0; i < items; i++) if ((i & distance) === 0) lines.push(compareInLane(i, i + distance));
    }
  }
  for (let i = 0; i < items; i++) lines.push(`  storeItem(begin, length, first + ${i}u, r${i});`);
  lines.push('}');
  return { name: `network of ${lanes} lanes × ${items} registers`, text: lines.join('\n') };
}

/**
 * The piece `mergeRuns(begin, middle, end)`: merges the runs begin … middle and middle … end, `block` items at a time. Of
 * the two runs the one whose next item is the lesser gives the next block; a bitonic merge with the block that was kept
 * leaves the lesser half, which is done, and the greater, which is kept (after Inoue, Moriyama, Komatsu and Nakatani 2007).
 * Straight code but for the loop over blocks.
 */
export function mergePiece(block: number): Piece {
  const each = (line: (i: number) => string) => Array.from({ length: block }, (_, i) => `  ${line(i)}`);
  const all = Array.from({ length: 2 * block }, (_, i) => (i < block ? `r${i}` : `q${i - block}`));
  const exchange = (i: number, j: number) =>
    `    { let a = ${all[i]}; let b = ${all[j]}; let swap = precedes(b, a); ${all[i]} = select(a, b, swap); ${all[j]} = select(b, a, swap); }`;
  const merge: string[] = [];
  for (let i = 0; i < block; i++) merge.push(exchange(i, 2 * block - 1 - i));
  for (let distance = block / 2; distance >= 1; distance /= 2) {
    for (let i = 0; i < 2 * block; i++) if ((i & distance) === 0) merge.push(exchange(i, i + distance));
  }
  const take = (name: string) => [
    '    let takeA = !precedes(headB, headA);',
    '    let source = select(b, a, takeA);',
    '    let limit = select(end, middle, takeA);',
    ...each((i) => `  ${name}${i} = runItem(source + ${i}u, limit);`),
    `    let next = source + ${block}u;`,
    '    let head = runItem(next, limit);',
    '    if (takeA) { a = next; headA = head; } else { b = next; headB = head; }',
  ];
  const text = [
    'fn mergeRuns(begin: u32, middle: u32, end: u32) {',
    '  var a = begin;',
    '  var b = middle;',
    '  var out = begin;',
    '  var headA = runItem(a, middle);',
    '  var headB = runItem(b, end);',
    ...each((i) => `var r${i}: Item; var q${i}: Item;`),
    '  {',
    ...take('r'),
    '  }',
    `  let blocks = (middle - begin + ${block - 1}u) / ${block}u + (end - middle + ${block - 1}u) / ${block}u;`,
    '  for (var left = blocks; left > 1u; left--) {',
    ...take('q'),
    ...merge,
    ...each((i) => `  leaveItem(out + ${i}u, end, r${i}); r${i} = q${i};`),
    `    out += ${block}u;`,
    '  }',
    ...each((i) => `leaveItem(out + ${i}u, end, r${i});`),
    '}',
  ].join('\n');
  return { name: `merge of runs, ${block} items at a time`, text };
}
