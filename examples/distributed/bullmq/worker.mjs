/**
 * A worker of a BullMQ queue. A job has `args` of the command line, which name its files. The program writes its output
 * whole or not at all, so a job may be done twice. Bad input (64, 65) is not tried again.
 */
import { spawn } from 'node:child_process';
import { UnrecoverableError, Worker } from 'bullmq';

const [program, ...before] = (process.env.WEBGPU_SEGMENTED ?? 'npx webgpu-segmented').split(' ');
const connection = { host: '127.0.0.1', port: Number(process.env.REDIS_PORT ?? 6379), maxRetriesPerRequest: null };

/** Runs the program. Resolves to its exit code and what it wrote on stderr. */
function run(args) {
  const child = spawn(program, [...before, ...args], { stdio: ['ignore', 'inherit', 'pipe'] });
  let stderr = '';
  child.stderr.on('data', (text) => {
    stderr += text;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code: code ?? 128, signal, stderr }));
  });
}

async function work(job) {
  console.log(`start ${job.name} in ${process.pid}`);
  const { code, stderr } = await run(job.data.args);
  if (code === 0) return { pid: process.pid };
  const line = stderr.split('\n').findLast((text) => text.startsWith('webgpu-segmented: ')) ?? stderr;
  if (code === 64 || code === 65) throw new UnrecoverableError(line);
  throw new Error(`exit code ${code}: ${line}`);
}

// A worker that dies loses its lock after 2 s. Its job is then stalled, and another worker takes it.
const worker = new Worker('segments', work, {
  connection,
  lockDuration: 2000,
  stalledInterval: 1000,
  maxStalledCount: 3,
});
worker.on('error', (error) => console.error(error.message));
worker.on('ready', () => console.log(`ready ${process.pid}`));
