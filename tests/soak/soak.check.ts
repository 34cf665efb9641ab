/** Random calls for a given time. `npm run test:soak` (run.mjs) explains the variables. */
import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { Random } from '../support/cases.ts';
import { adapterLine, openDevice } from '../support/device.ts';
import { noCounts, Round, SoakFailure } from './round.ts';

const number = (name: string) => Number(process.env[`WEBGPU_SEGMENTED_SOAK_${name}`] ?? 0);
const SECONDS = number('SECONDS');
const FIRST = number('ROUND');
const FILE = process.env.WEBGPU_SEGMENTED_SOAK_FILE;

it(`calls at random are right for ${SECONDS} seconds`, { timeout: (SECONDS + 1800) * 1000 }, async () => {
  const counts = noCounts();
  const probe = await openDevice();
  const adapter = adapterLine(probe);
  probe.destroy();
  let round = FIRST;
  let failure: unknown;
  const until = Date.now() + SECONDS * 1000;
  while (Date.now() < until && failure === undefined) {
    const seed = new Random((number('SEED') + round) >>> 0).word();
    try {
      await (await Round.begin(seed, counts)).run(until, number('ROUND_CALLS'));
    } catch (error) {
      failure = error;
      const program = error instanceof SoakFailure ? error.program : '';
      console.error(`round ${round} of seed ${number('SEED')}: ${(error as Error).stack}\n\n${program}`);
    }
    round++;
  }
  const rss = Math.round(process.memoryUsage.rss() / 2 ** 20);
  if (FILE) writeFileSync(FILE, JSON.stringify({ adapter, ...counts, rounds: round - FIRST, rss }));
  expect(failure === undefined, 'every round is right').toBe(true);
});
