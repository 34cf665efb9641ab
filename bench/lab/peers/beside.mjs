/** Calls of the library that CUB and PyTorch have too, on rows of one length, at several sizes. */
import { median, reduce, scan, sort, sparseDense, topK } from '../../model/cases.mjs';
import { libraryCall } from '../kernels.mjs';

export const K = 50;
const OPERATIONS = [
  ...[sort('sort u32'), sort('sort pairs u32', true), reduce('sum', 'u32'), reduce('mean', 'f32'), scan('u32')],
  ...[topK('f32', K), median('f32')],
];

/** A sparse matrix × a dense one: about 10^6 entries, 16 a row, and a dense row for each 16 entries. */
const PRODUCT = sparseDense(64);
export const SPARSE = { op: PRODUCT.name, width: 64, length: 16, size: 20 };
export const SMALL_SPARSE = { ...SPARSE, size: 12 };

export const LENGTHS = ['single', 64, 1024, 65536];
export const SIZES = [22, 20, 24];
/** Items of a check of a larger call: JavaScript takes minutes for more. */
const CHECKED = 2 ** 20;

export const workloadOf = (length) => (length === 'single' ? 'single' : `rows of ${length}`);

export default {
  name: 'beside',
  row: 0,
  question: 'How long do calls take that CUB and PyTorch have too?',
  measures: 'a call in a row of calls',
  decides: 'ratios for the README: their time / this time',
  seconds: 90,
  few: OPERATIONS.length + 1,
  variants: ({ small }) =>
    (small ? [12] : SIZES)
      .flatMap((size) =>
        (small ? [64] : LENGTHS).flatMap((length) => OPERATIONS.map(({ name }) => ({ case: name, length, size }))),
      )
      .concat([small ? SMALL_SPARSE : SPARSE].map(({ op, length, size }) => ({ case: op, length, size }))),
  prepare(lab, { case: name, length, size }) {
    const operation = [...OPERATIONS, PRODUCT].find((one) => one.name === name);
    const items = 2 ** size;
    const checked = Math.min(items, CHECKED);
    return libraryCall(lab, { operation, workload: workloadOf(length), items, checked });
  },
  answers: (rows) => [`${rows.length} calls timed`],
};
