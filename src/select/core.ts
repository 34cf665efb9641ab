/**
 * Functions of the core that load code themselves. The loaded files of selections get them as an argument, since a
 * loaded file must not import them.
 */
import { itemsOf, runArrayCall } from '../api/array_call.ts';
import { operationParts } from '../api/parts.ts';
import { memoized, PlannedOperation } from '../gpu/operation.ts';
import { sortHost } from '../sort/array_call.ts';
import { stagesOf } from '../sort/operation.ts';
import { sortOrder } from '../sort/spec.ts';
import { valueBytesOf } from '../sort/value_types.ts';
import { copiedTuning, familyOf, requireRunnable } from '../tuning/tuning.ts';
import { loadSelectStages } from './load.ts';

export const CORE = {
  ...{ itemsOf, runArrayCall, operationParts },
  ...{
    memoized,
    PlannedOperation,
    copiedTuning,
    requireRunnable,
    sortHost,
    stagesOf,
    sortOrder,
    valueBytesOf,
    familyOf,
    loadSelectStages,
  },
};

export type Core = typeof CORE;
