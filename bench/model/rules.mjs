/** Rules for what kernels do on the machine, with the kernels that break them today, and why. */
import { siteOf } from './machine.mjs';

/** The most sectors that a kernel's loads, or its stores, may touch, over those that would do. */
const MAX_SECTORS = 2;
/** Surplus sectors an item that no one notices: a hundredth of what reading an item takes. */
const NOTICED = 0.01 / 8;
/** A loop over a workgroup's items: all its lanes step together. The text is that of the linked kernel. */
const LOOP = /\bfor\s*\(\s*var \w+\s*=[^;]*;([^;]*);[^;{]*\+=\s*(?:WORKGROUP|BLOCK_LANES)\s*\)/g;
/** Names of constants have no small letters, but for the file that the build may append. */
const isConstant = (text) => !/[a-z]/.test(text.replace(/\b\d+u\b|_of_\w+/g, ''));

/** The most branches in a thousand instructions of a network. Loads have some, comparators none. */
const MAX_BRANCHES = 100;

/** Kernels that may break a rule. A line that no kernel needs is a failure, so that none outlives its reason. */
export const EXCEPTIONS = [
  {
    fault: /^select\/pivots: loads/,
    reason: 'a sample is read, whose items lie apart',
  },
  {
    fault: /^(sort\/large (upsweep|histogram)|select\/count.*): for.* no constant end/,
    reason: 'the last tile of a segment is not full',
  },
  {
    fault: /^(reduce\/sweep tiles|segmented_scan\/one_pass): for.* no constant end/,
    reason: 'a tile has any number of segments',
  },
  {
    fault: /^select\/firsts of (tiles|rows): for.* no constant end/,
    reason: 'a tile may not be full, and a segment has any number of candidates',
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

/** Branches of single lanes of a warp that both load: the second waits for the loads of the first. */
function laneFaults(kernel) {
  return kernel.dispatches.flatMap(({ kernel: compiled, counts }) => {
    const lanes = new Set(
      compiled.sites.flatMap(({ space, kind }, i) =>
        space === 'global' && kind === 'ld' && counts.lanes[i] >= 0 ? [counts.lanes[i]] : [],
      ),
    );
    const ascending = [...lanes].sort((a, b) => a - b);
    const second = ascending.findIndex((lane, i) => i > 0 && lane >> 5 === ascending[i - 1] >> 5);
    return second < 0 ? [] : [`lanes ${ascending[second - 1]} and ${ascending[second]} load one after another`];
  });
}

/** Loops over a workgroup's items whose end no compiler knows: they are neither unrolled nor scheduled together. */
export function loopFaults(code) {
  return Array.from(code.matchAll(LOOP))
    .filter(([, condition]) => !isConstant(condition.slice(condition.indexOf('<'))))
    .map(([loop]) => `${loop} has no constant end`);
}

function branchFaults(kernel) {
  if (!/small|network/.test(kernel.name)) return [];
  const [{ kernel: compiled }] = kernel.dispatches;
  const branches = compiled.ends.filter(({ kind }) => kind === 'bra').length;
  const share = (1000 * branches) / compiled.size;
  return share > MAX_BRANCHES ? [`${branches} branches in ${compiled.size} instructions`] : [];
}

/** All rules that a kernel breaks. */
function faultsOf(kernel, items) {
  return [
    ...sectorFaults(kernel, items),
    ...branchFaults(kernel),
    ...new Set(laneFaults(kernel)),
    ...loopFaults(kernel.dispatches[0].code),
  ];
}

/** Violations that are no exceptions. If all cases were run, also exceptions that are none. */
export function broken(found, isWhole) {
  const met = new Set();
  const violations = found.flatMap(({ name, kernels, items }) =>
    kernels.flatMap((kernel) =>
      faultsOf(kernel, items).flatMap((fault) => {
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
