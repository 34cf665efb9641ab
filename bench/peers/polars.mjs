// polars (Rust, as nodejs-polars): `list.sort` and `list.sum` over a column with one list per segment.
//
// The time is that of an eager `select` on a data frame in memory. The result is a column of polars. Nothing is
// converted to JavaScript. polars uses all cores unless POLARS_MAX_THREADS limits them.
import pl from 'nodejs-polars';

const TYPES = { u32: pl.UInt32, f32: pl.Float32 };

// Sorting a list enters polars' thread pool. From outside the pool, this costs about 15 µs a list, hundreds of times
// the sort of a short list (len8 at 2^18: 1390 ms). With a second expression, polars evaluates both inside the pool,
// where entering costs nothing (70 ms), as with a single thread. An expert would write this, so it is timed.
const COMPANION = pl.lit(1).alias('companion');

export async function peer() {
  return {
    name: 'polars',
    canDo: ({ type, pairs }) => !pairs && type in TYPES,
    async prepare({ kind, type, order }, keys, offsets) {
      const lists = Array.from({ length: offsets.length - 1 }, (_, s) => keys.subarray(offsets[s], offsets[s + 1]));
      const frame = pl.DataFrame([pl.Series('keys', lists, pl.List(TYPES[type]))]);
      const { lst } = pl.col('keys');
      const expressions = kind === 'reduce' ? [lst.sum()] : [lst.sort(order === 'descending'), COMPANION];
      let result;
      return {
        poison() {
          result = undefined;
        },
        run() {
          result = frame.select(...expressions);
        },
        result: async () => (kind === 'reduce' ? { sums: values(result) } : { keys: values(result.explode('keys')) }),
        end() {
          result = undefined;
        },
      };
    },
  };
}

/** polars makes a null of an empty list when it explodes lists. */
function values(frame) {
  return frame.getColumn('keys').dropNulls().toTypedArray();
}
