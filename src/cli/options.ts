/** The options of each command, and their values. */
import { createRequire } from 'node:module';
import { parseArgs } from 'node:util';
import { nearest } from '../checks.ts';
import type { TransformName } from '../transform/descriptor.ts';
import { usage } from './exit.ts';

type Kind = 'flag' | 'text' | 'list' | 'count';

export interface Option {
  readonly kind: Kind;
  /** What `--help` shows for the value. */
  readonly value?: string;
  readonly help: string;
  readonly oneOf?: readonly string[];
}

const INPUT = {
  input: {
    kind: 'list',
    value: 'FILE',
    help: 'an Arrow stream or file, a Parquet file, or CSV; repeat it for several. Default: stdin',
  },
} as const satisfies Record<string, Option>;

const OUTPUT = {
  output: { kind: 'text', value: 'FILE', help: 'the result, which appears when it is whole. Default: stdout' },
  quiet: { kind: 'flag', help: 'write no line about the adapter or the place' },
} as const satisfies Record<string, Option>;

const FORMAT = {
  format: {
    ...{
      kind: 'text',
      value: 'FORMAT',
      help: 'arrow, csv or json. Default: by the end of FILE; csv on a terminal and from CSV; else arrow',
    },
    oneOf: ['arrow', 'csv', 'json'],
  },
} as const satisfies Record<string, Option>;

const PLACE = {
  place: {
    ...{ kind: 'text', value: 'PLACE', help: 'auto (default): a hardware GPU where it is faster; gpu: an adapter; js' },
    oneOf: ['auto', 'gpu', 'js'],
  },
  'adapter-name': { kind: 'text', value: 'NAME', help: 'a text in the name of the adapter: see adapters' },
} as const satisfies Record<string, Option>;

const GPU = {
  ...PLACE,
  progress: { kind: 'flag', help: 'on stderr: a line of JSON a batch; on a terminal a bar' },
} as const satisfies Record<string, Option>;

const SEGMENTS = {
  column: { kind: 'text', value: 'NAME', help: 'a column of lists, one segment a row; or of numbers, see --by' },
  by: {
    kind: 'text',
    value: 'KEY[,KEY]',
    help: 'neighbours with equal keys are one segment. Without it all rows are one',
  },
  unsorted: { kind: 'flag', help: 'with --by: rows with equal keys need not be neighbours. Reads all rows first' },
  'batch-items': { kind: 'count', value: 'N', help: 'the most items of one call. Default: 1048576' },
  'max-batch-bytes': { kind: 'count', value: 'N', help: 'the most bytes of one call' },
} as const satisfies Record<string, Option>;

const COLUMNS = {
  columns: {
    kind: 'text',
    value: 'NAME[,NAME]',
    help: 'the columns to read, with those of --column and --by. Default: all that the output has',
  },
} as const satisfies Record<string, Option>;

const ORDER = {
  order: { kind: 'text', value: 'ORDER', help: 'ascending or descending', oneOf: ['ascending', 'descending'] },
} as const satisfies Record<string, Option>;

const NULLS = {
  nulls: { kind: 'text', value: 'WHERE', help: 'where nulls come: first or last (default)', oneOf: ['first', 'last'] },
} as const satisfies Record<string, Option>;

const LISTS = { ...INPUT, ...OUTPUT, ...FORMAT, ...GPU, ...SEGMENTS, ...COLUMNS };

const FIRST_FROM = {
  'first-from': {
    kind: 'count',
    value: 'N',
    help: 'how many items of the first segment earlier parts hold. Default: 0',
  },
} as const satisfies Record<string, Option>;

const NAN_RANKS = ['last', 'first', 'omit'];
const NAN_MODES = ['propagate', 'omit'];
/** The transforms of --op. */
export const TRANSFORMS = [
  'softmax',
  'logSoftmax',
  'normalize',
  'center',
  'standardize',
  'diff',
  'shift',
] as const satisfies readonly TransformName[];

interface Command {
  readonly help: string;
  readonly example: string;
  readonly options: Readonly<Record<string, Option>>;
}

export const COMMANDS = {
  sort: {
    help: 'Sorts the items of every segment.',
    example: 'webgpu-segmented sort --column scores --order descending --input in.arrow --output out.arrow',
    options: { ...LISTS, ...ORDER, ...NULLS },
  },
  argsort: {
    help: 'Gives the permutation that sorts every segment.',
    example: 'webgpu-segmented argsort --column scores < in.arrow > order.arrow',
    options: { ...LISTS, ...ORDER, ...NULLS },
  },
  'top-k': {
    help: 'Gives the first k items of every segment, sorted. The default order is descending.',
    example: 'webgpu-segmented top-k --k 5 --column scores < in.arrow > best.arrow',
    options: { ...LISTS, ...ORDER, k: { kind: 'count', value: 'K', help: 'how many items of a segment' } },
  },
  quantile: {
    help: 'Gives quantiles of every segment, one column each.',
    example: 'webgpu-segmented quantile --q 0.5,0.9 --by year,origin --unsorted --column delay --input flights.csv',
    options: {
      ...LISTS,
      q: { kind: 'text', value: 'Q[,Q]', help: 'numbers from 0 to 1' },
      interpolation: {
        ...{ kind: 'text', value: 'NAME', help: 'linear (default), lower, higher, nearest, midpoint or inverted_cdf' },
        oneOf: ['linear', 'lower', 'higher', 'nearest', 'midpoint', 'inverted_cdf'],
      },
    },
  },
  scan: {
    help: 'Gives the running result of an operator in every segment.',
    example: 'webgpu-segmented scan --op sum --by day --column amount < rows.arrow',
    options: {
      ...LISTS,
      op: { kind: 'text', value: 'NAME', help: 'sum, product, min, max, and, or, xor' },
      exclusive: { kind: 'flag', help: 'leave out the item itself' },
      reverse: { kind: 'flag', help: 'from the end of the segment' },
    },
  },
  rank: {
    help: 'Gives the rank of each item in its segment, from 1.',
    example: 'webgpu-segmented rank --ties min --order descending --by race --column points < results.arrow',
    options: {
      ...{ ...LISTS, ...ORDER },
      ties: {
        ...{ kind: 'text', value: 'NAME', help: 'of equal items: ordinal (default), min, max, dense, average' },
        oneOf: ['ordinal', 'min', 'max', 'dense', 'average'],
      },
      nan: { kind: 'text', value: 'WHERE', help: 'where NaNs come: last, first; omit: rank 0', oneOf: NAN_RANKS },
    },
  },
  unique: {
    help: 'Gives the distinct items of every segment, ascending, and in the column count how many there are of each.',
    example: 'webgpu-segmented unique --by shop --unsorted --column customer < sales.arrow',
    options: LISTS,
  },
  mode: {
    help: 'Gives the most frequent item of every segment, the lowest of several, and its count.',
    example: 'webgpu-segmented mode --by origin --unsorted --column carrier < flights.arrow',
    options: {
      ...LISTS,
      nan: { kind: 'text', value: 'HOW', help: 'propagate (default): NaN is an item; omit', oneOf: NAN_MODES },
    },
  },
  histogram: {
    help: 'Counts the items of every segment in bins, as numpy. The counts are a list.',
    example: 'webgpu-segmented histogram --bins 20 --range 0,100 --by day --column delay < flights.arrow',
    options: {
      ...LISTS,
      bins: { kind: 'count', value: 'N', help: 'bins of equal width. Default: 10' },
      range: { kind: 'text', value: 'FROM,TO', help: 'what the bins cover' },
      edges: { kind: 'text', value: 'N,N[,N]', help: 'the borders of the bins, instead of --bins and --range' },
    },
  },
  transform: {
    help: 'Gives one number an item: softmax, a share, a difference, the item before.',
    example: 'webgpu-segmented transform --op softmax --by node --column score < edges.arrow',
    options: {
      ...LISTS,
      op: { kind: 'text', value: 'NAME', help: 'softmax, logSoftmax, normalize, center, standardize, diff, shift' },
      ddof: { kind: 'count', value: 'N', help: 'of standardize: 1 for the deviation of a sample' },
      lag: { kind: 'count', value: 'N', help: 'of diff and shift: how many items earlier. Default: 1' },
      fill: { kind: 'text', value: 'NUMBER', help: 'of diff and shift: for items that are not there. Default: 0' },
    },
  },
  reduce: {
    help: 'Reduces every segment to one element for each operator, one column each.',
    example: 'webgpu-segmented reduce --op sum,max,count --by user --unsorted --column amount --input sales.csv',
    options: {
      ...LISTS,
      op: { kind: 'text', value: 'NAME[,NAME]', help: 'sum, mean, std, min, argmax, first, any, count, …' },
      ddof: { kind: 'count', value: 'N', help: 'divides variance and std by the count less N: 1 for a sample' },
      partial: {
        kind: 'flag',
        help: 'the input is a part of the rows: its first and last segment may go on elsewhere',
      },
      ...FIRST_FROM,
    },
  },
  combine: {
    help: 'Joins the results of reduce --partial, in the order of the rows.',
    example: 'webgpu-segmented combine --input part0.arrow --input part1.arrow --output whole.arrow',
    options: { ...INPUT, ...OUTPUT, ...FORMAT },
  },
  starts: {
    help: 'Prints --first-from of each part, from reduce --op count --partial of all parts: a JSON array.',
    example: 'webgpu-segmented starts --input count0.arrow --input count1.arrow',
    options: { ...INPUT },
  },
  sample: {
    help: 'Samples the keys of a part of one segment that no worker holds, to find splitters.',
    example: 'webgpu-segmented sample --column key --first-from 1000000 < part1.arrow > sample1.arrow',
    options: {
      ...{ ...INPUT, ...OUTPUT, ...FIRST_FROM },
      column: { kind: 'text', value: 'NAME', help: 'the column of keys' },
      samples: { kind: 'count', value: 'N', help: 'how many of each batch. Default: 256' },
    },
  },
  splitters: {
    help: 'Chooses the splitters of a sort in ranges from the samples of all parts.',
    example: 'webgpu-segmented splitters --parts 16 --input sample0.arrow --input sample1.arrow > splitters.arrow',
    options: { ...INPUT, ...OUTPUT, ...ORDER, parts: { kind: 'count', value: 'N', help: 'how many ranges' } },
  },
  split: {
    help: 'Writes the rows of each range into a file: part-00000.arrow and so on.',
    example: 'webgpu-segmented split --column key --splitters splitters.arrow --output-dir ranges < part0.arrow',
    options: {
      ...{ ...INPUT, ...FIRST_FROM, ...ORDER, ...COLUMNS },
      column: { kind: 'text', value: 'NAME', help: 'the column of keys' },
      splitters: { kind: 'text', value: 'FILE', help: 'the output of splitters' },
      'output-dir': { kind: 'text', value: 'FOLDER', help: 'where the files go. It is made if it is missing' },
    },
  },
  serve: {
    help: 'Answers framed requests on stdin until it ends, each whole or with an error. See docs/command-line.md.',
    example: 'webgpu-segmented serve',
    options: { ...PLACE, quiet: OUTPUT.quiet },
  },
  adapters: {
    help: 'Tells which adapters there are.',
    example: 'webgpu-segmented adapters --json',
    options: { json: { kind: 'flag', help: 'one JSON array' } },
  },
} as const satisfies Record<string, Command>;

export type CommandName = keyof typeof COMMANDS;

/** The values of a command's options. Names are those of the command line. */
export interface Values {
  readonly flags: ReadonlySet<string>;
  readonly texts: ReadonlyMap<string, string>;
  readonly counts: ReadonlyMap<string, number>;
  readonly inputs: readonly string[];
}

function unknownOption(command: string, name: string, known: readonly string[]): Error {
  const meant = nearest(name, known);
  const hint = meant === undefined ? '' : `, did you mean --${meant}?`;
  return usage(`${command}: unknown option --${name}${hint}; allowed: ${known.map((each) => `--${each}`).join(', ')}`);
}

function checkedText(name: string, value: string, { oneOf }: Option): string {
  if (value === '') throw usage(`--${name}: empty; allowed: a name`);
  if (oneOf && !oneOf.includes(value)) throw usage(`--${name}: '${value}'; allowed: ${oneOf.join(', ')}`);
  return value;
}

function checkedCount(name: string, value: string): number {
  const count = Number(value);
  if (/^\d+$/.test(value) && Number.isSafeInteger(count)) return count;
  throw usage(`--${name}: '${value}'; allowed: whole numbers from 0`);
}

/** Reads the options of a command. Throws a usage error that names the option, the value found and those allowed. */
export function readOptions(command: CommandName, args: readonly string[]): Values {
  const known: Readonly<Record<string, Option>> = COMMANDS[command].options;
  const config = Object.entries(known).map(([name, { kind }]) => {
    return [name, { type: kind === 'flag' ? 'boolean' : 'string', multiple: kind === 'list' }] as const;
  });
  const { tokens } = parseArgs({
    ...{ args: [...args], options: Object.fromEntries(config), tokens: true, strict: false, allowPositionals: true },
  });
  const [flags, texts, counts, inputs] = [
    new Set<string>(),
    new Map<string, string>(),
    new Map<string, number>(),
    [] as string[],
  ];
  for (const token of tokens) {
    if (token.kind === 'positional') {
      throw usage(`${command}: '${token.value}' is no option; files are given by --input FILE`);
    }
    if (token.kind !== 'option') continue;
    const { name, value } = token;
    const option = known[name];
    if (!option) throw unknownOption(command, name, [...Object.keys(known), 'help']);
    if (option.kind === 'flag') {
      if (value !== undefined) throw usage(`--${name}: '${value}'; allowed: no value`);
      flags.add(name);
    } else if (value === undefined || value.startsWith('--')) {
      throw usage(`--${name}: no value; allowed: --${name} ${option.value}`);
    } else if (option.kind === 'count') counts.set(name, checkedCount(name, value));
    else if (option.kind === 'list') inputs.push(value);
    else texts.set(name, checkedText(name, value, option));
  }
  return { flags, texts, counts, inputs };
}

/** The help of a command. */
function commandHelp(command: CommandName): string {
  const { help, example, options } = COMMANDS[command] as Command;
  const rows = Object.entries(options).map(([name, option]) => {
    const left = `--${name}${option.value ? ` ${option.value}` : ''}`;
    return `  ${left.padEnd(24)} ${option.help}`;
  });
  return `${help}\n\nOptions:\n${rows.join('\n')}\n\nExample:\n  ${example}\n`;
}

/** The help of the program. */
function programHelp(): string {
  const rows = Object.entries(COMMANDS).map(([name, { help }]) => `  ${name.padEnd(10)} ${help}`);
  return `webgpu-segmented COMMAND [OPTIONS]: sorts and reduces segments of Arrow, Parquet and CSV data.

It needs the package apache-arrow, for CSV also papaparse, for Parquet also hyparquet, for a GPU also webgpu.

Commands:
${rows.join('\n')}

webgpu-segmented COMMAND --help shows the options of a command, and an example; --version shows the version.
Exit codes: 0 whole, 64 usage, 65 bad data, 69 no adapter, 70 internal error, 74 input or output,
75 device lost or out of memory (try again), 141 the reader is gone.
`;
}

/** What `--help` and `--version` print, of the program or of a command. Other arguments have none. */
export function helpOf([first = '--help', ...rest]: readonly string[]): string | undefined {
  if (['--help', '-h', 'help'].includes(first)) return programHelp();
  if (['--version', '-v'].includes(first)) {
    return `${createRequire(import.meta.url)('webgpu-segmented/package.json').version}\n`;
  }
  const isAsked = rest.includes('--help') || rest.includes('-h');
  return isAsked && Object.hasOwn(COMMANDS, first) ? commandHelp(first as CommandName) : undefined;
}
