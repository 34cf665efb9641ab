/** All code that only scans load, without the stages of the adapter's family. */
export { scanArrays } from './array_call.ts';
export { makeScan } from './record.ts';
