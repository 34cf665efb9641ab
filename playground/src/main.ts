/** The page: form, run, results. */
import * as webgpuSegmented from 'webgpu-segmented';
import { callCode, planCode } from './code.ts';
import { fieldOf, fillColumns, fillForm, formError, readForm, showRelevant } from './form.ts';
import { adapterFacts, adapterName, type Gpu, NoWebGpu, openGpu } from './gpu.ts';
import { measure } from './measure.ts';
import { redraw, showRun } from './results.ts';
import { DEFAULTS, fromHash, type Settings, toHash } from './settings.ts';
import { openWorkshop } from './workshop.ts';

const $ = <T extends HTMLElement = HTMLElement>(id: string) => document.getElementById(id) as T;
const form = $<HTMLFormElement>('form');
const runButton = $<HTMLButtonElement>('run');
const cancelButton = $<HTMLButtonElement>('cancel');
const progress = $<HTMLProgressElement>('progress');

let gpu: Gpu | undefined;
let running: AbortController | undefined;

function say(text: string, kind: 'busy' | 'done' | 'error'): void {
  const status = $('status');
  status.textContent = text;
  status.className = kind;
}

/**
 * Shows a step; without a fraction the bar only waits. Screen readers do not read steps out, because there are many.
 */
function step(text: string, fraction?: number): void {
  $('step').textContent = `${text}…`;
  if (fraction === undefined) progress.removeAttribute('value');
  else progress.value = fraction;
}

function setBusy(busy: boolean): void {
  // A disabled button loses the focus, so the other button takes it.
  const [previous, next] = busy ? [runButton, cancelButton] : [cancelButton, runButton];
  const follows = document.activeElement === previous;
  next.disabled = next === runButton && !gpu;
  if (follows) next.focus();
  previous.disabled = true;
  progress.hidden = !busy;
  if (busy) say('Running…', 'busy');
  else $('step').textContent = '';
  $('results').setAttribute('aria-busy', String(busy));
}

async function run(settings: Settings, { device }: Gpu, signal: AbortSignal): Promise<void> {
  const workshop = openWorkshop(signal);
  try {
    step('Data');
    const workload = await workshop.make(settings);
    const { items, offsets: segments } = workload;
    const measured = await measure({ device, settings, items, segments, signal, onStep: step });
    step('Plain JS');
    const { milliseconds: plainMs } = await workshop.plain();
    step('Check');
    const { wrong } = await workshop.check(measured.found);
    showRun({ settings, workload, measured, plainMs, wrong });
    say(wrong ? 'Done: the results differ.' : 'Done.', wrong ? 'error' : 'done');
  } finally {
    workshop.end();
  }
}

/** An error in words. Its codes are those of docs/troubleshooting.md. */
function errorText(error: unknown): string {
  if (running?.signal.aborted) return 'Cancelled.';
  if (error instanceof webgpuSegmented.SegmentedError) return `${error.code}: ${error.message}.`;
  return error instanceof Error ? error.message : String(error);
}

async function onRun(): Promise<void> {
  const settings = readForm(form, DEFAULTS);
  const wrong = formError(form, settings);
  if (wrong || !gpu) {
    say(wrong ?? 'There is no WebGPU device.', 'error');
    return;
  }
  running = new AbortController();
  setBusy(true);
  $('status').scrollIntoView({ block: 'nearest' });
  try {
    await run(settings, gpu, running.signal);
  } catch (error) {
    const aborted = running.signal.aborted;
    const isLost = error instanceof webgpuSegmented.SegmentedError && error.code === 'device-lost';
    const text = errorText(error);
    if (isLost) await openDevice();
    say(isLost && gpu ? `${text} The page has a new device. Run again.` : text, aborted ? 'done' : 'error');
  } finally {
    running = undefined;
    setBusy(false);
  }
}

function showCode(): void {
  const settings = readForm(form, DEFAULTS);
  $('call-code').textContent = callCode(settings);
  $('plan-code').textContent = planCode(settings);
}

function onChange(event: Event): void {
  const name = (event.target as HTMLInputElement).name;
  const settings = readForm(form, DEFAULTS);
  if (name === 'csv') fillColumns(form, settings);
  showRelevant(form);
  showCode();
  history.replaceState(null, '', `#${toHash(readForm(form, DEFAULTS))}`);
}

async function onFile(input: HTMLInputElement): Promise<void> {
  const file = input.files?.[0];
  if (!file) return;
  fieldOf<HTMLTextAreaElement>(form, 'csv').value = await file.text();
  fillColumns(form, readForm(form, DEFAULTS));
}

async function copy(button: HTMLButtonElement): Promise<void> {
  const text = $(button.dataset.copies as string).textContent ?? '';
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = 'Copied';
    if (!running) say('Copied.', 'done');
  } catch {
    button.textContent = 'Not allowed: select the text and copy it';
  }
  setTimeout(() => {
    button.textContent = 'Copy';
  }, 2000);
}

async function openDevice(): Promise<void> {
  try {
    gpu = await openGpu();
    $('adapter-name').textContent = adapterName(gpu);
    $('adapter-facts').replaceChildren(
      ...adapterFacts(gpu).map(([name, value]) => {
        const row = document.createElement('tr');
        const head = document.createElement('th');
        head.scope = 'row';
        head.textContent = name;
        const cell = document.createElement('td');
        cell.textContent = value;
        row.append(head, cell);
        return row;
      }),
    );
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

function start(): void {
  fillForm(form, fromHash(location.hash));
  showCode();
  form.addEventListener('input', onChange);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!running) void onRun();
  });
  // A key that is held down would also press the button that takes the focus.
  form.addEventListener('keydown', (event) => {
    if (event.repeat && event.target instanceof HTMLButtonElement) event.preventDefault();
  });
  cancelButton.addEventListener('click', () => running?.abort(new Error('cancelled')));
  $<HTMLInputElement>('csv-file').addEventListener('change', (event) => void onFile(event.target as HTMLInputElement));
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copies]')) {
    button.addEventListener('click', () => void copy(button));
  }
  window.addEventListener('hashchange', () => {
    fillForm(form, fromHash(location.hash));
    showCode();
  });
  let width = window.innerWidth;
  window.addEventListener('resize', () => {
    if (window.innerWidth !== width) redraw();
    width = window.innerWidth;
  });
  void openDevice();
}

// For the console, where the code of a call can run.
Object.assign(window, { webgpuSegmented });
start();
