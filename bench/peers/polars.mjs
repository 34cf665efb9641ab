// polars (Rust, as nodejs-polars): `list.sort` and `list.sum` over a column with a list a segment.
//
// What is timed is an eager `select` on a data frame in memory: the result is a column of polars' own, nothing is
// converted to JavaScript. polars takes all cores unless POLARS_MAX_THREADS says otherwise.
import pl from 'nodejs-polars';

// Its list.sort takes about 18 µs a list however short (a sort of a series each), so a million lists take 20 s a call.
const MOST_SORTED_LISTS = 600_000;

const TYPES = { u32: pl.UInt32, f32: pl.Float32 };

export async function peer() {
  return {
    name: 'polars',
    canDo: ({ kind, type, pairs }, offsets) =>
      !pairs && type in TYPES && (kind === 'reduce' || offsets.length <= MOST_SORTED_LISTS),
    async prepare({ kind, type, order }, keys, offsets) {
      const lists = Array.from({ length: offsets.length - 1 }, (_, s) => keys.subarray(offsets[s], offsets[s + 1]));
      const frame = pl.DataFrame([pl.Series('keys', lists, pl.List(TYPES[type]))]);
      const { lst } = pl.col('keys');
      const expression = kind === 'reduce' ? lst.sum() : lst.sort(order === 'descending');
      let result;
      return {
        poison() {
          result = undefined;
        },
        run() {
          result = frame.select(expression);
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
