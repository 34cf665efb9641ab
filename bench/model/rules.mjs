/** Rules for what kernels do on the machine, with the kernels that break them today, and why. */
import { siteOf } from './machine.mjs';

/** The most sectors that a kernel's loads, or its stores, may touch, over those that would do. */
const MAX_SECTORS = 2;
/** Surplus sectors an item that no one notices: a hundredth of what reading an item takes. */
const NOTICED = 0.01 / 8;
/** The most branches in a thousand instructions of a network. Loads have some, comparators none. */
const MAX_BRANCHES = 100;

/** Kernels that may break a rule. A line that no kernel needs is a failure, so that none outlives its reason. */
export const EXCEPTIONS = [
  {
    fault: /^partition\/(count|scatter): (loads|stores)/,
    reason: 'a lane takes eight segments that follow each other, and the lists of bins are short',
  },
  {
    fault: /^sort\/small 4 to 64: (loads|stores)/,
    reason: 'a lane takes a segment of its bin, so lanes are as far apart as segments',
  },
  {
    fault: /^sort\/small 128 to 256: loads/,
    reason: 'values are loaded in the order of sorted keys',
  },
  {
    fault: /^sort\/large downsweep: stores/,
    reason: 'a digit of a tile has few items, and they begin anywhere in a sector',
  },
  {
    fault: /^(reduce\/sweep tiles|segmented_scan\/(fold|apply)): (loads|stores)/,
    reason: 'a lane takes a leaf of sixteen items that follow each other',
  },
  {
    fault: /^select\/top start: loads/,
    reason: 'a sample is read, whose items lie apart',
  },
];

function surplus(kernel, kinds) {
  let [touched, ideal] = [0, 0];
  for (const { kernel: compiled, counts } of kernel.dispatches) {
    compiled.sites.forEach(({ space, kind }, i) => {
      if (space !== 'global' || !kinds.includes(kind)) return;
      const site = siteOf(counts, i);
      touched += site.touched;
      ideal += site.ideal;
    });
  }
  return { touched, ideal };
}

function sectorFaults(kernel, items) {
  return [
    ['loads', ['ld']],
    ['stores', ['st']],
  ].flatMap(([what, kinds]) => {
    const { touched, ideal } = surplus(kernel, kinds);
    if (touched <= MAX_SECTORS * ideal || touched - ideal < NOTICED * items) return [];
    return [`${what} touch ${(touched / ideal).toFixed(1)} times the sectors that would do`];
  });
}

function branchFaults(kernel) {
  if (!/small|network/.test(kernel.name)) return [];
  const [{ kernel: compiled }] = kernel.dispatches;
  const branches = compiled.ends.filter(({ kind }) => kind === 'bra').length;
  const share = (1000 * branches) / compiled.size;
  return share > MAX_BRANCHES ? [`${branches} branches in ${compiled.size} instructions`] : [];
}

/** Violations that are no exceptions. If all cases were run, also exceptions that are none. */
export function broken(found, isWhole) {
  const met = new Set();
  const violations = found.flatMap(({ name, kernels, items }) =>
    kernels.flatMap((kernel) =>
      [...sectorFaults(kernel, items), ...branchFaults(kernel)].flatMap((fault) => {
        const text = `${kernel.name}: ${fault}`;
        const known = EXCEPTIONS.find((exception) => exception.fault.test(text));
        if (known) met.add(known);
        return known ? [] : [`${name}: ${text}`];
      }),
    ),
  );
  const gone = isWhole ? EXCEPTIONS.filter((exception) => !met.has(exception)) : [];
  return [...violations, ...gone.map(({ fault }) => `no kernel breaks ${fault} now: remove the exception`)];
}
