/** The program `webgpu-segmented`: commands on Arrow data. */
import process from 'node:process';
import type { Writable } from 'node:stream';
import type { RecordBatch, Schema } from 'apache-arrow';
import type { Device } from '../arrow/calls.ts';
import { nearest } from '../checks.ts';
import { listAdapters } from '../node/index.ts';
import { chooseColumns } from './columns.ts';
import { programPlace } from './device.ts';
import { EXIT, exitOf, Failure, usage } from './exit.ts';
import { type Input, openInput } from './input.ts';
import { listCommand, required } from './lists.ts';
import { COMMANDS, type CommandName, helpOf, readOptions, type Values } from './options.ts';
import { ArrowOutput, fileSink, type Output, streamSink } from './output.ts';
import { combinedResults, combinedSchema, requireStates, startsOf } from './partial.ts';
import { progressOn } from './progress.ts';
import { sampled, sampleSchema, splitFiles, splittersFrom } from './ranges.ts';
import { runCommand, writeBatches } from './run.ts';
import { serve } from './serve.ts';
import { type TextFormat, TextOutput } from './text.ts';

/** The streams of the program, and the device or place of its calls. Tests replace those of the process. */
export interface Surroundings {
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly stdout: Writable & { readonly isTTY?: boolean };
  readonly stderr: Writable & { readonly isTTY?: boolean };
  device(values: Values): Promise<Device>;
}

/** Commands that need no device. */
const HOST_COMMANDS: Readonly<Record<string, (input: Input, values: Values) => HostWork>> = {
  combine: ({ schema, batches }) => {
    requireStates(schema);
    return { results: combinedResults(batches), schema: combinedSchema(schema) };
  },
  sample: (input, values) => ({ results: sampled(input, values), schema: sampleSchema(input.schema, values) }),
  splitters: (input, values) => ({ results: splittersFrom(input, values), schema: input.schema }),
};

interface HostWork {
  readonly results: AsyncIterable<RecordBatch>;
  /** The schema of results without rows. */
  readonly schema: Schema;
}

type Format = 'arrow' | TextFormat;

/** The format of a command's results: as asked, by the file's name, or what a terminal shows; else the input's. */
function formatOf(name: CommandName, { texts, flags }: Values, isTerminal: boolean): Format | undefined {
  const file = texts.get('output');
  const ending = /\.(csv|json)$/.exec(file ?? '')?.[1];
  const asked = texts.get('format') as Format | undefined;
  // States of parts, samples and splitters are for other commands of the program.
  const isText = 'format' in COMMANDS[name].options && !flags.has('partial');
  const unwritten = /\.(parquet|ndjson|jsonl|tsv)$/i.exec(file ?? '')?.[0];
  if (isText && asked === undefined && unwritten) {
    throw usage(`--output: a name that ends in ${unwritten}; allowed: .csv, .json, other names, or with --format`);
  }
  if (isText)
    return asked ?? (file === undefined ? (isTerminal ? 'csv' : undefined) : ((ending as TextFormat) ?? 'arrow'));
  if (asked !== undefined && asked !== 'arrow') throw usage(`--format: '${asked}' with --partial; allowed: arrow`);
  if (file === undefined && isTerminal) throw usage('stdout: a terminal; allowed: --output FILE, or a pipe');
  return 'arrow';
}

async function outputOf(format: Format, values: Values, stdout: Surroundings['stdout']): Promise<Output> {
  const file = values.texts.get('output');
  const sink = file === undefined ? streamSink(stdout) : await fileSink(file);
  return format === 'arrow' ? new ArrowOutput(sink) : new TextOutput(sink, format);
}

async function runOnFiles(
  name: CommandName,
  values: Values,
  { stdin, stdout, stderr, device }: Surroundings,
): Promise<void> {
  const command = listCommand(name, values);
  const format = formatOf(name, values, Boolean(stdout.isTTY));
  const input = await openInput(values.inputs, stdin, chooseColumns(name, values));
  const onHost = command ? undefined : HOST_COMMANDS[name]?.(input, values);
  const output = await outputOf(format ?? (input.isText ? 'csv' : 'arrow'), values, stdout);
  const progress = progressOn(stderr, values.flags.has('progress'), input.fraction);
  const isQuiet = values.flags.has('quiet');
  const onRepeat = () => void (isQuiet || stderr.write(REPEATED));
  let on: Device | undefined;
  const opened = async () => {
    on = await device(values);
    return on;
  };
  try {
    if (command) await runCommand(command, values, input, output, opened, { onBatch: progress.onBatch, onRepeat });
    else if (onHost) await writeBatches(onHost.results, async () => onHost.schema, output, progress.onBatch);
  } catch (error) {
    await output.abandon();
    throw error;
  } finally {
    progress.end();
  }
  if (!isQuiet) stderr.write(placeLine(on));
}

const REPEATED =
  'webgpu-segmented: --by: a key comes again behind others and has several results; --unsorted gives one\n';

/** Where the last call ran, and why. A device has said its line when it was requested. */
function placeLine(on: Device | undefined): string {
  const last = on && 'last' in on ? on.last : undefined;
  return last ? `webgpu-segmented: ran ${last.ran === 'gpu' ? 'on a GPU' : 'in JavaScript'}: ${last.why}\n` : '';
}

async function printStarts(values: Values, { stdin, stdout }: Surroundings): Promise<void> {
  const { inputs } = values;
  if (inputs.length === 0) throw usage('--input: missing; allowed: one for each part');
  const choose = chooseColumns('starts', values);
  const parts = await Promise.all(inputs.map((name) => openInput([name], stdin, choose)));
  stdout.write(`${JSON.stringify(await startsOf(parts))}\n`);
}

async function splitRows(values: Values, { stdin }: Surroundings): Promise<void> {
  const file = required(values.texts, 'splitters');
  const splitters = await openInput([file], stdin, chooseColumns('splitters', values));
  const input = await openInput(values.inputs, stdin, chooseColumns('split', values));
  await splitFiles(input, splitters, values);
}

async function printAdapters({ flags }: Values, { stdout }: Surroundings): Promise<void> {
  const adapters = await listAdapters();
  const text = flags.has('json')
    ? JSON.stringify(adapters, null, 2)
    : adapters.map(({ name, kind, source }) => `${name} (${kind}, ${source})`).join('\n');
  stdout.write(`${text}\n`);
}

async function serveRequests(values: Values, { stdin, stdout, device }: Surroundings): Promise<void> {
  const opened = new Map<boolean, Promise<Device>>();
  await serve(stdin, streamSink(stdout), ({ flags }) => {
    const isPartial = flags.has('partial');
    const given = isPartial ? { ...values, flags: new Set([...values.flags, 'partial']) } : values;
    const found = opened.get(isPartial) ?? device(given);
    opened.set(isPartial, found);
    return found;
  });
}

function commandName(given: string): CommandName {
  if (Object.hasOwn(COMMANDS, given)) return given as CommandName;
  const meant = nearest(given, Object.keys(COMMANDS));
  throw usage(`unknown command '${given}'${meant === undefined ? '' : `, did you mean '${meant}'?`}; see --help`);
}

async function run(args: readonly string[], around: Surroundings): Promise<void> {
  const help = helpOf(args);
  if (help !== undefined) {
    around.stdout.write(help);
    return;
  }
  const [first = '', ...rest] = args;
  const name = commandName(first);
  const values = readOptions(name, rest);
  if (name === 'adapters') await printAdapters(values, around);
  else if (name === 'serve') await serveRequests(values, around);
  else if (name === 'starts') await printStarts(values, around);
  else if (name === 'split') await splitRows(values, around);
  else await runOnFiles(name, values, around);
}

const ofProcess: Surroundings = {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  device: programPlace,
};

/** Runs the program. Returns the exit code. An error is one line on stderr. */
export async function main(args: readonly string[], around: Surroundings = ofProcess): Promise<number> {
  try {
    // The write reports a closed reader too.
    around.stdout.on('error', () => undefined);
    await run(args, around);
    return EXIT.whole;
  } catch (error) {
    const exit = exitOf(error);
    const message = error instanceof Error ? error.message : String(error);
    if (exit !== EXIT.readerGone) around.stderr.write(`webgpu-segmented: ${message.split('\n').join(' ')}\n`);
    if (exit === EXIT.internal && !(error instanceof Failure)) around.stderr.write(`${(error as Error).stack}\n`);
    return exit;
  }
}
