/**
 * A GPUDevice whose dispatches run on the machine. It has what plans of the library need. To them it is a GPU of NVIDIA
 * with subgroups of 32 lanes.
 */

import { Kernel } from './machine.mjs';
import { listingsOf } from './nak.mjs';

const FIRST_ADDRESS = 4096;
const ALIGNMENT = 256;

const LIMITS = {
  maxBufferSize: 2 ** 31,
  maxStorageBufferBindingSize: 2 ** 31,
  maxStorageBuffersPerShaderStage: 16,
  maxComputeWorkgroupStorageSize: 49152,
  maxComputeInvocationsPerWorkgroup: 1024,
  maxComputeWorkgroupSizeX: 1024,
};

globalThis.GPUBufferUsage ??= {
  MAP_READ: 1,
  MAP_WRITE: 2,
  COPY_SRC: 4,
  COPY_DST: 8,
  INDEX: 16,
  VERTEX: 32,
  UNIFORM: 64,
  STORAGE: 128,
  INDIRECT: 256,
};
globalThis.GPUMapMode ??= { READ: 1, WRITE: 2 };
globalThis.GPUShaderStage ??= { VERTEX: 1, FRAGMENT: 2, COMPUTE: 4 };
globalThis.GPUOutOfMemoryError ??= class extends Error {};

/** The number of lanes of a kernel's workgroup. */
function lanesOf(code) {
  const size = /@workgroup_size\(([^)]*)\)/.exec(code)[1].split(',')[0].trim();
  if (/^\d+u?$/.test(size)) return parseInt(size, 10);
  return Number(new RegExp(`const ${size}\\b[^=]*= *(\\d+)`).exec(code)[1]);
}

const ENTRY = /@compute[\s\S]*?fn (\w+)/;

/** Memory of the machine, and the kernels that were compiled for it. */
export class Memory {
  #kernels = new Map();

  constructor(latencies, megabytes = 1024) {
    this.latencies = latencies;
    this.heap = new Int32Array(megabytes * 2 ** 18);
    this.bytes = new Uint8Array(this.heap.buffer);
    this.top = FIRST_ADDRESS;
  }

  clear() {
    this.bytes.fill(0, 0, this.top);
    this.top = FIRST_ADDRESS;
  }

  /** Compiles kernels, each { label, code, entryPoint }. */
  kernels(wanted) {
    const other = wanted.filter(({ code }) => !this.#kernels.has(code));
    listingsOf(other).forEach((listing, i) => {
      const { label, code } = other[i];
      try {
        this.#kernels.set(code, new Kernel(listing, lanesOf(code), this.heap, this.latencies));
      } catch (cause) {
        throw new Error(`${label}: ${cause.message}`, { cause });
      }
    });
    return wanted.map(({ code }) => this.#kernels.get(code));
  }
}

/** A device on cleared memory. Devices that were made before on the same memory are of no use then. */
export function modelDevice(memory, { inFlight } = {}) {
  memory.clear();
  const { heap, bytes } = memory;
  const pipelines = [];

  function createBuffer({ label = '', size, usage }) {
    const address = memory.top;
    memory.top = ALIGNMENT * Math.ceil((address + size) / ALIGNMENT);
    if (memory.top > bytes.length) throw new Error(`${label}: the model's memory is full`);
    return {
      label,
      size,
      usage,
      address,
      mapState: 'unmapped',
      mapAsync: async () => undefined,
      getMappedRange: (offset = 0, length = size - offset) =>
        bytes.slice(address + offset, address + offset + length).buffer,
      unmap() {},
      destroy() {},
    };
  }

  function createComputePipeline({ label, layout, compute: { module, entryPoint = ENTRY.exec(module.code)[1] } }) {
    const pipeline = {
      label,
      code: module.code,
      entryPoint,
      kernel: undefined,
      layout,
      getBindGroupLayout: () => ({}),
    };
    pipelines.push(pipeline);
    return pipeline;
  }

  let dispatches = [];
  function dispatch(pipeline, group, grid) {
    if (!pipeline.kernel) {
      const waiting = pipelines.filter(({ kernel }) => !kernel);
      for (const [i, kernel] of memory.kernels(waiting).entries()) waiting[i].kernel = kernel;
    }
    const { kernel, label: name } = pipeline;
    dispatches.push({
      name,
      code: pipeline.code,
      kernel,
      counts: kernel.run({ buffers: group.buffers, grid, inFlight }),
    });
  }

  function computePass(commands) {
    let pipeline;
    let group;
    return {
      setPipeline(next) {
        pipeline = next;
      },
      setBindGroup(_, next) {
        group = next;
      },
      dispatchWorkgroups(x, y = 1) {
        const [used, bound] = [pipeline, group];
        commands.push(Object.assign(() => dispatch(used, bound, [x, y]), { workgroups: x * y, kernel: used.label }));
      },
      dispatchWorkgroupsIndirect({ address }, offset) {
        const [used, bound] = [pipeline, group];
        commands.push(() => {
          const [x, y] = heap.subarray((address + offset) >> 2);
          if (x * y > 0) dispatch(used, bound, [x, y]);
        });
      },
      end() {},
    };
  }

  function createCommandEncoder() {
    const commands = [];
    return {
      beginComputePass: () => computePass(commands),
      copyBufferToBuffer(from, fromOffset, to, toOffset, size) {
        commands.push(() => {
          bytes.copyWithin(to.address + toOffset, from.address + fromOffset, from.address + fromOffset + size);
        });
      },
      clearBuffer({ address, size }, offset = 0, length = size - offset) {
        commands.push(() => bytes.fill(0, address + offset, address + offset + length));
      },
      insertDebugMarker() {},
      finish: () => commands,
    };
  }

  const queue = {
    writeBuffer({ address }, offset, data, from = 0, length = undefined) {
      const unit = ArrayBuffer.isView(data) ? (data.BYTES_PER_ELEMENT ?? 1) : 1;
      const buffer = ArrayBuffer.isView(data) ? data.buffer : data;
      const begin = (ArrayBuffer.isView(data) ? data.byteOffset : 0) + from * unit;
      const size = length === undefined ? data.byteLength - from * unit : length * unit;
      bytes.set(new Uint8Array(buffer, begin, size), address + offset);
    },
    submit(lists) {
      for (const commands of lists) for (const command of commands) command();
    },
    onSubmittedWorkDone: async () => undefined,
  };

  return {
    /** The dispatches of commands, executed: name, kernel and counts of each. */
    executed(commands) {
      dispatches = [];
      queue.submit([commands]);
      return dispatches;
    },
    words: ({ address, size }) => new Uint32Array(heap.buffer, address, size / 4),
    queue,
    features: new Set(['subgroups']),
    limits: LIMITS,
    adapterInfo: {
      vendor: 'nvidia',
      architecture: 'hopper',
      device: '',
      description: '',
      subgroupMinSize: 32,
      subgroupMaxSize: 32,
      isFallbackAdapter: false,
    },
    lost: new Promise(() => {}),
    createBuffer,
    createShaderModule: ({ code }) => ({ code, getCompilationInfo: async () => ({ messages: [] }) }),
    createBindGroupLayout: (descriptor) => descriptor,
    createPipelineLayout: (descriptor) => descriptor,
    createBindGroup: ({ entries }) => {
      const buffers = [];
      for (const {
        binding,
        resource: { buffer, offset = 0, size = buffer.size - offset },
      } of entries) {
        buffers[binding] = { address: buffer.address + offset, size };
      }
      return { buffers };
    },
    createComputePipeline,
    createComputePipelineAsync: async (descriptor) => createComputePipeline(descriptor),
    createCommandEncoder,
    createQuerySet() {
      throw new Error('the model has no timestamps');
    },
    pushErrorScope() {},
    popErrorScope: async () => null,
    addEventListener() {},
    dispatchEvent() {},
    destroy() {},
  };
}
