/** Tables of the user: separators, numbers, dates, encodings, and the program that reads the same numbers. */
import { describe, expect, it } from 'vitest';
import { callCode } from '../../playground/src/code/call.ts';
import { DEFAULTS } from '../../playground/src/settings.ts';
import { decoded, encodingOf } from '../../playground/src/table/encoding.ts';
import { copiedRows, pairOf, tableFacts, textTable } from '../../playground/src/table/parse.ts';
import type { Reading } from '../../playground/src/table/readings.ts';

function read(text: string) {
  const table = textTable(text);
  const facts = tableFacts(table);
  const numbers = (value: string, reading?: Reading) => [...pairOf(table, facts, { value, group: '', reading }).values];
  const column = (name: string) => facts.columns.find((one) => one.name === name);
  return { table, facts, numbers, column };
}

/** One column of cells, in a file with semicolons. */
const cellsOf = (...cells: string[]) => read(`id;x\n${cells.map((cell, i) => `${i};"${cell}"`).join('\n')}\n`);

describe('decimal signs', () => {
  it('one cell with a decimal comma makes the points of a column groups of digits', () => {
    const { numbers, facts } = read('city;price\nLyon;1.234\nOslo;12,5\n');
    expect(numbers('price')).toEqual([1234, 12.5]);
    expect(facts.proposed).toEqual({ value: 'price', group: 'city' === facts.proposed.group ? 'city' : '' });
  });

  it.each([
    [
      ['1.234,56', '7,5'],
      [1234.56, 7.5],
    ],
    [
      ['1.234.567', '-1'],
      [1234567, -1],
    ],
    [
      ['$1,234.50', '$-3', '-$4.25', '($2.50)'],
      [1234.5, -3, -4.25, -2.5],
    ],
    [
      ['1.234,50 €', '€ 2,25', '−3,5 €'],
      [1234.5, 2.25, -3.5],
    ],
    [
      ["1'234.50", '1’000’000.25'],
      [1234.5, 1000000.25],
    ],
    [
      ['1 234,5', '12 345 678,25'],
      [1234.5, 12345678.25],
    ],
    [
      ['1\u00a0234,5', '1\u202f234,25'],
      [1234.5, 1234.25],
    ],
    [
      ['12.5%', '3%'],
      [12.5, 3],
    ],
    [
      ['CHF 12.50', 'EUR 1,234.50'],
      [12.5, 1234.5],
    ],
    [
      ['12,34,567.5', '1'],
      [1234567.5, 1],
    ],
    [
      ['1e-3', '2.5E+4', '.5', '5.', '+7', '-0.25'],
      [0.001, 25000, 0.5, 5, 7, -0.25],
    ],
    [
      ['1,5e3', '0,125'],
      [1500, 0.125],
    ],
    [
      ['0.125', '1.234'],
      [0.125, 1.234],
    ],
    [
      ['Infinity', '-inf', '1'],
      [Infinity, -Infinity, 1],
    ],
    [
      ['007', '12'],
      [7, 12],
    ],
  ])('%j is %j', (cells, numbers) => {
    const found = cellsOf(...cells);
    expect(found.column('x')?.others).toBe(0);
    expect(found.numbers('x')).toEqual(numbers);
  });

  it('only numbers of JavaScript are plain', () => {
    for (const [cell, isPlain] of [
      ['1.5', true],
      ['1,5', false],
      ['$1', false],
      ['2024-01-31', false],
    ] as const)
      expect(cellsOf(cell, cell).column('x')?.isPlain).toBe(isPlain);
  });

  it('each column has its own sign', () => {
    const { numbers } = read('a;b;c\n1,5;2.5;1.234,5\n0,25;0.75;7\n');
    expect([numbers('a'), numbers('b'), numbers('c')]).toEqual([
      [1.5, 0.25],
      [2.5, 0.75],
      [1234.5, 7],
    ]);
  });

  it('where two signs fit, the page asks', () => {
    const { column, numbers, facts, table } = cellsOf('1.234', '5.678');
    expect(column('x')?.reading).toBeUndefined();
    expect(column('x')?.choices.map(({ says }) => says)).toEqual([
      "'1.234' is 1.234 (decimal point)",
      "'1.234' is 1234 (decimal comma)",
    ]);
    const ask = "Choose how 'x' is read: '1.234' is 1.234 (decimal point), or '1.234' is 1234 (decimal comma).";
    expect(() => pairOf(table, facts, { value: 'x', group: '', reading: undefined })).toThrow(ask);
    expect(numbers('x', 'point')).toEqual([1.234, 5.678]);
    expect(numbers('x', 'comma')).toEqual([1234, 5678]);
    expect(() => numbers('x', 'ymd')).toThrow(ask);
  });

  it('asks in a file with commas too', () => {
    expect(read('id,x\n1,"1,234"\n2,"5,678"\n').column('x')?.choices).toHaveLength(2);
    expect(read('id,x\n1,1.234\n2,5.678\n').column('x')?.choices).toHaveLength(2);
  });

  it('asks where cells contradict each other', () => {
    expect(cellsOf('1,5', '2.5').column('x')?.reading).toBeUndefined();
    const { column, numbers } = cellsOf('1,5', '2.5', '3.5');
    expect(numbers('x')).toEqual([2.5, 3.5]);
    expect(column('x')?.firstOther).toEqual({ place: 'line 2', text: '1,5' });
  });

  it('another column of the table decides, and the facts say which', () => {
    const { column, numbers } = read('a;b\n1.234;7,5\n5.678;8\n');
    expect(column('a')).toMatchObject({ reading: 'comma', decidedBy: 'b' });
    expect(column('a')?.choices).toHaveLength(2);
    expect(numbers('a')).toEqual([1234, 5678]);
    expect(numbers('a', 'point')).toEqual([1.234, 5.678]);
    expect(read('a;b;c\n1.234;7,5;0.5\n').column('a')?.reading).toBeUndefined();
  });
});

describe('cells that are no numbers', () => {
  it('are counted, with the first one and its line', () => {
    const { column } = read('id,x\n1,2.5\n\n2,\n3,"so\non"\n4,1 2 3\n5,n/a\n6,7\n');
    expect(column('x')).toMatchObject({ numbers: 2, blanks: 2, others: 2 });
    expect(column('x')?.firstOther).toEqual({ place: 'line 5', text: 'so\non' });
  });

  it('that are the most leave a column selectable, and not proposed', () => {
    const { facts, column, numbers } = read('code,x\nA1,1\nB2,2\n17,3\n');
    expect(column('code')).toMatchObject({ numbers: 1, others: 2, isNumeric: false });
    expect(facts.proposed.value).toBe('x');
    expect(numbers('code')).toEqual([17]);
  });

  it('are named where there are no others', () => {
    expect(read('a,b\nx,y\n').facts.missing).toEqual(["a column of numbers (unread: 'x' in 'a', 'y' in 'b')"]);
  });

  it('have their signs of money listed, because the page does not convert', () => {
    expect(cellsOf('$1', '€2').column('x')?.units).toEqual(['$', '€']);
    expect(cellsOf('12%', '3').column('x')?.units).toEqual(['%', '']);
  });
});

describe('dates', () => {
  const day = (text: string) => Date.parse(text) / 864e5;

  it.each([
    [
      ['2024-01-31', '2024/2/1', '1969-12-31'],
      ['2024-01-31', '2024-02-01', '1969-12-31'],
    ],
    [
      ['31.12.2024', '1.2.2024'],
      ['2024-12-31', '2024-02-01'],
    ],
    [
      ['12/31/2024', '1/2/2024'],
      ['2024-12-31', '2024-01-02'],
    ],
    [
      ['31/12/99', '1/2/24'],
      ['1999-12-31', '2024-02-01'],
    ],
  ])('%j are days', (cells, days) => {
    const found = cellsOf(...cells);
    expect(found.column('x')?.unit).toBe('days');
    expect(found.numbers('x')).toEqual(days.map(day));
  });

  it('with a time of day are milliseconds', () => {
    const { column, numbers } = cellsOf(
      '2024-01-31T13:45:06.789Z',
      '2024-01-31 13:45',
      '2024-01-31T13:45+02:00',
      '2024-01-31',
    );
    expect(column('x')?.unit).toBe('milliseconds');
    const noon = Date.UTC(2024, 0, 31, 13, 45);
    expect(numbers('x')).toEqual([noon + 6789, noon, noon - 7_200_000, Date.UTC(2024, 0, 31)]);
    expect(cellsOf('1/31/2024 1:05 PM', '1/31/2024 12:00 AM').numbers('x')).toEqual([
      Date.UTC(2024, 0, 31, 13, 5),
      Date.UTC(2024, 0, 31),
    ]);
  });

  it('whose order two readings fit are asked for', () => {
    const { column, numbers } = cellsOf('03/04/2024', '05/06/2024');
    expect(column('x')?.choices.map(({ says }) => says)).toEqual([
      "'03/04/2024' is 3 April 2024 (dates, day first)",
      "'03/04/2024' is 4 March 2024 (dates, month first)",
    ]);
    expect(numbers('x', 'dmy')).toEqual([day('2024-04-03'), day('2024-06-05')]);
    expect(numbers('x', 'mdy')).toEqual([day('2024-03-04'), day('2024-05-06')]);
  });

  it('that do not exist are unread', () => {
    expect(cellsOf('2024-02-29', '2023-02-29', '2024-13-01', '2024-01-01 25:00').column('x')).toMatchObject({
      numbers: 1,
      others: 3,
    });
  });

  it('are not proposed beside numbers', () => {
    expect(read('g,amount,day\na,1,2024-01-31\na,2,2024-02-01\n').facts.proposed).toEqual({
      value: 'amount',
      group: 'g',
    });
  });
});

describe('separators and lines', () => {
  it.each([
    ['a;b\n1,5;2\n', ';'],
    ['a, b;c, d\n1,5;2,5\n', ';'],
    ['a\tb\n1,5\t2;3\n', '\t'],
    ['a|b\n1|2\n', '|'],
    ['a,b\n1,x;y\n', ','],
    ['sep=;\na;b,c\n1;2\n', ';'],
  ])('of %j is %j', (text, separator) => {
    expect(read(text).facts.separator).toBe(separator);
  });

  it.each(['\n', '\r\n', '\r'])('lines end with %j', (end) => {
    const { table, numbers } = read(['a,b', '"x, ""y""",1', 'z,2', ''].join(end));
    expect([table.cell(0, 0), table.cell(1, 0), table.count]).toEqual(['x, "y"', 'z', 2]);
    expect(numbers('b')).toEqual([1, 2]);
  });

  it('a mark at the start is no part of a name', () => {
    expect(read('\uFEFFa,b\nx,1\n').facts.columns[0]?.name).toBe('a');
  });

  it('a quote that is not closed is said', () => {
    expect(read('a,b\nx,1\n"y,2\nz,3\n').facts.notes[0]).toMatch('Line 3: a quote is not closed');
  });

  it('rows of another length are said, with the first line', () => {
    expect(read('a,b\nx,1\ny\nz,3,4\n').facts.notes).toEqual(['2 rows do not have 2 cells (the first: line 3).']);
  });

  it('numbers and dates in the first line are no names', () => {
    expect(read('2024-01-31;1,5\n2024-02-01;2,5\n').facts.columns.map(({ name }) => name)).toEqual([
      'column 1',
      'column 2',
    ]);
  });
});

describe('rows', () => {
  it('of a pair are those of the table', () => {
    const { table, facts } = read('g,x\na,1\nb,\na,n/a\nb,soon\na,5\n');
    const { rows, values, ids, columns } = pairOf(table, facts, { value: 'x', group: 'g', reading: undefined });
    expect([[...rows], [...values], [...ids]]).toEqual([
      [0, 4],
      [1, 5],
      [0, 0],
    ]);
    expect(columns).toEqual({ value: 'x', group: 'g' });
  });

  it('are copied whole, in any order', () => {
    const { table, facts } = read('g;x;day\na;1,5;2024-01-31\nb;;2024-02-01\n');
    expect(copiedRows(table, facts, Uint32Array.of(1, 0))).toEqual([
      { name: 'g', cells: ['b', 'a'], numbers: undefined },
      { name: 'x', cells: ['', '1,5'], numbers: [null, 1.5] },
      { name: 'day', cells: ['2024-02-01', '2024-01-31'], numbers: undefined },
    ]);
  });
});

describe('encodings', () => {
  const bytes = (encoding: BufferEncoding, text: string) => new Uint8Array(Buffer.from(text, encoding));

  it('are found by the mark, the zeros of UTF-16, or valid UTF-8', () => {
    expect(encodingOf(bytes('utf8', 'Orléans'))).toBe('utf-8');
    expect(encodingOf(bytes('utf16le', '\uFEFFOrléans'))).toBe('utf-16le');
    expect(encodingOf(bytes('utf16le', 'city;price\nLyon;1\n'))).toBe('utf-16le');
    expect(encodingOf(bytes('utf16le', '\uFEFFOrléans').map((_, i, all) => all[i ^ 1] as number))).toBe('utf-16be');
    expect(encodingOf(bytes('latin1', 'Orléans'))).toBeUndefined();
  });

  it('take the mark away', () => {
    expect(decoded(bytes('utf16le', '\uFEFFOrléans'), undefined).text).toBe('Orléans');
    expect(decoded(bytes('utf8', '\uFEFFOrléans'), undefined).text).toBe('Orléans');
  });

  it('that the bytes do not tell are a guess, which the user may change', () => {
    expect(decoded(bytes('latin1', 'Orléans'), undefined)).toEqual({
      ...{ text: 'Orléans', encoding: 'windows-1252', isGuess: true },
    });
    expect(decoded(bytes('latin1', '\xb9\xe6'), 'iso-8859-2')).toMatchObject({ text: 'šć', isGuess: true });
    expect(decoded(bytes('utf8', 'é'), 'windows-1251')).toMatchObject({ text: 'é', isGuess: false });
  });
});

describe('the program of the page', () => {
  it.each([
    ['g;x\na;1.234,5 €\nb;2,5 €\na;(7,25 €)\nb;soon\na;\n', 'comma'],
    ['g;x\na;31.12.2024\nb;1.2.2024\na;30.2.2024\n', 'dmy'],
    ['g;x\na;1/31/2024 1:05:06.5 PM\nb;2/1/24 12:30 am\na;2/1/24 12:30 +02:00\n', 'mdy'],
    ['g;x\na;2024-01-31T13:45:06Z\nb;2024-02-01\n', 'ymd'],
    ['g;x\na;$1,234.50\nb;n/a\na;1e-3\n', 'point'],
    ['g;x\na;1.5\nb;\na;1e-3\n', 'point'],
  ])('reads the numbers that the page reads in %j', async (text, reading) => {
    const { table, facts, numbers, column } = read(text);
    expect(column('x')?.reading).toBe(reading);
    const settings = {
      ...DEFAULTS,
      data: 'own',
      operation: 'sort',
      type: 'f64',
      valueColumn: 'x',
      groupColumn: 'g',
    } as const;
    const code = callCode(settings, { ...facts, encoding: undefined });
    const [, lines] = /openPlace\(.*\n([\s\S]*)const names/.exec(code) ?? [];
    const AsyncFunction = (async () => {}).constructor as new (
      ...args: string[]
    ) => (...args: unknown[]) => Promise<unknown>;
    const { default: Papa } = await import('papaparse');
    const run = new AsyncFunction('Papa', 'fetch', `${lines}; return x;`);
    expect(table.count).toBeGreaterThan(1);
    expect([...((await run(Papa, async () => new Response(text))) as Float64Array)]).toEqual(numbers('x'));
  });
});
