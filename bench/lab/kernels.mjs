/** Small kernels of experiments, and plans of the library. Imports nothing of Node. */
import { prepared } from '../model/cases.mjs';
import { readWords } from './clock.mjs';

const POISON = 0xdeadbeef;
/** Results of this many operations are kept. */
const MOST_KNOWN = 4;

/**
 * A kernel of the text, with a bind group. `buffers` are numbers of words, or words. `words` reads one of them.
 * `groups`: bind groups for repeats, each with its own copy of the last buffer.
 */
export async function kernel({ device }, { code, buffers, groups = 1 }) {
  const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
  const made = (given) => {
    const count = typeof given === 'number' ? given : given.length;
    const buffer = device.createBuffer({ size: Math.max(16, 4 * count), usage });
    if (typeof given !== 'number') device.queue.writeBuffer(buffer, 0, given);
    return buffer;
  };
  const module = device.createShaderModule({ code });
  const pipeline = await device.createComputePipelineAsync({ layout: 'auto', compute: { module, entryPoint: 'main' } });
  const shared = buffers.slice(0, -1).map(made);
  const own = buffers.length > 0 ? Array.from({ length: groups }, () => made(buffers.at(-1))) : [];
  const bound = own.map((last) =>
    device.createBindGroup({
      layout: pipeline.getBindGroupLayout(0),
      entries: [...shared, last].map((buffer, binding) => ({ binding, resource: { buffer } })),
    }),
  );
  const all = [...shared, ...own];
  return {
    encode(pass, workgroups, repeat = 0) {
      pass.setPipeline(pipeline);
      if (bound.length > 0) pass.setBindGroup(0, bound[repeat % bound.length]);
      pass.dispatchWorkgroups(workgroups);
    },
    write: (index, words) => device.queue.writeBuffer(all[index], 0, words),
    words: (index, count) => readWords(device, all[index], count),
    end() {
      for (const buffer of all) buffer.destroy();
    },
  };
}

/** Runs one dispatch by itself. */
export function dispatched({ device }, encode) {
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  encode(pass);
  pass.end();
  device.queue.submit([encoder.finish()]);
}

/** The first of `lanes` whose word is wrong, as text. */
export function differs(words, lanes, expected) {
  for (const lane of lanes) {
    const want = expected(lane) >>> 0;
    if (words[lane] !== want) return `word ${lane} is ${words[lane]}, not ${want}`;
  }
  return undefined;
}

/** A device whose kernels have some texts replaced. Each must be found in a kernel: see `replaced.missing()`. */
export function withTexts(device, changes) {
  const found = new Set();
  const changed = (code) =>
    changes.reduce((text, [from, to]) => {
      const next = text.replace(from, to);
      if (next !== text) found.add(from);
      return next;
    }, code);
  const own = {
    createShaderModule: (descriptor) => device.createShaderModule({ ...descriptor, code: changed(descriptor.code) }),
  };
  const proxy = new Proxy(device, {
    get(target, name) {
      if (name in own) return own[name];
      const value = target[name];
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const missing = () => changes.map(([from]) => from).find((from) => !found.has(from));
  return { device: proxy, missing };
}

/** Of a tuning's `sort`: networks sort short segments, not blocks. */
export const WITHOUT_BLOCKS = { blocks: { maxLength: 0 } };

/** Expected results are made once for variants that have the same. */
function shared(lab, operation, workload) {
  return {
    ...operation,
    expected(oracle, keys, offsets) {
      const key = `${operation.name}|${workload}|${keys.length}`;
      const known = lab.known.get(key) ?? operation.expected(oracle, keys, offsets);
      lab.known.delete(key);
      lab.known.set(key, known);
      for (const old of lab.known.keys()) if (lab.known.size > MOST_KNOWN) lab.known.delete(old);
      return known;
    },
  };
}

/** The times of a call's passes in its profile, of each kernel together, in microseconds. */
async function passTimes({ library, oracle, device, clock }, one) {
  const call = await prepared(library, oracle, device, { ...one, more: { ...one.more, profile: true } });
  try {
    call.upload(call.whole);
    await clock.warmUp();
    const calls = [];
    for (let i = 0; i < 4; i++) {
      const encoder = device.createCommandEncoder();
      call.encode(encoder, call.whole);
      device.queue.submit([encoder.finish()]);
      const { passes } = await call.plan.profile();
      // The first call warms up.
      if (i > 0) calls.push(passes);
    }
    const rows = new Map();
    calls[0].forEach(({ kernel }, i) => {
      const us = 1000 * calls.map((passes) => passes[i].milliseconds).sort((a, b) => a - b)[1];
      const row = rows.get(kernel) ?? { kernel, times: 0, us: 0 };
      rows.set(kernel, { ...row, times: row.times + 1, us: row.us + us });
    });
    return [...rows.values()];
  } finally {
    call.end();
  }
}

/**
 * A call of the library: an operation of `../model/cases.mjs` on a workload. `tuning` as the library takes it;
 * `changes` are texts to replace in its kernels, which must be there; `checked`: the check runs so many of the items;
 * `passes`: whether the passes are timed as well.
 */
export async function libraryCall(lab, { operation, workload, items = lab.items, checked = items, ...how }) {
  const { tuning, changes = [], passes = false } = how;
  const { device, missing } = withTexts(lab.device, changes);
  // Software adapters have other kernels, which a laboratory for GPUs does not ask about.
  const more = { tuning: { ...(lab.small ? { family: 'gpu' } : {}), ...tuning } };
  const one = { operation: shared(lab, operation, workload), workload, items: checked, target: items, more };
  const call = await prepared(lab.library, lab.oracle, changes.length > 0 ? device : lab.device, one);
  const lacks = missing();
  if (lacks) throw new Error(`no kernel has the text ${lacks}`);
  return {
    encode: (pass) => call.encode(pass, call.whole),
    begin() {
      call.upload(call.whole);
      for (const buffer of call.outputs) {
        lab.device.queue.writeBuffer(buffer, 0, new Uint32Array(buffer.size / 4).fill(POISON));
      }
    },
    async wrong() {
      if (checked !== items) {
        call.upload(call.part);
        dispatched(lab, (pass) => call.encode(pass, call.part));
      }
      return call.wrong((buffer, count) => readWords(lab.device, buffer, count));
    },
    figures: () => ({ dispatches: call.plan.describe().passes.length }),
    ...(passes && lab.device.features.has('timestamp-query') ? { passes: () => passTimes(lab, one) } : {}),
    end: call.end,
  };
}
