/**
 * Finds data races even if they do no harm. Kernels are rewritten so that every invocation records its reads and writes
 * in workgroup memory and in storage. A race is two invocations that access one word without a barrier between them,
 * one of them writing. It does not matter in which order the adapter runs them. Workgroups of a dispatch have no
 * barrier between them.
 *
 * Atomic operations do not race with each other. But the result of an `atomicLoad` depends on the changes before it. So
 * it counts as a read, and the other atomic operations count as writes that may meet.
 */
import { LOG_WORDS, MAX_REGIONS, REGION, type Shared, sharedOf, watched, withoutSingleAtomics } from './race-notes.ts';

/** The number of dispatches that marks distinguish: eight bits. */
const MAX_DISPATCHES = 255;
/**
 * A pass may have this number of dispatches. If fewer numbers are unused, marks are cleared and numbers begin again.
 */
const DISPATCHES_OF_PASS = 150;
/**
 * Variables of all kernels that a device compiles. Races of one variable and kind are reported once, with their number.
 */
const MAX_VARIABLES = 8192;

export interface Race {
  readonly kernel: string;
  readonly variable: string;
  /** The access that noticed the race, and the earlier access. */
  readonly kind: 'read of a write' | 'write over a write' | 'write over a read';
  readonly count: number;
  /** Of the last race: the item, and the two invocations, as lanes or, in storage, as numbers in the dispatch. */
  readonly index: number;
  readonly lanes: readonly [number, number];
}

const KINDS = ['read of a write', 'write over a write', 'write over a read'] as const;

/**
 * In place, networks load pads whose values they drop (wgsl/sort/small/item.wgsl), so these races do no harm. An
 * item that is used is read by every lane of its segment before a lane writes it. Blocks also load items of other
 * blocks, which they do not use. In their memory, the lanes of a segment exchange registers between loads and stores.
 */
const isOfAPad = ({ kernel, variable, kind }: Race) =>
  (/^sort\/(small|runs|blocks)/.test(kernel) && /(keys|values)Out$/.test(variable) && kind !== 'write over a write') ||
  (kernel.startsWith('sort/blocks') && variable === 'tile' && kind === 'write over a read');

/** A tile that looks back reads words that others may be publishing. Each word says whether it is published. */
const looksBack = ({ kernel, variable }: Race) =>
  /^segmented_scan\/(one_pass|windows)/.test(kernel) && variable === 'descriptors';

/** One line per race, or undefined without races. */
export function describeRaces(all: readonly Race[]): string | undefined {
  const races = all.filter((race) => !isOfAPad(race) && !looksBack(race));
  const lines = races.map(
    ({ kernel, variable, index, kind, lanes, count }) =>
      `${kernel}: ${kind}, ${variable}[${index}], by invocation ${lanes[0]} and ${lanes[1]} (${count} times)`,
  );
  return lines.length > 0 ? [`${lines.length} races`, ...lines].join('\n') : undefined;
}

/** Watches every kernel that the device compiles from now on. The result reports the races since its last call. */
export function watchRaces(device: GPUDevice): () => Promise<readonly Race[]> {
  /** The variables of all compiled kernels, by number. */
  const variables: { kernel: string; variable: string; space: Shared['space'] }[] = [];
  const storage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST | GPUBufferUsage.COPY_SRC;
  const log = device.createBuffer({ size: 4 * MAX_VARIABLES * 4 * LOG_WORDS, usage: storage });
  const marks = device.createBuffer({ size: REGION * 2 * 4 * MAX_REGIONS, usage: storage });
  // The number of a dispatch, every 256 bytes, because a dynamic offset is a multiple of 256.
  const words = Uint32Array.from({ length: 64 * (MAX_DISPATCHES + 1) }, (_, i) => i >> 6);
  const numbers = device.createBuffer({ size: words.byteLength, usage: storage });
  device.queue.writeBuffer(numbers, 0, words);
  const visibility = GPUShaderStage.COMPUTE;
  const layout = device.createBindGroupLayout({
    entries: [
      { binding: 0, visibility, buffer: { type: 'storage' } },
      { binding: 1, visibility, buffer: { type: 'storage' } },
      { binding: 2, visibility, buffer: { type: 'read-only-storage', hasDynamicOffset: true } },
    ],
  });
  const group = device.createBindGroup({
    layout,
    entries: [
      { binding: 0, resource: { buffer: log } },
      { binding: 1, resource: { buffer: marks } },
      { binding: 2, resource: { buffer: numbers, size: 16 } },
    ],
  });

  const compile = device.createShaderModule.bind(device);
  device.createShaderModule = (descriptor) => {
    const kernel = descriptor.label ?? '?';
    const spaces = new Map(sharedOf(withoutSingleAtomics(descriptor.code)).map(({ name, space }) => [name, space]));
    const numbered = (variable: string) => {
      if (variables.length === MAX_VARIABLES) throw new Error(`more than ${MAX_VARIABLES} variables are watched`);
      return variables.push({ kernel, variable, space: spaces.get(variable) ?? 'storage' }) - 1;
    };
    return compile({ ...descriptor, code: watched(descriptor.code, numbered) });
  };
  const createPipelineLayout = device.createPipelineLayout.bind(device);
  device.createPipelineLayout = (descriptor) =>
    createPipelineLayout({ ...descriptor, bindGroupLayouts: [...descriptor.bindGroupLayouts, layout] });
  let dispatches = 0;
  const createCommandEncoder = device.createCommandEncoder.bind(device);
  device.createCommandEncoder = (descriptor) => {
    const encoder = createCommandEncoder(descriptor);
    const begin = encoder.beginComputePass.bind(encoder);
    encoder.beginComputePass = (of) => {
      if (dispatches + DISPATCHES_OF_PASS > MAX_DISPATCHES) {
        encoder.clearBuffer(marks);
        dispatches = 0;
      }
      const pass = begin(of);
      const next = () => {
        if (++dispatches > MAX_DISPATCHES) throw new Error('more dispatches than a mark has numbers for');
        pass.setBindGroup(1, group, [256 * dispatches]);
      };
      const direct = pass.dispatchWorkgroups.bind(pass);
      const indirect = pass.dispatchWorkgroupsIndirect.bind(pass);
      pass.dispatchWorkgroups = (...sizes) => {
        next();
        return direct(...sizes);
      };
      pass.dispatchWorkgroupsIndirect = (buffer, offset) => {
        next();
        return indirect(buffer, offset);
      };
      return pass;
    };
    return encoder;
  };

  return async () => {
    const staging = device.createBuffer({ size: log.size, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
    const encoder = createCommandEncoder();
    encoder.copyBufferToBuffer(log, 0, staging, 0, log.size);
    encoder.clearBuffer(log);
    device.queue.submit([encoder.finish()]);
    await staging.mapAsync(GPUMapMode.READ);
    const logged = new Uint32Array(staging.getMappedRange()).slice();
    staging.destroy();
    return variables.flatMap(({ kernel, variable, space }, number) => {
      const lane = (mark: number) => mark & (space === 'workgroup' ? 0x3ff : 0xfffff);
      return KINDS.flatMap((kind, k) => {
        const told = logged.subarray((number * 4 + k) * LOG_WORDS);
        const [count, index, mine, other] = told as unknown as [number, number, number, number];
        return count === 0 ? [] : [{ kernel, variable, kind, count, index, lanes: [lane(mine), lane(other)] as const }];
      });
    });
  };
}
