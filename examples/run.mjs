/**
 * Runs examples on a new device: `npm run example -- quantiles`. Without a name it runs all of them. With `--js` they run
 * without a GPU, by `webgpu-segmented/js`. Examples receive the arguments that begin with `--`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { register } from 'node:module';

const folder = new URL('.', import.meta.url);
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.mjs') && file !== 'run.mjs')
  .map((file) => file.slice(0, -'.mjs'.length));
const flags = process.argv.slice(2).filter((word) => word.startsWith('--'));
const wanted = process.argv.slice(2).filter((word) => !flags.includes(word));
const unknown = wanted.find((name) => !names.includes(name));
if (unknown !== undefined) throw new Error(`no example '${unknown}'; there are ${names.join(', ')}`);

const withoutGpu = flags.includes('--js');
if (withoutGpu) {
  // The examples' `webgpu-segmented` is then the entry without a GPU, which has calls of the same names.
  const hook = `export const resolve = (name, context, next) =>
    next(name === 'webgpu-segmented' ? 'webgpu-segmented/js' : name, context);`;
  register(`data:text/javascript,${encodeURIComponent(hook)}`);
}
const device = withoutGpu ? null : await (await import('webgpu-segmented/node')).requestDevice();

/** Plans are recorded into a GPU's commands. */
const records = (name) => /^import \{[^}]*\bcreate/m.test(readFileSync(new URL(`${name}.mjs`, folder), 'utf8'));

for (const name of wanted.length > 0 ? wanted : names) {
  console.log(`\n${name}`);
  if (withoutGpu && records(name)) {
    console.log('not run: it records plans, which need a GPU');
    continue;
  }
  const { main } = await import(`./${name}.mjs`);
  await main(device, console.log, flags);
}
device?.destroy();
