/** Dask, with Debian's Python. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const PYTHON = '/usr/bin/python3';

const run = ({ run, examples, folder }, ...args) => run(PYTHON, [path.join(examples, 'dask/main.py'), folder, ...args]);

export const dask = {
  lack: () => (spawnSync(PYTHON, ['-c', 'import distributed']).status === 0 ? undefined : 'no python3-distributed'),
  tests: {
    'two workers': (place) => run(place),
    'a worker and a child killed in mid-run': (place) => {
      const said = run(place, '--kill');
      if (!/killed worker \d+ and child \d+/.test(said)) throw new Error(`nothing was killed:\n${said}`);
      return said;
    },
  },
};
