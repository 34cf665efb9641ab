/** What a visit's rows say: candidates for a file of the model, and a section of docs/gpu.md. Pure. */
import { labAnswers } from '../report/measurement.mjs';
import { PEERS, peerTime } from './peers/peers.mjs';

/**
 * The runs in a text: of JSON lines that run.mjs wrote, or of a report that the page "Measure this GPU" saved. Each has
 * its `head` and its other lines.
 */
export function runsOf(text) {
  const lines = text.split('\n').filter((line) => line.startsWith('{'));
  const parsed = lines.length === 1 ? [JSON.parse(text)] : lines.map((line) => JSON.parse(line));
  const [first] = parsed;
  const browser = first?.lab && Array.isArray(first.lab) ? first : undefined;
  const all = browser ? browser.lab : parsed;
  const runs = [];
  for (const line of all) {
    // Other devices of one visit have toggles of their own; their rows name them.
    if (line.lab === 1 && runs.length === 0) {
      const name = browser?.adapter.name ?? line.name ?? line.adapter.description;
      runs.push({ head: { ...line, name, browser: browser?.browser }, lines: [] });
    } else if (line.lab !== 1) runs.at(-1)?.lines.push(line);
  }
  return runs;
}

const right = ({ lines }, experiment, variant = {}) =>
  lines.filter(
    (row) =>
      row.experiment === experiment &&
      row.ok &&
      Object.entries(variant).every(([name, value]) => row.variant?.[name] === value),
  );
const usOf = (run, experiment, variant) => right(run, experiment, variant)[0]?.us;
const known = (pairs) => Object.fromEntries(Object.entries(pairs).filter(([, value]) => Number.isFinite(value)));
const rounded = (value, digits = 2) => Number(value.toFixed(digits));

/** Launches: `gap` is what dispatches that share a buffer wait for each other. */
function launchOf(run) {
  const us = (workgroups, buffers) => usOf(run, 'dispatch', { workgroups, lanes: 256, buffers, kilobytes: 0 });
  const [one, full, shared] = [us(1, 'apart'), us(1024, 'apart'), us(1024, 'shared')];
  return known({ one: rounded(one ?? Number.NaN), full: rounded(full ?? Number.NaN), gap: rounded(shared - full) });
}

/** Microseconds a million surplus sectors, of words of lanes that lie 64 bytes apart. */
function sectorsOf(run) {
  const cost = (access) => {
    const [far, near] = [64, 0].map((apart) => right(run, 'access', { access, words: 1, apart })[0]);
    return rounded((far?.us - near?.us) / far?.surplusMillions, 3);
  };
  return known({ surplusStoreSectors: cost('store'), surplusLoadSectors: cost('load') });
}

/** Clocks of a barrier of 256 lanes alone, without the launch. */
function barrierOf(run, { clockGHz, launch }) {
  const us = usOf(run, 'barrier', { lanes: 256, groups: 1 });
  return known({ barrier: Math.round(((us - launch.one) * 1000 * clockGHz) / 256) });
}

/**
 * Kernels of calls, in µs a dispatch. A profile adds some µs to each pass: what its passes take more than the call in a
 * row. `gap` is not the kernel's.
 */
function kernelsOf(run, wanted, gap) {
  const rows = new Map(right(run, 'rows').map((row) => [row.variant.case, row]));
  return wanted.flatMap(({ case: name, kernel, target }) => {
    const { us, passes = [] } = rows.get(name) ?? {};
    const of = passes.filter((pass) => pass.kernel.startsWith(kernel));
    if (target || of.length === 0) return [];
    const sum = (list, figure) => list.reduce((total, each) => total + each[figure], 0);
    const added = Math.max(0, (sum(passes, 'us') - us) / sum(passes, 'times'));
    const value = of.reduce((total, each) => total + each.us / each.times - added - gap, 0);
    return [{ case: name, kernel, us: [rounded(value, 1), rounded(value, 1)] }];
  });
}

/**
 * A file of the model with what a run measured in place of what `base`, a file of the model, has. Also the lines of what
 * has changed: [name, was, is].
 */
export function candidateOf(run, base) {
  const measured = Object.fromEntries(right(run, 'rows').map(({ variant, us }) => [variant.case, rounded(us, 1)]));
  const peers = peersOf(run);
  const launch = { ...base.launch, ...launchOf(run) };
  const perClock = Math.max(...right(run, 'rate').map((row) => row.perClock ?? Number.NaN));
  const file = {
    ...base,
    gpu: run.head.name,
    names: [run.head.name],
    source: [sourceOf(run), `what was not measured is that of ${base.gpu}`],
    ...known({ instructionsPerClock: rounded(perClock) }),
    launch,
    microsecondsPerMillion: { ...base.microsecondsPerMillion, ...sectorsOf(run) },
    latencies: { ...base.latencies, ...barrierOf(run, { ...base, launch }) },
    measured: {
      ...Object.fromEntries(Object.entries(measured).map(([name, us]) => [name, { us, ...peers[name] }])),
    },
    kernels: kernelsOf(run, base.kernels, launch.gap),
  };
  return { file, changes: changesOf(base, file) };
}

function changesOf(base, file) {
  const changes = [];
  for (const name of ['instructionsPerClock']) changes.push([name, base[name], file[name]]);
  for (const group of ['launch', 'microsecondsPerMillion', 'latencies']) {
    for (const name of Object.keys(file[group]))
      changes.push([`${group}.${name}`, base[group][name], file[group][name]]);
  }
  for (const [name, { us }] of Object.entries(file.measured)) changes.push([name, base.measured[name]?.us, us]);
  for (const { case: of, kernel, us } of file.kernels) {
    const was = base.kernels.find((each) => each.case === of && each.kernel === kernel && !each.target);
    changes.push([`${of}: ${kernel}`, was && [...new Set(was.us)].join(' to '), us[0]]);
  }
  return changes.filter(([, was, is]) => was !== is).map((line) => line.map((cell) => `${cell ?? ''}`));
}

/** The fastest time of each peer for cases of the model that it has too: one segment of 2^22 items. */
function peersOf({ lines }) {
  const rows = lines.filter(({ peer }) => peer);
  const cases = [...new Set(rows.map(({ op }) => op))];
  return Object.fromEntries(
    cases.map((op) => {
      const times = PEERS.map((peer) => [peer, peerTime(rows, peer, { case: op, length: 'single', size: 22 })]);
      return [
        `${op}, single`,
        Object.fromEntries(times.filter(([, us]) => us !== undefined).map(([p, us]) => [p, rounded(us, 1)])),
      ];
    }),
  );
}

const sourceOf = ({ head }) =>
  [`bench/lab, ${head.date}`, head.driver && `driver ${head.driver}`, head.adapter.description, head.browser]
    .filter(Boolean)
    .join(', ');

const WIDTH = 120;

/** An item of a list in lines of a page. */
function wrapped(text) {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line && line.length + 1 + word.length > WIDTH) lines.push(`  ${word}`);
    else lines[lines.length - 1] = line ? `${line} ${word}` : word;
  }
  return lines.join('\n');
}

const row = (cells) => `| ${cells.join(' | ')} |`;

/** A section of docs/gpu.md: a title with adapter, driver and date; calls; answers. */
export function sectionOf(run) {
  const { head, lines } = run;
  const title = `### ${[head.name, head.driver && `driver ${head.driver}`, head.browser, head.date].filter(Boolean).join(', ')}`;
  const calls = right(run, 'rows').map(({ variant, us, dispatches }) => row([variant.case, us.toFixed(1), dispatches]));
  const own = right(run, 'beside');
  const theirs = lines.filter(({ peer }) => peer);
  const ratios = own.map(({ variant, us }) => {
    const ratio = (peer) => {
      const time = peerTime(theirs, peer, variant);
      return time === undefined ? '' : (time / us).toFixed(2);
    };
    return row([`${variant.case}, ${variant.length}`, `2^${variant.size}`, us.toFixed(1), ...PEERS.map(ratio)]);
  });
  const answers = labAnswers({ lab: lines })
    .filter(({ experiment }) => !['rows', 'beside'].includes(experiment))
    .map(({ experiment, answers: list }) => wrapped(`- ${experiment}: ${list.join('; ')}.`));
  return [
    title,
    ...(calls.length > 0
      ? [[row(['call, 2^22 items', 'µs', 'dispatches']), row(['---', '---', '---']), ...calls].join('\n')]
      : []),
    ...(ratios.length > 0
      ? [
          [
            row(['call, rows of', 'items', 'µs', ...PEERS.map((p) => `${p} / this`)]),
            row(Array(5).fill('---')),
            ...ratios,
          ].join('\n'),
        ]
      : []),
    ...(answers.length > 0 ? [answers.join('\n')] : []),
  ].join('\n\n');
}

const [BEGIN, END] = ['<!-- lab -->', '<!-- lab end -->'];

/** A page with a section between its two marks, in place of one of the same GPU, driver and day. */
export function withSection(page, section) {
  const [before, rest] = page.split(`${BEGIN}\n`);
  const [inside, after] = (rest ?? '').split(END);
  if (after === undefined) throw new Error(`the page has no ${BEGIN} and ${END}`);
  const title = section.split('\n')[0];
  const others = inside
    .split(/^(?=### )/m)
    .map((text) => text.trim())
    .filter((text) => text.startsWith('### ') && text.split('\n')[0] !== title);
  return `${before}${BEGIN}\n\n${[...others, section].join('\n\n')}\n\n${END}${after}`;
}
