/** An opened place: it chooses where each call runs, runs it there, and remembers why. */
import {
  readMembers,
  refused,
  requireCount,
  requireMembers,
  requireObject,
  requireOneOf,
  SegmentedError,
  type SegmentedErrorCode,
  taken,
} from '../checks.ts';
import type { JsWorker } from '../js/worker/index.ts';
import { type CallName, OPTIONS_AT } from '../js/worker/protocol.ts';
import type { Found } from './gpu.ts';
import { type LastCall, type Place, type PlaceOptions, RUN, type RunCall } from './place.ts';
import { isWorthCopies, LEAST, timeInJs, type Work, winsFrom, workOf } from './work.ts';

type Calls = Readonly<Record<CallName, (...given: unknown[]) => Promise<unknown>>>;

/** Where a call runs, and why. */
interface Choice {
  readonly ran: LastCall['ran'];
  readonly why: string;
}

const count = (items: number) => (items === 1 ? '1 item' : `${items.toLocaleString('en-US')} items`);

/** A sentence on the items of a call, and on those that win on a GPU. */
function comparison({ kind, items }: Work, from: number): string {
  const told = `it has ${count(items)}, and ${kind}`;
  if (from === Number.POSITIVE_INFINITY) return `${told} never takes less time on the GPU`;
  return `${told} takes less time on the GPU from ${from.toLocaleString('en-US')} items on`;
}

const CLOSED = 'place: it was closed';
const closed = (when: string) => new SegmentedError('destroyed', `${CLOSED}${when}; allowed: one that is open`);

/** Checked options. */
interface Settings extends Required<Omit<PlaceOptions, 'device' | 'workers'>> {
  readonly device: GPUDevice | undefined;
  readonly workers: number | undefined;
}

/** Codes of calls that did run. Others are for wrong arguments. */
const OF_RUNS: readonly unknown[] = [undefined, 'aborted', 'device-lost', 'out-of-memory', 'shader-compile'];

/**
 * Milliseconds of a call in JavaScript from which workers take less time: a message there and back takes 0.2 ms, and
 * the copies of a call a tenth of its own time.
 */
const FOR_WORKERS = 8;
/** The same where no worker runs: they take 50 to 100 ms to start. Shorter calls start them for later ones. */
const FOR_NEW_WORKERS = 300;

class OpenPlace {
  #options: Settings;
  readonly #loaded = new Map<Choice['ran'], Calls>();
  /** Of calls that have not ended. */
  readonly #running = new Set<AbortController>();
  #finding: Promise<Found> | undefined;
  #found: Found | undefined;
  #pool: JsWorker | undefined;
  #starting: Promise<void> | undefined;
  #closed = false;
  last: LastCall | undefined;

  constructor(options: Settings) {
    this.#options = options;
  }

  /** Looks for the GPU, once. */
  async find(): Promise<Found> {
    this.#finding ??= this.#find();
    return this.#finding;
  }

  async #find(): Promise<Found> {
    const { findGpu, measuredRates } = await import('./gpu.ts');
    const { device: given, measure } = this.#options;
    let found = await findGpu(given);
    if ('device' in found) {
      const { device, rates } = found;
      device.lost.then(({ reason, message }) => this.#lose(`${reason || 'unknown'}${message && `: ${message}`}`));
      try {
        if (measure) found = { ...found, rates: await measuredRates(device, rates) };
      } catch (error) {
        this.#destroy(found);
        found = { none: `the GPU does not run: ${(error as Error).message}` };
      }
    }
    // A place that was closed meanwhile keeps no device.
    if (this.#closed) this.#destroy(found);
    this.#found ??= found;
    return this.#found;
  }

  #lose(why: string): void {
    this.#found = { none: `the GPU was lost (${why})` };
  }

  #destroy(found: Found | undefined): void {
    if (found && 'device' in found && found.owned) found.device.destroy();
  }

  /** Where a call runs, as far as that is known without a search for the GPU. Throws if it can run nowhere. */
  #choice(work: Work): Choice | undefined {
    const { prefer, strict } = this.#options;
    const found = this.#found;
    const { onlyWgsl } = work;
    if (prefer === 'js' && (!onlyWgsl || strict)) {
      if (onlyWgsl) throw refused('invalid-option', onlyWgsl, undefined, 'JavaScript: the place runs nothing on a GPU');
      return { ran: 'js', why: 'the place prefers JavaScript' };
    }
    if (prefer === 'auto' && !onlyWgsl) {
      const from = winsFrom(work, found && 'device' in found ? found.rates : LEAST);
      if (work.items < from && !(found && 'none' in found)) return { ran: 'js', why: comparison(work, from) };
      if (found && 'device' in found) return { ran: 'gpu', why: comparison(work, from) };
    }
    if (!found) return undefined;
    if ('none' in found) {
      if (onlyWgsl) throw refused('invalid-option', onlyWgsl, undefined, `JavaScript beside the WGSL: ${found.none}`);
      if (strict && prefer === 'gpu')
        throw new SegmentedError('device-lost', `place: ${found.none}; allowed: a new place`);
      return { ran: 'js', why: found.none };
    }
    if (onlyWgsl) return { ran: 'gpu', why: `its WGSL has no ${onlyWgsl} beside it` };
    return { ran: 'gpu', why: `the place prefers the GPU, ${found.name}` };
  }

  /** Starts the workers. Where there are none, calls go on without them. */
  async #start(): Promise<void> {
    const { workers } = this.#options;
    try {
      const { createJsWorker } = await import('../js/worker/index.ts');
      this.#pool ??= createJsWorker(workers === undefined ? {} : { workers });
      await this.#pool.start();
      if (this.#pool.running < 2) throw new Error('one worker is no help');
    } catch {
      this.#pool?.close();
      this.#pool = undefined;
      this.#options = { ...this.#options, workers: 0 };
    }
    this.#starting = undefined;
    if (this.#closed) this.#pool?.close();
  }

  /** Whether workers take less time for a call. If none runs, they start. */
  #wantsWorkers({ ran }: Choice, work: Work): boolean {
    const { workers } = this.#options;
    if (ran !== 'js' || (workers ?? 2) < 2 || !work.parts || !isWorthCopies(work)) return false;
    if (timeInJs(work) < FOR_WORKERS) return false;
    if (this.#starting === undefined && !this.#pool?.running) this.#starting = this.#start();
    return this.#starting === undefined || timeInJs(work) >= FOR_NEW_WORKERS;
  }

  /** The loaded code for a call. Undefined if it has to be loaded, or started. */
  #calls(choice: Choice, work: Work): Calls | undefined {
    if (!this.#wantsWorkers(choice, work)) return this.#loaded.get(choice.ran);
    return this.#starting ? undefined : (this.#pool as unknown as Calls);
  }

  async #load(ran: Choice['ran']): Promise<Calls> {
    const loaded = await (ran === 'gpu' ? import('../index.ts') : import('../js/index.ts'));
    // Node may find the names of a CommonJS file only in its default export.
    const calls = ('segmentedSort' in loaded ? loaded : (loaded as { default: unknown }).default) as Calls;
    this.#loaded.set(ran, calls);
    return calls;
  }

  /** Runs a call. Until its code is loaded, its arguments are copied here; later the code does it. */
  async run(call: CallName, given: readonly unknown[]): Promise<unknown> {
    if (this.#closed) throw closed('');
    const work = workOf(call, given);
    const choice = this.#choice(work);
    const calls = choice && this.#calls(choice, work);
    if (calls) return this.#runIn(choice, calls, call, given, work);
    const own = given.map((each) => taken(each));
    if (!choice) await this.find();
    // The GPU may be lost by now.
    const settled = choice ?? (this.#choice(work) as Choice);
    if (this.#wantsWorkers(settled, work)) await this.#starting;
    const loaded = this.#calls(settled, work) ?? (await this.#load(settled.ran));
    return this.#runIn(settled, loaded, call, own, work);
  }

  async #runIn(choice: Choice, calls: Calls, call: CallName, given: readonly unknown[], work: Work): Promise<unknown> {
    if (this.#closed) throw closed(' before the call ended');
    const found = this.#found;
    const controller = new AbortController();
    const abort = () => controller.abort(signal?.reason);
    const at = OPTIONS_AT[call] - 1;
    const { signal } = Object(given[at]) as { signal?: AbortSignal };
    const follows = typeof signal?.addEventListener === 'function';
    if (follows && signal.aborted) abort();
    else if (follows) signal.addEventListener('abort', abort);
    // What is no object, or no signal, is refused by the call.
    const options = given[at];
    const isObject = options === undefined || (typeof options === 'object' && options !== null);
    const args = [...given.slice(0, at)];
    while (args.length < at) args.push(undefined);
    const own = isObject && !Array.isArray(options) && (signal === undefined || follows);
    args.push(own ? Object.assign(readMembers(options ?? {}), { signal: controller.signal }) : options);
    this.#running.add(controller);
    const pool = calls === (this.#pool as unknown) ? this.#pool : undefined;
    let why = pool ? `${choice.why}; on ${pool.running} workers` : choice.why;
    let code: SegmentedErrorCode | undefined;
    try {
      return await calls[call](choice.ran === 'gpu' && found && 'device' in found ? found.device : null, ...args);
    } catch (error) {
      if (this.#closed && !(follows && signal.aborted)) throw closed(' before the call ended');
      if (error instanceof SegmentedError) code = error.code;
      if (choice.ran === 'gpu' && code === 'device-lost') {
        why = `${why}; the GPU was lost during the call`;
        if (this.#found && 'device' in this.#found) this.#lose('during a call');
      }
      throw error;
    } finally {
      this.#running.delete(controller);
      if (follows) signal.removeEventListener('abort', abort);
      if (OF_RUNS.includes(code)) this.last = Object.freeze({ ran: choice.ran, why, items: work.items });
    }
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const controller of this.#running) controller.abort();
    this.#destroy(this.#found);
    this.#pool?.close();
  }
}

/** Checks the options and opens a place: see `openPlace`. */
export async function opened(options: PlaceOptions): Promise<Place> {
  requireObject('options', options);
  requireMembers('options', options, ['prefer', 'strict', 'workers', 'device', 'measure']);
  const { prefer = 'auto', strict = false, workers, device, measure = false } = options;
  requireOneOf('prefer', prefer, ['auto', 'gpu', 'js'], 'invalid-option');
  for (const [name, value] of Object.entries({ strict, measure })) {
    if (typeof value !== 'boolean') throw refused('invalid-option', name, value, 'true, false');
  }
  if (workers !== undefined) requireCount('workers', workers, 64, 'invalid-option');
  const place = new OpenPlace({ prefer, strict, measure, device, workers });
  const run: RunCall = (call, given) => place.run(call, given);
  // A device of the caller's is checked now, and a place that prefers the GPU has one before its first call.
  if (device !== undefined || prefer === 'gpu') {
    const found = await place.find();
    if ('none' in found && strict && prefer === 'gpu') {
      throw new SegmentedError('no-adapter', `place: ${found.none}; allowed: strict: false, or a hardware GPU`);
    }
  }
  return Object.freeze({
    get last() {
      return place.last;
    },
    close: () => place.close(),
    [RUN]: run,
  });
}
