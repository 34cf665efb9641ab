/** Rewrites a kernel so that every invocation records its reads and writes; see races.ts. */

/**
 * The number of marks per variable, two words each: the last writer and the last reader. Later items are not watched.
 */
export const REGION = 1 << 19;
export const MAX_REGIONS = 32;
/** The words of the record of one race. */
export const LOG_WORDS = 4;

/** A variable that invocations share. */
export interface Shared {
  readonly name: string;
  readonly space: 'workgroup' | 'storage';
  readonly type: string;
  /** The length of an array in workgroup memory, as WGSL text. 1 for a word, a vector or another whole value. */
  readonly length: string;
  readonly isArray: boolean;
}

export function sharedOf(code: string): Shared[] {
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

/** The index of the bracket that closes the one at `at`. */
function closing(code: string, at: number): number {
  let depth = 0;
  for (let i = at; i < code.length; i++) {
    if (code[i] === '[') depth++;
    if (code[i] === ']' && --depth === 0) return i;
  }
  throw new Error(`a bracket without end: ${code.slice(at, at + 60)}`);
}

const ASSIGNS = /^\s*(?:=(?!=)|[-+*/%&|^]=|<<=|>>=|\+\+|--)/;

/** Whether the text after an item assigns to it, or to a member or element of it. */
function isAssigned(code: string, behind: number): boolean {
  let at = behind;
  for (;;) {
    const member = /^\s*\.\s*\w+/.exec(code.slice(at, at + 40));
    if (member) at += member[0].length;
    else if (code[at] === '[') at = closing(code, at) + 1;
    else return ASSIGNS.test(code.slice(at, at + 10));
  }
}

/** Makes a single atomic an array of one atomic. */
export function withoutSingleAtomics(code: string): string {
  const single = [...code.matchAll(/\bvar\s*<\s*workgroup\s*>\s*(\w+)\s*:\s*atomic\s*<\s*\w+\s*>\s*;/g)];
  let text = code;
  for (const [declaration, name] of single) {
    text = text
      .replace(declaration!, () => declaration!.replace(/atomic\s*<\s*\w+\s*>/, 'array<$&,1>'))
      .replace(new RegExp(`&\\s*${name}\\b`, 'g'), () => `&${name}[0]`);
  }
  return text;
}

/** Whether an item is read, written or changed by an atomic operation, from the text before and after it. */
function useOf(before: string, code: string, behind: number): 'Read' | 'Written' | 'Changed' {
  const atomic = /\batomic(\w+)\s*\(\s*&\s*$/.exec(before);
  if (atomic) return atomic[1] === 'Load' ? 'Read' : 'Changed';
  return isAssigned(code, behind) ? 'Written' : 'Read';
}

/** Replaces the index of every access by a function that records the access and returns the index. */
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

/** Watches a variable that is assigned as a whole in statements and read by workgroupUniformLoad. */
function watchWhole(code: string, name: string): string {
  return code.replace(new RegExp(`([{};]\\s*)${name}\\s*=(?!=)`, 'g'), `$1_=raceWritten_${name}(0u);${name}=`);
}

function nameOf(parameters: string, builtin: string): string | undefined {
  return new RegExp(`@builtin\\(${builtin}\\)\\s*(\\w+)`).exec(parameters)?.[1];
}

const BUILTINS = { local_invocation_id: 'vec3u', workgroup_id: 'vec3u', num_workgroups: 'vec3u' };

/** The entry point takes the builtins that number an invocation, and stores the numbers for all functions. */
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
  const start = `raceStart(${local}.x, ${group}.x + ${group}.y * ${grid}.x, ${lanes});`;
  return code.replace(whole, `${whole.replace(`(${parameters})`, () => `(${all})`)} ${start}`);
}

/**
 * WGSL that records an access and reports its races. A mark has the dispatch, the epoch and the invocation. It changes
 * only at barriers. Every access of a kernel gets a copy of these functions when it is compiled, so they are short.
 */
const NOTES = `
@group(1) @binding(0) var<storage, read_write> raceLog: array<atomic<u32>>;
@group(1) @binding(1) var<storage, read_write> raceMarks: array<atomic<u32>>;
@group(1) @binding(2) var<storage, read> raceDispatch: vec4u;
var<private> raceGroup: u32; var<private> raceLanes: u32;
// Marks of now. In workgroup memory 14 bits count barriers, 10 are the lane's. In storage: 4 bits for barriers, 20 for
// the invocation. All of these: several. In storage the first of the 20 means several of one workgroup, whose number
// follows.
var<private> raceInWorkgroup: u32; var<private> raceInStorage: u32;
const RACE_REGION = ${REGION}u;
const RACE_MANY_LANES = 1023u; const RACE_MANY = 0xFFFFFu; const RACE_OF_GROUP = 0x80000u;
fn raceStart(lane: u32, group: u32, lanes: u32) {
  raceGroup = group; raceLanes = lanes;
  raceInWorkgroup = (raceDispatch.x << 24u) | lane;
  raceInStorage = (raceDispatch.x << 24u) | ((group * lanes + lane) & (RACE_OF_GROUP - 1u));
}
fn raceTell(variable: u32, kind: u32, index: u32, mine: u32, other: u32) {
  let at = (variable * 4u + kind) * ${LOG_WORDS}u;
  atomicAdd(&raceLog[at], 1u);
  atomicStore(&raceLog[at + 1u], index); atomicStore(&raceLog[at + 2u], mine); atomicStore(&raceLog[at + 3u], other);
}
/** Whether no barrier lies between the two: they differ in the lane alone. */
fn raceMeetsInWorkgroup(mine: u32, other: u32) -> bool { return (mine ^ other) - 1u < RACE_MANY_LANES; }
fn raceGroupOf(mark: u32) -> u32 {
  let number = mark & (RACE_OF_GROUP - 1u);
  return select(number / raceLanes, number, (mark & RACE_OF_GROUP) != 0u);
}
/** Whether two invocations of one dispatch have no barrier between them, or are of two workgroups. */
fn raceMeetsInStorage(mine: u32, other: u32) -> bool {
  let apart = mine ^ other;
  if (apart == 0u || apart > 0xFFFFFFu) { return false; }
  return apart <= RACE_MANY || raceGroupOf(mine) != raceGroupOf(other);
}
fn raceManyInWorkgroup(mine: u32, other: u32) -> u32 { return mine | RACE_MANY_LANES; }
fn raceManyInStorage(mine: u32, other: u32) -> u32 {
  let all = select(RACE_MANY, RACE_OF_GROUP | raceGroupOf(mine), raceGroupOf(mine) == raceGroupOf(other));
  return (mine & ~RACE_MANY) | all;
}
${['InWorkgroup', 'InStorage'].map(notesIn).join('')}
fn raceStep() { raceInWorkgroup = (raceInWorkgroup & 0xFF0003FFu) | ((raceInWorkgroup + 1024u) & 0xFFFC00u); }
fn raceBarrier() { workgroupBarrier(); raceStep(); }
fn raceStorageBarrier() {
  storageBarrier();
  raceInStorage = (raceInStorage & 0xFF0FFFFFu) | ((raceInStorage + 0x100000u) & 0xF00000u);
}
`;

/** The functions that record an access in workgroup memory or in storage. */
function notesIn(space: string): string {
  return `
fn raceRead${space}(variable: u32, slot: u32, index: u32, word: u32) {
  if (word >= RACE_REGION) { return; }
  let at = (slot * RACE_REGION + word) * 2u;
  let mine = race${space};
  let writer = atomicLoad(&raceMarks[at]);
  if (raceMeets${space}(mine, writer)) { raceTell(variable, 0u, index, mine, writer); }
  let reader = atomicExchange(&raceMarks[at + 1u], mine);
  // Lanes of a subgroup may all exchange before one of them is here. What says more of them is the greater mark.
  if (raceMeets${space}(mine, reader)) { atomicMax(&raceMarks[at + 1u], raceMany${space}(mine, reader)); }
}
fn raceWrite${space}(atomics: bool, variable: u32, slot: u32, index: u32, word: u32) {
  if (word >= RACE_REGION) { return; }
  let at = (slot * RACE_REGION + word) * 2u;
  let mine = race${space};
  let writer = atomicExchange(&raceMarks[at], mine);
  if (!atomics && raceMeets${space}(mine, writer)) { raceTell(variable, 1u, index, mine, writer); }
  let reader = atomicLoad(&raceMarks[at + 1u]);
  if (raceMeets${space}(mine, reader)) { raceTell(variable, 2u, index, mine, reader); }
}`;
}

/** The functions that record the accesses of a variable. Every workgroup has separate marks for workgroup memory. */
function notesOf({ name, space, length, type }: Shared, variable: number, slot: number): string {
  const word = space === 'workgroup' ? `raceGroup * u32(${length}) + index` : 'index';
  const at = `${variable}u, ${slot}u, index, ${word}`;
  const where = space === 'workgroup' ? 'InWorkgroup' : 'InStorage';
  const load =
    space === 'workgroup' && !/\batomic\b/.test(type)
      ? `fn raceLoad_${name}() -> ${type} { let all = workgroupUniformLoad(&${name}); raceStep(); return all; }`
      : '';
  return `
fn raceRead_${name}(index: u32) -> u32 { raceRead${where}(${at}); return index; }
fn raceWritten_${name}(index: u32) -> u32 { raceWrite${where}(false, ${at}); return index; }
fn raceChanged_${name}(index: u32) -> u32 { raceWrite${where}(true, ${at}); return index; }
${load}`;
}

/** The kernel that records its accesses. `numbered` gives each of its variables a number. */
export function watched(code: string, numbered: (variable: string) => number): string {
  const bare = withoutSingleAtomics(code.replace(/\/\/[^\n]*/g, ''));
  const shared = sharedOf(bare);
  if (shared.length > MAX_REGIONS) throw new Error(`${shared.length} shared variables; allowed: ${MAX_REGIONS}`);
  let text = bare
    .replace(/\bworkgroupBarrier\s*\(\s*\)/g, 'raceBarrier()')
    .replace(/\bstorageBarrier\s*\(\s*\)/g, 'raceStorageBarrier()')
    .replace(/\bworkgroupUniformLoad\s*\(\s*&\s*(\w+)\s*\)/g, 'raceLoad_$1()');
  for (const { isArray, name } of shared) text = isArray ? watchArray(text, name) : watchWhole(text, name);
  const notes = shared.map((variable, slot) => notesOf(variable, numbered(variable.name), slot));
  return `${withNumbers(text)}\n${NOTES}${notes.join('\n')}`;
}
