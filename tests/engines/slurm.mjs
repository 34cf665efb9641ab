/** Slurm on this host, as root: daemons with separate ports, sockets and folders. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

function lack() {
  if (process.getuid?.() !== 0) return 'not root';
  const missing = ['slurmctld', 'slurmd', 'munged', 'sbatch'].find((name) => spawnSync('which', [name]).status !== 0);
  return missing && `no ${missing}`;
}

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function configuration(folder, host) {
  return `ClusterName=segments
SlurmctldHost=${host}(127.0.0.1)
SlurmUser=root
SlurmctldPort=16817
SlurmdPort=16818
AuthType=auth/munge
AuthInfo=socket=${folder}/munge.socket
CredType=cred/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
StateSaveLocation=${folder}/state
SlurmdSpoolDir=${folder}/spool
SlurmctldPidFile=${folder}/slurmctld.pid
SlurmdPidFile=${folder}/slurmd.pid
SlurmctldLogFile=${folder}/slurmctld.log
SlurmdLogFile=${folder}/slurmd.log
MpiDefault=none
ReturnToService=2
RequeueExit=75,137
SchedulerParameters=sched_interval=1
NodeName=${host} NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes=${host} Default=YES MaxTime=INFINITE State=UP
`;
}

/** Starts the daemons. Returns the environment of their clients, and a function that ends them. */
async function daemons(folder) {
  for (const name of ['state', 'spool', 'munge']) mkdirSync(path.join(folder, name), { mode: 0o700 });
  const host = os.hostname().split('.')[0];
  const file = (name) => path.join(folder, name);
  writeFileSync(file('slurm.conf'), configuration(folder, host));
  writeFileSync(file('munge/key'), Buffer.from(Array.from({ length: 128 }, (_, i) => (i * 37 + 11) & 255)), {
    mode: 0o400,
  });
  const env = { ...process.env, SLURM_CONF: file('slurm.conf') };
  const children = [];
  const start = (command, args) => children.push(spawn(command, args, { env, stdio: 'ignore' }));
  const of = (option, name) => `--${option}=${file(name)}`;
  start('munged', [
    '-F',
    '--force',
    of('socket', 'munge.socket'),
    of('key-file', 'munge/key'),
    of('pid-file', 'munge/pid'),
    of('log-file', 'munge/log'),
    of('seed-file', 'munge/seed'),
    '--num-threads=2',
  ]);
  await sleep(500);
  start('slurmctld', ['-D', '-c']);
  start('slurmd', ['-D']);
  const end = () => {
    for (const child of children.reverse()) child.kill('SIGKILL');
  };
  for (let i = 0; i < 40; i++) {
    const { stdout } = spawnSync('sinfo', ['-h', '-o', '%T'], { env, encoding: 'utf8', timeout: 5000 });
    if (/idle/.test(stdout ?? '')) return { env, end };
    await sleep(250);
  }
  const log = spawnSync('tail', ['-n', '5', file('slurmctld.log'), file('slurmd.log'), file('munge/log')], {
    encoding: 'utf8',
  }).stdout;
  end();
  throw new Error(`Slurm does not start:\n${log}`);
}

async function requeued({ examples, folder, parts, env }) {
  const own = mkdtempSync(path.join(os.tmpdir(), 'segments-slurm-'));
  const slurm = await daemons(own);
  const all = { ...env, ...slurm.env, WEBGPU_SEGMENTED: env.WEBGPU_SEGMENTED };
  const client = (command, ...args) => spawnSync(command, args, { env: all, encoding: 'utf8' }).stdout;
  try {
    const main = spawn(path.join(examples, 'slurm/main.sh'), [folder, String(parts)], {
      env: all,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    main.stdout.on('data', (text) => {
      said += text;
    });
    const ended = new Promise((resolve) => main.on('close', resolve));
    // The first running task is stopped and queued again, like after the loss of a node.
    let requeuedTask;
    for (let i = 0; i < 100 && requeuedTask === undefined; i++) {
      await sleep(100);
      const [task] = client('squeue', '-h', '-t', 'R', '-o', '%i').split('\n').filter(Boolean);
      if (task === undefined) continue;
      client('scontrol', 'requeue', task);
      requeuedTask = task;
    }
    // A requeued task waits two minutes, unless its start time is set.
    const push = setInterval(() => {
      for (const task of client('squeue', '-h', '-t', 'PD', '-o', '%i')
        .split('\n')
        .filter((id) => /^\d+(_\d+)?$/.test(id))) {
        client('scontrol', 'update', `JobId=${task}`, 'StartTime=now');
      }
    }, 1000);
    const code = await ended;
    clearInterval(push);
    if (code !== 0 || requeuedTask === undefined)
      throw new Error(`main.sh: exit code ${code}, requeued ${requeuedTask}\n${said}`);
    return `requeued task ${requeuedTask}\n${said}`;
  } finally {
    slurm.end();
    rmSync(own, { recursive: true, force: true });
  }
}

export const slurm = { lack, tests: { 'array jobs, a task requeued': requeued } };
