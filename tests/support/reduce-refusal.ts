/** Wrong options of a reduce, which the host call and the plan must refuse alike. */
import { createReduce, reduceHost } from './reduce-run.ts';
import { expectRefusal } from './refusal.ts';
import { CLASSES } from './typed-cases.ts';

type Says = readonly (string | RegExp)[];

/** At least twelve items in the form of a caller. */
function itemsOf(type: string): unknown {
  const Class = CLASSES[type as keyof typeof CLASSES];
  const data = Class ? new Class(12) : new Float32Array(144);
  return Class && type !== 'f16' ? data : { type, data };
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
