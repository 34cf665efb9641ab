// DuckDB: `list_sort` and `list_sum` over a table with one list per segment, in memory in DuckDB's format.
//
// The time is that of one prepared query. DuckDB materialises its result, which is as large as the input, in its column
// store. Nothing is converted to JavaScript or written to a table. Since the whole list is a result, DuckDB cannot skip
// the sort. CREATE TABLE AS takes as long or a little longer, so this form suits DuckDB best.
import { availableParallelism } from 'node:os';
import { DuckDBDataChunk, DuckDBInstance, DuckDBListValue, FLOAT, LIST, UBIGINT, UINTEGER } from '@duckdb/node-api';

// Rows of a vector, which are the most that a chunk holds and the smallest row group.
const CHUNK_ROWS = 2048;

const TYPES = {
  u32: { element: UINTEGER, name: 'UINTEGER', array: Uint32Array },
  f32: { element: FLOAT, name: 'FLOAT', array: Float32Array },
  u64: { element: UBIGINT, name: 'UBIGINT', array: BigUint64Array },
};

export async function peer() {
  const instance = await DuckDBInstance.create(':memory:', { threads: `${availableParallelism()}` });
  const connection = await instance.connect();
  return {
    name: 'duckdb',
    // A sort by key with values would need lists of structs, which DuckDB compares by another function.
    canDo: ({ pairs, type }) => !pairs && type in TYPES,
    async prepare(operation, keys, offsets) {
      await load(connection, operation.type, keys, offsets);
      const statement = await connection.prepare(`SELECT ${expression(operation)} AS result FROM bench.data`);
      let result;
      return {
        poison() {
          result = undefined;
        },
        async run() {
          result = await statement.run();
        },
        result: async () => (operation.kind === 'sort' ? sorted(result, operation, keys.length) : sums(result)),
        async end() {
          result = undefined;
          statement.destroySync?.();
          await connection.run('DETACH bench');
        },
      };
    },
  };
}

function expression({ kind, order }) {
  if (kind === 'reduce') return 'list_sum(keys)';
  return order === 'descending' ? 'list_reverse_sort(keys)' : 'list_sort(keys)';
}

/** Loads a separate database with small row groups, because threads divide work by row groups. */
async function load(connection, type, keys, offsets) {
  const { element, name } = TYPES[type];
  await connection.run(`ATTACH ':memory:' AS bench (ROW_GROUP_SIZE ${CHUNK_ROWS})`);
  await connection.run(`CREATE TABLE bench.data (keys ${name}[])`);
  const appender = await connection.createAppender('data', 'main', 'bench');
  for (let s = 0; s + 1 < offsets.length; s += CHUNK_ROWS) {
    const count = Math.min(CHUNK_ROWS, offsets.length - 1 - s);
    const list = (_, i) => new DuckDBListValue(keys.subarray(offsets[s + i], offsets[s + i + 1]));
    const chunk = DuckDBDataChunk.create([LIST(element)], count);
    chunk.setColumnValues(0, Array.from({ length: count }, list));
    appender.appendDataChunk(chunk);
  }
  appender.closeSync();
}

/** The lists of a result, concatenated. */
function sorted(result, { type }, count) {
  const keys = new TYPES[type].array(count);
  let end = 0;
  for (let c = 0; c < result.chunkCount; c++) {
    const lists = result.getChunk(c).getColumnVector(0);
    for (let i = 0; i < lists.itemCount; i++) {
      const start = lists.getEntryOffset(i);
      const length = lists.getEntryLength(i);
      keys.set(lists.childVector.items.subarray(start, start + length), end);
      end += length;
    }
  }
  return { keys };
}

/** DuckDB adds u32 in 128 bits and f32 in double precision; the sum of an empty list is NULL. */
function sums(result) {
  const values = [];
  for (let c = 0; c < result.chunkCount; c++) values.push(...result.getChunk(c).getColumnValues(0));
  return { sums: values.map((sum) => (typeof sum === 'bigint' ? Number(BigInt.asUintN(32, sum)) : (sum ?? 0))) };
}
