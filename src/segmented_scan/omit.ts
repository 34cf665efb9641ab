/** Plans of scans that leave out NaNs. Loaded for these only. */
import eachFile from '../../wgsl/keys/each.wgsl';
import omitScan from '../../wgsl/omit/scan.wgsl';
import scanSegments from '../../wgsl/segmented_scan/segments.wgsl';
import type { DeviceFacts } from '../gpu/device.ts';
import { CALL, givenSegments, type OmitSpec, omittingPlan } from '../omit/plan.ts';
import { accumulatorModules } from '../operators/accumulator.ts';
import { section, type WgslModule, written } from '../plan/link.ts';
import { composed, counted, type KernelFragment, NUMBERS_OF_STATE, type Pass, type Plan } from '../plan/plan.ts';
import { type FamilyTuning, type InternalTuning, tuningTable } from '../tuning/tuning.ts';
import type { ScanSpec } from './descriptor.ts';
import {
  initialModule,
  type ScanAccess,
  type ScanFacts,
  scanFacts,
  segmentsFragment,
  startsPasses,
} from './kernels.ts';
import { type ScanStages, scanPlan } from './plan.ts';

/** Items of a workgroup: TILE in wgsl/segmented_scan/owners.wgsl. */
const TILE_ITEMS = 2048;

/** The function `startWord`, a word of the result before all items. */
function startModule({ result, resultBytes }: ScanFacts): WgslModule {
  const word = resultBytes > 4 ? `(${result.words})[k]` : result.words;
  return written(
    'start of a scan',
    `fn startWord(k: u32) -> u32 {
  let total = initialValue().c0;
  return ${word};
}`,
  );
}

/** What the last pass needs to find the segment of an item. */
function segmentFragment(access: ScanAccess): KernelFragment {
  if (access.form === 'ranges') return { modules: [NUMBERS_OF_STATE, ...(segmentsFragment(access).modules ?? [])] };
  const base = section(scanSegments, 'base', 'contiguous');
  return { modules: [...givenSegments(access), base], resources: { call: CALL } };
}

/** The pass that gives each item the result of a kept item. */
function deliverPass(spec: ScanSpec, access: ScanAccess, table: FamilyTuning): Pass {
  const { reverse, exclusive } = spec;
  const facts = scanFacts(spec);
  const { resultBytes, element, accumulator } = facts;
  const narrow = resultBytes < 4;
  const listed = access.form === 'ranges';
  const bounds = reverse && listed ? 'keptEnds' : 'keptBegins';
  const own: KernelFragment = {
    modules: [
      section(omitScan, 'visit', 'scanned'),
      section(omitScan, 'store', narrow ? 'packed' : 'words'),
      section(eachFile, 'finish', 'none'),
      ...accumulatorModules(accumulator),
      initialModule(facts),
      startModule(facts),
    ],
    aliases: { Bits: element.bits },
    constants: {
      WORKGROUP: Math.min(table.reduce.workgroup, TILE_ITEMS / 16),
      REVERSE: reverse,
      EXCLUSIVE: exclusive,
      AFTER: reverse && !listed ? 1 : 0,
      ...(narrow ? {} : { WORDS: resultBytes / 4 }),
    },
    resources: {
      keptBounds: { kind: 'region', name: bounds },
      packedOutput: { kind: 'argument', name: 'output' },
    },
  };
  return {
    ...composed('omit/scanned', eachFile, [own, segmentFragment(access)]),
    grid: counted('items', TILE_ITEMS, 1),
    traffic: { item: 2 * resultBytes },
  };
}

/** Makes the plan of a scan of the items that are numbers, as `scanPlan` does. */
export function omittingScanPlan(
  stages: ScanStages,
  spec: ScanSpec,
  access: ScanAccess,
  facts: DeviceFacts,
  tuning: InternalTuning,
): Plan {
  // Scratch ranges end with a whole vector.
  const own = { ...access, inPlace: false, wholeVectors: true };
  const inner = scanPlan(stages, { ...spec, exclusive: false }, own, facts, tuning);
  const table = tuningTable(stages.deviceTable(facts), tuning);
  return omittingPlan(inner, { ...spec, type: spec.reduce.type as OmitSpec['type'], argument: 'input' }, access, {
    table,
    instead: { output: { kind: 'region', name: 'scanned' } },
    regions: { scanned: scanFacts(spec).resultBytes * spec.maxItems },
    // The starts of kept items have been written over those of all.
    after: [...(access.form === 'ranges' ? startsPasses({ table }) : []), deliverPass(spec, access, table)],
  });
}
