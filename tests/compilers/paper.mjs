/** Starts programs on GPUs that exist only on paper: a driver, a shim, and the layer that writes the compiler's figures. */
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { DRIVERS } from './drivers.mjs';

const BUILD = fileURLToPath(new URL('build.sh', import.meta.url));
const LIBRARIES = 'usr/lib/x86_64-linux-gnu';

/** `work` is a folder for what it builds; `root`, if given, an unpacked Debian with drivers that this machine lacks. */
export class Paper {
  #work;
  #root;

  constructor(work, root) {
    this.#work = work;
    this.#root = root && path.resolve(root);
  }

  /** The path of a library on this machine, else in the root. Undefined if neither has it. */
  libraryAt(file) {
    return [this.#work, `/${LIBRARIES}`, ...(this.#root ? [path.join(this.#root, LIBRARIES)] : [])]
      .map((folder) => path.join(folder, file))
      .find((file) => existsSync(file));
  }

  /** The first file of a driver that is nowhere. */
  missing(driver) {
    return [DRIVERS[driver].so, DRIVERS[driver].shim].find((file) => !this.libraryAt(file));
  }

  /** Builds the Vulkan layer and Intel's shim. Says why if it can't. */
  build() {
    const { status, stderr } = spawnSync('sh', [BUILD, this.#work], { encoding: 'utf8' });
    if (status === 0) return undefined;
    return stderr.split('\n').find((line) => /error|not found/.test(line)) ?? stderr.trim();
  }

  /** Runs a program of Node with one GPU of a driver. `stats` is the file that the layer writes. */
  run(driver, id, stats, args, more = {}) {
    const { so, shim, env } = DRIVERS[driver];
    const icd = path.join(this.#work, `${driver}.json`);
    const ICD = { library_path: this.libraryAt(so), api_version: '1.3.0' };
    writeFileSync(icd, JSON.stringify({ file_format_version: '1.0.0', ICD }));
    const shimFile = this.libraryAt(shim);
    // The root's loader runs programs of the root, so that this machine's libraries stay unchanged.
    const folder = this.#root && path.join(this.#root, LIBRARIES);
    const inRoot = this.#root && ICD.library_path.startsWith(this.#root);
    const [program, ...before] = inRoot
      ? [path.join(folder, 'ld-linux-x86-64.so.2'), '--library-path', folder, '--preload', shimFile, process.execPath]
      : [process.execPath];
    return spawnSync(program, [...before, ...args], {
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      env: {
        ...process.env,
        ...(inRoot ? {} : { LD_PRELOAD: shimFile }),
        ...env(id),
        PAPER_STATS: stats,
        VK_ICD_FILENAMES: icd,
        VK_DRIVER_FILES: icd,
        VK_LAYER_PATH: this.#work,
        VK_INSTANCE_LAYERS: 'VK_LAYER_PAPER_stats',
        MESA_SHADER_CACHE_DISABLE: 'true',
        XDG_RUNTIME_DIR: process.env.XDG_RUNTIME_DIR ?? os.tmpdir(),
        ...more,
      },
    });
  }
}
