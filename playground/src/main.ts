/** The page: form, run, results. */
import Papa from 'papaparse';
import { SegmentedError } from 'webgpu-segmented';
import * as webgpuSegmented from 'webgpu-segmented/auto';
import { callOnArrays, type Job, segmentsOf } from './calls.ts';
import { callCode } from './code/call.ts';
import { planCode } from './code/plan.ts';
import { fillProject, TABLE_BYTES } from './code/stackblitz.ts';
import type { Column } from './columns.ts';
import { fileColumns, saveArrow, saveCsv, tableRows, wholeColumns } from './download.ts';
import { fieldOf, fillForm, formError, readForm, showRelevant } from './form.ts';
import { adapterFacts, adapterName, type Gpu, NoWebGpu, openGpu } from './gpu.ts';
import { showMore, shownRun } from './groups.ts';
import { measure } from './measure.ts';
import { clearRun, markStale, redraw, showRun } from './results.ts';
import { DEFAULTS, fromHash, type Settings, toHash } from './settings.ts';
import { openPanel, type TablePanel } from './table/panel.ts';
import type { Pair } from './table/parse.ts';
import { openWorkshop, type Workshop } from './workshop.ts';

declare const __PUBLISHED__: boolean;

const $ = <T extends HTMLElement = HTMLElement>(id: string) => document.getElementById(id) as T;
const form = $<HTMLFormElement>('form');
const runButton = $<HTMLButtonElement>('run');
const cancelButton = $<HTMLButtonElement>('cancel');
const progress = $<HTMLProgressElement>('progress');

let gpu: Gpu | undefined;
/** Where calls on arrays run. */
let place: webgpuSegmented.Place | undefined;
let running: AbortController | undefined;
let panel: TablePanel;

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
  next.disabled = next === runButton && !place;
  if (follows) next.focus();
  previous.disabled = true;
  progress.hidden = !busy;
  if (busy) say('Running…', 'busy');
  else $('step').textContent = '';
  $('results').setAttribute('aria-busy', String(busy));
}

/** Values and ids of the user's table, or an error that says what the table lacks. */
async function ownPair(settings: Settings): Promise<Pair> {
  const table = await panel.settled();
  if (!table || table.missing.length > 0) throw new Error($('own-facts').textContent ?? 'There is no table.');
  const question = panel.question(settings.valueColumn);
  if (question) throw new Error(question);
  return panel.pair(settings.valueColumn, settings.groupColumn);
}

const EVERY: readonly Partial<Settings>[] = [
  { operation: 'reduce', operators: 'sum,min,max,mean,variance' },
  { operation: 'quantile', quantiles: '0.25 0.5 0.75' },
];

/** Parts of the page and its files that the operation itself does not give. A sort of keys has no rows. */
const partsOf = ({ operation }: Settings): readonly Partial<Settings>[] =>
  operation === 'sort' ? [{ operation: 'argsort' }, ...EVERY] : EVERY;

/** Statistics of every group, checked as the operation is. */
async function everyStatistic(job: Job, workshop: Workshop): Promise<{ columns: Column[]; wrong: string | undefined }> {
  const segments = await segmentsOf(job);
  const columns: Column[] = [];
  for (const part of partsOf(job.settings)) {
    step('Statistics of each group');
    const settings = { ...job.settings, ...part };
    const found = await callOnArrays({ ...job, settings }, segments);
    await workshop.plain({ settings, once: true });
    const { wrong } = await workshop.check(found);
    if (wrong) return { columns, wrong };
    columns.push(...found);
  }
  return { columns, wrong: undefined };
}

async function run(settings: Settings, place: webgpuSegmented.Place, signal: AbortSignal): Promise<void> {
  const workshop = openWorkshop(signal);
  try {
    step('Data');
    const own = settings.data === 'own' ? await ownPair(settings) : undefined;
    const workload = await workshop.make({ settings, own });
    const job: Job = { device: gpu?.device, place, settings, workload, signal, onStep: step };
    const measured = await measure(job);
    step('Plain JS');
    const { milliseconds: plainMs } = await workshop.plain({ settings });
    step('Check');
    const { wrong } = await workshop.check(measured.found);
    const every = own ? await everyStatistic(job, workshop) : { columns: [], wrong: undefined };
    const rows = every.columns.filter(({ per }) => per === 'item');
    const fault = wrong ?? every.wrong;
    say(fault ? 'Done: the results differ.' : 'Done.', fault ? 'error' : 'done');
    showRun({
      settings,
      workload,
      measured: { ...measured, found: [...measured.found, ...rows] },
      plainMs,
      wrong: fault,
      statistics: every.columns.filter(({ per }) => per === 'segment'),
      notes: own?.notes ?? [],
    });
  } finally {
    workshop.end();
  }
}

/** An error in words. Its codes are those of docs/troubleshooting.md. */
function errorText(error: unknown): string {
  if (running?.signal.aborted) return 'Cancelled.';
  if (error instanceof SegmentedError) return `${error.code}: ${error.message}.`;
  return error instanceof Error ? error.message : String(error);
}

async function onRun(): Promise<void> {
  // The columns are known once the table is read.
  await panel.settled();
  const settings = readForm(form, DEFAULTS);
  const wrong = formError(form, settings);
  clearRun();
  if (wrong || !place) {
    say(wrong ?? 'The page is not ready.', 'error');
    return;
  }
  running = new AbortController();
  setBusy(true);
  try {
    await run(settings, place, running.signal);
  } catch (error) {
    const aborted = running.signal.aborted;
    const isLost = error instanceof SegmentedError && error.code === 'device-lost';
    const text = errorText(error);
    if (isLost) await openDevice();
    clearRun();
    say(isLost && gpu ? `${text} The page has a new device. Run again.` : text, aborted ? 'done' : 'error');
  } finally {
    running = undefined;
    setBusy(false);
  }
}

/** Why there is no program for the user's table. A program of other data would only seem to be one. */
function lack({ data }: Settings): string | undefined {
  if (data !== 'own') return undefined;
  const table = panel.facts();
  if (!table) return 'No table is read yet, so there is no program for it.';
  return table.missing.length > 0 ? `The table has no program yet. Missing: ${table.missing.join('; ')}.` : undefined;
}

function showCode(): void {
  const settings = readForm(form, DEFAULTS);
  const lacks = lack(settings);
  $('call-code').textContent = lacks ? `// ${lacks}` : callCode(settings, panel.facts());
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copies=call-code], #stackblitz button')) {
    button.disabled = lacks !== undefined;
  }
  $('plan-code').textContent = planCode(settings);
}

/** The settings, or the table, are no longer those of the results. */
function onChange(): void {
  showRelevant(form);
  showCode();
  history.replaceState(null, '', `#${toHash(readForm(form, DEFAULTS))}`);
  if (running || $('results').hidden) return;
  markStale(true);
  say('Changed. Run again for new results.', 'done');
}

function onInput({ target }: Event): void {
  const { name, id } = target as HTMLInputElement;
  // Texts and files of a table report when they are read.
  if (id.startsWith('own-')) return;
  const type = fieldOf<HTMLSelectElement>(form, 'type');
  // Doubles hold all numbers of a table.
  if (name === 'data' && (target as HTMLSelectElement).value === 'own' && type.value === DEFAULTS.type)
    type.value = 'f64';
  if (name === 'operation' && (target as HTMLSelectElement).value === 'top-k')
    fieldOf(form, 'order').value = 'descending';
  onChange();
}

async function copy(button: HTMLButtonElement): Promise<void> {
  const text = $(button.dataset.copies as string).textContent ?? '';
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = 'Copied';
  } catch {
    button.textContent = 'Not allowed: select the text and copy it';
  }
  setTimeout(() => {
    button.textContent = 'Copy';
  }, 2000);
}

/** The rows of the table that the project takes: all, or as many as it can carry. */
async function openProject(project: HTMLFormElement): Promise<void> {
  const settings = readForm(form, DEFAULTS);
  const table = panel.facts();
  // The project's table is written here, so its encoding is that of the page.
  const code = callCode(settings, table && { ...table, encoding: 'utf-8' });
  let text: string | undefined;
  if (settings.data === 'own' && table) {
    let rows = table.rows;
    for (text = await panel.head(rows); text.length > TABLE_BYTES && rows > 1; text = await panel.head(rows)) {
      rows = Math.floor(Math.min(rows / 2, (rows * TABLE_BYTES) / text.length));
    }
    if (rows < table.rows) say(`The project has the first ${rows.toLocaleString('en')} rows of the table.`, 'done');
  }
  fillProject(project, { code, table: text });
  HTMLFormElement.prototype.submit.call(project);
}

/** Saves the results that the page shows, or the whole rows of the table in their order. */
async function saveShown(format: 'csv' | 'arrow'): Promise<void> {
  const shown = shownRun();
  if (!shown) return;
  const rows = $<HTMLInputElement>('whole-rows').checked ? tableRows(shown) : undefined;
  const columns = rows ? wholeColumns(shown, await panel.rows(rows), format) : fileColumns(shown);
  await (format === 'csv' ? saveCsv : saveArrow)(columns);
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
    $('no-webgpu').hidden = true;
  } catch (error) {
    gpu = undefined;
    $('adapter-name').textContent = 'none';
    $('adapter-facts').replaceChildren();
    $('no-webgpu').hidden = false;
    $('no-webgpu-reason').textContent = error instanceof Error ? error.message : String(error);
    if (!(error instanceof NoWebGpu)) console.error(error);
  }
  $('adapter').hidden = !gpu;
  place?.close();
  place = await webgpuSegmented.openPlace(gpu ? { device: gpu.device } : {});
  say('Ready.', 'done');
  setBusy(false);
}

function listen(): void {
  form.addEventListener('input', onInput);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!running) void onRun();
  });
  // A key that is held down would also press the button that takes the focus.
  form.addEventListener('keydown', (event) => {
    if (event.repeat && event.target instanceof HTMLButtonElement) event.preventDefault();
  });
  cancelButton.addEventListener('click', () => running?.abort(new Error('cancelled')));
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copies]')) {
    button.addEventListener('click', () => void copy(button));
  }
  $('stackblitz').hidden = !__PUBLISHED__;
  $('stackblitz').addEventListener('submit', (event) => {
    event.preventDefault();
    void openProject(event.target as HTMLFormElement);
  });
  $('save-csv').addEventListener('click', () => void saveShown('csv'));
  $('save-arrow').addEventListener('click', () => void saveShown('arrow'));
  $('groups-more').addEventListener('click', showMore);
  window.addEventListener('hashchange', () => {
    fillForm(form, fromHash(location.hash));
    onChange();
  });
  let width = window.innerWidth;
  window.addEventListener('resize', () => {
    if (window.innerWidth !== width) redraw();
    width = window.innerWidth;
  });
}

fillForm(form, fromHash(location.hash));
panel = openPanel(form, () => onChange());
showCode();
listen();
void openDevice();
// For the console, where the code of a call can run.
Object.assign(window, { webgpuSegmented, Papa });
