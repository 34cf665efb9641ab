/** The page that measures a GPU: run, cancel, report, and reports of other machines beside it. */
import { tune } from 'webgpu-segmented';
import { type Measurement, measurementOf } from '../../../bench/report/measurement.mjs';
import { saveJson } from '../download.ts';
import { adapterName, type Gpu, NoWebGpu, openGpu } from '../gpu.ts';
import type { Few } from './lab.ts';
import { fromLink, measurement, type Tuned, toLink } from './measurement.ts';
import { selfTest } from './selftest.ts';
import { showMeasurements } from './view.ts';
import { TIMED_WORKLOADS, timeWorkloads } from './workloads.ts';

declare const __VERSION__: string;

const $ = <T extends HTMLElement = HTMLElement>(id: string) => document.getElementById(id) as T;
const form = $<HTMLFormElement>('form');
const [runButton, cancelButton] = [$<HTMLButtonElement>('run'), $<HTMLButtonElement>('cancel')];
const progress = $<HTMLProgressElement>('progress');
const workloadField = $<HTMLSelectElement>('workload');

/**
 * For programs that run the page: every N-th call of the self-test; names of experiments, with commas; the most variants
 * of one; few items, for software adapters.
 */
const query = new URLSearchParams(location.search);
const every = Math.max(1, Number(query.get('every')) || 1);
const few: Few = {
  ...(query.has('lab') ? { only: (query.get('lab') as string).split(',') } : {}),
  ...(query.has('most') ? { most: Number(query.get('most')) } : {}),
  small: query.has('small'),
};

let gpu: Gpu | undefined;
let running: AbortController | undefined;
let shown: Measurement[] = [];

function say(text: string, kind: 'busy' | 'done' | 'error'): void {
  $('status').textContent = text;
  $('status').className = kind;
}

/** The parts of a run, as shares of its progress. */
const SHARES = { test: [0, 0.4], workloads: [0.4, 0.85], tune: [0.85, 1] } as const;
/** The same where experiments follow. */
const SHARES_WITH_LAB = { test: [0, 0.2], workloads: [0.2, 0.4], tune: [0.4, 0.5], lab: [0.5, 1] } as const;

/** About how long a run takes on a GPU, in words. A software adapter takes longer. */
function duration(): string {
  const values = new FormData(form);
  // The self-test compiles the kernels of all types; a size takes about as long as the two before it.
  const test = values.has('test') ? 60 : 0;
  const workloads = 10 + 5 * (Math.log2(Number(values.get('largest'))) - 16);
  const seconds = test + workloads + Number(values.get('budget')) / 1000 + (withLab() ? 540 : 0);
  const minutes = Math.ceil(seconds / 60);
  return `With these settings about ${minutes === 1 ? 'a minute' : `${minutes} minutes`} on a GPU, longer on a software adapter.`;
}

const withLab = () => $<HTMLInputElement>('lab').checked;

function stepper(part: keyof typeof SHARES_WITH_LAB) {
  const [from, to] = part === 'lab' || withLab() ? SHARES_WITH_LAB[part] : SHARES[part];
  return (text: string, fraction = 0) => {
    $('step').textContent = `${text}…`;
    progress.value = from + (to - from) * fraction;
  };
}

function setBusy(busy: boolean): void {
  const [previous, next] = busy ? [runButton, cancelButton] : [cancelButton, runButton];
  const follows = document.activeElement === previous;
  next.disabled = next === runButton && !gpu;
  if (follows) next.focus();
  previous.disabled = true;
  progress.hidden = !busy;
  if (!busy) $('step').textContent = '';
}

async function tuned(device: GPUDevice, budget: number, signal: AbortSignal): Promise<Tuned | undefined> {
  if (budget === 0) return undefined;
  const onStep = stepper('tune');
  onStep('Tuning');
  const all: Tuned['progress'][number][] = [];
  const onProgress = (one: Tuned['progress'][number]) => {
    all.push(one);
    onStep(`Tuning, candidate ${one.done} of up to ${one.total}`, Math.max(one.elapsed / budget, one.done / one.total));
  };
  const table = await tune(device, { budget, signal, onProgress });
  return { budgetMs: budget, table, progress: all };
}

async function run({ device }: Gpu, signal: AbortSignal): Promise<void> {
  const start = performance.now();
  const values = new FormData(form);
  const tested = values.has('test')
    ? await selfTest({ device, signal, onStep: stepper('test') }, every)
    : { calls: 0, wrong: [] };
  const workloads = await timeWorkloads(
    { device, signal, onStep: stepper('workloads') },
    Number(values.get('largest')),
  );
  const tuning = await tuned(device, Number(values.get('budget')), signal);
  const { experimented } = withLab() ? await import('./lab.ts') : { experimented: async () => [] };
  const lab = await experimented({ device, signal, onStep: stepper('lab') }, few);
  signal.throwIfAborted();
  const seconds = (performance.now() - start) / 1000;
  const made = measurement({
    gpu: gpu as Gpu,
    library: __VERSION__,
    selfTest: tested,
    workloads,
    tuned: tuning,
    lab,
    seconds,
  });
  show([made, ...shown]);
  say(`Done in ${made.seconds} seconds.`, tested.wrong.length > 0 ? 'error' : 'done');
}

async function onRun(): Promise<void> {
  if (!gpu) return;
  running = new AbortController();
  setBusy(true);
  say('Measuring…', 'busy');
  try {
    await run(gpu, running.signal);
  } catch (error) {
    const aborted = running.signal.aborted;
    const code = (error as { code?: string }).code;
    say(aborted ? 'Cancelled.' : error instanceof Error ? error.message : String(error), aborted ? 'done' : 'error');
    if (code === 'device-lost') await openDevice();
  } finally {
    running = undefined;
    setBusy(false);
  }
}

function show(measurements: Measurement[], focus = true): void {
  shown = measurements;
  $('report').hidden = shown.length === 0;
  $<HTMLButtonElement>('clear').disabled = shown.length === 0;
  workloadField.disabled = shown.length < 2;
  if (shown.length === 0) return;
  $('report-title').textContent = shown.length > 1 ? `${shown.length} reports side by side` : 'Report';
  $('save').textContent = shown.length > 1 ? 'Save the first as JSON' : 'Save as JSON';
  showMeasurements($('report-body'), shown, workloadField.value);
  if (!focus) return;
  $('report-title').focus({ preventScroll: true });
  $('report-title').scrollIntoView({ block: 'start', behavior: 'instant' });
}

async function openFiles(files: readonly File[]): Promise<void> {
  const read = await Promise.all(
    files.map(async (file) => ({ name: file.name, found: measurementOf(await file.text()) })),
  );
  const wrong = read.filter(({ found }) => !found).map(({ name }) => name);
  $('files-status').textContent = wrong.length
    ? `No report: ${wrong.join(', ')}. A report is a JSON file that this page saved.`
    : '';
  const found = read.flatMap((one) => one.found ?? []);
  if (found.length) show([...shown, ...found]);
}

async function copyLink(button: HTMLButtonElement): Promise<void> {
  const [first] = shown;
  if (!first) return;
  const url = `${location.href.replace(/[?#].*$/, '')}#report=${await toLink(first)}`;
  try {
    await navigator.clipboard.writeText(url);
    button.textContent = 'Copied';
  } catch {
    history.replaceState(null, '', url);
    button.textContent = 'It is in the address bar';
  }
  setTimeout(() => {
    button.textContent = 'Copy a link';
  }, 3000);
}

async function openDevice(): Promise<void> {
  try {
    gpu = await openGpu();
    $('adapter-name').textContent = adapterName(gpu);
    say('Ready.', 'done');
  } catch (error) {
    gpu = undefined;
    $('adapter-name').textContent = 'none';
    $('no-webgpu').hidden = false;
    $('no-webgpu-reason').textContent = error instanceof Error ? error.message : String(error);
    if (!(error instanceof NoWebGpu)) console.error(error);
    say('There is no WebGPU here. See above.', 'error');
  }
  setBusy(false);
}

async function openLink(): Promise<void> {
  const [, text] = /^#report=(.+)$/.exec(location.hash) ?? [];
  if (text === undefined) return;
  const found = await fromLink(text);
  $('files-status').textContent = found ? '' : 'The link has no report that this page can read.';
  if (found) show([found]);
}

function listen(): void {
  const sayDuration = () => {
    $('duration').textContent = duration();
  };
  sayDuration();
  form.addEventListener('input', sayDuration);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!running) void onRun();
  });
  cancelButton.addEventListener('click', () => {
    if (!running || running.signal.aborted) return;
    say('Cancelling…', 'busy');
    running.abort(new Error('cancelled'));
  });
  $('save').addEventListener('click', () => {
    const [first] = shown;
    if (first) saveJson(first, `webgpu-segmented ${first.adapter.name}.json`.replace(/[^\w. -]+/g, '-'));
  });
  $('link').addEventListener('click', (event) => void copyLink(event.currentTarget as HTMLButtonElement));
  $('files').addEventListener('change', (event) => {
    const field = event.target as HTMLInputElement;
    void openFiles([...(field.files ?? [])]).then(() => {
      field.value = '';
    });
  });
  $('clear').addEventListener('click', () => show([]));
  workloadField.addEventListener('change', () => show(shown, false));
  window.addEventListener('dragover', (event) => event.preventDefault());
  window.addEventListener('drop', (event) => {
    event.preventDefault();
    void openFiles([...(event.dataTransfer?.files ?? [])]);
  });
  window.addEventListener('hashchange', () => void openLink());
  let width = window.innerWidth;
  window.addEventListener('resize', () => {
    if (window.innerWidth !== width) show(shown, false);
    width = window.innerWidth;
  });
}

workloadField.replaceChildren(
  ...TIMED_WORKLOADS.map((name) => new Option(name, name, name === 'zipf', name === 'zipf')),
);
show([]);
listen();
void openLink();
void openDevice();
