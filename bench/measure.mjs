// Times libraries on workloads, in a process with one adapter, which run.mjs starts. The first argument is JSON that
// says what to time. Rows go to stdout as JSON lines, progress to stderr.
import { requestDevice } from '../dist/node.js';
import { expected, fault, OPERATIONS } from './operations.mjs';
import { ours } from './ours.mjs';
import { passRows } from './passes.mjs';
import { loadPeers } from './peers/index.mjs';
import { plainJs } from './plain-js.mjs';
import { timedInTurn } from './timing.mjs';
import { workloadKeys, workloadOffsets } from './workloads.mjs';

const settings = JSON.parse(process.argv[2]);

/** Workloads whose passes the short table shows. */
const PASSES_OF = settings.full ? settings.workloads : ['zipf'];

function emit(row) {
  process.stdout.write(`${JSON.stringify(row)}\n`);
}

/** Fails the run at a GPU error, because a validation error drops work and still yields a time. */
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

/** Prepares a call with garbage in its outputs, and runs it once. `fault` says if its result is wrong. */
async function prepared(device, lib, operation, keys, offsets, want) {
  return scoped(device, async () => {
    const call = await lib.prepare(operation, keys, offsets);
    try {
      await call.poison();
      await call.before?.();
      await call.run();
      return { lib, call, fault: fault(want, await call.result()) };
    } catch (error) {
      await call.end();
      throw error;
    }
  });
}

/**
 * A peer that fails gives a row without a time. A case that exceeds the device gives no row. Other errors of this
 * library end the run.
 */
function failed(lib, error) {
  if (error.code === 'limit-exceeded') {
    process.stderr.write(`left out: ${error.message}\n`);
    return undefined;
  }
  if (lib.profiled || lib.name === 'plain JS') throw error;
  return { lib, row: { ok: false, fault: String(error.message ?? error).split('\n')[0] } };
}

/** The row of a library that was timed, with the check of its last call. */
async function rowOf({ call, fault: first }, time, want) {
  const last = first ?? fault(want, await call.result());
  const compiled = call.compileMs === undefined ? {} : { compileMs: call.compileMs, scratch: call.temporaryBytes };
  const encoded = call.encodeMs ? { encodeMs: call.encodeMs() } : {};
  return { ...time, ...compiled, ...encoded, ok: last === undefined, ...(last ? { fault: last } : {}) };
}

/** A row for each library. They are timed in turn, and checked before and after. */
async function rowsOf(device, libs, operation, keys, offsets) {
  const want = expected(operation, keys, offsets);
  const entries = [];
  for (const lib of libs) {
    const entry = await prepared(device, lib, operation, keys, offsets, want).catch((error) => failed(lib, error));
    if (entry) entries.push(entry);
  }
  const ready = entries.filter(({ call }) => call !== undefined);
  const works = ready.map(({ call }) => ({ prepare: () => call.before?.(), run: () => call.run() }));
  const times = await scoped(device, () => timedInTurn(works, settings.timing));
  for (const [i, entry] of ready.entries()) {
    const { error, ...time } = times[i];
    const ended = error ? Promise.reject(error) : rowOf(entry, time, want);
    Object.assign(entry, await ended.then((row) => ({ row })).catch((reason) => failed(entry.lib, reason)));
    await entry.call.end();
  }
  return entries.filter(({ row }) => row !== undefined);
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
        const chosen = libs.filter(
          (lib) => (!settings.libs || settings.libs.includes(lib.name)) && lib.canDo(operation, offsets),
        );
        process.stderr.write(`${settings.run}: ${name}, ${workload}, 2^${Math.log2(n)}\n`);
        for (const { lib, row } of await rowsOf(device, chosen, operation, keys, offsets)) {
          const what = { lib: lib.name, op: name, workload, n, segments: offsets.length - 1 };
          const on = { adapter, run: settings.run };
          emit({ ...what, ...on, subgroupSize: subgroupMinSize, ...row, commit: settings.commit });
          if (settings.passes && lib.profiled && PASSES_OF.includes(workload)) {
            for (const pass of await passRows(lib, operation, keys, offsets)) emit({ ...what, ...on, ...pass });
          }
          if (lost) throw new Error('the device was lost');
        }
      }
    }
  }
  device.destroy();
}

await main();
// A peer's threads may still run.
process.exit(0);
