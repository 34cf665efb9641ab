/** The device of every GPU test. The environment chooses its adapter (see src/node). */
import { afterAll, afterEach } from 'vitest';
import { type NodeDeviceOptions, requestDevice } from '../../src/node/index.ts';
import { describeRaces, watchRaces } from './races.ts';
import { SCHEDULES, type Schedule, setMissingTiles, setSchedule } from './schedule.ts';

export interface TestDeviceOptions {
  /** false: a device without subgroups, even if the adapter has them. */
  subgroups?: boolean;
  /** false: a device without immediate data. */
  immediates?: boolean;
  /** `'default'`: WebGPU's default limits instead of the adapter's own. */
  limits?: 'adapter' | 'default';
  /** Runs lanes and workgroups in another order. */
  schedule?: Schedule;
  /** Of 100 tiles of a pass that looks back, how many never publish their counts. */
  missingTiles?: number;
  /** true: a race of two invocations fails the test. */
  races?: boolean;
}

/** The errors of each open device that no error scope caught. */
const errorsOf = new Map<GPUDevice, string[]>();
/** Devices whose kernels record their reads and writes (races.ts). */
const watched = new Map<GPUDevice, ReturnType<typeof watchRaces>>();

/**
 * A new device. An error that no error scope caught, or a device lost without `destroy`, fails the test in which it
 * occurs, unless the test fetches it with `takeDeviceErrors`. A late error fails the file. The file calls
 * `watchDevices`.
 *
 * WEBGPU_SEGMENTED_TEST_SUBGROUPS=off removes the subgroup features from every device, and
 * WEBGPU_SEGMENTED_TEST_IMMEDIATES=off immediate data. WEBGPU_SEGMENTED_TEST_SCHEDULE gives every device a schedule.
 * With
 * WEBGPU_SEGMENTED_TEST_RACES=on, a race of two invocations fails the test.
 */
export async function openDevice(options: TestDeviceOptions = {}): Promise<GPUDevice> {
  const wanted: NodeDeviceOptions = { quiet: true, limits: options.limits ?? 'adapter' };
  if (options.subgroups === false || isOff('SUBGROUPS'))
    wanted.withoutFeatures = ['subgroups', 'subgroup-size-control'];
  const device = await requestDevice(wanted);
  if (options.immediates === false || isOff('IMMEDIATES')) hideImmediates(device);
  const schedule = options.schedule ?? scheduleOfRun();
  if (schedule) setSchedule(device, schedule);
  if (options.missingTiles !== undefined) setMissingTiles(device, options.missingTiles);
  if (options.races ?? racesAreWatched()) watched.set(device, watchRaces(device));
  const errors: string[] = [];
  errorsOf.set(device, errors);
  device.addEventListener('uncapturederror', (event) => {
    // Without preventDefault, Dawn writes the message to stderr.
    event.preventDefault();
    errors.push(`${event.error.constructor.name}: ${event.error.message}`);
  });
  device.lost.then(({ reason, message }) => {
    if (reason !== 'destroyed') errors.push(`device lost (${reason}): ${message}`);
  });
  return device;
}

/**
 * A device that counts its buffers: those that are not destroyed, and their bytes. Buffers whose label is in `ignored`
 * are not counted.
 */
export async function countingDevice({
  ignored = [],
  ...options
}: { readonly ignored?: readonly string[] } & TestDeviceOptions = {}) {
  const device = await openDevice(options);
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

/** Removes immediate data from the device, as in a browser that does not have it. */
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

/** Removes a device whose errors no longer matter, so that garbage collection can free it. */
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

/** Races on a device that records accesses, since the last call: one line each. */
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

/** Whether a device is lost. Some tests destroy their device. */
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

/**
 * Makes the tests of the calling file fail on uncaught errors. Each file calls it, because modules load once a worker.
 */
export function watchDevices(): void {
  afterEach(failOnErrors);
  afterEach(failOnRaces);
  // Errors arrive with a delay, so this waits for those of the last test.
  afterAll(async () => {
    await Promise.all([...errorsOf.keys()].map((device) => device.queue.onSubmittedWorkDone()));
    failOnErrors();
  });
}
