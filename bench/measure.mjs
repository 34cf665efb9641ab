// Times libraries on workloads, in the process of one adapter: the child of run.mjs. What to time comes as JSON in the
// first argument, rows go to stdout as JSON lines, what is going on to stderr.
import { requestDevice } from '../dist/node.js';
import { expected, fault, OPERATIONS } from './operations.mjs';
import { ours } from './ours.mjs';
import { passRows } from './passes.mjs';
import { loadPeers } from './peers/index.mjs';
import { plainJs } from './plain-js.mjs';
import { timed } from './timing.mjs';
import { workloadKeys, workloadOffsets } from './workloads.mjs';

const settings = JSON.parse(process.argv[2]);

/** Workloads whose passes the short table shows. */
const PASSES_OF = settings.full ? settings.workloads : ['zipf'];

function emit(row) {
  process.stdout.write(`${JSON.stringify(row)}\n`);
}

/** GPU errors fail the run: a validation error drops work and still yields a time. */
async function scoped(device, work) {
  const scopes = ['internal', 'out-of-memory', 'validation'];
  for (const scope of scopes) device.pushErrorScope(scope);
  const [outcome] = await Promise.allSettled([work()]);
  const errors = [];
  for (const _ of scopes) errors.push(await device.popErrorScope());
  const error = errors.find((found) => found !== null);
  if (error) throw new Error(`the GPU rejected the work: ${error.message}`);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}

async function row(device, lib, operation, keys, offsets, how) {
  return scoped(device, async () => {
    const call = await lib.prepare(operation, keys, offsets);
    try {
      await call.poison();
      await call.before?.();
      await call.run();
      const firstFault = fault(how.want, await call.result());
      const time = await timed({ prepare: () => call.before?.(), run: () => call.run() }, how);
      const lastFault = firstFault ?? fault(how.want, await call.result());
      const more = call.compileMs === undefined ? {} : { compileMs: call.compileMs, scratch: call.temporaryBytes };
      return { ...time, ...more, ok: lastFault === undefined, ...(lastFault ? { fault: lastFault } : {}) };
    } finally {
      await call.end();
    }
  });
}

/**
 * A peer that fails is a row without a time; what is more than the device can hold is none; this library's other faults end
 * the run.
 */
async function rowOf(device, lib, ...call) {
  try {
    return await row(device, lib, ...call);
  } catch (error) {
    if (error.code === 'limit-exceeded') {
      process.stderr.write(`left out: ${error.message}\n`);
      return undefined;
    }
    if (lib.profiled || lib.name === 'plain JS') throw error;
    return { ok: false, fault: String(error.message ?? error).split('\n')[0] };
  }
}

async function main() {
  const device = await requestDevice({ quiet: true });
  let lost = false;
  device.lost.then(({ reason }) => {
    lost = reason !== 'destroyed';
  });
  const { description, vendor, architecture, subgroupMinSize, subgroupMaxSize } = device.adapterInfo;
  const adapter = description || `${vendor} ${architecture}`;
  const library = settings.families?.length
    ? settings.families.map((family) => ours(device, { family }, `webgpu-segmented (${family})`))
    : [ours(device)];
  const libs = [...library, plainJs, ...(settings.peers ? await loadPeers(device) : [])];
  const unknown = settings.libs?.filter((name) => !libs.some((lib) => lib.name === name)) ?? [];
  if (unknown.length > 0)
    throw new Error(`--libs: ${unknown.join(', ')}; loaded: ${libs.map(({ name }) => name).join(', ')}`);
  emit({
    device: adapter,
    subgroupSize: `${subgroupMinSize}${subgroupMaxSize > subgroupMinSize ? `-${subgroupMaxSize}` : ''}`,
  });
  for (const n of settings.sizes) {
    for (const workload of settings.workloads) {
      const offsets = workloadOffsets(workload, n);
      for (const name of settings.operations) {
        const operation = OPERATIONS.find((o) => o.name === name);
        const keys = workloadKeys(operation.type, operation.keys, offsets, n);
        const want = expected(operation, keys, offsets);
        for (const lib of libs) {
          if (settings.libs && !settings.libs.includes(lib.name)) continue;
          if (!lib.canDo(operation, offsets)) continue;
          process.stderr.write(`${settings.run}: ${name}, ${workload}, 2^${Math.log2(n)}, ${lib.name}\n`);
          const result = await rowOf(device, lib, operation, keys, offsets, { ...settings.timing, want });
          if (result === undefined) continue;
          const what = { lib: lib.name, op: name, workload, n, segments: offsets.length - 1 };
          emit({
            ...what,
            adapter,
            run: settings.run,
            subgroupSize: subgroupMinSize,
            ...result,
            commit: settings.commit,
          });
          if (settings.passes && lib.profiled && PASSES_OF.includes(workload)) {
            for (const pass of await passRows(lib, operation, keys, offsets))
              emit({ ...what, adapter, run: settings.run, ...pass });
          }
          if (lost) throw new Error('the device was lost');
        }
      }
    }
  }
  device.destroy();
}

await main();
// A peer's threads may outlive its work.
process.exit(0);
