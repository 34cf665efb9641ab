import { inWords, refused, requireObject, type SegmentedError, unknownMember } from '../checks.ts';
import type { DeviceFacts } from '../gpu/device.ts';
import { gpuTable } from './gpu.ts';
import { softwareTable } from './software.ts';
import { type Family, type FamilyTuning, type InternalTuning, tuningTable } from './tuning.ts';

/** The values that a parameter may have: as text for messages, and as a test. */
interface Rule {
  readonly allowed: string;
  readonly fits: (value: unknown) => boolean;
}

const isWhole = (value: unknown, min: number, max: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;
const isPower = (value: number) => Number.isInteger(Math.log2(value));

function whole(min: number, max: number): Rule {
  return { allowed: `whole numbers from ${min} to ${max}`, fits: (value) => isWhole(value, min, max) };
}

function power(min: number, max: number): Rule {
  return {
    allowed: `powers of two from ${min} to ${max}`,
    fits: (value) => isWhole(value, min, max) && isPower(value),
  };
}

function oneOf(...names: readonly unknown[]): Rule {
  return { allowed: names.map((name) => JSON.stringify(name)).join(', '), fits: (value) => names.includes(value) };
}

/** Ascending lists; `by` gives the number that a member is compared by. */
function list(min: number, max: number, { allowed, fits }: Rule, by = (one: unknown) => one as number): Rule {
  return {
    allowed: `a list of ${min} to ${max} ascending ${allowed}`,
    fits: (value) =>
      Array.isArray(value) &&
      isWhole(value.length, min, max) &&
      value.every((one, i) => fits(one) && (i === 0 || by(one) > by(value[i - 1]))),
  };
}

const WORKGROUP = power(1, 1024);
const FLAG = oneOf(true, false);
const NAMES = oneOf('small', 'medium');

type Bin = FamilyTuning['reduce']['bins'][number];

const REDUCE_BIN: Rule = {
  allowed: "bins { limit, lanes, name } by limit: lanes a power of two, name 'small' or 'medium'",
  fits: (value) => {
    const bin = Object(value) as Bin;
    return whole(1, 2 ** 24).fits(bin.limit) && WORKGROUP.fits(bin.lanes) && NAMES.fits(bin.name);
  },
};

type Rules = { readonly [name: string]: Rule | Rules };

const MAX_MERGED = oneOf(0, ...Array.from({ length: 13 }, (_, i) => 16 << i));

const LANES_ACROSS = oneOf(0, 16, 32, 64, 128, 256);

const RULES: Rules = {
  family: oneOf('software', 'gpu'),
  subgroups: FLAG,
  subgroupSize: whole(0, 128),
  maxBindingBytes: whole(1024, Number.MAX_SAFE_INTEGER),
  lists: { lanes: whole(1, 2 ** 24), overflow: oneOf('repeated', 'indirect') },
  partition: { workgroup: WORKGROUP, segmentsPerLane: whole(1, 65536) },
  scan: { workgroup: WORKGROUP, perLane: whole(1, 65536) },
  convert: { workgroup: WORKGROUP, perLane: whole(1, 65536) },
  sort: {
    digitBits: oneOf(1, 2, 4, 8),
    earlyOut: FLAG,
    packedRanks: FLAG,
    small: {
      workgroup: WORKGROUP,
      itemsWanted: power(1, 64),
      maxItemsPerLane: power(2, 64),
      maxItemsPerLanePairs: power(8, 64),
      itemsAtOnce: power(1, 64),
      branchless: FLAG,
      minMax: FLAG,
      quadSwaps: FLAG,
      maxStriped: whole(0, 2048),
      slotsTwice: oneOf(true, false),
      bestByMerges: oneOf(true, false),
      maxLanes: power(1, 32),
      maxLanesEmulated: power(1, 32),
      across: { lanes: LANES_ACROSS, lanesPairs: LANES_ACROSS, items: oneOf(4, 8, 16) },
      maxLength: power(2, 2048),
      threeQuarterBins: list(0, 9, power(4, 2048)),
    },
    blocks: {
      workgroup: WORKGROUP,
      maxLength: oneOf(0, 64, 128),
      maxItems: oneOf(16, 32),
      maxItemsPairs: oneOf(16, 32),
      windowItems: power(512, 4096),
      windowItemsPairs: power(512, 4096),
    },
    medium: {
      maxMerged: MAX_MERGED,
      maxMergedPairs: MAX_MERGED,
      mergeWays: oneOf(4, 8),
      shortRuns: FLAG,
      workgroup: WORKGROUP,
      limits: list(1, 7, whole(2, 65536)),
    },
    large: {
      workgroup: WORKGROUP,
      tile: {
        allowed: 'multiples of 16 from 64 to 65536',
        fits: (value) => isWhole(value, 64, 65536) && value % 16 === 0,
      },
      maxTile: whole(64, 2 ** 20),
      scatter: oneOf('coalesced', 'direct'),
      ranking: oneOf('counters', 'ballots'),
      lookBackWorkgroup: oneOf(0, ...Array.from({ length: 7 }, (_, i) => 16 << i)),
      directGrid: FLAG,
      largeOnlyFrom: whole(1, 2 ** 32),
      prefilterFrom: whole(1, 2 ** 32),
    },
    quantiles: { from: whole(1, 2 ** 32), below: whole(0, 2 ** 32) },
  },
  reduce: {
    bins: list(1, 8, REDUCE_BIN, (bin) => (bin as Bin).limit),
    workgroup: WORKGROUP,
    tile: power(64, 2 ** 20),
    tileLanes: power(1, 1024),
    vectors: FLAG,
    sweep: { tile: power(64, 2 ** 20), maxLength: whole(16, 2 ** 20), staged: FLAG, looksBack: FLAG },
  },
};

function refusal(path: string, value: unknown, allowed: string): SegmentedError {
  const found = inWords(value, typeof value === 'object' ? JSON.stringify : String);
  return refused('invalid-option', path, found, allowed);
}

const isRule = (rules: Rule | Rules): rules is Rule => typeof rules.fits === 'function';

function requireMembers(path: string, given: unknown, rules: Rules): void {
  requireObject(path, given, `an object with ${Object.keys(rules).join(', ')}`);
  for (const [name, value] of Object.entries(given as object)) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (!rule) {
      throw unknownMember(path, name, Object.keys(rules));
    }
    const at = `${path}.${name}`;
    if (value === undefined) continue;
    if (isRule(rule)) {
      if (!rule.fits(value)) throw refusal(at, value, rule.allowed);
    } else {
      requireMembers(at, value, rule);
    }
  }
}

/** Checks each parameter of a tuning by itself. */
export function requireTuning(tuning: unknown): void {
  requireMembers('tuning', tuning, RULES);
}

/** Checks the parameters of a tuning against each other and against the device's table. Gives the whole table. */
export function requireTable(facts: DeviceFacts, family: Family, tuning: InternalTuning): FamilyTuning {
  const table = tuningTable(family === 'gpu' ? gpuTable(facts) : softwareTable(facts), tuning);
  const { partition, scan, sort, reduce, subgroupSize = 0 } = table;
  const { small, medium, large } = sort;
  const min = (path: string, value: number, bound: number, why: string) => {
    if (value < bound) throw refusal(`tuning.${path}`, value, `at least ${bound}, ${why}`);
  };
  if (subgroupSize > 0 && !(facts.subgroupSizeControl && isPower(subgroupSize))) {
    throw refusal(
      'tuning.subgroupSize',
      subgroupSize,
      "0, or powers of two where the device has 'subgroup-size-control'",
    );
  }
  min('sort.small.workgroup', small.workgroup, subgroupSize, 'subgroupSize');
  if (family === 'gpu') {
    // A scan over a workgroup has rows of 16 lanes (wgsl/scan/block.gpu.wgsl). A workgroup has whole subgroups.
    const scanning = { partition, ...(scan ? { scan } : {}), 'sort.medium': medium, 'sort.large': large, reduce };
    for (const [path, { workgroup }] of Object.entries(scanning)) {
      min(`${path}.workgroup`, workgroup, Math.max(16, subgroupSize), "in family 'gpu', and subgroupSize");
    }
  }
  for (const lanes of ['maxLanes', 'maxLanesEmulated'] as const) {
    min('sort.small.workgroup', small.workgroup, small[lanes], `sort.small.${lanes}`);
  }
  const longest = medium.limits.at(-1) as number;
  if (large.tile > longest) {
    throw refusal('tuning.sort.large.tile', large.tile, `at most the last of sort.medium.limits, ${longest}`);
  }
  const lanes = Math.max(reduce.tileLanes, ...reduce.bins.map((bin) => bin.lanes));
  min('reduce.workgroup', reduce.workgroup, lanes, 'the lanes of a tile and of every bin');
  min('reduce.tile', reduce.tile, 16 * reduce.tileLanes, '16 items for each of reduce.tileLanes');
  return table;
}
