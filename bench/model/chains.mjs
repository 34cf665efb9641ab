/**
 * How many loads a warp waits for one after another. A load waits for those that its address, its guard, or a branch
 * before it depends on; so does what comes through workgroup memory, or after a barrier.
 */

/** Registers by number: lanes', uniform ones, predicates of both; then what a branch before depends on. */
const BASES = { r: 0, ur: 256, p: 336, up: 344 };
const CONTROL = 352;
const COUNT = 353;

const REGISTER = /\b(ur|up|r|p)(\d+)(?:\.\.(\d+))?/g;

const registersIn = (text) =>
  Array.from(text.matchAll(REGISTER), ([, kind, from, to = Number(from) + 1]) =>
    Array.from({ length: to - from }, (_, i) => BASES[kind] + Number(from) + i),
  ).flat();

const kindOf = (op) => {
  if (/^(ld\.global|atom\..*\bglobal)/.test(op)) return 'load';
  if (/^(st|red\b.*|atom\b.*)\.shared/.test(op)) return 'publish';
  if (/^ld\.shared/.test(op)) return 'fetch';
  return /^(bra|exit)/.test(op) ? 'branch' : 'compute';
};

/** The chains of a kernel's warps. */
export class Chains {
  #blocks;

  constructor(blocks) {
    this.#blocks = blocks.map((block) =>
      block.map(({ op, to, args, guard }) => ({
        kind: kindOf(op),
        to: registersIn(to.join(' ')),
        from: registersIn([...args, guard].join(' ')),
        isGuarded: guard !== '',
      })),
    );
  }

  /** The lengths of chains that end in a warp's registers. */
  static begin = () => new Int32Array(COUNT);

  /** Waits of a warp, for the others at a barrier. */
  static control = (lengths) => lengths[CONTROL];
  static meet(lengths, longest) {
    lengths[CONTROL] = longest;
  }

  /** A warp executes a block. `memory` has the longest chain of the workgroup's memory, and the longest of all. */
  run(block, lengths, memory) {
    for (const { kind, to, from, isGuarded } of this.#blocks[block]) {
      let length = 0;
      for (const register of from) if (lengths[register] > length) length = lengths[register];
      if (kind === 'branch') lengths[CONTROL] = Math.max(lengths[CONTROL], length);
      // An atomic does both. A store has no result.
      if (kind === 'publish') memory.shared = Math.max(memory.shared, length);
      if (kind === 'publish' || kind === 'fetch') length = Math.max(length, memory.shared);
      if (kind === 'load') {
        length = Math.max(length, lengths[CONTROL]) + 1;
        memory.longest = Math.max(memory.longest, length);
      }
      for (const register of to) lengths[register] = isGuarded ? Math.max(length, lengths[register]) : length;
    }
  }
}
