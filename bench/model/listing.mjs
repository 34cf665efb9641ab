/** Reads the listing of a kernel by NAK, Mesa's compiler for NVIDIA. */

/** @typedef {{ guard: string, to: string[], op: string, args: string[], text: string }} Instruction */

/** The parts of an instruction, such as @!p0 r1 p2 = op.more r3 [r4..6+0x10] 0x5. */
export function instruction(text) {
  const [, guard = '', rest] = /^(?:@(!?u?p\d+) )?(.*)$/.exec(text);
  const [left, right] = rest.includes(' = ') ? rest.split(' = ') : ['', rest];
  const [op, ...args] = right.split(/,? /);
  return { guard, to: left ? left.split(' ') : [], op, args, text };
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
    const text = line.split('//')[0].trim().replace(/\s+/g, ' ');
    if (!text || text.startsWith('}')) continue;
    const parsed = instruction(text);
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
