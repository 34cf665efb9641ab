/** Runs examples on a new device: `npm run example -- quantiles`. Without a name it runs all of them. */
import { readdirSync } from 'node:fs';
import { requestDevice } from 'webgpu-segmented/node';

const names = readdirSync(new URL('.', import.meta.url))
  .filter((file) => file.endsWith('.mjs') && file !== 'run.mjs')
  .map((file) => file.slice(0, -'.mjs'.length));
const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !names.includes(name));
if (unknown !== undefined) throw new Error(`no example '${unknown}'; there are ${names.join(', ')}`);

const device = await requestDevice();
for (const name of wanted.length > 0 ? wanted : names) {
  console.log(`\n${name}`);
  const { main } = await import(`./${name}.mjs`);
  await main(device);
}
device.destroy();
