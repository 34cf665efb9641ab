/** Wrong options of a reduce, which the host call and the plan must refuse alike. */
import { createReduce, reduceHost } from './reduce-run.ts';
import { expectRefusal } from './refusal.ts';

type Says = readonly (string | RegExp)[];

const CLASSES: Record<string, new (length: number) => ArrayBufferView> = {
  u8: Uint8Array,
  i8: Int8Array,
  u16: Uint16Array,
  i16: Int16Array,
  u32: Uint32Array,
  i32: Int32Array,
  f32: Float32Array,
  u64: BigUint64Array,
  i64: BigInt64Array,
  f64: Float64Array,
};

/** At least twelve items in the form of a caller. */
function itemsOf(type: string): unknown {
  if (CLASSES[type]) return new CLASSES[type](12);
  return { type, data: type === 'f16' ? new Uint16Array(12) : new Float32Array(144) };
}

/** Functions for a device that is opened before the tests. */
export function reduceRefusals(device: () => GPUDevice) {
  /** Requires that both ways of calling refuse with the same code and words. */
  async function refusedByBoth(type: string, op: unknown, options: object, code: string | string[], says: Says) {
    await expectRefusal(() => reduceHost(device(), itemsOf(type), [0, 5, 12], op, options), code, says);
    const room = { maxItems: 12, maxSegments: 2 };
    await expectRefusal(() => createReduce(device(), { type, op, ...options, ...room }), code, says);
  }

  async function acceptedByBoth(type: string, op: unknown, options: object = {}) {
    await reduceHost(device(), itemsOf(type), [0, 5, 12], op, options);
    const plan = await createReduce(device(), { type, op, ...options, maxItems: 12, maxSegments: 2 });
    plan.destroy();
  }

  return { refusedByBoth, acceptedByBoth };
}
