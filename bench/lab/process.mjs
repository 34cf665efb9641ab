/** Runs experiments in processes of their own, so that one that hangs or loses its device ends alone. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ALL_EXPERIMENTS } from './experiments/index.mjs';
import { boundOf } from './lab.mjs';

/** Seconds that a process takes to start, and that a variant may exceed its experiment's bound by: it compiles. */
const GRACE = 45;
const CHILD = fileURLToPath(new URL('child.mjs', import.meta.url));

/**
 * One process for experiments of one device. Ends it if an experiment takes much longer than its bound. Calls `head`
 * with what the process says of its adapter, `row` with each row, and `end` with an experiment's name, rows, last line,
 * and whether the process failed. Returns the names that are still to do.
 */
export function inProcess({ names, env, ...settings }, { head, row, end }) {
  const child = spawn(process.execPath, [CHILD, JSON.stringify({ names, ...settings })], { env });
  let [text, errors, rows, current, reason] = ['', '', [], undefined, undefined];
  const rest = [...names];
  let timer;
  const watch = (seconds) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      reason = `ended after ${seconds} s`;
      child.kill('SIGKILL');
    }, 1000 * seconds);
  };
  const take = (line) => {
    if (line.lab) head(line);
    else if (line.begins) {
      [current, rows] = [line.begins, []];
      const experiment = ALL_EXPERIMENTS.find(({ name }) => name === current);
      watch(boundOf(experiment, settings.small) + GRACE);
    } else if (line.variant) {
      rows.push(line);
      row(line);
    } else {
      end(line.experiment, rows, line, false);
      rest.shift();
      current = undefined;
    }
  };
  watch(GRACE);
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    const lines = (text + chunk).split('\n');
    text = lines.pop();
    for (const line of lines) if (line.startsWith('{')) take(JSON.parse(line));
  });
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    errors += chunk;
  });
  return new Promise((resolve) => {
    child.on('close', (status) => {
      clearTimeout(timer);
      if (rest.length > 0 && (status !== 0 || reason)) {
        const skipped = reason ?? (errors.trim().split('\n').pop() || `the process ended with ${status}`);
        const name = current ?? rest[0];
        end(name, rows, { experiment: name, skipped }, !reason);
        rest.shift();
      }
      resolve(rest);
    });
  });
}

/** Experiments that share a device, in order: one after another that need no other toggles. */
export function jobsOf(experiments) {
  const jobs = [];
  for (const { name, toggles = [''] } of experiments) {
    for (const each of toggles) {
      const last = jobs.at(-1);
      if (last && last.toggles === each) last.names.push(name);
      else jobs.push({ names: [name], toggles: each });
    }
  }
  return jobs;
}
