/** A round of a soak test: a new device, a few rows of kernels, many calls of each, and the device's loss at the end. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { SegmentedError } from '../../src/index.ts';
import { Random } from '../support/cases.ts';
import { countingDevice, forgetDevice, takeDeviceErrors } from '../support/device.ts';
import type { SoakCall, SoakRow } from './call.ts';
import { featureRows } from './features.ts';
import { garbageRows } from './garbage.ts';
import { groupRows } from './groups.ts';
import { keyRows } from './keys.ts';
import { policyRows } from './policies.ts';
import { recordedRows } from './recorded.ts';
import { reduceRows } from './reduces.ts';
import { scanRows } from './scans.ts';
import { selectionRows } from './selections.ts';
import { sortRows } from './sorts.ts';
import { transformRows } from './transforms.ts';

/** The numbers of checked calls. */
export interface Counts {
  calls: number;
  segments: number;
  aborted: number;
  lost: number;
  devices: number;
  byName: Record<string, number>;
}

export const noCounts = (): Counts => ({ calls: 0, segments: 0, aborted: 0, lost: 0, devices: 0, byName: {} });

/** Rows of a round. Each row compiles its kernels. */
const ROWS = [
  ...[sortRows, reduceRows, scanRows, selectionRows, groupRows, recordedRows, garbageRows],
  ...[transformRows, keyRows, policyRows, featureRows],
];

/** Labels of small uniforms. The device keeps the latest, and garbage collection frees the others. */
const COLLECTED = ['webgpu-segmented call', 'webgpu-segmented constants'];

/** A wrong call: the error, and the program of the shortest call that is wrong. */
export class SoakFailure extends Error {
  constructor(
    message: string,
    readonly program: string,
  ) {
    super(message);
  }
}

interface Draw {
  readonly row: SoakRow;
  readonly property: fc.IAsyncPropertyWithHooks<[SoakCall]>;
  readonly seed: number;
  readonly call: SoakCall;
}

function drawCall(row: SoakRow, device: GPUDevice, random: Random): Draw {
  const seed = random.below(2 ** 31);
  const property = fc.asyncProperty(row.calls, (call) => call.run(device));
  const [[call]] = fc.sample(property as unknown as fc.Arbitrary<[SoakCall]>, { seed, numRuns: 1 }) as [[SoakCall]];
  return { row, property, seed, call };
}

/** The failure of a call that ran by itself, shrunk. */
async function shrunk({ row, property, seed, call }: Draw, cause: unknown): Promise<SoakFailure> {
  const found = await fc.check(property, { seed, numRuns: 1, interruptAfterTimeLimit: 120_000 });
  const least = found.counterexample?.[0] ?? call;
  const error = found.errorInstance ?? cause;
  return new SoakFailure(`${call.name}: ${error}\n${row.what}\nseed ${seed}`, least.program());
}

const codeOf = (error: unknown) => (error instanceof SegmentedError ? error.code : undefined);
const pause = (random: Random) => new Promise((resolve) => setTimeout(resolve, random.below(12)));

export class Round {
  private constructor(
    private readonly device: GPUDevice,
    private readonly state: () => object,
    private readonly rows: readonly SoakRow[],
    private readonly random: Random,
    private readonly counts: Counts,
  ) {}

  /** Opens the round's device and draws its rows. */
  static async begin(seed: number, counts: Counts): Promise<Round> {
    const random = new Random(seed);
    const { device, state } = await countingDevice({ ignored: COLLECTED });
    counts.devices++;
    const rows = ROWS.map((rows) => fc.sample(rows, { seed: random.below(2 ** 31), numRuns: 1 })[0] as SoakRow);
    return new Round(device, state, rows, random, counts);
  }

  /** Runs the round until as many calls are done or the time is over. */
  async run(until: number, calls: number): Promise<void> {
    // The first call of a row compiles its kernels and fills the caches of the device.
    for (const row of this.rows) await this.alone(drawCall(row, this.device, this.random));
    const before = this.state();
    for (let i = 0; i < calls && Date.now() < until; i++) await this.step();
    expect(this.state(), 'buffers that calls left behind').toEqual(before);
    await this.lose();
    forgetDevice(this.device);
  }

  private draw(): Draw {
    return drawCall(this.rows[this.random.below(this.rows.length)] as SoakRow, this.device, this.random);
  }

  private count({ name, segments }: SoakCall): void {
    this.counts.calls++;
    this.counts.segments += segments;
    this.counts.byName[name] = (this.counts.byName[name] ?? 0) + 1;
  }

  private async step(): Promise<void> {
    const mode = this.random.below(20);
    if (mode < 16) await this.alone(this.draw());
    else if (mode < 18) await this.together();
    else await this.abort(this.draw());
    const errors = takeDeviceErrors(this.device);
    if (errors.length > 0) throw new SoakFailure(`errors that nobody caught: ${errors.join('; ')}`, '');
  }

  private async alone(draw: Draw): Promise<void> {
    try {
      await draw.call.run(this.device);
    } catch (error) {
      throw await shrunk(draw, error);
    }
    this.count(draw.call);
  }

  /** Several calls at once. */
  private async together(): Promise<void> {
    const draws = Array.from({ length: 2 + this.random.below(6) }, () => this.draw());
    const outcomes = await Promise.allSettled(draws.map(({ call }) => call.run(this.device)));
    for (const [i, outcome] of outcomes.entries()) {
      const draw = draws[i] as Draw;
      if (outcome.status === 'rejected') {
        throw new SoakFailure(
          `${outcome.reason}\none of ${draws.length} at once: ${draw.row.what}`,
          draw.call.program(),
        );
      }
      this.count(draw.call);
    }
  }

  /** A call that is aborted at a random moment ends as aborted, or with the right result. */
  private async abort({ call, row }: Draw): Promise<void> {
    const controller = new AbortController();
    const running = call.run(this.device, { signal: controller.signal }).then(
      () => undefined,
      (error: unknown) => error,
    );
    await pause(this.random);
    controller.abort();
    const error = await running;
    if (codeOf(error) === 'aborted') this.counts.aborted++;
    else if (error) throw new SoakFailure(`${error}\naborted: ${row.what}`, call.program());
    this.count(call);
  }

  /** Calls whose device is lost at a random moment end as lost, or with the right result. */
  private async lose(): Promise<void> {
    const draws = Array.from({ length: 4 }, () => this.draw()).filter(
      ({ call }) => !/^(?:recorded|garbage)/.test(call.name),
    );
    const running = Promise.allSettled(draws.map(({ call }) => call.run(this.device)));
    await pause(this.random);
    this.device.destroy();
    for (const [i, outcome] of (await running).entries()) {
      const { call, row } = draws[i] as Draw;
      this.count(call);
      if (outcome.status === 'fulfilled') continue;
      if (codeOf(outcome.reason) !== 'device-lost') {
        throw new SoakFailure(`${outcome.reason}\nwith a lost device: ${row.what}`, call.program());
      }
      this.counts.lost++;
    }
  }
}
