/**
 * Every operation of the playground, in JavaScript: the call agrees with plain JavaScript, wrong results do not, and
 * the program that the page shows runs.
 */
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as auto from 'webgpu-segmented/auto';
import { callOnArrays } from '../../playground/src/calls.ts';
import { callCode } from '../../playground/src/code/call.ts';
import { planCode } from '../../playground/src/code/plan.ts';
import { type Column, column, type Workload } from '../../playground/src/columns.ts';
import { fileColumns } from '../../playground/src/download.ts';
import { groupRows } from '../../playground/src/groups.ts';
import { halfNumber, takenFrom } from '../../playground/src/items.ts';
import { difference } from '../../playground/src/plain/check.ts';
import { plainResults, reference } from '../../playground/src/plain/results.ts';
import {
  DEFAULTS,
  FILLS,
  fromHash,
  OPERATIONS,
  operatorsOf,
  type Settings,
  TIES,
  TRANSFORMS,
  TYPES,
  takes,
  toHash,
} from '../../playground/src/settings.ts';
import { tableFacts, textTable } from '../../playground/src/table/parse.ts';
import { makeWorkload } from '../../playground/src/workload.ts';

let place: auto.Place;
beforeAll(async () => {
  place = await auto.openPlace({ prefer: 'js' });
});
afterAll(() => place.close());

const set = (given: Partial<Settings>): Settings => ({ ...DEFAULTS, items: 3000, cap: 500, ...given });

async function results(settings: Settings, workload: Workload): Promise<Column[]> {
  const signal = new AbortController().signal;
  return callOnArrays({ device: undefined, place, settings, workload, signal, onStep: () => undefined });
}

/** What the page says of the results: nothing, or what is wrong. */
function verdict(settings: Settings, workload: Workload, found: readonly Column[]): string | undefined {
  const wanted = plainResults(settings, workload).map((one) => reference(settings, workload, one));
  return wanted.map((one) => difference(column(found, one.name), one, workload)).find(Boolean);
}

/** The results with another entry in the middle of a column. */
function changed(found: readonly Column[], name: string): Column[] {
  return found.map((one) => {
    if (one.name !== name) return one;
    const array = one.array.slice();
    const at = array.findIndex((item) => typeof item === 'bigint' || (Number.isFinite(item) && item !== 0));
    const item = array[at] as number | bigint;
    array[at] = typeof item === 'bigint' ? item + 1n : one.type === 'f16' ? item ^ 64 : item + Math.abs(item) / 16 + 1;
    return { ...one, array } as Column;
  });
}

const MORE: readonly Partial<Settings>[] = [
  ...TIES.map((ties) => ({ operation: 'rank', ties }) as const),
  { operation: 'rank', ties: 'min', order: 'descending' },
  { operation: 'unique' },
  { operation: 'mode' },
  { operation: 'histogram', bins: 7 },
  { operation: 'histogram', bins: 3, range: '-0.5, 2' },
  ...TRANSFORMS.map((transform) => ({ operation: 'transform', transform }) as const),
  { operation: 'transform', transform: 'diff', lag: -3 },
  { operation: 'transform', transform: 'shift', lag: 2 },
  { operation: 'reduce', operators: 'logsumexp' },
];

describe.each(MORE)('%o', (given) => {
  const types = TYPES.filter((type) => {
    const settings = set({ ...given, type });
    return takes(settings, type) && (settings.operation !== 'reduce' || operatorsOf(settings).length > 0);
  });

  it.each(types)('of %s agrees with plain JavaScript, and a wrong result does not', async (type) => {
    for (const fill of FILLS) {
      const settings = set({ ...given, type, fill, lengths: fill === 'few' ? 'uniform' : 'zipf' });
      const workload = makeWorkload(settings, undefined);
      const found = await results(settings, workload);
      expect(verdict(settings, workload, found)).toBeUndefined();
      const [first] = found as [Column];
      if (!first.array.some((item) => Number(item) !== 0)) continue;
      // One changed bit of the last place would hide in the tolerance; of few items all results may be NaN.
      const wrong = changed(found, first.name);
      const isSame = (wrong[0] as Column).array.every((item, i) => Object.is(item, first.array[i]));
      if (!isSame && fill === 'random') expect(verdict(settings, workload, wrong)).toMatch(first.name);
    }
  });
});

describe('results by segment', () => {
  const workload: Workload = {
    ...{ items: Uint32Array.of(7, 3, 7, 9, 9), offsets: Uint32Array.of(0, 3, 3, 5), names: undefined },
    ...{ grouped: undefined, own: undefined, range: [0, 10] as const },
  };
  const files = async (given: Partial<Settings>) => {
    const settings = set({ type: 'u32', lengths: 'offsets', ...given });
    const run = { settings, workload, found: await results(settings, workload), statistics: [] };
    const columns = fileColumns(run).map(({ name, values }) => `${name}: ${Array.from(values).join(' ')}`);
    return {
      columns,
      table: groupRows(run).columns.map(({ name, array }) => `${name}: ${Array.from(array).join(' ')}`),
    };
  };

  it('distinct keys have a row each, and the table their number', async () => {
    const { columns, table } = await files({ operation: 'unique' });
    expect(columns).toEqual(['segment: 0 0 2', 'keys: 3 7 9', 'counts: 1 2 2']);
    expect(table).toEqual(['distinct: 2 0 1']);
  });

  it('modes have a row a segment', async () => {
    const { columns } = await files({ operation: 'mode' });
    expect(columns).toEqual(['segment: 0 1 2', 'count: 3 0 2', 'mode: 7 0 9', 'mode count: 2 0 2']);
  });

  it('histograms have a column a bin', async () => {
    const { columns } = await files({ operation: 'histogram', bins: 2 });
    expect(columns.slice(2)).toEqual(['0 to 5: 1 0 0', '5 to 10: 2 0 2']);
  });

  it('ranks and transforms have a row an item', async () => {
    const ranks = await files({ operation: 'rank', ties: 'max' });
    expect(ranks.columns).toEqual(['segment: 0 0 0 2 2', 'value: 7 3 7 9 9', 'rank: 3 1 3 2 2']);
    const { columns } = await files({ operation: 'transform', transform: 'diff' });
    expect(columns.at(-1)).toBe(`diff: 7 ${2 ** 32 - 4} 4 9 0`);
  });
});

it('an address repeats the settings', () => {
  const settings = set({ operation: 'transform', transform: 'shift', lag: -2, ties: 'dense', bins: 5, range: '0 9' });
  expect(fromHash(`#${toHash(settings)}`)).toEqual(settings);
  expect(fromHash('#transform=median&ties=none')).toEqual(DEFAULTS);
});

const AsyncFunction = (async () => undefined).constructor as new (
  ...names: string[]
) => (...values: unknown[]) => Promise<void>;

/** Stands for `new Float16Array(buffer)` where there is none. */
function halves(buffer: ArrayBuffer): Float32Array {
  return Float32Array.from(new Uint16Array(buffer), halfNumber);
}

/** Runs a program of the page; returns what it logged. */
async function logged(code: string, table = ''): Promise<unknown[][]> {
  const body = code
    .replace(/^import (\{.*\}) from 'webgpu-segmented\/auto';$/m, 'const $1 = library;')
    .replace(/^import Papa from 'papaparse';$/m, '');
  const lines: unknown[][] = [];
  const log = (...values: unknown[]) => lines.push(values);
  await new AsyncFunction('library', 'Papa', 'console', 'fetch', 'Float16Array', body)(
    ...[auto, Papa, { log }, async () => new Response(table), globalThis.Float16Array ?? halves],
  );
  return lines;
}

describe('the program of the page', () => {
  it.each(OPERATIONS)('of %s runs, of every type', async (operation) => {
    for (const type of TYPES) {
      const settings = set({ operation, type, items: 99, lengths: 'fixed', size: 9, transform: 'diff' });
      expect(operatorsOf(settings).length).toBeGreaterThan(0);
      expect(await logged(callCode(settings, undefined))).not.toEqual([]);
      expect(planCode(settings)).toMatch(/^import \{ create\w+(, create\w+)* \} from 'webgpu-segmented';/);
    }
  });

  const csv = 'shop,paid\nNice,1\nLens,4\nNice,3\nNice,1\n';
  const table = { ...tableFacts(textTable(csv)), separator: ',', encoding: 'utf-8' };
  const own = { data: 'own', valueColumn: 'paid', groupColumn: 'shop', type: 'f64' } as const;
  const last = async (given: Partial<Settings>) => {
    const lines = await logged(callCode(set({ ...own, ...given }), table), csv);
    return lines
      .slice(-2)
      .map((line) =>
        line
          .map((value) =>
            ArrayBuffer.isView(value) ? [...takenFrom(value as never, Uint32Array.of(0, 1, 2, 3))] : value,
          )
          .join(' '),
      );
  };

  it.each([
    [{ operation: 'unique' }, ['Nice 1 3', 'Lens 4']],
    [{ operation: 'mode' }, ['Nice 1 2', 'Lens 4 1']],
    [{ operation: 'histogram', bins: 3, range: '' }, ['Nice 2 0 1', 'Lens 0 0 1']],
    [{ operation: 'histogram', bins: 2, range: '0 10' }, ['Nice 3 0', 'Lens 1 0']],
    [{ operation: 'reduce', operators: 'logsumexp', type: 'f32' }, ['Nice 3.2395448684692383', 'Lens 4']],
  ] as const)('of a table, %o, prints %o', async (given, lines) => {
    expect(await last(given)).toEqual(lines);
  });

  it.each([
    [{ operation: 'rank', ties: 'average' }, '1.5 3 1.5 1'],
    [{ operation: 'transform', transform: 'diff' }, '1 2 -2 4'],
    [
      { operation: 'transform', transform: 'normalize', type: 'f32' },
      '0.20000000298023224 0.6000000238418579 0.20000000298023224 1',
    ],
  ] as const)('of a table, %o, prints %s', async (given, line) => {
    expect((await last(given)).at(-1)?.replaceAll(',', ' ')).toBe(line);
  });

  it('takes columns by any name', async () => {
    const used = new Set<string>();
    for (const operation of OPERATIONS) {
      const code = callCode(set({ ...own, operation, transform: 'diff' }), table);
      for (const [, list] of code.matchAll(/(?:const|let|import) \{?([\w, ]+)\}?/g)) {
        for (const name of (list as string).split(/[, ]+/)) if (/^[a-z]/.test(name)) used.add(name);
      }
    }
    used.delete('shop');
    used.delete('paid');
    expect(used.size).toBeGreaterThan(20);
    for (const name of used) {
      for (const names of [
        ['shop', name],
        [name, 'paid'],
      ] as const) {
        const text = csv.replace('shop,paid', names.join());
        const facts = { ...tableFacts(textTable(text)), separator: ',', encoding: 'utf-8' };
        for (const operation of OPERATIONS) {
          const [groupColumn, valueColumn] = names;
          const settings = set({ ...own, groupColumn, valueColumn, operation, transform: 'diff' });
          expect(await logged(callCode(settings, facts), text)).not.toEqual([]);
        }
      }
    }
  });
});
