/**
 * What the code that group calls load needs of the core. That code gets it as an argument: a module that calls load
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

/** Those for recorded calls. */
export const RECORDING = { PlannedOperation, stagesOf, operationParts };
export type Recording = typeof RECORDING;

/** Those for reduces by key. */
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
