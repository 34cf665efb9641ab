/** The form's values as plain data. The page's address holds them, so a link repeats a run. */
import type { NumberType, ReduceOpName, Ties, TransformName } from 'webgpu-segmented';

export const OPERATIONS = [
  ...(['sort', 'sort by key', 'argsort', 'top-k', 'quantile'] as const),
  ...(['rank', 'unique', 'mode', 'histogram'] as const),
  ...(['reduce', 'scan', 'transform', 'group by'] as const),
] as const;
export const DATA = ['made', 'own'] as const;
export const TYPES: readonly NumberType[] = [
  ...(['u8', 'i8', 'u16', 'i16', 'f16', 'u32', 'i32', 'f32'] as const),
  ...(['u64', 'i64', 'f64'] as const),
];
export const OPERATORS: readonly ReduceOpName[] = [
  ...(['sum', 'product', 'min', 'max', 'argmin', 'argmax'] as const),
  ...(['and', 'or', 'xor', 'count', 'mean', 'variance'] as const),
  ...(['std', 'first', 'last', 'any', 'all', 'logsumexp'] as const),
];
export const SCAN_OPERATORS = ['sum', 'product', 'min', 'max', 'and', 'or', 'xor'] as const;
export const TRANSFORMS: readonly TransformName[] = [
  ...(['softmax', 'logSoftmax', 'normalize', 'center', 'standardize'] as const),
  ...(['diff', 'shift'] as const),
];
export const TIES: readonly Ties[] = ['ordinal', 'min', 'max', 'dense', 'average'];
export const LENGTHS = ['fixed', 'uniform', 'zipf', 'giant', 'classes', 'offsets'] as const;
export const PIECES = ['whole', '1 MiB', '16 MiB'] as const;
export const FILLS = ['random', 'few', 'sorted', 'reversed'] as const;

export type Operation = (typeof OPERATIONS)[number];
export type Lengths = (typeof LENGTHS)[number];
export type Pieces = (typeof PIECES)[number];
export type Fill = (typeof FILLS)[number];

export interface Settings {
  operation: Operation;
  /** For reduce and group by: names, with commas. */
  operators: string;
  /** For scan. */
  operator: (typeof SCAN_OPERATORS)[number];
  exclusive: boolean;
  reverse: boolean;
  /** For top-k. */
  k: number;
  /** For quantile: numbers from 0 to 1. */
  quantiles: string;
  /** For transform. `lag`: for diff and shift. */
  transform: TransformName;
  lag: number;
  /** For rank. */
  ties: Ties;
  /** For histogram: the number of bins, and two numbers, or none for the least and the greatest of the items. */
  bins: number;
  range: string;
  type: NumberType;
  order: 'ascending' | 'descending';
  stable: boolean;
  items: number;
  fill: Fill;
  /** `made` from the seed, or the user's own table. */
  data: (typeof DATA)[number];
  lengths: Lengths;
  /** For fixed lengths. */
  size: number;
  /** For uniform lengths: the shortest and the longest, both included. */
  least: number;
  most: number;
  /** For Zipf's lengths: the exponent and the longest. */
  alpha: number;
  cap: number;
  seed: number;
  /** For the call on arrays: the longest binding it may make. */
  pieces: Pieces;
  offsets: string;
  /** Columns of the user's table. No group column: all rows are one group. */
  valueColumn: string;
  groupColumn: string;
}

export const DEFAULTS: Readonly<Settings> = {
  operation: 'sort',
  operators: 'sum,mean',
  operator: 'sum',
  exclusive: false,
  reverse: false,
  k: 3,
  quantiles: '0.5 0.9',
  transform: 'softmax',
  lag: 1,
  ties: 'ordinal',
  bins: 10,
  range: '',
  type: 'u32',
  order: 'ascending',
  stable: false,
  items: 2 ** 18,
  fill: 'random',
  data: 'made',
  lengths: 'zipf',
  size: 64,
  least: 0,
  most: 200,
  alpha: 1,
  cap: 65_536,
  seed: 1,
  pieces: 'whole',
  offsets: '0 3 3 7 12 12 40',
  valueColumn: '',
  groupColumn: '',
};

/** The most items of a run. Most devices can bind a buffer of as many 64-bit items. */
export const MAX_ITEMS = 2 ** 26;

/** Whether an operator takes items of a type. */
export function allows(type: NumberType, op: ReduceOpName): boolean {
  if (op === 'and' || op === 'or' || op === 'xor') return !type.startsWith('f');
  return op !== 'logsumexp' || !type.endsWith('64');
}

/** Whether the operation takes items of a type. Transforms that compute in f32 take up to 32 bits. */
export function takes({ operation, transform }: Pick<Settings, 'operation' | 'transform'>, type: NumberType): boolean {
  return operation !== 'transform' || keepsType(transform) || !type.endsWith('64');
}

/** Whether a transform moves or subtracts items of any type. The results of the others are f32. */
export const keepsType = (transform: TransformName) => transform === 'diff' || transform === 'shift';

/** The chosen operators of a reduce that the type has. */
export function operatorsOf({ operators, type }: Pick<Settings, 'operators' | 'type'>): ReduceOpName[] {
  const names = operators.split(',');
  return OPERATORS.filter((name) => names.includes(name) && allows(type, name));
}

const numbersIn = (text: string) => text.split(/[\s,;]+/).flatMap((word) => (word === '' ? [] : [Number(word)]));

/** The numbers of the field of quantiles. */
export const quantilesOf = ({ quantiles }: Pick<Settings, 'quantiles'>): number[] => numbersIn(quantiles);

/** The ends of a histogram's range; empty: those of the items. */
export const rangeOf = ({ range }: Pick<Settings, 'range'>): number[] => numbersIn(range);

/** Whether an operation sorts: its result has every item. */
export const isSort = ({ operation }: Pick<Settings, 'operation'>) =>
  operation === 'sort' || operation === 'sort by key' || operation === 'argsort';

/** Whether an operation has one result an item, in the order of the items. */
export const isMap = ({ operation }: Pick<Settings, 'operation'>) =>
  operation === 'scan' || operation === 'rank' || operation === 'transform';

/** The library's option for it. Undefined: as long as the device can bind. */
export function pieceBytes({ pieces }: Settings): number | undefined {
  return pieces === 'whole' ? undefined : Number.parseInt(pieces, 10) * 2 ** 20;
}

/** Settings that differ from the defaults, as the part of an address after #. Long texts and the table stay out. */
export function toHash(settings: Settings): string {
  const changed = Object.entries(settings).filter(
    ([name, value]) => (value !== DEFAULTS[name as keyof Settings] || name === 'order') && String(value).length < 500,
  );
  return new URLSearchParams(changed.map(([name, value]) => [name, String(value)])).toString();
}

/** The settings of an address. Unknown names and values are ignored; the form shows the settings in use. */
export function fromHash(hash: string): Settings {
  const settings: Record<string, unknown> = { ...DEFAULTS };
  const given = new URLSearchParams(hash.replace(/^#/, ''));
  if (given.get('data') === 'own') settings.type = 'f64';
  // The library's own default for a top-k: the greatest.
  if (given.get('operation') === 'top-k') settings.order = 'descending';
  for (const [name, text] of given) {
    const like = settings[name];
    if (typeof like === 'number' && text !== '' && Number.isFinite(Number(text))) settings[name] = Number(text);
    else if (typeof like === 'boolean') settings[name] = text === 'true';
    else if (typeof like === 'string') settings[name] = text;
  }
  const choices: [string, readonly string[]][] = [
    ['operation', OPERATIONS],
    ['operator', SCAN_OPERATORS],
    ['transform', TRANSFORMS],
    ['ties', TIES],
    ['data', DATA],
    ['type', TYPES],
    ['order', ['ascending', 'descending']],
    ['fill', FILLS],
    ['lengths', LENGTHS],
    ['pieces', PIECES],
  ];
  for (const [name, allowed] of choices) {
    if (!allowed.includes(settings[name] as string)) settings[name] = DEFAULTS[name as keyof Settings];
  }
  return settings as unknown as Settings;
}
