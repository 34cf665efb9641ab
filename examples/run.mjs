/**
 * Runs examples on a new device: `npm run example -- quantiles`. Without a name it runs all of them. Examples receive the
 * arguments that begin with `--`.
 */
import { readdirSync } from 'node:fs';
import { requestDevice } from 'webgpu-segmented/node';

const names = readdirSync(new URL('.', import.meta.url))
  .filter((file) => file.endsWith('.mjs') && file !== 'run.mjs')
  .map((file) => file.slice(0, -'.mjs'.length));
const flags = process.argv.slice(2).filter((word) => word.startsWith('--'));
const wanted = process.argv.slice(2).filter((word) => !flags.includes(word));
const unknown = wanted.find((name) => !names.includes(name));
if (unknown !== undefined) throw new Error(`no example '${unknown}'; there are ${names.join(', ')}`);

const device = await requestDevice();
for (const name of wanted.length > 0 ? wanted : names) {
  console.log(`\n${name}`);
  const { main } = await import(`./${name}.mjs`);
  await main(device, console.log, flags);
}
device.destroy();
