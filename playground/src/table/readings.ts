/** How the cells of a column become numbers: decimal point or comma, dates in three orders. */

export type Cell = string | number | bigint | null;
export type Reading = 'point' | 'comma' | 'ymd' | 'dmy' | 'mdy';
/** Dates without a time of day are days since 1970-01-01, all others milliseconds, UTC where they name no zone. */
export type Unit = 'days' | 'milliseconds';

export const READINGS: readonly Reading[] = ['point', 'comma', 'ymd', 'dmy', 'mdy'];
export const isDate = (reading: Reading) => reading !== 'point' && reading !== 'comma';

export const READING_NAMES: Readonly<Record<Reading, string>> = {
  point: 'decimal point',
  comma: 'decimal comma',
  ymd: 'dates, year first',
  dmy: 'dates, day first',
  mdy: 'dates, month first',
};

const CODES = 'EUR|USD|GBP|CHF|JPY|CNY|INR|SEK|NOK|DKK|PLN|CZK|HUF|BRL|AUD|CAD';
const UNITS = String.raw`US\$|R\$|\p{Sc}|${CODES}|kr|zł|Kč|Ft|%`;

/**
 * The pattern of numbers, which may have groups of three digits. A grouped number does not begin with 0.
 *
 * @param units signs of money or percent, as a pattern; '' for none
 */
function numberPattern(reading: 'point' | 'comma', units: string): RegExp {
  const [decimal, gap] = reading === 'point' ? [String.raw`\.`, ','] : [',', '.'];
  // In India groups have two digits, but the last one.
  const lakhs = reading === 'point' ? String.raw`|[1-9]\d?(?:,\d\d)+,\d{3}` : '';
  const plain = String.raw`(?:\d+(?:${decimal}\d*)?|${decimal}\d+)(?:e[+-]?\d+)?`;
  const grouped = String.raw`(?:[1-9]\d{0,2}(?<gap>[${gap}'’\s])\d{3}(?:\k<gap>\d{3})*${lakhs})(?:${decimal}\d*)?`;
  const [before, after] = units ? [`(?<before>${units})?\\s?`, `\\s?(?<after>${units})?`] : ['', ''];
  return new RegExp(`^(?<sign>[+-]?)${before}(?<minus>-?)(?<body>${plain}|${grouped})${after}$`, 'iu');
}

const NUMBER_PATTERNS = { point: numberPattern('point', UNITS), comma: numberPattern('comma', UNITS) } as const;

/** The pattern that reads the numbers of a column with these signs. */
export const patternOf = (reading: 'point' | 'comma', units: readonly string[]) =>
  numberPattern(
    reading,
    units
      .filter(Boolean)
      .map((unit) => unit.replace('$', String.raw`\$`))
      .join('|'),
  );

const TIME = String.raw`(?:(?:T|,?\s+)(?<h>\d\d?):(?<min>\d\d)(?::(?<s>\d\d(?:[.,]\d{1,9})?))?\s?(?<half>[ap]m)?\s?(?<zone>Z|UTC|[+-]\d\d:?\d\d)?)?`;
const [YEAR, MONTH, DAY] = [String.raw`(?<y>\d{4}|\d\d)`, String.raw`(?<m>\d\d?)`, String.raw`(?<d>\d\d?)`];
const datePattern = (first: string, second: string, third: string) =>
  new RegExp(String.raw`^${first}(?<gap>[-/.])${second}\k<gap>${third}${TIME}$`, 'i');

export const DATE_PATTERNS: Readonly<Record<'ymd' | 'dmy' | 'mdy', RegExp>> = {
  ymd: datePattern(YEAR.replace(String.raw`|\d\d`, ''), MONTH, DAY),
  dmy: datePattern(DAY, MONTH, YEAR),
  mdy: datePattern(MONTH, DAY, YEAR),
};

const BLANK = /^(|n\/?a|nan|null|none|-)$/i;

export const isBlank = (cell: Cell) =>
  cell === null || (typeof cell === 'number' ? Number.isNaN(cell) : typeof cell === 'string' && BLANK.test(cell));

export interface ReadCell {
  /** NaN: the reading has no number for the text. */
  readonly value: number;
  /** The sign of money or percent. */
  readonly unit: string;
  readonly hasTime: boolean;
}

const UNREAD: ReadCell = { value: Number.NaN, unit: '', hasTime: false };

/** The number of a text that is not blank. A date is in milliseconds. */
export function readText(text: string, reading: Reading): ReadCell {
  if (reading !== 'point' && reading !== 'comma') return readDate(text, reading);
  if (/^[+-]?inf(inity)?$/i.test(text)) return { ...UNREAD, value: text.startsWith('-') ? -Infinity : Infinity };
  // In an account, brackets are a minus.
  const signed = text.replace('−', '-').replace(/^\((.+)\)$/, '-$1');
  const { sign, minus, body, before, after } = NUMBER_PATTERNS[reading].exec(signed)?.groups ?? {};
  if (body === undefined) return UNREAD;
  const bare =
    reading === 'point' ? body.replace(/[^\d.e+-]/gi, '') : body.replace(/[^\d,e+-]/gi, '').replace(',', '.');
  return { value: Number(`${sign}${minus}${bare}`), unit: before ?? after ?? '', hasTime: false };
}

function readDate(text: string, order: 'ymd' | 'dmy' | 'mdy'): ReadCell {
  const groups = DATE_PATTERNS[order].exec(text)?.groups;
  if (!groups) return UNREAD;
  const [month, day] = [Number(groups.m), Number(groups.d)];
  const year = Number(groups.y) + (groups.y?.length === 4 ? 0 : Number(groups.y) < 70 ? 2000 : 1900);
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return UNREAD;
  if (groups.h === undefined) return { ...UNREAD, value: date.getTime() };
  const [hour, minute, second] = [Number(groups.h), Number(groups.min), Number((groups.s ?? '0').replace(',', '.'))];
  if (hour > (groups.half ? 12 : 24) || minute > 59 || second >= 61) return UNREAD;
  const hours = groups.half ? (hour % 12) + (/p/i.test(groups.half) ? 12 : 0) : hour;
  const [, sign, zoneHours, zoneMinutes] = /([+-])(\d\d):?(\d\d)/.exec(groups.zone ?? '') ?? [];
  const zone = sign ? (sign === '-' ? -1 : 1) * (60 * Number(zoneHours) + Number(zoneMinutes)) : 0;
  return { ...UNREAD, value: date.getTime() + (60 * hours + minute - zone) * 60_000 + 1000 * second, hasTime: true };
}

const DAY_MILLISECONDS = 86_400_000;

/** The number of a cell: null for a blank one, NaN where the reading has none. */
export function numberOf(cell: Cell, reading: Reading, unit: Unit | undefined): number | null {
  if (isBlank(cell)) return null;
  if (typeof cell !== 'string') return Number(cell);
  const { value } = readText(cell, reading);
  return unit === 'days' ? value / DAY_MILLISECONDS : value;
}

/** A reading in words, by an example of the column. */
export function choiceText(cell: string, reading: Reading): string {
  const { value } = readText(cell, reading);
  if (Number.isNaN(value)) return `'${cell}' is no number (${READING_NAMES[reading]})`;
  if (!isDate(reading)) return `'${cell}' is ${value} (${READING_NAMES[reading]})`;
  const day = new Date(value).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  return `'${cell}' is ${day} (${READING_NAMES[reading]})`;
}

export interface Choice {
  readonly reading: Reading;
  readonly says: string;
}

/** What a pass over the cells of a column found. */
export interface ColumnReading {
  /** Undefined: two readings fit, and nothing in the table decides. */
  readonly reading: Reading | undefined;
  /** Where two readings fit. */
  readonly choices: readonly Choice[];
  /** Whether the texts say which decimal sign, or which order of dates, the column has. */
  readonly isEvidence: boolean;
  readonly withTime: boolean;
  /** Whether JavaScript's `Number` reads all cells alike. */
  readonly isPlain: boolean;
  /** Signs of money and percent, '' for a number without one. */
  readonly units: readonly string[];
}

const DIGITS = /^[+-]?\d+$/;
/** Pairs of readings that may both fit. */
const PAIRS: readonly (readonly [Reading, Reading])[] = [
  ['point', 'comma'],
  ['dmy', 'mdy'],
];

/** Takes the reading that reads the most cells. */
export function columnReading(cells: Iterable<Cell>): ColumnReading {
  const reads = new Map<Reading, number>(READINGS.map((reading) => [reading, 0]));
  const differing: (string | undefined)[] = [undefined, undefined];
  const units = new Set<string>();
  let [plain, whole, withTime] = [0, 0, false];
  const found = new Map<Reading, ReadCell>();
  for (const cell of cells) {
    if (isBlank(cell)) continue;
    if (typeof cell !== 'string' || DIGITS.test(cell)) {
      whole++;
      continue;
    }
    // Most texts have no digit: they are no number under any reading.
    if (!/\d|inf/i.test(cell)) continue;
    for (const reading of READINGS) {
      const one = readText(cell, reading);
      found.set(reading, one);
      if (Number.isNaN(one.value)) continue;
      reads.set(reading, (reads.get(reading) as number) + 1);
      if (isDate(reading)) withTime ||= one.hasTime;
      else units.add(one.unit);
    }
    for (const [i, [a, b]] of PAIRS.entries()) {
      if (!Object.is(found.get(a)?.value, found.get(b)?.value)) differing[i] ??= cell;
    }
    if (Number(cell) === found.get('point')?.value) plain++;
  }
  if (whole > 0) units.add('');
  const count = (reading: Reading) => (reads.get(reading) as number) + (isDate(reading) ? 0 : whole);
  const best = READINGS.reduce((a, b) => (count(b) > count(a) ? b : a));
  const pair = PAIRS.findIndex((one) => one.includes(best));
  const [a, b] = PAIRS[pair] ?? [best, best];
  const cell = differing[pair];
  const isTie = cell !== undefined && count(a) === count(b) && count(a) > 0;
  return {
    reading: isTie ? undefined : best,
    choices: isTie ? [a, b].map((reading) => ({ reading, says: choiceText(cell, reading) })) : [],
    isEvidence: !isTie && count(a) !== count(b),
    withTime,
    isPlain: !isTie && best === 'point' && plain === reads.get('point'),
    units: isDate(best) ? [] : [...units],
  };
}
