/**
 * The built calls without a GPU under the Node that runs this file, by import, by require and in a worker. Needs `npm
 * run build`. The last line is `N passed, N failed`.
 */
import { createRequire } from 'node:module';
import * as js from '../../dist/js.js';
import { createJsWorker } from '../../dist/js-worker.js';
import { anywhere } from './anywhere.mjs';

const require = createRequire(import.meta.url);
let passed = 0;
let failed = 0;

async function test(name, body) {
  const reason = await body().catch((error) => error.message);
  if (reason === undefined) passed++;
  else {
    failed++;
    console.log(`${name}: ${reason}`);
  }
}

await anywhere(test, js, createJsWorker);
await anywhere(
  (name, body) => test(`by require: ${name}`, body),
  require('../../dist/js.cjs'),
  () => require('../../dist/js-worker.cjs').createJsWorker(),
);
console.log(`Node ${process.version}, without a GPU`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
