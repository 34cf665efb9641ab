/**
 * Executes kernels that NAK compiled: warps of 32 lanes, workgroups, barriers, atomics, on words of memory. It counts
 * what warps execute, and what their memory requests touch.
 *
 * A warp runs the lanes that are in the earliest block. Lanes that parted wait for each other where the compiler says.
 * Workgroups run one after another, or several in turns.
 */
import { Chains } from './chains.mjs';
import { clocksOf } from './listing.mjs';
import { translated } from './translate.mjs';

const LANES = 32;
const SECTOR_BYTES = 32;
const REGISTERS = 256;
/** Blocks that a warp runs in its turn, where workgroups take turns. */
const TURN = 32;
/** The high words of addresses, so that a kernel that mixes up two words of an address is found. */
export const HIGH = 1;
/** The instruction of a site has these counts. `passes` are those of workgroup memory through its banks. */
const PER_SITE = 4;
const [REQUESTS, TOUCHED, IDEAL, ACTIVE] = [0, 1, 2, 3];

/** Counts distinct numbers of up to 32 lanes. */
class Distinct {
  #keys = new Int32Array(64);
  #stamps = new Int32Array(64);
  #stamp = 0;

  clear() {
    this.#stamp++;
  }

  /** Whether a number is new since `clear`. */
  add(key) {
    let at = (key ^ (key >>> 6) ^ (key >>> 12)) & 63;
    while (this.#stamps[at] === this.#stamp) {
      if (this.#keys[at] === key) return false;
      at = (at + 1) & 63;
    }
    this.#stamps[at] = this.#stamp;
    this.#keys[at] = key;
    return true;
  }
}
const distinct = new Distinct();
const banks = new Int32Array(32);

/** Sectors of 32 bytes that the lanes of a mask touch. */
function sectorsOf(mask, addresses) {
  let sectors = 0;
  let last = -1;
  let ascending = true;
  for (let l = 0; l < LANES; l++) {
    if (!((mask >>> l) & 1)) continue;
    const sector = addresses[l] >>> 5;
    if (sector === last) continue;
    if (sector < last) ascending = false;
    sectors++;
    last = sector;
  }
  if (ascending) return sectors;
  distinct.clear();
  sectors = 0;
  for (let l = 0; l < LANES; l++) if ((mask >>> l) & 1 && distinct.add(addresses[l] >>> 5)) sectors++;
  return sectors;
}

/**
 * Passes of a request through the banks of workgroup memory: the most words in one bank, for each 128 bytes that lanes
 * ask for. Atomics of the same word wait for each other.
 */
function passesOf(mask, addresses, bytes, isAtomic) {
  const words = bytes >>> 2;
  const together = LANES / words;
  let passes = 0;
  for (let from = 0; from < LANES; from += together) {
    distinct.clear();
    banks.fill(0);
    let most = 0;
    for (let l = from; l < from + together; l++) {
      if (!((mask >>> l) & 1)) continue;
      for (let w = 0; w < words; w++) {
        const word = (addresses[l] >>> 2) + w;
        if (!isAtomic && !distinct.add(word)) continue;
        const depth = ++banks[word & 31];
        if (depth > most) most = depth;
      }
    }
    passes += most;
  }
  return passes;
}

const onesIn = (mask) => {
  let n = 0;
  for (let rest = mask; rest; rest &= rest - 1) n++;
  return n;
};

/** A site that no lane has reached, and one that several lanes have. */
export const [NO_LANE, SEVERAL_LANES] = [-1, -2];

/** A kernel that can run on words of memory, with its counts. `lanes` are those of a workgroup. */
export class Kernel {
  #blocks;
  /** The workgroup that runs. */
  #running = 0;
  /** The first lane of the warp that runs. */
  #first = 0;
  #chains;
  #constants = [new Int32Array(16), new Int32Array(64)];
  #sharedWords;

  constructor(listing, lanes, heap, latencies, sharedWords = 16384) {
    const { make, ends, sites } = translated(listing);
    this.latencies = latencies;
    this.clocks = listing.blocks.map((block) => clocksOf(block, latencies));
    /** The end of the workgroup memory that was used. */
    this.sharedBytes = 0;
    this.sites = sites;
    this.size = ends.reduce((sum, { size }) => sum + size, 0);
    this.registers = listing.registers;
    this.listing = listing;
    this.#chains = new Chains(listing.blocks);
    this.ends = ends;
    this.lanes = lanes;
    this.#sharedWords = sharedWords;
    const wrong = (site, at) => {
      throw new Error(`address ${at.toString(16)} of ${sites[site].text}`);
    };
    this.#blocks = make(heap, ...this.#constants, (...request) => this.#touch(...request), wrong);
  }

  #touch(site, mask, addresses) {
    const counts = this.counts.sites;
    const { space, kind, bytes } = this.sites[site];
    const at = site * PER_SITE;
    const active = onesIn(mask);
    counts[at + REQUESTS]++;
    counts[at + ACTIVE] += active;
    const { lanes } = this.counts;
    const lane = active === 1 ? this.#first + 31 - Math.clz32(mask) : SEVERAL_LANES;
    if (lanes[site] !== lane) lanes[site] = lanes[site] === NO_LANE ? lane : SEVERAL_LANES;
    const ideal = Math.ceil((active * bytes) / (space === 'shared' ? 128 : SECTOR_BYTES));
    if (space === 'local') return;
    if (space === 'shared') this.#grow(addresses, mask, bytes);
    if (space === 'global' && kind !== 'ld') this.counts.stores[this.#running]++;
    const isAtomic = kind === 'atom' || kind === 'red';
    const touched = space === 'shared' ? passesOf(mask, addresses, bytes, isAtomic) : sectorsOf(mask, addresses);
    counts[at + TOUCHED] += touched;
    counts[at + IDEAL] += Math.min(ideal, touched);
  }

  #grow(addresses, mask, bytes) {
    const last = addresses[31 - Math.clz32(mask)] + bytes;
    if (last > this.sharedBytes) this.sharedBytes = last;
  }

  /**
   * Runs workgroups. `buffers` are those of the bindings, each { address, size } in bytes. `inFlight` workgroups take
   * turns, so that one can wait for another. Returns counts: how often each block ran; requests of each site, and its
   * lane if only one reaches it; instructions, clocks and stores to buffers of each workgroup; `chain`, the most loads
   * that a warp of the first, the middle or the last workgroup waits for one after another.
   */
  run({ buffers, grid: [width, height = 1], inFlight = 1 }) {
    const workgroups = width * height;
    const turn = inFlight > 1 ? TURN : Infinity;
    this.counts = {
      blocks: new Float64Array(this.ends.length),
      sites: new Float64Array(this.sites.length * PER_SITE),
      workgroups: new Float64Array(workgroups),
      clocks: new Float64Array(workgroups),
      stores: new Float64Array(workgroups),
      warps: Math.ceil(this.lanes / LANES) * workgroups,
      lanes: new Int32Array(this.sites.length).fill(NO_LANE),
      chain: 0,
    };
    const [root, table] = this.#constants;
    root.set([width, height, 1], 3);
    buffers.forEach(({ address, size }, binding) => {
      table.set([address, HIGH, size, 0], 4 * binding);
    });
    const followed = new Set(inFlight === 1 ? [0, workgroups >> 1, workgroups - 1] : []);
    const free = [];
    const open = [];
    for (let next = 0; next < workgroups || open.length > 0; ) {
      while (open.length < inFlight && next < workgroups) {
        const group = free.pop() ?? this.#group();
        this.#start(group, next % width, Math.floor(next / width), next, followed.has(next));
        open.push(group);
        next++;
      }
      for (const group of [...open]) {
        if (this.#advance(group, turn)) free.push(...open.splice(open.indexOf(group), 1));
      }
    }
    return this.counts;
  }

  #group() {
    const S = new Int32Array(this.#sharedWords);
    const warps = Array.from({ length: Math.ceil(this.lanes / LANES) }, (_, i) => ({
      R: new Int32Array(REGISTERS * LANES),
      P: new Int32Array(8 * LANES),
      U: new Int32Array(80),
      V: new Int32Array(8),
      S,
      L: new Int32Array(1024 * LANES),
      first: i * LANES,
      // Blocks where lanes go on, latest first.
      blocks: [],
      masks: [],
      // Lanes that will meet at a block, and those that wait there.
      expected: new Int32Array(this.ends.length),
      arrived: new Int32Array(this.ends.length),
    }));
    return { S, warps, index: 0 };
  }

  #start(group, x, y, index, isFollowed) {
    group.memory = isFollowed ? { shared: 0, longest: 0 } : undefined;
    group.S.fill(0xdeadbeef);
    group.index = index;
    for (const warp of group.warps) {
      const lanes = Math.min(LANES, this.lanes - warp.first);
      Object.assign(warp, { x, y, clocks: 0, state: 'runs', live: lanes === 32 ? -1 : (1 << lanes) - 1, blocks: [0] });
      warp.masks = [warp.live];
      warp.lengths = isFollowed ? Chains.begin() : undefined;
      warp.expected.fill(0);
    }
  }

  /** Runs a workgroup's warps. True if it ended. */
  #advance(group, turn) {
    for (;;) {
      for (const warp of group.warps) if (warp.state === 'runs') this.#warp(warp, group, turn);
      if (group.warps.some(({ state }) => state === 'runs')) return false;
      const live = group.warps.filter(({ state }) => state !== 'ended');
      if (live.length === 0) {
        this.counts.chain = Math.max(this.counts.chain, group.memory?.longest ?? 0);
        this.counts.clocks[group.index] = group.warps.reduce((most, { clocks }) => Math.max(most, clocks), 0);
        return true;
      }
      const clocks = live.reduce((most, warp) => Math.max(most, warp.clocks), 0) + this.latencies.barrier;
      for (const warp of live) Object.assign(warp, { clocks, state: 'runs' });
      if (!group.memory) continue;
      const waited = live.reduce((most, { lengths }) => Math.max(most, Chains.control(lengths)), 0);
      for (const { lengths } of live) Chains.meet(lengths, waited);
    }
  }

  /** Runs a warp until it ends, comes to a barrier or has had its turn. */
  #warp(warp, group, turn) {
    const { blocks, masks } = warp;
    const counts = this.counts.blocks;
    this.#running = group.index;
    this.#first = warp.first;
    let instructions = 0;
    let clocks = 0;
    for (let n = 0; n < turn; n++) {
      if (blocks.length === 0) {
        if (warp.live !== 0) throw new Error('lanes that wait for lanes that never come');
        warp.state = 'ended';
        break;
      }
      const block = blocks.pop();
      const end = this.ends[block];
      const mask = end.meets ? meeting(warp, block, masks.pop()) : masks.pop();
      if (mask === 0) continue;
      for (const at of end.meetings) warp.expected[at] |= mask;
      const taken = this.#blocks[block](warp, mask) & mask;
      counts[block]++;
      if (group.memory) this.#chains.run(block, warp.lengths, group.memory);
      instructions += end.size;
      clocks += this.clocks[block];
      const rest = mask & ~taken;
      if (end.kind === 'exit') leave(warp, taken);
      // The later block first: lanes are put in order.
      else if (taken) put(warp, end.target, taken);
      if (rest) put(warp, block + 1, rest);
      if (end.kind !== 'barrier') continue;
      if (mask !== warp.live) throw new Error(`a barrier in block ${block} that only some lanes reach`);
      warp.state = 'waits';
      break;
    }
    warp.clocks += clocks;
    this.counts.workgroups[group.index] += instructions;
  }
}

/** Lanes go on at a block. They join those that wait there. */
function put({ blocks, masks }, block, mask) {
  let at = blocks.length;
  while (at > 0 && blocks[at - 1] < block) at--;
  if (at > 0 && blocks[at - 1] === block) {
    masks[at - 1] |= mask;
    return;
  }
  blocks.splice(at, 0, block);
  masks.splice(at, 0, mask);
}

/** Lanes come to a block where lanes meet. Returns those that go on: all that were expected, or none yet. */
function meeting(warp, block, mask) {
  const arrived = warp.arrived[block] | mask;
  const missing = warp.expected[block] & warp.live & ~arrived;
  warp.arrived[block] = missing ? arrived : 0;
  if (missing) return 0;
  warp.expected[block] &= ~arrived;
  return arrived;
}

/** Lanes end. Those that wait anywhere look again whether all are there. */
function leave(warp, mask) {
  warp.live &= ~mask;
  if (warp.live === 0) return;
  warp.arrived.forEach((waiting, block) => {
    if (waiting) put(warp, block, waiting);
    warp.arrived[block] = 0;
  });
}

/** The counts of a site as an object. */
export function siteOf({ sites }, index) {
  const [requests, touched, ideal, active] = sites.subarray(index * PER_SITE, (index + 1) * PER_SITE);
  return { requests, touched, ideal, active };
}
