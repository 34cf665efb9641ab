/** Reads the listing of a kernel by NAK, Mesa's compiler for NVIDIA. */

/**
 * The parts of an instruction, such as @!p0 r1 p2 = op.more r3 [r4..6+0x10] 0x5, and how it is scheduled: delay=2
 * wt=000001 wr:0 rd:1. An instruction waits for results that have no fixed time by one of six counters.
 */
export function instruction(text, schedule = '') {
  const [, guard = '', rest] = /^(?:@(!?u?p\d+) )?(.*)$/.exec(text);
  const [left, right] = rest.includes(' = ') ? rest.split(' = ') : ['', rest];
  const [op, ...args] = right.split(/,? /);
  const number = (pattern, base) => parseInt(pattern.exec(schedule)?.[1] ?? '', base);
  return {
    guard,
    to: left ? left.split(' ') : [],
    op,
    args,
    text,
    delay: number(/delay=(\d+)/, 10) || 1,
    waits: number(/wt=([01]+)/, 2) || 0,
    counters: [/wr:(\d)/, /rd:(\d)/].map((pattern) => number(pattern, 10)),
  };
}

const isEnd = ({ op }) => /^(bra|exit|bar\.sync)$/.test(op);

/**
 * Basic blocks in order. A block ends with a branch, an exit or a barrier, or before a label or the point where lanes
 * meet again, `bsync`. `labels` has the index of the block that a label begins, or that begins with the `bsync` before
 * the label.
 */
function blocksOf(lines) {
  const blocks = [];
  const labels = new Map();
  let open;
  for (const line of lines) {
    const [head, label] = /^block(?:\.u)? \d+ ?(L\d+)? ?\[/.exec(line) ?? [];
    if (head) {
      open = undefined;
      if (label) labels.set(label, blocks.length);
      // A label without instructions before the next one still begins a block.
      open = blocks[blocks.push([]) - 1];
      continue;
    }
    const [code, schedule] = line.split('//');
    const text = code.trim().replace(/\s+/g, ' ');
    if (!text || text.startsWith('}')) continue;
    const parsed = instruction(text, schedule);
    if (!open || (parsed.op === 'bsync' && open.length > 0)) open = blocks[blocks.push([]) - 1];
    open.push(parsed);
    if (parsed.op === 'nop' && parsed.args.length > 0) labels.set(parsed.args[0], blocks.length - 1);
    if (isEnd(parsed)) open = undefined;
  }
  return { blocks, labels };
}

/** A kernel of a listing: its blocks, and the index of the block that each label begins. */
export function kernelOf(listing) {
  const { blocks, labels } = blocksOf(listing.split('\n').slice(1));
  const registers = [...listing.matchAll(/\br(\d+)\b/g)].reduce((most, [, n]) => Math.max(most, Number(n) + 1), 0);
  return { blocks, labels, registers };
}

/** The latency of an instruction's result, by names of the weights. */
function latencyName(op) {
  const space = /\.(global|shared|local)\b/.exec(op)?.[1];
  if (space) return /^(atom|red)/.test(op) ? `${space}Atomic` : space;
  return { shfl: 'shuffle', ldc: 'constant' }[op.split('.')[0]] ?? 'other';
}

/** Clocks that a warp needs for a block if it has the multiprocessor to itself. */
export function clocksOf(block, latencies) {
  const ready = [0, 0, 0, 0, 0, 0];
  let now = 0;
  for (const { op, delay, waits, counters } of block) {
    ready.forEach((at, i) => {
      if ((waits >> i) & 1) now = Math.max(now, at);
    });
    const [written, read] = counters;
    if (!Number.isNaN(written)) ready[written] = Math.max(ready[written], now + latencies[latencyName(op)]);
    if (!Number.isNaN(read)) ready[read] = Math.max(ready[read], now + latencies.operandsRead);
    now += delay;
  }
  return now;
}
