/**
 * Flights by airport: how many are late, which lines an airport has, where most flights go, and which are latest. One
 * call answers each question for all airports: a histogram, the distinct keys, the most frequent key, ranks.
 *
 * The flights are the first of these airports in flights-2k of vega-datasets, of January 2001. Source: U.S. Bureau of
 * Transportation Statistics.
 *
 * Run: `node examples/delays.mjs`, in the repository after `npm run build:code`. In a page:
 * `await main(await openPlace())`.
 *
 * Prints:
 *   LAS: 10 on time, 7 up to 15 min late, 6 up to 60, 4 more
 *     20 lines, most often to PHX: 3 flights
 *     latest: 217 min to SMF, 126 min to LAX
 *   MDW: 1 on time, 3 up to 15 min late, 1 up to 60, 0 more
 *     5 lines, most often to BNA: 1 flight
 *     latest: 20 min to BNA, 5 min to OMA
 *   PHX: 4 on time, 4 up to 15 min late, 3 up to 60, 1 more
 *     12 lines, most often to DEN: 1 flight
 *     latest: 90 min to SMF, 51 min to SAT
 */
import {
  groupBy,
  openPlace,
  segmentedHistogram,
  segmentedMode,
  segmentedRank,
  segmentedUnique,
} from 'webgpu-segmented/auto';

/** From, to, minutes late. */
const FLIGHTS = `
  LAS MDW 34, PHX DTW 1, MDW BNA 20, LAS PHX 3, PHX LAS -7, LAS SEA 122, MDW HOU -5, PHX STL -3, PHX DEN 12,
  LAS SAN 1, LAS RNO -6, LAS PHX 1, LAS DEN 49, PHX ONT 5, LAS SEA 23, LAS SLC -6, LAS LAX 25, LAS CLE -25,
  LAS SMF 78, PHX SMF 90, LAS SMF 217, LAS CVG -3, PHX TUS 16, LAS RNO 31, LAS STL 2, MDW MCI 4, LAS MSP 22,
  LAS MCI 10, MDW IND 3, PHX SAT 51, LAS CMH 9, LAS PIT -2, PHX SJC -12, LAS STL -16, LAS DFW -14, LAS PHX -2,
  MDW OMA 5, PHX SNA 15, PHX SLC -12, LAS SJC -17, LAS OMA 15, LAS ORD -24, LAS LAX 126, PHX IND 25
`;

const flightsOf = (count) => (count === 1 ? '1 flight' : `${count} flights`);

/** Numbers texts in alphabetical order. */
export function numbered(texts) {
  const names = [...new Set(texts)].sort();
  const numbers = new Map(names.map((name, i) => [name, i]));
  return { names, ids: Uint16Array.from(texts, (text) => numbers.get(text)) };
}

/**
 * What the rows of each group show.
 *
 * @param ids the group of each row
 * @param edges the borders of the histogram's bins
 */
export async function summaries(place, { ids, groups, targets, delays }, edges) {
  const { offsets, rows } = await groupBy(place, ids, { groups });
  const segments = { offsets, rows };
  const lines = await segmentedUnique(place, targets, segments);
  return {
    offsets,
    rows,
    late: await segmentedHistogram(place, delays, segments, { edges }),
    lines: lines.offsets.subarray(1).map((end, group) => end - lines.offsets[group]),
    most: await segmentedMode(place, targets, segments),
    // Rank 1 is the latest flight of its group. Flights of one delay have one rank.
    ranks: await segmentedRank(place, delays, segments, { order: 'descending', ties: 'min' }),
  };
}

export async function main(place, print = console.log) {
  const flights = FLIGHTS.trim()
    .split(/,\s+/)
    .map((flight) => flight.split(' '));
  const from = numbered(flights.map(([airport]) => airport));
  const to = numbered(flights.map(([, airport]) => airport));
  const delays = Int16Array.from(flights, ([, , minutes]) => minutes);
  const given = { ids: from.ids, groups: from.names.length, targets: to.ids, delays };
  const edges = [-60, 1, 16, 61, 600];
  const { offsets, rows, late, lines, most, ranks } = await summaries(place, given, edges);

  from.names.forEach((airport, group) => {
    const counts = late.subarray(4 * group, 4 * group + 4);
    print(`${airport}: ${counts[0]} on time, ${counts[1]} up to 15 min late, ${counts[2]} up to 60, ${counts[3]} more`);
    print(`  ${lines[group]} lines, most often to ${to.names[most.values[group]]}: ${flightsOf(most.counts[group])}`);
    const latest = [];
    for (let i = offsets[group]; i < offsets[group + 1]; i++) if (ranks[i] <= 2) latest[ranks[i] - 1] = rows[i];
    print(`  latest: ${latest.map((row) => `${delays[row]} min to ${to.names[to.ids[row]]}`).join(', ')}`);
  });
}

// As a program: node examples/delays.mjs
if (globalThis.process?.argv[1]?.endsWith('delays.mjs')) await main(await openPlace());
