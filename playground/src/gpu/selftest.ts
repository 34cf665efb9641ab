/** The self-test: every operation, type, operator and size class, each call compared with plain JavaScript. */
import { callOnArrays, type DeviceJob } from '../calls.ts';
import { allows, DEFAULTS, OPERATORS, SCAN_OPERATORS, type Settings, TYPES } from '../settings.ts';
import { openWorkshop } from '../workshop.ts';

/** All lengths at class edges once. */
const ITEMS = 70_000;

type Part = Partial<Settings> & Pick<Settings, 'operation'>;

function partsOf(type: Settings['type'], at: number): Part[] {
  const operators = OPERATORS.filter((name) => allows(type, name));
  const scans = SCAN_OPERATORS.filter((name) => allows(type, name) && name !== 'and' && name !== 'or');
  return [
    { operation: 'sort' },
    { operation: 'sort', order: 'descending', fill: 'few' },
    { operation: 'sort by key', stable: true, fill: 'few' },
    { operation: 'sort by key', stable: true, order: 'descending' },
    { operation: 'argsort', order: 'descending', fill: 'few' },
    { operation: 'top-k', k: 5, order: 'descending' },
    { operation: 'top-k', k: 300, order: 'ascending', fill: 'few' },
    { operation: 'quantile', quantiles: '0 0.25 0.5 0.9 1' },
    { operation: 'group by', operators: 'sum' },
    ...operators.map((name, i): Part => ({ operation: 'reduce', operators: name, fill: i % 2 ? 'few' : 'random' })),
    ...scans
      .filter((_, i) => (i + at) % 2 === 0)
      .map((operator, i): Part => ({ operation: 'scan', operator, exclusive: i % 2 === 1, reverse: at % 2 === 1 })),
  ];
}

export interface TestCall {
  readonly name: string;
  readonly settings: Settings;
}

function nameOf({ operation, type, operators, operator, order, k, fill, exclusive, reverse }: Settings): string {
  const of: Partial<Record<Settings['operation'], string>> = {
    reduce: operators,
    scan: `${operator}${exclusive ? ', exclusive' : ''}${reverse ? ', reverse' : ''}`,
    'top-k': `${k}, ${order}`,
  };
  return [operation, of[operation] ?? (operation.includes('sort') ? order : ''), type, fill].filter(Boolean).join(', ');
}

export function testCalls(): TestCall[] {
  return TYPES.flatMap((type, at) =>
    partsOf(type, at).map((part) => {
      const settings: Settings = { ...DEFAULTS, type, items: ITEMS, lengths: 'classes', seed: at + 1, ...part };
      return { name: nameOf(settings), settings };
    }),
  );
}

export interface SelfTest {
  readonly calls: number;
  readonly wrong: { readonly call: string; readonly says: string }[];
}

/** Runs every `every`-th call. A call that throws is a wrong one; a lost device ends the test. */
export async function selfTest(
  { device, signal, onStep }: Pick<DeviceJob, 'device' | 'signal' | 'onStep'>,
  every: number,
): Promise<SelfTest> {
  const calls = testCalls().filter((_, i) => i % every === 0);
  const workshop = openWorkshop(signal);
  const wrong: SelfTest['wrong'] = [];
  try {
    for (const [i, { name, settings }] of calls.entries()) {
      signal.throwIfAborted();
      onStep(`Self-test, call ${i + 1} of ${calls.length}: ${name}`, i / calls.length);
      try {
        const workload = await workshop.make({ settings, own: undefined });
        const found = await callOnArrays({ device, settings, workload, signal, onStep: () => undefined });
        await workshop.plain({ settings, once: true });
        const { wrong: says } = await workshop.check(found);
        if (says) wrong.push({ call: name, says });
      } catch (error) {
        signal.throwIfAborted();
        if ((error as { code?: string }).code === 'device-lost') throw error;
        wrong.push({ call: name, says: error instanceof Error ? error.message : String(error) });
      }
    }
  } finally {
    workshop.end();
  }
  return { calls: calls.length, wrong };
}
