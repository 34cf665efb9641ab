/** The wide set as a text for reviews: passes, stages of passes and plans. Each distinct one is written once. */
import { createHash } from 'node:crypto';
import { link } from '../../src/plan/link.ts';
import type { Kernel } from '../../src/plan/module.ts';
import { type Grid, type Pass, type Plan, type Resource, resourceOf } from '../../src/plan/plan.ts';
import { textKey } from '../support/kernel-parts.ts';
import { declarationsOf } from './declarations.ts';

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 6);

/** `⌈segments / 1024⌉ · 12 + 1 / 4`, or `args[3]`. */
function gridText(grid: Grid): string {
  if (grid.kind === 'direct') return `${grid.workgroups}`;
  if (grid.kind === 'indirect') return `args[${grid.slot}]`;
  if (grid.kind === 'bounded') {
    const { slot, shortest, rows, tile, perWorkgroup, extra, most, past } = grid;
    const segments = shortest > 1 ? `⌊items / ${shortest}⌋` : 'segments';
    const tasks = `${segments}${rows === 1 ? '' : ` · ${rows}`}${tile ? ` + ⌊items / ${tile}⌋` : ''}`;
    const all = perWorkgroup === 1 ? tasks : `(${tasks}) / ${perWorkgroup}`;
    return `args[${slot}] of ${all}${extra === 0 ? '' : ` + ${extra}`}, past ${most} ${past}`;
  }
  const { of, perBlock, rows, extra, perWorkgroup } = grid;
  const blocks = perBlock === 1 ? of : `⌈${of} / ${perBlock}⌉`;
  const all = `${blocks}${rows === 1 ? '' : ` · ${rows}`}${extra === 0 ? '' : ` + ${extra}`}`;
  if (perWorkgroup === 1) return all;
  return `${rows === 1 && extra === 0 ? all : `(${all})`} / ${perWorkgroup}`;
}

/** Words, large ones in hexadecimal, without zeros at the end. */
function wordsText(words: readonly number[]): string {
  const end = Math.max(1, words.findLastIndex((word) => word !== 0) + 1);
  const short = words.slice(0, end).map((word) => (word > 9999 ? `x${word.toString(16)}` : `${word}`));
  return `(${short.join(' ')})`;
}

function resourceText(plan: Plan, resource: Resource): string {
  switch (resource.kind) {
    case 'words':
      return wordsText(resource.words);
    case 'parameters':
      return wordsText(plan.parameters ?? []);
    case 'call':
      return resource.members.join(' ');
    case 'args':
    case 'grids':
      return resource.kind;
    case 'argument':
      return resource.name in plan.regions ? `argument ${resource.name}` : resource.name;
    default:
      return resource.name;
  }
}

/** Consecutive numbers as `3-7`. */
function rangesText(numbers: readonly number[]): string {
  const ends = numbers.filter((number, i) => numbers[i + 1] !== number + 1);
  const begins = numbers.filter((number, i) => numbers[i - 1] !== number - 1);
  return begins.map((begin, i) => (begin === ends[i] ? `${begin}` : `${begin}-${ends[i]}`)).join(',');
}

/** The resources of bindings, without those whose binding has the same name. */
function givenText(plan: Plan, given: readonly (readonly [name: string, resource: Resource])[]): string {
  const texts = given.map(([name, resource]) => [name, resourceText(plan, resource)]);
  return texts.flatMap(([name, text]) => (name === text ? [] : [`${name}=${text}`])).join(' ');
}

/** The resources that a pass binds and the plan does not give to all passes. */
function wiringText(plan: Plan, pass: Pass, kernel: Kernel): string {
  const names = link(kernel).bindings.map(({ name }) => name);
  const own = names.filter((name) => !plan.resources[name]).sort();
  const bound = own.map((name) => [name, resourceOf(plan, pass, name)] as const);
  return `{${givenText(plan, bound)}}`;
}

/** The bytes that a pass moves for each item or segment. */
function bytesText({ traffic = {} }: Pass): string {
  const each = Object.entries(traffic).map(([what, bytes]) => `${what} ${bytes}`);
  return each.join(' + ') || '-';
}

/** When a pass is recorded, and its workgroups. */
function gridAndBins({ grid, form, bins }: Pass): string {
  return [gridText(grid), ...(form ? [form] : []), ...(bins ? [`bins ${rangesText(bins)}`] : [])].join(' ');
}

/** A list in which repeated items are written once: `a, (b, c) × 4`. */
function listText(items: readonly string[]): string {
  const same = (at: number, other: number, period: number) =>
    other + period <= items.length && items.slice(at, at + period).every((item, i) => item === items[other + i]);
  const texts: string[] = [];
  for (let at = 0; at < items.length; ) {
    let [best, times] = [1, 1];
    for (let period = 1; period <= 6; period++) {
      let turns = 1;
      while (same(at, at + turns * period, period)) turns++;
      if (turns > 1 && turns * period > best * times) [best, times] = [period, turns];
    }
    const part = items.slice(at, at + best).join(', ');
    texts.push(times === 1 ? part : `${best === 1 ? part : `(${part})`} × ${times}`);
    at += best * times;
  }
  return texts.join(', ');
}

/** Texts with numbers from 1 in the order of their first use, separately for each heading. */
class Numbered {
  readonly #texts = new Map<string, Map<string, number>>();

  constructor(readonly sign: string) {}

  /** The sign and the number of a text. */
  get(heading: string, text: string): string {
    const known = this.#texts.get(heading) ?? new Map<string, number>();
    this.#texts.set(heading, known);
    const number = known.get(text) ?? known.size + 1;
    known.set(text, number);
    return `${this.sign}${number}`;
  }

  lines(): string[] {
    return [...this.#texts].flatMap(([heading, texts]) => [
      heading,
      ...[...texts].map(([text, number]) => `  ${this.sign}${number}  ${text}`),
    ]);
  }
}

/** The stage of a kernel: `sort/small 16` belongs to `sort/small`. */
const stageOf = (name: string) => (/^(?:sort|reduce)\//.test(name) ? name.replace(/ .*/, '') : 'partition');

/** A kernel's name inside its stage. */
const shortName = (stage: string, { name }: Kernel) => name.replace(`${stage} `, '').replace('partition/', '');

/** A plan's passes by stage, in order. Scans between the kernels of a radix pass belong to its stage. */
function stagesOf(passes: readonly Pass[]): { stage: string; passes: Pass[] }[] {
  const stages: { stage: string; passes: Pass[] }[] = [];
  for (const pass of passes) {
    const stage = stageOf(pass.kernel.name);
    const last = stages.at(-1);
    if (last && (last.stage === stage || pass.kernel.name.startsWith('scan/'))) last.passes.push(pass);
    else stages.push({ stage, passes: [pass] });
  }
  return stages;
}

const KIB = 1024;

/** Regions in order with their sizes in KiB, and with the offset of one that does not follow its predecessor. */
function regionsText({ regions }: Plan): string {
  let end = 0;
  return Object.entries(regions)
    .map(([name, { offset, size }]) => {
      const at = offset === end ? '' : `@${offset / KIB} `;
      end = offset + size;
      return `${at}${name} ${size / KIB}`;
    })
    .join(', ');
}

/** The tables of a snapshot. */
class Tables {
  /** The first kernel of each text, with its hash. Only this kernel is linked. */
  readonly #distinct = new Map<string, { kernel: Kernel; hash: string }>();
  readonly kernels = new Numbered('k');
  readonly places = new Numbered('p');
  readonly wirings = new Numbered('w');
  readonly bytes = new Numbered('b');
  readonly given = new Numbered('g');
  readonly memory = new Numbered('m');
  readonly classes = new Numbered('c');
  readonly methods = new Numbered('');

  /** A hash of a kernel's set of declarations. It does not depend on their order or files. */
  distinct(given: Kernel): { kernel: Kernel; hash: string } {
    const key = textKey(given);
    const known = this.#distinct.get(key);
    if (known) return known;
    const made = { kernel: given, hash: hashOf(declarationsOf(link(given).code).sort().join('\n')) };
    this.#distinct.set(key, made);
    return made;
  }

  /** Size classes by their longest lengths, each with the number of its method. */
  classesText({ classes }: Plan): string {
    return classes
      .map(({ name, minLength, maxLength, methodText }, i) => {
        const follows = minLength === (classes[i - 1]?.maxLength ?? 0) + 1;
        return `${follows ? '' : `${minLength}…`}${maxLength}: ${this.methods.get('methods', `${name}, ${methodText}`)}`;
      })
      .join(', ');
  }

  /** A plan as the numbers of lines in the tables. */
  planText(plan: Plan): string {
    const stages = stagesOf(plan.passes).map(({ stage, passes }) => {
      const names = passes.map(({ kernel }) => `${shortName(stage, kernel)} ${this.distinct(kernel).hash}`);
      const wirings = passes.map((pass) => wiringText(plan, pass, this.distinct(pass.kernel).kernel));
      return [
        stage,
        this.kernels.get(stage, listText(names)),
        this.places.get(stage, listText(passes.map(gridAndBins))),
        this.wirings.get(stage, listText(wirings)),
        this.bytes.get(stage, listText(passes.map(bytesText))),
      ].join(' ');
    });
    const given = givenText(plan, Object.entries(plan.resources));
    const memory = `${regionsText(plan)}; in all ${plan.temporaryBytes / KIB}; args ${plan.argsSlots}`;
    return [
      ...stages,
      this.given.get('given', given),
      this.memory.get('memory', memory),
      this.classes.get('classes', this.classesText(plan)),
    ].join(', ');
  }
}

/** All plans as one text. Titles are `device: request`. */
export function snapshotOf(plans: readonly (readonly [title: string, plan: Plan])[]): string {
  const tables = new Tables();
  const titles = new Map<string, Map<string, string[]>>();
  for (const [title, plan] of plans) {
    const text = tables.planText(plan);
    const [, device = '', what = ''] = /^(.*?): (.*)$/.exec(title) ?? [];
    const same = titles.get(what) ?? new Map<string, string[]>();
    titles.set(what, same);
    same.set(text, [...(same.get(text) ?? []), device]);
  }
  const table = (heading: string, lines: readonly string[]) => ['', `# ${heading}`, '', ...lines];
  return [
    '# Plans of many requests and devices (tests/plans/wide-set.ts). `npm run snapshots` writes this file.',
    '# A plan is its stages in order: each names lines of the tables below, k of kernels, p of places, w of wirings, b of',
    '# bytes. Then g is what the plan gives to all passes, m its memory, c its size classes. Equal plans are written once.',
    '',
    ...[...titles].flatMap(([what, same]) => [
      what,
      ...[...same].map(([text, devices]) => `  [${devices.join('; ')}] ${text}`),
    ]),
    ...table('Kernels of a stage, pass by pass, each with a hash of its set of declarations', tables.kernels.lines()),
    ...table('Places: workgroups of each pass, and the bins that it serves', tables.places.lines()),
    ...table('Wirings: bindings that are not given the region or argument of their own name', tables.wirings.lines()),
    ...table('Bytes that each pass moves, for each unit of its work', tables.bytes.lines()),
    ...table('What plans give to all passes', tables.given.lines()),
    ...table('Regions of scratch memory, in KiB; slots of indirect arguments', tables.memory.lines()),
    ...table('Size classes: the longest length of each, and the number of its method', tables.classes.lines()),
    ...tables.methods.lines(),
    '',
  ].join('\n');
}
