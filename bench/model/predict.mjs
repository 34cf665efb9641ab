/**
 * The time of a dispatch on a GPU, from what warps execute and touch:
 *
 *   launch + max(instructions / rate + surplus sectors, clocks of a workgroup × waves)
 */
import { siteOf } from './machine.mjs';

const sum = (list) => list.reduce((total, each) => total + each, 0);
const least = (list) => list.reduce((found, each) => Math.min(found, each));

/** Counts of the requests of one space. `ideal` are the sectors, or the passes, that would do. */
function requestsIn(wanted, { kernel, counts }) {
  const total = { requests: 0, touched: 0, ideal: 0, stores: 0, surplusLoads: 0, surplusStores: 0 };
  kernel.sites.forEach(({ space, kind }, i) => {
    if (space !== wanted) return;
    const { requests, touched, ideal } = siteOf(counts, i);
    total.requests += requests;
    total.touched += touched;
    total.ideal += ideal;
    if (kind === 'ld') total.surplusLoads += touched - ideal;
    else total.stores += requests;
    if (kind === 'st') total.surplusStores += touched - ideal;
  });
  return total;
}

/** Workgroups that a multiprocessor holds at a time. */
function occupancy({ lanes, registers, sharedBytes }, gpu) {
  const warps = Math.ceil(lanes / 32);
  // Registers come in units of 8 a lane; each workgroup takes 1 KiB of workgroup memory more.
  const registersOfGroup = 8 * Math.ceil(registers / 8) * 32 * warps;
  return Math.min(
    gpu.workgroups,
    Math.floor(gpu.warps / warps),
    Math.floor(gpu.registers / registersOfGroup),
    Math.floor(gpu.workgroupBytes / (sharedBytes + 1024)),
  );
}

/**
 * What workgroups without a task do: instructions, clocks. A dispatch that stores nothing has no task; a dispatch that
 * has some takes at least half as many instructions in its mean workgroup again.
 */
function idleOf({ counts }, stores) {
  const [instructions, clocks] = [counts.workgroups, counts.clocks].map((list) => sum(list) / list.length);
  if (stores === 0) return { instructions, clocks };
  const isMixed = least(counts.workgroups) < instructions / 2;
  return isMixed
    ? { instructions: least(counts.workgroups), clocks: least(counts.clocks) }
    : { instructions: 0, clocks: 0 };
}

/**
 * A dispatch as it would be in a call with `factor` times the items, in `workgroups`. A single workgroup does not grow.
 * A grid as large as grids of lists become has workgroups that repeat, so each takes longer.
 */
export function scaled(dispatch, factor, workgroups, gpu) {
  const { kernel, counts } = dispatch;
  const ran = counts.workgroups.length;
  const times = workgroups === 1 && ran === 1 ? 1 : factor;
  const global = requestsIn('global', dispatch);
  const idle = idleOf(dispatch, global.stores);
  const repeats = workgroups * kernel.lanes >= gpu.launch.fullLanes ? (times * ran) / workgroups : 1;
  const barriers = sum(kernel.ends.map(({ kind }, i) => (kind === 'barrier' ? counts.blocks[i] : 0)));
  const all = (of) => Object.fromEntries(Object.entries(of).map(([name, value]) => [name, value * times]));
  return {
    workgroups,
    lanes: kernel.lanes,
    registers: kernel.registers,
    waves: workgroups / (gpu.multiprocessors * occupancy(kernel, gpu)),
    work: (sum(counts.workgroups) - idle.instructions * ran) * times,
    idle: idle.instructions * workgroups,
    clocks: (sum(counts.clocks) / ran - idle.clocks) * repeats,
    barriers: barriers / counts.warps,
    global: all(global),
    shared: all(requestsIn('shared', dispatch)),
  };
}

/** Microseconds of a dispatch, by what they are spent on, and in all. */
export function microseconds({ work, workgroups, lanes, waves, clocks, global }, gpu) {
  const { one, full, fullLanes, gap } = gpu.launch;
  const { surplusStoreSectors, surplusLoadSectors } = gpu.microsecondsPerMillion;
  const launch = gap + one + (full - one) * Math.min(1, (workgroups * lanes) / fullLanes);
  const instructions = work / (gpu.multiprocessors * gpu.instructionsPerClock * gpu.clockGHz * 1000);
  const sectors = (surplusStoreSectors * global.surplusStores + surplusLoadSectors * global.surplusLoads) / 1e6;
  const alone = (clocks * Math.max(1, waves)) / (gpu.clockGHz * 1000);
  return { launch, instructions, sectors, alone, total: launch + Math.max(instructions + sectors, alone) };
}
