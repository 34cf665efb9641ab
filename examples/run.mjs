/**
 * Runs examples: `npm run example -- quantiles`. Without a name it runs all of them. Those that record plans get a new
 * device. The others run in their fastest place, or with `--js` in JavaScript. Examples receive the arguments that begin
 * with `--`.
 */
import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('.', import.meta.url);
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.mjs') && file !== 'run.mjs')
  .map((file) => file.slice(0, -'.mjs'.length));
const flags = process.argv.slice(2).filter((word) => word.startsWith('--'));
const wanted = process.argv.slice(2).filter((word) => !flags.includes(word));
const unknown = wanted.find((name) => !names.includes(name));
if (unknown !== undefined) throw new Error(`no example '${unknown}'; there are ${names.join(', ')}`);

const withoutGpu = flags.includes('--js');
let device;
let place;

/** Plans are recorded into a GPU's commands. */
const records = (name) => /^import \{[^}]*\bcreate/m.test(readFileSync(new URL(`${name}.mjs`, folder), 'utf8'));

async function deviceOfAll() {
  const { requestDevice } = await import('webgpu-segmented/node');
  device ??= await requestDevice();
  return device;
}

async function placeOfAll() {
  const { openPlace } = await import('webgpu-segmented/auto');
  place ??= await openPlace({ prefer: withoutGpu ? 'js' : 'auto' });
  return place;
}

for (const name of wanted.length > 0 ? wanted : names) {
  console.log(`\n${name}`);
  if (withoutGpu && records(name)) {
    console.log('not run: it records plans, which need a GPU');
    continue;
  }
  const { main } = await import(`./${name}.mjs`);
  await main(await (records(name) ? deviceOfAll() : placeOfAll()), console.log, flags);
}
device?.destroy();
place?.close();
