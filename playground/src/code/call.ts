/** The program of the call that the form describes: it makes the same kind of data, or reads the user's table. */
import type { NumberType } from 'webgpu-segmented';
import { className } from '../items.ts';
import { isSort, keepsType, operatorsOf, pieceBytes, quantilesOf, rangeOf, type Settings } from '../settings.ts';
import type { OwnTable } from '../table/panel.ts';
import type { ColumnFacts } from '../table/parse.ts';
import { DATE_PATTERNS, patternOf } from '../table/readings.ts';

/** The table as the program reads it. */
export type CodeTable = Pick<OwnTable, 'separator' | 'columns' | 'rows' | 'encoding'>;

const PLACE = `const place = await openPlace(); // a GPU where there is one and it is faster, JavaScript elsewhere`;

const quoted = (text: string) =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n').replaceAll('\t', '\\t')}'`;

const RESERVED =
  /^(await|break|case|catch|class|const|default|delete|do|else|enum|export|for|function|if|import|in|let|new|null|return|static|super|switch|this|throw|try|typeof|var|void|while|with|yield)$/;

/** Names that the program uses itself. */
const TAKEN = `place table rows names groups numbers segments console row i name number text pattern lengths left
  values keys indices order sorted top offsets quantiles result results running ranks unique mode finite range counts
  transformed openPlace groupBy reduceByKey`.split(/\s+/);

/** A column's name as a name in the program. Names that the program uses already get a suffix. */
export function identifier(name: string, fallback: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '');
  const words = plain.split(/[^A-Za-z0-9]+/).filter(Boolean);
  const camel = words.map((word, i) => (i === 0 ? word : word[0]?.toUpperCase() + word.slice(1))).join('');
  const text = /^[A-Za-z]/.test(camel) ? (camel[0] as string).toLowerCase() + camel.slice(1) : fallback;
  return RESERVED.test(text) || TAKEN.includes(text) || text.startsWith('segmented') ? `${text}Column` : text;
}

function itemText({ type, fill, operation, operator, operators }: Settings): string {
  const ops: readonly string[] = operation === 'scan' ? [operator] : operators.split(',');
  const product = ['reduce', 'scan', 'group by'].includes(operation) && ops.includes('product');
  if (type === 'f16') return fill === 'few' ? '0x3c00 + Math.floor(Math.random() * 3)' : 'Math.random() * 0x3c00';
  if (type.startsWith('f')) {
    if (product) return '1 + (Math.random() - 0.5) / 8';
    return fill === 'few' ? 'Math.floor(Math.random() * 3)' : 'Math.random() * 2 - 1';
  }
  if (type.endsWith('64')) return `BigInt(Math.floor(Math.random() * ${fill === 'few' ? 3 : '2 ** 53'}))`;
  if (fill === 'few') return 'Math.floor(Math.random() * 3)';
  return type.startsWith('i')
    ? `(Math.random() - 0.5) * 2 ** ${type.slice(1)}`
    : `Math.random() * 2 ** ${type.slice(1)}`;
}

function itemsText(settings: Settings, name: string, count: string): string[] {
  const { type, fill } = settings;
  const made = `${className(type)}.from({ length: ${count} }, () => ${itemText(settings)})`;
  const order = fill === 'sorted' ? '.sort()' : fill === 'reversed' ? '.sort().reverse()' : '';
  if (type !== 'f16') return [`const ${name} = ${made}${order};`];
  return ['// Items of f16 are given as their bits.', `const ${name} = { type: 'f16', data: ${made}${order} };`];
}

/** Lengths that are drawn until the items end. */
function lengthsText({ lengths, items, least, most, alpha, cap, size, offsets }: Settings): string[] {
  if (lengths === 'fixed') return [`const segments = { size: ${size}, count: ${Math.floor(items / size) || 1} };`];
  if (lengths === 'offsets') {
    const list = offsets.split(/[\s,;[\]]+/).filter(Boolean);
    const text = list.length > 200 ? `${list.slice(0, 200).join(', ')} /* … */` : list.join(', ');
    return [`const segments = [${text}]; // segment i is segments[i] to segments[i + 1]`];
  }
  const drawn: Readonly<Record<string, string>> = {
    uniform: `${least} + Math.floor(Math.random() * ${most - least + 1})`,
    zipf: `Math.min(${cap}, Math.floor((1 - Math.random()) ** ${-1 / alpha}))`,
    giant: `lengths.length === 0 ? ${Math.ceil(items / 2)} : Math.floor(Math.random() * 5)`,
    classes: '2 ** Math.floor(Math.random() * 14) - 1 + Math.floor(Math.random() * 3)',
  };
  return [
    'const lengths = [];',
    `for (let left = ${items}; left > 0; left -= lengths.at(-1)) lengths.push(Math.min(left, ${drawn[lengths]}));`,
    'const segments = { lengths };',
  ];
}

interface CallText {
  readonly name: string;
  readonly lines: readonly string[];
}

const options = (members: readonly string[]) => (members.length > 0 ? `, { ${members.join(', ')} }` : '');

/** The lines that find the ends of a histogram's range, unless they are given. */
function rangeText(settings: Settings, of: string): string[] {
  if (rangeOf(settings).length > 0) return [];
  const numbers = settings.type === 'f16' ? `new Float16Array(${of}.data.buffer)` : of;
  const end = (which: string) => `finite.reduce((a, b) => Math.${which}(a, b))`;
  return [
    `const finite = Array.from(${numbers}, Number).filter(Number.isFinite);`,
    `const range = [${end('min')}, ${end('max')}];`,
  ];
}

/** Ranks, distinct keys, modes, histograms and transforms. */
function moreText(settings: Settings, of: string, to: string): CallText | undefined {
  const { operation, order, ties, bins, transform, lag } = settings;
  const bytes = pieceBytes(settings);
  const tuning = bytes ? [`tuning: { maxBindingBytes: ${bytes} }`] : [];
  if (operation === 'rank') {
    const how = [...(order === 'descending' ? [`order: 'descending'`] : []), `ties: '${ties}'`, ...tuning];
    const call = `await segmentedRank(place, ${of}, ${to}${options(how)})`;
    return { name: 'segmentedRank', lines: ['// From 1.', `const ranks = ${call};`, 'console.log(ranks);'] };
  }
  if (operation === 'unique') {
    const call = `await segmentedUnique(place, ${of}, ${to}${options(tuning)})`;
    const note = '// Segment i has the keys offsets[i] to offsets[i + 1].';
    const print = 'console.log(unique.keys, unique.counts, unique.offsets);';
    return { name: 'segmentedUnique', lines: [note, `const unique = ${call};`, print] };
  }
  if (operation === 'mode') {
    const call = `await segmentedMode(place, ${of}, ${to}${options(tuning)})`;
    return { name: 'segmentedMode', lines: [`const mode = ${call};`, 'console.log(mode.values, mode.counts);'] };
  }
  if (operation === 'histogram') {
    const found = rangeText(settings, of);
    const range = found.length > 0 ? 'range' : `range: [${rangeOf(settings).join(', ')}]`;
    const call = `await segmentedHistogram(place, ${of}, ${to}${options([`bins: ${bins}`, range, ...tuning])})`;
    const lines = [...found, `// Segment by segment, ${bins} counts each.`, `const counts = ${call};`];
    return { name: 'segmentedHistogram', lines: [...lines, 'console.log(counts);'] };
  }
  if (operation !== 'transform') return undefined;
  const by = [...(keepsType(transform) && lag !== 1 ? [`lag: ${lag}`] : []), ...tuning];
  const call = `await segmentedTransform(place, ${of}, ${to}, '${transform}'${options(by)})`;
  return { name: 'segmentedTransform', lines: [`const transformed = ${call};`, 'console.log(transformed);'] };
}

/** The call and what it prints. `of`: the variable with the items; `to`: the variable with the segments. */
function callText(settings: Settings, of: string, to: string): CallText {
  const { operation, operator, order, stable, exclusive, reverse, k } = settings;
  const more = moreText(settings, of, to);
  if (more) return more;
  const bytes = pieceBytes(settings);
  const tuning = bytes ? [`tuning: { maxBindingBytes: ${bytes} }`] : [];
  const sorting = options([...(order === 'descending' ? [`order: 'descending'`] : []), ...tuning]);
  if (operation === 'reduce') {
    const ops = operatorsOf(settings).map((op) => `'${op}'`);
    const [name, list] = ops.length === 1 ? ['result', ops[0]] : ['results', `[${ops.join(', ')}]`];
    const call = `await segmentedReduce(place, ${of}, ${to}, ${list}${options(tuning)})`;
    return { name: 'segmentedReduce', lines: [`const ${name} = ${call};`, `console.log(${name});`] };
  }
  if (operation === 'scan') {
    const forms = [...(exclusive ? ['exclusive: true'] : []), ...(reverse ? ['reverse: true'] : []), ...tuning];
    const call = `await segmentedScan(place, ${of}, ${to}, '${operator}'${options(forms)})`;
    return { name: 'segmentedScan', lines: [`const running = ${call};`, 'console.log(running);'] };
  }
  if (operation === 'top-k') {
    const least = options([...(order === 'ascending' ? [`order: 'ascending'`] : []), ...tuning]);
    const call = `await segmentedTopK(place, ${of}, ${to}, ${k}${least})`;
    const note = '// Segment i has the keys offsets[i] to offsets[i + 1].';
    return { name: 'segmentedTopK', lines: [note, `const top = ${call};`, 'console.log(top.keys, top.offsets);'] };
  }
  if (operation === 'quantile') {
    const call = `await segmentedQuantile(place, ${of}, ${to}, [${quantilesOf(settings).join(', ')}]${options(tuning)})`;
    return {
      name: 'segmentedQuantile',
      lines: ['// Segment by segment.', `const quantiles = ${call};`, 'console.log(quantiles);'],
    };
  }
  if (operation === 'argsort') {
    const call = `await segmentedArgsort(place, ${of}, ${to}${sorting})`;
    return { name: 'segmentedArgsort', lines: [`const order = ${call};`, 'console.log(order);'] };
  }
  const name = `segmented${stable ? 'Stable' : ''}Sort${operation === 'sort' ? '' : 'ByKey'}`;
  if (operation === 'sort') {
    return { name, lines: [`const sorted = await ${name}(place, ${of}, ${to}${sorting});`, 'console.log(sorted);'] };
  }
  const length = settings.type === 'f16' ? `${of}.data.length` : `${of}.length`;
  return {
    name,
    lines: [
      `const indices = Uint32Array.from({ length: ${length} }, (_, i) => i); // any values of 1 to 16 bytes`,
      `const sorted = await ${name}(place, ${of}, indices, ${to}${sorting});`,
      'console.log(sorted.keys, sorted.values);',
    ],
  };
}

function groupCall(settings: Settings, ids: string, of: string, groups: readonly string[]): CallText {
  const ops = operatorsOf(settings).map((op) => `'${op}'`);
  const call = `await reduceByKey(place, ${ids}, ${of}, [${ops.join(', ')}]${options(groups)})`;
  return { name: 'reduceByKey', lines: [`const { keys, result } = ${call};`, 'console.log(keys, result);'] };
}

function madeCode(settings: Settings): string {
  const { lengths, offsets, items, operation } = settings;
  const input = isSort(settings) || ['top-k', 'rank', 'unique', 'mode'].includes(operation) ? 'keys' : 'values';
  const last = Math.max(
    0,
    ...offsets
      .split(/[\s,;[\]]+/)
      .map(Number)
      .filter(Number.isFinite),
  );
  const count = String(lengths === 'offsets' ? last : items);
  if (operation === 'group by') {
    const { name, lines } = groupCall(settings, 'ids', 'values', []);
    const ids = `const ids = Uint32Array.from({ length: ${count} }, () => Math.random() * 1000);`;
    return program([name], [...itemsText(settings, 'values', count), ids, ...lines]);
  }
  const { name, lines } = callText(settings, input, 'segments');
  return program([name], [...itemsText(settings, input, count), ...lengthsText(settings), ...lines]);
}

function program(imports: readonly string[], lines: readonly string[], more: readonly string[] = []): string {
  const names = ['openPlace', ...imports].join(', ');
  const from = `import { ${names} } from 'webgpu-segmented/auto';`;
  return [from, ...more, '', PLACE, '', ...lines, 'place.close();', ''].join('\n');
}

/** Values of a type from the numbers of a column. */
function valuesText(type: NumberType, of: string, number: string): string[] {
  if (type === 'f16') {
    return [
      `const ${of} = { type: 'f16', data: new Uint16Array(Float16Array.from(rows, (row) => ${number}).buffer) };`,
    ];
  }
  const value = type === 'u64' || type === 'i64' ? `BigInt(${number})` : number;
  return [`const ${of} = ${className(type)}.from(rows, (row) => ${value});`];
}

/** A function from a cell's text to the number that the page reads; NaN for all others. */
function readerText({ reading = 'point', isPlain, unit, units, others }: ColumnFacts): string[] {
  if (reading === 'point' && isPlain && others === 0) {
    return [`const number = (text = '') => (text.trim() === '' ? NaN : Number(text));`];
  }
  if (reading === 'point' || reading === 'comma') {
    const bare = reading === 'point' ? `replace(/[^\\d.e+-]/gi, '')` : `replace(/[^\\d,e+-]/gi, '').replace(',', '.')`;
    return [
      `// A decimal ${reading}. Gaps between digits and signs of money are taken away. Brackets are a minus.`,
      `const pattern = ${patternOf(reading, units)};`,
      `const number = (text = '') => {`,
      `  const bare = text.trim().replace('\u2212', '-').replace(/^\\((.+)\\)$/, '-$1');`,
      '  const { sign, minus, body } = pattern.exec(bare)?.groups ?? {};',
      `  return body ? Number(sign + minus + body.${bare}) : NaN;`,
      '};',
    ];
  }
  const time = [
    `  const [, plus, hours, minutes] = /([+-])(\\d\\d):?(\\d\\d)/.exec(zone) ?? [];`,
    `  const offset = plus ? Number(plus + '1') * (60 * hours + Number(minutes)) : 0;`,
    `  const hour = half ? (h % 12) + (/p/i.test(half) ? 12 : 0) : Number(h);`,
    `  return date + 60000 * (60 * hour + Number(min) - offset) + 1000 * String(s).replace(',', '.');`,
  ];
  return [
    `// Dates as ${unit} since 1970-01-01.`,
    `const pattern = ${DATE_PATTERNS[reading]};`,
    `const number = (text = '') => {`,
    `  const { y, m, d${unit === 'days' ? '' : `, h = 0, min = 0, s = 0, half, zone = ''`} } = pattern.exec(text.trim())?.groups ?? {};`,
    '  if (!y) return NaN;',
    '  const date = Date.UTC(y.length > 2 ? y : Number(y) + (y < 70 ? 2000 : 1900), m - 1, d);',
    '  if (new Date(date).getUTCDate() !== Number(d)) return NaN;',
    ...(unit === 'days' ? ['  return date / 86400000;'] : time),
    '};',
  ];
}

/** The rows of the file as objects. The file has the encoding that the page found. */
function tableText({ separator, encoding }: CodeTable): string[] {
  const text =
    encoding && encoding !== 'utf-8'
      ? `new TextDecoder('${encoding}').decode(await (await fetch('./table.csv')).arrayBuffer())`
      : `await (await fetch('./table.csv')).text()`;
  const how = `delimiter: ${quoted(separator ?? ',')}, header: true, skipEmptyLines: true, transformHeader: (name) => name.trim()`;
  return [`const text = ${text};`, `const table = Papa.parse(text, { ${how} }).data;`];
}

function ownCode(settings: Settings, table: CodeTable): string {
  const { valueColumn, groupColumn, type, operation } = settings;
  const facts = table.columns.find(({ name }) => name === valueColumn);
  const of = identifier(valueColumn, 'values');
  const member = (name: string) => `row[${quoted(name)}]`;
  const number = `number(${member(valueColumn)})`;
  const group = `(${member(groupColumn)} ?? '').trim()`;
  const [ids, names] = groupColumn
    ? [identifier(groupColumn, 'ids'), `[...new Set(rows.map((row) => ${group}))]`]
    : ['', ''];
  const both = ids === of ? `${ids}Ids` : ids;
  const read = [
    ...(facts ? readerText(facts) : []),
    ...tableText(table),
    `const rows = table.filter((row) => !Number.isNaN(${number})); // rows with a number in ${quoted(valueColumn)}`,
    ...valuesText(type, of, number),
  ];
  const imports = [`import Papa from 'papaparse';`];
  if (!groupColumn) {
    const { name, lines } = callText(settings, of, '[0, rows.length]');
    return program([name], [...read, ...lines], imports);
  }
  const grouping = [
    `const names = ${names};`,
    'const numbers = new Map(names.map((name, i) => [name, i]));',
    `const ${both} = Uint32Array.from(rows, (row) => numbers.get(${group}));`,
  ];
  if (operation === 'group by') {
    const { name, lines } = groupCall(settings, both, of, ['groups: names.length']);
    return program([name], [...read, ...grouping, ...lines, ...printed(settings)], imports);
  }
  const { name, lines } = callText(settings, of, 'groups');
  const groups = `const groups = await groupBy(place, ${both}, { groups: names.length }); // group i has the rows of names[i]`;
  return program(['groupBy', name], [...read, ...grouping, groups, ...lines, ...printed(settings)], imports);
}

/** One line a group, by its name. */
function printed(settings: Settings): string[] {
  const { operation, type, bins } = settings;
  const line = (values: string) => [`for (const [i, name] of names.entries()) console.log(name, ${values});`];
  const data = (array: string) => (type === 'f16' ? `${array}.data` : array);
  const slice = (array: string, count: number) => `...${array}.slice(i * ${count}, i * ${count} + ${count})`;
  const between = (array: string, of: string) => `...${array}.slice(${of}.offsets[i], ${of}.offsets[i + 1])`;
  if (operation === 'quantile') return line(slice('quantiles', quantilesOf(settings).length));
  if (operation === 'histogram') return line(slice('counts', bins));
  if (operation === 'top-k') return line(between(data('top.keys'), 'top'));
  if (operation === 'unique') return line(between(data('unique.keys'), 'unique'));
  if (operation === 'mode') return line(`${data('mode.values')}[i], mode.counts[i]`);
  const ops = operatorsOf(settings);
  const simple = ops.every((op) => op !== 'argmin' && op !== 'argmax');
  if ((operation !== 'reduce' && operation !== 'group by') || !simple) return [];
  if (operation === 'reduce' && ops.length === 1) return line('result[i]');
  return line(`...${operation === 'group by' ? 'result' : 'results'}.map((column) => column[i])`);
}

/** A call on arrays. The table is read from the file `table.csv` beside the program. */
export function callCode(settings: Settings, table: CodeTable | undefined): string {
  return settings.data === 'own' && table && settings.valueColumn ? ownCode(settings, table) : madeCode(settings);
}
