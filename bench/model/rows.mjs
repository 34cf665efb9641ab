/** The kernels of a case, with what they do and the time predicted for them. */
import { run } from './cases.mjs';
import { modelDevice } from './device.mjs';
import { microseconds, scaled } from './predict.mjs';

const SUMS = [
  'us',
  'launch',
  'instructions',
  'sectors',
  'banks',
  'alone',
  'perItem',
  'requests',
  'touched',
  'ideal',
  'passes',
  'idealPasses',
];

/** One dispatch. `perItem` are instructions of warps, times 32. */
function rowOf(dispatch, factor, workgroups, target, gpu) {
  const whole = scaled(dispatch, factor, workgroups, gpu);
  const { total: us, ...parts } = microseconds(whole, gpu);
  return {
    us,
    ...parts,
    perItem: (32 * (whole.work + whole.idle)) / target,
    requests: (32 * whole.global.requests) / target,
    touched: whole.global.touched,
    ideal: whole.global.ideal,
    passes: whole.shared.touched,
    idealPasses: whole.shared.ideal,
  };
}

/** Runs a case. Returns its kernels in order, dispatches of one kernel together, and what is wrong with its results. */
export async function modelled(library, oracle, memory, gpu, { inFlight, ...one }) {
  const device = modelDevice(memory, { inFlight });
  const { passes, grids, wrong, items, target } = await run(library, oracle, device, one);
  if (passes.length !== grids.length) throw new Error(`${passes.length} dispatches of ${grids.length}: run more items`);
  const rows = new Map();
  passes.forEach((dispatch, i) => {
    const { workgroups } = grids[i];
    const row = rowOf(dispatch, target / items, workgroups, target, gpu);
    const known = rows.get(dispatch.name);
    if (known) {
      for (const name of SUMS) known[name] += row[name];
      known.times++;
      known.chain = Math.max(known.chain, dispatch.counts.chain);
      known.dispatches.push(dispatch);
    } else {
      const { lanes, registers } = dispatch.kernel;
      const { waves, barriers, chain } = scaled(dispatch, target / items, workgroups, gpu);
      const more = { workgroups, lanes, registers, waves, barriers, chain, times: 1, dispatches: [dispatch] };
      rows.set(dispatch.name, { name: dispatch.name, ...row, ...more });
    }
  });
  return { kernels: [...rows.values()], wrong, items };
}

export const total = (kernels, figure) => kernels.reduce((sum, kernel) => sum + kernel[figure], 0);

/** What most of a kernel's time is spent on. */
export function bound({ launch, instructions, sectors, banks, alone }) {
  const work = instructions + sectors;
  const names = [
    [launch, 'launch'],
    [work, sectors > instructions ? 'sectors' : 'instructions'],
    [banks, 'banks'],
    [alone, 'latency'],
  ];
  return names.reduce((most, each) => (each[0] > most[0] ? each : most))[1];
}
