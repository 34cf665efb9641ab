/**
 * The core's functions for the code that group calls load. That code gets them as an argument, because a loaded module
 * must not import a file that loads others.
 */
import { checkedCall } from '../api/array_call.ts';
import { operationParts } from '../api/parts.ts';
import { lackOfRoom, PlannedOperation } from '../gpu/operation.ts';
import { reduceHost } from '../reduce/array_call.ts';
import { resultsInForm } from '../reduce/calls.ts';
import { loadReduce, plannedReduce, reduceOperation } from '../reduce/operation.ts';
import { recordReduce } from '../reduce/record.ts';
import { stagesOf } from '../sort/operation.ts';

/** The core's functions for calls on arrays. */
export const CALLS = { PlannedOperation, lackOfRoom, stagesOf };
export type Calls = typeof CALLS;

/** The functions for recorded calls. */
export const RECORDING = { PlannedOperation, stagesOf, operationParts };
export type Recording = typeof RECORDING;

/** The functions for reduces by key. */
export const REDUCING = {
  ...CALLS,
  checkedCall,
  loadReduce,
  plannedReduce,
  recordReduce,
  reduceHost,
  reduceOperation,
  resultsInForm,
};
export type Reducing = typeof REDUCING;
