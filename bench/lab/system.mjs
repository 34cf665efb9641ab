/** What Node knows of the GPU of this machine, beyond what WebGPU says. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const MODEL = new URL('../model/', import.meta.url);

/** The GPU's name and the driver's version, by NVIDIA's tool where it is. */
export function nvidiaFacts() {
  const { status, stdout } = spawnSync(
    'nvidia-smi',
    ['--query-gpu=name,driver_version,clocks.sm', '--format=csv,noheader'],
    { encoding: 'utf8' },
  );
  if (status !== 0) return undefined;
  const [name, driver, clock] = stdout
    .split('\n')[0]
    .split(',')
    .map((text) => text.trim());
  return { name, driver, clock };
}

/** The files of the model, each with the GPU that it describes. */
export const calibrations = () =>
  readdirSync(MODEL)
    .filter((name) => name.endsWith('.json'))
    .map((file) => ({ file, ...JSON.parse(readFileSync(new URL(file, MODEL), 'utf8')) }));

/** The model's file for a GPU of this name; undefined for a GPU that has none. */
export const calibrationOf = (name) =>
  calibrations().find(({ names = [] }) => names.some((known) => (name ?? '').includes(known)));
