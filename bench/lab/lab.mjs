/**
 * The laboratory: runs experiments on a device, and gives a row for each variant. Imports nothing of Node, so a page
 * runs it as well.
 *
 * An experiment is an object:
 *
 *   name, row    `row` is the number in the README's table
 *   question     what it asks
 *   measures     what a row's `us` is the time of
 *   decides      the rule by which the answer is used
 *   seconds      after this time it starts no further variant
 *   needs        features of the device, if any
 *   few          a small run takes so many variants, the first ones. Default: the first and the last
 *   variants     gives the variants, most important first, as objects of names and numbers
 *   prepare      makes a variant: { encode, wrong, end, ... }, see `measured`
 *   answers      gives lines of text from the rows that are right
 */
import { Clock } from './clock.mjs';

/** What experiments know. `gpu` has `multiprocessors` and `clockGHz` where they are known. */
export function laboratory({ device, library, oracle, small = false, gpu, toggles = '' }) {
  const clock = new Clock(device, { small });
  const lab = {
    ...{ device, library, oracle, small, toggles, clock },
    gpu: { multiprocessors: small ? 1 : 132, ...gpu },
    /** Items of a call. */
    items: small ? 2 ** 12 : 2 ** 22,
    /** Results by the calls without a GPU, which several variants share: the last few. */
    known: new Map(),
  };
  return lab;
}

/** Fails at errors of the GPU, because work that is dropped would still have a time. */
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

/** A variant's row. What is prepared has these members, of which only the first is always there:
 *
 *   encode   records one repeat into a compute pass
 *   begin    destroys earlier results
 *   wrong    after all repeats: what is wrong with the results, if anything
 *   figures  more figures of the row, from the microseconds of a repeat
 *   passes   times of the passes of a call, [{ kernel, us }]
 *   end      frees everything
 */
async function measured(lab, experiment, variant) {
  const start = performance.now();
  return scoped(lab.device, async () => {
    const call = await experiment.prepare(lab, variant);
    const compileMs = performance.now() - start;
    try {
      await call.begin?.();
      const time = await lab.clock.timed(call.encode);
      const wrong = await call.wrong?.();
      if (wrong) return { ...time, compileMs, ok: false, fault: wrong };
      const passes = call.passes ? { passes: await call.passes() } : {};
      return { ...time, compileMs, ok: true, ...call.figures?.(time.us), ...passes };
    } finally {
      call.end?.();
    }
  });
}

/** The variants of a small run. */
export function fewer(variants, few) {
  if (few) return variants.slice(0, few);
  return variants.length > 2 ? [variants[0], variants.at(-1)] : variants;
}

/** What an experiment lacks on this device, if anything. */
export const lacking = ({ needs = [] }, device) => needs.find((feature) => !device.features.has(feature));

/** Seconds after which no variant starts. A small run is on a machine that is slow, and busy. */
export const boundOf = ({ seconds }, small) => (small ? 4 : 1) * seconds;

/**
 * Runs one experiment and calls `emit` with each row, then with its answers. Ends at its bound of seconds, or at `until`
 * (`performance.now()`); the line of answers then says how many variants are missing.
 */
export async function runExperiment(lab, experiment, { emit, until = Infinity, most = Infinity, signal }) {
  const { name } = experiment;
  const lacks = lacking(experiment, lab.device);
  if (lacks) {
    emit({ experiment: name, skipped: `the device has no ${lacks}` });
    return;
  }
  const all = experiment.variants(lab);
  const variants = (lab.small ? fewer(all, experiment.few) : all).slice(0, most);
  const end = Math.min(until, performance.now() + 1000 * boundOf(experiment, lab.small));
  const rows = [];
  for (const variant of variants) {
    signal?.throwIfAborted();
    if (performance.now() > end) break;
    let row;
    try {
      row = await measured(lab, experiment, variant);
    } catch (error) {
      signal?.throwIfAborted();
      row = { ok: false, fault: String(error?.message ?? error).split('\n')[0] };
    }
    rows.push({ experiment: name, variant, ...row });
    emit(rows.at(-1));
  }
  const right = rows.filter(({ ok }) => ok);
  const answers = right.length > 0 ? experiment.answers(right, lab) : [];
  emit({ experiment: name, answers, ran: rows.length, of: variants.length });
}

/** What is known of the adapter and the run: the first line of a file of rows. */
export function headOf({ device, clock, small, toggles }, more = {}) {
  const { vendor, architecture, device: model, description, subgroupMinSize, subgroupMaxSize } = device.adapterInfo;
  return {
    lab: 1,
    date: new Date().toISOString().slice(0, 10),
    adapter: { vendor, architecture, device: model, description, subgroupMinSize, subgroupMaxSize },
    ...{ clock: clock.kind, small, toggles },
    ...more,
  };
}

/** A variant in words. */
export const variantText = (variant) =>
  Object.entries(variant)
    .map(([name, value]) => (typeof value === 'number' ? `${name} ${value}` : `${value}`))
    .join(', ');

const HIDDEN = new Set([
  ...['experiment', 'variant', 'us', 'min', 'max', 'repeats', 'clock', 'compileMs', 'ok', 'fault', 'passes'],
]);

/** Rows of an experiment as lines of cells. */
export function tableOf(rows) {
  const figures = [...new Set(rows.flatMap((row) => Object.keys(row).filter((name) => !HIDDEN.has(name))))];
  const number = (value) => (typeof value === 'number' ? value.toPrecision(3) : `${value ?? ''}`);
  return [
    ['variant', 'µs', 'least', 'most', ...figures, ''],
    ...rows.map((row) => [
      variantText(row.variant),
      ...[row.us, row.min, row.max].map((us) => us?.toFixed(2) ?? ''),
      ...figures.map((name) => number(row[name])),
      row.fault ?? '',
    ]),
  ];
}

/** The best variant of each group, and how much longer the next one takes. */
export function best(rows, groupOf, nameOf) {
  const groups = new Map();
  for (const row of rows) groups.set(groupOf(row.variant), [...(groups.get(groupOf(row.variant)) ?? []), row]);
  return [...groups].map(([group, of]) => {
    const [first, second] = [...of].sort((a, b) => a.us - b.us);
    const next = second ? `; then ${nameOf(second.variant)}, ${(second.us / first.us).toFixed(2)} ×` : '';
    return `${group}: ${nameOf(first.variant)}, ${first.us.toFixed(1)} µs${next}`;
  });
}
