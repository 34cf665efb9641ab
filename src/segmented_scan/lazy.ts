/** All of a scan's code that only a scan's calls load, but for the stages of the adapter's family. */
export { scanArrays } from './array_call.ts';
export { makeScan } from './operation.ts';
