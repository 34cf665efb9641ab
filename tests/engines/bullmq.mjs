/** BullMQ on a separate Redis. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

const PORT = '6397';
const PACKAGE = 'bullmq@5.63.0';

/** Starts a program and reads its lines. */
function started(command, args, env) {
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = [];
  let rest = '';
  const waiting = new Set();
  child.stdout.on('data', (text) => {
    const parts = (rest + text).split('\n');
    rest = parts.pop();
    lines.push(...parts);
    for (const look of waiting) look();
  });
  const line = (pattern) =>
    new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`no line ${pattern} of ${command}: ${lines.join('; ')}`)), 30_000);
      const look = () => {
        const found = lines.find((each) => pattern.test(each));
        if (found === undefined) return;
        clearTimeout(late);
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
    });
  return { child, line, lines };
}

function lack({ examples, root }) {
  if (spawnSync('redis-server', ['--version']).status !== 0) return 'no redis-server';
  const folder = path.join(examples, 'bullmq');
  if (existsSync(path.join(folder, 'node_modules/bullmq'))) return undefined;
  const args = [
    'install',
    '--no-save',
    '--no-package-lock',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    '--prefix',
    folder,
  ];
  const npm = spawnSync('npm', [...args, PACKAGE], { cwd: root, encoding: 'utf8', timeout: 60_000 });
  return npm.status === 0 ? undefined : `${PACKAGE} does not install`;
}

async function killed({ examples, folder, env }) {
  const redis = spawn('redis-server', ['--port', PORT, '--save', '', '--appendonly', 'no'], { stdio: 'ignore' });
  const own = { ...env, REDIS_PORT: PORT };
  const script = (name) => path.join(examples, 'bullmq', name);
  const workers = [];
  const worker = () => {
    const one = started(process.execPath, [script('worker.mjs')], own);
    workers.push(one);
    return one;
  };
  try {
    const first = worker();
    await first.line(/^ready/);
    const main = started(process.execPath, [script('main.mjs'), folder], own);
    const ended = new Promise((resolve) => main.child.on('close', resolve));
    const mid = await first.line(/^start part/);
    first.child.kill('SIGKILL');
    const second = worker();
    if ((await ended) !== 0) throw new Error(`main.mjs failed: ${main.lines.join('; ')}`);
    const again = second.lines.find((line) => line.startsWith(mid.replace(/ in .*/, ' in')));
    if (!again) throw new Error(`'${mid}' was not done again: ${second.lines.join('; ')}`);
    const bad = main.lines.find((line) => line.startsWith('bad input'));
    if (!/after 1 attempt: .*no column 'no'/.test(bad ?? '')) throw new Error(`bad input: ${bad}`);
    return [`killed at '${mid}', then '${again}'`, ...main.lines].join('\n');
  } finally {
    for (const { child } of workers) child.kill('SIGKILL');
    redis.kill();
  }
}

export const bullmq = { lack, tests: { 'a worker killed in mid-job, and bad input': killed } };
