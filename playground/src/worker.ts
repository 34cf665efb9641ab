/** Runs outside the page's thread: makes the workload, does the work in plain JavaScript, compares. */
import { type Column, column, type Workload } from './columns.ts';
import { difference } from './plain/check.ts';
import { plainResults, reference } from './plain/results.ts';
import type { Settings } from './settings.ts';
import type { Pair } from './table/parse.ts';
import { steadyMs, timed } from './timing.ts';
import { makeWorkload } from './workload.ts';

export interface Calls {
  make(given: { settings: Settings; own: Pair | undefined }): Workload;
  /** Does the operation of the settings on the workload that was made, in the time that it tells. */
  plain(given: { settings: Settings; once?: boolean }): Promise<{ milliseconds: number }>;
  /** Compares results with those of the last `plain`. */
  check(found: readonly Column[]): { wrong: string | undefined };
}

let workload: Workload;
let expected: readonly Column[] = [];

const calls: Calls = {
  make({ settings, own }) {
    workload = makeWorkload(settings, own);
    return workload;
  },
  async plain({ settings, once = false }) {
    let plain: readonly Column[] = [];
    const run = () => {
      plain = plainResults(settings, workload);
    };
    const milliseconds = once ? (await timed(run))[1] : await steadyMs(run);
    expected = plain.map((column) => reference(settings, workload, column));
    return { milliseconds };
  },
  check(found) {
    for (const wanted of expected) {
      const wrong = difference(column(found, wanted.name), wanted, workload);
      if (wrong) return { wrong };
    }
    return { wrong: undefined };
  },
};

self.onmessage = async ({ data }: MessageEvent<{ id: number; call: keyof Calls; argument: never }>) => {
  try {
    postMessage({ id: data.id, result: await calls[data.call](data.argument) });
  } catch (error) {
    postMessage({ id: data.id, error: error instanceof Error ? error.message : String(error) });
  }
};
