// GPU times of the passes of a call, from timestamps: the median of several calls, summed by kind of pass.

const CALLS = 7;

/** The name of a pass in the table. Scans of the partition are one kind. Each bin is a kind. */
function label({ kernel, class: of }) {
  if (of) return kernel.replace(/ \d+$/, '').replace(/^(sort|reduce)\/(?=small|medium|large)/, '');
  return kernel.startsWith('scan/') ? 'partition/scan' : kernel;
}

function lengths({ class: of }) {
  if (!of) return undefined;
  return Number.isFinite(of.maxLength) ? `${of.minLength}–${of.maxLength}` : `${of.minLength}–`;
}

function median(numbers) {
  return numbers.sort((a, b) => a - b)[numbers.length >> 1];
}

/** Sums the passes of one name and lengths. */
function grouped(passes) {
  const rows = new Map();
  for (const pass of passes) {
    const key = `${label(pass)}|${lengths(pass)}`;
    const row = rows.get(key) ?? { pass: label(pass), lengths: lengths(pass), dispatches: 0, ms: 0, bytes: 0 };
    row.dispatches += 1;
    row.ms += pass.milliseconds;
    row.bytes = pass.bytes === undefined || row.bytes === undefined ? undefined : row.bytes + pass.bytes;
    rows.set(key, row);
  }
  return [...rows.values()];
}

/** Rows of a library that can be profiled, in the order of the passes, without passes that took no time. */
export async function passRows(lib, operation, keys, offsets) {
  const call = await lib.profiled(operation, keys, offsets);
  try {
    const calls = [];
    let copied;
    for (let i = 0; i < CALLS + 1; i++) {
      call.before();
      await call.run();
      const { passes, copyBytesPerSecond } = await call.plan.profile();
      copied = copyBytesPerSecond;
      // The first call warms up.
      if (i > 0) calls.push(grouped(passes));
    }
    return calls[0].map((row, i) => {
      const ms = median(calls.map((rows) => rows[i].ms));
      // The rate relative to that of a copy on the same device.
      return { ...row, ms, ofCopy: row.bytes && ms > 0 && copied ? (1000 * row.bytes) / ms / copied : undefined };
    });
  } finally {
    await call.end();
  }
}
