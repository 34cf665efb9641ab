// Reads flights-3m.parquet of the npm package vega-datasets into one typed array per column.
// Source of the table: U.S. Bureau of Transportation Statistics, on-time performance, January to June 2001.

import { readFile } from 'node:fs/promises';
import { parquetMetadata, parquetRead } from 'hyparquet';
import { compressors } from 'hyparquet-compressors'; // the file is ZSTD, which hyparquet itself does not decode
import { count, progress } from './print.mjs';

const COLUMNS = ['date', 'delay', 'distance', 'origin', 'destination'];

/**
 * The table: columns of equal length.
 *
 * @typedef {object} Flights
 * @property {number} rowCount
 * @property {number} droppedRows omitted rows, because one of their cells was null
 * @property {Uint32Array} row row number in the file (the same as the index unless rows were dropped)
 * @property {Float64Array} minute actual departure, local wall clock, minutes since 1970-01-01 00:00
 * @property {Int32Array} delay arrival delay in minutes, negative when early
 * @property {Uint16Array} distance miles
 * @property {Uint16Array} origin index into `airports`
 * @property {Uint16Array} destination index into `airports`
 * @property {string[]} airports airport codes in alphabetical order
 */

/**
 * @param {number} rowLimit the first rows of the file, which is in order of date
 * @returns {Promise<Flights>}
 */
export async function readFlights(rowLimit) {
  // The package exports only its entry file, so the data folder is found next to that.
  const url = new URL('../data/flights-3m.parquet', import.meta.resolve('vega-datasets'));
  const bytes = await readFile(url);
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const metadata = parquetMetadata(file);
  const rowCount = Math.min(rowLimit, Number(metadata.num_rows));
  const raw = newTable(rowCount);
  const codes = new Map();
  const line = progress('reading flights-3m.parquet');
  let rowStart = 0;
  for (const group of metadata.row_groups) {
    if (rowStart >= rowCount) break;
    const rowEnd = Math.min(rowCount, rowStart + Number(group.num_rows));
    line.update(`${count(rowStart)} of ${count(rowCount)} rows`);
    await parquetRead({
      file,
      metadata,
      compressors,
      columns: COLUMNS,
      rowStart,
      rowEnd,
      parsers: { timestampFromMicroseconds: (micros) => Number(micros) / 60e6 },
      onChunk: (chunk) => storeChunk(raw, codes, chunk, rowCount),
    });
    rowStart = rowEnd;
  }
  line.done();
  return sortAirports(dropNulls(raw), codes);
}

/** @param {number} rowCount */
function newTable(rowCount) {
  return {
    rowCount,
    hasNull: new Uint8Array(rowCount),
    row: Uint32Array.from({ length: rowCount }, (_, i) => i),
    minute: new Float64Array(rowCount),
    delay: new Int32Array(rowCount),
    distance: new Uint16Array(rowCount),
    origin: new Uint16Array(rowCount),
    destination: new Uint16Array(rowCount),
  };
}

/**
 * Copies one decoded piece of a column into the table. The decoder decodes whole pages, so a piece may go past the last
 * wanted row.
 */
function storeChunk(raw, codes, { columnName, columnData, rowStart }, rowCount) {
  const length = Math.min(columnData.length, rowCount - rowStart);
  const { hasNull } = raw;
  const target = raw[columnName === 'date' ? 'minute' : columnName];
  const isAirport = columnName === 'origin' || columnName === 'destination';
  for (let i = 0; i < length; i++) {
    const cell = columnData[i];
    if (cell === null || cell === undefined) hasNull[rowStart + i] = 1;
    else if (isAirport) target[rowStart + i] = airportNumber(codes, cell);
    else target[rowStart + i] = Number(cell);
  }
}

/** Numbers airports in the order of their first row. `sortAirports` later renumbers them. */
function airportNumber(codes, code) {
  let number = codes.get(code);
  if (number === undefined) {
    number = codes.size;
    codes.set(code, number);
  }
  return number;
}

/** Keeps rows without a null, with their row numbers in the file, so results still name the file's rows. */
function dropNulls({ hasNull, rowCount, ...columns }) {
  const droppedRows = hasNull.reduce((sum, flag) => sum + flag, 0);
  if (droppedRows > 0) {
    for (const name of Object.keys(columns)) columns[name] = columns[name].filter((_, i) => hasNull[i] === 0);
  }
  return { ...columns, rowCount: rowCount - droppedRows, droppedRows };
}

/** Renumbers airports alphabetically, so that segments by airport have a readable order. */
function sortAirports(columns, codes) {
  const airports = [...codes.keys()].sort();
  const renumbered = new Uint16Array(airports.length);
  airports.forEach((code, i) => {
    renumbered[codes.get(code)] = i;
  });
  const { origin, destination } = columns;
  for (let i = 0; i < columns.rowCount; i++) {
    origin[i] = renumbered[origin[i]];
    destination[i] = renumbered[destination[i]];
  }
  return { ...columns, airports };
}

/** @param {number} minute minutes since 1970-01-01 00:00 @returns {string} `2001-03-12 17:05` */
export function formatMinute(minute) {
  return new Date(minute * 60_000).toISOString().slice(0, 16).replace('T', ' ');
}
