/** Finds and unpacks SwiftShader, a software Vulkan driver in the npm package `@sparticuz/chromium`. */
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import process from 'node:process';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createBrotliDecompress } from 'node:zlib';
import { SegmentedError } from '../checks.ts';
import { cachedFolder, cacheRoots } from './cache-folder.ts';
import { INSTALL_HINT } from './dawn.ts';

const PACKAGE = '@sparticuz/chromium';
const DRIVER = 'libvk_swiftshader.so';
const LOADER = 'libvulkan.so.1';
const ICD = 'vk_swiftshader_icd.json';

export interface SwiftShaderFiles {
  /** The file for VK_ICD_FILENAMES. It names the driver in the same folder. */
  icd: string;
  /** A Vulkan loader for machines that have none. */
  loader: string;
}

interface ChromiumPackage {
  folder: string;
  version: string;
  require: NodeJS.Require;
}

/** The part of `tar-fs` that is used here. */
interface TarFs {
  extract(folder: string, options: { ignore(name: string): boolean; chown: boolean; umask: number }): Writable;
}

/**
 * Unpacks SwiftShader into the cache folder, unless it is there already, and returns the paths of its files.
 *
 * @throws SegmentedError `'no-adapter'` if it cannot run or is not installed, `'invalid-option'` if a named cache
 * folder
 *   cannot be used
 */
export async function unpackSwiftShader(cacheFolder?: string): Promise<SwiftShaderFiles> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    const found = `${process.platform}-${process.arch}`;
    throw new SegmentedError('no-adapter', `SwiftShader comes for linux-x64 only, this is ${found}. ${INSTALL_HINT}`);
  }
  const chromium = await findChromium();
  const folder = await cachedFolder({
    roots: cacheRoots(cacheFolder, process.env),
    name: `swiftshader-${chromium.version}`,
    files: [DRIVER, LOADER, ICD],
    fill: (target) => extract(chromium, target),
  });
  return { icd: path.join(folder, ICD), loader: path.join(folder, LOADER) };
}

/** Finds the package's folder upwards from its main file, since its "exports" hide its package.json. */
async function findChromium(): Promise<ChromiumPackage> {
  const main = resolveChromium();
  for (let folder = path.dirname(main); folder !== path.dirname(folder); folder = path.dirname(folder)) {
    const manifest = await readManifest(path.join(folder, 'package.json'));
    if (manifest?.name === PACKAGE) return { folder, version: manifest.version, require: createRequire(main) };
  }
  throw new SegmentedError('no-adapter', `No package.json of '${PACKAGE}' above ${main}. ${INSTALL_HINT}`);
}

function resolveChromium(): string {
  try {
    return createRequire(thisFile()).resolve(PACKAGE);
  } catch (cause) {
    const message = `The optional package '${PACKAGE}' is not installed. ${INSTALL_HINT}`;
    throw new SegmentedError('no-adapter', message, { cause });
  }
}

/**
 * The path of this file. The ESM build has `import.meta.url`, and the CJS build has `__filename`. `__filename` is not
 * tested first, since it also exists as a global in `node --eval`, with the value '[eval]'.
 */
function thisFile(): string {
  return import.meta.url ? fileURLToPath(import.meta.url) : __filename;
}

async function readManifest(file: string): Promise<{ name: string; version: string } | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function extract(chromium: ChromiumPackage, folder: string): Promise<void> {
  const wanted = new Set([DRIVER, LOADER, ICD]);
  // The package depends on tar-fs, so it can be loaded from there.
  const tar = chromium.require('tar-fs') as TarFs;
  await pipeline(
    createReadStream(path.join(chromium.folder, 'bin', 'swiftshader.tar.br')),
    createBrotliDecompress(),
    tar.extract(folder, {
      ignore: (name) => name !== folder && !wanted.has(path.basename(name)),
      chown: false,
      umask: 0o022,
    }),
  );
}
