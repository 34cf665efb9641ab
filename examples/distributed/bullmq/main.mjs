/**
 * Reduces parts by jobs in a BullMQ queue, and joins them: `node main.mjs FOLDER`. FOLDER has rows0.arrow, … (node
 * ../data.mjs make FOLDER 4 20000). Workers: `node worker.mjs`, as many as there are GPUs.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { Queue, QueueEvents } from 'bullmq';

const [program, ...before] = (process.env.WEBGPU_SEGMENTED ?? 'npx webgpu-segmented').split(' ');
const connection = { host: '127.0.0.1', port: Number(process.env.REDIS_PORT ?? 6379), maxRetriesPerRequest: null };
const folder = process.argv[2];
const names = readdirSync(folder)
  .filter((name) => /^rows\d+\.arrow$/.test(name))
  .sort();
const file = (name) => path.join(folder, name);

const queue = new Queue('segments', { connection });
const events = new QueueEvents('segments', { connection });
await events.waitUntilReady();

const REDUCE = ['reduce', '--quiet', '--by', 'key', '--column', 'amount', '--partial'];
const options = { attempts: 4, backoff: 200, removeOnComplete: true };

/** Runs a job for each part. Resolves to the options that name their outputs. */
async function all(step, ops, starts) {
  const jobs = await queue.addBulk(
    names.map((name, i) => {
      const args = [...REDUCE, '--op', ops, '--first-from', `${starts[i] ?? 0}`, '--input', file(name)];
      return { name: `${step}${i}`, data: { args: [...args, '--output', file(`${step}${i}.arrow`)] }, opts: options };
    }),
  );
  await Promise.all(jobs.map((job) => job.waitUntilFinished(events)));
  return names.flatMap((_, i) => ['--input', file(`${step}${i}.arrow`)]);
}

const counts = await all('count', 'count', []);
const starts = JSON.parse(execFileSync(program, [...before, 'starts', ...counts]));
const parts = await all('part', 'sum,count,max,argmin', starts);
execFileSync(program, [...before, 'combine', ...parts, '--output', file('totals.arrow')]);
console.log(`${names.length} parts: ${file('totals.arrow')}`);

const bad = await queue.add('bad', { args: ['sort', '--quiet', '--column', 'no', '--input', file(names[0])] }, options);
const error = await bad.waitUntilFinished(events).catch((caught) => caught);
const { attemptsMade } = await queue.getJob(bad.id);
console.log(`bad input, after ${attemptsMade} attempt: ${error.message}`);
await Promise.all([queue.close(), events.close()]);
