/** What comments of sources name is there: files, and folders as `sort/large/…`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
const FILE = /(?<![\w./…-])[\w./-]+\.(?:wgsl|ts|mjs|md)\b/g;
const FOLDER = /(?<![\w./…-])[\w-]+(?:\/[\w-]+)*\/(?=…)/g;

const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.split(path.sep).join('/')}`)
    .filter((file) => /\.(?:wgsl|ts)$/.test(file));

const files = ['src', 'wgsl'].flatMap(filesBelow);

/** A path from the repository's root, from `wgsl/`, or from where the comment stands; or a file's bare name. */
function isThere(named: string, file: string): boolean {
  if (!named.includes('/')) return files.some((other) => path.posix.basename(other) === named);
  return ['.', 'wgsl', path.posix.dirname(file)].some((folder) => existsSync(path.join(folder, named)));
}

it('comments of src and wgsl name files and folders that there are', () => {
  const missing = files.flatMap((file) => {
    // What an example imports is no file of ours.
    const comments = (readFileSync(file, 'utf8').match(COMMENT) ?? []).filter(
      (text) => !text.includes('webgpu-segmented.'),
    );
    const named = comments.flatMap((text) => [...(text.match(FILE) ?? []), ...(text.match(FOLDER) ?? [])]);
    return named.filter((name) => !isThere(name, file)).map((name) => `${file}: ${name}`);
  });
  expect(missing).toEqual([]);
});
