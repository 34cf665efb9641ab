/** A cache folder. One process makes its files, and many processes use them, such as an unpacked archive. */
import { lstat, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { SegmentedError } from '../checks.ts';

/** The file with the size in bytes of each other file. It is written last, so a folder with it is complete. */
const MANIFEST = 'complete.json';

export interface CacheRoot {
  folder: string;
  /** The option or variable that names this folder. If such a folder cannot be used, that is an error. */
  namedBy?: string;
  /**
   * Whether other users can write to the parent folder. Then the user must own this folder before its files are run.
   */
  shared?: boolean;
}

export interface CachedFolder {
  roots: CacheRoot[];
  /** Name of the folder, with the content and its version. */
  name: string;
  files: string[];
  /** Writes the files into an empty folder. */
  fill(folder: string): Promise<void>;
}

/** Folders that may hold the cache, best one first. */
export function cacheRoots(option: string | undefined, env: NodeJS.ProcessEnv): CacheRoot[] {
  if (option) return [{ folder: path.resolve(option), namedBy: 'cacheFolder' }];
  const named = env.WEBGPU_SEGMENTED_CACHE;
  if (named) return [{ folder: path.resolve(named), namedBy: 'WEBGPU_SEGMENTED_CACHE' }];
  const owned = 'webgpu-segmented';
  const roots: CacheRoot[] = [];
  const { XDG_CACHE_HOME, HOME } = env;
  // The XDG specification says to ignore a relative path.
  if (XDG_CACHE_HOME && path.isAbsolute(XDG_CACHE_HOME)) roots.push({ folder: path.join(XDG_CACHE_HOME, owned) });
  else if (HOME && path.isAbsolute(HOME)) roots.push({ folder: path.join(HOME, '.cache', owned) });
  const user = process.getuid?.() ?? 'user';
  roots.push({ folder: path.join(os.tmpdir(), `${owned}-${user}`), shared: true });
  return roots;
}

/**
 * Returns the folder `name` under the first root that holds it complete, or where it can be made.
 *
 * @throws SegmentedError `'invalid-option'` if a named root cannot be used, `'no-adapter'` if no root can be used
 */
export async function cachedFolder(cached: CachedFolder): Promise<string> {
  const failures: string[] = [];
  for (const root of cached.roots) {
    try {
      return await folderUnder(root, cached);
    } catch (cause) {
      const reason = (cause as Error).message;
      if (root.namedBy) {
        const found = `${root.folder} can't hold the cache (${reason})`;
        const message = `${root.namedBy}: ${found}; name a folder that can be written`;
        throw new SegmentedError('invalid-option', message, { cause });
      }
      failures.push(`${root.folder}: ${reason}`);
    }
  }
  const advice = 'set WEBGPU_SEGMENTED_CACHE to a folder that can be written';
  throw new SegmentedError('no-adapter', `No folder for the cache: ${failures.join('; ')}; ${advice}`);
}

async function folderUnder(root: CacheRoot, cached: CachedFolder): Promise<string> {
  const folder = path.join(root.folder, cached.name);
  // A complete cache is used even if the folder is read-only, as in some containers.
  if (!root.shared && (await isComplete(folder, cached.files))) return folder;
  await mkdir(root.folder, { recursive: true, mode: 0o700 });
  if (root.shared) {
    await assertOwned(root.folder);
    if (await isComplete(folder, cached.files)) return folder;
  }
  // The folder is filled under a temporary name and then renamed in one step. So no process sees an incomplete folder.
  const filling = await mkdtemp(path.join(root.folder, `${cached.name}-filling-`));
  try {
    await cached.fill(filling);
    const sizes = await Promise.all(cached.files.map((file) => sizeOf(path.join(filling, file))));
    const manifest = Object.fromEntries(cached.files.map((file, index) => [file, sizes[index]]));
    await writeFile(path.join(filling, MANIFEST), JSON.stringify(manifest));
    await publish(filling, folder, cached.files);
  } finally {
    await rm(filling, { recursive: true, force: true });
  }
  return folder;
}

async function isComplete(folder: string, files: string[]): Promise<boolean> {
  try {
    const manifest: Record<string, number> = JSON.parse(await readFile(path.join(folder, MANIFEST), 'utf8'));
    const sizes = await Promise.all(files.map((file) => sizeOf(path.join(folder, file))));
    return sizes.every((size, index) => size === manifest[files[index]!]);
  } catch {
    // The folder is missing, incomplete or unreadable. The caller fills it again and reports a failure of that.
    return false;
  }
}

async function sizeOf(file: string): Promise<number> {
  return (await stat(file)).size;
}

/** Renames a complete folder to its final name, unless another process did so first. */
async function publish(full: string, folder: string, files: string[]): Promise<void> {
  const attempts = 5;
  for (let attempt = 1; ; attempt++) {
    try {
      await rename(full, folder);
      return;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error;
      if (await isComplete(folder, files)) return;
      if (attempt === attempts) throw error;
      await moveAway(folder, `${full}-damaged-${attempt}`);
    }
  }
}

/** Renames a folder, then deletes it. No process may find a folder that is being deleted under the final name. */
async function moveAway(folder: string, aside: string): Promise<void> {
  try {
    await rename(folder, aside);
  } catch (error) {
    // Another process has moved it away already.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  await rm(aside, { recursive: true, force: true });
}

async function assertOwned(folder: string): Promise<void> {
  const status = await lstat(folder);
  const owned =
    status.isDirectory() && status.uid === (process.getuid?.() ?? status.uid) && (status.mode & 0o022) === 0;
  if (!owned) throw new Error('exists, and belongs to another user or can be written by others');
}
