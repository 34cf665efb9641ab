/** The scan over a buffer: any values, length and combination. */
import { describe, expect, it } from 'vitest';
import { PlannedOperation } from '../../src/gpu/operation.ts';
import { wholeRange } from '../../src/gpu/ranges.ts';
import { storage, written } from '../../src/plan/link.ts';
import { counted, layOut, type Plan, STATE } from '../../src/plan/plan.ts';

import { scanBlock, scanPasses, scanSums } from '../../src/scan/plan.ts';
import { GPU } from '../../src/tuning/gpu.ts';
import { Random, SEED } from '../support/cases.ts';
import { useDevice } from '../support/use-device.ts';

const device = useDevice();

/** Lanes of 16 values, so that few values take several blocks. */
const TABLE = { ...GPU, scan: { workgroup: 16, perLane: 3 } };

/** Strings of up to four bytes, joined. The operator does not commute, and its identity is the empty string. */
const JOIN = `fn scanIdentity() -> vec2u {
  return vec2u();
}
fn scanCombine(a: vec2u, b: vec2u) -> vec2u {
  let room = min(a.y + b.y, 4u) - a.y;
  return vec2u(insertBits(a.x, b.x, 8u * a.y, 8u * room), a.y + room);
}`;
const MAX = `fn scanIdentity() -> u32 {
  return 0u;
}
fn scanCombine(a: u32, b: u32) -> u32 {
  return max(a, b);
}`;
const VALUES = (type: string) => `${storage('values', `array<${type}>`)}
fn scanned(i: u32) -> ${type} {
  return values[i];
}
fn setScanned(i: u32, value: ${type}) {
  values[i] = value;
}`;

function planOf(type: string, combine: string, count: number, words: number): Plan {
  const passes = scanPasses(TABLE, {
    values: written('values', VALUES(type)),
    combine: written('combine', combine),
    type,
    length: STATE.ITEM_COUNT,
    grid: counted('items', scanBlock(TABLE), 1),
    counted: 'radixCounter',
  });
  const { regions, bytes } = layOut({ state: 4 * STATE.FIRST_ID, sums: 4 * words * scanSums(TABLE, count) });
  return { passes, regions, resources: {}, temporaryBytes: bytes, itemBytes: 0, argsSlots: 1, classes: [] };
}

async function scanned(type: string, combine: string, words: number, values: Uint32Array<ArrayBuffer>) {
  const count = values.length / words;
  const plan = planOf(type, combine, count, words);
  const operation = await PlannedOperation.create(device(), 'scan', plan, { scratch: false });
  const made = (data: Uint32Array<ArrayBuffer>) => {
    const buffer = device().createBuffer({ size: Math.max(data.byteLength, 16), usage: 0x80 | 0x04 | 0x08 });
    device().queue.writeBuffer(buffer, 0, data);
    return buffer;
  };
  const scratch = new Uint32Array(plan.temporaryBytes / 4).fill(0xdeadbeef);
  scratch[STATE.ITEM_COUNT] = count;
  const [buffer, temporary] = [made(values), made(scratch)];
  const staging = device().createBuffer({ size: buffer.size, usage: 0x01 | 0x08 });
  const encoder = device().createCommandEncoder();
  const numbers = { items: count, segments: 0, size: 0 };
  operation.record(encoder, plan, { values: wholeRange(buffer) }, wholeRange(temporary), numbers);
  encoder.copyBufferToBuffer(buffer, 0, staging, 0, buffer.size);
  device().queue.submit([encoder.finish()]);
  await staging.mapAsync(1);
  const found = new Uint32Array(staging.getMappedRange().slice(0)).subarray(0, values.length);
  for (const each of [buffer, temporary, staging]) each.destroy();
  operation.destroy();
  return found;
}

describe('a scan of given values is right', () => {
  const lengths = [0, 1, 2, 47, 48, 49, 96, 1000, 48 * 48 + 1];

  it.each(lengths)('by maximum, of %i', async (count) => {
    const random = new Random(SEED + count);
    const values = Uint32Array.from({ length: count }, () => random.word());
    let before = 0;
    const expected = values.map((value) => {
      const result = before;
      before = Math.max(before, value);
      return result;
    });
    expect(await scanned('u32', MAX, 1, values)).toEqual(expected);
  });

  it.each(lengths)('by an operator that does not commute, of %i', async (count) => {
    const random = new Random(SEED + count);
    const strings = Array.from({ length: count }, () => (random.below(20) === 0 ? [1 + random.below(255)] : []));
    const pair = (bytes: readonly number[]) => [
      bytes.reduce((word, byte, i) => word + byte * 256 ** i, 0),
      bytes.length,
    ];
    let before: number[] = [];
    const expected = strings.flatMap((bytes) => {
      const result = pair(before);
      before = [...before, ...bytes].slice(0, 4);
      return result;
    });
    expect([...(await scanned('vec2<u32>', JOIN, 2, Uint32Array.from(strings.flatMap(pair))))]).toEqual(expected);
  });
});
