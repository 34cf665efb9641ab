/**
 * The time of a dispatch on a GPU, from what warps execute and touch:
 *
 *   launch + max(instructions / rate + surplus sectors, passes through banks / rate, clocks of a workgroup × waves)
 */
import { siteOf } from './machine.mjs';

const sum = (list) => list.reduce((total, each) => total + each, 0);

/** Counts of the requests of one space. `ideal` are the sectors, or the passes, that would do. */
function requestsIn(wanted, { kernel, counts }) {
  const total = { requests: 0, touched: 0, ideal: 0, surplusLoads: 0, surplusStores: 0 };
  kernel.sites.forEach(({ space, kind }, i) => {
    if (space !== wanted) return;
    const { requests, touched, ideal } = siteOf(counts, i);
    total.requests += requests;
    total.touched += touched;
    total.ideal += ideal;
    if (kind === 'ld') total.surplusLoads += touched - ideal;
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
 * The instructions and clocks of a workgroup that are in the launch: the mean of workgroups that store nothing, up to
 * what those without a task took with which the launch was measured.
 */
function idleOf({ kernel, counts }, gpu) {
  const idle = [...counts.stores.keys()].filter((i) => counts.stores[i] === 0);
  if (idle.length === 0) return { instructions: 0, clocks: 0 };
  const [instructions, clocks] = [counts.workgroups, counts.clocks].map(
    (list) => sum(idle.map((i) => list[i])) / idle.length,
  );
  const share = Math.min(1, (gpu.launch.instructions * Math.ceil(kernel.lanes / 32)) / instructions);
  return { instructions: share * instructions, clocks: share * clocks };
}

/**
 * A dispatch as it would be in a call with `factor` times the items, in `workgroups`. A single workgroup does not grow.
 * A grid as large as grids of lists become has workgroups that repeat, so each takes longer.
 */
export function scaled(dispatch, factor, workgroups, gpu) {
  const { kernel, counts } = dispatch;
  const ran = counts.workgroups.length;
  const times = workgroups === 1 && ran === 1 ? 1 : factor;
  const idle = idleOf(dispatch, gpu);
  const repeats = workgroups * kernel.lanes >= gpu.launch.fullLanes ? (times * ran) / workgroups : 1;
  const barriers = sum(kernel.ends.map(({ kind }, i) => (kind === 'barrier' ? counts.blocks[i] : 0)));
  const instructions = sum(counts.workgroups);
  const work = (instructions - idle.instructions * ran) * times;
  const all = (of, by) => Object.fromEntries(Object.entries(of).map(([name, value]) => [name, value * by]));
  return {
    workgroups,
    lanes: kernel.lanes,
    registers: kernel.registers,
    waves: workgroups / (gpu.multiprocessors * occupancy(kernel, gpu)),
    work,
    idle: idle.instructions * workgroups,
    clocks: (sum(counts.clocks) / ran - idle.clocks) * repeats,
    barriers: barriers / counts.warps,
    chain: counts.chain,
    global: all(requestsIn('global', dispatch), times),
    // What workgroups without a task do in workgroup memory is in the launch as well.
    shared: all(requestsIn('shared', dispatch), work / instructions),
  };
}

/** Microseconds of a dispatch, by what they are spent on, and in all. */
export function microseconds({ work, workgroups, lanes, waves, clocks, global, shared }, gpu) {
  const { one, full, fullLanes, gap } = gpu.launch;
  const { surplusStoreSectors, surplusLoadSectors } = gpu.microsecondsPerMillion;
  const launch = gap + one + (full - one) * Math.min(1, (workgroups * lanes) / fullLanes);
  const clocksPerMicrosecond = gpu.multiprocessors * gpu.clockGHz * 1000;
  const instructions = work / (clocksPerMicrosecond * gpu.instructionsPerClock);
  const banks = shared.touched / clocksPerMicrosecond;
  const sectors = (surplusStoreSectors * global.surplusStores + surplusLoadSectors * global.surplusLoads) / 1e6;
  const alone = (clocks * Math.max(1, waves)) / (gpu.clockGHz * 1000);
  const total = launch + Math.max(instructions + sectors, banks, alone);
  return { launch, instructions, sectors, banks, alone, total };
}
