/** What each example prints, as its header says and the tests check. */
import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('../../../examples/', import.meta.url);

function promised(file: string): string {
  const [header = ''] = readFileSync(new URL(file, folder), 'utf8').split(' */');
  return Array.from((header.split('Prints:\n')[1] ?? '').matchAll(/^ \* {3}(.*)$/gm), ([, line]) => line).join('\n');
}

declare const data: Readonly<Record<string, string>>;

export { data };

export default {
  watch: ['../../../examples/*.mjs'],
  load: () => {
    const files = readdirSync(folder).filter((file) => file.endsWith('.mjs') && file !== 'run.mjs');
    return Object.fromEntries(files.map((file) => [file.slice(0, -'.mjs'.length), promised(file)]));
  },
};
