/** Wrong input of the calls on host arrays: the code, a message with argument, value found and value allowed. */
import { afterEach, describe, it } from 'vitest';
import {
  createSegmentedReduce,
  createSegmentedSort,
  segmentedArgsort,
  segmentedReduce,
  segmentedSort,
  segmentedSortByKey,
  segmentedStableSort,
  segmentedStableSortByKey,
  tune,
} from '../../src/index.ts';
import { openDevice } from '../support/device.ts';
import { expectRefusal, expectStillWorking } from '../support/refusal.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();

/** Each refused call must leave the device and the library ready for the next correct one. */
afterEach(() => expectStillWorking(device()));

const keys = () => Uint32Array.from({ length: 10 }, (_, i) => 9 - i);

/** An argument of a caller without types. */
// biome-ignore lint/suspicious/noExplicitAny: the tests pass wrong input
type Wrong = any;

/** The five calls with the given segments. All other arguments are right. */
const CALLS: Record<string, (segments: Wrong) => Promise<unknown>> = {
  segmentedSort: (segments) => segmentedSort(device(), keys(), segments),
  segmentedStableSort: (segments) => segmentedStableSort(device(), keys(), segments),
  segmentedSortByKey: (segments) => segmentedSortByKey(device(), keys(), keys(), segments),
  segmentedStableSortByKey: (segments) => segmentedStableSortByKey(device(), keys(), keys(), segments),
  segmentedReduce: (segments) => segmentedReduce(device(), keys(), segments, 'sum'),
};

interface WrongOffsets {
  rule: string;
  code: string;
  segments: ArrayLike<number>;
  /** The patterns that the message must match. */
  says: (string | RegExp)[];
}

const WRONG_OFFSETS: WrongOffsets[] = [
  { rule: 'fall', code: 'offsets-not-monotonic', segments: [0, 5, 3, 10], says: [/\b3\b/, /\b5\b/, /\b[12]\b/] },
  { rule: 'fall at the end', code: 'offsets-not-monotonic', segments: [4, 8, 7], says: [/\b7\b/, /\b8\b/] },
  { rule: 'end past the last item', code: 'offsets-out-of-range', segments: [0, 5, 11], says: [/\b11\b/, /\b10\b/] },
  { rule: 'begin past the last item', code: 'offsets-out-of-range', segments: [12, 12], says: [/\b12\b/, /\b10\b/] },
  { rule: 'are negative', code: 'offsets-out-of-range', segments: [-1, 5], says: [/-1/] },
  { rule: 'are fractional', code: 'offsets-out-of-range', segments: [0, 2.5, 5], says: [/2\.5/] },
  { rule: 'are NaN', code: 'offsets-out-of-range', segments: [0, Number.NaN, 5], says: [/NaN/] },
  { rule: 'are infinite', code: 'offsets-out-of-range', segments: [0, Number.POSITIVE_INFINITY], says: [/Infinity/] },
  { rule: 'are 2^32', code: 'offsets-out-of-range', segments: [0, 2 ** 32], says: [/4294967296/] },
  { rule: 'are 2^32 + 5', code: 'offsets-out-of-range', segments: [0, 2 ** 32 + 5], says: [/4294967301/] },
];

describe('offsets that', () => {
  for (const { rule, code, segments, says } of WRONG_OFFSETS) {
    // Offsets of 32 bits have a loop of their own.
    const words = Uint32Array.from(segments);
    const inBoth = words.every((word, i) => word === segments[i]) ? [segments, words] : [segments];
    for (const [name, call] of Object.entries(CALLS)) {
      it(`${rule} are refused by ${name}`, async () => {
        for (const given of inBoth) await expectRefusal(() => call(given), code, [/segments|offsets/, ...says]);
      });
    }
  }

  it('hold a hole or a value that is no number are refused', async () => {
    const hole = new Array<number>(3);
    hole[0] = 0;
    hole[2] = 5;
    await expectRefusal(() => segmentedSort(device(), keys(), hole), 'offsets-out-of-range', [/segments|offsets/]);
    const text: Wrong = [0, '5', 10];
    await expectRefusal(() => segmentedSort(device(), keys(), text), 'offsets-out-of-range', [/segments|offsets/]);
    for (const value of [Symbol('five'), Object.create(null)]) {
      const odd: Wrong = [0, value, 10];
      for (const call of [
        () => segmentedSort(device(), keys(), odd),
        () => segmentedSort(device(), keys(), { begin: [0], end: [value] }),
      ])
        await expectRefusal(call, 'offsets-out-of-range', [/segments/, typeof value === 'symbol' ? /five/ : /object/]);
    }
  });
});

describe('segments that are no offsets', () => {
  for (const [name, call] of Object.entries(CALLS)) {
    it(`are refused by ${name}`, async () => {
      await expectRefusal(() => call([]), ['length-mismatch', 'invalid-option'], [/segments/, /\b0\b/]);
      for (const wrong of [undefined, null, 5, 'text', {}]) {
        await expectRefusal(() => call(wrong), ['unsupported-type', 'invalid-option'], [/segments/]);
      }
    });
  }
});

it('detached offsets and a signal that is no AbortSignal are refused before any work', async () => {
  const detached = Uint32Array.of(0, 10);
  structuredClone(detached.buffer, { transfer: [detached.buffer] });
  for (const segments of [detached, { begin: [0], end: detached }]) {
    await expectRefusal(() => segmentedSort(device(), keys(), segments), 'unsupported-type', [/segments/, /detached/]);
    const call = () => segmentedReduce(device(), keys(), segments, 'sum');
    await expectRefusal(call, 'unsupported-type', [/segments/, /detached/]);
  }
  for (const wrong of [5, 0, false, Number.NaN]) {
    const signal = wrong as unknown as AbortSignal;
    const found = [new RegExp(`signal: ${wrong};`)];
    await expectRefusal(() => segmentedSort(device(), keys(), [0, 10], { signal }), 'invalid-option', found);
  }
  const signal = new AbortController() as unknown as AbortSignal;
  const says = [/signal: \[object AbortController\]/, /AbortSignal/];
  await expectRefusal(() => segmentedSort(device(), keys(), [0, 10], { signal }), 'invalid-option', says);
  await expectRefusal(() => segmentedReduce(device(), keys(), [0, 10], 'sum', { signal }), 'invalid-option', says);
});

describe('arrays of', () => {
  it('fewer or more values than keys are refused', async () => {
    for (const length of [0, 9, 11]) {
      for (const sort of [segmentedSortByKey, segmentedStableSortByKey]) {
        const call = () => sort(device(), keys(), new Uint32Array(length), [0, 10]);
        await expectRefusal(call, 'length-mismatch', [/values/, new RegExp(`\\b${length}\\b`), /\b10\b/]);
      }
    }
  });
});

const WRONG_ARRAYS: Record<string, () => Wrong> = {
  'a Uint8ClampedArray': () => new Uint8ClampedArray(10),
  'a plain array': () => [3, 1, 2, 0, 0, 0, 0, 0, 0, 0],
  'a DataView': () => new DataView(new ArrayBuffer(40)),
  'an ArrayBuffer': () => new ArrayBuffer(40),
  'a detached array': () => {
    const array = keys();
    structuredClone(array.buffer, { transfer: [array.buffer] });
    return array;
  },
  'an array past the end of its buffer, which was cut': () => {
    const Resizable = ArrayBuffer as new (length: number, options: { maxByteLength: number }) => ArrayBuffer;
    const buffer = new Resizable(40, { maxByteLength: 40 });
    const array = new Uint32Array(buffer, 0, 10);
    (buffer as ArrayBuffer & { resize(length: number): void }).resize(8);
    return array;
  },
  undefined: () => undefined,
  null: () => null,
  'a string': () => '0123456789',
};

describe('instead of a typed array,', () => {
  for (const [what, make] of Object.entries(WRONG_ARRAYS)) {
    it(`${what} is refused as keys, as values and as the input of a reduce`, async () => {
      const offsets = [0, 10];
      await expectRefusal(() => segmentedSort(device(), make(), offsets), 'unsupported-type', [/keys/]);
      await expectRefusal(() => segmentedStableSort(device(), make(), offsets), 'unsupported-type', [/keys/]);
      await expectRefusal(() => segmentedSortByKey(device(), make(), keys(), offsets), 'unsupported-type', [/keys/]);
      await expectRefusal(() => segmentedSortByKey(device(), keys(), make(), offsets), 'unsupported-type', [/values/]);
      await expectRefusal(() => segmentedReduce(device(), make(), offsets, 'sum'), 'unsupported-type', [
        /values|input/,
      ]);
    });
  }
});

describe('options:', () => {
  it('an onProgress or signal of a wrong type is refused before any work', async () => {
    const wrong: Wrong[] = [{ onProgress: 5 }, { onProgress: 'x' }, { signal: { aborted: false } }];
    for (const options of wrong) {
      const says = [new RegExp(`^${Object.keys(options)[0]}: `), /a function|an AbortSignal/];
      await expectRefusal(() => segmentedSort(device(), keys(), [0, 10], options), 'invalid-option', says);
      await expectRefusal(() => segmentedReduce(device(), keys(), [0, 10], 'sum', options), 'invalid-option', says);
      // The options are checked even if there is nothing to sort or reduce.
      await expectRefusal(() => segmentedSort(device(), keys(), [0, 1], options), 'invalid-option', says);
      await expectRefusal(() => segmentedReduce(device(), keys(), [0], 'sum', options), 'invalid-option', says);
    }
  });

  for (const wrong of [null, 'descending', 7, ['descending']] as Wrong[]) {
    it(`${JSON.stringify(wrong)} is refused instead`, async () => {
      const says = [/^options: /, Array.isArray(wrong) ? /an array/ : new RegExp(String(wrong)), /an object/];
      const calls = [
        () => segmentedSort(device(), keys(), [0, 10], wrong),
        () => segmentedStableSort(device(), keys(), [0, 10], wrong),
        () => segmentedSortByKey(device(), keys(), keys(), [0, 10], wrong),
        () => segmentedStableSortByKey(device(), keys(), keys(), [0, 10], wrong),
        () => segmentedArgsort(device(), keys(), [0, 10], wrong),
        () => segmentedReduce(device(), keys(), [0, 10], 'sum', wrong),
        () => tune(device(), wrong),
      ];
      for (const call of calls) await expectRefusal(call, 'invalid-option', says);
      const plans = [() => createSegmentedSort(device(), wrong), () => createSegmentedReduce(device(), wrong)];
      for (const plan of plans) await expectRefusal(plan, 'invalid-option', [/^descriptor: /, /an object/]);
    });
  }

  it('that cannot be converted to text are refused as well', async () => {
    const bare: Wrong = Object.create(null);
    const round: Wrong = {};
    round.round = round;
    const sort = (options: Wrong) => () => segmentedSort(device(), keys(), [0, 10], options);
    await expectRefusal(sort({ order: bare }), 'invalid-option', [/^order: \[object Object\]/]);
    await expectRefusal(sort({ tuning: { family: round } }), 'invalid-option', [/^tuning\.family: \[object Object\]/]);
    await expectRefusal(
      () => segmentedSort(device(), { type: bare, data: keys() } as Wrong, [0, 10]),
      'unsupported-type',
      [/^keys\.type\b.*\[object Object\]/],
    );
    const values: Wrong = { keyType: 'u32', valueType: { bytes: bare }, maxItems: 9, maxSegments: 1 };
    await expectRefusal(() => createSegmentedSort(device(), values), 'unsupported-type', [
      /^valueType\.bytes: \[object Object\]/,
    ]);
    const signal = AbortSignal.abort(bare);
    await expectRefusal(sort({ signal }), 'aborted', [/\[object Object\]/]);
  });

  for (const order of ['up', 'Ascending', '', 1, null]) {
    it(`order ${JSON.stringify(order)} is refused`, async () => {
      const options: Wrong = { order };
      const says = [/order/, new RegExp(String(order)), /ascending/, /descending/];
      for (const sort of [segmentedSort, segmentedStableSort]) {
        await expectRefusal(() => sort(device(), keys(), [0, 10], options), 'invalid-option', says);
      }
      await expectRefusal(() => segmentedSortByKey(device(), keys(), keys(), [0, 10], options), 'invalid-option', says);
    });
  }

  it('an operator of another name is refused with the name here', async () => {
    for (const op of ['avg', 'median'] as Wrong[]) {
      const says = ['count, mean, variance', 'avg: mean; median: quantile'];
      await expectRefusal(() => segmentedReduce(device(), keys(), [0, 10], op), 'unsupported-type', says);
    }
  });
});

describe('a device', () => {
  it('that is destroyed is refused as lost, and others go on working', async () => {
    const lost = await openDevice();
    await segmentedSort(lost, keys(), [0, 10]);
    lost.destroy();
    await lost.lost;
    await expectRefusal(() => segmentedSort(lost, keys(), [0, 10]), 'device-lost', [/device/]);
    await expectRefusal(() => segmentedReduce(lost, keys(), [0, 10], 'sum'), 'device-lost', [/device/]);
  });
});
