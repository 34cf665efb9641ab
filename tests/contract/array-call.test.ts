/** The code that all calls on arrays share, tested by an operation that copies: batches, results, progress, abort. */

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { type ArrayCall, type CallOptions, checkedCall, runArrayCall } from '../../src/api/array_call.ts';
import { type Batch, inBatches } from '../../src/api/batches.ts';
import type { BufferRange } from '../../src/gpu/ranges.ts';
import { inTurn } from '../support/cases.ts';
import { expectRefusal } from '../support/refusal.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();

/** Bindings of 512 bytes: 128 items of four bytes, 64 segments. */
const tuning = { maxBindingBytes: 1024 };

interface Log {
  readonly made: { maxItems: number; maxSegments: number; maxSegmentSize: number }[];
  readonly long: number[];
  destroyed: number;
}

/** Copies items and names. Each segment has one name. */
function copies(segments: unknown, itemCount: number, options: CallOptions = {}, minLength = 0) {
  const log: Log = { made: [], long: [], destroyed: 0 };
  const call = checkedCall(device(), itemCount, segments, { tuning, ...options }, { mayOverlap: true, options: [] });
  const { count } = call.segments;
  const bytesOf = (length: number) => new Uint8Array(Uint32Array.from({ length }, (_, i) => i + 1).buffer);
  const inputs = [
    { argument: 'items', per: 'item', entryBytes: 4, bytes: bytesOf(itemCount) },
    { argument: 'names', per: 'segment', entryBytes: 4, bytes: bytesOf(count) },
  ] as const;
  const outputs = inputs.map((input) => ({
    ...input,
    argument: `${input.argument} out`,
    bytes: new Uint8Array(input.bytes.length),
  }));
  const copied: ArrayCall = {
    ...call,
    inputs,
    outputs,
    minLength,
    scratch: { itemBytes: 0, segmentBytes: 0 },
    plan: () => expect.unreachable('so little always has room'),
    async make(bounds) {
      log.made.push(bounds);
      return {
        record(encoder, { ranges }) {
          for (const name of ['items', 'names']) {
            const [from, to] = [ranges[name], ranges[`${name} out`]] as [BufferRange, BufferRange];
            encoder.copyBufferToBuffer(from.buffer, 0, to.buffer, 0, from.size);
          }
        },
        destroy: () => log.destroyed++,
      };
    },
    async long({ id, begin, length }, { report, runBatch }) {
      log.long.push(id);
      for (let first = 0; first < length; first += 100) {
        const size = Math.min(100, length - first);
        const part = { count: 1, longest: size, coversAll: false, size };
        await runBatch({ firstItem: begin + first, itemCount: size, firstId: id, segments: part });
        report(size);
      }
    },
  };
  const results = () => outputs.map(({ bytes }) => Array.from(new Uint32Array(bytes.buffer)));
  return { call: copied, log, results };
}

const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

it('a call that a binding holds is one batch', async () => {
  const { call, log, results } = copies([0, 30, 100], 100);
  await runArrayCall(call);
  expect(log).toEqual({ made: [{ maxItems: 100, maxSegments: 2, maxSegmentSize: 70 }], long: [], destroyed: 1 });
  expect(results()).toEqual([upTo(100), [1, 2]]);
});

it('a longer call is cut between segments; results are at the indices of their items and segments', async () => {
  const done: number[] = [];
  const onProgress = ({ done: items, total }: { done: number; total: number }) => done.push(items, total);
  const begin = [200, 0, 100, 60];
  const end = [300, 60, 200, 100];
  const { call, log, results } = copies({ begin, end }, 300, { onProgress });
  await runArrayCall(call);
  expect(log.made.map(({ maxItems, maxSegments }) => [maxItems, maxSegments])).toEqual([
    [100, 2],
    [100, 1],
    [100, 1],
  ]);
  expect(log.destroyed).toBe(3);
  expect(done).toEqual([100, 300, 200, 300, 300, 300]);
  expect(results()).toEqual([upTo(300), upTo(4)]);
});

it('segments that are more than a binding holds are cut as well', async () => {
  const { call, log, results } = copies({ size: 1 }, 100);
  await runArrayCall(call);
  expect(log.made.map(({ maxSegments }) => maxSegments)).toEqual([64, 36]);
  expect(results()).toEqual([upTo(100), upTo(100)]);
});

it('a segment longer than a batch comes last and reports the progress of its parts', async () => {
  const done: number[] = [];
  const { call, log, results } = copies([0, 250, 300], 300, { onProgress: (progress) => done.push(progress.done) });
  await runArrayCall(call);
  expect(log.long).toEqual([0]);
  expect(done).toEqual([50, 150, 250, 300]);
  expect(results()).toEqual([upTo(300), [1, 2]]);
});

it('items outside all segments are copied from the base of an output, which may be the output itself', async () => {
  for (const inPlace of [false, true]) {
    const { call, results } = copies([10, 20], 100);
    const outputs = call.outputs.slice(0, 1).map((output) => ({ ...output, base: { input: 'items', inPlace } }));
    const make = async () => ({ record() {}, destroy() {} });
    await runArrayCall({ ...call, outputs, make });
    expect(results()[0]).toEqual(upTo(100));
  }
});

it('no plan is made if no segment has the minimum length', async () => {
  for (const [segments, minLength] of [
    [[0, 1, 2], 2],
    [[0], 0],
  ] as const) {
    const { call, log, results } = copies(segments, 2, {}, minLength);
    await runArrayCall(call);
    expect(log.made).toEqual([]);
    expect(results().flat()).not.toContain(1);
  }
});

it('an abort between batches ends the call; its plans are destroyed', async () => {
  const controller = new AbortController();
  const onProgress = () => controller.abort('enough');
  const { call, log } = copies([0, 100, 200, 300], 300, { onProgress, signal: controller.signal });
  await expectRefusal(() => runArrayCall(call), 'aborted', ['enough']);
  expect([log.made.length, log.destroyed]).toEqual([2, 2]);
});

it('wrong arguments are refused before a plan is made', async () => {
  const { call, log } = copies([0, 100], 100, { onProgress: 'often' as never });
  await expectRefusal(() => runArrayCall(call), 'invalid-option', ['onProgress', 'often', 'a function']);
  expect(log.made).toEqual([]);
});

it('the inputs of a call are read before its promise is returned', () => {
  const offsets = Uint32Array.of(0, 30, 100);
  const { segments } = checkedCall(device(), 100, offsets, {}, { mayOverlap: true, options: [] });
  offsets.fill(0);
  expect(Array.from(segments.offsets ?? [])).toEqual([0, 30, 100]);
});

describe('batches of many segments', () => {
  const COUNT = 2 ** 20;
  const limits = { items: 2 ** 16, segments: 2 ** 16 };
  const begin = Uint32Array.from({ length: COUNT }, (_, i) => i);
  const offsets = Uint32Array.from({ length: COUNT + 1 }, (_, i) => i);
  const end = offsets.slice(1);
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;

  it.each(
    inTurn([
      ['offsets', { offsets }],
      ['one size', { size: 1 }],
      ['ranges', { ranges: { begin, end } }],
      ['ranges in reverse', { ranges: { begin: begin.toReversed(), end: end.toReversed() } }],
    ] as const),
  )('of %s keep the form, and hold no object for each segment', async (_, form) => {
    const segments = { count: COUNT, longest: 1, coversAll: true, ...form };
    collect();
    const before = process.memoryUsage().heapUsed;
    let [seen, most] = [0, 0];
    const doBatch = async ({ itemCount, segments: { count, ...of } }: Batch) => {
      expect(Object.keys(of)).toContain(Object.keys(form)[0]);
      expect(count).toBe(itemCount);
      seen += count;
      collect();
      most = Math.max(most, process.memoryUsage().heapUsed - before);
    };
    await inBatches(segments, limits, undefined, doBatch, async () => undefined);
    expect(seen).toBe(COUNT);
    expect(most).toBeLessThan(2 ** 22);
  });
});
