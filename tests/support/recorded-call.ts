/** Any recorded call: outputs and scratch memory begin as garbage, and guards lie around every range. */
import { Random } from './cases.ts';
import { boundSegments, type LoosePlan, padded } from './reduce-run.ts';
import { type Range, recordInto, Workspace, withoutGpuErrors } from './run.ts';
import { bytesOf, type SegmentsCase } from './typed-cases.ts';

/** The bytes of an output after the call, and before it. */
export interface Written {
  readonly found: Uint8Array;
  readonly before: Uint8Array;
}

export interface RecordedWhat {
  readonly segments: SegmentsCase;
  /** The bytes of each input. */
  readonly inputs: Readonly<Record<string, Uint8Array>>;
  /** The number of bytes of each output. */
  readonly outputs: Readonly<Record<string, number>>;
  /** The arguments, if they are not named as the ranges are. */
  readonly named?: (ranges: Readonly<Record<string, Range>>) => object;
  /** An output that is the input as well. */
  readonly inPlace?: readonly [input: string, output: string];
}

/** Makes a plan with some more room, encodes one call, and returns the bytes of its outputs. */
export async function recordCall(
  device: GPUDevice,
  create: (device: GPUDevice, descriptor: never) => Promise<unknown>,
  descriptor: object,
  { segments, inputs, outputs, named, inPlace }: RecordedWhat,
  seed: number,
): Promise<Readonly<Record<string, Written>>> {
  const random = new Random(seed);
  const { itemCount, bounds } = segments;
  const room = { maxItems: itemCount + 1 + random.below(100), maxSegments: Math.max(1, bounds.length) };
  const made = () => create(device, { ...room, ...descriptor } as never) as Promise<LoosePlan>;
  const plan = await withoutGpuErrors(device, made);
  const space = new Workspace(device, seed);
  try {
    const ranges: Record<string, Range> = {};
    for (const [name, bytes] of Object.entries(inputs)) {
      ranges[name] = inPlace?.[0] === name ? space.inOut(name, padded(bytes)) : space.input(name, padded(bytes));
    }
    for (const [name, bytes] of Object.entries(outputs)) {
      const range = inPlace?.[1] === name ? ranges[inPlace[0]] : undefined;
      ranges[name] = range ?? space.output(name, Math.max(1, Math.ceil(bytes / 4)));
    }
    const args = {
      ...(named ? named(ranges) : ranges),
      itemCount,
      segments: boundSegments(space, segments, random.below(2) ? bounds.length : undefined),
      ...(plan.temporaryBytes > 0 ? { temporary: space.scratch('temporary', plan.temporaryBytes) } : {}),
    };
    const openPass = random.below(2) > 0;
    await space.submit((encoder) => recordInto(encoder, openPass, (into) => plan.encode(into, args)));
    const sides = Object.keys(outputs).map((name): [string, Written] => {
      const { found, before } = ranges[name] as Range;
      return [name, { found: bytesOf(found).slice(), before: bytesOf(before).slice() }];
    });
    return Object.fromEntries(sides);
  } finally {
    space.destroy();
    plan.destroy();
  }
}

/** Compares bytes up to the first that differs: a list of all would take long. */
export function expectBytes(what: string, found: Uint8Array, wanted: Uint8Array, itemBytes = 1): void {
  if (found.length !== wanted.length) throw new Error(`${what}: ${found.length} bytes, not ${wanted.length}`);
  const at = found.findIndex((byte, i) => byte !== wanted[i]);
  if (at < 0) return;
  const item = Math.floor(at / itemBytes);
  const bytesAt = (all: Uint8Array) => all.subarray(item * itemBytes, (item + 1) * itemBytes).join(' ');
  throw new Error(`${what}: item ${item} is ${bytesAt(found)}, not ${bytesAt(wanted)}`);
}

/** Requires these bytes where the ranges are, and the bytes of before everywhere else. */
export function expectWritten(
  what: string,
  { found, before }: Written,
  wanted: Uint8Array,
  ranges: Iterable<readonly [number, number]>,
  itemBytes: number,
): void {
  const expected = before.slice();
  for (const [begin, end] of ranges) {
    expected.set(wanted.subarray(begin * itemBytes, end * itemBytes), begin * itemBytes);
  }
  expectBytes(what, found, expected, itemBytes);
}
