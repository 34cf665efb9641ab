/** What ranks, distinct keys and modes are made of: the checks of a call's options, and the stages of its sort. */
import { requireOneOf } from '../../checks.ts';
import { keyOrder } from '../../sort/descriptor.ts';
import type { KeyOrder } from '../../sort/kernels.ts';
import { loadSort } from '../../sort/load.ts';
import type { SortStages } from '../../sort/plan.ts';
import type { InternalTuning } from '../../tuning/tuning.ts';
import { checkedTies, requireNan } from '../descriptor.ts';
import { nestedOrder, type RunsRequest } from './plan.ts';

/** The options of all three operations, and the type of the keys. */
export type RunsOptions = Readonly<Partial<Record<'keyType' | 'ties' | 'order' | 'signedZero' | 'nan', unknown>>>;

/** A checked request, and the stages for a device. */
export interface ReadyRuns {
  readonly request: RunsRequest;
  readonly stages: SortStages;
}

/** The order of keys by all of their bits. `name`: the messages' name for the key type. */
function orderOf({ keyType, order = 'ascending', signedZero }: RunsOptions, name: string): KeyOrder {
  requireOneOf('order', order, ['ascending', 'descending'], 'invalid-option');
  return keyOrder({ keyType, order, signedZero } as Parameters<typeof keyOrder>[0], name);
}

function rankRequest(options: RunsOptions, name: string): RunsRequest {
  const ties = checkedTies(options.ties);
  const order = orderOf(options, name);
  const { nan } = options;
  requireNan(nan, ['last', 'first', 'omit']);
  const hasNans = order.keyType[0] === 'f';
  // A sort puts NaNs last in ascending order, and first in descending order.
  const puts = order.order === 'ascending' ? 'last' : 'first';
  const wanted = nan === undefined ? puts : nan === 'first' ? 'first' : 'last';
  const omits = hasNans && nan === 'omit';
  return { order, movesNans: hasNans && wanted !== puts, oneNan: false, omits, makes: 'ranks', ties };
}

/** A request for distinct keys, or for modes. */
function keysRequest(makes: 'distinct' | 'modes', options: RunsOptions, name: string): RunsRequest {
  const { keyType, signedZero = 'equal', nan } = options;
  const order = orderOf({ keyType, signedZero }, name);
  if (makes === 'modes') requireNan(nan, ['propagate', 'omit']);
  const omits = order.keyType[0] === 'f' && nan === 'omit';
  return { order, movesNans: false, oneNan: true, omits, makes, ties: 'ordinal' };
}

/** Checks a request and the tuning, and loads all code that any call of it may need. */
export async function readyRuns(
  device: GPUDevice,
  makes: RunsRequest['makes'],
  options: RunsOptions,
  tuning: InternalTuning,
  name: 'keys' | 'keyType',
): Promise<ReadyRuns> {
  const request = makes === 'ranks' ? rankRequest(options, name) : keysRequest(makes, options, name);
  return { request, stages: await loadSort(device, tuning, nestedOrder(request)) };
}
