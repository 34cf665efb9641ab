/** The time of a pass on a GPU, from what warps execute and touch. */
import { siteOf } from './machine.mjs';

const sum = (list) => list.reduce((total, each) => total + each, 0);

/** Counts of the requests of one space. `ideal` are the sectors, or the passes, that would do. */
function requestsIn(wanted, { kernel, counts }) {
  const total = { requests: 0, touched: 0, ideal: 0, active: 0 };
  kernel.sites.forEach(({ space }, i) => {
    if (space !== wanted) return;
    for (const [name, value] of Object.entries(siteOf(counts, i))) total[name] += value;
  });
  return total;
}

/** What a dispatch did: instructions, barriers a workgroup, requests by space. */
export function countsOf(dispatch) {
  const { kernel, counts } = dispatch;
  const barriers = sum(kernel.ends.map(({ kind }, i) => (kind === 'barrier' ? counts.blocks[i] : 0)));
  return {
    instructions: sum(counts.workgroups),
    least: counts.workgroups.reduce((least, each) => Math.min(least, each)),
    workgroups: counts.workgroups.length,
    lanes: kernel.lanes,
    barriers: barriers / counts.warps,
    global: requestsIn('global', dispatch),
    shared: requestsIn('shared', dispatch),
  };
}

/**
 * The same counts of a call with `factor` times the items, in `workgroups`. Where some workgroups have no task, those
 * that have none take as many instructions as there. A single workgroup does not grow.
 */
export function scaled(counts, factor, workgroups) {
  const mean = counts.instructions / counts.workgroups;
  const isOne = workgroups === 1 && counts.workgroups === 1;
  const idle = isOne ? mean : counts.least < mean / 2 ? counts.least : 0;
  const work = counts.instructions - idle * counts.workgroups;
  const times = (of) => Object.fromEntries(Object.entries(of).map(([name, value]) => [name, value * factor]));
  return {
    ...counts,
    instructions: idle * workgroups + work * factor,
    workgroups,
    global: times(counts.global),
    shared: times(counts.shared),
  };
}

/** Microseconds of a dispatch. */
export function microseconds({ instructions, workgroups, lanes }, gpu) {
  const { one, full, fullLanes } = gpu.launch;
  const launch = one + (full - one) * Math.min(1, (workgroups * lanes) / fullLanes);
  return launch + instructions / (gpu.multiprocessors * gpu.instructionsPerClock * gpu.clockGHz * 1000);
}
