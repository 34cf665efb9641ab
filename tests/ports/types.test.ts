/** The types of the entries that call the core. `npm run typecheck` fails if one of these is wrong. */
import type { FixedSizeList, Float16, Float32, Float64, Int32, List, Uint64, Vector } from 'apache-arrow';
import { expectTypeOf, it } from 'vitest';
import type { reduceList, scanList } from '../../src/arrow/index.ts';
import type { ColumnLike } from '../../src/arrow/shape.ts';
import type { DevicePointer, DeviceReduce, DeviceSegmentedReduce, DeviceSegmentedScan } from '../../src/cub/index.ts';
import type * as dpct from '../../src/dpct/index.ts';

// Only the types are checked: no function here is called.

it('lists of floats have no bitwise operators', () => {
  interface Columns {
    readonly floats: Vector<List<Float32>>;
    readonly doubles: Vector<FixedSizeList<Float64>>;
    readonly halves: Vector<List<Float16>>;
    readonly ints: Vector<List<Int32>>;
    readonly longs: Vector<List<Uint64>>;
    readonly open: Vector;
    readonly foreign: ColumnLike;
  }
  type Calls = { reduce: typeof reduceList; scan: typeof scanList };
  const wrong = async (on: GPUDevice, { reduce, scan }: Calls, columns: Columns) => {
    const { floats, doubles, halves, ints, longs, open, foreign } = columns;
    // @ts-expect-error: a list of Float32
    reduce(on, floats, 'xor');
    // @ts-expect-error: in a list of operators
    reduce(on, doubles, ['sum', 'and']);
    // @ts-expect-error: a list of Float16
    reduce(on, halves, 'or');
    // @ts-expect-error: a scan
    scan(on, floats, 'xor');
    // @ts-expect-error: an unknown operator
    reduce(on, ints, 'median');
    reduce(on, floats, ['sum', 'argmax', { wgsl: 'return a + b;', identity: 0 }]);
    reduce(on, ints, ['xor', 'sum']);
    reduce(on, longs, 'and');
    reduce(on, open, 'xor');
    reduce(on, foreign, 'or');
    reduce(on, open as Vector<List<Int32>> | Vector<List<Float32>>, 'xor');
    scan(on, ints, 'xor');
    scan(on, open, 'and');
    scan(on, floats, 'max');
    const { indices } = await reduce(on, floats, 'argmin');
    return indices;
  };
  expectTypeOf(wrong).toBeFunction();
});

it('handles of floats have no bitwise operators in CUB’s calls', () => {
  interface Calls {
    readonly reduce: typeof DeviceSegmentedReduce;
    readonly scan: typeof DeviceSegmentedScan;
    readonly byKey: typeof DeviceReduce;
  }
  interface Handles {
    readonly floats: DevicePointer<'f32'>;
    readonly halves: DevicePointer<'f16'>;
    readonly words: DevicePointer<'u32'>;
    readonly open: DevicePointer;
  }
  const wrong = ({ reduce, scan, byKey }: Calls, { floats, halves, words, open }: Handles) => {
    // @ts-expect-error: segments by offsets
    reduce.Reduce(null, 0, floats, open, 1, words, words, 'xor');
    // @ts-expect-error: segments of one size
    reduce.Reduce(null, 0, halves, open, 1, 4, 'and', 0);
    // @ts-expect-error: a scan
    scan.InclusiveSegmentedScan(null, 0, floats, open, words, words, 1, 'or');
    // @ts-expect-error: a scan with a start value
    scan.ExclusiveSegmentedScan(null, 0, floats, open, words, words, 1, 'xor', 0);
    // @ts-expect-error: by key
    byKey.ReduceByKey(null, 0, words, open, floats, open, words, 'xor', 4);
    reduce.Reduce(null, 0, floats, open, 1, words, words, 'max', 0);
    reduce.Reduce(null, 0, words, open, 1, words, words, 'xor');
    reduce.Reduce(null, 0, open, open, 1, 4, 'xor', 0);
    scan.InclusiveSegmentedScan(null, 0, words, open, words, words, 1, 'xor');
    scan.ExclusiveSegmentedScan(null, 0, open, open, words, words, 1, 'and', undefined);
    byKey.ReduceByKey(null, 0, floats, open, words, open, words, 'xor', 4);
    byKey.ReduceByKey(null, 0, words, open, floats, open, words, { wgsl: 'return a * b;', identity: 1 }, 4);
  };
  expectTypeOf(wrong).toBeFunction();
});

it('floats have no bitwise operators in SYCLomatic’s calls', () => {
  const wrong = (calls: typeof dpct, device: GPUDevice, handle: DevicePointer<'f64'>, open: DevicePointer) => {
    const [on, floats, words] = [{ device }, new Float32Array(2), new Uint32Array(2)];
    const halves = { type: 'f16', data: new Uint16Array(2) } as const;
    // @ts-expect-error: an array
    calls.segmented_reduce(on, floats, floats, 1, [0], [2], 'xor');
    // @ts-expect-error: a handle
    calls.segmented_reduce(on, handle, handle, 1, [0], [2], 'and');
    // @ts-expect-error: by the type of the items
    calls.segmented_reduce(on, { type: 'f16', data: new Uint16Array(2) }, floats, 1, [0], [2], 'or');
    // @ts-expect-error: a scan
    calls.inclusive_scan_by_segment(on, words, 2, floats, floats, 'equal_to', 'xor');
    // @ts-expect-error: a scan with a start value
    calls.exclusive_scan_by_segment(on, words, 2, halves, floats, 0, 'equal_to', 'and');
    // @ts-expect-error: a reduce
    calls.reduce_by_segment(on, words, 2, floats, words, floats, 'equal_to', 'or');
    calls.segmented_reduce(on, words, words, 1, [0], [2], 'xor');
    calls.segmented_reduce(on, open, open, 1, [0], [2], 'xor', 1);
    calls.segmented_reduce(on, floats, floats, 1, [0], [2], 'max');
    calls.inclusive_scan_by_segment(on, floats, 2, words, words, 'equal_to', 'xor');
    calls.exclusive_scan_by_segment(on, words, 2, floats, floats, 0, 'equal_to', 'product');
    calls.reduce_by_segment(on, floats, 2, words, floats, words, undefined, 'or');
  };
  expectTypeOf(wrong).toBeFunction();
});
