/**
 * Requests and answers on stdin and stdout, for engines that keep a child. A frame is the length of its header in 4
 * bytes (little-endian), the header in JSON, and `bytes` bytes of an Arrow stream.
 */

import type { Device } from '../arrow/calls.ts';
import { chooseColumns } from './columns.ts';
import { badData, EXIT, exitOf, Failure, usage } from './exit.ts';
import { ByteSource } from './framing.ts';
import { chosen, openStream } from './input.ts';
import { listCommand } from './lists.ts';
import { COMMANDS, type CommandName, readOptions, type Values } from './options.ts';
import { ArrowOutput, type Sink } from './output.ts';
import { runCommand } from './run.ts';

const MAX_HEADER = 2 ** 20;
/** Options that name files or print. Requests may not have them, because data and answers are in frames. */
const NOT_SERVED = ['input', 'output', 'format', 'progress', 'quiet', 'place', 'adapter-name'];

/** A request: the arguments of the command line, and the data. */
interface Request {
  readonly id: unknown;
  readonly args: readonly string[];
  readonly data: Buffer;
}

/** The next request. Undefined if the stream ends between two frames. */
async function nextRequest(bytes: ByteSource): Promise<Request | undefined> {
  const prefix = await bytes.exactly(4);
  if (prefix.length === 0) return undefined;
  const length = prefix.length < 4 ? 0 : prefix.readUInt32LE();
  if (length === 0 || length > MAX_HEADER) throw badData(`a header of ${length} bytes; allowed: 1 to ${MAX_HEADER}`);
  const text = await bytes.exactly(length);
  if (text.length < length) throw badData(`the stream ends in a header of ${length} bytes`);
  const header = parsed(text);
  const data = await bytes.exactly(header.bytes);
  if (data.length < header.bytes) throw badData(`the stream ends after ${data.length} of ${header.bytes} bytes`);
  return { id: header.id, args: header.args, data };
}

function parsed(text: Buffer): { id: unknown; args: string[]; bytes: number } {
  let header: { id?: unknown; args?: unknown; bytes?: unknown };
  try {
    header = JSON.parse(text.toString());
  } catch (cause) {
    throw badData(`a header that is not JSON: ${(cause as Error).message}`, cause);
  }
  const { id = null, args, bytes } = Object(header) as typeof header;
  const isList = Array.isArray(args) && args.every((arg) => typeof arg === 'string');
  if (!isList || !Number.isSafeInteger(bytes) || (bytes as number) < 0) {
    throw badData('a header without args (strings) and bytes (a whole number)');
  }
  return { id, args: args as string[], bytes: bytes as number };
}

/** Gives where calls run: for parts of segments a device. */
export type DeviceFor = (request: Values) => Promise<Device>;

async function answer({ args, data }: Request, device: DeviceFor): Promise<Buffer> {
  const [name = '', ...rest] = args;
  const values = Object.hasOwn(COMMANDS, name) ? readOptions(name as CommandName, rest) : undefined;
  const command = values && listCommand(name as CommandName, values);
  if (!command) throw usage(`'${name}'; allowed in a request: sort, argsort, top-k, quantile, scan, reduce`);
  const given = [...values.flags, ...values.texts.keys(), ...(values.inputs.length > 0 ? ['input'] : [])];
  const refusedName = given.find((each) => NOT_SERVED.includes(each));
  if (refusedName !== undefined) throw usage(`--${refusedName} in a request; give it to serve`);
  const parts: Uint8Array[] = [];
  const nothing = async () => undefined;
  const sink: Sink = {
    write: async (part) => void parts.push(part.slice()),
    seal: nothing,
    publish: nothing,
    abandon: nothing,
  };
  async function* source() {
    yield data;
  }
  const reader = chosen(await openStream(new ByteSource(source())), chooseColumns(name, values));
  async function* batches() {
    for (let i = 0; ; i++) {
      const { done, value } = await reader.next();
      if (done) return;
      yield { batch: value, where: `batch ${i}` };
    }
  }
  const input = { schema: reader.schema, batches: batches() };
  await runCommand(command, values, input, new ArrowOutput(sink), () => device(values), { onBatch: () => undefined });
  return Buffer.concat(parts);
}

function frame(header: object, data: Buffer): Buffer {
  const text = Buffer.from(JSON.stringify({ ...header, bytes: data.length }));
  const prefix = Buffer.alloc(4);
  prefix.writeUInt32LE(text.length);
  return Buffer.concat([prefix, text, data]);
}

/** Exit codes of errors after which the process cannot serve. The engine starts another process. */
const isFinal = (exit: number) => exit === EXIT.retry || exit === EXIT.noAdapter;

/** Answers requests until stdin ends. An answer is whole, or an error with its exit code. */
export async function serve(stdin: AsyncIterable<Uint8Array>, stdout: Sink, device: DeviceFor) {
  const bytes = new ByteSource(stdin);
  for (let request = await nextRequest(bytes); request; request = await nextRequest(bytes)) {
    const { id } = request;
    try {
      const data = await answer(request, device);
      await stdout.write(frame({ id, ok: true }, data));
    } catch (error) {
      const exit = exitOf(error);
      const message = error instanceof Error ? error.message : String(error);
      await stdout.write(frame({ id, ok: false, exit, error: message }, Buffer.alloc(0)));
      if (isFinal(exit)) throw new Failure(exit, message, error);
    }
  }
}
