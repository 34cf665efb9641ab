/** The playground with tables of one's own, its results as numbers, and its code. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Table, tableFromIPC, tableToIPC, vectorFromArray } from 'apache-arrow';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { expect, openPage, PATIENCE, requireNoSidewaysScroll, runAndCheck, status } from './page-steps.mjs';

const OWN = 'data=own&operation=reduce&operators=sum';

/** Runs a case on a page of its own; any error of the page fails it. */
const onPage = (hash, work, options) => async (browser, url, shots) => {
  const opened = await openPage(browser, url, hash, options);
  try {
    await status(opened.page, 'Ready.');
    await work(opened.page, shots, opened.context);
  } finally {
    await opened.close();
  }
};

const facts = (page, text) => page.locator('#own-facts').filter({ hasText: text }).waitFor({ timeout: PATIENCE });

/** The texts of the table's cells, row by row. */
const cells = (page) =>
  page
    .locator('#groups-table tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));

async function pasted(page) {
  await page.fill('#own-text', 'id;shop name;paid\n1;Nice;1,5\n2;Lens;\n3;Nice;2,5\n4;;7\n5;Lens;n/a\n6;Lens;-3\n');
  await facts(page, '6 rows, 3 columns (separator: semicolon). Numbers: id, paid (decimal comma).');
  await facts(page, "'paid': 4 of 6 cells read, 2 blank. Blank cells: 1 in 'shop name'.");
  expect((await page.inputValue('[name=valueColumn]')) === 'paid', 'paid is not proposed as values');
  expect((await page.inputValue('[name=groupColumn]')) === 'shop name', 'the names are not proposed as groups');
  const verdict = await runAndCheck(page);
  expect(verdict.includes('4 items in 3 segments'), verdict);
  const notes = await page.locator('#notes').textContent();
  expect(notes?.includes("2 blank cells in 'paid': left out"), `the notes are '${notes}'`);
  expect(notes?.includes("1 blank cell in 'shop name': group '(blank)'"), `the notes are '${notes}'`);
  const rows = await cells(page);
  expect(rows.map((row) => row.slice(0, 3).join(' ')).join('|') === 'Nice 2 4|(blank) 1 7|Lens 1 -3', `rows: ${rows}`);
  await page.click('#groups-table thead button:has-text("sum")');
  expect((await cells(page)).map(([name]) => name).join() === '(blank),Nice,Lens', 'sums do not fall');
  await page.hover('#groups-table tbody tr:has-text("Nice")');
  expect((await page.locator('#row-values').textContent())?.includes('1.5, 2.5'), 'no values on hover');
}

/** A Parquet file, and lists of JSON, each list a segment. */
async function otherFormats(page) {
  const parquet = Buffer.from(
    parquetWriteBuffer({
      columnData: [
        { name: 'city', data: ['Lyon', 'Oslo', 'Lyon'], type: 'STRING' },
        { name: 'price', data: [7.5, 12, 3], type: 'DOUBLE' },
      ],
    }),
  );
  await page.setInputFiles('#own-file', { name: 'prices.parquet', mimeType: '', buffer: parquet });
  await facts(page, '3 rows, 2 columns (Parquet). Numbers: price.');
  expect((await runAndCheck(page)).includes('3 items in 2 segments'), 'the rows of Parquet are no groups');
  const buffer = Buffer.from('[{"id":"a","x":[3,1]},{"id":"b","x":[2]}]');
  await page.setInputFiles('#own-file', { name: 'lists.json', mimeType: 'application/json', buffer });
  await facts(page, "'x' has lists: each of its 2 rows is a segment");
  expect((await runAndCheck(page)).includes('3 items in 2 segments'), 'lists are no segments');
}

async function saysWhatIsMissing(page) {
  await page.fill('#own-text', 'hello world');
  await facts(
    page,
    '“hello world” is not a table yet. Missing: a separator between cells (comma, semicolon, tab or |); rows',
  );
  await page.click('#run');
  await status(page, 'a column of numbers');
  const none = await page.locator('#call-code').textContent();
  expect(none?.startsWith('// The table has no program yet.'), `the code is of other data: ${none}`);
  await page.fill('#own-text', 'a\tb\nx\t1\ny\tsoon');
  await facts(page, '2 rows, 2 columns (separator: tab)');
  await runAndCheck(page);
  const notes = await page.locator('#notes').textContent();
  expect(
    notes?.includes("1 cell is no number in 'b' (the first is 'soon', line 3): left out"),
    `the notes are '${notes}'`,
  );
  await page.selectOption('[name=type]', 'u8');
  expect(await page.isVisible('#stale'), 'results of other settings are not marked');
  await page.fill('#own-text', 'a,b\nx,7.5');
  await facts(page, '1 row');
  await page.click('#run');
  await status(page, '7.5 is not a u8; choose f32 or f64');
  expect(!(await page.isVisible('#verdict')), 'an old verdict stays after an error');
}

/** 300,000 rows in a file: the page answers while they are read, and a group whose cells are all blank is none. */
async function manyRows(page) {
  const lines = ['key\tvalue'];
  for (let i = 0; i < 300_000; i++) lines.push(`g${(i * 7919) % 1000}\t${i % 1000 === 0 ? '' : i}`);
  await page.evaluate(() => {
    window.longest = 0;
    let last = performance.now();
    const tick = () => {
      window.longest = Math.max(window.longest, performance.now() - last);
      last = performance.now();
      window.ticking = requestAnimationFrame(tick);
    };
    tick();
  });
  // The browser reads the file from the disk. A buffer would be decoded in the page, which then stands still.
  const folder = await mkdtemp(path.join(os.tmpdir(), 'playground-'));
  await writeFile(path.join(folder, 'many.tsv'), lines.join('\n'));
  await page.setInputFiles('#own-file', path.join(folder, 'many.tsv'));
  await facts(
    page,
    "300,000 rows, 2 columns (separator: tab). Numbers: value. 'value': 299,700 of 300,000 cells read, 300 blank.",
  );
  const longest = await page.evaluate(() => window.longest);
  expect(longest < 1000, `the page stood still for ${Math.round(longest)} ms`);
  await rm(folder, { recursive: true });
  const verdict = await runAndCheck(page);
  expect(verdict.includes('299,700 items in 999 segments'), verdict);
}

async function arrowInAndOut(page) {
  const table = new Table({
    place: vectorFromArray(['b', 'a', 'b', null]),
    level: vectorFromArray(Float64Array.of(1, 2, 4, 8)),
  });
  await page.setInputFiles('#own-file', {
    name: 'x.arrow',
    mimeType: '',
    buffer: Buffer.from(tableToIPC(table, 'file')),
  });
  await facts(page, '4 rows, 2 columns (Arrow). Numbers: level. Blank cells: 1 in');
  await runAndCheck(page);
  const csv = await csvLines(page);
  expect(csv[0]?.startsWith('place,count,sum,min,max') && csv[1]?.startsWith('b,2,5,1,4'), `the CSV begins ${csv}`);
  const read = tableFromIPC(await saved(page, '#save-arrow'));
  expect(read.numRows === 3 && read.get(0)?.sum === 5, `the Arrow file has ${read.numRows} rows, ${read.get(0)}`);
}

/** The text of a file that a button saves. */
async function saved(page, button) {
  const [download] = await Promise.all([page.waitForEvent('download'), page.click(button)]);
  return readFile(await download.path());
}

const csvLines = async (page) =>
  String(await saved(page, '#save-csv'))
    .trim()
    .split('\n');

const PLACES = 'place;level;who\nb;1.234;ann\na;;bob\nb;12,5;"cat; dog"\na;-3;dan\nb;7,25;eve\n';

/** Files have the table's rows under the column's own name, or whole rows. */
async function savesRows(page) {
  await page.fill('#own-text', PLACES);
  await facts(page, '5 rows, 3 columns');
  const expectLines = async (operation, whole, lines) => {
    await page.selectOption('[name=operation]', operation);
    await runAndCheck(page);
    if (await page.isVisible('#whole-rows')) await page.setChecked('#whole-rows', whole);
    const found = await csvLines(page);
    expect(found.join('|') === lines, `${operation}: the file has ${found.join('|')}`);
  };
  const ascending = 'b,7.25,4|b,12.5,2|b,1234,0|a,-3,3';
  for (const operation of ['sort', 'sort by key', 'argsort'])
    await expectLines(operation, false, `place,level,row|${ascending}`);
  await expectLines('sort', true, 'place,level,who|b,"7,25",eve|b,"12,5",cat; dog|b,1.234,ann|a,-3,dan');
  await expectLines('scan', false, 'place,level,row,sum|b,1234,0,1234|b,12.5,2,1246.5|b,7.25,4,1253.75|a,-3,3,-3');
  await page.selectOption('[name=operation]', 'top-k');
  await page.fill('[name=k]', '1');
  await expectLines('top-k', false, 'place,level,row|b,1234,0|a,-3,3');
  await expectLines('top-k', true, 'place,level,who|b,1.234,ann|a,-3,dan');
  const read = tableFromIPC(await saved(page, '#save-arrow'));
  expect(read.get(0)?.level === 1234 && read.get(1)?.who === 'dan', `the Arrow file has ${read.get(0)}`);
  await page.selectOption('[name=operation]', 'reduce');
  await page.check('#operators input[value=argmin]');
  await runAndCheck(page);
  const [names, first] = await csvLines(page);
  expect(names?.startsWith('place,count,sum,argmin,argmin row'), `the columns are ${names}`);
  expect(first?.startsWith('b,3,1253.75,7.25,4'), `the first group is ${first}`);
}

/** Where two readings of the values fit, nothing runs before the user has chosen one. */
async function asksForTheDecimalSign(page, shots) {
  await page.fill('#own-text', 'g;x\na;1.234\na;5.678\nb;2.000\n');
  await facts(page, 'Numbers: x (decimal point or decimal comma?).');
  await page.click('#run');
  await status(page, "Choose how 'x' is read: '1.234' is 1.234 (decimal point), or '1.234' is 1234 (decimal comma).");
  await page.screenshot({ path: path.join(shots, 'own-asks.png') });
  await page.selectOption('#own-reading', 'comma');
  await runAndCheck(page);
  expect((await cells(page))[0]?.slice(0, 3).join(' ') === 'a 2 6,912', `the first row is ${(await cells(page))[0]}`);
  await page.selectOption('#own-reading', 'point');
  expect(await page.isVisible('#stale'), 'another answer does not mark the results');
  await runAndCheck(page);
  expect((await cells(page))[0]?.slice(0, 3).join(' ') === 'a 2 6.912', `the first row is ${(await cells(page))[0]}`);
  const lines = await logged(page, 'g;x\na;1.234\na;5.678\nb;2.000\n');
  expect(lines.at(-2) === 'a | 6.912', `the program logged ${lines}`);
}

/** Amounts of sales by region: the sum of plain additions has other last digits than the tree's. */
async function salesAreRight(page) {
  const lines = ['region;amount'];
  const regions = ['AMER', 'APAC', 'EMEA', 'LATAM'];
  for (let i = 0; i < 200_000; i++) lines.push(`${regions[(i * 7919) % 4]};${((i * 104_729) % 94_321) / 100}`);
  const buffer = Buffer.from(lines.join('\n'));
  await page.setInputFiles('#own-file', { name: 'sales.csv', mimeType: 'text/csv', buffer });
  await facts(page, '200,000 rows');
  for (const operation of ['sort', 'reduce', 'scan', 'quantile', 'top-k']) {
    await page.selectOption('[name=operation]', operation);
    await runAndCheck(page);
  }
}

async function latin1(page, shots) {
  const buffer = Buffer.from(
    'ville;prix\r\nOrl\xe9ans;1.234,50 \x80\r\nN\xeemes;7,5 \x80\r\nOrl\xe9ans;1 \x80\r\n',
    'latin1',
  );
  await page.setInputFiles('#own-file', { name: 'villes.csv', mimeType: 'text/csv', buffer });
  await facts(
    page,
    '3 rows, 2 columns (separator: semicolon, Latin-1, windows-1252). Numbers: prix (decimal comma, €).',
  );
  await facts(page, 'The encoding is a guess: is “Orléans” right?');
  await runAndCheck(page);
  const names = async () => (await cells(page)).map(([name]) => name).join();
  expect((await names()) === 'Orléans,Nîmes', `the groups are ${await names()}`);
  await page.screenshot({ path: path.join(shots, 'own-latin1.png'), fullPage: true });
  await page.selectOption('#own-encoding', 'windows-1253');
  await facts(page, 'windows-1253, Greek');
  await runAndCheck(page);
  expect((await names()) === 'Orlιans,Nξmes', `the groups are ${await names()}`);
  const wide = Buffer.from('\uFEFFville\tprix\nOrléans\t1,5\n', 'utf16le');
  await page.setInputFiles('#own-file', { name: 'wide.txt', mimeType: 'text/plain', buffer: wide });
  await facts(page, '1 row, 2 columns (separator: tab, UTF-16LE).');
  expect(!(await page.isVisible('#own-encoding')), 'it asks for the encoding of UTF-16');
}

async function dates(page) {
  await page.fill('#own-text', 'who,day\na,2024-01-31\nb,2024-02-01\na,2024-03-01\n');
  await facts(page, 'Numbers: day (dates, year first: days since 1970-01-01).');
  await page.check('#operators input[value=max]');
  await runAndCheck(page);
  expect((await cells(page))[0]?.includes('19,783'), `the first row is ${(await cells(page))[0]}`);
  expect((await page.locator('#notes').textContent())?.includes("'day' has dates"), 'no note of dates');
}

/** A dropped file becomes the table, wherever it is dropped. */
async function dropped(page) {
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(['k|v\nx|1\nx|2'], 'dropped.csv'));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true }));
  });
  await facts(page, '2 rows, 2 columns (separator: |)');
  expect((await page.inputValue('[name=data]')) === 'own', 'the data is not the table');
}

/** Run is in sight at any place of the page, and so are the columns of a file. Results are after it, with the focus. */
const inSight = (width, height) =>
  onPage(
    `${OWN},min,max`,
    async (page, shots) => {
      const isInSight = (id) =>
        page.evaluate((name) => {
          const { top, bottom } = document.getElementById(name).getBoundingClientRect();
          return top >= 0 && bottom <= innerHeight;
        }, id);
      for (const place of [0, 400, 1e6]) {
        await page.evaluate((y) => scrollTo(0, y), place);
        expect(await isInSight('run'), `Run is out of sight at ${place}`);
      }
      await page.setInputFiles('#own-file', {
        name: 'a.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('g,x\na,1\nb,2'),
      });
      await page.locator('#own-facts').filter({ hasText: '2 rows' }).waitFor({ timeout: PATIENCE });
      const isChosen = () => {
        const [column, run] = ['[name=valueColumn]', '#run'].map((one) => document.querySelector(one));
        return column.getBoundingClientRect().bottom < run.getBoundingClientRect().top;
      };
      await page.waitForFunction(isChosen, undefined, { timeout: PATIENCE });
      await runAndCheck(page);
      await page.waitForFunction(() => document.activeElement?.id === 'result-title', undefined, { timeout: PATIENCE });
      expect((await isInSight('verdict')) && (await isInSight('run')), 'the verdict or Run is out of sight');
      await requireNoSidewaysScroll(page);
      await page.screenshot({ path: path.join(shots, `own-${width}.png`) });
    },
    { viewport: { width, height } },
  );

/** Runs the code of the page with the page's own library in place of the package; returns what it logged. */
function logged(page, table) {
  return page.evaluate(async (csv) => {
    const body = document
      .getElementById('call-code')
      .textContent.replace(/^import (\{.*\}) from 'webgpu-segmented\/auto';$/m, 'const $1 = window.webgpuSegmented;')
      .replace(/^import Papa from 'papaparse';$/m, 'const { Papa } = window;');
    const lines = [];
    const text = (value) => (ArrayBuffer.isView(value) ? [...value.slice(0, 200)].join(' ') : String(value));
    const AsyncFunction = (async () => {}).constructor;
    const log = (...values) => lines.push(values.map(text).join(' | '));
    // The same data in every run. No segment is empty, since the quantile of an empty segment is NaN.
    let drawn = 0;
    Math.random = () => 0.1 + 0.8 * ((drawn++ * 0.618034) % 1);
    await new AsyncFunction('console', 'fetch', body)({ log }, async () => new Response(csv));
    return lines;
  }, table);
}

async function codeRuns(page) {
  const set = async (hash) => {
    await page.evaluate((text) => {
      location.hash = text;
    }, hash);
    const isSet = (text) => {
      const form = document.getElementById('form');
      const given = [...new URLSearchParams(text)].filter(([name]) => name !== 'operators');
      return given.every(([name, value]) => form.elements.namedItem(name).value === value);
    };
    await page.waitForFunction(isSet, hash);
  };
  const operations = await page.locator('[name=operation] option').evaluateAll((all) => all.map(({ value }) => value));
  for (const [i, operation] of operations.entries()) {
    const type = ['f32', 'u32', 'f16', operation === 'transform' ? 'i32' : 'i64'][i % 4];
    const lengths = ['zipf', 'fixed', 'giant', 'uniform', 'classes'][i % 5];
    await set(`operation=${operation}&type=${type}&lengths=${lengths}&items=999&size=9`);
    const lines = await logged(page, '');
    expect(lines.length > 0 && !lines.join().includes('NaN'), `${operation}: it logged ${lines}`);
  }
  const csv = `Shop's name;paid\nNice;1,5\nLens;\nNice;2,5\nLens;4\n`;
  await set('data=own&operation=reduce&operators=sum,max');
  await page.fill('#own-text', csv);
  await facts(page, '4 rows');
  const code = await page.locator('#call-code').textContent();
  expect(
    code?.includes('const shopSName = Uint32Array') && code.includes('segmentedReduce(place, paid,'),
    `code: ${code}`,
  );
  const lines = await logged(page, csv);
  expect(lines.slice(-2).join() === 'Nice | 4 | 2.5,Lens | 4 | 4', `it logged ${lines}`);
}

/** Nothing leaves the page before the button is pressed; then a form with this program and this table does. */
async function opensInStackBlitz(page, _shots, context) {
  const requests = [];
  await context.route('https://stackblitz.com/**', (route) => {
    requests.push(route.request());
    return route.fulfill({ body: 'ok' });
  });
  expect(requests.length === 0, 'something was requested before the click');
  const [opened] = await Promise.all([page.waitForEvent('popup'), page.click('#stackblitz button')]);
  await opened.waitForLoadState();
  const [request] = requests;
  expect(request?.method() === 'POST' && request.url() === 'https://stackblitz.com/run', `${request?.url()}`);
  const sent = new URLSearchParams(request.postData() ?? '');
  const code = (await page.locator('#call-code').textContent()) ?? '';
  const same = (a, b) => a?.replaceAll('\r\n', '\n').trim() === b?.trim();
  expect(same(sent.get('project[files][main.js]'), code), 'the program is another one');
  expect(sent.get('project[template]') === 'node', 'no template');
  expect(sent.get('project[files][public/table.csv]')?.includes('Lyon'), 'the table is not sent');
}

export const ownCases = [
  { name: 'groups a pasted table, and says what is blank', run: onPage(OWN, pasted) },
  { name: 'reads Parquet, and lists of JSON as segments', run: onPage(OWN, otherFormats) },
  { name: 'says what is missing of a table, and keeps nothing stale', run: onPage(OWN, saysWhatIsMissing) },
  { name: 'reads 300,000 rows and does not freeze', run: onPage(OWN, manyRows) },
  { name: 'reads Arrow, and saves CSV and Arrow', run: onPage(OWN, arrowInAndOut) },
  { name: 'saves the rows of the table, or whole rows', run: onPage(OWN, savesRows) },
  { name: 'asks where two decimal signs fit', run: onPage(OWN, asksForTheDecimalSign) },
  { name: 'calls sums of 200,000 amounts right', run: onPage(OWN, salesAreRight) },
  { name: 'reads Latin-1 and UTF-16', run: onPage(OWN, latin1) },
  { name: 'reads dates', run: onPage(OWN, dates) },
  { name: 'takes a dropped file', run: onPage('', dropped) },
  { name: 'keeps Run and the results in sight, 1280 x 800', run: inSight(1280, 800) },
  { name: 'keeps Run and the results in sight, 1366 x 768', run: inSight(1366, 768) },
  { name: 'keeps Run and the results in sight, on a phone', run: inSight(390, 844) },
  { name: 'its code to copy runs, for every operation', run: onPage('items=4096', codeRuns) },
  { name: 'opens its code in StackBlitz, and nothing before', run: onPage(OWN, opensInStackBlitz) },
];
