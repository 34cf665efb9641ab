/**
 * lavapipe with the subgroup sizes of real GPUs, 32 and 64. Its compute shaders have at most 16 lanes. The code that
 * makes their vectors would be the same at 32 and 64, but the width is limited to 512 bits
 * (`MIN2(lp_native_vector_width / 32, 16)` in Mesa's llvmpipe). A copy of the installed driver has a higher limit. At 64
 * lanes it also needs a preloaded library, which a C compiler builds (wide_lavapipe.c). Only for tests, on x86-64.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The copy's limit in bits, larger than any width that tests use. */
const BOUND = 8192;

/**
 * Raises the limit wherever the driver has `bits >= 512 ? 16 : bits / 32`: a comparison with 512, shortly after a shift
 * by 5 and a mask, and shortly before a conditional move. Returns the number of these.
 */
function widened(code) {
  const next = (from) => code.indexOf('\x00\x02\x00\x00', from, 'latin1');
  let count = 0;
  for (let at = next(0); at >= 0; at = next(at + 1)) {
    const before = code.subarray(Math.max(0, at - 24), at);
    const behind = code.subarray(at + 4, at + 20);
    const compares = before.at(-1) === 0x3d || (before.at(-2) === 0x81 && (before.at(-1) & 0xf8) === 0xf8);
    const shifts = before.some((byte, i) => byte === 0xc1 && (before[i + 1] & 0xf8) === 0xe8 && before[i + 2] === 5);
    // LLVM stores a vector type's length in 14 bits.
    const masks = before.includes('\xff\x3f', 0, 'latin1');
    const moves = behind.some((byte, i) => byte === 0x0f && (behind[i + 1] & 0xfe) === 0x42);
    if (!(compares && shifts && masks && moves)) continue;
    code.writeUInt32LE(BOUND, at);
    count++;
  }
  return count;
}

/** The library that a driver file names: by its path, or by its name in a library folder of the same system. */
function libraryOf(icd) {
  const named = JSON.parse(readFileSync(icd, 'utf8')).ICD.library_path;
  const folders = named.includes('/') ? ['.'] : ['lib/x86_64-linux-gnu', 'lib64', 'lib'].map((f) => `../../../${f}`);
  return folders.map((folder) => path.resolve(path.dirname(icd), folder, named)).find((file) => existsSync(file));
}

/** The driver file of such a copy in a new folder, or the reason why there is none. */
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

/** Builds the library that a driver with 64 lanes needs into the folder. Returns its path, or the reason why not. */
export function maskLibrary(folder) {
  const library = path.join(folder, 'wide_lavapipe.so');
  const source = fileURLToPath(new URL('wide_lavapipe.c', import.meta.url));
  const { error, status, stderr } = spawnSync('cc', ['-shared', '-fPIC', '-O2', '-o', library, source, '-ldl'], {
    encoding: 'utf8',
  });
  if (error) return { reason: `no C compiler 'cc' was found (${error.code})` };
  return status === 0 ? { library } : { reason: stderr.trim() };
}

/** A hash of the changes to the driver. Shaders that it compiled with other changes may differ. */
export function wideChanges() {
  const hash = createHash('sha256');
  for (const file of ['wide-lavapipe.mjs', 'wide_lavapipe.c'])
    hash.update(readFileSync(new URL(file, import.meta.url)));
  return hash.digest('hex').slice(0, 8);
}
