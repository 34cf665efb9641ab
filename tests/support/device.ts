/** The device of every GPU test: which adapter it is on is the environment's choice (see src/node). */
import { afterAll, afterEach } from 'vitest';
import { type NodeDeviceOptions, requestDevice } from '../../src/node/index.ts';
import { describeRaces, watchRaces } from './races.ts';
import { SCHEDULES, type Schedule, setSchedule } from './schedule.ts';

export interface TestDeviceOptions {
  /** false: a device without subgroups, whatever the adapter has. */
  subgroups?: boolean;
  /** false: a device without immediate data. */
  immediates?: boolean;
  /** `'default'`: WebGPU's default limits instead of the adapter's own. */
  limits?: 'adapter' | 'default';
  /** Lanes and workgroups in another order. */
  schedule?: Schedule;
  /** true: a test in which two invocations race fails. */
  races?: boolean;
}

/** What went wrong on a device outside any error scope, by open device. */
const errorsOf = new Map<GPUDevice, string[]>();
/** Devices whose kernels note what they read and write (races.ts). */
const watched = new Map<GPUDevice, ReturnType<typeof watchRaces>>();

/**
 * A new device. An error that no error scope caught, or a device lost without `destroy`, fails the test it comes up in
 * (or the file, when it comes late), unless the test fetches it with `takeDeviceErrors`. The file calls `watchDevices`.
 *
 * WEBGPU_SEGMENTED_TEST_SUBGROUPS=off takes the subgroup features from every device, WEBGPU_SEGMENTED_TEST_IMMEDIATES=off
 * immediate data, WEBGPU_SEGMENTED_TEST_SCHEDULE gives every device a schedule, WEBGPU_SEGMENTED_TEST_RACES=on fails a test in
 * which two invocations race.
 */
export async function openDevice(options: TestDeviceOptions = {}): Promise<GPUDevice> {
  const wanted: NodeDeviceOptions = { quiet: true, limits: options.limits ?? 'adapter' };
  if (options.subgroups === false || isOff('SUBGROUPS'))
    wanted.withoutFeatures = ['subgroups', 'subgroup-size-control'];
  const device = await requestDevice(wanted);
  if (options.immediates === false || isOff('IMMEDIATES')) hideImmediates(device);
  const schedule = options.schedule ?? scheduleOfRun();
  if (schedule) setSchedule(device, schedule);
  if (options.races ?? racesAreWatched()) watched.set(device, watchRaces(device));
  const errors: string[] = [];
  errorsOf.set(device, errors);
  device.addEventListener('uncapturederror', (event) => {
    // Dawn writes the message to stderr by itself unless it is told not to.
    event.preventDefault();
    errors.push(`${event.error.constructor.name}: ${event.error.message}`);
  });
  device.lost.then(({ reason, message }) => {
    if (reason !== 'destroyed') errors.push(`device lost (${reason}): ${message}`);
  });
  return device;
}

/**
 * A device that counts its buffers: those made and not yet destroyed, and their bytes. Buffers with a label of
 * `ignored` are not counted.
 */
export async function countingDevice({ ignored = [] }: { readonly ignored?: readonly string[] } = {}) {
  const device = await openDevice();
  const live = new Set<GPUBuffer>();
  const createBuffer = device.createBuffer.bind(device);
  device.createBuffer = (descriptor) => {
    const buffer = createBuffer(descriptor);
    if (ignored.includes(descriptor.label ?? '')) return buffer;
    const destroy = buffer.destroy.bind(buffer);
    live.add(buffer);
    buffer.destroy = () => {
      live.delete(buffer);
      return destroy();
    };
    return buffer;
  };
  const bytes = () => [...live].reduce((sum, buffer) => sum + buffer.size, 0);
  return { device, state: () => ({ buffers: live.size, bytes: bytes() }) };
}

function isOff(what: 'SUBGROUPS' | 'IMMEDIATES'): boolean {
  const name = `WEBGPU_SEGMENTED_TEST_${what}`;
  const value = process.env[name] ?? '';
  if (value !== '' && value !== 'off') throw new Error(`${name} is '${value}'; allowed: off`);
  return value === 'off';
}

/** The device's limits as those of a browser that has no immediate data. */
function hideImmediates(device: GPUDevice): void {
  const limits = new Proxy(device.limits, {
    get: (all, name) => (name === 'maxImmediateSize' ? undefined : Reflect.get(all, name, all)),
  });
  Object.defineProperty(device, 'limits', { value: limits });
}

function scheduleOfRun(): Schedule | undefined {
  const value = process.env.WEBGPU_SEGMENTED_TEST_SCHEDULE ?? '';
  const schedule = SCHEDULES.find((name) => name === value);
  if (value === '' || schedule) return schedule;
  throw new Error(`WEBGPU_SEGMENTED_TEST_SCHEDULE is '${value}'; allowed: ${SCHEDULES.join(', ')}`);
}

/** The uncaptured errors of a device since the last call. */
export function takeDeviceErrors(device: GPUDevice): string[] {
  return errorsOf.get(device)?.splice(0) ?? [];
}

/** Lets go of a device whose errors are no longer of interest, so that garbage collection can free it. */
export function forgetDevice(device: GPUDevice): void {
  errorsOf.delete(device);
  watched.delete(device);
}

/** One line: adapter, driver, subgroup sizes. */
export function adapterLine(device: GPUDevice): string {
  const { vendor, architecture, description, subgroupMinSize, subgroupMaxSize } = device.adapterInfo;
  const sizes = subgroupMinSize === subgroupMaxSize ? `${subgroupMinSize}` : `${subgroupMinSize} to ${subgroupMaxSize}`;
  const subgroups = device.features.has('subgroups') ? `subgroup size ${sizes}` : 'no subgroups';
  return `${description} (${vendor} ${architecture}), ${subgroups}`;
}

function failOnErrors(): void {
  const errors = [...errorsOf.keys()].flatMap(takeDeviceErrors);
  if (errors.length > 0) throw new Error(`Uncaptured device errors:\n${errors.join('\n')}`);
}

function racesAreWatched(): boolean {
  const value = process.env.WEBGPU_SEGMENTED_TEST_RACES ?? '';
  if (value !== '' && value !== 'on') throw new Error(`WEBGPU_SEGMENTED_TEST_RACES is '${value}'; allowed: on`);
  return value === 'on';
}

/** Races on a device that watches for them, since the last call: a line each. */
export async function takeRaces(device: GPUDevice): Promise<string | undefined> {
  const watch = watched.get(device);
  if (!watch) throw new Error('the device was opened without `races`');
  try {
    return describeRaces(await watch());
  } catch (cause) {
    if (!(await isLost(device))) throw cause;
    watched.delete(device);
    return undefined;
  }
}

/** Whether a device is lost; tests destroy some. */
function isLost(device: GPUDevice): Promise<boolean> {
  return Promise.race([
    device.lost.then(() => true),
    new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 1000)),
  ]);
}

async function failOnRaces(): Promise<void> {
  const told = await Promise.all([...watched.keys()].map(takeRaces));
  const found = told.filter((text) => text !== undefined);
  if (found.length > 0) throw new Error(found.join('\n'));
}

/** Makes the calling file's tests fail on errors that nobody caught. Once a file: support modules are loaded once a worker. */
export function watchDevices(): void {
  afterEach(failOnErrors);
  afterEach(failOnRaces);
  // Errors arrive with a delay, so those of the last test are waited for.
  afterAll(async () => {
    await Promise.all([...errorsOf.keys()].map((device) => device.queue.onSubmittedWorkDone()));
    failOnErrors();
  });
}
