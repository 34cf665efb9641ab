/**
 * `node quick-llvm.mjs FILE`: changes an unpacked libLLVM (x86-64), so that lavapipe's kernels compile sooner. Kernels
 * with barriers are coroutines. LLVM computes some values again after a barrier instead of keeping them, and looks for
 * these in a time that grows faster than the kernel. It took four fifths of a worker's time in large sorts at 16 lanes.
 * The function returns at once now, as it does for functions that LLVM must not optimize. Says so if the library has no
 * such function.
 */
import { readFileSync, writeFileSync } from 'node:fs';

/** The function's symbol in C++. */
const NAME = '_ZN4llvm4coro20doRematerializations';
const DYNAMIC_SYMBOLS = 11;
const LOADED = 1;
const RETURN = 0xc3;

const file = process.argv[2];
const elf = readFileSync(file);
const long = (at) => Number(elf.readBigUInt64LE(at));

/** The offsets of the entries of a table that the ELF header describes: where it begins, entry size, count. */
const entries = (begin, size, count) =>
  Array.from({ length: elf.readUInt16LE(count) }, (_, i) => long(begin) + i * elf.readUInt16LE(size));
const segments = entries(0x20, 0x36, 0x38);
const sections = entries(0x28, 0x3a, 0x3c);

/** The address of the function. */
function addressOf(name) {
  const table = sections.find((at) => elf.readUInt32LE(at + 4) === DYNAMIC_SYMBOLS);
  const names = long(sections[elf.readUInt32LE(table + 0x28)] + 0x18);
  const begin = long(table + 0x18);
  for (let at = begin; at < begin + long(table + 0x20); at += 24) {
    const named = names + elf.readUInt32LE(at);
    if (elf.toString('latin1', named, named + name.length) === name) return long(at + 8);
  }
  return undefined;
}

const address = addressOf(NAME);
const segment = segments.find(
  (at) => elf.readUInt32LE(at) === LOADED && address >= long(at + 16) && address < long(at + 16) + long(at + 32),
);
if (segment === undefined) console.log(`${file} has no ${NAME}: it compiles as before`);
else {
  elf[address - long(segment + 16) + long(segment + 8)] = RETURN;
  writeFileSync(file, elf);
}
