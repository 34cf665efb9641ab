/** Rules of the sources: which files may import others or name devices, and the lengths of files and lines. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

/** Known violations. The list must equal what is found. Remove a violation when it is fixed, and add none. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  'lower layers': [],
  'cycles of folders': [],
  'cycles inside operations': [],
  devices: [],
  lengths: [],
  functions: [],
};

/** The folders of operations. A new operation is added here. */
const OPERATIONS = ['sort', 'reduce', 'segmented_scan', 'select', 'group', 'keys', 'transform'];

/** Layers in order: a file imports from its folder and from the layers before it. */
const LAYERS = [
  ['checks.ts', 'item_types.ts'],
  ['plan'],
  ['gpu'],
  ['tuning'],
  ['api'],
  ['partition', 'scan', 'operators'],
  ['omit'],
  OPERATIONS,
  ['ports'],
  ['cub', 'dpct', 'js', 'tune', 'node', 'index.ts'],
  ['auto'],
  ['arrow', 'parts'],
  ['cli'],
];

/** Layers whose files import each other. */
const NEIGHBOURS = new Set([
  'group > sort',
  'group > reduce',
  'partition > scan',
  'keys > segmented_scan',
  'keys > sort',
  'segmented_scan > reduce',
  'transform > reduce',
  'transform > segmented_scan',
  'select > segmented_scan',
  'select > sort',
  'item_types.ts > checks.ts',
  'index.ts > tune',
]);

/**
 * Files that may name devices and families: variants and tables of each, the facts, and the choice of an operation's
 * stages.
 */
const OF_DEVICES = [
  /(?:^|[/.])(?:gpu|software)\.(?:ts|wgsl)$/,
  /^src\/(?:tuning|tune|node|auto|cli)\/|^src\/gpu\/device\.ts$/,
  new RegExp(`^src/(?:${OPERATIONS.join('|')})/load\\.ts$`),
];
const DEVICE = /'software'|'gpu'|\bswiftshader\b|\blavapipe\b|\.family\b/gi;

const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
const IMPORT = /\b(?:from|import)\s*\(?\s*'(\.[^']+\.ts)'/g;

const filesBelow = (folder: string, kinds = /\.(?:ts|wgsl)$/) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => kinds.test(file))
    .map((file) => `${folder}/${file.split(path.sep).join('/')}`)
    .sort();

const texts = new Map(
  ['src', 'wgsl']
    .flatMap((folder) => filesBelow(folder))
    .filter((file) => !file.endsWith('.d.ts'))
    .map((file) => [file, readFileSync(file, 'utf8')]),
);

/** Only the lengths of these files are checked. */
const tests = new Map(
  ['tests', 'property-tests']
    .flatMap((folder) => filesBelow(folder, /\.(?:ts|mjs)$/))
    .map((file) => [file, readFileSync(file, 'utf8')]),
);

interface Import {
  readonly file: string;
  readonly imported: string;
}

const imports: readonly Import[] = [...texts].flatMap(([file, text]) =>
  Array.from(text.matchAll(IMPORT), ([, target = '']) => ({
    file,
    imported: path.posix.join(path.posix.dirname(file), target),
  })),
);

/** The folder below `src/`, or the file in it. */
const layerOf = (file: string) => file.split('/')[1] as string;
const heightOf = (file: string) => LAYERS.findIndex((layer) => layer.includes(layerOf(file)));

/** The folder below an operation's folder, or the file in it. */
const chamberOf = (file: string) => file.split('/').slice(1, 3).join('/');

/** Groups of nodes that import each other, each as one text. */
function cyclesOf(edges: readonly (readonly [from: string, to: string])[]): string[] {
  const targets = new Map<string, Set<string>>();
  for (const [from, to] of edges) if (from !== to) targets.set(from, (targets.get(from) ?? new Set()).add(to));
  const countAtLeast = (start: string) => {
    const found = new Set<string>();
    const open = [...(targets.get(start) ?? [])];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (found.has(node)) continue;
      found.add(node);
      open.push(...(targets.get(node) ?? []));
    }
    return found;
  };
  const all = new Map([...targets.keys()].map((node) => [node, countAtLeast(node)]));
  const groups = [...all].map(([node, found]) =>
    [node, ...[...found].filter((other) => other !== node && all.get(other)?.has(node))].sort().join(', '),
  );
  return [...new Set(groups.filter((group) => group.includes(',')))].sort();
}

interface BiomeOverride {
  readonly includes: readonly string[];
  readonly linter?: { readonly rules?: { readonly complexity?: { readonly noExcessiveLinesPerFunction?: unknown } } };
}

const foundBy = {
  'lower layers'() {
    return imports
      .filter(({ file, imported }) => {
        if (layerOf(file) === layerOf(imported) || heightOf(imported) < heightOf(file)) return false;
        return !NEIGHBOURS.has(`${layerOf(file)} > ${layerOf(imported)}`);
      })
      .map(({ file, imported }) => `${file} > ${imported}`);
  },

  'cycles of folders'() {
    return cyclesOf(imports.map(({ file, imported }) => [layerOf(file), layerOf(imported)]));
  },

  'cycles inside operations'() {
    const inside = imports.filter(
      ({ file, imported }) => OPERATIONS.includes(layerOf(file)) && layerOf(file) === layerOf(imported),
    );
    return cyclesOf(inside.map(({ file, imported }) => [chamberOf(file), chamberOf(imported)]));
  },

  devices() {
    return [...texts].flatMap(([file, text]) => {
      if (OF_DEVICES.some((pattern) => pattern.test(file))) return [];
      const named = text.replace(COMMENT, '').match(DEVICE) ?? [];
      return named.length > 0 ? [`${file}: ${[...new Set(named)].sort().join(' ')}`] : [];
    });
  },

  lengths() {
    return [...texts, ...tests].flatMap(([file, text]) => {
      const lines = text.trimEnd().split('\n');
      const wide = tests.has(file) ? 0 : lines.filter((line) => [...line].length > 120).length;
      return [
        ...(lines.length > 500 ? [`${file}: ${lines.length} lines`] : []),
        ...(wide > 0 ? [`${file}: ${wide} wide`] : []),
      ];
    });
  },

  // Biome checks the lengths of functions. This rule finds the files that are exempt from it.
  functions() {
    const { overrides } = JSON.parse(readFileSync('biome.json', 'utf8')) as { overrides: BiomeOverride[] };
    return overrides.flatMap(({ includes, linter }) =>
      linter?.rules?.complexity?.noExcessiveLinesPerFunction === 'off' ? includes : [],
    );
  },
} satisfies Record<string, () => string[]>;

describe('the source tree', () => {
  it.each([
    ['lower layers', 'imports nothing from a higher layer'],
    ['cycles of folders', 'has no folders that import each other'],
    ['cycles inside operations', 'has no such folders inside an operation'],
    ['devices', 'names adapters and families in few files'],
    ['lengths', 'has files of up to 500 lines, tests too, of up to 120 columns'],
    ['functions', 'has functions of up to 100 lines'],
  ] as const)('%s: %s', (rule, _) => {
    expect([...new Set(foundBy[rule]())].sort()).toEqual(KNOWN[rule]);
  });

  it('has a layer for every folder', () => {
    const folders = new Set([...texts.keys()].filter((file) => file.startsWith('src/')).map(layerOf));
    expect([...folders].sort()).toEqual(LAYERS.flat().sort());
  });

  it('finds groups of folders that import each other', () => {
    const edges = ['ab', 'ba', 'bc', 'cd', 'dc', 'de', 'ee'].map((edge) => [edge[0], edge[1]] as [string, string]);
    expect(cyclesOf(edges)).toEqual(['a, b', 'c, d']);
  });
});
