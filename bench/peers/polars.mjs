// polars (Rust, as nodejs-polars): `list.sort` and `list.sum` over a column with a list a segment.
//
// What is timed is an eager `select` on a data frame in memory: the result is a column of polars' own, nothing is
// converted to JavaScript. polars takes all cores unless POLARS_MAX_THREADS says otherwise.
import pl from 'nodejs-polars';

const TYPES = { u32: pl.UInt32, f32: pl.Float32 };

// Sorting a list enters polars' thread pool. From outside that costs about 15 µs a list, hundreds of times what a short
// one takes to sort (len8 at 2^18: 1390 ms). A second expression makes polars evaluate both inside of the pool, where
// entering it is free (70 ms), as it is with a single thread. A user who knows would write this, so it is what is timed.
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

/** An exploded empty list is a null. */
function values(frame) {
  return frame.getColumn('keys').dropNulls().toTypedArray();
}
