/**
 * lavapipe with the subgroup sizes of real GPUs, 32 and 64. Its compute shaders take at most 16 lanes: the code that makes
 * vectors for them is the same at 32 and 64, but the width is cut off at 512 bits (`MIN2(lp_native_vector_width / 32, 16)` in
 * Mesa's llvmpipe). A copy of the installed driver with that bound put higher has them. For tests alone; x86-64.
 */
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** The bound, in bits, that the copy has: more than any width that is asked for. */
const BOUND = 8192;

/**
 * Puts the bound higher wherever `bits >= 512 ? 16 : bits / 32` stands: a comparison with 512, shortly behind a shift by 5
 * and shortly before a conditional move. Gives how often that is.
 */
export function widened(code) {
  let count = 0;
  for (
    let at = code.indexOf('\x00\x02\x00\x00', 0, 'latin1');
    at >= 0;
    at = code.indexOf('\x00\x02\x00\x00', at + 1, 'latin1')
  ) {
    const compares = code[at - 1] === 0x3d || (code[at - 2] === 0x81 && (code[at - 1] & 0xf8) === 0xf8);
    // shr r32, 5, then and r16, 0x3fff: a vector type's length has 14 bits.
    const before = code.subarray(Math.max(0, at - 24), at);
    const shifts = before.some((byte, i) => byte === 0xc1 && (before[i + 1] & 0xf8) === 0xe8 && before[i + 2] === 5);
    const masks = before.indexOf('\xff\x3f', 0, 'latin1') >= 0;
    const behind = code.subarray(at + 4, at + 20);
    const moves = behind.some((byte, i) => byte === 0x0f && (behind[i + 1] & 0xfe) === 0x42);
    if (!(compares && shifts && masks && moves)) continue;
    code.writeUInt32LE(BOUND, at);
    count++;
  }
  return count;
}

/** The library that a driver file names: by its path, or where the system's loader looks. */
function libraryOf(icd) {
  const named = JSON.parse(readFileSync(icd, 'utf8')).ICD.library_path;
  const folders = ['/usr/lib/x86_64-linux-gnu', '/usr/lib64', '/usr/lib', '/lib/x86_64-linux-gnu'];
  const places = named.includes('/')
    ? [path.resolve(path.dirname(icd), named)]
    : folders.map((f) => path.join(f, named));
  return places.find((place) => existsSync(place));
}

/** The driver file of such a copy in a new folder, or why there is none. */
export function wideLavapipe(icd) {
  if (process.arch !== 'x64') return { reason: `this machine is ${process.arch}; allowed: x64` };
  const library = libraryOf(icd);
  if (!library) return { reason: `the library that ${icd} names is in no usual place` };
  const code = readFileSync(library);
  if (widened(code) === 0) return { reason: `${library} has no bound of 512 bits where it is looked for` };
  const folder = mkdtempSync(path.join(os.tmpdir(), 'wide-lavapipe-'));
  const copy = path.join(folder, path.basename(library));
  writeFileSync(copy, code);
  const described = JSON.parse(readFileSync(icd, 'utf8'));
  const wide = path.join(folder, 'icd.json');
  writeFileSync(wide, JSON.stringify({ ...described, ICD: { ...described.ICD, library_path: copy } }));
  return { folder, icd: wide };
}
