/**
 * Data races, found where they do no harm yet: kernels are rewritten so that every invocation notes what it reads and writes,
 * in workgroup memory and in storage. Two invocations that touch one word with no barrier between them, one of them writing,
 * are a race, in whatever order this adapter happens to run them. Between workgroups of a dispatch there is no barrier.
 *
 * Atomics don't race, but who loads one has to know which of the others' changes are made: an `atomicLoad` counts as a read, the
 * rest as writes that may meet each other.
 */

/** Marks that one variable has, two words each (who wrote last, who read last): items past them are not watched. */
const REGION = 1 << 19;
const REGIONS_MOST = 32;
/** Dispatches that marks tell apart: eight bits. */
const DISPATCHES_MOST = 255;
/** What a pass may take of them: with fewer left, marks are cleared and numbers begin anew. */
const DISPATCHES_OF_PASS = 150;
/** Variables of all kernels that a device compiles. A race of a variable and a kind is told once, with how often. */
const VARIABLES_MOST = 8192;
const LOG_WORDS = 4;

export interface Race {
  readonly kernel: string;
  readonly variable: string;
  /** What the one that noticed did, to what the other had done. */
  readonly kind: 'read of a write' | 'write over a write' | 'write over a read';
  readonly count: number;
  /** Of the last one: the item, and who met there, by lane or, in storage, by number in the dispatch. */
  readonly index: number;
  readonly lanes: readonly [number, number];
}

const KINDS = ['read of a write', 'write over a write', 'write over a read'] as const;

/** A variable that invocations share. */
interface Shared {
  readonly name: string;
  readonly space: 'workgroup' | 'storage';
  readonly type: string;
  /** Of an array in workgroup memory: its length, as WGSL says it. Of one word or of a vector as a whole: 1. */
  readonly length: string;
  readonly isArray: boolean;
}

function sharedOf(code: string): Shared[] {
  const declarations = [...code.matchAll(/\bvar\s*<\s*(workgroup|storage)[^>]*>\s*(\w+)\s*:\s*([^;]+);/g)];
  return declarations.flatMap(([, space, name, type]) => {
    const array = /^array\s*<([\s\S]*)>$/.exec(type!.trim());
    const parts = array ? splitAtCommas(array[1]!) : [];
    const length = array ? (parts[1] ?? '0u') : '1u';
    return [{ name: name!, space: space as 'workgroup' | 'storage', type: type!, length, isArray: array !== null }];
  });
}

function splitAtCommas(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const sign of text) {
    if ('<(['.includes(sign)) depth++;
    if ('>)]'.includes(sign)) depth--;
    if (sign === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += sign;
  }
  return parts;
}

/** Where the bracket at `at` closes. */
function closing(code: string, at: number): number {
  let depth = 0;
  for (let i = at; i < code.length; i++) {
    if (code[i] === '[') depth++;
    if (code[i] === ']' && --depth === 0) return i;
  }
  throw new Error(`a bracket without end: ${code.slice(at, at + 60)}`);
}

const ASSIGNS = /^\s*(?:=(?!=)|[-+*/%&|^]=|<<=|>>=|\+\+|--)/;

/** Whether what follows an item, its members and elements skipped, assigns to it. */
function isAssigned(code: string, behind: number): boolean {
  let at = behind;
  for (;;) {
    const member = /^\s*\.\s*\w+/.exec(code.slice(at, at + 40));
    if (member) at += member[0].length;
    else if (code[at] === '[') at = closing(code, at) + 1;
    else return ASSIGNS.test(code.slice(at, at + 10));
  }
}

/** An atomic that is alone becomes an array of one. */
function withoutLoneAtomics(code: string): string {
  const alone = [...code.matchAll(/\bvar\s*<\s*workgroup\s*>\s*(\w+)\s*:\s*atomic\s*<\s*\w+\s*>\s*;/g)];
  let text = code;
  for (const [declaration, name] of alone) {
    text = text
      .replace(declaration!, () => declaration!.replace(/atomic\s*<\s*\w+\s*>/, 'array<$&,1>'))
      .replace(new RegExp(`&\\s*${name}\\b`, 'g'), () => `&${name}[0]`);
  }
  return text;
}

/** What a use of an item does to it, by what stands before and behind it. */
function useOf(before: string, code: string, behind: number): 'Read' | 'Written' | 'Changed' {
  const atomic = /\batomic(\w+)\s*\(\s*&\s*$/.exec(before);
  if (atomic) return atomic[1] === 'Load' ? 'Read' : 'Changed';
  return isAssigned(code, behind) ? 'Written' : 'Read';
}

/** Every use of an array goes through a function that notes it and gives the index back. */
function watchArray(code: string, name: string): string {
  const use = new RegExp(`\\b${name}\\s*\\[`, 'g');
  let result = '';
  let from = 0;
  for (let match = use.exec(code); match; match = use.exec(code)) {
    const open = match.index + match[0].length - 1;
    const close = closing(code, open);
    const index = watchArray(code.slice(open + 1, close), name);
    const what = useOf(code.slice(Math.max(0, match.index - 40), match.index), code, close + 1);
    result += `${code.slice(from, open)}[race${what}_${name}(u32(${index}))]`;
    from = close + 1;
    use.lastIndex = from;
  }
  return result + code.slice(from);
}

/** A variable that is one word, a vector or taken as a whole is assigned to in statements, and read by workgroupUniformLoad. */
function watchWhole(code: string, name: string): string {
  return code.replace(new RegExp(`([{};]\\s*)${name}\\s*=(?!=)`, 'g'), `$1_=raceWritten_${name}(0u);${name}=`);
}

function nameOf(parameters: string, builtin: string): string | undefined {
  return new RegExp(`@builtin\\(${builtin}\\)\\s*(\\w+)`).exec(parameters)?.[1];
}

const BUILTINS = { local_invocation_id: 'vec3u', workgroup_id: 'vec3u', num_workgroups: 'vec3u' };

/** The entry point takes what numbers an invocation, and keeps it for all functions. */
function withNumbers(code: string): string {
  const entry = /@workgroup_size\(([^)]*)\)\s*fn \w+\(([^{]*)\)\s*\{/.exec(code);
  if (!entry) throw new Error('no entry point');
  const [whole, lanes, parameters] = entry as unknown as [string, string, string];
  const added: string[] = [];
  const names = Object.entries(BUILTINS).map(([builtin, type]) => {
    const known = nameOf(parameters, builtin);
    if (!known) added.push(`@builtin(${builtin}) race_${builtin}: ${type}`);
    return known ?? `race_${builtin}`;
  });
  const [local, group, grid] = names as [string, string, string];
  const all = [parameters.trim().replace(/,$/, ''), ...added].filter((text) => text !== '').join(', ');
  const start = `raceLane = ${local}.x; raceGroup = ${group}.x + ${group}.y * ${grid}.x; raceLanes = ${lanes};`;
  return code.replace(whole, `${whole.replace(`(${parameters})`, () => `(${all})`)} ${start}`);
}

/** Notes one access and tells of what it races with. A mark: dispatch, epoch, invocation. */
const NOTES = `
@group(1) @binding(0) var<storage, read_write> raceLog: array<atomic<u32>>;
@group(1) @binding(1) var<storage, read_write> raceMarks: array<atomic<u32>>;
@group(1) @binding(2) var<storage, read> raceDispatch: vec4u;
var<private> raceLane: u32; var<private> raceGroup: u32; var<private> raceLanes: u32;
var<private> raceBarriers: u32; var<private> raceStorageBarriers: u32;
const RACE_REGION = ${REGION}u;
fn raceTell(variable: u32, kind: u32, index: u32, mine: u32, other: u32) {
  let at = (variable * 4u + kind) * ${LOG_WORDS}u;
  atomicAdd(&raceLog[at], 1u);
  atomicStore(&raceLog[at + 1u], index); atomicStore(&raceLog[at + 2u], mine); atomicStore(&raceLog[at + 3u], other);
}
// Workgroup memory: 14 bits count barriers, 10 are the lane's. Storage: 4 bits for barriers, 20 for the invocation. All of these: several.
fn raceMark(workgroup: bool) -> u32 {
  let place = select(((raceStorageBarriers & 15u) << 20u) | ((raceGroup * raceLanes + raceLane) & 0xFFFFFu),
                     ((raceBarriers & 0x3FFFu) << 10u) | raceLane, workgroup);
  return (raceDispatch.x << 24u) | place;
}
fn raceMany(workgroup: bool) -> u32 { return select(0xFFFFFu, 1023u, workgroup); }
/** Whether no barrier lies between the two. */
fn raceMeets(workgroup: bool, mine: u32, other: u32) -> bool {
  let many = raceMany(workgroup);
  if (mine == other || (mine >> 24u) != (other >> 24u)) { return false; }
  if (workgroup) { return (mine >> 10u) == (other >> 10u); }
  let sameGroup = (mine & many) / raceLanes == (other & many) / raceLanes;
  return !sameGroup || ((mine ^ other) & 0xF00000u) == 0u;
}
fn raceNoteRead(workgroup: bool, variable: u32, slot: u32, index: u32, place: u32) {
  if (place >= RACE_REGION) { return; }
  let at = (slot * RACE_REGION + place) * 2u;
  let mine = raceMark(workgroup);
  let writer = atomicLoad(&raceMarks[at]);
  if (raceMeets(workgroup, mine, writer)) { raceTell(variable, 0u, index, mine, writer); }
  let reader = atomicExchange(&raceMarks[at + 1u], mine);
  if (raceMeets(workgroup, mine, reader)) { atomicStore(&raceMarks[at + 1u], mine | raceMany(workgroup)); }
}
fn raceNoteWrite(workgroup: bool, atomics: bool, variable: u32, slot: u32, index: u32, place: u32) {
  if (place >= RACE_REGION) { return; }
  let at = (slot * RACE_REGION + place) * 2u;
  let mine = raceMark(workgroup);
  let writer = atomicExchange(&raceMarks[at], mine);
  if (!atomics && raceMeets(workgroup, mine, writer)) { raceTell(variable, 1u, index, mine, writer); }
  let reader = atomicLoad(&raceMarks[at + 1u]);
  if (raceMeets(workgroup, mine, reader)) { raceTell(variable, 2u, index, mine, reader); }
}
fn raceBarrier() { workgroupBarrier(); raceBarriers++; }
fn raceStorageBarrier() { storageBarrier(); raceStorageBarriers++; }
`;

/** The functions that a variable's uses go through. Of one in workgroup memory every workgroup has marks of its own. */
function notesOf({ name, space, length, type }: Shared, variable: number, slot: number): string {
  const place = space === 'workgroup' ? `raceGroup * u32(${length}) + index` : 'index';
  const at = `${variable}u, ${slot}u, index, ${place}`;
  const workgroup = space === 'workgroup';
  const load =
    workgroup && !/\batomic\b/.test(type)
      ? `fn raceLoad_${name}() -> ${type} { let all = workgroupUniformLoad(&${name}); raceBarriers++; return all; }`
      : '';
  return `
fn raceRead_${name}(index: u32) -> u32 { raceNoteRead(${workgroup}, ${at}); return index; }
fn raceWritten_${name}(index: u32) -> u32 { raceNoteWrite(${workgroup}, false, ${at}); return index; }
fn raceChanged_${name}(index: u32) -> u32 { raceNoteWrite(${workgroup}, true, ${at}); return index; }
${load}`;
}

/** The kernel that notes what it does; `numbered` gives every variable of it a number. */
function watched(code: string, numbered: (variable: string) => number): string {
  const bare = withoutLoneAtomics(code.replace(/\/\/[^\n]*/g, ''));
  const shared = sharedOf(bare);
  if (shared.length > REGIONS_MOST) throw new Error(`${shared.length} shared variables; allowed: ${REGIONS_MOST}`);
  let text = bare
    .replace(/\bworkgroupBarrier\s*\(\s*\)/g, 'raceBarrier()')
    .replace(/\bstorageBarrier\s*\(\s*\)/g, 'raceStorageBarrier()')
    .replace(/\bworkgroupUniformLoad\s*\(\s*&\s*(\w+)\s*\)/g, 'raceLoad_$1()');
  for (const { isArray, name } of shared) text = isArray ? watchArray(text, name) : watchWhole(text, name);
  const notes = shared.map((variable, slot) => notesOf(variable, numbered(variable.name), slot));
  return `${withNumbers(text)}\n${NOTES}${notes.join('\n')}`;
}

/**
 * In place, networks fill up with pads by a load whose result is dropped (wgsl/sort/small/item/key.wgsl): what it meets is of no
 * account. An item that is used reaches every lane of its segment before one of them writes.
 */
const isOfAPad = ({ kernel, variable, kind }: Race) =>
  /^sort\/(small|runs)/.test(kernel) && /(keys|values)Out$/.test(variable) && kind !== 'write over a write';

/** A line for every race; nothing where there is none. */
export function describeRaces(all: readonly Race[]): string | undefined {
  const races = all.filter((race) => !isOfAPad(race));
  const lines = races.map(
    ({ kernel, variable, index, kind, lanes, count }) =>
      `${kernel}: ${kind}, ${variable}[${index}], by invocation ${lanes[0]} and ${lanes[1]} (${count} times)`,
  );
  return lines.length > 0 ? [`${lines.length} races`, ...lines].join('\n') : undefined;
}

/** Every kernel that the device compiles from now on is watched. Gives what tells of the races since its last call. */
export function watchRaces(device: GPUDevice): () => Promise<readonly Race[]> {
  /** Of all kernels that were compiled, by number. */
  const variables: { kernel: string; variable: string; space: Shared['space'] }[] = [];
  const storage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST | GPUBufferUsage.COPY_SRC;
  const log = device.createBuffer({ size: 4 * VARIABLES_MOST * 4 * LOG_WORDS, usage: storage });
  const marks = device.createBuffer({ size: REGION * 2 * 4 * REGIONS_MOST, usage: storage });
  // A dispatch's number, at every 256th byte: a dynamic offset is a multiple of that.
  const words = Uint32Array.from({ length: 64 * (DISPATCHES_MOST + 1) }, (_, i) => i >> 6);
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
    const spaces = new Map(sharedOf(withoutLoneAtomics(descriptor.code)).map(({ name, space }) => [name, space]));
    const numbered = (variable: string) => {
      if (variables.length === VARIABLES_MOST) throw new Error(`more than ${VARIABLES_MOST} variables are watched`);
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
      if (dispatches + DISPATCHES_OF_PASS > DISPATCHES_MOST) {
        encoder.clearBuffer(marks);
        dispatches = 0;
      }
      const pass = begin(of);
      const next = () => {
        if (++dispatches > DISPATCHES_MOST) throw new Error('more dispatches than a mark has numbers for');
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
