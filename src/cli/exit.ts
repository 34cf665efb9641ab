/** The program's exit codes, and the errors that have them. Most numbers are those of BSD. */
import { SegmentedError } from '../index.ts';

export const EXIT = {
  whole: 0,
  usage: 64,
  data: 65,
  noAdapter: 69,
  internal: 70,
  io: 74,
  /** The GPU lost the device or has no memory. The same command may succeed later. */
  retry: 75,
  /** The reader of stdout is gone: 128 + SIGPIPE. */
  readerGone: 141,
} as const;

/** An error of the program, with its exit code. */
export class Failure extends Error {
  readonly exit: number;

  constructor(exit: number, message: string, cause?: unknown) {
    super(message, { cause });
    this.exit = exit;
  }
}

export const usage = (message: string) => new Failure(EXIT.usage, message);
export const badData = (message: string, cause?: unknown) => new Failure(EXIT.data, message, cause);

const OF_CODE: Readonly<Record<string, number>> = {
  'no-adapter': EXIT.noAdapter,
  'device-lost': EXIT.retry,
  'out-of-memory': EXIT.retry,
  'invalid-option': EXIT.usage,
  'unsupported-type': EXIT.data,
  'limit-exceeded': EXIT.data,
  'length-mismatch': EXIT.data,
  'offsets-not-monotonic': EXIT.data,
  'offsets-out-of-range': EXIT.data,
};

/** The exit code of any error. */
export function exitOf(error: unknown): number {
  if (error instanceof Failure) return error.exit;
  if (error instanceof SegmentedError) return OF_CODE[error.code] ?? EXIT.internal;
  const { code, syscall } = Object(error) as NodeJS.ErrnoException;
  if (code === 'EPIPE') return EXIT.readerGone;
  return syscall === undefined ? EXIT.internal : EXIT.io;
}

/** Adds the source of an error, for example `batch 3 of rows.arrow`. The exit code stays. */
export function located(where: string, error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error);
  return new Failure(exitOf(error), `${where}: ${message}`, error);
}
