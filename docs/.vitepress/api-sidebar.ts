/** The API's menu: the core's symbols by what they are for, those of other entries by entry. TypeDoc made the pages. */
import { existsSync, readdirSync } from 'node:fs';

const API = new URL('../api/', import.meta.url);

interface Item {
  readonly text: string;
  readonly link: string;
}

const KINDS = ['functions', 'classes', 'interfaces', 'type-aliases', 'variables'];

/** A page per symbol of an entry: functions first. */
function symbolsOf(entry: string): Item[] {
  return KINDS.flatMap((kind) => {
    const folder = new URL(`${entry}/${kind}/`, API);
    if (!existsSync(folder)) return [];
    const names = readdirSync(folder).map((file) => file.replace(/\.md$/, ''));
    return names.sort().map((text) => ({ text, link: `/api/${entry}/${kind}/${text}` }));
  });
}

/** The first pattern that a name matches is its group. */
const GROUPS: readonly [title: string, pattern: RegExp][] = [
  ['Top-k and quantiles', /TopK|Quantile|Interpolation/],
  ['Group by', /GroupBy|Groups$|ByKeyOptions|ReducedByKey|GroupOptions|groupBy|reduceByKey/],
  ['Scan', /Scan/],
  ['Reduce', /Reduce|Accura|Accumulator|Initial|EmptyResult/],
  ['Sort', /[Ss]ort|Compare|OrderBy|DoubleBuffer|ValueBytes|ValueType|StructKey/],
  ['Tuning', /[Tt]un|Family/],
  ['Arrays, segments, devices', /./],
];

function coreGroups() {
  const symbols = symbolsOf('index');
  const groupOf = ({ text }: Item) => GROUPS.find(([, pattern]) => pattern.test(text))?.[0];
  return [...GROUPS]
    .sort(([a], [b]) => Number(b === 'Sort') - Number(a === 'Sort') || Number(b === 'Reduce') - Number(a === 'Reduce'))
    .map(([title]) => ({ text: title, collapsed: true, items: symbols.filter((item) => groupOf(item) === title) }));
}

export function apiSidebar() {
  const entries = readdirSync(API, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'index')
    .flatMap(({ name }) => (name === 'js' ? ['js', 'js/worker'] : [name]));
  return [
    { text: 'All entries', link: '/api/modules' },
    { text: 'webgpu-segmented', link: '/api/index/modules', items: coreGroups() },
    ...entries.map((name) => ({
      text: `webgpu-segmented/${name}`,
      link: `/api/${name}/modules`,
      collapsed: true,
      items: symbolsOf(name),
    })),
  ];
}
