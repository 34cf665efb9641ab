/**
 * Departures in order of time: gaps between flights, a moving median, what is usual at an airport, and how late the
 * late ones are. One call answers each question for all airports: a transform, windows, `nan: 'omit'`, several
 * operators at once. Two columns of ids group by airport and part of the day.
 *
 * The flights are those of these airports in flights-2k of vega-datasets, of January 2001. Source: U.S. Bureau of
 * Transportation Statistics.
 *
 * Run: `node examples/departures.mjs`, in the repository after `npm run build:code`. In a page:
 * `await main(await openPlace())`.
 *
 * Prints:
 *   BOS: 14 flights, from -11 to 5 min; 1.9 ± 37.7
 *     5 late, by 39.6 min
 *     longest gap: 76.1 h, before LAX
 *     least usual: to BTV, 2.5 deviations late
 *     moving median: -13 -30 -13 -27 -5 6 6 6 26 26 -9 -9
 *   DEN: 15 flights, from 10 to -18 min; 6.7 ± 24.8
 *     6 late, by 27.7 min
 *     longest gap: 117.0 h, before TUS
 *     least usual: to DTW, 2.6 deviations late
 *     moving median: 10 14 57 57 -10 -10 -8 -4 -4 -3 5 5 -5
 *   SEA: 5 flights, from 6 to -1 min; 14.2 ± 24.0
 *     3 late, by 28.0 min
 *     longest gap: 322.4 h, before ANC
 *     least usual: to ANC, 1.3 deviations late
 *     moving median: 32 32 -1
 *   BOS, morning: 3, at most 26 min late
 *   BOS, afternoon: 11, at most 96 min late
 *   DEN, morning: 6, at most 14 min late
 *   DEN, afternoon: 9, at most 70 min late
 *   SEA, morning: 1, at most 6 min late
 *   SEA, afternoon: 4, at most 46 min late
 *   the first flight: SEA, morning: 1, at most 6 min late
 */
import {
  groupBy,
  openPlace,
  reduceByKey,
  segmentedQuantile,
  segmentedReduce,
  segmentedTransform,
} from 'webgpu-segmented/auto';

/** From, to, day, hour and minute, minutes late. In order of time. */
const FLIGHTS = `
  SEA PDX 2 06:20 6, DEN IAH 2 06:38 10, DEN SLC 2 07:05 0, DEN ORD 2 11:31 14, DEN IAH 2 16:44 57, SEA SJC 3 12:19 32,
  DEN DTW 3 13:45 70, DEN LAX 5 16:59 -10, BOS LGA 6 20:57 -11, DEN PDX 9 07:39 -11, DEN CID 9 12:36 -8,
  DEN DFW 9 15:04 -4, BOS PHL 9 18:35 -34, BOS LGA 10 05:59 -13, BOS DCA 12 08:56 -30, BOS ALB 12 19:07 -5,
  BOS STL 12 19:23 -27, DEN TUS 14 12:06 -3, DEN ONT 14 18:12 -7, BOS BTV 15 19:18 96, SEA ANC 16 22:42 46,
  DEN PDX 17 09:21 10, BOS LGA 17 13:29 6, DEN ATL 20 10:13 5, BOS LAX 20 17:37 -32, DEN ATL 20 18:04 -5,
  BOS STL 21 12:15 65, BOS SJU 22 08:48 26, BOS DFW 22 14:42 -10, SEA SJC 22 17:20 -12, DEN PHL 23 15:01 -18,
  BOS ORD 23 17:35 -9, SEA PDX 24 17:38 -1, BOS BTV 24 21:00 5
`;

/**
 * What the flights of each airport show. Items are in order of time.
 *
 * @param airports the airport of each flight, 0 to `count` - 1
 * @param minutes when it departs
 * @param delays minutes late
 */
export async function departures(place, { airports, count, minutes, delays }) {
  const { offsets, rows } = await groupBy(place, airports, { groups: count });
  const segments = { offsets, rows };
  // Three flights of an airport, then the next three: windows share items. An airport with two flights has no window.
  const begin = Array.from(rows.keys()).filter((i) =>
    offsets.some((first, a) => first <= i && i + 3 <= offsets[a + 1]),
  );
  const inOrder = Float32Array.from(rows, (row) => delays[row]);
  // Flights on time are no numbers here, so they are left out.
  const late = delays.map((delay) => (delay > 0 ? delay : NaN));
  return {
    offsets,
    rows,
    // Before an airport's first flight there is none.
    gaps: await segmentedTransform(place, minutes, segments, 'diff', { fill: NaN }),
    medians: { begin, values: await segmentedQuantile(place, inOrder, { begin, end: begin.map((i) => i + 3) }, 0.5) },
    scores: await segmentedTransform(place, delays, segments, 'standardize', { ddof: 1 }),
    ends: await segmentedReduce(place, delays, segments, ['first', 'last', 'mean', 'std'], { ddof: 1 }),
    late: await segmentedReduce(place, late, segments, ['count', 'mean'], { nan: 'omit', whenEmpty: [0, 0] }),
  };
}

/** Flights by airport and half of the day: two columns of ids, and the group of each flight. */
export async function halves(place, { airports, minutes, delays }) {
  const afternoon = Uint8Array.from(minutes, (minute) => (minute % 1440 < 720 ? 0 : 1));
  const { groups } = await groupBy(place, [airports, afternoon], { inverse: true });
  return { groups, ...(await reduceByKey(place, [airports, afternoon], delays, ['count', 'max'])) };
}

export async function main(place, print = console.log) {
  const flights = FLIGHTS.trim()
    .split(/,\s+/)
    .map((flight) => flight.split(' '));
  const names = [...new Set(flights.map(([airport]) => airport))].sort();
  const given = {
    airports: Uint8Array.from(flights, ([airport]) => names.indexOf(airport)),
    count: names.length,
    minutes: Float32Array.from(
      flights,
      ([, , day, time]) => 1440 * day + 60 * time.slice(0, 2) + Number(time.slice(3)),
    ),
    delays: Float32Array.from(flights, ([, , , , delay]) => delay),
  };
  const { offsets, rows, gaps, medians, scores, ends, late } = await departures(place, given);
  const [first, last, mean, std] = ends;
  const to = (i) => flights[rows[i]][1];
  names.forEach((name, a) => {
    const own = Array.from({ length: offsets[a + 1] - offsets[a] }, (_, j) => offsets[a] + j);
    const most = (list) => own.reduce((best, i) => (list[i] > list[best] || Number.isNaN(list[best]) ? i : best));
    const [longest, strangest] = [most(gaps), most(scores)];
    print(
      `${name}: ${own.length} flights, from ${first[a]} to ${last[a]} min; ${mean[a].toFixed(1)} ± ${std[a].toFixed(1)}`,
    );
    print(`  ${late[0][a]} late, by ${late[1][a].toFixed(1)} min`);
    print(`  longest gap: ${(gaps[longest] / 60).toFixed(1)} h, before ${to(longest)}`);
    print(`  least usual: to ${to(strangest)}, ${scores[strangest].toFixed(1)} deviations late`);
    print(`  moving median: ${[...medians.values].filter((_, w) => own.includes(medians.begin[w])).join(' ')}`);
  });
  const { keys, groups, result } = await halves(place, given);
  const half = ['morning', 'afternoon'];
  const line = (g) => `${names[keys[0][g]]}, ${half[keys[1][g]]}: ${result[0][g]}, at most ${result[1][g]} min late`;
  keys[0].forEach((_, g) => {
    print(line(g));
  });
  print(`the first flight: ${line(groups[0])}`);
}

// As a program: node examples/departures.mjs
if (globalThis.process?.argv[1]?.endsWith('departures.mjs')) await main(await openPlace());
